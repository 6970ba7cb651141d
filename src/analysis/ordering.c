/* ordering.c - orders for the linker: what calls each other lies together.

   A chain only ever grows by one symbol at one of its ends; two chains are
   never joined (R10.3).  So a symbol's position in its chain never changes,
   and its distance from either end is a difference of positions.  */

#include "config.h"

#include "analysis/ordering.h"

#include <stdlib.h>

#include "base/sort.h"

/* Symbols in a row; the positions of FIRST and LAST differ by its length less
   one.  */
struct chain
{
  sym_id first, last;
};

typedef VEC (arc_id) arc_list;

struct placer
{
  const struct callgraph *graph;
  VEC (struct chain) chains;
  uint32_t *chain;   /* of each symbol: its index + 1, or 0 for none */
  int64_t *position; /* of each symbol within its chain */
  sym_id *next;      /* of each symbol, towards the last of its chain */
  bool *placed;      /* of each symbol: no arc can move it any more */
  bool *printed;     /* of each symbol: it is in the ordering */
  bool *done;        /* of each arc: it is linked or not to be linked */
  struct ordering *ordering;
};

static void
start (struct placer *placer, const struct callgraph *graph,
       struct ordering *ordering)
{
  const size_t symbols = graph->symbol_count;
  *ordering = (struct ordering){ 0 };
  *placer = (struct placer){ .graph = graph, .ordering = ordering };
  placer->chain = array_new (symbols, sizeof *placer->chain);
  placer->position = array_new (symbols, sizeof *placer->position);
  placer->next = array_new (symbols, sizeof *placer->next);
  placer->placed = array_new (symbols, sizeof *placer->placed);
  placer->printed = array_new (symbols, sizeof *placer->printed);
  placer->done = array_new (callgraph_arc_count (graph), sizeof *placer->done);
}

static void
finish (struct placer *placer)
{
  vec_release (&placer->chains);
  free (placer->chain);
  free (placer->position);
  free (placer->next);
  free (placer->placed);
  free (placer->printed);
  free (placer->done);
}

/* Append symbol ID to the ordering.  */
static void
put (struct placer *placer, sym_id id)
{
  placer->placed[id] = placer->printed[id] = true;
  vec_push (&placer->ordering->order, id);
}

/* Is PART more than LIMIT of ALL?  */
static bool
exceeds (uint64_t part, uint64_t all, double limit)
{
  return all > 0 && (double)part / (double)all > limit;
}

/* Append to ARCS all arcs but those from a symbol to itself, in the order of
   their creation.  */
static void
list_arcs (const struct callgraph *graph, arc_list *arcs)
{
  const size_t count = callgraph_arc_count (graph);
  for (arc_id arc = 0; arc < count; arc++)
    if (graph->from.items[arc] != graph->to.items[arc])
      vec_push (arcs, arc);
}

static uint64_t
sum_of_counts (const struct callgraph *graph, const arc_list *arcs)
{
  uint64_t sum = 0;
  for (size_t i = 0; i < arcs->count; i++)
    sum += graph->count.items[arcs->items[i]];
  return sum;
}

/* --- The ordering step (R10.3, R10.4) ---------------------------------- */

static void
start_chain (struct placer *placer, sym_id first, sym_id last)
{
  const struct chain chain = { first, last };
  vec_push (&placer->chains, chain);
  placer->chain[first] = placer->chain[last] = (uint32_t)placer->chains.count;
  placer->next[first] = last;
  placer->next[last] = SYM_NONE;
  placer->position[first] = 0;
  placer->position[last] = 1;
}

/* Let ID, which has no chain, join that of NEIGHBOUR, at the end that is
   nearer to NEIGHBOUR; of two ends equally near, at the last if
   PREFERS_LAST.  */
static void
join_chain (struct placer *placer, sym_id id, sym_id neighbour,
            bool prefers_last)
{
  const uint32_t number = placer->chain[neighbour];
  struct chain *chain = &placer->chains.items[number - 1];
  const int64_t *position = placer->position;
  const int64_t from_first = position[neighbour] - position[chain->first];
  const int64_t from_last = position[chain->last] - position[neighbour];
  if (from_last < from_first || (from_last == from_first && prefers_last))
    {
      placer->position[id] = position[chain->last] + 1;
      placer->next[id] = SYM_NONE;
      placer->next[chain->last] = id;
      chain->last = id;
    }
  else
    {
      placer->position[id] = position[chain->first] - 1;
      placer->next[id] = chain->first;
      chain->first = id;
    }
  placer->chain[id] = number;
}

/* Let the ends of ARC share a chain; false if both have one.  */
static bool
link_ends (struct placer *placer, arc_id arc)
{
  const sym_id from = placer->graph->from.items[arc];
  const sym_id to = placer->graph->to.items[arc];
  if (placer->chain[from] == 0 && placer->chain[to] == 0)
    start_chain (placer, from, to);
  else if (placer->chain[from] == 0)
    join_chain (placer, from, to, false);
  else if (placer->chain[to] == 0)
    join_chain (placer, to, from, true);
  else
    return false;
  return true;
}

