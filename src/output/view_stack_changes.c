/* view_stack_changes.c - stacks of old and new profiles beside each other
   (R15.50).

   Stacks are the same if their frames have the same names, whatever the
   programs are: that is what those who read them see.  */

#include "config.h"

#include "output/view_stack_changes.h"

#include <stdlib.h>
#include <string.h>

#include "output/view_stacks.h"

/* What FRAME of REPORT, which is SIDE, is called.  Code without a name is one
   function of its object, as in the comparison (R14.90).  */
static const char *
name_of_frame (const struct report *report,
               const struct comparison *comparison, uint32_t side,
               const struct stack_frame *frame)
{
  const struct matching *matching = &comparison->matching;
  if (frame->symbol == SYM_NONE)
    return frame->name;
  const uint32_t match = matching->of[side][frame->symbol];
  return matching->matches.items[match].is_nameless
             ? names_of_gaps (report->names, frame->symbol)
             : frame->name;
}

/* Add the stacks of REPORT, which is SIDE, with SAMPLE samples for each
   tick.  */
static void
add_side (struct stack_changes_view *view, const struct report *report,
          const struct comparison *comparison, uint32_t side, double sample)
{
  const uint32_t base = (uint32_t)view->names.count;
  struct stacks_view stacks;
  stacks_view_start_scaled (&stacks, report, sample);
  for (size_t i = 0; i < stacks.frame_count; i++)
    {
      const struct stack_frame frame = stacks_view_frame (&stacks, i);
      const char *name = name_of_frame (report, comparison, side, &frame);
      vec_push (&view->names, arena_text (&view->memory, name, strlen (name)));
    }
  for (const struct stack_row *row;
       (row = stacks_view_next (&stacks)) != NULL;)
    {
      const struct side_stack stack
          = { view->frames.count, (uint32_t)row->depth, side, row->samples };
      if (row->samples == 0)
        continue;
      for (size_t i = 0; i < row->depth; i++)
        vec_push (&view->frames, base + row->frames[i]);
      vec_push (&view->stacks, stack);
    }
  stacks_view_end (&stacks);
}

/* How many samples of the new profiles take the time of one of the old ones, per
   profile.  */
static double
samples_of_new (const struct comparison *comparison)
{
  const struct compared_side *old = &comparison->sides[SIDE_OLD],
                             *new = &comparison->sides[SIDE_NEW];
  const double files
      = (double)new->spreads->files / (double)old->spreads->files;
  return old->rate > 0 && new->rate > 0 ? files *new->rate / old->rate : files;
}

/* By names of frames, the outermost first; a stack comes before those that it is
   the beginning of.  */
static int
compare_frames (const struct stack_changes_view *view,
                const struct side_stack *x, const struct side_stack *y)
{
  const uint32_t *frames = view->frames.items, *rank = view->order.rank;
  for (uint32_t i = 0; i < x->depth && i < y->depth; i++)
    {
      const uint32_t a = rank[frames[x->first + i]];
      const uint32_t b = rank[frames[y->first + i]];
      if (a != b)
        return a < b ? -1 : 1;
    }
  return x->depth < y->depth ? -1 : x->depth > y->depth;
}

static int
compare_stacks (uint32_t a, uint32_t b, const void *context)
{
  const struct stack_changes_view *view = context;
  const int order
      = compare_frames (view, &view->stacks.items[a], &view->stacks.items[b]);
  return order != 0 ? order : a < b ? -1 : a > b;
}

void
stack_changes_view_start (struct stack_changes_view *view,
                          const struct report *report)
{
  *view = (struct stack_changes_view){ 0 };
  const struct comparison *comparison = report->comparison;
  add_side (view, report->old, comparison, SIDE_OLD,
            samples_of_new (comparison));
  add_side (view, report, comparison, SIDE_NEW, 1);
  const size_t count = view->stacks.count;
  name_order_build (&view->order, view->names.items, view->names.count);
  view->sorted = array_new (count, sizeof *view->sorted);
  for (size_t i = 0; i < count; i++)
    view->sorted[i] = (uint32_t)i;
  sort_ids (view->sorted, count, compare_stacks, view);
}

const struct stack_change *
stack_changes_view_next (struct stack_changes_view *view)
{
  if (view->next == view->stacks.count)
    return NULL;
  const struct side_stack *first
      = &view->stacks.items[view->sorted[view->next]];
  view->row = (struct stack_change){ .depth = first->depth };
  view->path.count = 0;
  for (size_t i = 0; i < first->depth; i++)
    vec_push (&view->path,
              view->names.items[view->frames.items[first->first + i]]);
  view->row.frames = view->path.items;
  for (; view->next < view->stacks.count; view->next++)
    {
      const struct side_stack *stack
          = &view->stacks.items[view->sorted[view->next]];
      if (compare_frames (view, first, stack) != 0)
        break;
      view->row.samples[stack->side] += stack->samples;
    }
  return &view->row;
}

void
stack_changes_view_end (struct stack_changes_view *view)
{
  name_order_release (&view->order);
  free (view->sorted);
  vec_release (&view->names);
  vec_release (&view->frames);
  vec_release (&view->stacks);
  vec_release (&view->path);
  arena_release (&view->memory);
  *view = (struct stack_changes_view){ 0 };
}
