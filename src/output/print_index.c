/* print_index.c - the index by function name (R8): symbols by name, then
   cycles, as text in three columns that are filled downwards.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "output/formats.h"
#include "output/printers.h"
#include "output/view_graph.h"

/* --- Items --------------------------------------------------------------- */

/* Has NODE an item?  (R8.1, R14.5, R16.75)  */
static bool
has_item (const struct report *report, size_t node)
{
  if (shown_leaves_out (report->options))
    return graph_view_has_entry (report, node);
  return report_cycle_of_node (report, node) != 0
         || report_shows_unused (report, (sym_id)node)
         || analysis_is_used (report->analysis, (sym_id)node)
         || (report->profile->arcs_are_measured
             && graph_view_has_entry (report, node));
}

void
index_view_start (struct index_view *view, const struct report *report)
{
  const struct analysis *analysis = report->analysis;
  const size_t symbols = report->symtab->count;
  *view = (struct index_view){ .report = report };
  view->nodes = array_new (analysis->node_count, sizeof *view->nodes);
  for (size_t i = 0; i < symbols; i++)
    {
      const sym_id id = report->name_order.by_name[i];
      if (has_item (report, id))
        view->nodes[view->count++] = id;
    }
  for (size_t node = symbols; node < analysis->node_count; node++)
    if (has_item (report, node))
      view->nodes[view->count++] = (uint32_t)node;
}

/* The file that distinguishes static functions of one name; lines have it in
   their names.  */
static const char *
source_of (const struct report *report, sym_id id)
{
  const source_id file = report->symtab->file[id];
  if (report->options->by_line || file == SOURCE_NONE
      || !(report->symtab->flags[id] & SYMBOL_STATIC))
    return NULL;
  return names_of_source (report->names, file);
}

struct index_item
index_view_item (const struct index_view *view, size_t number)
{
  const struct report *report = view->report;
  const uint32_t node = view->nodes[number];
  const uint32_t cycle = report_cycle_of_node (report, node);
  return (struct index_item){ .index = report->index[node],
                              .shown = report_shows (report, node),
                              .cycle = cycle,
                              .symbol = cycle == 0 ? (sym_id)node : SYM_NONE,
                              .source = cycle == 0
                                            ? source_of (report, (sym_id)node)
                                            : NULL };
}

void
index_view_end (struct index_view *view)
{
  free (view->nodes);
  view->nodes = NULL;
}

/* --- Text ---------------------------------------------------------------- */

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

void
print_index (struct report *report)
{
  struct index_view view;
  index_view_start (&view, report);
  const size_t rows = (view.count + COLUMNS - 1) / COLUMNS;
  output_heading (report->output, "\f\nIndex by function name\n\n");
  for (size_t row = 0; row < rows; row++)
    if (report->options->traditional)
      print_traditional_row (report, &view, row, rows);
    else
      print_row (report, &view, row, rows);
  index_view_end (&view);
}
