/* write_dot.c - the call graph as a picture: what it shows (R15.67-R15.76),
   also what has changed (R15.78, R15.79), in the language of Graphviz, or drawn
   by the program dot (R15.77).  */

#include "config.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/filter.h"
#include "base/i18n.h"
#include "base/memory.h"
#include "base/paths.h"
#include "base/quoting.h"
#include "input/options.h"
#include "output/formats.h"
#include "output/report.h"
#include "output/view_diff.h"
#include "output/view_functions.h"

enum
{
  BREAK_AFTER = 24, /* characters of a name, behind which a line may end, */
  LINE_MOST = 40,   /* and must end */
  LINES_MOST = 4,   /* of a name */
  TEXT_MOST = 8000 /* bytes of any other text, of which two may stand together:
                       dot reads no more than 16,383 */
};

/* Is not to be moved while it is in use.  */
struct dot
{
  struct output *out;
  struct report report;   /* the one given, with these options: */
  struct options options; /* the user's, but for the smallest share */
  struct functions_view view;
  struct diff_view changes; /* with --diff, else zeroed, */
  bool *drawn;              /* of each match: a box has its change */
  double all;               /* samples; 0 if there are none */
  size_t arcs;              /* written so far */
};

/* --- What is shown ------------------------------------------------------- */

/* Shares of all time, in percent, below which functions and arcs are left out
   if no option says otherwise; and how many arcs are for one function.  */
#define LEAST_PERCENT 0.5
#define ARC_RATIO 5

/* SAMPLES of all, from 0 to 1.  */
static double
share_of (const struct dot *to, double samples)
{
  const double share = to->all > 0 ? samples / to->all : 0;
  return share > 1 ? 1 : share;
}

/* Let TO be of REPORT, which is borrowed.  Where no option chooses functions,
   those that take little are left out; but without time none does.  */
static void
start (struct dot *to, const struct report *report)
{
  *to = (struct dot){ .out = report->output,
                      .report = *report,
                      .options = *report->options,
                      .all = report->total_ticks };
  struct options *options = &to->options;
  if (!options->min_percent_named && options->top == 0 && to->all > 0)
    options->min_percent = LEAST_PERCENT;
  to->report.options = options;
  functions_view_start_picture (&to->view, &to->report);
  to->view.least_arc = to->all * options->min_percent / 100 / ARC_RATIO;
  if (report->listings & LISTING_DIFF)
    {
      const size_t matches = report->comparison->matching.matches.count;
      diff_view_start (&to->changes, &to->report);
      to->drawn = array_new (matches, sizeof *to->drawn);
    }
}

static void
end (struct dot *to)
{
  if (to->changes.comparison != NULL)
    diff_view_end (&to->changes);
  free (to->drawn);
  functions_view_end (&to->view);
}

/* Is the arc from CALLER too small?  One within a cycle passes on no time, so
   its calls count, among those within the cycle.  */
static bool
is_small (const struct dot *to, const struct arc_row *arc,
          const struct function_row *caller)
{
  if (arc->certainty != ARC_OF_CYCLE || caller->cycle == 0)
    return false;
  const struct cycle_row cycle
      = functions_view_cycle (&to->view, caller->cycle);
  return 100 * ARC_RATIO * (double)arc->calls
         < to->options.min_percent * (double)cycle.self_calls;
}

/* --- Texts --------------------------------------------------------------- */

static void
put_quoted (struct dot *to, const char *text)
{
  output_quoted_start (to->out, quote_dot, text, TEXT_MOST);
}

/* May a line end behind this byte of a name?  */
static bool
is_end (unsigned char c, unsigned char next)
{
  return strchr (",<( ", c) != NULL || (c == ':' && next != ':');
}

/* NAME in short lines, and what is too long cut off.  */
static void
put_name (struct dot *to, const char *name)
{
  const unsigned char *at = (const unsigned char *)name;
  unsigned column = 0, line = 1;
  while (*at != '\0')
    {
      const unsigned char c = *at;
      char *end = output_room (to->out, QUOTED_MOST);
      output_advance (to->out, end + quote_dot (&at, end));
      column++;
      if (*at == '\0'
          || !(column >= LINE_MOST
               || (column >= BREAK_AFTER && is_end (c, *at))))
        continue;
      column = 0;
      if (++line > LINES_MOST)
        {
          output_text (to->out, "\342\200\246"); /* ... */
          return;
        }
      output_text (to->out, "\\n");
    }
}

