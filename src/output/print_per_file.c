/* print_per_file.c - how times vary between profiles, as text (R14.60).  */

#include "config.h"

#include "output/listings.h"
#include "output/view_per_file.h"

static void
print_heading (const struct report *report, const struct per_file_view *view)
{
  struct output *out = report->output;
  const char *unit = report->profile->dimension.name;
  output_style (out, STYLE_BOLD);
  output_printf (out, "Self times per profile (profiles: %zu):\n\n",
                 view->files);
  output_style (out, STYLE_PLAIN);
  if (view->count == 0)
    {
      output_text (out, " no time accumulated\n");
      return;
    }
  output_style (out, STYLE_BOLD);
  output_printf (out, "%9s %9s %9s %9s %9s  %-*s  %s\n", "mean  ", "std.dev ",
                 "minimum ", "maximum ", "imbalance", (int)view->file_width,
                 "maximum", "");
  output_printf (out, "%9.9s %9.9s %9.9s %9.9s %9s  %-*s  %s\n", unit, unit,
                 unit, unit, "max/mean ", (int)view->file_width, "in", "name");
  output_style (out, STYLE_PLAIN);
}

static void
print_row (const struct report *report, const struct per_file_view *view,
           const struct per_file_row *row)
{
  struct output *out = report->output;
  output_fixed (out, 9, 2, row->mean);
  output_char (out, ' ');
  if (row->has_deviation)
    output_fixed (out, 9, 2, row->deviation);
  else
    output_printf (out, "%9s", "-");
  output_char (out, ' ');
  output_fixed (out, 9, 2, row->minimum);
  output_char (out, ' ');
  output_fixed (out, 9, 2, row->maximum);
  output_char (out, ' ');
  output_fixed (out, 9, 2, row->imbalance);
  output_blanks (out, 2);
  output_name (out, row->file);
  output_blanks (out, view->file_width - strlen (row->file) + 2);
  output_text (out, names_of (report->names, row->symbol));
  output_char (out, '\n');
}

enum status
print_per_file (struct report *report, struct diag *diag)
{
  struct per_file_view view;
  enum status status = per_file_view_start (&view, report, diag);
  if (status == STATUS_OK)
    {
      report_separate (report);
      print_heading (report, &view);
      for (const struct per_file_row *row;
           (row = per_file_view_next (&view)) != NULL;)
        print_row (report, &view, row);
      if (!report->options->brief)
        print_per_file_blurb (report->output);
    }
  per_file_view_end (&view);
  return status;
}
