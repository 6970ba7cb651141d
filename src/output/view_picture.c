/* view_picture.c - what a picture of the call graph shows (R15.67-R15.76).  */

#include "config.h"

#include "output/view_picture.h"

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

enum status
picture_view_start (struct picture_view *view, const struct report *report,
                    struct diag *diag)
{
  *view = (struct picture_view){ .all = report->total_ticks,
                                 .time
                                 = report_time (report, report->total_ticks),
                                 .report = *report,
                                 .options = *report->options };
  view->report.options = &view->options;
  choose_share (view);
  enum status status
      = functions_view_start_picture (&view->functions, &view->report, diag);
  view->functions.least_arc = view->all * view->least / 100 / ARC_RATIO;
  view->count = (uint32_t)view->functions.count;
  view->cycles = (uint32_t)functions_view_cycles (&view->functions);
  return status;
}

struct picture_function
picture_view_function (const struct picture_view *view, uint32_t number)
{
  struct picture_function function
      = { .row = functions_view_row (&view->functions, number) };
  function.share = share_of (view, function.row.self_samples
                                       + function.row.children_samples);
  return function;
}

struct cycle_row
picture_view_cycle (const struct picture_view *view, uint32_t number)
{
  return functions_view_cycle (&view->functions, number);
}

bool
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

bool
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

struct picture_rest
picture_view_rest (const struct picture_view *view)
{
  return (struct picture_rest){
    view->functions.left_out,
    100 * share_of (view, view->functions.left_out_samples),
    callgraph_arc_count (view->report.graph) - view->arcs
  };
}

void
picture_view_end (struct picture_view *view)
{
  functions_view_end (&view->functions);
}
