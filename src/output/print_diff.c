/* print_diff.c - what has changed, as text (R14.70, R14.82-R14.84).  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "output/formats.h"
#include "output/view_diff.h"

static void
print_heading (const struct report *report, const struct diff_view *view)
{
  struct output *out = report->output;
  const char *unit = report->profile->dimension.name;
  output_style (out, STYLE_BOLD);
  output_printf (out,
                 "Changes of self times per profile (profiles: %zu old, %zu "
                 "new; errors from the %s):\n\n",
                 view->files[SIDE_OLD], view->files[SIDE_NEW],
                 view->by_spread ? "spread between profiles"
                                 : "number of samples");
  output_printf (out, "%9s %9s %9s %9s %8s %10s %10s    %s\n", "old  ",
                 "new  ", "change ", "error ", "change ", "old  ", "new  ",
                 "");
  output_printf (out, "%9.9s %9.9s %9.9s %9.9s %8s %10s %10s    %s\n", unit,
                 unit, unit, unit, "%  ", "calls ", "calls ", "name");
  output_style (out, STYLE_PLAIN);
}

/* Print the columns of times.  */
static void
print_times (struct output *out, const struct diff_row *row)
{
  const struct change *change = row->change;
  output_printf (out, "%9.2f %9.2f %+9.2f %9.2f", change->sides[SIDE_OLD].time,
                 change->sides[SIDE_NEW].time, change->delta, change->error);
  if (row->has_percent)
    output_printf (out, " %+8.1f", row->percent);
  else
    output_printf (out, " %8s", "-");
}

/* The calls of SIDE, which is of FILES profiles, per profile.  */
static void
print_calls (struct output *out, const struct change_side *side, size_t files)
{
  const size_t runs = files > 0 ? files : 1;
  output_char (out, ' ');
  if (!side->has_calls)
    output_blanks (out, 10);
  else if (side->calls % runs == 0)
    output_count (out, 10, side->calls / runs);
  else
    output_fixed (out, 10, 2, (double)side->calls / (double)runs);
}

/* What stands behind the name of ROW.  */
static void
print_kind (struct output *out, const struct diff_view *view,
            const struct diff_row *row)
{
  if (row->kind == DIFF_NEW)
    output_text (out, " (new)");
  else if (row->kind == DIFF_GONE)
    output_text (out, " (gone)");
  else if (row->kind == DIFF_AMBIGUOUS)
    output_printf (out, " (ambiguous: %" PRIu32 " old, %" PRIu32 " new)",
                   row->match->count[SIDE_OLD], row->match->count[SIDE_NEW]);
  if (row->change->possible)
    output_printf (out, " (significant at %.1f times the %s)", row->needs,
                   view->by_spread ? "profiles" : "samples");
}

/* What stands before the name of a function with CHANGE.  */
static const char *
mark_of (const struct change *change)
{
  return change->significant ? "  * " : change->possible ? "  ? " : "    ";
}

static void
print_row (const struct report *report, struct diff_view *view,
           const struct diff_row *row)
{
  struct output *out = report->output;
  print_times (out, row);
  for (int side = 0; side < SIDES; side++)
    print_calls (out, &row->change->sides[side], view->files[side]);
  output_text (out, mark_of (row->change));
  output_text (out, diff_view_name (view, row));
  print_kind (out, view, row);
  output_char (out, '\n');
}

/* A row for REST, which is WHAT, unless it is empty.  */
static void
print_rest (struct output *out, struct diff_view *view,
            const struct diff_rest *rest, const char *what)
{
  struct diff_row largest;
  if (rest->functions == 0)
    return;
  output_printf (out, "%9.2f %9.2f %+9.2f%*s%s: %zu (calls differ: %zu)",
                 rest->time[SIDE_OLD], rest->time[SIDE_NEW], rest->delta, 45,
                 "", what, rest->functions, rest->calls_differ);
  if (diff_view_largest (view, rest, &largest))
    output_printf (out, ", the largest: %+.2f %s", largest.change->delta,
                   diff_view_name (view, &largest));
  output_char (out, '\n');
}

/* What stands before the first possible change.  */
static void
print_possible_heading (struct output *out, const struct diff_view *view)
{
  const size_t compared = view->comparison->compared;
  output_style (out, STYLE_BOLD);
  output_printf (
      out,
      "\nPossible changes, two to three errors large (by chance alone "
      "up to %.1f of %zu %s):\n\n",
      comparison_chance (view->comparison), compared,
      compared == 1 ? "function" : "functions");
  output_style (out, STYLE_PLAIN);
}

/* All rows, and whether there were possible changes.  */
static bool
print_rows (const struct report *report, struct diff_view *view)
{
  bool possible = false;
  for (const struct diff_row *row; (row = diff_view_next (view)) != NULL;)
    {
      if (row->change->possible && !possible)
        print_possible_heading (report->output, view);
      possible = row->change->possible;
      print_row (report, view, row);
    }
  return possible;
}

/* What is not shown by itself, and the sum of all.  */
static void
print_end (struct output *out, struct diff_view *view)
{
  print_rest (out, view, &view->rest, "functions without significant change");
  print_times (out, &view->total);
  output_printf (out, "%*s%sall functions\n", 22, "",
                 mark_of (view->total.change));
}

void
print_diff (struct report *report)
{
  struct diff_view view;
  diff_view_start (&view, report);
  report_separate (report);
  print_heading (report, &view);
  const bool possible = print_rows (report, &view);
  print_rest (report->output, &view, &view.left_out,
              "possible changes that are not shown");
  if (possible)
    output_char (report->output, '\n');
  print_end (report->output, &view);
  report_print_recording (report);
  if (!report->options->brief)
    print_diff_blurb (report->output);
  diff_view_end (&view);
}
