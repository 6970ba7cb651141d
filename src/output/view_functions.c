/* view_functions.c - the rows of functions, arcs and cycles for programs that
   read them (R15.10-R15.13).  */

#include "config.h"

#include "output/view_functions.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/minmax.h"
#include "base/paths.h"
#include "output/formats.h"
#include "output/shown.h"
#include "output/view_flat.h"
#include "output/view_graph.h"

/* --- Which functions have rows ------------------------------------------- */

/* Mark the ends of all arcs that an entry of the call graph has.  */
static void
mark_graph (struct functions_view *view)
{
  const struct report *report = view->report;
  const struct callgraph *graph = report->graph;
  for (sym_id id = 0; id < report->symtab->count; id++)
    if (graph_view_has_entry (report, id))
      view->number[id] = 0;
  for (arc_id arc = 0; arc < callgraph_arc_count (graph); arc++)
    {
      const sym_id from = graph->from.items[arc], to = graph->to.items[arc];
      if (graph_view_has_entry (report, from)
          || graph_view_has_entry (report, to))
        view->number[from] = view->number[to] = 0;
    }
}

/* Give all symbols that may have a row the number 0.  */
static void
mark (struct functions_view *view)
{
  const struct report *report = view->report;
  const size_t count = report->symtab->count;
  const bool has_graph = report->listings & LISTING_GRAPH;
  for (sym_id id = 0; id < count; id++)
    view->number[id] = ROW_NONE;
  if (has_graph)
    mark_graph (view);
  if (!has_graph || (report->listings & LISTING_FLAT))
    for (sym_id id = 0; id < count; id++)
      if (flat_view_has_row (report, id))
        view->number[id] = 0;
}

static void
collect (struct functions_view *view)
{
  const struct analysis *analysis = view->report->analysis;
  const size_t symbols = view->report->symtab->count;
  size_t rows = 0;
  for (sym_id id = 0; id < symbols; id++)
    rows += view->number[id] != ROW_NONE;
  view->items = array_new (rows, sizeof *view->items);
  for (sym_id id = 0; id < symbols; id++)
    if (view->number[id] != ROW_NONE)
      view->items[view->count++]
          = (struct sort_item){ analysis->self_ticks[id], analysis->calls[id],
                                0, id };
}

/* Sort the rows, leave those that options ask for by times with the CHILDREN's
   of each node, and number them.  */
static void
choose (struct functions_view *view, const double *children)
{
  for (size_t i = 0; i < view->count; i++)
    view->number[view->items[i].id] = ROW_NONE;
  const struct shown shown
      = flat_view_choose (view->report, children, view->items, &view->count);
  for (size_t i = 0; i < view->count; i++)
    view->number[view->items[i].id] = (uint32_t)i;
  view->left_out = shown.left_out;
  view->left_out_samples = shown.left_out_ticks;
}

/* --- What is estimated ---------------------------------------------------- */

const char *
calls_word (bool has_calls, bool is_lower_bound)
{
  return !has_calls ? "unknown" : is_lower_bound ? "lower bound" : "counted";
}

const char *
certainty_word (enum arc_certainty certainty)
{
  static const char *const words[]
      = { [ARC_EXACT] = "exact",         [ARC_ESTIMATED] = "estimated",
          [ARC_RECURSIVE] = "recursive", [ARC_OF_CYCLE] = "cycle",
          [ARC_MEASURED] = "measured",   [ARC_AT_LEAST] = "lower bound" };
  return words[certainty];
}

/* How certain the time is that ARC passes on.  */
static enum arc_certainty
certainty_of (const struct report *report, arc_id arc)
{
  const sym_id to = report->graph->to.items[arc];
  const uint64_t calls = report->graph->count.items[arc];
  const enum arc_kind kind = graph_view_arc_kind (report, arc);
  if (kind == ARC_SELF)
    return ARC_RECURSIVE;
  if (kind == ARC_IN_CYCLE)
    return ARC_OF_CYCLE;
  if (report->profile->arcs_are_measured)
    return ARC_MEASURED;
  if (calls == 0
      || calls != report->analysis->calls[cycles_head (report->cycles, to)]
      || symset_has (&report->lower_bounds, to))
    return ARC_ESTIMATED;
  return report->unseen.any ? ARC_AT_LEAST : ARC_EXACT;
}

