/* write_dot.c - the call graph as a picture: what it shows (R15.67-R15.76),
   in the language of Graphviz, or drawn by the program dot (R15.77).  */

#include "config.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/diag.h"
#include "base/filter.h"
#include "base/i18n.h"
#include "base/quoting.h"
#include "input/options.h"
#include "output/formats.h"
#include "output/report.h"
#include "output/view_functions.h"

struct picture_function
{
  struct function_row row;
  double share; /* of all time with what it calls, from 0 to 1 */
};

struct picture_arc
{
  struct arc_row row;
  struct function_row caller, callee;
  double share; /* of all time that it passes on, from 0 to 1 */
};

/* What is missing.  */
struct picture_rest
{
  size_t functions;
  double percent; /* of all time, in these functions themselves */
  size_t arcs;
};

/* Is not to be moved while it is in use.  */
struct picture_view
{
  double all;       /* samples; 0 if there are none */
  double time;      /* these in the unit of the profile */
  uint32_t count;   /* of functions, numbered from 0 */
  uint32_t cycles;  /* numbered from 1 */
  double least;     /* percent of all time of a function, */
  double least_arc; /* and of an arc, that is shown */

  /* For the functions below.  */
  struct report report;   /* the one given, with these options: */
  struct options options; /* the user's, but for the smallest share */
  struct functions_view functions;
  size_t arcs; /* so far */
};

/* --- What is shown ------------------------------------------------------- */

/* Shares of all time, in percent, below which functions and arcs are left out
   if no option says otherwise; and how many arcs are for one function.  */
#define LEAST_PERCENT 0.5
#define ARC_RATIO 5

/* SAMPLES of all, from 0 to 1.  */
static double
share_of (const struct picture_view *view, double samples)
{
  const double share = view->all > 0 ? samples / view->all : 0;
  return share > 1 ? 1 : share;
}

/* Where no option chooses functions, leave out those that take little; but
   without time none does.  */
static void
choose_share (struct picture_view *view)
{
  struct options *options = &view->options;
  if (!options->min_percent_named && options->top == 0 && view->all > 0)
    options->min_percent = LEAST_PERCENT;
  view->least = options->min_percent;
  view->least_arc = options->min_percent / ARC_RATIO;
}

/* Start VIEW of REPORT, which is borrowed; to be ended.  What takes too little is
   left out, by --min-percent if that is given.  As
   functions_view_start_picture.  */
static void
picture_view_start (struct picture_view *view, const struct report *report)
{
  *view = (struct picture_view){ .all = report->total_ticks,
                                 .time
                                 = report_time (report, report->total_ticks),
                                 .report = *report,
                                 .options = *report->options };
  view->report.options = &view->options;
  choose_share (view);
  functions_view_start_picture (&view->functions, &view->report);
  view->functions.least_arc = view->all * view->least / 100 / ARC_RATIO;
  view->count = (uint32_t)view->functions.count;
  view->cycles = (uint32_t)functions_view_cycles (&view->functions);
}

/* Function NUMBER, below VIEW->count.  */
static struct picture_function
picture_view_function (const struct picture_view *view, uint32_t number)
{
  struct picture_function function
      = { .row = functions_view_row (&view->functions, number) };
  function.share = share_of (view, function.row.self_samples
                                       + function.row.children_samples);
  return function;
}

/* Cycle NUMBER, from 1 to VIEW->cycles.  Its members may not be shown.  */
static struct cycle_row
picture_view_cycle (const struct picture_view *view, uint32_t number)
{
  return functions_view_cycle (&view->functions, number);
}

/* Set *NUMBER to that of the function SYMBOL.  False if it is not shown.  */
static bool
picture_view_number (const struct picture_view *view, sym_id symbol,
                     uint32_t *number)
{
  *number = functions_view_number (&view->functions, symbol);
  return *number != ROW_NONE;
}

