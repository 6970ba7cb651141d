/* print_per_file.c - how times vary between profiles (R14.60): rows, and as
   text.  */

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"
#include "output/formats.h"
#include "output/printers.h"

/* --- Rows ---------------------------------------------------------------- */

/* By mean time, which is the sum divided by one number for all, then name,
   then address (R14.61).  */
static int
compare_rows (uint32_t a, uint32_t b, const void *context)
{
  const struct report *report = context;
  const struct spread *spreads = report->spreads->items;
  if (spreads[a].mean != spreads[b].mean)
    return spreads[a].mean > spreads[b].mean ? -1 : 1;
  const int order = strcmp (report->symtab->name[a], report->symtab->name[b]);
  return order != 0 ? order : a < b ? -1 : a > b;
}

void
per_file_view_start (struct per_file_view *view, const struct report *report)
{
  const struct spread *spreads = report->spreads->items;
  const size_t count = report->symtab->count;
  size_t rows = 0;
  for (size_t id = 0; id < count; id++)
    rows += spreads[id].files > 0;
  *view
      = (struct per_file_view){ .report = report,
                                .files = report->spreads->files,
                                .symbols = array_new (rows, sizeof (sym_id)) };
  for (sym_id id = 0; id < count; id++)
    if (spreads[id].files > 0)
      {
        const size_t width = strlen (spreads[id].most_file);
        view->file_width = width > view->file_width ? width : view->file_width;
        view->symbols[view->count++] = id;
      }
  sort_ids (view->symbols, rows, compare_rows, report);
}

const struct per_file_row *
per_file_view_next (struct per_file_view *view)
{
  const struct report *report = view->report;
  if (view->next == view->count)
    return NULL;
  const sym_id id = view->symbols[view->next++];
  const struct spread *spread = &report->spreads->items[id];
  const double variance = spread_variance (spread, view->files);
  view->row
      = (struct per_file_row){ .symbol = id,
                               .mean = report_time (report, spread->mean),
                               .minimum = report_time (report, spread->least),
                               .maximum = report_time (report, spread->most),
                               .has_deviation = view->files > 1,
                               .deviation
                               = report_time (report, sqrt (variance)),
                               .imbalance = spread->most / spread->mean,
                               .file = spread->most_file };
  return &view->row;
}

void
per_file_view_end (struct per_file_view *view)
{
  free (view->symbols);
  view->symbols = NULL;
}

/* --- Text ---------------------------------------------------------------- */

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

void
print_per_file (struct report *report)
{
  struct per_file_view view;
  per_file_view_start (&view, report);
  report_separate (report);
  print_heading (report, &view);
  for (const struct per_file_row *row;
       (row = per_file_view_next (&view)) != NULL;)
    print_row (report, &view, row);
  report_print_recording (report);
  if (!report->options->brief)
    print_per_file_blurb (report->output);
  per_file_view_end (&view);
}
