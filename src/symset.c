/* symset.c - the symbols and arcs a report wants, as sets over ids.  */

#include "config.h"

#include "symset.h"

#include <stdlib.h>

enum status
symset_add_range (struct symset *set, size_t count, size_t first, size_t limit,
                  struct diag *diag)
{
  if (set->words == NULL)
    set->words = array_new (count / 64 + 1, sizeof *set->words);
  if (set->words == NULL)
    return diag_no_memory (diag);
  for (size_t id = first; id < limit; id++)
    set->words[id / 64] |= (uint64_t)1 << id % 64;
  set->any = set->any || first < limit;
  return STATUS_OK;
}

void
symset_release (struct symset *set)
{
  free (set->words);
  *set = (struct symset){ 0 };
}

enum status
arcset_add_spec (struct arcset *set, struct diag *diag)
{
  return vec_push (&set->spec_end, set->callees.count) ? STATUS_OK
                                                       : diag_no_memory (diag);
}

enum status
arcset_add_callees (struct arcset *set, struct symrun run, struct diag *diag)
{
  if (!vec_push (&set->callees, run))
    return diag_no_memory (diag);
  set->spec_end.items[set->spec_end.count - 1] = set->callees.count;
  return STATUS_OK;
}

enum status
arcset_add_callers (struct arcset *set, uint32_t spec, struct symrun run,
                    struct diag *diag)
{
  for (sym_id id = run.first; id < run.limit; id++)
    {
      struct arcset_caller caller = { id, spec };
      if (!vec_push (&set->callers, caller))
        return diag_no_memory (diag);
    }
  return STATUS_OK;
}

static int
compare_callers (const void *a, const void *b)
{
  const struct arcset_caller *x = a, *y = b;
  if (x->symbol != y->symbol)
    return x->symbol < y->symbol ? -1 : 1;
  return (x->spec > y->spec) - (x->spec < y->spec);
}

void
arcset_finish (struct arcset *set)
{
  if (set->callers.count > 0)
    qsort (set->callers.items, set->callers.count, sizeof *set->callers.items,
           compare_callers);
}

static bool
spec_has_callee (const struct arcset *set, uint32_t spec, sym_id to)
{
  size_t low = spec > 0 ? set->spec_end.items[spec - 1] : 0;
  size_t high = set->spec_end.items[spec];
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      const struct symrun *run = &set->callees.items[middle];
      if (to < run->first)
        high = middle;
      else if (to >= run->limit)
        low = middle + 1;
      else
        return true;
    }
  return false;
}

bool
arcset_has (const struct arcset *set, sym_id from, sym_id to)
{
  size_t low = 0, high = set->callers.count;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (set->callers.items[middle].symbol < from)
        low = middle + 1;
      else
        high = middle;
    }
  for (; low < set->callers.count && set->callers.items[low].symbol == from;
       low++)
    if (spec_has_callee (set, set->callers.items[low].spec, to))
      return true;
  return false;
}

void
arcset_release (struct arcset *set)
{
  vec_release (&set->callers);
  vec_release (&set->callees);
  vec_release (&set->spec_end);
}
