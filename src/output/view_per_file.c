/* view_per_file.c - the rows of --per-file (R14.60).  */

#include "config.h"

#include "output/view_per_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "base/vec.h"

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

enum status
per_file_view_start (struct per_file_view *view, const struct report *report,
                     struct diag *diag)
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
  if (view->symbols == NULL)
    return diag_no_memory (diag);
  for (sym_id id = 0; id < count; id++)
    if (spreads[id].files > 0)
      {
        const size_t width = strlen (spreads[id].most_file);
        view->file_width = width > view->file_width ? width : view->file_width;
        view->symbols[view->count++] = id;
      }
  return sort_ids (view->symbols, rows, compare_rows, report, diag);
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
