/* callgraph.c - raw arcs become arcs between symbols, coalesced, adjacent
   both ways.

   Trusts the symbol table; addresses in arcs may be anything.  */

#include "config.h"

#include "callgraph.h"

#include <stdlib.h>

enum status
arc_resolver_start (struct arc_resolver *resolver, const struct symtab *symtab,
                    const struct arcset *include, const struct arcset *exclude,
                    struct diag *diag)
{
  *resolver = (struct arc_resolver){ symtab, include, exclude, NULL };
  resolver->function = array_new (symtab->count, sizeof *resolver->function);
  if (resolver->function == NULL)
    return diag_no_memory (diag);
  sym_id nearest = SYM_NONE;
  for (sym_id id = 0; id < symtab->count; id++)
    {
      if (symtab->flags[id] & SYMBOL_FUNCTION)
        nearest = id;
      resolver->function[id] = nearest;
    }
  return STATUS_OK;
}

void
arc_resolver_release (struct arc_resolver *resolver)
{
  free (resolver->function);
  resolver->function = NULL;
}

/* Keep the arc FROM -> TO?  (R2.10)  */
static bool
wanted (const struct arcset *include, const struct arcset *exclude,
        sym_id from, sym_id to)
{
  return arcset_any (include) ? arcset_has (include, from, to)
                              : !arcset_has (exclude, from, to);
}

enum arc_fate
arc_resolve (const struct arc_resolver *resolver, const struct raw_arc *raw,
             sym_id *from, sym_id *to)
{
  *from = symtab_find (resolver->symtab, raw->from_pc);
  *to = symtab_find (resolver->symtab, raw->self_pc);
  if (*from == SYM_NONE)
    return ARC_WITHOUT_CALLER;
  if (*to == SYM_NONE)
    return ARC_WITHOUT_CALLEE;
  *to = resolver->function[*to];
  if (*to == SYM_NONE)
    return ARC_WITHOUT_FUNCTION;
  return wanted (resolver->include, resolver->exclude, *from, *to)
             ? ARC_KEPT
             : ARC_UNWANTED;
}

/* COUNT calls from symbol FROM to symbol TO.  */
static enum status
add_arc (struct callgraph *graph, sym_id from, sym_id to, uint64_t count,
         struct diag *diag)
{
  const arc_id fresh = (arc_id)callgraph_arc_count (graph);
  const uint32_t *arc = pairmap_enter (&graph->index, from, to, fresh);
  if (arc == NULL)
    return diag_no_memory (diag);
  graph->calls[to] += count;
  if (*arc != fresh)
    {
      graph->count.items[*arc] += count;
      return STATUS_OK;
    }
  return vec_push (&graph->from, from) && vec_push (&graph->to, to)
                 && vec_push (&graph->count, count)
             ? STATUS_OK
             : diag_no_memory (diag);
}

static enum status
resolve_arcs (struct callgraph *graph, const struct profile *profile,
              const struct symtab *symtab, const struct arcset *include,
              const struct arcset *exclude, struct diag *diag)
{
  struct arc_resolver resolver;
  enum status status
      = arc_resolver_start (&resolver, symtab, include, exclude, diag);
  for (size_t i = 0; i < profile->arcs.count && status == STATUS_OK; i++)
    {
      const struct raw_arc *raw = &profile->arcs.items[i];
      sym_id from, to;
      if (arc_resolve (&resolver, raw, &from, &to) == ARC_KEPT)
        status = add_arc (graph, from, to, raw->count, diag);
    }
  arc_resolver_release (&resolver);
  return status;
}

/* Remember that symbol FROM calls somebody unknown (R6.56).  */
static enum status
add_indirect (struct callgraph *graph, sym_id from, struct diag *diag)
{
  if (graph->indirect == NULL)
    {
      graph->indirect
          = array_new (graph->symbol_count, sizeof *graph->indirect);
      if (graph->indirect == NULL)
        return diag_no_memory (diag);
      for (size_t id = 0; id < graph->symbol_count; id++)
        graph->indirect[id] = ARC_NONE;
    }
  if (graph->indirect[from] == ARC_NONE)
    graph->indirect[from] = (arc_id)callgraph_arc_count (graph);
  return STATUS_OK;
}

