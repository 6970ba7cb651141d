/* cycle_breaking.c - arcs without which the cycles of a call graph are none.

   While a cycle is broken, its members have places in a topological order of
   the arcs that were kept: callers before callees.  It is maintained as by
   Pearce and Kelly (ACM J. of Experimental Algorithmics 11, 2007), which is
   fast in practice.  Places are positions in cycles->members, so each cycle
   has a range of its own.  */

#include "config.h"

#include "analysis/cycle_breaking.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"

/* The places of symbols that a search found.  */
struct found
{
  uint32_t *items;
  size_t count;
};

struct breaker
{
  const struct callgraph *graph;
  uint32_t *place;         /* of each symbol in a cycle */
  sym_id *at;              /* the symbol at each place */
  sym_id *callee, *caller; /* of kept arcs: of each symbol those that GRAPH has
                              places for, the oldest first */
  uint32_t *callee_count,
      *caller_count; /* of each symbol: how many are kept */
  bool *seen;        /* of each place: the search that goes on found it */
  struct found callees, callers;
  uint32_t *scratch; /* as many as places */
  size_t steps_left;
};

/* --- The order of the arcs ----------------------------------------------- */

struct arc_names
{
  const struct callgraph *graph;
  const uint32_t *rank; /* of each symbol by its name */
};

static int
compare_numbers (uint32_t a, uint32_t b)
{
  return (a > b) - (a < b);
}

/* Most calls first, then by names, then by addresses.  */
static int
compare_arcs (uint32_t a, uint32_t b, const void *context)
{
  const struct arc_names *names = context;
  const struct callgraph *graph = names->graph;
  const uint64_t *count = graph->count.items;
  const sym_id *from = graph->from.items, *to = graph->to.items;
  if (count[a] != count[b])
    return count[a] > count[b] ? -1 : 1;
  int order = compare_numbers (names->rank[from[a]], names->rank[from[b]]);
  if (order == 0)
    order = compare_numbers (names->rank[to[a]], names->rank[to[b]]);
  if (order == 0)
    order = compare_numbers (from[a], from[b]);
  return order != 0 ? order : compare_numbers (to[a], to[b]);
}

/* The cycle that ARC is within, or 0.  */
static uint32_t
cycle_of_arc (const struct cycles *cycles, const struct callgraph *graph,
              size_t arc)
{
  const sym_id from = graph->from.items[arc], to = graph->to.items[arc];
  return from != to && cycles->cycle[from] == cycles->cycle[to]
             ? cycles->cycle[from]
             : 0;
}

/* List the arcs within each cycle, in no order: a counting sort.  */
static void
list_arcs (struct cycle_breaking *breaking, const struct cycles *cycles,
           const struct callgraph *graph)
{
  const size_t arcs = callgraph_arc_count (graph);
  size_t *start = breaking->arc_start;
  for (size_t arc = 0; arc < arcs; arc++)
    start[cycle_of_arc (cycles, graph, arc)]++;
  start[0] = 0;
  for (size_t c = 1; c <= cycles->count; c++)
    start[c] += start[c - 1];
  const size_t inner = start[cycles->count];
  start[cycles->count + 1] = inner;
  breaking->arcs = array_new (inner, sizeof *breaking->arcs);
  breaking->breaks = array_new (inner, sizeof *breaking->breaks);
  /* Filling each range from behind leaves START at the beginning of it.  */
  for (size_t arc = 0; arc < arcs; arc++)
    {
      const uint32_t cycle = cycle_of_arc (cycles, graph, arc);
      if (cycle != 0)
        breaking->arcs[--start[cycle]] = (arc_id)arc;
    }
}

/* Sort the arcs within each cycle.  */
static void
sort_arcs (struct cycle_breaking *breaking, const struct cycles *cycles,
           const struct callgraph *graph, const struct symtab *symtab)
{
  const size_t *start = breaking->arc_start;
  struct name_order order = { 0 };
  name_order_build (&order, symtab->name, symtab->count);
  const struct arc_names names = { graph, order.rank };
  for (size_t c = 1; c <= cycles->count; c++)
    sort_ids (breaking->arcs + start[c], start[c + 1] - start[c], compare_arcs,
              &names);
  name_order_release (&order);
}

/* --- The order of the members -------------------------------------------- */

static void
count_step (struct breaker *breaker)
{
  breaker->steps_left -= breaker->steps_left > 0;
}

static void
find (struct breaker *breaker, struct found *found, uint32_t place)
{
  if (breaker->seen[place])
    return;
  breaker->seen[place] = true;
  found->items[found->count++] = place;
  count_step (breaker);
}

static int
compare_places (uint32_t a, uint32_t b, const void *context)
{
  (void)context;
  return compare_numbers (a, b);
}

/* Find place FROM and all that it leads to, or if CALLERS all that leads to
   it, directly or not, at places up to LIMIT, or down to it.  FOUND gets them
   in ascending order.  False if LIMIT is one of them: then some may be
   missing.  */
