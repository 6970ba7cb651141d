/* The call graph of the limit programs: arcs between places merged, cycles
   found, time propagated.  See limit.h.  */

#include "limit.h"

#include <stdlib.h>

/* From -> to of all arcs, equal ones added up.  */
static void
merge_arcs (struct graph *graph)
{
  const struct gmon *gmon = graph->gmon;
  struct keyed *keys = limit_memory (gmon->arc_count, sizeof *keys);
  size_t count = 0;
  for (size_t i = 0; i < gmon->arc_count; i++)
    {
      size_t from = places_find (graph->places, gmon->arcs[i].from_pc);
      size_t self = places_find (graph->places, gmon->arcs[i].self_pc);
      if (from != SIZE_MAX && self != SIZE_MAX)
        keys[count++]
            = (struct keyed){ (uint64_t)from << 32 | self, (uint32_t)i };
    }
  limit_sort (keys, count);
  graph->edges = limit_memory (count, sizeof *graph->edges);
  for (size_t i = 0; i < count; i++)
    {
      if (i == 0 || keys[i].key != keys[i - 1].key)
        graph->edges[graph->edge_count++]
            = (struct edge){ .from = (uint32_t)(keys[i].key >> 32),
                             .to = (uint32_t)keys[i].key };
      graph->edges[graph->edge_count - 1].count
          += gmon->arcs[keys[i].id].count;
    }
  free (keys);
}

static void
index_edges (struct graph *graph)
{
  graph->children = limit_memory (graph->nodes + 2, sizeof (uint32_t));
  graph->parents = limit_memory (graph->nodes + 2, sizeof (uint32_t));
  graph->by_parent = limit_memory (graph->edge_count, sizeof (uint32_t));
  for (size_t i = 0; i < graph->edge_count; i++)
    {
      graph->children[graph->edges[i].from + 1]++;
      graph->parents[graph->edges[i].to + 2]++;
    }
  for (size_t i = 0; i < graph->nodes; i++)
    {
      graph->children[i + 1] += graph->children[i];
      graph->parents[i + 1] += graph->parents[i];
    }
  for (size_t i = 0; i < graph->edge_count; i++)
    graph->by_parent[graph->parents[graph->edges[i].to + 1]++] = (uint32_t)i;
}

struct search
{
  uint32_t *number, *low, *next, *path, *stack;
  size_t depth, height, numbered;
};

static void
enter (const struct graph *graph, struct search *search, uint32_t node)
{
  search->number[node] = search->low[node] = (uint32_t)++search->numbered;
  search->next[node] = graph->children[node];
  search->path[search->depth++] = node;
  search->stack[search->height++] = node;
}

static void
leave (struct graph *graph, struct search *search, uint32_t node)
{
  search->depth--;
  if (search->low[node] == search->number[node])
    {
      uint32_t *end = &graph->groups[graph->group_count + 1];
      *end = graph->groups[graph->group_count];
      uint32_t member;
      do
        {
          member = search->stack[--search->height];
          graph->group[member] = (uint32_t)graph->group_count;
          search->number[member] = UINT32_MAX;
          graph->members[(*end)++] = member;
        }
      while (member != node);
      graph->group_count++;
    }
  if (search->depth)
    {
      uint32_t above = search->path[search->depth - 1];
      if (search->low[node] < search->low[above])
        search->low[above] = search->low[node];
    }
}

/* One step from the end of the path: into a child, or back.  */
static void
step (struct graph *graph, struct search *search)
{
  uint32_t node = search->path[search->depth - 1];
  if (search->next[node] == graph->children[node + 1])
    {
      leave (graph, search, node);
      return;
    }
  uint32_t child = graph->edges[search->next[node]++].to;
  if (!search->number[child])
    enter (graph, search, child);
  else if (search->number[child] < search->low[node])
    search->low[node] = search->number[child];
}

/* Strongly connected components (R. Tarjan, "Depth-First Search and Linear
   Graph Algorithms", 1972), with a stack of our own.  */
static void
find_groups (struct graph *graph)
{
  size_t n = graph->nodes;
  struct search search = { 0 };
  search.number = limit_memory (n, sizeof (uint32_t));
  search.low = limit_memory (n, sizeof (uint32_t));
  search.next = limit_memory (n, sizeof (uint32_t));
  search.path = limit_memory (n, sizeof (uint32_t));
  search.stack = limit_memory (n, sizeof (uint32_t));
  graph->group = limit_memory (n, sizeof (uint32_t));
  graph->members = limit_memory (n, sizeof (uint32_t));
  graph->groups = limit_memory (n + 1, sizeof (uint32_t));
  for (uint32_t i = 0; i < n; i++)
    if (!search.number[i])
      for (enter (graph, &search, i); search.depth;)
        step (graph, &search);
}

/* total (r) = self (r) + sum of total (e) * calls (r -> e) / calls (e), with
   groups in the place of functions.  */
static void
propagate (struct graph *graph)
{
  graph->calls = limit_memory (graph->group_count, sizeof *graph->calls);
  graph->node_calls = limit_memory (graph->nodes, sizeof *graph->node_calls);
  graph->self = limit_memory (graph->group_count, sizeof *graph->self);
  graph->child = limit_memory (graph->group_count, sizeof *graph->child);
  for (size_t i = 0; i < graph->edge_count; i++)
    {
      const struct edge *edge = &graph->edges[i];
      if (edge->from != edge->to)
        graph->node_calls[edge->to] += edge->count;
      if (graph->group[edge->from] != graph->group[edge->to])
        graph->calls[graph->group[edge->to]] += edge->count;
    }
  for (size_t i = 0; i < graph->nodes; i++)
    graph->self[graph->group[i]] += graph->ticks[i];
  for (size_t i = 0; i < graph->nodes; i++)
    {
      uint32_t node = graph->members[i], group = graph->group[node];
      for (uint32_t e = graph->children[node]; e < graph->children[node + 1];
           e++)
        {
          struct edge *edge = &graph->edges[e];
          uint32_t to = graph->group[edge->to];
          if (to == group || graph->calls[to] == 0)
            continue;
          double share = (double)edge->count / (double)graph->calls[to];
          edge->self = graph->self[to] * share;
          edge->child = graph->child[to] * share;
          graph->child[group] += edge->self + edge->child;
        }
    }
}

struct graph
limit_analyse (const struct gmon *gmon, const struct places *places)
{
  struct graph graph = {
    .gmon = gmon,
    .places = places,
    .ticks = limit_credit (gmon, places),
    .nodes = places->count,
  };
  merge_arcs (&graph);
  index_edges (&graph);
  find_groups (&graph);
  propagate (&graph);
  return graph;
}
