/* Listings of the limit programs: a flat profile and a call graph that look
   like gprof's and have about as many bytes.  Everything is formatted by hand
   into one buffer.  */

#include "limit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum
{
  BUFFER_SIZE = 1 << 20,
  LONGEST_LINE = 4096,
  LONGEST_NAME = LONGEST_LINE / 4
};

static char buffer[BUFFER_SIZE];
static size_t used;

void
limit_flush (void)
{
  for (size_t done = 0; done < used;)
    {
      ssize_t wrote = write (STDOUT_FILENO, buffer + done, used - done);
      if (wrote <= 0)
        limit_fail ("standard output", "cannot be written");
      done += (size_t)wrote;
    }
  used = 0;
}

/* Called before each line, so that the parts of a line need not look.  */
static void
begin_line (void)
{
  if (used > BUFFER_SIZE - LONGEST_LINE)
    limit_flush ();
}

static void
put_text (const char *text)
{
  size_t length = strlen (text);
  if (length > LONGEST_NAME)
    length = LONGEST_NAME;
  memcpy (buffer + used, text, length);
  used += length;
}

/* VALUE right-aligned in WIDTH, with a point before the last DECIMALS.  */
static void
put_number (uint64_t value, int width, int decimals)
{
  char digits[32];
  int i = sizeof digits;
  for (int written = 0; value || written <= decimals; written++)
    {
      if (decimals && written == decimals)
        digits[--i] = '.';
      digits[--i] = (char)('0' + value % 10);
      value /= 10;
    }
  int length = (int)sizeof digits - i;
  for (; width > length; width--)
    buffer[used++] = ' ';
  memcpy (buffer + used, digits + i, (size_t)length);
  used += (size_t)length;
}

static void
put_seconds (double seconds, int width)
{
  put_number ((uint64_t)(seconds * 100 + 0.5), width, 2);
}

static void
put_place (const struct place *place)
{
  put_text (place->name);
  if (place->file)
    {
      put_text (" (");
      put_text (place->file);
      put_text (":");
      put_number (place->line, 0, 0);
      put_text (" @ ");
      for (int shift = 60; shift >= 0; shift -= 4)
        if (place->start >> shift || shift == 0)
          buffer[used++] = "0123456789abcdef"[place->start >> shift & 15];
      put_text (")");
    }
}

/* ------------------------------------------------------------ flat profile */

void
limit_print_flat (const struct gmon *gmon, const struct places *places,
                  const double *ticks)
{
  uint64_t *calls = limit_memory (places->count, sizeof *calls);
  for (size_t i = 0; i < gmon->arc_count; i++)
    {
      size_t self = places_find (places, gmon->arcs[i].self_pc);
      /* A call of itself is not counted.  */
      if (self != SIZE_MAX
          && self != places_find (places, gmon->arcs[i].from_pc))
        calls[self] += gmon->arcs[i].count;
    }
  struct keyed *order = limit_memory (places->count, sizeof *order);
  size_t count = 0;
  double total = 0, sum = 0;
  for (size_t i = 0; i < places->count; i++)
    {
      total += ticks[i];
      if (ticks[i] > 0 || calls[i])
        order[count++]
            = (struct keyed){ limit_descending (ticks[i]), (uint32_t)i };
    }
  limit_sort (order, count);
  put_text ("Flat profile:\n\n  %   cumulative   self\n");
  for (size_t i = 0; i < count; i++)
    {
      size_t id = order[i].id;
      double self = ticks[id] / gmon->rate;
      sum += self;
      begin_line ();
      put_seconds (total > 0 ? 100 * ticks[id] / total : 0, 6);
      put_seconds (sum, 10);
      put_seconds (self, 9);
      put_number (calls[id], 9, 0);
      put_text ("  ");
      put_place (&places->at[id]);
      put_text ("\n");
    }
}

/* -------------------------------------------------------------- call graph */

struct edge
{
  uint32_t from, to;
  uint64_t count;
  double self, child; /* what flows from TO to FROM, in ticks */
};