/* Is the arc too small?  One within a cycle passes on no time, so its calls
   count, among those within the cycle.  */
static bool
is_small (const struct picture_view *view, const struct picture_arc *arc)
{
  if (arc->row.certainty != ARC_OF_CYCLE || arc->caller.cycle == 0)
    return false;
  const struct cycle_row cycle
      = functions_view_cycle (&view->functions, arc->caller.cycle);
  return 100 * ARC_RATIO * (double)arc->row.calls
         < view->least * (double)cycle.self_calls;
}

/* Set *ARC to the next arc that is shown; false behind the last one.  */
static bool
picture_view_next_arc (struct picture_view *view, struct picture_arc *arc)
{
  while (functions_view_next_arc (&view->functions, &arc->row))
    {
      arc->caller = functions_view_row (&view->functions, arc->row.caller);
      if (is_small (view, arc))
        continue;
      arc->callee = functions_view_row (&view->functions, arc->row.callee);
      arc->share
          = share_of (view, arc->row.self_samples + arc->row.children_samples);
      view->arcs++;
      return true;
    }
  return false;
}

/* What is missing, after the last arc.  */
static struct picture_rest
picture_view_rest (const struct picture_view *view)
{
  return (struct picture_rest){
    view->functions.left_out,
    100 * share_of (view, view->functions.left_out_samples),
    callgraph_arc_count (view->report.graph) - view->arcs
  };
}

static void
picture_view_end (struct picture_view *view)
{
  functions_view_end (&view->functions);
}

/* --- Text ---------------------------------------------------------------- */

enum
{
  BREAK_AFTER = 24, /* characters of a name, behind which a line may end, */
  LINE_MOST = 40,   /* and must end */
  LINES_MOST = 4,   /* of a name */
  TEXT_MOST = 8000 /* bytes of any other text, of which two may stand together:
                       dot reads no more than 16,383 */
};

struct dot
{
  struct output *out;
  const struct report *report;
  struct picture_view view;
};

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

/* Grey for little up to red, and wide for much; all can be seen on white.  */
static void
put_strength (struct dot *to, double share)
{
  output_printf (to->out,
                 ", penwidth=%.2f, color=\"0.020 %.3f %.3f\", weight=%d",
                 0.6 + 5.4 * share, 0.9 * share, 0.45 + 0.3 * share,
                 1 + (int)(20 * share));
}

/* --- Functions and cycles ------------------------------------------------ */