/* Is either end of ARC placed?  */
static bool
is_bound (const struct placer *placer, arc_id arc)
{
  return placer->placed[placer->graph->from.items[arc]]
         || placer->placed[placer->graph->to.items[arc]];
}

/* Make chains of the ends of ARCS, one arc after the other; arcs that cannot
   be linked go to LEFTOVER.  If not ALL, those with the last hundredth of the
   calls go there as well.  */
static void
make_chains (struct placer *placer, const arc_list *arcs, bool all,
             arc_list *leftover)
{
  const struct callgraph *graph = placer->graph;
  const uint64_t total = sum_of_counts (graph, arcs);
  uint64_t running = 0;
  for (size_t i = 0; i < arcs->count; i++)
    {
      const arc_id arc = arcs->items[i];
      running += graph->count.items[arc];
      if (placer->done[arc])
        continue;
      placer->done[arc] = (all || !exceeds (running, total, 0.99))
                          && !is_bound (placer, arc)
                          && link_ends (placer, arc);
      if (!placer->done[arc])
        vec_push (leftover, arc);
    }
}

/* Put the chains that ARCS made.  */
static void
put_chains (struct placer *placer, const arc_list *arcs)
{
  for (size_t i = 0; i < arcs->count; i++)
    {
      const uint32_t chain
          = placer->chain[placer->graph->from.items[arcs->items[i]]];
      if (chain == 0 || is_bound (placer, arcs->items[i]))
        continue;
      for (sym_id id = placer->chains.items[chain - 1].first; id != SYM_NONE;
           id = placer->next[id])
        put (placer, id);
    }
}

/* Place the ends of ARCS; if ALL, also the callers of those whose both ends
   are still free then.  */
static void
place (struct placer *placer, const arc_list *arcs, bool all,
       arc_list *leftover)
{
  make_chains (placer, arcs, all, leftover);
  put_chains (placer, arcs);
  for (size_t i = 0; all && i < arcs->count; i++)
    if (!is_bound (placer, arcs->items[i]))
      put (placer, placer->graph->from.items[arcs->items[i]]);
}

/* --- Functions (R10.5-R10.8) -------------------------------------------- */

/* What the order of functions is made from.  */
struct ranking
{
  arc_list arcs;        /* most calls first */
  uint64_t *uses;       /* of each symbol: arcs to it that matter */
  VEC (sym_id) hottest; /* what was called, most used first */
  size_t hot_count;     /* how many of them are hot */
  arc_list hot_arcs;    /* to and from those */
  arc_list inner_arcs;  /* those between them */
  arc_list leftover;    /* arcs that could not be linked at first */
};

static void
ranking_release (struct ranking *ranking)
{
  vec_release (&ranking->arcs);
  free (ranking->uses);
  vec_release (&ranking->hottest);
  vec_release (&ranking->hot_arcs);
  vec_release (&ranking->inner_arcs);
  vec_release (&ranking->leftover);
}

static int
compare_counts (uint32_t a, uint32_t b, const void *context)
{
  const struct callgraph *graph = context;
  const uint64_t *count = graph->count.items;
  return count[a] > count[b] ? -1 : count[a] < count[b];
}

static void
sort_by_count (const struct callgraph *graph, arc_list *arcs)
{
  sort_ids (arcs->items, arcs->count, compare_counts, graph);
}

static int
compare_uses (uint32_t a, uint32_t b, const void *context)
{
  const uint64_t *uses = context;
  return uses[a] > uses[b] ? -1 : uses[a] < uses[b];
}

/* Rank what was called by how many of the arcs that make up nine tenths of all
   calls lead to it.  What was never called counts as placed from the
   start.  */
static void
rank_called (struct placer *placer, struct ranking *ranking)
{
  const struct callgraph *graph = placer->graph;
  ranking->uses = array_new (graph->symbol_count, sizeof *ranking->uses);
  list_arcs (graph, &ranking->arcs);
  sort_by_count (graph, &ranking->arcs);
  const uint64_t total = sum_of_counts (graph, &ranking->arcs);
  uint64_t running = 0;
  for (size_t i = 0; i < ranking->arcs.count; i++)
    {
      const arc_id arc = ranking->arcs.items[i];
      running += graph->count.items[arc];
      if (exceeds (running, total, 0.90))
        break;
      ranking->uses[graph->to.items[arc]]++;
    }
  for (sym_id id = 0; id < graph->symbol_count; id++)
    if (graph->calls[id] == 0)
      placer->placed[id] = true;
    else
      vec_push (&ranking->hottest, id);
  sort_ids (ranking->hottest.items, ranking->hottest.count, compare_uses,
            ranking->uses);
}

