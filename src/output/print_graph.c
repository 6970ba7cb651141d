/* print_graph.c - the call graph as text (R6.40-R6.49).  */

#include "config.h"

#include <inttypes.h>

#include "base/i18n.h"
#include "output/formats.h"
#include "output/print_inlined.h"
#include "output/view_flat.h"
#include "output/view_graph.h"

struct graph_printer
{
  const struct report *report;
  struct output *out;
  unsigned child_width; /* of the column of child time */
  bool errors;
  bool has_per_call; /* arcs have the time of a call */
};

enum
{
  /* With --errors: errors of both times and two marks, between times and
     calls; bounds, between calls and names (R14.52); behind them, with stacks,
     the time of a call (R20.187).  */
  ERRORS_WIDTH = 17,
  BOUNDS_WIDTH = 16,
  PER_CALL_WIDTH = 11
};

/* Both times with their errors.  */
static char *
put_times_with_errors (const struct graph_printer *printer, char *at,
                       const struct graph_row *row)
{
  at = put_fixed (at, 7, 2, row->self);
  *at++ = ' ';
  at = report_put_error (printer->report, at, 7, row->self_error);
  *at++ = ' ';
  at = put_fixed (at, 7, 2, row->children);
  *at++ = ' ';
  at = report_put_error (printer->report, at, 7, row->children_error);
  *at++ = row->few_samples ? '?' : ' ';
  *at++ = row->is_lower_bound ? '>' : ' ';
  return at;
}

/* Self time and child time in their columns.  */
static char *
put_times (const struct graph_printer *printer, char *at,
           const struct graph_row *row)
{
  if (printer->errors)
    return put_times_with_errors (printer, at, row);
  at = put_fixed (at, 7, 2, row->self);
  *at++ = ' ';
  at = put_fixed (at, printer->child_width, 2, row->children);
  *at++ = ' ';
  return at;
}

/* Blanks up to WIDTH columns from START on.  */
static char *
pad (char *at, const char *start, size_t width)
{
  const size_t filled = (size_t)(at - start);
  return filled < width ? put_blanks (at, width - filled) : at;
}

/* The time of a call by an arc with a unit, as " 12.34 ms".  */
static char *
put_per_call (const struct graph_printer *printer, char *at,
              const struct graph_row *row)
{
  char *start = at;
  const char unit = printer->report->profile->dimension.abbreviation;
  const struct time_unit *scaled = time_unit_for (row->per_call);
  if (row->per_call > 0)
    {
      at = put_fixed (at, 7, 2, row->per_call * scaled->factor);
      *at++ = ' ';
      if (scaled->prefix != ' ')
        *at++ = scaled->prefix;
      *at++ = unit;
    }
  return pad (at, start, PER_CALL_WIDTH);
}

/* What stands between calls and name: of an arc, its bounds.  */
static char *
put_bounds (const struct graph_printer *printer, char *at,
            const struct graph_row *row)
{
  char *start = at;
  if (!printer->errors)
    return at;
  const bool is_arc = (row->kind == GRAPH_PARENT || row->kind == GRAPH_CHILD)
                      && row->left_out == 0 && row->has_times;
  *at++ = ' ';
  if (is_arc && row->is_measured && row->most > 0)
    at = put_fixed (put_literal (at, "<"), 0, 2, row->most);
  else if (is_arc && row->is_measured)
    at = put_literal (at, "measured");
  else if (is_arc && row->is_exact && row->is_at_least)
    at = put_fixed (put_literal (at, ">="), 0, 2, row->self + row->children);
  else if (is_arc && row->is_exact)
    at = put_literal (at, "exact");
  else if (is_arc)
    {
      at = put_fixed (put_literal (at, "0.00-"), 0, 2, row->most);
      if (row->is_at_least)
        *at++ = '+';
    }
  at = pad (at, start, BOUNDS_WIDTH);
  return printer->has_per_call ? put_per_call (printer, at, row) : at;
}

/* The columns that --errors adds behind the calls.  */
static unsigned
width_of_bounds (const struct graph_printer *printer)
{
  return !printer->errors        ? 0
         : printer->has_per_call ? BOUNDS_WIDTH + PER_CALL_WIDTH
                                 : BOUNDS_WIDTH;
}

/* The blanks in front of the calls of a row that has no times.  */
static unsigned
width_before_calls (const struct graph_printer *printer)
{
  return 22 + printer->child_width + (printer->errors ? ERRORS_WIDTH : 0);
}

