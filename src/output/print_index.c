/* print_index.c - the index by function name (R8): symbols by name, then
   cycles, as text in three columns that are filled downwards.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "output/formats.h"
#include "output/report.h"
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

/* The nodes that are listed, in their order, to be freed; *COUNT becomes how
   many these are.  */
static uint32_t *
list_items (const struct report *report, size_t *count)
{
  const size_t symbols = report->symtab->count;
  const size_t nodes = report->analysis->node_count;
  uint32_t *items = array_new (nodes, sizeof *items);
  *count = 0;
  for (size_t i = 0; i < nodes; i++)
    {
      const uint32_t node
          = i < symbols ? report->name_order.by_name[i] : (uint32_t)i;
      if (has_item (report, node))
        items[(*count)++] = node;
    }
  return items;
}

/* The file that distinguishes static functions of one name; lines have it in
   their names.  */
static const char *
source_of (const struct report *report, sym_id id)
{
  const source_id file = report->symtab->file[id];
  if (report->options->by_line || file == SOURCE_NONE
      || !(report->symtab->flags[id] & SYMBOL_STATIC)
      || names_tell_file (report->names, id))
    return NULL;
  return names_of_source (report->names, file);
}

/* --- Text ---------------------------------------------------------------- */

enum
{
  COLUMNS = 3,
  LABEL_WIDTH = 5,
  NAME_WIDTH = 19, /* in the traditional style */
  LABEL_ROOM = PUT_COUNT_MOST + PUT_SLACK
};

/* Print the name of NODE and return how many bytes that took.  */
static size_t
print_item_name (const struct report *report, uint32_t node)
{
  struct output *out = report->output;
  const uint32_t cycle = report_cycle_of_node (report, node);
  if (cycle != 0)
    {
      char text[32];
      const int length
          = snprintf (text, sizeof text, "<cycle %u>", (unsigned)cycle);
      output_text (out, text);
      return (size_t)length;
    }
  const struct shown_name name = names_get (report->names, node);
  const char *source = source_of (report, node);
  output_bytes (out, name.text, name.length);
  if (source == NULL)
    return name.length;
  output_text (out, " (");
  output_text (out, source);
  output_char (out, ')');
  return name.length + strlen (source) + 3;
}

/* Every so many of COUNT ITEMS as there are ROWS, from number ROW on (R8.3): a
   long text pushes the rest of its row to the right.  */
static void
print_row (const struct report *report, const uint32_t *items, size_t count,
           size_t row, size_t rows)
{
  const size_t width = (size_t)(report->index_width - 1) / COLUMNS;
  size_t column = 0, start = 0;
  for (size_t i = row; i < count; i += rows)
    {
      char label[LABEL_ROOM];
      const size_t length
          = (size_t)(report_put_index (report, label, items[i]) - label);
      column += length;
      if (column < start + LABEL_WIDTH)
        {
          output_blanks (report->output, start + LABEL_WIDTH - column);
          column = start + LABEL_WIDTH;
        }
      output_char (report->output, ' ');
      output_bytes (report->output, label, length);
      output_char (report->output, ' ');
      column += print_item_name (report, items[i]);
      start += width;
    }
  output_char (report->output, '\n');
}

/* The same in the traditional style (R8.5).  */
static void
print_traditional_row (const struct report *report, const uint32_t *items,
                       size_t count, size_t row, size_t rows)
{
  for (size_t i = row; i < count; i += rows)
    {
      const uint32_t cycle = report_cycle_of_node (report, items[i]);
      char label[LABEL_ROOM], name[NAME_WIDTH + 1];
      *report_put_index (report, label, items[i]) = '\0';
      const int length
          = cycle != 0
                ? snprintf (name, sizeof name, "<cycle %u>", (unsigned)cycle)
                : snprintf (name, sizeof name, "%.*s", (int)NAME_WIDTH,
                            report->symtab->name[items[i]]);
      output_printf (report->output, "%6.6s ", label);
      output_name (report->output, name);
      output_blanks (report->output, NAME_WIDTH - (size_t)length);
    }
  output_char (report->output, '\n');
}

void
print_index (struct report *report)
{
  size_t count;
  uint32_t *items = list_items (report, &count);
  const size_t rows = (count + COLUMNS - 1) / COLUMNS;
  output_heading (report->output, "\f\nIndex by function name\n\n");
  for (size_t row = 0; row < rows; row++)
    if (report->options->traditional)
      print_traditional_row (report, items, count, row, rows);
    else
      print_row (report, items, count, row, rows);
  free (items);
}
