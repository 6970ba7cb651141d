/* view_inlined.c - the parts of a function's self time.  */

#include "config.h"

#include "output/view_inlined.h"

/* Row number I in the order of rows.  */
static const struct inlined_row *
row_at (const struct inlined_view *view, uint32_t i)
{
  return &view->inlining->rows.items[view->inlining->order[i]];
}

void
inlined_view_start (struct inlined_view *view, const struct report *report,
                    sym_id id, double all)
{
  const double self = report->analysis->self_ticks[id];
  /* Less is what rounding leaves of a difference.  */
  const double nothing = 1e-9 * self;
  double inlined = 0;
  *view = (struct inlined_view){ .inlining = report->inlining, .holder = id };
  view->end = inlining_rows_of (report->inlining, id, &view->next);
  view->least = report->options->min_percent / 100 * all;
  for (uint32_t i = view->next; i < view->end; i++)
    inlined += row_at (view, i)->self;
  view->own = self - inlined;
  view->own_is_next = view->next < view->end && view->own > nothing;
}

/* Pass over the row at view->next and those below it, which are too small.  */
static void
leave_out (struct inlined_view *view)
{
  const struct inlined_row *row = row_at (view, view->next);
  const uint32_t depth = row->depth;
  view->others += row->total;
  do
    {
      view->left_out++;
      view->next++;
    }
  while (view->next < view->end && row_at (view, view->next)->depth > depth);
}

const struct inlined_part *
inlined_view_next (struct inlined_view *view)
{
  view->part = (struct inlined_part){ .kind = INLINED_OWN,
                                      .depth = 1,
                                      .ticks = view->own };
  if (view->own_is_next)
    {
      view->own_is_next = false;
      return &view->part;
    }
  while (view->next < view->end
         && row_at (view, view->next)->total < view->least)
    leave_out (view);
  if (view->next < view->end)
    {
      const struct inlined_row *row = row_at (view, view->next++);
      view->part = (struct inlined_part){ .kind = INLINED_FUNCTION,
                                          .row = row,
                                          .depth = row->depth,
                                          .ticks = row->self };
      return &view->part;
    }
  if (view->left_out == 0)
    return NULL;
  view->part = (struct inlined_part){ .kind = INLINED_OTHERS,
                                      .count = view->left_out,
                                      .depth = 1,
                                      .ticks = view->others };
  view->left_out = 0;
  return &view->part;
}
