/* print_findings.c - what the data can and cannot tell, as text (R14.120).  */

#include "config.h"

#include "base/i18n.h"
#include "output/listings.h"
#include "output/view_findings.h"

static void
print_row (struct output *out, const struct findings_row *row)
{
  output_char (out, '\n');
  output_style (out, STYLE_BOLD);
  output_char (out, '[');
  output_text (out, row->id);
  output_text (out, "] ");
  output_text (out, row->severity);
  output_text (out, ": ");
  output_text (out, row->what);
  output_style (out, STYLE_PLAIN);
  output_text (out, "\n    evidence: ");
  output_text (out, row->evidence);
  output_text (out, "\n    remedy: ");
  output_text (out, row->remedy);
  output_char (out, '\n');
}

enum status
print_findings (struct report *report, struct diag *diag)
{
  struct output *out = report->output;
  struct findings_view view;
  report_separate (report);
  output_heading (out, "Findings:\n");
  findings_view_start (&view, report);
  for (const struct findings_row *row;
       (row = findings_view_next (&view)) != NULL;)
    print_row (out, row);
  if (view.next == 0)
    {
      output_text (out, "\n ");
      output_text (out, _ ("no findings: nothing says that the figures "
                           "mislead"));
      output_char (out, '\n');
    }
  if (!report->options->brief)
    print_findings_blurb (out);
  return findings_view_end (&view, diag);
}
