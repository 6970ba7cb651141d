/* stacks_round.c - the values of stacks as whole numbers (R15.45).  */

#include "config.h"

#include "analysis/stacks.h"

#include <stdlib.h>

#include "base/rounding.h"
#include "base/sort.h"
#include "base/vec.h"

/* The paths that have time themselves, by their last frames.  */
struct last_frames
{
  struct sort_item *items; /* TIME in units of the path ID, whose last frame
                              is RANK, the NUMBERth one */
  size_t count;
  double *parts;   /* of frames, then of the paths with one of them */
  uint64_t *whole; /* likewise */
};

/* By last frame, then by path.  */
static int
compare_by_frame (const struct sort_item *a, const struct sort_item *b)
{
  return a->rank != b->rank ? (a->rank < b->rank ? -1 : 1)
         : a->id < b->id    ? -1
                            : a->id > b->id;
}

static bool
list_last_frames (struct last_frames *last, const struct stacks *stacks,
                  double unit)
{
  const size_t count = stacks->count;
  struct sort_item *scratch = array_new (count / 2 + 1, sizeof *scratch);
  last->items = array_new (count, sizeof *last->items);
  last->parts = array_new (count, sizeof *last->parts);
  last->whole = array_new (count, sizeof *last->whole);
  const bool done = scratch != NULL && last->items != NULL
                    && last->parts != NULL && last->whole != NULL;
  for (uint32_t i = 0; i < count && done; i++)
    if (stacks->items[i].self * unit > 0)
      last->items[last->count++]
          = (struct sort_item){ stacks->items[i].self * unit, 0,
                                stacks->items[i].node, i };
  if (done)
    sort_items (last->items, scratch, last->count, compare_by_frame);
  free (scratch);
  return done;
}

/* Round the time of each last frame, such that all add up to SUM, and let the
   paths with it divide what it has then.  */
static enum status
round_last_frames (struct last_frames *last, uint64_t sum, struct diag *diag)
{
  struct sort_item *items = last->items;
  size_t frames = 0;
  for (size_t i = 0; i < last->count; i++)
    {
      if (i == 0 || items[i].rank != items[i - 1].rank)
        last->parts[frames++] = 0;
      items[i].number = frames - 1;
      last->parts[frames - 1] += items[i].time;
    }
  const enum status status
      = rounding_all (last->whole, last->parts, frames, sum, diag);
  for (size_t i = 0; i < last->count && status == STATUS_OK; i++)
    {
      const size_t frame = items[i].number;
      items[i].time *= (double)last->whole[frame] / last->parts[frame];
      items[i].number = last->whole[frame];
    }
  return status;
}

/* Set WHOLE of the paths with one last frame, which begin at FIRST, and *END to
   where they end.  */
static enum status
round_paths (struct last_frames *last, size_t first, size_t *end,
             uint64_t *whole, struct diag *diag)
{
  const struct sort_item *items = last->items + first;
  size_t count = 0;
  for (; first + count < last->count && items[count].rank == items->rank;
       count++)
    last->parts[count] = items[count].time;
  const enum status status
      = rounding_all (last->whole, last->parts, count, items->number, diag);
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    whole[items[i].id] = last->whole[i];
  *end = first + count;
  return status;
}

enum status
stacks_round (const struct stacks *stacks, double unit, uint64_t *whole,
              struct diag *diag)
{
  struct last_frames last = { 0 };
  enum status status = list_last_frames (&last, stacks, unit)
                           ? STATUS_OK
                           : diag_no_memory (diag);
  for (size_t i = 0; i < stacks->count; i++)
    whole[i] = 0;
  if (status == STATUS_OK)
    status = round_last_frames (&last, rounding_half_up (stacks->total * unit),
                                diag);
  for (size_t i = 0; i < last.count && status == STATUS_OK;)
    status = round_paths (&last, i, &i, whole, diag);
  free (last.items);
  free (last.parts);
  free (last.whole);
  return status;
}
