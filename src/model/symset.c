/* symset.c - the symbols and arcs a report wants, as sets over ids.  */

#include "config.h"

#include "model/symset.h"

#include <stdlib.h>

#include "base/search.h"

void
symset_add_range (struct symset *set, size_t count, size_t first, size_t limit)
{
  if (set->words == NULL)
    set->words = array_new (count / 64 + 1, sizeof *set->words);
  for (size_t id = first; id < limit; id++)
    set->words[id / 64] |= (uint64_t)1 << id % 64;
  set->any = set->any || first < limit;
}

void
symset_release (struct symset *set)
{
  free (set->words);
  *set = (struct symset){ 0 };
}

void
arcset_add (arcset_members *members, uint32_t group, struct symrun run)
{
  for (sym_id id = run.first; id < run.limit; id++)
    {
      struct arcset_member member = { id, group };
      vec_push (members, member);
    }
}

void
arcset_add_spec (struct arcset *set, uint32_t callers, uint32_t callees)
{
  pairmap_enter (&set->specs, callers, callees, 0);
}

static int
compare_members (const void *a, const void *b)
{
  const struct arcset_member *x = a, *y = b;
  if (x->symbol != y->symbol)
    return x->symbol < y->symbol ? -1 : 1;
  return (x->group > y->group) - (x->group < y->group);
}

static void
sort_members (arcset_members *members)
{
  if (members->count > 0)
    qsort (members->items, members->count, sizeof *members->items,
           compare_members);
}

void
arcset_finish (struct arcset *set)
{
  sort_members (&set->callers);
  sort_members (&set->callees);
}

/* Where the groups of symbol ID begin in MEMBERS.  */
static size_t
first_group (const arcset_members *members, sym_id id)
{
  size_t i;
  search_first (i, 0, members->count, members->items[i].symbol >= id);
  return i;
}

bool
arcset_has (const struct arcset *set, sym_id from, sym_id to)
{
  const arcset_members *callers = &set->callers, *callees = &set->callees;
  const size_t first_callee = first_group (callees, to);
  for (size_t i = first_group (callers, from);
       i < callers->count && callers->items[i].symbol == from; i++)
    for (size_t j = first_callee;
         j < callees->count && callees->items[j].symbol == to; j++)
      if (pairmap_find (&set->specs, callers->items[i].group,
                        callees->items[j].group)
          != NULL)
        return true;
  return false;
}

void
arcset_release (struct arcset *set)
{
  vec_release (&set->callers);
  vec_release (&set->callees);
  pairmap_release (&set->specs);
}