/* "+5      " or eight blanks.  */
static char *
put_self_calls (char *at, uint64_t self_calls)
{
  if (self_calls == 0)
    return put_blanks (at, 8);
  *at++ = '+';
  return put_count_left (at, 7, self_calls);
}

/* The calls of an entry, if they were counted.  */
static char *
put_calls (char *at, const struct graph_row *row)
{
  if (!row->has_calls)
    return put_blanks (at, 15);
  at = put_count (at, 7, row->calls);
  return put_self_calls (at, row->self_calls);
}

/* The calls of an arc that passes on time, and all of the callee.  */
static char *
put_share_of_calls (char *at, const struct graph_row *row)
{
  if (!row->has_calls)
    return put_blanks (at, 15);
  at = put_count (at, 7, row->calls);
  *at++ = '/';
  return put_count_left (at, 7, row->total_calls);
}

/* A parent, a child or a member, or what --top leaves out of these
   (R14.147).  */
static void
print_relative (const struct graph_printer *printer,
                const struct graph_row *row)
{
  const char *what = row->kind == GRAPH_PARENT  ? "parent"
                     : row->kind == GRAPH_CHILD ? "child"
                                                : "member";
  const char *plural = row->kind == GRAPH_CHILD ? "ren" : "s";
  char *at = output_room (printer->out, LINE_ROOM);
  if (row->has_times)
    at = put_times (printer, put_blanks (at, 13), row);
  else
    {
      at = put_blanks (at, width_before_calls (printer));
      if (row->is_lower_bound)
        at[-1] = '>';
    }
  at = row->is_share ? put_share_of_calls (at, row) : put_calls (at, row);
  at = put_bounds (printer, at, row);
  at = put_blanks (at, 5);
  output_advance (printer->out, at);
  if (row->left_out == 0)
    report_print_name_line (printer->report, row->symbol);
  else
    output_printf (printer->out, "<%" PRIu32 " other %s%s>\n", row->left_out,
                   what, row->left_out == 1 ? "" : plural);
}

/* The self time of ROW, of something of which calls were not counted, up to
   what names it.  */
static void
print_self (const struct graph_printer *printer, const struct graph_row *row)
{
  char *const start = output_room (printer->out, LINE_ROOM);
  const size_t width
      = width_before_calls (printer) + 20 + width_of_bounds (printer);
  char *at = put_blanks (start, 13);
  at = put_fixed (at, 7, 2, row->self);
  if (printer->errors)
    {
      *at++ = ' ';
      at = report_put_error (printer->report, at, 7, row->self_error);
    }
  output_advance (printer->out, pad (at, start, width));
}

static void
print_indirect (const struct graph_printer *printer,
                const struct graph_row *row)
{
  struct output *out = printer->out;
  char *at = put_blanks (output_room (out, LINE_ROOM), 13);
  output_advance (out, put_times (printer, at, row));
  output_text (out, "      0/0      ");
  at = put_bounds (printer, output_room (out, LINE_ROOM), row);
  output_advance (out, put_blanks (at, 5));
  output_text (out, printer->report->graph->indirect_name);
  output_char (out, '\n');
}

/* "[7]      0.5    0.12    0.34 ", the beginning of a primary line, which is
   bold from here on; the index is cut after six bytes.  */
static char *
put_primary_times (const struct graph_printer *printer,
                   const struct graph_row *row)
{
  output_style (printer->out, STYLE_BOLD);
  char *at = output_room (printer->out, LINE_ROOM);
  char *start = at;
  *at++ = '[';
  at = put_count (at, 0, row->index);
  *at++ = ']';
  put_blanks (at, 6);
  at = start + 6;
  *at++ = ' ';
  at = put_percent (printer->out, at, 5, 1, row->percent, STYLE_BOLD);
  *at++ = ' ';
  return put_times (printer, at, row);
}

/* The line that an entry is about.  */
static void
print_primary (const struct graph_printer *printer,
               const struct graph_row *row)
{
  const bool is_cycle = row->kind == GRAPH_CYCLE;
  char *at = put_primary_times (printer, row);
  if (is_cycle || row->calls != 0 || row->self_calls != 0)
    at = put_calls (at, row);
  else
    at = put_blanks (at, 15);
  at = put_bounds (printer, at, row);
  *at++ = ' ';
  output_advance (printer->out, at);
  if (is_cycle)
    output_printf (printer->out, "<cycle %u as a whole> [%u]\n",
                   (unsigned)row->cycle, (unsigned)row->index);
  else
    report_print_name_line (printer->report, row->symbol);
  output_style (printer->out, STYLE_PLAIN);
}