static enum status
add_static_arcs (struct callgraph *graph, const struct callscan *calls,
                 struct diag *diag)
{
  enum status status = STATUS_OK;
  graph->indirect_name = calls->indirect_name;
  for (size_t i = 0; i < calls->arcs.count && status == STATUS_OK; i++)
    {
      const struct static_arc *arc = &calls->arcs.items[i];
      status = arc->to == SYM_NONE
                   ? add_indirect (graph, arc->from, diag)
                   : add_arc (graph, arc->from, arc->to, 0, diag);
    }
  return status;
}

/* Calls of a symbol by itself are not calls from outside (R6.3).  */
static void
split_self_calls (struct callgraph *graph)
{
  for (arc_id arc = 0; arc < callgraph_arc_count (graph); arc++)
    {
      const sym_id id = graph->from.items[arc];
      if (id != graph->to.items[arc])
        continue;
      graph->calls[id] -= graph->count.items[arc];
      graph->self_calls[id] = graph->count.items[arc];
    }
}

/* Fill START and ARCS so that each symbol's arcs by END stand together,
   newest first: a counting sort.  */
static void
fill_adjacency (const sym_id *end, size_t arc_count, size_t symbol_count,
                size_t *start, arc_id *arcs)
{
  for (size_t arc = 0; arc < arc_count; arc++)
    start[end[arc]]++;
  size_t sum = 0;
  for (size_t id = 0; id < symbol_count; id++)
    {
      sum += start[id];
      start[id] = sum;
    }
  start[symbol_count] = sum;
  /* Filling each range from behind, oldest first, leaves START at the
     beginning of the range.  */
  for (size_t arc = 0; arc < arc_count; arc++)
    arcs[--start[end[arc]]] = (arc_id)arc;
}

static enum status
link_arcs (struct callgraph *graph, struct diag *diag)
{
  const size_t symbols = graph->symbol_count;
  const size_t arcs = callgraph_arc_count (graph);
  graph->child_start = array_new (symbols + 1, sizeof *graph->child_start);
  graph->parent_start = array_new (symbols + 1, sizeof *graph->parent_start);
  graph->child_arc = array_new (arcs, sizeof *graph->child_arc);
  graph->parent_arc = array_new (arcs, sizeof *graph->parent_arc);
  if (!graph->child_start || !graph->parent_start || !graph->child_arc
      || !graph->parent_arc)
    return diag_no_memory (diag);
  fill_adjacency (graph->from.items, arcs, symbols, graph->child_start,
                  graph->child_arc);
  fill_adjacency (graph->to.items, arcs, symbols, graph->parent_start,
                  graph->parent_arc);
  return STATUS_OK;
}

enum status
callgraph_build (struct callgraph *graph, const struct profile *profile,
                 const struct symtab *symtab, const struct arcset *include,
                 const struct arcset *exclude, const struct callscan *calls,
                 struct diag *diag)
{
  *graph = (struct callgraph){ .symbol_count = symtab->count };
  graph->calls = array_new (symtab->count, sizeof *graph->calls);
  graph->self_calls = array_new (symtab->count, sizeof *graph->self_calls);
  if (graph->calls == NULL || graph->self_calls == NULL)
    return diag_no_memory (diag);
  enum status status
      = resolve_arcs (graph, profile, symtab, include, exclude, diag);
  graph->counted = callgraph_arc_count (graph);
  if (status == STATUS_OK && calls != NULL)
    status = add_static_arcs (graph, calls, diag);
  if (status != STATUS_OK)
    return status;
  split_self_calls (graph);
  return link_arcs (graph, diag);
}

void
callgraph_release (struct callgraph *graph)
{
  vec_release (&graph->from);
  vec_release (&graph->to);
  vec_release (&graph->count);
  pairmap_release (&graph->index);
  free (graph->calls);
  free (graph->self_calls);
  free (graph->child_start);
  free (graph->parent_start);
  free (graph->child_arc);
  free (graph->parent_arc);
  free (graph->indirect);
  *graph = (struct callgraph){ 0 };
}
