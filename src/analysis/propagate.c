/* propagate.c - time and print flags along the arcs, and the time that is in
   no caller's total.

   Two walks: print flags and fractions from callers to callees, then time
   from callees to callers.  The comments cite rules because the order of
   every sum affects the result.  */

#include "config.h"

#include "analysis/propagate.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

struct flow
{
  struct analysis *analysis;
  const struct callgraph *graph;
  const struct cycles *cycles;
  const struct selection *selection;
};

/* --- Calls -------------------------------------------------------------- */

static void
count_calls (const struct flow *flow)
{
  const struct callgraph *graph = flow->graph;
  struct analysis *analysis = flow->analysis;
  const size_t symbols = graph->symbol_count;
  memcpy (analysis->calls, graph->calls, symbols * sizeof *graph->calls);
  memcpy (analysis->self_calls, graph->self_calls,
          symbols * sizeof *graph->self_calls);

  /* A cycle's calls come from outside, its self calls lead from one member to
     another (R6.13).  */
  for (size_t arc = 0; arc < callgraph_arc_count (graph); arc++)
    {
      const sym_id from = graph->from.items[arc], to = graph->to.items[arc];
      const uint32_t cycle = flow->cycles->cycle[to];
      if (cycle == 0 || from == to)
        continue;
      const size_t node = cycles_node (flow->cycles, cycle);
      if (flow->cycles->cycle[from] == cycle)
        analysis->self_calls[node] += graph->count.items[arc];
      else
        analysis->calls[node] += graph->count.items[arc];
    }
}

/* --- Flags and fractions, from callers to callees ----------------------- */

/* Let HEAD inherit from the callers of its member ID that lie outside
   (R6.21, R6.22).  */
static void
inherit_from_callers (const struct flow *flow, size_t head, sym_id id)
{
  const struct callgraph *graph = flow->graph;
  struct analysis *analysis = flow->analysis;
  for (size_t i = graph->parent_start[id]; i < graph->parent_start[id + 1];
       i++)
    {
      const arc_id arc = graph->parent_arc[i];
      const sym_id caller = graph->from.items[arc];
      if (cycles_head (flow->cycles, caller) == head)
        continue;
      analysis->shown[head] |= analysis->shown[caller];
      if (analysis->calls[head] != 0)
        analysis->fraction[head] += analysis->fraction[caller]
                                    * ((double)graph->count.items[arc]
                                       / (double)analysis->calls[head]);
    }
}

/* A cycle inherits as a whole and passes that on to its members.  */
static void
inherit_cycle (const struct flow *flow, uint32_t cycle)
{
  const struct cycles *cycles = flow->cycles;
  struct analysis *analysis = flow->analysis;
  const size_t head = cycles_node (flow->cycles, cycle);
  const size_t start = cycles->member_start[cycle - 1];
  const size_t end = cycles->member_start[cycle];
  for (size_t i = start; i < end; i++)
    inherit_from_callers (flow, head, cycles->members[i]);
  for (size_t i = start; i < end; i++)
    {
      analysis->shown[cycles->members[i]] = analysis->shown[head];
      analysis->fraction[cycles->members[i]] = analysis->fraction[head];
    }
}

/* Apply what the user selected of this symbol alone (R6.24, R6.25).  */
static void
apply_selection (const struct flow *flow, sym_id id)
{
  const struct symset *tables = flow->selection->tables;
  struct analysis *analysis = flow->analysis;
  const struct symset *in = &tables[SPEC_GRAPH_INCLUDE];
  const struct symset *out = &tables[SPEC_GRAPH_EXCLUDE];
  if (!analysis->shown[id])
    analysis->shown[id] = symset_accepts (in, out, id);
  else if (symset_has (out, id) && !symset_has (in, id))
    analysis->shown[id] = false;

  in = &tables[SPEC_TIME_INCLUDE];
  out = &tables[SPEC_TIME_EXCLUDE];
  if (analysis->fraction[id] == 0)
    analysis->fraction[id] = symset_accepts (in, out, id) ? 1.0 : 0.0;
  else if (symset_has (out, id) && !symset_has (in, id))
    analysis->fraction[id] = 0;
}

static void
hand_down (const struct flow *flow)
{
  struct analysis *analysis = flow->analysis;
  const struct cycles *cycles = flow->cycles;
  size_t last_head = SIZE_MAX;
  for (size_t i = flow->graph->symbol_count; i-- > 0;)
    {
      const sym_id id = cycles->topological[i];
      const size_t head = cycles_head (flow->cycles, id);
      if (head != last_head && cycles->cycle[id] != 0)
        inherit_cycle (flow, cycles->cycle[id]);
      else if (head != last_head)
        inherit_from_callers (flow, head, id);
      last_head = head;
      apply_selection (flow, id);
      analysis->prop_self[id]
          = analysis->self_ticks[id] * analysis->fraction[id];
      analysis->print_ticks += analysis->prop_self[id];
    }
}

/* --- Time, from callees to callers -------------------------------------- */

/* A cycle's self time is that of the members whose time counts (R6.28).  */
static void
sum_cycle_times (const struct flow *flow)
{
  struct analysis *analysis = flow->analysis;
  const struct cycles *cycles = flow->cycles;
  for (uint32_t cycle = 1; cycle <= cycles->count; cycle++)
    {
      const size_t head = cycles_node (flow->cycles, cycle);
      for (size_t i = cycles->member_start[cycle - 1];
           i < cycles->member_start[cycle]; i++)
        if (analysis->fraction[cycles->members[i]] != 0)
          analysis->self_ticks[head]
              += analysis->self_ticks[cycles->members[i]];
      analysis->prop_self[head]
          = analysis->fraction[head] * analysis->self_ticks[head];
    }
}