static void
print_row (void *context, const struct graph_row *row)
{
  const struct graph_printer *printer = context;
  switch (row->kind)
    {
    case GRAPH_SPONTANEOUS:
      output_blanks (printer->out, width_before_calls (printer) + 20
                                       + width_of_bounds (printer));
      output_text (printer->out, "<spontaneous>\n");
      break;
    case GRAPH_PARENT:
    case GRAPH_CHILD:
    case GRAPH_MEMBER:
      print_relative (printer, row);
      break;
    case GRAPH_PRIMARY:
    case GRAPH_CYCLE:
      print_primary (printer, row);
      break;
    case GRAPH_INLINED:
      print_self (printer, row);
      print_inlined_name (printer->report, row->part);
      break;
    case GRAPH_RECORDING:
      print_self (printer, row);
      output_text (printer->out, RECORDING "\n");
      break;
    case GRAPH_INDIRECT:
      print_indirect (printer, row);
      break;
    case GRAPH_END:
      output_text (printer->out,
                   printer->report->options->traditional
                       ? "\n-----------------------------------------------\n"
                         "\n"
                       : "-----------------------------------------------\n");
      break;
    }
}

/* --- The listing -------------------------------------------------------- */

/* Has each arc the time of a call (R20.187)?  */
static bool
has_per_call (const struct report *report)
{
  return report->profile->arcs_are_measured && !report->profile->lacks_calls;
}

static void
print_traditional_heading (struct output *out)
{
  static const char around[] = "%6.6s %5.5s %7.7s %11.11s %7.7s/%-7.7s"
                               "     %-8.8s\n";
  output_style (out, STYLE_BOLD);
  output_printf (out, around, "", "", "", "", "called", "total", "parents");
  output_printf (out,
                 "%-6.6s %5.5s %7.7s %11.11s %7.7s+%-7.7s %-8.8s\t%5.5s\n",
                 "index", "%time", "self", "descendants", "called", "self",
                 "name", "index");
  output_printf (out, around, "", "", "", "", "called", "total", "children");
  output_style (out, STYLE_PLAIN);
  output_char (out, '\n');
}

static void
print_heading (struct report *report, const struct graph_totals *totals)
{
  struct output *out = report->output;
  const struct options *options = report->options;
  if (options->traditional && !options->brief)
    {
      output_heading (out, "\n\n\ncall graph profile:\n");
      print_graph_blurb (report);
    }
  report_separate (report);
  if (!options->traditional)
    output_heading (out,
                    options->brief
                        ? "\t\t\tCall graph\n\n"
                        : "\t\t     Call graph (explanation follows)\n\n");
  output_printf (out,
                 "\ngranularity: each sample hit covers %" PRId64 " byte(s)",
                 report_granularity (report));
  if (totals->has_time)
    output_printf (out, " for %.2f%% of %.2f seconds\n\n",
                   totals->sample_percent, totals->total);
  else
    output_text (out, " no time propagated\n\n");
  report_print_few_samples (report, LISTING_GRAPH);
  if (options->traditional)
    print_traditional_heading (out);
  else if (options->errors)
    output_heading (out, has_per_call (report)
                             ? "index % time    self     +-  children      +-"
                               "     called      bounds          per call"
                               "   name\n"
                             : "index % time    self     +-  children      +-"
                               "     called      bounds          name\n");
  else
    output_heading (out,
                    "index % time    self  children    called     name\n");
}

/* What the options leave out (R14.4).  */
static void
print_left_out (struct output *out, const struct graph_totals *totals)
{
  const size_t count = totals->left_out;
  if (count == 0)
    return;
  output_char (out, '\n');
  output_printf (out,
                 P_ ("%zu entry is left out, with %.2f of %.2f seconds of "
                     "self time.",
                     "%zu entries are left out, with %.2f of %.2f seconds of "
                     "self time.",
                     count),
                 count, totals->left_out_time, totals->total);
  output_char (out, '\n');
}

void
print_graph (struct report *report)
{
  struct graph_printer printer
      = { .report = report,
          .out = report->output,
          .child_width = report->options->traditional ? 11 : 7,
          .errors = report->options->errors,
          .has_per_call = has_per_call (report) };
  const struct graph_totals totals = graph_view_totals (report);
  print_heading (report, &totals);
  graph_view_walk (report, print_row, &printer);
  print_left_out (printer.out, &totals);
  report_print_missing (report, LISTING_GRAPH);
  if (!report->options->brief && !report->options->traditional)
    print_graph_blurb (report);
}