/* Calls, which may be more if IS_LOWER_BOUND.  */
static void
put_calls (struct dot *to, uint64_t calls, bool is_lower_bound)
{
  if (is_lower_bound)
    output_text (to->out, "\342\211\245"); /* greater or equal */
  output_count (to->out, 1, calls);
}

static void
put_percent_of (struct dot *to, double percent)
{
  output_fixed (to->out, 1, 1, percent);
  output_char (to->out, '%');
}

/* --- Appearance ----------------------------------------------------------- */

/* Pale yellow for little up to light red: black text can be read on all of
   these.  */
static void
put_heat (struct dot *to, double share)
{
  output_printf (to->out, ", fillcolor=\"%.3f %.3f 1.000\"",
                 0.15 * (1 - share), 0.06 + 0.54 * share);
}

/* Grey for little up to red, and wide for much; all can be seen on white.  Red
   is for changes where these are shown.  */
static void
put_strength (struct dot *to, double share)
{
  const double saturation = to->changes.comparison != NULL ? 0 : 0.9 * share;
  output_printf (to->out,
                 ", penwidth=%.2f, color=\"0.020 %.3f %.3f\", weight=%d",
                 0.6 + 5.4 * share, saturation, 0.45 + 0.3 * share,
                 1 + (int)(20 * share));
}

/* --- Changes ------------------------------------------------------------- */

/* Red for more time and blue for less, white where that is not significant.  The
   root lets small shares of all time be seen; black text can be read on all
   these colours.  */
static void
put_change_colour (struct dot *to, const struct change *change)
{
  const struct change_side *all = to->changes.comparison->total.sides;
  const double most = fmax (all[SIDE_OLD].time, all[SIDE_NEW].time);
  const double share = most > 0 ? fmin (fabs (change->delta) / most, 1) : 0;
  if (!change->significant)
    output_text (to->out, ", fillcolor=white");
  else
    output_printf (to->out, ", fillcolor=\"%s %.3f 1.000\"",
                   change->delta > 0 ? "0.000" : "0.600",
                   0.15 + 0.45 * sqrt (share));
}

/* With --diff set *ROW to that of the function ID, which has a box.  */
static bool
find_change (struct dot *to, sym_id id, struct diff_row *row)
{
  const struct diff_view *changes = &to->changes;
  if (changes->comparison == NULL)
    return false;
  const uint32_t match = changes->comparison->matching.of[SIDE_NEW][id];
  *row = diff_view_row (changes, match);
  to->drawn[match] = true;
  return true;
}

/* The change of ROW, in a line of a label.  */
static void
put_change (struct dot *to, const struct diff_row *row)
{
  struct output *out = to->out;
  output_printf (out, "%+.2f ", row->change->delta);
  put_quoted (to, to->report.profile->dimension.name);
  if (row->has_percent)
    output_printf (out, " (%+.1f%%)", row->percent);
  else if (row->kind == DIFF_NEW)
    output_text (out, " (new)");
  if (row->match->count[SIDE_NEW] > 1)
    output_text (out, " together");
}

/* Both times of CHANGE, in a line of a tooltip.  */
static void
put_both_times (struct dot *to, const struct change *change)
{
  output_printf (to->out, "\\nself %.2f, before %.2f ",
                 change->sides[SIDE_NEW].time, change->sides[SIDE_OLD].time);
  put_quoted (to, to->report.profile->dimension.name);
}

/* --- Functions and cycles ------------------------------------------------ */

static void
write_function (struct dot *to, const struct function_row *row, size_t number)
{
  struct output *out = to->out;
  struct diff_row changed;
  const bool compares = find_change (to, row->symbol, &changed);
  output_printf (out, "  n%zu [label=\"", number);
  put_name (to, row->name);
  if (to->all > 0)
    {
      output_text (out, "\\n");
      put_percent_of (to, row->total_percent);
      output_text (out, " (self ");
      put_percent_of (to, row->self_percent);
      output_char (out, ')');
    }
  if (row->calls != 0 || row->self_calls != 0)
    {
      output_text (out, "\\n");
      put_calls (to, row->calls, row->is_lower_bound);
      if (row->self_calls != 0)
        {
          output_char (out, '+');
          output_count (out, 1, row->self_calls);
        }
      output_text (out, "\303\227"); /* times */
    }
  if (compares && changed.change->significant)
    {
      output_text (out, "\\n");
      put_change (to, &changed);
    }
  output_text (out, "\", tooltip=\"");
  put_quoted (to, row->name);
  if (compares)
    put_both_times (to, changed.change);
  if (row->file != NULL)
    {
      output_text (out, "\\n");
      put_quoted (to, row->file);
      output_printf (out, ":%lu", (unsigned long)row->line);
    }
  output_char (out, '"');
  if (compares)
    put_change_colour (to, changed.change);
  else
    put_heat (to, share_of (to, row->self_samples + row->children_samples));
  output_text (out, "];\n");
}

