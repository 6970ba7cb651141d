/* print_index.c - the index by function name (R8).

   Three columns, filled downwards.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "sort.h"
#include "vec.h"

enum
{
  COLUMNS = 3,
  LABEL_WIDTH = 5
};

static int
compare_names (uint32_t a, uint32_t b, const void *context)
{
  const struct symtab *symtab = context;
  return strcmp (symtab->name[a], symtab->name[b]);
}

/* Fill NODES with what the index lists, in its order; returns how many.  */
static enum status
collect (const struct report *report, uint32_t *nodes, size_t *count,
         struct diag *diag)
{
  const struct analysis *analysis = report->analysis;
  size_t listed = 0;
  for (sym_id id = 0; id < report->symtab->count; id++)
    if (report->options->show_unused || analysis_is_used (analysis, id))
      nodes[listed++] = id;
  enum status status
      = sort_ids (nodes, listed, compare_names, report->symtab, diag);
  for (size_t node = report->symtab->count; node < analysis->node_count;
       node++)
    nodes[listed++] = (uint32_t)node;
  *count = listed;
  return status;
}

/* "[7]", or "(7)" if there is no such entry.  */
static void
make_label (const struct report *report, size_t node, char label[16])
{
  snprintf (label, 16, report->analysis->shown[node] ? "[%u]" : "(%u)",
            (unsigned)report->index[node]);
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
  const char *name = names_of (report->names, (sym_id)node);
  size_t length = strlen (name);
  output_bytes (out, name, length);
  const source_id file = report->symtab->file[node];
  if (!report->options->by_line
      && (report->symtab->flags[node] & SYMBOL_STATIC) && file != SOURCE_NONE)
    {
      const char *source = names_of_source (report->names, file);
      output_text (out, " (");
      output_text (out, source);
      output_char (out, ')');
      length += strlen (source) + 3;
    }
  return length;
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
      char label[16];
      make_label (report, nodes[i], label);
      column += strlen (label);
      if (column < start + LABEL_WIDTH)
        {
          output_blanks (report->output, start + LABEL_WIDTH - column);
          column = start + LABEL_WIDTH;
        }
      output_char (report->output, ' ');
      output_text (report->output, label);
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
      char label[16], cycle_text[32];
      const uint32_t cycle = report_cycle_of_node (report, nodes[i]);
      make_label (report, nodes[i], label);
      snprintf (cycle_text, sizeof cycle_text, "<cycle %u>", (unsigned)cycle);
      output_printf (report->output, "%6.6s %-19.19s", label,
                     cycle != 0 ? cycle_text : report->symtab->name[nodes[i]]);
    }
  output_char (report->output, '\n');
}

enum status
print_index (struct report *report, struct diag *diag)
{
  uint32_t *nodes = array_new (report->analysis->node_count, sizeof *nodes);
  if (nodes == NULL)
    return diag_no_memory (diag);
  size_t count = 0;
  enum status status = collect (report, nodes, &count, diag);
  if (status == STATUS_OK)
    {
      const size_t rows = (count + COLUMNS - 1) / COLUMNS;
      output_text (report->output, "\f\nIndex by function name\n\n");
      for (size_t row = 0; row < rows; row++)
        if (report->options->traditional)
          print_traditional_row (report, nodes, count, row, rows);
        else
          print_row (report, nodes, count, row, rows);
    }
  free (nodes);
  return status;
}