/* Likewise of the children of ID.  */
static enum arc_certainty
certainty_of_children (const struct functions_view *view, sym_id id)
{
  if (view->report->profile->arcs_are_measured)
    return ARC_MEASURED;
  if (view->estimated[id])
    return ARC_ESTIMATED;
  return view->report->unseen.any ? ARC_AT_LEAST : ARC_EXACT;
}

/* Does the symbol ID get time that is estimated, by an arc or by what an arc
   leads to?  */
static bool
is_estimated (const struct functions_view *view, sym_id id)
{
  const struct report *report = view->report;
  const struct callgraph *graph = report->graph;
  for (size_t i = graph->child_start[id]; i < graph->child_start[id + 1]; i++)
    {
      const arc_id arc = graph->child_arc[i];
      const enum arc_certainty certainty = certainty_of (report, arc);
      if (certainty == ARC_ESTIMATED
          || ((certainty == ARC_EXACT || certainty == ARC_AT_LEAST)
              && view->estimated[cycles_head (report->cycles,
                                              graph->to.items[arc])]))
        return true;
    }
  return false;
}

/* Fill view->estimated, callees first.  */
static void
find_estimates (struct functions_view *view)
{
  const struct report *report = view->report;
  for (size_t i = 0; i < report->symtab->count; i++)
    {
      const sym_id id = report->cycles->topological[i];
      if (is_estimated (view, id))
        view->estimated[id] = view->estimated[cycles_head (report->cycles, id)]
            = true;
    }
}

static void
count_recorded (struct functions_view *view)
{
  const struct profile *profile = view->report->profile;
  for (size_t i = 0; i < profile->bins.count; i++)
    {
      const uint64_t sum = view->recorded_samples + profile->samples[i];
      view->recorded_samples = sum < view->recorded_samples ? UINT64_MAX : sum;
    }
}

/* --- The view ------------------------------------------------------------- */

/* Start with rows that are yet to be chosen.  */
static void
start (struct functions_view *view, const struct report *report)
{
  const struct callgraph *graph = report->graph;
  const size_t callees = max_length (graph->child_start, graph->symbol_count);
  const size_t callers = max_length (graph->parent_start, graph->symbol_count);
  *view = (struct functions_view){
    .report = report,
    .number = array_new (report->symtab->count, sizeof *view->number),
    .estimated
    = array_new (report->analysis->node_count, sizeof *view->estimated),
    .arcs
    = array_new (callees > callers ? callees : callers, sizeof *view->arcs)
  };
  mark (view);
  count_recorded (view);
  find_estimates (view);
  collect (view);
}

void
functions_view_start (struct functions_view *view, const struct report *report)
{
  start (view, report);
  choose (view, report->analysis->child_ticks);
}

/* Let CHILDREN, of members of cycles, be such that their total is at least
   what enters the cycle by them.  */
static void
add_entering (const struct report *report, double *children)
{
  const struct callgraph *graph = report->graph;
  const struct analysis *analysis = report->analysis;
  for (sym_id id = 0; id < report->symtab->count; id++)
    children[id]
        = report->cycles->cycle[id] != 0 ? 0 : analysis->child_ticks[id];
  for (arc_id arc = 0; arc < callgraph_arc_count (graph); arc++)
    if (report->cycles->cycle[graph->to.items[arc]] != 0
        && graph_view_arc_kind (report, arc) == ARC_OTHER)
      children[graph->to.items[arc]]
          += analysis->arc_self[arc] + analysis->arc_child[arc];
  for (sym_id id = 0; id < report->symtab->count; id++)
    {
      children[id] -= analysis->self_ticks[id];
      if (children[id] < analysis->child_ticks[id])
        children[id] = analysis->child_ticks[id];
    }
}

/* With --diff let CHILDREN also have what functions have lost, so that those that
   have changed are chosen (R15.79).  */
static void
add_lost (const struct report *report, double *children)
{
  const struct comparison *comparison = report->comparison;
  const struct compared_side *side = &comparison->sides[SIDE_NEW];
  const double ticks = side->rate * (double)side->spreads->files;
  for (sym_id id = 0; id < report->symtab->count; id++)
    {
      const struct change *change
          = &comparison->changes[comparison->matching.of[SIDE_NEW][id]];
      if (change->significant && change->delta < 0)
        children[id] -= change->delta * ticks;
    }
}

void
functions_view_start_picture (struct functions_view *view,
                              const struct report *report)
{
  double *children = array_new (report->symtab->count, sizeof *children);
  start (view, report);
  add_entering (report, children);
  if (report->listings & LISTING_DIFF)
    add_lost (report, children);
  choose (view, children);
  free (children);
}

