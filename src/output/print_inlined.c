/* print_inlined.c - the parts of a function's self time, and what they are
   called.  */

#include "config.h"

#include "output/print_inlined.h"

#include <inttypes.h>

/* --- Rows ---------------------------------------------------------------- */

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

/* --- Text ---------------------------------------------------------------- */

/* " [inlined at file.c:12]", or how many places there are.  */
static void
print_places (const struct report *report, const struct inlined_row *row)
{
  struct output *out = report->output;
  if (row->places == 0)
    output_text (out, " [inlined]");
  else if (row->places > 1)
    output_printf (out, " [inlined at %" PRIu32 " places]", row->places);
  else
    {
      output_text (out, " [inlined at ");
      output_name (out, report->options->print_path
                            ? row->call_file
                            : source_base (row->call_file));
      output_printf (out, ":%" PRIu32 "]", row->call_line);
    }
}

void
print_inlined_name (const struct report *report,
                    const struct inlined_part *part)
{
  struct output *out = report->output;
  output_blanks (out, 2 * (size_t)part->depth);
  if (part->kind == INLINED_OWN)
    output_text (out, "<own code>");
  else if (part->kind == INLINED_OTHERS)
    output_printf (out, "<%" PRIu32 " more inlined>", part->count);
  else
    {
      const struct shown_name name
          = names_show (report->names, part->row->name);
      output_bytes (out, name.text, name.length);
      print_places (report, part->row);
    }
  output_char (out, '\n');
}
