/* print_flat.c - the flat profile as text (R7).  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/i18n.h"
#include "output/formats.h"
#include "output/print_inlined.h"
#include "output/view_flat.h"

enum
{
  FLAT_LINE_SIZE = 8 * (PUT_FIXED_MOST + PUT_SLACK) + 100 /* of a line without
                                                             the name */
};

/* Title and scale of the samples (R7.1-R7.3).  */
static void
print_title (const struct report *report, const struct flat_view *view)
{
  struct output *out = report->output;
  const char *unit = report->profile->dimension.name;
  if (!report->options->traditional)
    {
      output_heading (out, "Flat profile:");
      output_printf (out, "\n\nEach sample counts as %g %s.\n",
                     view->sample_time, unit);
      if (!view->has_time)
        output_text (out, " no time accumulated\n\n");
      report_print_few_samples (report, LISTING_FLAT);
      return;
    }
  if (!report->options->brief)
    {
      output_heading (out, "\n\n\nflat profile:\n");
      print_flat_blurb (report);
    }
  output_printf (out,
                 "\ngranularity: each sample hit covers %" PRId64 " byte(s)",
                 report_granularity (report));
  if (view->has_time)
    output_printf (out, " for %.2f%% of %.2f %s\n\n", view->sample_percent,
                   view->total, unit);
  else
    output_text (out, " no time accumulated\n\n");
}

/* The heading of --errors (R14.51).  */
static void
print_heading_with_errors (const struct report *report, const char *per_call)
{
  const char *unit = report->profile->dimension.name;
  const bool has_system = report->profile->knows_system;
  output_printf (report->output,
                 "%5.5s %10.10s %8.8s %8.8s  %8.8s %8.8s %8.8s %8.8s %8.8s"
                 "%s  %-8.8s\n",
                 "%  ", "cumulative", "self  ", "+-   ", "", "self  ", "+-   ",
                 "total ", "+-   ", has_system ? "   system" : "", "");
  output_printf (report->output,
                 "%5.5s %9.9s  %8.8s %8.8s  %8.8s %8.8s %8.8s %8.8s %8.8s",
                 "time", unit, unit, unit, "calls", per_call, per_call,
                 per_call, per_call);
  if (has_system)
    output_printf (report->output, " %8.8s", unit);
  output_printf (report->output, "  %-8.8s\n", "name");
}

static void
print_heading (const struct report *report, const struct flat_view *view)
{
  const struct dimension *dimension = &report->profile->dimension;
  struct output *out = report->output;
  char per_call[16];
  snprintf (per_call, sizeof per_call, "%c%c/call", view->unit->prefix,
            dimension->abbreviation);
  output_style (out, STYLE_BOLD);
  if (report->options->errors)
    print_heading_with_errors (report, per_call);
  else
    {
      output_printf (out, "%5.5s %10.10s %8.8s %8.8s %8.8s %8.8s  %-8.8s\n",
                     "%  ", "cumulative", "self  ", "", "self  ", "total ",
                     "");
      output_printf (out, "%5.5s %9.9s  %8.8s %8.8s %8.8s %8.8s  %-8.8s\n",
                     "time", dimension->name, dimension->name, "calls",
                     per_call, per_call, "name");
    }
  output_style (out, STYLE_PLAIN);
}

/* The part of the self time that is the system's, if there is any in the
   profile (R20.188), and two blanks.  */
static char *
put_system (const struct report *report, char *at, const struct flat_row *row)
{
  if (report->profile->knows_system && row->part != NULL)
    at = put_blanks (at, 9);
  else if (report->profile->knows_system)
    {
      *at++ = ' ';
      at = put_fixed (at, 8, 2, row->system);
    }
  return put_blanks (at, 2);
}

