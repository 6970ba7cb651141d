/* sort.c - a stable merge sort of ids.

   Recursion halves, so it is at most as deep as there are bits in COUNT.  */

#include "config.h"

#include "sort.h"

#include <stdlib.h>
#include <string.h>

#include "vec.h"

void
sort_ids_with (uint32_t *ids, uint32_t *room, size_t count,
               sort_compare *compare, const void *context)
{
  if (count < 2)
    return;
  size_t left_count = count / 2;
  uint32_t *right = ids + left_count, *end = ids + count;
  sort_ids_with (ids, room, left_count, compare, context);
  sort_ids_with (right, room, count - left_count, compare, context);

  /* Only the left half has to move out of the way.  */
  memcpy (room, ids, left_count * sizeof *ids);
  const uint32_t *left = room, *left_end = room + left_count;
  uint32_t *to = ids;
  while (left < left_end && right < end)
    *to++ = compare (*left, *right, context) <= 0 ? *left++ : *right++;
  memcpy (to, left, (size_t)(left_end - left) * sizeof *ids);
}

enum status
sort_ids (uint32_t *ids, size_t count, sort_compare *compare,
          const void *context, struct diag *diag)
{
  uint32_t *room = array_new (count / 2 + 1, sizeof *room);
  if (room == NULL)
    return diag_no_memory (diag);
  sort_ids_with (ids, room, count, compare, context);
  free (room);
  return STATUS_OK;
}
