/* view_costs.c - what functions and calls cost, in whole numbers (R15.63).  */

#include "config.h"

#include "output/view_costs.h"

#include <stdlib.h>

#include "base/rounding.h"
#include "base/vec.h"
#include "output/view_graph.h"

struct work
{
  struct costs_view *view;
  const struct report *report;
  double scale;
  struct rounding own;    /* of all functions so far */
  uint64_t *inclusive;    /* of each node, once all its members were seen */
  struct rounding *given; /* of that to callers so far */
};

/* The part of the callee's inclusive cost that ARC takes.  */
static uint64_t
share (struct work *work, arc_id arc)
{
  const struct analysis *analysis = work->report->analysis;
  const size_t head
      = report_head (work->report, work->report->graph->to.items[arc]);
  const double all = analysis->self_ticks[head] + analysis->child_ticks[head];
  const double passed = analysis->arc_self[arc] + analysis->arc_child[arc];
  if (graph_view_arc_kind (work->report, arc) != ARC_OTHER || !(all > 0))
    return 0;
  return rounding_next (&work->given[head],
                        (double)work->inclusive[head] * (passed / all));
}

/* Compute the costs of ID and of the arcs from it; what it calls, but for
   members of its own cycle, was done before.  */
static void
visit (struct work *work, sym_id id)
{
  const struct report *report = work->report;
  const struct callgraph *graph = report->graph;
  uint64_t *inclusive = &work->inclusive[report_head (report, id)];
  const uint64_t own
      = rounding_next (&work->own,
                       work->scale * report->analysis->self_ticks[id]);
  work->view->functions[id] = own;
  *inclusive += own;
  for (size_t i = graph->child_start[id]; i < graph->child_start[id + 1]; i++)
    {
      const arc_id arc = graph->child_arc[i];
      work->view->arcs[arc] = share (work, arc);
      *inclusive += work->view->arcs[arc];
    }
}

enum status
costs_view_start (struct costs_view *view, const struct report *report,
                  double scale, struct diag *diag)
{
  const size_t symbols = report->symtab->count;
  const size_t nodes = report->analysis->node_count;
  const size_t arcs = callgraph_arc_count (report->graph);
  *view = (struct costs_view){ array_new (symbols, sizeof *view->functions),
                               array_new (arcs, sizeof *view->arcs), 0 };
  struct work work = { .view = view, .report = report, .scale = scale };
  work.inclusive = array_new (nodes, sizeof *work.inclusive);
  work.given = array_new (nodes, sizeof *work.given);
  enum status status = STATUS_OK;
  if (view->functions == NULL || view->arcs == NULL || work.inclusive == NULL
      || work.given == NULL)
    status = diag_no_memory (diag);
  else
    for (size_t i = 0; i < symbols; i++)
      visit (&work, report->cycles->topological[i]);
  view->total = work.own.whole;
  free (work.inclusive);
  free (work.given);
  return status;
}

void
costs_view_end (struct costs_view *view)
{
  free (view->functions);
  free (view->arcs);
  *view = (struct costs_view){ 0 };
}
