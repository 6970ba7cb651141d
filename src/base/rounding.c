/* rounding.c - whole numbers for many parts of a sum at once.  */

#include "config.h"

#include "base/rounding.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/sort.h"

#define WHOLE_MOST ((uint64_t)INT64_MAX)

/* VALUE, at least 0, rounded down.  */
static uint64_t
round_down (double value)
{
  return value < (double)WHOLE_MOST ? (uint64_t)value : WHOLE_MOST;
}

/* Round PARTS down, to WHOLE, and let ITEMS be what they lose.  What remains of
   TOTAL.  */
static uint64_t
round_parts (uint64_t *whole, const double *parts, size_t count,
             uint64_t total, struct sort_item *items)
{
  for (uint32_t i = 0; i < count; i++)
    {
      whole[i] = round_down (parts[i]);
      /* Many numbers that are just too large cannot add up to more.  */
      if (whole[i] > total)
        whole[i] = total;
      total -= whole[i];
      items[i] = (struct sort_item){ parts[i] - (double)whole[i], 0, 0, i };
    }
  return total;
}

/* Add what REMAINS to WHOLE: one each in the order of ITEMS, and what sums of
   doubles have lost beyond that to the largest.  */
static void
hand_out (uint64_t *whole, size_t count, uint64_t remains,
          const struct sort_item *items)
{
  size_t largest = 0;
  for (size_t i = 0; i < count && remains > 0; i++, remains--)
    whole[items[i].id]++;
  for (size_t i = 1; i < count; i++)
    if (whole[i] > whole[largest])
      largest = i;
  if (count > 0)
    whole[largest] += remains;
}

uint64_t
rounding_half_up (double value)
{
  return round_down (value + 0.5);
}

void
rounding_all (uint64_t *whole, const double *parts, size_t count, uint64_t sum)
{
  struct sort_item *items = array_new (count, sizeof *items);
  struct sort_item *scratch = array_new (count / 2 + 1, sizeof *scratch);
  const uint64_t remains = round_parts (whole, parts, count, sum, items);
  sort_items (items, scratch, count, sort_by_keys);
  hand_out (whole, count, remains, items);
  free (items);
  free (scratch);
}