/* The members of CYCLE that are shown; nothing if there are none.  */
static void
write_cycle (struct dot *to, const struct cycle_row *cycle)
{
  struct output *out = to->out;
  bool begun = false;
  for (size_t i = 0; i < cycle->member_count; i++)
    {
      const uint32_t number
          = functions_view_number (&to->view, cycle->members[i]);
      if (number == ROW_NONE)
        continue;
      if (!begun)
        {
          output_printf (out,
                         "  subgraph cluster_%lu {\n    label=\"cycle %lu",
                         (unsigned long)cycle->cycle,
                         (unsigned long)cycle->cycle);
          if (to->all > 0)
            {
              output_text (out, ": ");
              put_percent_of (to, cycle->total_percent);
            }
          output_text (out, "\";\n   ");
        }
      output_printf (out, " n%lu;", (unsigned long)number);
      begun = true;
    }
  if (begun)
    output_text (out, "\n  }\n");
}

/* --- Arcs ---------------------------------------------------------------- */

static void
write_arc (struct dot *to, const struct arc_row *arc)
{
  static const char *const styles[]
      = { [ARC_EXACT] = "",     [ARC_ESTIMATED] = ", style=dashed",
          [ARC_RECURSIVE] = "", [ARC_OF_CYCLE] = "",
          [ARC_MEASURED] = "",  [ARC_AT_LEAST] = "" };
  struct output *out = to->out;
  const struct function_row caller
      = functions_view_row (&to->view, arc->caller);
  if (is_small (to, arc, &caller))
    return;
  to->arcs++;
  const struct function_row callee
      = functions_view_row (&to->view, arc->callee);
  const double share
      = share_of (to, arc->self_samples + arc->children_samples);
  const bool is_measured = to->report.profile->arcs_are_measured;
  const bool is_dotted = is_measured ? arc->is_static : arc->calls == 0;
  output_printf (out, "  n%lu -> n%lu [label=\" ", (unsigned long)arc->caller,
                 (unsigned long)arc->callee);
  if (is_measured)
    put_percent_of (to, 100 * share);
  else
    put_calls (to, arc->calls, arc->is_lower_bound);
  output_text (out, "\", tooltip=\"");
  put_quoted (to, caller.name);
  output_text (out, " \342\206\222 "); /* an arrow */
  put_quoted (to, callee.name);
  if (share > 0)
    {
      output_text (out, "\\n");
      put_percent_of (to, 100 * share);
    }
  if (is_measured && arc->calls > 0)
    {
      output_text (out, "\\n");
      put_calls (to, arc->calls, arc->is_lower_bound);
      output_text (out, "\303\227"); /* times */
    }
  output_char (out, '"');
  put_strength (to, share);
  output_text (out, is_dotted ? ", style=dotted" : styles[arc->certainty]);
  output_text (out, "];\n");
}

/* --- The picture ---------------------------------------------------------- */

static void
write_head (struct dot *to)
{
  struct output *out = to->out;
  output_text (out, "// Written by gprof " PACKAGE_VERSION "\ndigraph \"");
  put_quoted (to, path_base (to->report.options->image));
  output_text (
      out, "\" {\n"
           "  graph [bgcolor=white, fontname=\"Helvetica,Arial,sans-serif\", "
           "fontsize=10,\n"
           "         nodesep=0.2, ranksep=0.35, style=\"rounded,filled\", "
           "color=\"#8a8a8a\",\n"
           "         fillcolor=\"#f0f2f5\", labeljust=l, tooltip=\" \"];\n"
           "  node [shape=box, style=\"rounded,filled\", color=\"#555555\", "
           "fontname=\"Helvetica,Arial,sans-serif\",\n"
           "        fontsize=10, fontcolor=black, margin=\"0.1,0.05\"];\n"
           "  edge [fontname=\"Helvetica,Arial,sans-serif\", fontsize=9, "
           "fontcolor=\"#333333\",\n"
           "        arrowsize=0.7];\n");
}