/* Append the arcs FIRST .. LIMIT-1 of ARCS to the hot ones; they are done.  */
static void
take_arcs (struct placer *placer, struct ranking *ranking, const arc_id *arcs,
           size_t first, size_t limit)
{
  const struct callgraph *graph = placer->graph;
  for (size_t i = first; i < limit; i++)
    if (graph->from.items[arcs[i]] != graph->to.items[arcs[i]])
      {
        placer->done[arcs[i]] = true;
        vec_push (&ranking->hot_arcs, arcs[i]);
      }
}

/* One called function in 80 may be hot, but none from the first one on that
   is used by exactly five arcs (R10.6).  */
static void
take_hot (struct placer *placer, struct ranking *ranking)
{
  const struct callgraph *graph = placer->graph;
  while (ranking->hot_count < ranking->hottest.count / 80)
    {
      const sym_id id = ranking->hottest.items[ranking->hot_count];
      if (ranking->uses[id] == 5)
        break;
      ranking->hot_count++;
      placer->placed[id] = true;
      take_arcs (placer, ranking, graph->child_arc, graph->child_start[id],
                 graph->child_start[id + 1]);
      take_arcs (placer, ranking, graph->parent_arc, graph->parent_start[id],
                 graph->parent_start[id + 1]);
    }
}

/* Where both ends of a hot arc are placed, make them free again: the arc
   places them.  */
static void
free_inner_ends (struct placer *placer, struct ranking *ranking)
{
  const struct callgraph *graph = placer->graph;
  for (size_t i = 0; i < ranking->hot_arcs.count; i++)
    {
      const arc_id arc = ranking->hot_arcs.items[i];
      const sym_id from = graph->from.items[arc], to = graph->to.items[arc];
      if (!placer->placed[from] || !placer->placed[to])
        continue;
      placer->placed[from] = placer->placed[to] = false;
      vec_push (&ranking->inner_arcs, arc);
    }
  sort_by_count (graph, &ranking->inner_arcs);
}

/* Put the hot functions that no inner arc will.  GNU gprof omits the last one
   (R10.7).  */
static void
put_hot (struct placer *placer, const struct ranking *ranking,
         const struct quirks *quirks)
{
  size_t count = ranking->hot_count;
  if (quirks->forgets_last_hot && count > 0)
    count--;
  for (size_t i = 0; i < count; i++)
    if (placer->placed[ranking->hottest.items[i]])
      put (placer, ranking->hottest.items[i]);
}

/* Put what was called and not placed, then what was never called.  Of the
   latter, GNU gprof repeats those put together with a hot function
   (R10.7).  */
static void
put_rest (struct placer *placer, const struct quirks *quirks)
{
  const struct callgraph *graph = placer->graph;
  for (sym_id id = 0; id < graph->symbol_count; id++)
    if (graph->calls[id] > 0 && !placer->placed[id])
      put (placer, id);
  for (sym_id id = 0; id < graph->symbol_count; id++)
    if (graph->calls[id] == 0
        && (quirks->repeats_unused || !placer->printed[id]))
      put (placer, id);
}

void
ordering_of_functions (struct ordering *ordering,
                       const struct callgraph *graph,
                       const struct quirks *quirks)
{
  struct placer placer;
  struct ranking ranking = { 0 };
  arc_list unlinked = { 0 };
  start (&placer, graph, ordering);
  rank_called (&placer, &ranking);
  take_hot (&placer, &ranking);
  free_inner_ends (&placer, &ranking);

  put_hot (&placer, &ranking, quirks);
  place (&placer, &ranking.inner_arcs, true, &ranking.leftover);
  place (&placer, &ranking.arcs, false, &ranking.leftover);
  place (&placer, &ranking.leftover, true, &unlinked);
  put_rest (&placer, quirks);
  vec_release (&unlinked);
  ranking_release (&ranking);
  finish (&placer);
}

/* --- Files (R10.20) ----------------------------------------------------- */

void
ordering_of_files (struct ordering *ordering, const struct callgraph *graph,
                   const struct symtab *symtab)
{
  struct placer placer;
  arc_list arcs = { 0 }, leftover = { 0 };
  start (&placer, graph, ordering);
  /* Only arcs between mapped symbols decide where a file should lie.  */
  for (arc_id arc = 0; arc < callgraph_arc_count (graph); arc++)
    placer.done[arc]
        = !(symtab->flags[graph->from.items[arc]]
            & symtab->flags[graph->to.items[arc]] & SYMBOL_MAPPED);
  list_arcs (graph, &arcs);
  place (&placer, &arcs, false, &leftover);
  for (sym_id id = 0; id < symtab->count; id++)
    if ((symtab->flags[id] & SYMBOL_MAPPED) && !placer.placed[id])
      put (&placer, id);
  vec_release (&arcs);
  vec_release (&leftover);
  finish (&placer);
}

void
ordering_release (struct ordering *ordering)
{
  vec_release (&ordering->order);
}