struct graph
{
  size_t nodes;
  struct edge *edges; /* by FROM, then TO; no two alike */
  size_t edge_count;
  uint32_t *children; /* edges of node I: children[I] up to children[I + 1] */
  uint32_t *parents;  /* the same, into by_parent */
  uint32_t *by_parent;
  uint32_t *group;   /* of each node: its strongly connected component */
  uint32_t *members; /* nodes by group; a group comes after those it calls */
  uint32_t *groups;  /* members of group G: groups[G] up to groups[G + 1] */
  size_t group_count;
  uint64_t *calls;      /* into each group from outside */
  double *self, *child; /* of each group, in ticks */
  uint32_t *index;      /* of each node, as printed; 0: none */
};

/* From -> to of all arcs, equal ones added up.  */
static void
merge_arcs (struct graph *graph, const struct gmon *gmon,
            const struct places *places)
{
  struct keyed *keys = limit_memory (gmon->arc_count, sizeof *keys);
  size_t count = 0;
  for (size_t i = 0; i < gmon->arc_count; i++)
    {
      size_t from = places_find (places, gmon->arcs[i].from_pc);
      size_t self = places_find (places, gmon->arcs[i].self_pc);
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
propagate (struct graph *graph, const double *ticks)
{
  graph->calls = limit_memory (graph->group_count, sizeof *graph->calls);
  graph->self = limit_memory (graph->group_count, sizeof *graph->self);
  graph->child = limit_memory (graph->group_count, sizeof *graph->child);
  for (size_t i = 0; i < graph->edge_count; i++)
    {
      const struct edge *edge = &graph->edges[i];
      if (graph->group[edge->from] != graph->group[edge->to])
        graph->calls[graph->group[edge->to]] += edge->count;
    }
  for (size_t i = 0; i < graph->nodes; i++)
    graph->self[graph->group[i]] += ticks[i];
  for (size_t i = 0; i < graph->nodes; i++)
    {
      uint32_t node = graph->members[i], group = graph->group[node];
      for (uint32_t e = graph->children[node]; e < graph->children[node + 1];
           e++)
        {
          struct edge *edge = &graph->edges[e];
          uint32_t to = graph->group[edge->to];
          if (to == group)
            continue;
          double share = (double)edge->count / (double)graph->calls[to];
          edge->self = graph->self[to] * share;
          edge->child = graph->child[to] * share;
          graph->child[group] += edge->self + edge->child;
        }
    }
}

static void
put_name (const struct graph *graph, const struct places *places,
          uint32_t node)
{
  uint32_t group = graph->group[node];
  put_place (&places->at[node]);
  if (graph->groups[group + 1] - graph->groups[group] > 1)
    {
      put_text (" <cycle ");
      put_number (group, 0, 0);
      put_text (">");
    }
  put_text (" [");
  put_number (graph->index[node], 0, 0);
  put_text ("]\n");
}

/* The line of an edge: a parent, or a child, called OTHER.  */
static void
put_relative (const struct graph *graph, const struct gmon *gmon,
              const struct places *places, const struct edge *edge,
              uint32_t other)
{
  begin_line ();
  bool inside = graph->group[edge->from] == graph->group[edge->to];
  if (inside)
    put_text ("                        ");
  else
    {
      put_text ("            ");
      put_seconds (edge->self / gmon->rate, 8);
      put_seconds (edge->child / gmon->rate, 8);
    }
  put_number (edge->count, 8, 0);
  if (!inside)
    {
      put_text ("/");
      put_number (graph->calls[graph->group[edge->to]], 0, 0);
    }
  put_text ("         ");
  put_name (graph, places, other);
}

static uint64_t
edge_key (const struct graph *graph, const struct edge *edge)
{
  if (graph->group[edge->from] == graph->group[edge->to])
    return UINT64_MAX - edge->count;
  return limit_descending (edge->self + edge->child);
}

static void
print_node (const struct graph *graph, const struct gmon *gmon,
            const struct places *places, const double *ticks, uint32_t node,
            struct keyed *order)
{
  size_t count = 0;
  for (uint32_t i = graph->parents[node]; i < graph->parents[node + 1]; i++)
    order[count++] = (struct keyed){
      edge_key (graph, &graph->edges[graph->by_parent[i]]),
      graph->by_parent[i],
    };
  limit_sort (order, count);
  for (size_t i = count; i-- > 0;)
    put_relative (graph, gmon, places, &graph->edges[order[i].id],
                  graph->edges[order[i].id].from);
  begin_line ();
  uint32_t group = graph->group[node];
  put_text ("[");
  put_number (graph->index[node], 0, 0);
  put_text ("]   ");
  put_seconds (ticks[node] / gmon->rate, 8);
  put_seconds (graph->child[group] / gmon->rate, 8);
  put_number (graph->calls[group], 8, 0);
  put_text ("         ");
  put_name (graph, places, node);
  count = 0;
  for (uint32_t i = graph->children[node]; i < graph->children[node + 1]; i++)
    order[count++] = (struct keyed){ edge_key (graph, &graph->edges[i]), i };
  limit_sort (order, count);
  for (size_t i = 0; i < count; i++)
    put_relative (graph, gmon, places, &graph->edges[order[i].id],
                  graph->edges[order[i].id].to);
  begin_line ();
  put_text ("-----------------------------------------------\n");
}

/* What is printed: nodes with time or calls, by the time of their group, so
   that the members of a cycle stand together.  */
static size_t
listing (struct graph *graph, const double *ticks, struct keyed *order)
{
  size_t count = 0;
  for (size_t i = 0; i < graph->nodes; i++)
    {
      uint32_t node = graph->members[i], group = graph->group[node];
      double total = graph->self[group] + graph->child[group];
      if (ticks[node] > 0 || graph->children[node] < graph->children[node + 1]
          || graph->parents[node] < graph->parents[node + 1])
        order[count++] = (struct keyed){ limit_descending (total), node };
    }
  limit_sort (order, count);
  for (size_t i = 0; i < count; i++)
    graph->index[order[i].id] = (uint32_t)i + 1;
  return count;
}

/* The eight characters of NAME from DEPTH on, as a number.  */
static uint64_t
prefix (const char *name, size_t depth)
{
  uint64_t key = 0;
  size_t i = 0;
  for (; i < 8 && name[depth + i]; i++)
    key = key << 8 | (unsigned char)name[depth + i];
  return key << 8 * (8 - i) % 64;
}

/* Sort by name: by eight characters at a time, equal ones by the next.  */
static void
sort_names (const struct places *places, struct keyed *order, size_t count,
            size_t depth)
{
  for (size_t i = 0; i < count; i++)
    order[i].key = prefix (places->at[order[i].id].name, depth);
  limit_sort (order, count);
  for (size_t i = 0, j; i < count; i = j)
    {
      for (j = i + 1; j < count && order[j].key == order[i].key; j++)
        continue;
      if (j - i > 1 && order[i].key & 255)
        sort_names (places, order + i, j - i, depth + 8);
    }
}

static void
print_index (const struct graph *graph, const struct places *places,
             struct keyed *order, size_t count)
{
  sort_names (places, order, count, 0);
  put_text ("Index by function name\n\n");
  for (size_t i = 0; i < count; i++)
    {
      begin_line ();
      put_text (" [");
      put_number (graph->index[order[i].id], 6, 0);
      put_text ("] ");
      put_place (&places->at[order[i].id]);
      put_text (i % 3 == 2 ? "\n" : "  ");
    }
  put_text ("\n");
}

void
limit_print_graph (const struct gmon *gmon, const struct places *places,
                   const double *ticks)
{
  struct graph graph = { .nodes = places->count };
  merge_arcs (&graph, gmon, places);
  index_edges (&graph);
  find_groups (&graph);
  propagate (&graph, ticks);
  graph.index = limit_memory (graph.nodes, sizeof *graph.index);
  struct keyed *order = limit_memory (graph.nodes, sizeof *order);
  struct keyed *relatives = limit_memory (graph.edge_count, sizeof *relatives);
  size_t count = listing (&graph, ticks, order);
  put_text ("\t\t\tCall graph\n\n");
  for (size_t i = 0; i < count; i++)
    print_node (&graph, gmon, places, ticks, order[i].id, relatives);
  print_index (&graph, places, order, count);
}
