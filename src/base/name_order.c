/* name_order.c - symbols in the order of their names.

   Eight bytes of a name, read as one number with the first byte on top, sort
   like the name; a name that ends earlier is padded with NULs.  Names that
   agree so far and have not ended form a range that is sorted by the next
   eight bytes.  Ranges wait on an explicit stack, since names may be as long
   as their file.  */

#include "config.h"

#include "base/name_order.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/sort.h"
#include "base/vec.h"

/* Items that agree in the first DEPTH bytes of their names.  */
struct range
{
  size_t first, count, depth;
};

struct sorter
{
  const char *const *names;
  struct sort_item *items, *scratch;
  bool *differs; /* the item's name is not the one's before */
  VEC (struct range) waiting;
};

/* The eight bytes at TEXT or as many as there are.  */
static uint64_t
load_eight (const char *text)
{
  uint64_t number = 0;
  for (unsigned i = 0; i < 8; i++)
    {
      number = number << 8 | (unsigned char)*text;
      text += *text != '\0';
    }
  return number;
}

static int
compare_numbers (const struct sort_item *a, const struct sort_item *b)
{
  return a->number < b->number ? -1 : a->number > b->number;
}

/* Sort the items of RANGE by the eight bytes behind those that agree.  */
static void
sort_range (const struct sorter *sorter, const struct range *range)
{
  struct sort_item *items = sorter->items + range->first;
  bool is_sorted = true;
  for (size_t i = 0; i < range->count; i++)
    {
      items[i].number = load_eight (sorter->names[items[i].id] + range->depth);
      is_sorted
          = is_sorted && (i == 0 || items[i - 1].number <= items[i].number);
    }
  if (!is_sorted)
    sort_items (items, sorter->scratch, range->count, compare_numbers);
}

/* Mark where names differ in RANGE, which is sorted, and push the ranges that
   still agree and have not ended.  */
static bool
split_range (struct sorter *sorter, const struct range *range)
{
  const size_t limit = range->first + range->count;
  for (size_t first = range->first, next; first < limit; first = next)
    {
      const uint64_t number = sorter->items[first].number;
      for (next = first + 1;
           next < limit && sorter->items[next].number == number;)
        next++;
      if (next < limit)
        sorter->differs[next] = true;
      const bool has_ended = (number & 0xff) == 0;
      const struct range rest = { first, next - first, range->depth + 8 };
      if (rest.count > 1 && !has_ended && !vec_push (&sorter->waiting, rest))
        return false;
    }
  return true;
}

static bool
sort_names (struct sorter *sorter, size_t count)
{
  for (size_t i = 0; i < count; i++)
    sorter->items[i].id = (uint32_t)i;
  const struct range all = { 0, count, 0 };
  if (!vec_push (&sorter->waiting, all))
    return false;
  while (sorter->waiting.count > 0)
    {
      const struct range range
          = sorter->waiting.items[--sorter->waiting.count];
      sort_range (sorter, &range);
      if (!split_range (sorter, &range))
        return false;
    }
  return true;
}

enum status
name_order_build (struct name_order *order, const char *const *names,
                  size_t count, struct diag *diag)
{
  struct sorter sorter
      = { .names = names,
          .items = array_new (count, sizeof *sorter.items),
          .scratch = array_new (count / 2 + 1, sizeof *sorter.scratch),
          .differs = array_new (count, sizeof *sorter.differs) };
  order->by_name = array_new (count, sizeof *order->by_name);
  order->rank = array_new (count, sizeof *order->rank);
  const bool done = sorter.items && sorter.scratch && sorter.differs
                    && order->by_name && order->rank
                    && sort_names (&sorter, count);
  uint32_t rank = 0;
  for (size_t i = 0; i < count && done; i++)
    {
      rank += sorter.differs[i];
      order->by_name[i] = sorter.items[i].id;
      order->rank[sorter.items[i].id] = rank;
    }
  free (sorter.items);
  free (sorter.scratch);
  free (sorter.differs);
  vec_release (&sorter.waiting);
  return done ? STATUS_OK : diag_no_memory (diag);
}

void
name_order_release (struct name_order *order)
{
  free (order->by_name);
  free (order->rank);
  *order = (struct name_order){ 0 };
}
