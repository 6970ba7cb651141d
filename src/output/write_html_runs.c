/* write_html_runs.c - what a page shows of several runs: how times vary
   between them, and what has changed.  */

#include "config.h"

#include "write_html_private.h"

#include <string.h>

#include "output/view_diff.h"
#include "output/view_per_file.h"

enum
{
  COLUMN_ROWS = 40 /* functions whose time in each profile is shown */
};

/* The number of the profile called NAME.  */
static size_t
profile_number (const struct report *report, const char *name)
{
  size_t i = 0;
  while (i < report->options->profiles.count
         && strcmp (report->options->profiles.items[i], name) != 0)
    i++;
  return i;
}

/* NAME, that of a profile, as its number among those that were named, if it is
   one of them.  */
static void
write_profile (struct html_writer *writer, const char *name)
{
  const size_t number = profile_number (writer->report, name);
  if (number < writer->report->options->profiles.count)
    json_whole (&writer->json, NULL, number);
  else
    json_text (&writer->json, NULL, name);
}

/* Of each column the first profile; and of the functions with most time the
   mean samples in each.  */
static void
write_columns (struct html_writer *writer, const struct per_file_view *view)
{
  struct json *json = &writer->json;
  const struct file_columns *columns = writer->report->spreads->columns;
  const size_t count = file_columns_count (columns);
  const size_t rows = view->count < COLUMN_ROWS ? view->count : COLUMN_ROWS;
  json_whole (json, "width", columns->width);
  json_open_array (json, "first");
  for (size_t i = 0; i < count; i++)
    write_profile (writer, columns->first[i]);
  json_close (json);
  json_open_array (json, "columns");
  for (size_t row = 0; row < rows; row++)
    {
      json_open_array (json, NULL);
      html_function (writer, NULL, view->symbols[row]);
      for (size_t i = 0; i < count; i++)
        html_samples (json,
                      file_columns_mean (columns, view->symbols[row], i));
      json_close (json);
    }
  json_close (json);
}

enum status
html_per_file (struct html_writer *writer)
{
  struct json *json = &writer->json;
  struct per_file_view view;
  enum status status
      = per_file_view_start (&view, writer->report, writer->diag);
  json_open_object (json, "per_file");
  json_whole (json, "count", view.files);
  json_open_array (json, "rows");
  if (status == STATUS_OK)
    for (const struct per_file_row *row;
         (row = per_file_view_next (&view)) != NULL;)
      {
        html_function (writer, NULL, row->symbol);
        json_number (json, NULL, row->mean);
        json_number (json, NULL, row->minimum);
        json_number (json, NULL, row->maximum);
        if (row->has_deviation)
          json_number (json, NULL, row->deviation);
        else
          json_text (json, NULL, NULL);
        write_profile (writer, row->file);
      }
  json_close (json);
  if (status == STATUS_OK)
    write_columns (writer, &view);
  json_close (json);
  per_file_view_end (&view);
  return status;
}

/* One row: the number of the function, if it has one, or null, its name, its
   kind, old and new time, error of the difference, is it significant, old and
   new calls per profile.  */
static void
write_compared (struct html_writer *writer, struct diff_view *view,
                const struct diff_row *row)
{
  struct json *json = &writer->json;
  const struct change *change = row->change;
  const uint32_t number
      = row->kind == DIFF_GONE
            ? ROW_NONE
            : functions_view_number (&writer->functions,
                                     row->match->first[SIDE_NEW]);
  if (number != ROW_NONE)
    json_whole (json, NULL, number);
  else
    json_text (json, NULL, NULL);
  json_text (json, NULL, diff_view_name (view, row));
  json_whole (json, NULL, (unsigned)row->kind);
  json_number (json, NULL, change->sides[SIDE_OLD].time);
  json_number (json, NULL, change->sides[SIDE_NEW].time);
  json_number (json, NULL, change->error);
  json_whole (json, NULL, change->significant);
  json_number (json, NULL, row->calls[SIDE_OLD].number);
  json_number (json, NULL, row->calls[SIDE_NEW].number);
}

static void
write_sums (struct json *json, const struct diff_view *view)
{
  const struct change *total = view->total.change;
  json_open_array (json, "files");
  json_whole (json, NULL, view->files[SIDE_OLD]);
  json_whole (json, NULL, view->files[SIDE_NEW]);
  json_close (json);
  json_truth (json, "by_spread", view->by_spread);
  json_open_array (json, "rest");
  json_whole (json, NULL, view->rest.functions);
  json_number (json, NULL, view->rest.time[SIDE_OLD]);
  json_number (json, NULL, view->rest.time[SIDE_NEW]);
  json_close (json);
  json_open_array (json, "total");
  json_number (json, NULL, total->sides[SIDE_OLD].time);
  json_number (json, NULL, total->sides[SIDE_NEW].time);
  json_number (json, NULL, total->error);
  json_whole (json, NULL, total->significant);
  json_close (json);
}

enum status
html_comparison (struct html_writer *writer)
{
  struct json *json = &writer->json;
  struct diff_view view;
  enum status status = diff_view_start (&view, writer->report, writer->diag);
  json_open_object (json, "comparison");
  if (status == STATUS_OK)
    {
      write_sums (json, &view);
      json_open_array (json, "rows");
      for (const struct diff_row *row; (row = diff_view_next (&view)) != NULL;)
        write_compared (writer, &view, row);
      json_close (json);
    }
  json_close (json);
  diff_view_end (&view);
  return status;
}
