/* sort.c - a stable merge sort of ids, alone or with their keys, and a radix
   sort of numbers; the order of names.

   Recursion halves, so it is at most as deep as there are bits in COUNT.  */

#include "config.h"

#include "base/sort.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static void
merge_ids (uint32_t *ids, uint32_t *scratch, size_t count,
           sort_compare *compare, const void *context)
{
  if (count < 2)
    return;
  size_t left_count = count / 2;
  uint32_t *right = ids + left_count, *end = ids + count;
  merge_ids (ids, scratch, left_count, compare, context);
  merge_ids (right, scratch, count - left_count, compare, context);

  /* Only the left half has to move out of the way.  */
  memcpy (scratch, ids, left_count * sizeof *ids);
  const uint32_t *left = scratch, *left_end = scratch + left_count;
  uint32_t *to = ids;
  while (left < left_end && right < end)
    *to++ = compare (*left, *right, context) <= 0 ? *left++ : *right++;
  memcpy (to, left, (size_t)(left_end - left) * sizeof *ids);
}

void
sort_ids (uint32_t *ids, size_t count, sort_compare *compare,
          const void *context)
{
  if (count < 2)
    return;
  uint32_t *scratch = memory_new (count / 2 * sizeof *scratch);
  merge_ids (ids, scratch, count, compare, context);
  free (scratch);
}

void
sort_trees (uint32_t *order, const uint32_t *parent, size_t count,
            sort_compare *compare, const void *context)
{
  /* Of each node: the next one with its parent, the first one below it; both
     plus 1.  Those without a parent are below COUNT.  */
  uint32_t *next = array_new (count, sizeof *next);
  uint32_t *first = array_new (count + 1, sizeof *first);
  for (size_t i = 0; i < count; i++)
    order[i] = (uint32_t)i;
  sort_ids (order, count, compare, context);
  for (size_t i = count; i-- > 0;)
    {
      const uint32_t node = order[i];
      const size_t above = parent[node] != TREE_NONE ? parent[node] : count;
      next[node] = first[above];
      first[above] = node + 1;
    }
  uint32_t at = first[count];
  for (size_t i = 0; i < count; i++)
    {
      order[i] = at - 1;
      if (first[at - 1] != 0)
        at = first[at - 1];
      else
        {
          while (next[at - 1] == 0 && parent[at - 1] != TREE_NONE)
            at = parent[at - 1] + 1;
          at = next[at - 1];
        }
    }
  free (next);
  free (first);
}

enum
{
  DIGIT_BITS = 11,
  DIGITS = 1 << DIGIT_BITS,
  NUMBER_BITS = 64
};

static unsigned
digit_of (uint64_t number, unsigned shift)
{
  return (unsigned)(number >> shift) & (DIGITS - 1);
}

/* Move FROM[0 .. COUNT-1] to TO in the order of the digits at SHIFT.  */
static void
distribute (const uint64_t *from, uint64_t *to, size_t count, unsigned shift)
{
  size_t next[DIGITS] = { 0 };
  for (size_t i = 0; i < count; i++)
    next[digit_of (from[i], shift)]++;
  size_t before = 0;
  for (unsigned digit = 0; digit < DIGITS; digit++)
    {
      const size_t here = next[digit];
      next[digit] = before;
      before += here;
    }
  for (size_t i = 0; i < count; i++)
    to[next[digit_of (from[i], shift)]++] = from[i];
}

void
sort_numbers (uint64_t *numbers, size_t count)
{
  uint64_t varying = 0; /* the bits that are not the same in all */
  for (size_t i = 1; i < count; i++)
    varying |= numbers[i] ^ numbers[0];
  if (varying == 0)
    return;
  uint64_t *scratch = array_new (count, sizeof *scratch);
  uint64_t *from = numbers, *to = scratch;
  for (unsigned shift = 0; shift < NUMBER_BITS; shift += DIGIT_BITS)
    if (digit_of (varying, shift) != 0)
      {
        distribute (from, to, count, shift);
        uint64_t *const sorted = to;
        to = from;
        from = sorted;
      }
  if (from != numbers)
    memcpy (numbers, from, count * sizeof *numbers);
  free (scratch);
}

int
sort_by_keys (const struct sort_item *a, const struct sort_item *b)
{
  if (a->time != b->time)
    return a->time > b->time ? -1 : 1;
  if (a->number != b->number)
    return a->number > b->number ? -1 : 1;
  if (a->rank != b->rank)
    return a->rank < b->rank ? -1 : 1;
  return a->id < b->id ? -1 : a->id > b->id;
}

static void
merge_items (struct sort_item *items, struct sort_item *scratch, size_t count,
             sort_compare_items *compare)
{
  if (count < 2)
    return;
  const size_t left_count = count / 2;
  struct sort_item *right = items + left_count, *end = items + count;
  merge_items (items, scratch, left_count, compare);
  merge_items (right, scratch, count - left_count, compare);

  for (size_t i = 0; i < left_count; i++)
    scratch[i] = items[i];
  const struct sort_item *left = scratch, *left_end = scratch + left_count;
  struct sort_item *to = items;
  while (left < left_end && right < end)
    *to++ = compare (left, right) <= 0 ? *left++ : *right++;
  while (left < left_end)
    *to++ = *left++;
}

void
sort_items (struct sort_item *items, size_t count, sort_compare_items *compare)
{
  if (count < 2)
    return;
  struct sort_item *scratch = memory_new (count / 2 * sizeof *scratch);
  merge_items (items, scratch, count, compare);
  free (scratch);
}

/* --- The order of names -------------------------------------------------- */

/* Eight bytes of a name, read as one number with the first byte on top,
   sort like the name; a name that ends earlier is padded with NULs.  Names
   that agree so far and have not ended form a range that is sorted by the
   next eight bytes.  Ranges wait on an explicit stack, since names may be
   as long as their file.  */

/* Items that agree in the first DEPTH bytes of their names.  */
struct range
{
  size_t first, count, depth;
};

struct sorter
{
  const char *const *names;
  struct sort_item *items;
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
    sort_items (items, range->count, compare_numbers);
}

/* Mark where names differ in RANGE, which is sorted, and push the ranges that
   still agree and have not ended.  */
static void
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
      if (rest.count > 1 && !has_ended)
        vec_push (&sorter->waiting, rest);
    }
}

static void
sort_names (struct sorter *sorter, size_t count)
{
  for (size_t i = 0; i < count; i++)
    sorter->items[i].id = (uint32_t)i;
  const struct range all = { 0, count, 0 };
  vec_push (&sorter->waiting, all);
  while (sorter->waiting.count > 0)
    {
      const struct range range
          = sorter->waiting.items[--sorter->waiting.count];
      sort_range (sorter, &range);
      split_range (sorter, &range);
    }
}

void
name_order_build (struct name_order *order, const char *const *names,
                  size_t count)
{
  struct sorter sorter
      = { .names = names,
          .items = array_new (count, sizeof *sorter.items),
          .differs = array_new (count, sizeof *sorter.differs) };
  order->by_name = array_new (count, sizeof *order->by_name);
  order->rank = array_new (count, sizeof *order->rank);
  sort_names (&sorter, count);
  uint32_t rank = 0;
  for (size_t i = 0; i < count; i++)
    {
      rank += sorter.differs[i];
      order->by_name[i] = sorter.items[i].id;
      order->rank[sorter.items[i].id] = rank;
    }
  free (sorter.items);
  free (sorter.differs);
  vec_release (&sorter.waiting);
}

void
name_order_release (struct name_order *order)
{
  free (order->by_name);
  free (order->rank);
  *order = (struct name_order){ 0 };
}