/* What is missing.  */
static void
put_left_out (struct dot *to)
{
  struct output *out = to->out;
  const size_t functions = to->view.left_out;
  const size_t arcs = callgraph_arc_count (to->report.graph) - to->arcs;
  const double least = to->options.min_percent;
  if (functions == 0 && arcs == 0)
    return;
  output_printf (out, "Left out: %zu functions with ", functions);
  put_percent_of (to, 100 * share_of (to, to->view.left_out_samples));
  output_printf (out, " of the time themselves, and %zu arcs.\\l", arcs);
  if (least > 0)
    {
      output_text (out, "Shown: functions with ");
      output_number (out, least);
      output_text (out, "% of the time, arcs with ");
      output_number (out, least / ARC_RATIO);
      output_text (out, "%; see --min-percent.\\l");
    }
}

/* The significant changes that no box has, of functions that the new profiles do
   not have or that are left out.  */
static void
put_changes_left_out (struct dot *to)
{
  struct output *out = to->out;
  struct diff_view *changes = &to->changes;
  size_t count = 0;
  struct diff_row largest = { 0 };
  for (const struct diff_row *row; (row = diff_view_next (changes)) != NULL;)
    if (row->change->significant && !to->drawn[row->number] && count++ == 0)
      largest = *row;
  if (count == 0)
    return;
  output_printf (out,
                 "Changed, but in no box: %zu functions, the largest: "
                 "%+.2f ",
                 count, largest.change->delta);
  put_quoted (to, diff_view_name (changes, &largest));
  output_text (out, "\\l");
}

/* What colours mean with --diff.  */
static void
put_changes (struct dot *to)
{
  struct output *out = to->out;
  const struct diff_view *changes = &to->changes;
  output_printf (out,
                 "Self time per profile (%zu old, %zu new), red: more, blue: "
                 "less, white: no significant change.\\l",
                 changes->files[SIDE_OLD], changes->files[SIDE_NEW]);
  put_changes_left_out (to);
}

/* The text below the picture.  */
static void
write_end (struct dot *to)
{
  struct output *out = to->out;
  const struct report *report = &to->report;
  const double recording = report_recording (report);
  output_text (out, "  labelloc=b;\n  label=\"");
  output_number (out, to->all);
  output_text (out, " samples, ");
  output_fixed (out, 1, 2, report_time (report, to->all));
  output_char (out, ' ');
  put_quoted (to, report->profile->dimension.name);
  output_text (out, to->changes.comparison != NULL
                        ? ".  Widths: total time."
                        : ".  Colours and widths: total time.");
  if (!report->profile->arcs_are_measured)
    output_text (out, "  Dashed: estimated.");
  output_text (out, "\\l");
  if (recording > 0)
    {
      output_text (out, "Recording, in no box: ");
      output_number (out, recording);
      output_text (out, " samples.\\l");
    }
  if (to->changes.comparison != NULL)
    put_changes (to);
  put_left_out (to);
  output_text (out, "\";\n}\n");
}

void
write_dot (struct report *report)
{
  struct dot to;
  struct arc_row arc;
  start (&to, report);
  write_head (&to);
  for (size_t i = 0; i < to.view.count; i++)
    {
      const struct function_row row = functions_view_row (&to.view, i);
      write_function (&to, &row, i);
    }
  for (uint32_t i = 1; i <= report->cycles->count; i++)
    {
      const struct cycle_row cycle = functions_view_cycle (&to.view, i);
      write_cycle (&to, &cycle);
    }
  while (functions_view_next_arc (&to.view, &arc))
    write_arc (&to, &arc);
  write_end (&to);
  end (&to);
}

/* --- Drawn --------------------------------------------------------------- */

/* The same picture, drawn by the program dot (R15.77).  */
enum status
write_svg (struct report *report, struct diag *diag)
{
  char *arguments[] = { (char *)"dot", (char *)"-Tsvg", NULL };
  struct filter filter;
  struct report drawn = *report;
  enum status status = filter_start (&filter, diag);
  drawn.output = filter.input;
  if (status == STATUS_OK)
    {
      write_dot (&drawn);
      status = filter_run (&filter, arguments, report->output, diag);
    }
  if (status == STATUS_ABSENT)
    status = diag_fail (diag, STATUS_UNSUPPORTED, NULL,
                        _ ("the format svg needs the program dot; install the "
                           "package graphviz, or use the format dot"));
  filter_end (&filter);
  return status;
}
