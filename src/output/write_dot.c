/* write_dot.c - the call graph as a picture in the language of Graphviz
   (R15.67-R15.76).  It says what the view leaves out.  */

#include "config.h"

#include <string.h>

#include "base/quoting.h"
#include "output/formats.h"
#include "output/view_picture.h"

enum
{
  BREAK_AFTER = 24, /* characters of a name, behind which a line may end, */
  LINE_MOST = 40,   /* and must end */
  LINES_MOST = 4    /* of a name */
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
  output_quoted (to->out, quote_dot, text);
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
  static const char *const styles[] = { [ARC_EXACT] = "",
                                        [ARC_ESTIMATED] = ", style=dashed",
                                        [ARC_RECURSIVE] = "",
                                        [ARC_OF_CYCLE] = "",
                                        [ARC_MEASURED] = "" };
  struct output *out = to->out;
  const struct arc_row *arc = &shown->row;
  const bool has_stacks = to->report->profile->has_stacks;
  const bool is_dotted = has_stacks ? arc->is_static : arc->calls == 0;
  output_printf (out, "  n%lu -> n%lu [label=\" ", (unsigned long)arc->caller,
                 (unsigned long)arc->callee);
  if (has_stacks)
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
  if (!report->profile->has_stacks)
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

static void
write_end (struct dot *to)
{
  struct output *out = to->out;
  output_text (out, "  labelloc=b;\n  label=\"");
  put_legend (to, "\\l");
  put_left_out (to, "\\l");
  output_text (out, "\";\n}\n");
}

static void
write_picture (struct dot *to)
{
  struct picture_arc arc;
  write_head (to);
  for (uint32_t i = 0; i < to->view.count; i++)
    {
      const struct picture_function function
          = picture_view_function (&to->view, i);
      write_function (to, &function, i);
    }
  for (uint32_t i = 1; i <= to->view.cycles; i++)
    {
      const struct cycle_row cycle = picture_view_cycle (&to->view, i);
      write_cycle (to, &cycle);
    }
  while (picture_view_next_arc (&to->view, &arc))
    write_arc (to, &arc);
  write_end (to);
}

enum status
write_dot (struct report *report, struct diag *diag)
{
  struct dot to = { .out = report->output, .report = report };
  enum status status = picture_view_start (&to.view, report, diag);
  if (status == STATUS_OK)
    write_picture (&to);
  picture_view_end (&to.view);
  return status;
}