static bool
find_all (struct breaker *breaker, struct found *found, uint32_t from,
          uint32_t limit, bool callers)
{
  const struct callgraph *graph = breaker->graph;
  const arc_id *start = callers ? graph->parent_start : graph->child_start;
  const sym_id *kept = callers ? breaker->caller : breaker->callee;
  const uint32_t *count
      = callers ? breaker->caller_count : breaker->callee_count;
  found->count = 0;
  find (breaker, found, from);
  for (size_t i = 0; i < found->count && !breaker->seen[limit]; i++)
    {
      const sym_id id = breaker->at[found->items[i]];
      for (uint32_t left = count[id]; left-- > 0;)
        {
          const uint32_t next = breaker->place[kept[start[id] + left]];
          count_step (breaker);
          if (callers ? next >= limit : next <= limit)
            find (breaker, found, next);
        }
    }
  const bool is_apart = !breaker->seen[limit];
  for (size_t i = 0; i < found->count; i++)
    breaker->seen[found->items[i]] = false;
  sort_ids (found->items, found->count, compare_places, NULL);
  return is_apart;
}

/* Give the callers that were found, and behind them the callees, the places
   that they have together; each of the two stays in its order.  */
static void
exchange (struct breaker *breaker)
{
  struct found *callers = &breaker->callers, *callees = &breaker->callees;
  uint32_t *moved = breaker->scratch;
  const size_t count = callers->count + callees->count;
  for (size_t i = 0; i < callers->count; i++)
    moved[i] = breaker->at[callers->items[i]];
  for (size_t i = 0; i < callees->count; i++)
    moved[callers->count + i] = breaker->at[callees->items[i]];
  size_t r = 0, e = 0;
  for (size_t i = 0; i < count; i++)
    {
      const bool takes_caller
          = e == callees->count
            || (r < callers->count && callers->items[r] < callees->items[e]);
      const uint32_t place
          = takes_caller ? callers->items[r++] : callees->items[e++];
      breaker->at[place] = moved[i];
      breaker->place[moved[i]] = place;
    }
}

/* Change the order so that FROM comes before TO; false if that is not
   possible, since TO leads to FROM, or is not tried any more.  */
static bool
put_before (struct breaker *breaker, sym_id from, sym_id to)
{
  const uint32_t last = breaker->place[from], first = breaker->place[to];
  if (last < first)
    return true;
  if (breaker->steps_left == 0)
    return false;
  if (!find_all (breaker, &breaker->callees, first, last, false))
    return false;
  find_all (breaker, &breaker->callers, last, first, true);
  exchange (breaker);
  return true;
}

static void
break_cycle (struct breaker *breaker, struct cycle_breaking *breaking,
             uint32_t cycle)
{
  const struct callgraph *graph = breaker->graph;
  for (size_t i = breaking->arc_start[cycle];
       i < breaking->arc_start[cycle + 1]; i++)
    {
      const arc_id arc = breaking->arcs[i];
      const sym_id from = graph->from.items[arc], to = graph->to.items[arc];
      breaking->breaks[i] = !put_before (breaker, from, to);
      if (breaking->breaks[i])
        continue;
      breaker->callee[graph->child_start[from] + breaker->callee_count[from]++]
          = to;
      breaker->caller[graph->parent_start[to] + breaker->caller_count[to]++]
          = from;
    }
  breaking->minimal[cycle] = breaker->steps_left > 0;
}

/* Most calls made first.  */
static int
compare_balance (const struct sort_item *a, const struct sort_item *b)
{
  return a->time > b->time ? -1 : a->time < b->time;
}

/* Begin with an order in which members that call others more often than
   they are called come first, so that few arcs change it.  */
static void
order_members (struct breaker *breaker, const struct cycle_breaking *breaking,
               const struct cycles *cycles)
{
  const struct callgraph *graph = breaker->graph;
  const uint32_t *start = cycles->member_start;
  const size_t members = start[cycles->count];
  struct sort_item *items = array_new (members, sizeof *items);
  for (size_t i = 0; i < members; i++)
    {
      items[i].id = cycles->members[i];
      breaker->place[cycles->members[i]] = (uint32_t)i;
    }
  for (size_t i = 0; i < breaking->arc_start[cycles->count + 1]; i++)
    {
      const arc_id arc = breaking->arcs[i];
      const double calls = (double)graph->count.items[arc];
      items[breaker->place[graph->from.items[arc]]].time += calls;
      items[breaker->place[graph->to.items[arc]]].time -= calls;
    }
  for (size_t c = 0; c < cycles->count; c++)
    sort_items (items + start[c], start[c + 1] - start[c], compare_balance);
  for (size_t i = 0; i < members; i++)
    {
      breaker->at[i] = items[i].id;
      breaker->place[items[i].id] = (uint32_t)i;
    }
  free (items);
}

