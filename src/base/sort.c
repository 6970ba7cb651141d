/* sort.c - a stable merge sort of ids, alone or with their keys, and a radix
   sort of numbers.

   Recursion halves, so it is at most as deep as there are bits in COUNT.  */

#include "config.h"

#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

void
sort_ids_with (uint32_t *ids, uint32_t *scratch, size_t count,
               sort_compare *compare, const void *context)
{
  if (count < 2)
    return;
  size_t left_count = count / 2;
  uint32_t *right = ids + left_count, *end = ids + count;
  sort_ids_with (ids, scratch, left_count, compare, context);
  sort_ids_with (right, scratch, count - left_count, compare, context);

  /* Only the left half has to move out of the way.  */
  memcpy (scratch, ids, left_count * sizeof *ids);
  const uint32_t *left = scratch, *left_end = scratch + left_count;
  uint32_t *to = ids;
  while (left < left_end && right < end)
    *to++ = compare (*left, *right, context) <= 0 ? *left++ : *right++;
  memcpy (to, left, (size_t)(left_end - left) * sizeof *ids);
}

enum status
sort_ids (uint32_t *ids, size_t count, sort_compare *compare,
          const void *context, struct diag *diag)
{
  uint32_t *scratch;
  if (!diag_try ((scratch = array_new (count / 2 + 1, sizeof *scratch)), diag))
    return diag_no_memory (diag);
  sort_ids_with (ids, scratch, count, compare, context);
  free (scratch);
  return STATUS_OK;
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

enum status
sort_numbers (uint64_t *numbers, size_t count, struct diag *diag)
{
  uint64_t varying = 0; /* the bits that are not the same in all */
  for (size_t i = 1; i < count; i++)
    varying |= numbers[i] ^ numbers[0];
  if (varying == 0)
    return STATUS_OK;
  uint64_t *scratch = array_new (count, sizeof *scratch);
  if (scratch == NULL)
    return diag_no_memory (diag);
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
  return STATUS_OK;
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

/* As the merge would, with the same comparison.  Most entries of a call graph
   have few arcs, so lists of one and two take no call.  */
static inline void
sort_pair (struct sort_item *items, sort_compare_items *compare)
{
  const struct sort_item first = items[0];
  if (compare (&items[0], &items[1]) <= 0)
    return;
  items[0] = items[1];
  items[1] = first;
}

void
sort_items (struct sort_item *items, struct sort_item *scratch, size_t count,
            sort_compare_items *compare)
{
  if (count < 2)
    return;
  if (count == 2)
    {
      sort_pair (items, compare);
      return;
    }
  const size_t left_count = count / 2;
  struct sort_item *right = items + left_count, *end = items + count;
  if (left_count > 1)
    sort_items (items, scratch, left_count, compare);
  if (count == 3)
    sort_pair (right, compare);
  else
    sort_items (right, scratch, count - left_count, compare);

  for (size_t i = 0; i < left_count; i++)
    scratch[i] = items[i];
  const struct sort_item *left = scratch, *left_end = scratch + left_count;
  struct sort_item *to = items;
  while (left < left_end && right < end)
    *to++ = compare (left, right) <= 0 ? *left++ : *right++;
  while (left < left_end)
    *to++ = *left++;
}