void
functions_view_end (struct functions_view *view)
{
  free (view->items);
  free (view->number);
  free (view->estimated);
  free (view->arcs);
  *view = (struct functions_view){ 0 };
}

/* --- Functions ----------------------------------------------------------- */

/* PART of all time in percent.  */
static double
percent_of_all (const struct report *report, double part)
{
  return report->total_ticks > 0 ? 100 * part / report->total_ticks : 0;
}

/* Set where the function of ROW is.  */
static void
add_place (const struct report *report, struct function_row *row)
{
  const struct symtab *symtab = report->symtab;
  const struct program *program = report->program;
  const sym_id id = row->symbol;
  row->address = symtab->start[id];
  row->limit = symtab->limit[id];
  row->line = symtab->line[id];
  if (symtab->file[id] != SOURCE_NONE)
    row->file = sources_name (report->names->sources, symtab->file[id]);
  if (program->objects.count > 0 && symtab == &program->symtab)
    {
      const struct object *object = program_object_of (program, id);
      row->object = path_base (object->label);
      row->address -= object->bias;
      row->limit -= object->bias;
    }
}

/* Did ID make calls that were counted?  */
static bool
was_caller (const struct callgraph *graph, sym_id id)
{
  for (size_t i = graph->child_start[id]; i < graph->child_start[id + 1]; i++)
    if (graph->count.items[graph->child_arc[i]] > 0)
      return true;
  return false;
}

/* Were calls of ID counted?  What ran without any does not count them.  */
static bool
counts_calls (const struct report *report, sym_id id)
{
  const struct analysis *analysis = report->analysis;
  return analysis->calls[id] != 0 || analysis->self_calls[id] != 0
         || (!report->profile->lacks_calls && report->profile->has_arcs
             && !(analysis->self_ticks[id] > 0)
             && !(report->profile->arcs_are_measured
                  && analysis->child_ticks[id] > 0)
             && !was_caller (report->graph, id));
}

/* Set its calls, and the times that follow from them.  */
static void
add_calls (const struct report *report, struct function_row *row)
{
  const struct analysis *analysis = report->analysis;
  row->calls = analysis->calls[row->symbol];
  row->self_calls = analysis->self_calls[row->symbol];
  row->has_calls = counts_calls (report, row->symbol);
  row->is_lower_bound = (row->calls != 0 || row->self_calls != 0)
                        && symset_has (&report->lower_bounds, row->symbol);
  if (row->calls != 0)
    {
      row->self_per_call = row->self / (double)row->calls;
      row->total_per_call = row->total / (double)row->calls;
    }
}

/* What stacks know of the times of ROW.  */
static void
add_parts (const struct report *report, struct function_row *row)
{
  const struct analysis *analysis = report->analysis;
  row->system_samples = analysis->system_self[row->symbol];
  row->total_system_samples = analysis->system_total[row->symbol];
  row->recording_samples = analysis->recording[row->symbol];
  row->system = report_time (report, row->system_samples);
  row->total_system = report_time (report, row->total_system_samples);
}

struct function_row
functions_view_row (const struct functions_view *view, size_t number)
{
  const struct report *report = view->report;
  const struct analysis *analysis = report->analysis;
  const sym_id id = view->items[number].id;
  const double self = analysis->self_ticks[id];
  const double children = analysis->child_ticks[id];
  struct function_row row
      = { .symbol = id,
          .function = report->symtab->name[id],
          .name = names_of (report->names, id),
          .self_samples = self,
          .children_samples = children,
          .self = report_time (report, self),
          .children = report_time (report, children),
          .total = report_time (report, self + children),
          .self_percent = percent_of_all (report, self),
          .total_percent = percent_of_all (report, self + children),
          .self_error = report_error (report, self, self),
          .total_error
          = report_error (report, self + children, self + children),
          .cycle = report->cycles->cycle[id],
          .index = report->index[id],
          .children_kind = certainty_of_children (view, id),
          .few_samples = report_has_few (report, self) };
  add_place (report, &row);
  add_calls (report, &row);
  if (analysis->system_self != NULL)
    add_parts (report, &row);
  return row;
}

/* --- Arcs ---------------------------------------------------------------- */

