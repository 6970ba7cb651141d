/* stacks.c - synthesised stacks, and whole numbers for stacks
   (R15.40-R15.45).

   The tree of call paths may be exponentially large.  It is walked depth
   first, and not beyond paths that have little of all time.  Should there be
   too many paths all the same, it is walked again with twice that limit.  */

#include "config.h"

#include "analysis/stacks.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/rounding.h"

/* Of all time: of a path, if there are not too many, and of what is left out
   below one place.  */
#define LEAST_SHARE 0.00001
#define OTHER_SHARE 0.01

/* Sums of doubles are not exact: what is less than this part of a time is
   nothing.  */
#define NOTHING 1e-9

/* TIME of the node TO that FROM calls, or has as member if it is a cycle.  */
struct edge
{
  double time;
  uint32_t from, to;
};

/* A path whose callees are being walked.  */
struct open
{
  uint32_t path;
  uint32_t next, limit; /* edges that are still to be walked */
  double share;         /* of the time of its last frame that the path has */
  double rest;          /* what the path has and those below it do not */
};

struct growth
{
  const struct callgraph *graph;
  const struct cycles *cycles;
  const struct analysis *analysis;
  double *total; /* of each node: its time with that of what it calls */
  VEC (struct edge) edges; /* that may be in a path, by caller, and then what
                              takes most first */
  uint32_t *first;         /* edge of each node, and one more */
  VEC (struct edge) roots; /* what no caller gives time to, likewise */
  double least;            /* time of a path */
  struct open open[STACKS_DEPTH_MOST];
  uint32_t depth;
  size_t frames;
  struct stacks *stacks;
};

/* --- What nodes call ----------------------------------------------------- */

static int
compare_numbers (uint32_t a, uint32_t b)
{
  return a < b ? -1 : a > b;
}

static int
by_ends (const void *a, const void *b)
{
  const struct edge *one = a, *other = b;
  const int order = compare_numbers (one->from, other->from);
  return order != 0 ? order : compare_numbers (one->to, other->to);
}

static int
by_time (const void *a, const void *b)
{
  const struct edge *one = a, *other = b;
  if (one->from == other->from && one->time != other->time)
    return one->time > other->time ? -1 : 1;
  return by_ends (a, b);
}

/* Note an edge, unless no path with it has enough time.  A cycle may be called
   at several members, a little each.  */
static void
add_edge (struct growth *growth, size_t from, size_t to, double time)
{
  const struct edge edge = { time, (uint32_t)from, (uint32_t)to };
  if (time > 0 && (time >= growth->least || to >= growth->graph->symbol_count))
    vec_push (&growth->edges, edge);
}

/* Add up edges between the same nodes, and sort all.  */
static void
sort_edges (struct growth *growth)
{
  struct edge *edges = growth->edges.items;
  const size_t count = growth->edges.count;
  size_t used = 0;
  if (count == 0)
    return;
  qsort (edges, count, sizeof *edges, by_ends);
  for (size_t i = 0; i < count; i++)
    if (used > 0 && by_ends (&edges[used - 1], &edges[i]) == 0)
      edges[used - 1].time += edges[i].time;
    else
      edges[used++] = edges[i];
  qsort (edges, used, sizeof *edges, by_time);
  growth->edges.count = used;
}

static void
find_edges (struct growth *growth)
{
  const struct callgraph *graph = growth->graph;
  const struct cycles *cycles = growth->cycles;
  const struct analysis *analysis = growth->analysis;
  for (size_t arc = 0; arc < callgraph_arc_count (graph); arc++)
    add_edge (growth, graph->from.items[arc],
              cycles_head (cycles, graph->to.items[arc]),
              analysis->arc_self[arc] + analysis->arc_child[arc]);
  for (sym_id id = 0; id < graph->symbol_count; id++)
    if (cycles->cycle[id] != 0)
      add_edge (growth, cycles_head (cycles, id), id, growth->total[id]);
  growth->first = array_new (analysis->node_count + 1, sizeof *growth->first);
  sort_edges (growth);
  for (size_t i = 0; i < growth->edges.count; i++)
    growth->first[growth->edges.items[i].from + 1]++;
  for (size_t node = 0; node < analysis->node_count; node++)
    growth->first[node + 1] += growth->first[node];
}