static void
breaker_start (struct breaker *breaker, const struct cycle_breaking *breaking,
               const struct callgraph *graph, const struct cycles *cycles,
               size_t steps)
{
  const size_t symbols = graph->symbol_count;
  const size_t arcs = callgraph_arc_count (graph);
  *breaker = (struct breaker){ .graph = graph, .steps_left = steps };
  breaker->place = array_new (symbols, sizeof *breaker->place);
  breaker->callee_count = array_new (symbols, sizeof *breaker->callee_count);
  breaker->caller_count = array_new (symbols, sizeof *breaker->caller_count);
  breaker->callee = array_new (arcs, sizeof *breaker->callee);
  breaker->caller = array_new (arcs, sizeof *breaker->caller);
  breaker->seen = array_new (symbols, sizeof *breaker->seen);
  breaker->callees.items = array_new (symbols, sizeof (uint32_t));
  breaker->callers.items = array_new (symbols, sizeof (uint32_t));
  breaker->scratch = array_new (symbols, sizeof *breaker->scratch);
  breaker->at = array_new (symbols, sizeof *breaker->at);
  order_members (breaker, breaking, cycles);
}

static void
breaker_release (struct breaker *breaker)
{
  free (breaker->place);
  free (breaker->at);
  free (breaker->callee_count);
  free (breaker->caller_count);
  free (breaker->callee);
  free (breaker->caller);
  free (breaker->seen);
  free (breaker->callees.items);
  free (breaker->callers.items);
  free (breaker->scratch);
}

/* --- The check ----------------------------------------------------------- */

/* Find out which cycles are broken: those without a member in one of the
   cycles that are left in GRAPH without the arcs that break some.  */
static void
check (struct cycle_breaking *breaking, const struct cycles *cycles,
       const struct callgraph *graph)
{
  const size_t inner = breaking->arc_start[cycles->count + 1];
  struct cycles left;
  arc_id kept = 0;
  arc_id *child_start
      = array_new (graph->symbol_count + 1, sizeof *child_start);
  arc_id *child_arc
      = array_new (callgraph_arc_count (graph), sizeof *child_arc);
  bool *gone = array_new (callgraph_arc_count (graph), sizeof *gone);
  for (size_t i = 0; i < inner; i++)
    gone[breaking->arcs[i]] = breaking->breaks[i];
  for (size_t id = 0; id < graph->symbol_count; id++)
    {
      for (size_t i = graph->child_start[id]; i < graph->child_start[id + 1];
           i++)
        if (!gone[graph->child_arc[i]])
          child_arc[kept++] = graph->child_arc[i];
      child_start[id + 1] = kept;
    }
  /* All that cycles_number looks at.  */
  struct callgraph rest = { .symbol_count = graph->symbol_count,
                            .child_start = child_start,
                            .child_arc = child_arc };
  rest.to.items = graph->to.items;
  cycles_number (&left, &rest);

  memset (breaking->broken, true, cycles->count + 1);
  for (size_t i = 0; i < cycles->member_start[cycles->count]; i++)
    if (left.cycle[cycles->members[i]] != 0)
      breaking->broken[cycles->cycle[cycles->members[i]]] = false;
  cycles_release (&left);
  free (child_start);
  free (child_arc);
  free (gone);
}

size_t
cycle_breaking_steps (const struct callgraph *graph)
{
  enum
  {
    STEPS_AT_LEAST = 4000000,
    STEPS_PER_ITEM = 4
  };
  return STEPS_AT_LEAST
         + STEPS_PER_ITEM
               * (graph->symbol_count + callgraph_arc_count (graph));
}

void
cycle_breaking_find (struct cycle_breaking *breaking,
                     const struct cycles *cycles,
                     const struct callgraph *graph,
                     const struct symtab *symtab, size_t steps)
{
  const size_t count = cycles->count;
  struct breaker breaker;
  *breaking = (struct cycle_breaking){
    .arc_start = array_new (count + 2, sizeof *breaking->arc_start),
    .minimal = array_new (count + 1, sizeof *breaking->minimal),
    .broken = array_new (count + 1, sizeof *breaking->broken)
  };
  list_arcs (breaking, cycles, graph);
  if (count > 0)
    sort_arcs (breaking, cycles, graph, symtab);
  breaker_start (&breaker, breaking, graph, cycles, steps);
  for (uint32_t c = 1; c <= count; c++)
    break_cycle (&breaker, breaking, c);
  breaker_release (&breaker);
  check (breaking, cycles, graph);
}

void
cycle_breaking_release (struct cycle_breaking *breaking)
{
  free (breaking->arc_start);
  free (breaking->arcs);
  free (breaking->breaks);
  free (breaking->minimal);
  free (breaking->broken);
  *breaking = (struct cycle_breaking){ 0 };
}
