/* rounding.c - whole numbers for many parts of a sum at once.  */

#include "config.h"

#include "base/rounding.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/minmax.h"
#include "base/sort.h"

#define WHOLE_MOST ((uint64_t)INT64_MAX)

/* VALUE, at least 0, rounded down.  */
static uint64_t
round_down (double value)
{
  return value < (double)WHOLE_MOST ? (uint64_t)value : WHOLE_MOST;
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
  uint64_t remains = sum;
  for (uint32_t i = 0; i < count; i++)
    {
      /* Many numbers that are just too large cannot add up to more.  */
      whole[i] = min_u64 (round_down (parts[i]), remains);
      remains -= whole[i];
      items[i] = (struct sort_item){ parts[i] - (double)whole[i], 0, 0, i };
    }
  sort_items (items, count, sort_by_keys);
  size_t largest = 0;
  for (size_t i = 0; i < count && remains > 0; i++, remains--)
    whole[items[i].id]++;
  /* What sums of doubles have lost beyond that.  */
  for (size_t i = 1; i < count; i++)
    if (whole[i] > whole[largest])
      largest = i;
  if (count > 0)
    whole[largest] += remains;
  free (items);
}
