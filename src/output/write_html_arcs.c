/* write_html_arcs.c - callers and callees of functions, for readers without
   JavaScript (R15.82).  */

#include "config.h"

#include "write_html_private.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/i18n.h"

enum
{
  SIDE_ROWS = 5 /* callers of a function, and callees, that have rows */
};

/* The callers of a function, or its callees.  */
struct side_list
{
  struct arc_row rows[SIDE_ROWS]; /* those that pass most */
  size_t count;                   /* all of them */
  double rest;                    /* samples of those that have no row */
};

static double
passed (const struct arc_row *row)
{
  return row->self_samples + row->children_samples;
}

/* ONE and OTHER are callers of a function, or its callees.  */
static bool
is_before (const struct arc_row *one, const struct arc_row *other)
{
  if (passed (one) != passed (other))
    return passed (one) > passed (other);
  if (one->calls != other->calls)
    return one->calls > other->calls;
  return one->caller + one->callee < other->caller + other->callee;
}

/* Add ROW to LIST.  */
static void
add_arc (struct side_list *list, const struct arc_row *row)
{
  size_t at = list->count < SIDE_ROWS ? list->count : SIDE_ROWS;
  if (list->count++ >= SIDE_ROWS)
    list->rest += passed (is_before (row, &list->rows[SIDE_ROWS - 1])
                              ? &list->rows[SIDE_ROWS - 1]
                              : row);
  for (; at > 0 && is_before (row, &list->rows[at - 1]); at--)
    if (at < SIDE_ROWS)
      list->rows[at] = list->rows[at - 1];
  if (at < SIDE_ROWS)
    list->rows[at] = *row;
}

/* The arcs ARCS[FIRST .. LIMIT-1], of a function.  */
static struct side_list
collect (const struct html_writer *writer, const arc_id *arcs, size_t first,
         size_t limit)
{
  struct side_list list = { .count = 0 };
  struct arc_row row;
  for (size_t i = first; i < limit; i++)
    if (functions_view_arc (&writer->functions, arcs[i], &row)
        && row.certainty != ARC_RECURSIVE)
      add_arc (&list, &row);
  return list;
}

/* How sure the time of ROW is.  What was measured is exact here.  */
static const char *
kind_of (const struct arc_row *row)
{
  switch (row->certainty)
    {
    case ARC_EXACT:
    case ARC_MEASURED:
      return _ ("exact");
    case ARC_ESTIMATED:
      return _ ("estimated");
    default:
      return _ ("in a cycle");
    }
}

static void
put_arc (struct html_writer *writer, const char *side,
         const struct arc_row *row, uint32_t other)
{
  struct output *output = writer->output;
  output_text (output, "<tr><td>");
  html_text (writer, side);
  output_printf (output, "<td>%s%" PRIu64 "<td>",
                 row->is_lower_bound ? "≥ " : "", row->calls);
  if (row->certainty != ARC_OF_CYCLE)
    output_printf (output, "%.*f", (int)html_time_digits (writer->report),
                   row->self + row->children);
  output_text (output, "<td>");
  html_text (writer, kind_of (row));
  output_text (output, "<td>");
  html_link (writer, other);
  output_char (output, '\n');
}

/* The row of what has none in LIST.  */
static void
put_rest (struct html_writer *writer, const char *side,
          const struct side_list *list)
{
  const struct report *report = writer->report;
  char count[32], time[400], text[600];
  snprintf (count, sizeof count, "%zu", list->count - SIDE_ROWS);
  snprintf (time, sizeof time, "%.*f", (int)html_time_digits (report),
            report_time (report, list->rest));
  snprintf (text, sizeof text, _ ("%s more, with %s"), count, time);
  output_text (writer->output, "<tr><td>");
  html_text (writer, side);
  output_text (writer->output, "<td><td><td><td>");
  html_text (writer, text);
  output_char (writer->output, '\n');
}

static void
put_side (struct html_writer *writer, const struct side_list *list,
          bool has_callers)
{
  const char *side = has_callers ? _ ("Callers") : _ ("Callees");
  for (size_t i = 0; i < list->count && i < SIDE_ROWS; i++)
    put_arc (writer, side, &list->rows[i],
             has_callers ? list->rows[i].caller : list->rows[i].callee);
  if (list->count > SIDE_ROWS)
    put_rest (writer, side, list);
}

static void
put_function (struct html_writer *writer, uint32_t number)
{
  const struct callgraph *graph = writer->report->graph;
  const struct function_row *row = &writer->rows[number];
  const arc_id *callers = &graph->parent_start[row->symbol];
  const arc_id *callees = &graph->child_start[row->symbol];
  const struct side_list lists[]
      = { collect (writer, graph->parent_arc, callers[0], callers[1]),
          collect (writer, graph->child_arc, callees[0], callees[1]) };
  output_printf (writer->output,
                 "<tbody id=\"f%" PRIu32
                 "\"><tr><th colspan=\"5\" scope=\"rowgroup\">",
                 number);
  html_text (writer, row->name);
  output_char (writer->output, '\n');
  put_side (writer, &lists[0], true);
  put_side (writer, &lists[1], false);
  output_text (writer->output, "</tbody>\n");
}

void
html_arcs (struct html_writer *writer)
{
  const char *const headings[]
      = { "", _ ("calls"), _ ("time"), "", _ ("function") };
  char caption[300];
  snprintf (caption, sizeof caption, "%s, %s", _ ("Callers"), _ ("Callees"));
  html_open_table (writer, caption, headings,
                   sizeof headings / sizeof *headings);
  for (size_t i = 0; i < writer->linked; i++)
    put_function (writer, (uint32_t)i);
  output_text (writer->output, "</table>\n");
}