/* Let the arcs be those of ARCS that START says are the symbol ID's.  */
static void
take_arcs (struct functions_view *view, const arc_id *start,
           const arc_id *arcs, sym_id id)
{
  view->arc_count = start[id + 1] - start[id];
  view->next_arc = 0;
  for (size_t i = 0; i < view->arc_count; i++)
    view->arcs[i] = graph_view_arc_item (view->report, arcs[start[id] + i]);
  sort_items (view->arcs, view->arc_count, graph_view_compare_children);
}

/* Let the arcs be those of the next caller that has a row; false if there is
   none.  */
static bool
take_caller (struct functions_view *view)
{
  const struct callgraph *graph = view->report->graph;
  if (view->caller == view->count)
    return false;
  take_arcs (view, graph->child_start, graph->child_arc,
             view->items[view->caller++].id);
  return true;
}

void
functions_view_take_arcs (struct functions_view *view, size_t number,
                          bool with_callers)
{
  const struct callgraph *graph = view->report->graph;
  view->caller = view->count;
  take_arcs (view, with_callers ? graph->parent_start : graph->child_start,
             with_callers ? graph->parent_arc : graph->child_arc,
             view->items[number].id);
}

/* What follows for ROW from samples of its own.  */
static void
add_measured (const struct report *report, struct arc_row *row)
{
  const double samples = row->self_samples + row->children_samples;
  if (report_has_errors (report))
    row->error = report_arc_error (report, samples);
  if (row->calls == 0)
    return;
  row->total_per_call = (row->self + row->children) / (double)row->calls;
  if (samples == 0 && report_has_errors (report))
    row->most = report_least_bound (report);
}

static struct arc_row
make_arc (const struct functions_view *view, const struct sort_item *item)
{
  const struct report *report = view->report;
  const struct analysis *analysis = report->analysis;
  const sym_id to = report->graph->to.items[item->id];
  const bool passes
      = item->rank == ARC_OTHER || report->profile->arcs_are_measured;
  const double self = passes ? analysis->arc_self[item->id] : 0;
  const double children = passes ? analysis->arc_child[item->id] : 0;
  struct arc_row row
      = { .caller = view->number[report->graph->from.items[item->id]],
          .callee = view->number[to],
          .arc = item->id,
          .calls = item->number,
          .self_samples = self,
          .children_samples = children,
          .self = report_time (report, self),
          .children = report_time (report, children),
          .has_calls = report_counts_arc (report, item->id),
          .is_lower_bound = symset_has (&report->lower_bounds, to),
          .is_static = item->id >= report->graph->counted };
  row.certainty = certainty_of (report, item->id);
  if (row.certainty == ARC_ESTIMATED)
    {
      const size_t head = cycles_head (report->cycles, to);
      row.most = report_time (report, analysis->prop_self[head]
                                          + analysis->prop_child[head]);
    }
  if (report->profile->arcs_are_measured)
    add_measured (report, &row);
  return row;
}

/* Do options leave ITEM, which ROW is of, out?  */
static bool
is_left_out (const struct functions_view *view, const struct sort_item *item,
             const struct arc_row *row)
{
  return row->caller == ROW_NONE || row->callee == ROW_NONE
         || (item->rank == ARC_OTHER
             && !(row->self_samples + row->children_samples
                  >= view->least_arc));
}

bool
functions_view_next_arc (struct functions_view *view, struct arc_row *row)
{
  do
    while (view->next_arc < view->arc_count)
      {
        const struct sort_item *item = &view->arcs[view->next_arc++];
        *row = make_arc (view, item);
        if (!is_left_out (view, item, row))
          return true;
        view->left_out_arcs++;
      }
  while (take_caller (view));
  return false;
}

/* --- Cycles -------------------------------------------------------------- */

struct cycle_row
functions_view_cycle (const struct functions_view *view, uint32_t number)
{
  const struct report *report = view->report;
  const struct analysis *analysis = report->analysis;
  const uint32_t *start = &report->cycles->member_start[number - 1];
  const size_t node = cycles_node (report->cycles, number);
  const double self = analysis->self_ticks[node];
  const double children = analysis->child_ticks[node];
  return (struct cycle_row){ .cycle = number,
                             .index = report->index[node],
                             .self_samples = self,
                             .children_samples = children,
                             .self = report_time (report, self),
                             .children = report_time (report, children),
                             .total = report_time (report, self + children),
                             .calls = analysis->calls[node],
                             .self_calls = analysis->self_calls[node],
                             .total_percent
                             = percent_of_all (report, self + children),
                             .members = report->cycles->members + start[0],
                             .member_count = start[1] - start[0] };
}