/* Set the totals, and find the roots.  */
static void
find_roots (struct growth *growth)
{
  const struct callgraph *graph = growth->graph;
  const struct cycles *cycles = growth->cycles;
  const struct analysis *analysis = growth->analysis;
  double *come = array_new (analysis->node_count, sizeof *come);
  growth->total = array_new (analysis->node_count, sizeof *growth->total);
  for (sym_id id = 0; id < graph->symbol_count; id++)
    {
      const size_t head = cycles_head (cycles, id);
      growth->total[id] = analysis->prop_self[id] + analysis->prop_child[id];
      if (head != id)
        growth->total[head] += growth->total[id];
    }
  for (size_t arc = 0; arc < callgraph_arc_count (graph); arc++)
    come[cycles_head (cycles, graph->to.items[arc])]
        += analysis->arc_self[arc] + analysis->arc_child[arc];
  for (uint32_t node = 0; node < analysis->node_count; node++)
    {
      const double total = growth->total[node];
      const struct edge root = { total - come[node], 0, node };
      if (root.time > total * NOTHING
          && (node >= graph->symbol_count || cycles->cycle[node] == 0))
        vec_push (&growth->roots, root);
    }
  if (growth->roots.count > 0)
    qsort (growth->roots.items, growth->roots.count,
           sizeof *growth->roots.items, by_time);
  free (come);
}

/* --- Paths --------------------------------------------------------------- */

/* Append the path that continues the innermost open one with NODE, which
   itself has SELF there; false if there are too many.  */
static bool
append (struct growth *growth, uint32_t node, double self)
{
  struct stacks *stacks = growth->stacks;
  const uint32_t depth = growth->depth + 1;
  growth->frames += depth;
  if (stacks->count == STACKS_MOST || growth->frames > STACKS_FRAMES_MOST)
    return false;
  if (depth > stacks->deepest)
    stacks->deepest = depth;
  stacks->items[stacks->count++]
      = (struct stack){ .parent = growth->depth > 0
                                      ? growth->open[growth->depth - 1].path
                                      : STACK_NONE,
                        .node = node,
                        .depth = depth,
                        .total = self,
                        .self = self };
  return true;
}

/* The same for what is left out, unless that is nothing beside TOTAL.  */
static bool
append_other (struct growth *growth, double time, double total)
{
  return time <= total * NOTHING || append (growth, STACK_OTHER, time);
}

/* Append the path with NODE, which has TIME there with what it calls, and open
   it.  */
static bool
enter (struct growth *growth, uint32_t node, double time)
{
  const double share = time / growth->total[node];
  /* The time of a cycle is its members'.  */
  const double self = node < growth->graph->symbol_count
                          ? growth->analysis->prop_self[node] * share
                          : 0;
  if (!append (growth, node, self))
    return false;
  growth->open[growth->depth++]
      = (struct open){ (uint32_t)growth->stacks->count - 1,
                       growth->first[node], growth->first[node + 1], share,
                       time - self };
  return true;
}

/* Close the innermost path, of a root that has TOTAL.  What was left out below
   it, if that is little, was left out below its caller.  */
static bool
leave (struct growth *growth, double total)
{
  const struct open *open = &growth->open[growth->depth - 1];
  bool fits = true;
  if (growth->depth == 1
      || open->rest >= growth->analysis->print_ticks * OTHER_SHARE)
    fits = append_other (growth, open->rest, total);
  else
    growth->open[growth->depth - 2].rest += open->rest;
  growth->depth--;
  return fits;
}

/* Append ROOT and the paths below it.  */
static bool
grow_root (struct growth *growth, const struct edge *root)
{
  bool fits = enter (growth, root->to, root->time);
  while (fits && growth->depth > 0)
    {
      struct open *open = &growth->open[growth->depth - 1];
      const struct edge *edge = open->next < open->limit
                                    ? &growth->edges.items[open->next++]
                                    : NULL;
      const double time = edge != NULL ? edge->time * open->share : 0;
      if (time > 0 && time >= growth->least
          && growth->depth < STACKS_DEPTH_MOST)
        {
          open->rest -= time;
          fits = enter (growth, edge->to, time);
        }
      else
        fits = leave (growth, root->time);
    }
  return fits;
}