/* Pass time up along one arc (R6.29).  */
static void
pass_up (const struct flow *flow, arc_id arc)
{
  struct analysis *analysis = flow->analysis;
  const sym_id parent = flow->graph->from.items[arc];
  const sym_id child = flow->graph->to.items[arc];
  const uint64_t count = flow->graph->count.items[arc];
  const size_t head = cycles_head (flow->cycles, child);
  const size_t parent_head = cycles_head (flow->cycles, parent);
  if (count == 0 || head == parent_head || analysis->fraction[child] == 0
      || analysis->calls[head] == 0)
    return;

  const double part = (double)count / (double)analysis->calls[head];
  const double self = analysis->self_ticks[head] * part;
  const double below = analysis->child_ticks[head] * part;
  const double share = self + below;
  const double fraction = analysis->fraction[parent];
  const double counted = fraction * share;
  analysis->arc_self[arc] = self * fraction;
  analysis->arc_child[arc] = below * fraction;
  analysis->child_ticks[parent] += share;
  analysis->prop_child[parent] += counted;
  if (parent_head != parent)
    {
      analysis->child_ticks[parent_head] += share;
      analysis->prop_child[parent_head] += counted;
    }
}

static void
gather_up (const struct flow *flow)
{
  const struct callgraph *graph = flow->graph;
  for (size_t i = 0; i < graph->symbol_count; i++)
    {
      const sym_id id = flow->cycles->topological[i];
      if (flow->analysis->fraction[id] == 0)
        continue;
      for (size_t j = graph->child_start[id]; j < graph->child_start[id + 1];
           j++)
        pass_up (flow, graph->child_arc[j]);
    }
}

static void
allocate (struct analysis *analysis, size_t nodes, size_t arcs)
{
  *analysis = (struct analysis){ .node_count = nodes };
  analysis->self_ticks = array_new (nodes, sizeof *analysis->self_ticks);
  analysis->child_ticks = array_new (nodes, sizeof *analysis->child_ticks);
  analysis->fraction = array_new (nodes, sizeof *analysis->fraction);
  analysis->prop_self = array_new (nodes, sizeof *analysis->prop_self);
  analysis->prop_child = array_new (nodes, sizeof *analysis->prop_child);
  analysis->calls = array_new (nodes, sizeof *analysis->calls);
  analysis->self_calls = array_new (nodes, sizeof *analysis->self_calls);
  analysis->shown = array_new (nodes, sizeof *analysis->shown);
  analysis->arc_self = array_new (arcs, sizeof *analysis->arc_self);
  analysis->arc_child = array_new (arcs, sizeof *analysis->arc_child);
}

void
propagate (struct analysis *analysis, const struct callgraph *graph,
           const struct cycles *cycles, const double *ticks,
           const struct selection *selection)
{
  allocate (analysis, graph->symbol_count + cycles->count,
            callgraph_arc_count (graph));
  const struct flow flow = { analysis, graph, cycles, selection };
  memcpy (analysis->self_ticks, ticks, graph->symbol_count * sizeof *ticks);
  count_calls (&flow);
  hand_down (&flow);
  sum_cycle_times (&flow);
  gather_up (&flow);
}

void
analysis_release (struct analysis *analysis)
{
  free (analysis->self_ticks);
  free (analysis->child_ticks);
  free (analysis->fraction);
  free (analysis->prop_self);
  free (analysis->prop_child);
  free (analysis->calls);
  free (analysis->self_calls);
  free (analysis->shown);
  free (analysis->arc_self);
  free (analysis->arc_child);
  free (analysis->system_self);
  free (analysis->system_total);
  free (analysis->recording);
  *analysis = (struct analysis){ 0 };
}

/* --- Time without callers ------------------------------------------------ */

bool
is_startup_code (const char *name)
{
  static const char *const names[] = { "_init",
                                       "_start",
                                       "_fini",
                                       "frame_dummy",
                                       "register_tm_clones",
                                       "deregister_tm_clones",
                                       "__do_global_dtors_aux",
                                       "_dl_relocate_static_pie" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp (name, names[i]) == 0)
      return true;
  return false;
}

/* Does no function call ID, as far as anybody could know?  */
static bool
is_root (const struct symtab *symtab, sym_id id)
{
  return strcmp (symtab->name[id], "main") == 0
         || is_startup_code (symtab->name[id]);
}

/* Does ID pass time on, which its callers do not get?  What calls main is all
   of the program, not part of what another function does.  */
static bool
passes_time (const struct symtab *symtab, const struct callgraph *graph,
             const struct analysis *analysis, sym_id id)
{
  for (size_t i = graph->child_start[id]; i < graph->child_start[id + 1]; i++)
    {
      const arc_id arc = graph->child_arc[i];
      if (analysis->arc_self[arc] + analysis->arc_child[arc] > 0
          && !is_root (symtab, graph->to.items[arc]))
        return true;
    }
  return false;
}

struct unseen
unseen_find (const struct symtab *symtab, const struct callgraph *graph,
             const struct analysis *analysis)
{
  struct unseen unseen = { 0, false };
  for (sym_id id = 0; id < symtab->count; id++)
    if (analysis->calls[id] == 0 && !is_root (symtab, id))
      {
        unseen.ticks += analysis->self_ticks[id];
        unseen.any = unseen.any || analysis->self_ticks[id] > 0
                     || passes_time (symtab, graph, analysis, id);
      }
  return unseen;
}
