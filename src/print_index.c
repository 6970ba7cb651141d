/* print_index.c - the index by function name (R8).

   Three columns, filled downwards.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "vec.h"

enum
{
  COLUMNS = 3,
  LABEL_WIDTH = 5,
  NAME_WIDTH = 19, /* in the traditional style */
  LABEL_ROOM = PUT_COUNT_MOST + PUT_SLACK
};

/* Fill NODES with what the index lists, in its order; returns how many.  */
static size_t
collect (const struct report *report, uint32_t *nodes)
{
  const struct analysis *analysis = report->analysis;
  const size_t symbols = report->symtab->count;
  size_t listed = 0;
  for (size_t i = 0; i < symbols; i++)
    {
      const sym_id id = report->name_order.by_name[i];
      if (report->options->show_unused || analysis_is_used (analysis, id))
        nodes[listed++] = id;
    }
  for (size_t node = symbols; node < analysis->node_count; node++)
    nodes[listed++] = (uint32_t)node;
  return listed;
}

/* "[7]", or "(7)" if there is no such entry.  */
static char *
put_label (char *at, const struct report *report, size_t node)
{
  const bool shown = report->analysis->shown[node];
  *at++ = shown ? '[' : '(';
  at = put_count (at, 0, report->index[node]);
  *at++ = shown ? ']' : ')';
  return at;
}

/* Print the item's name and return how many bytes that took.  */
static size_t
print_item_name (const struct report *report, size_t node)
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
  const struct shown_name name = names_get (report->names, (sym_id)node);
  output_bytes (out, name.text, name.length);
  const source_id file = report->symtab->file[node];
  if (report->options->by_line
      || !(report->symtab->flags[node] & SYMBOL_STATIC) || file == SOURCE_NONE)
    return name.length;
  const char *source = names_of_source (report->names, file);
  output_text (out, " (");
  output_text (out, source);
  output_char (out, ')');
  return name.length + strlen (source) + 3;
}

/* One row (R8.3): a long text pushes the rest of its row to the right.  */
static void
print_row (const struct report *report, const uint32_t *nodes, size_t count,
           size_t row, size_t rows)
{
  const size_t width = (size_t)(report->options->width - 1) / COLUMNS;
  size_t column = 0, start = 0;
  for (size_t i = row; i < count; i += rows)
    {
      char label[LABEL_ROOM];
      const char *end = put_label (label, report, nodes[i]);
      const size_t length = (size_t)(end - label);
      column += length;
      if (column < start + LABEL_WIDTH)
        {
          output_blanks (report->output, start + LABEL_WIDTH - column);
          column = start + LABEL_WIDTH;
        }
      output_char (report->output, ' ');
      output_bytes (report->output, label, length);
      output_char (report->output, ' ');
      column += print_item_name (report, nodes[i]);
      start += width;
    }
  output_char (report->output, '\n');
}

/* The same in the traditional style (R8.5).  */
static void
print_traditional_row (const struct report *report, const uint32_t *nodes,
                       size_t count, size_t row, size_t rows)
{
  for (size_t i = row; i < count; i += rows)
    {
      char label[LABEL_ROOM], name[NAME_WIDTH + 1];
      const uint32_t cycle = report_cycle_of_node (report, nodes[i]);
      *put_label (label, report, nodes[i]) = '\0';
      const int length
          = cycle != 0
                ? snprintf (name, sizeof name, "<cycle %u>", (unsigned)cycle)
                : snprintf (name, sizeof name, "%.*s", (int)NAME_WIDTH,
                            report->symtab->name[nodes[i]]);
      output_printf (report->output, "%6.6s ", label);
      output_name (report->output, name);
      output_blanks (report->output, NAME_WIDTH - (size_t)length);
    }
  output_char (report->output, '\n');
}

enum status
print_index (struct report *report, struct diag *diag)
{
  uint32_t *nodes = array_new (report->analysis->node_count, sizeof *nodes);
  if (nodes == NULL)
    return diag_no_memory (diag);
  const size_t count = collect (report, nodes);
  const size_t rows = (count + COLUMNS - 1) / COLUMNS;
  output_text (report->output, "\f\nIndex by function name\n\n");
  for (size_t row = 0; row < rows; row++)
    if (report->options->traditional)
      print_traditional_row (report, nodes, count, row, rows);
    else
      print_row (report, nodes, count, row, rows);
  free (nodes);
  return STATUS_OK;
}
