/* print_index.c - the index by function name as text (R8).

   Three columns, filled downwards.  */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "output/listings.h"
#include "output/view_index.h"

enum
{
  COLUMNS = 3,
  LABEL_WIDTH = 5,
  NAME_WIDTH = 19, /* in the traditional style */
  LABEL_ROOM = PUT_COUNT_MOST + PUT_SLACK
};

/* "[7]", or "(7)" if there is no such entry.  */
static char *
put_label (char *at, const struct index_item *item)
{
  *at++ = item->shown ? '[' : '(';
  at = put_count (at, 0, item->index);
  *at++ = item->shown ? ']' : ')';
  return at;
}

/* Print the item's name and return how many bytes that took.  */
static size_t
print_item_name (const struct report *report, const struct index_item *item)
{
  struct output *out = report->output;
  if (item->cycle != 0)
    {
      char text[32];
      const int length
          = snprintf (text, sizeof text, "<cycle %u>", (unsigned)item->cycle);
      output_text (out, text);
      return (size_t)length;
    }
  const struct shown_name name = names_get (report->names, item->symbol);
  output_bytes (out, name.text, name.length);
  if (item->source == NULL)
    return name.length;
  output_text (out, " (");
  output_text (out, item->source);
  output_char (out, ')');
  return name.length + strlen (item->source) + 3;
}

/* One row (R8.3): a long text pushes the rest of its row to the right.  */
static void
print_row (const struct report *report, const struct index_view *view,
           size_t row, size_t rows)
{
  const size_t width = (size_t)(report->index_width - 1) / COLUMNS;
  size_t column = 0, start = 0;
  for (size_t i = row; i < view->count; i += rows)
    {
      const struct index_item item = index_view_item (view, i);
      char label[LABEL_ROOM];
      const size_t length = (size_t)(put_label (label, &item) - label);
      column += length;
      if (column < start + LABEL_WIDTH)
        {
          output_blanks (report->output, start + LABEL_WIDTH - column);
          column = start + LABEL_WIDTH;
        }
      output_char (report->output, ' ');
      output_bytes (report->output, label, length);
      output_char (report->output, ' ');
      column += print_item_name (report, &item);
      start += width;
    }
  output_char (report->output, '\n');
}

/* The same in the traditional style (R8.5).  */
static void
print_traditional_row (const struct report *report,
                       const struct index_view *view, size_t row, size_t rows)
{
  for (size_t i = row; i < view->count; i += rows)
    {
      const struct index_item item = index_view_item (view, i);
      char label[LABEL_ROOM], name[NAME_WIDTH + 1];
      *put_label (label, &item) = '\0';
      const int length
          = item.cycle != 0
                ? snprintf (name, sizeof name, "<cycle %u>",
                            (unsigned)item.cycle)
                : snprintf (name, sizeof name, "%.*s", (int)NAME_WIDTH,
                            report->symtab->name[item.symbol]);
      output_printf (report->output, "%6.6s ", label);
      output_name (report->output, name);
      output_blanks (report->output, NAME_WIDTH - (size_t)length);
    }
  output_char (report->output, '\n');
}

enum status
print_index (struct report *report, struct diag *diag)
{
  struct index_view view;
  enum status status = index_view_start (&view, report, diag);
  if (status == STATUS_OK)
    {
      const size_t rows = (view.count + COLUMNS - 1) / COLUMNS;
      output_heading (report->output, "\f\nIndex by function name\n\n");
      for (size_t row = 0; row < rows; row++)
        if (report->options->traditional)
          print_traditional_row (report, &view, row, rows);
        else
          print_row (report, &view, row, rows);
    }
  index_view_end (&view);
  return status;
}