/* The fields from the error of the self time on (R14.51).  */
static char *
put_certainty (const struct report *report, char *at,
               const struct flat_row *row)
{
  *at++ = ' ';
  at = report_put_error (report, at, 8, row->self_error);
  *at++ = row->few_samples ? '?' : ' ';
  if (row->calls == 0)
    return put_system (report, put_blanks (at, 45), row);
  *at++ = row->is_lower_bound ? '>' : ' ';
  at = put_count (at, 8, row->calls);
  *at++ = ' ';
  at = put_fixed (at, 8, 2, row->self_per_call);
  *at++ = ' ';
  at = report_put_error (report, at, 8, row->self_per_call_error);
  *at++ = ' ';
  at = put_fixed (at, 8, 2, row->total_per_call);
  *at++ = ' ';
  at = report_put_error (report, at, 8, row->total_per_call_error);
  return put_system (report, at, row);
}

static void
print_row (const struct report *report, const struct flat_row *row)
{
  struct output *out = report->output;
  const bool traditional = report->options->traditional;
  output_style (out, STYLE_PLAIN);
  char *at = output_room (out, FLAT_LINE_SIZE);
  at = put_percent (out, at, traditional ? 5 : 6, traditional ? 1 : 2,
                    row->percent, STYLE_PLAIN);
  *at++ = ' ';
  if (row->part != NULL)
    at = put_blanks (at, 9);
  else
    at = put_fixed (at, traditional ? 10 : 9, 2, row->cumulative);
  *at++ = ' ';
  at = put_fixed (at, 8, 2, row->self);
  if (report->options->errors)
    at = put_certainty (report, at, row);
  else if (row->calls != 0)
    {
      *at++ = ' ';
      at = put_count (at, 8, row->calls);
      *at++ = ' ';
      at = put_fixed (at, 8, 2, row->self_per_call);
      *at++ = ' ';
      at = put_fixed (at, 8, 2, row->total_per_call);
      at = put_blanks (at, 2);
    }
  else
    at = put_blanks (at, 29);
  output_advance (out, at);
  if (row->part != NULL)
    print_inlined_name (report, row->part);
  else if (traditional)
    report_print_name_line (report, row->symbol);
  else
    {
      const struct shown_name name = names_get (report->names, row->symbol);
      output_bytes (out, name.text, name.length);
      output_char (out, '\n');
    }
}

/* What the options leave out (R14.4).  */
static void
print_left_out (const struct report *report, const struct flat_view *view)
{
  struct output *out = report->output;
  const char *unit = report->profile->dimension.name;
  const size_t count = view->left_out;
  if (count == 0)
    return;
  output_char (out, '\n');
  if (report->options->by_line)
    output_printf (
        out,
        P_ ("%zu line is left out, with %.2f of %.2f %s of self time.",
            "%zu lines are left out, with %.2f of %.2f %s of self time.",
            count),
        count, view->left_out_time, view->total, unit);
  else if (report->options->group_by != GROUP_BY_FUNCTION)
    output_printf (
        out,
        P_ ("%zu group is left out, with %.2f of %.2f %s of self time.",
            "%zu groups are left out, with %.2f of %.2f %s of self time.",
            count),
        count, view->left_out_time, view->total, unit);
  else
    output_printf (
        out,
        /* TRANSLATORS: %s is what time is measured in, such as seconds; it is
           not translated.  */
        P_ ("%zu function is left out, with %.2f of %.2f %s of self time.",
            "%zu functions are left out, with %.2f of %.2f %s of self time.",
            count),
        count, view->left_out_time, view->total, unit);
  output_char (out, '\n');
}

void
print_flat (struct report *report)
{
  struct flat_view view;
  flat_view_start (&view, report);
  report_separate (report);
  print_title (report, &view);
  print_heading (report, &view);
  for (const struct flat_row *row; (row = flat_view_next (&view)) != NULL;)
    print_row (report, row);
  print_left_out (report, &view);
  report_print_missing (report, LISTING_FLAT);
  if (!report->options->brief && !report->options->traditional)
    print_flat_blurb (report);
  flat_view_end (&view);
}