/* Append all paths; false if they are too many.  */
static bool
grow (struct growth *growth)
{
  struct stacks *stacks = growth->stacks;
  double other = 0;
  bool fits = true;
  stacks->count = stacks->deepest = growth->depth = 0;
  growth->frames = 0;
  for (size_t i = 0; i < growth->roots.count && fits; i++)
    if (growth->roots.items[i].time >= growth->least)
      fits = grow_root (growth, &growth->roots.items[i]);
    else
      other += growth->roots.items[i].time;
  return fits && append_other (growth, other, stacks->total);
}

/* Let paths have what is below them, too.  */
static void
add_totals (struct stacks *stacks)
{
  for (size_t i = stacks->count; i-- > 0;)
    if (stacks->items[i].parent != STACK_NONE)
      stacks->items[stacks->items[i].parent].total += stacks->items[i].total;
}

void
stacks_make (struct stacks *stacks, const struct callgraph *graph,
             const struct cycles *cycles, const struct analysis *analysis)
{
  struct growth growth = { .graph = graph,
                           .cycles = cycles,
                           .analysis = analysis,
                           .least = LEAST_SHARE * analysis->print_ticks,
                           .stacks = stacks };
  *stacks = (struct stacks){ .items
                             = array_new (STACKS_MOST, sizeof *stacks->items),
                             .total = analysis->print_ticks };
  find_roots (&growth);
  find_edges (&growth);
  while (!grow (&growth))
    growth.least *= 2;
  add_totals (stacks);
  free (growth.total);
  free (growth.first);
  vec_release (&growth.edges);
  vec_release (&growth.roots);
}

/* --- Whole numbers ------------------------------------------------------- */

/* The own TIME of a PATH that ends with NODE.  */
struct part
{
  double time;
  uint32_t node, path;
};

static int
by_node (const void *a, const void *b)
{
  const struct part *one = a, *other = b;
  const int order = compare_numbers (one->node, other->node);
  return order != 0 ? order : compare_numbers (one->path, other->path);
}

/* List the paths that have time, by their last frames.  */
static size_t
list_parts (const struct stacks *stacks, double unit, struct part *parts)
{
  size_t count = 0;
  for (uint32_t i = 0; i < stacks->count; i++)
    if (stacks->items[i].self * unit > 0)
      parts[count++] = (struct part){ stacks->items[i].self * unit,
                                      stacks->items[i].node, i };
  if (count > 0)
    qsort (parts, count, sizeof *parts, by_node);
  return count;
}

void
stacks_round (const struct stacks *stacks, double unit, uint64_t *whole)
{
  struct part *parts = array_new (stacks->count, sizeof *parts);
  double *times = array_new (stacks->count, 2 * sizeof *times);
  uint64_t *rounded = array_new (stacks->count, 2 * sizeof *rounded);
  double *shares = times + stacks->count;
  uint64_t *rounded_shares = rounded + stacks->count;
  const size_t count = list_parts (stacks, unit, parts);
  size_t nodes = 0;
  for (size_t i = 0; i < stacks->count; i++)
    whole[i] = 0;
  for (size_t i = 0; i < count; i++)
    {
      if (i == 0 || parts[i].node != parts[i - 1].node)
        times[nodes++] = 0;
      times[nodes - 1] += parts[i].time;
    }
  rounding_all (rounded, times, nodes,
                rounding_half_up (stacks->total * unit));
  for (size_t node = 0, first = 0, end; node < nodes; node++, first = end)
    {
      for (end = first; end < count && parts[end].node == parts[first].node;
           end++)
        shares[end - first]
            = parts[end].time * ((double)rounded[node] / times[node]);
      rounding_all (rounded_shares, shares, end - first, rounded[node]);
      for (size_t i = first; i < end; i++)
        whole[parts[i].path] = rounded_shares[i - first];
    }
  free (parts);
  free (times);
  free (rounded);
}

/* --- Their use ----------------------------------------------------------- */

void
stacks_path (const struct stacks *stacks, uint32_t index, uint32_t *path)
{
  for (uint32_t i = stacks->items[index].depth; i-- > 0;)
    {
      path[i] = index;
      index = stacks->items[index].parent;
    }
}

void
stacks_release (struct stacks *stacks)
{
  free (stacks->items);
  *stacks = (struct stacks){ 0 };
}