static void
write_function (struct dot *to, const struct picture_function *function,
                uint32_t number)
{
  struct output *out = to->out;
  const struct function_row *row = &function->row;
  output_printf (out, "  n%lu [label=\"", (unsigned long)number);
  put_name (to, row->name);
  if (to->view.all > 0)
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
  output_text (out, "\", tooltip=\"");
  put_quoted (to, row->name);
  if (row->file != NULL)
    {
      output_text (out, "\\n");
      put_quoted (to, row->file);
      output_printf (out, ":%lu", (unsigned long)row->line);
    }
  output_char (out, '"');
  put_heat (to, function->share);
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
      uint32_t number;
      if (!picture_view_number (&to->view, cycle->members[i], &number))
        continue;
      if (!begun)
        {
          output_printf (out,
                         "  subgraph cluster_%lu {\n    label=\"cycle %lu",
                         (unsigned long)cycle->cycle,
                         (unsigned long)cycle->cycle);
          if (to->view.all > 0)
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
write_arc (struct dot *to, const struct picture_arc *shown)
{
  static const char *const styles[]
      = { [ARC_EXACT] = "",     [ARC_ESTIMATED] = ", style=dashed",
          [ARC_RECURSIVE] = "", [ARC_OF_CYCLE] = "",
          [ARC_MEASURED] = "",  [ARC_AT_LEAST] = "" };
  struct output *out = to->out;
  const struct arc_row *arc = &shown->row;
  const bool is_measured = to->report->profile->arcs_are_measured;
  const bool is_dotted = is_measured ? arc->is_static : arc->calls == 0;
  output_printf (out, "  n%lu -> n%lu [label=\" ", (unsigned long)arc->caller,
                 (unsigned long)arc->callee);
  if (is_measured)
    put_percent_of (to, 100 * shown->share);
  else
    put_calls (to, arc->calls, arc->is_lower_bound);
  output_text (out, "\", tooltip=\"");
  put_quoted (to, shown->caller.name);
  output_text (out, " \342\206\222 "); /* an arrow */
  put_quoted (to, shown->callee.name);
  if (shown->share > 0)
    {
      output_text (out, "\\n");
      put_percent_of (to, 100 * shown->share);
    }
  output_char (out, '"');
  put_strength (to, shown->share);
  output_text (out, is_dotted ? ", style=dotted" : styles[arc->certainty]);
  output_text (out, "];\n");
}

/* --- The picture ---------------------------------------------------------- */

static void
write_head (struct dot *to)
{
  struct output *out = to->out;
  output_text (out, "// Written by gprof " PACKAGE_VERSION "\ndigraph \"");
  put_quoted (to, diag_base_name (to->report->options->image));
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

/* The line below the picture; END separates its lines.  */
static void
put_legend (struct dot *to, const char *end)
{
  struct output *out = to->out;
  const struct report *report = to->report;
  output_number (out, to->view.all);
  output_text (out, " samples, ");
  output_fixed (out, 1, 2, to->view.time);
  output_char (out, ' ');
  put_quoted (to, report->profile->dimension.name);
  output_text (out, ".  Colours and widths: total time.");
  if (!report->profile->arcs_are_measured)
    output_text (out, "  Dashed: estimated.");
  output_text (out, end);
}

/* What is missing.  */
static void
put_left_out (struct dot *to, const char *end)
{
  struct output *out = to->out;
  const struct picture_rest rest = picture_view_rest (&to->view);
  if (rest.functions == 0 && rest.arcs == 0)
    return;
  output_printf (out, "Left out: %zu functions with ", rest.functions);
  put_percent_of (to, rest.percent);
  output_printf (out, " of the time themselves, and %zu arcs.", rest.arcs);
  output_text (out, end);
  if (to->view.least > 0)
    {
      output_text (out, "Shown: functions with ");
      output_number (out, to->view.least);
      output_text (out, "% of the time, arcs with ");
      output_number (out, to->view.least_arc);
      output_text (out, "%; see --min-percent.");
      output_text (out, end);
    }
}

/* What no box has.  */
static void
put_recording (struct dot *to, const char *end)
{
  const double ticks = report_recording (to->report);
  if (!(ticks > 0))
    return;
  output_text (to->out, "Recording, in no box: ");
  output_number (to->out, ticks);
  output_text (to->out, " samples.");
  output_text (to->out, end);
}

static void
write_end (struct dot *to)
{
  struct output *out = to->out;
  output_text (out, "  labelloc=b;\n  label=\"");
  put_legend (to, "\\l");
  put_recording (to, "\\l");
  put_left_out (to, "\\l");
  output_text (out, "\";\n}\n");
}

void
write_dot (struct report *report)
{
  struct dot to = { .out = report->output, .report = report };
  struct picture_arc arc;
  picture_view_start (&to.view, report);
  write_head (&to);
  for (uint32_t i = 0; i < to.view.count; i++)
    {
      const struct picture_function function
          = picture_view_function (&to.view, i);
      write_function (&to, &function, i);
    }
  for (uint32_t i = 1; i <= to.view.cycles; i++)
    {
      const struct cycle_row cycle = picture_view_cycle (&to.view, i);
      write_cycle (&to, &cycle);
    }
  while (picture_view_next_arc (&to.view, &arc))
    write_arc (&to, &arc);
  write_end (&to);
  picture_view_end (&to.view);
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
