/* write_folded.c - stacks as lines "a;b;c N" (R15.47): those of samples, or of
   waits, in microseconds (R20.262); or as lines "a;b;c OLD NEW" with old
   profiles beside the new ones (R15.50).  */

#include "config.h"

#include "base/i18n.h"
#include "base/quoting.h"
#include "output/formats.h"
#include "output/view_stack_changes.h"
#include "output/view_stacks.h"

/* Frame NUMBER of a line.  */
static void
put_frame (struct output *out, size_t number, const char *name)
{
  if (number > 0)
    output_char (out, ';');
  output_quoted (out, quote_folded, name);
}

static void
put_samples (struct output *out, uint64_t samples)
{
  output_char (out, ' ');
  output_count (out, 1, samples);
}

static void
write_row (struct output *out, struct stacks_view *view,
           const struct stack_row *row)
{
  for (size_t i = 0; i < row->depth; i++)
    put_frame (out, i, stacks_view_frame (view, row->frames[i]).name);
  put_samples (out, row->samples);
  output_char (out, '\n');
}

static void
write_changes (struct report *report)
{
  struct output *out = report->output;
  struct stack_changes_view view;
  stack_changes_view_start (&view, report);
  for (const struct stack_change *row;
       (row = stack_changes_view_next (&view)) != NULL;)
    {
      for (size_t i = 0; i < row->depth; i++)
        put_frame (out, i, row->frames[i]);
      put_samples (out, row->samples[SIDE_OLD]);
      put_samples (out, row->samples[SIDE_NEW]);
      output_char (out, '\n');
    }
  stack_changes_view_end (&view);
}

enum status
write_folded (struct report *report, struct diag *diag)
{
  struct stacks_view view;
  if ((report->listings & LISTING_DIFF) && report->old == NULL)
    return diag_fail (diag, STATUS_UNSUPPORTED, NULL,
                      _ ("a report has no stacks to compare; name old "
                         "profiles with '--diff'"));
  if (report->listings & LISTING_DIFF)
    {
      write_changes (report);
      return STATUS_OK;
    }
  if (report->listings & LISTING_WAITS)
    stacks_view_start_waits (&view, report);
  else
    stacks_view_start (&view, report);
  for (const struct stack_row *row; (row = stacks_view_next (&view)) != NULL;)
    if (row->samples > 0)
      write_row (report->output, &view, row);
  stacks_view_end (&view);
  return STATUS_OK;
}
