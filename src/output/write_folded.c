/* write_folded.c - stacks as lines "a;b;c N" (R15.47): those of samples, or of
   waits, in microseconds (R20.262).  */

#include "config.h"

#include "base/quoting.h"
#include "output/formats.h"
#include "output/view_stacks.h"

static void
write_row (struct output *out, struct stacks_view *view,
           const struct stack_row *row)
{
  for (size_t i = 0; i < row->depth; i++)
    {
      if (i > 0)
        output_char (out, ';');
      output_quoted (out, quote_folded,
                     stacks_view_frame (view, row->frames[i]).name);
    }
  output_char (out, ' ');
  output_count (out, 1, row->samples);
  output_char (out, '\n');
}

void
write_folded (struct report *report)
{
  struct stacks_view view;
  if (report->listings & LISTING_WAITS)
    stacks_view_start_waits (&view, report);
  else
    stacks_view_start (&view, report);
  for (const struct stack_row *row; (row = stacks_view_next (&view)) != NULL;)
    if (row->samples > 0)
      write_row (report->output, &view, row);
  stacks_view_end (&view);
}
