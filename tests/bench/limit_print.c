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

/* One line; SUM is in seconds, TOTAL in ticks.  */
static void
put_flat_line (const struct graph *graph, uint32_t node, double total,
               double sum)
{
  double self = graph->ticks[node] / graph->gmon->rate;
  uint64_t calls = graph->node_calls[node];
  begin_line ();
  put_seconds (total > 0 ? 100 * graph->ticks[node] / total : 0, 6);
  put_seconds (sum, 10);
  put_seconds (self, 9);
  put_number (calls, 9, 0);
  if (calls)
    {
      double child = graph->child[graph->group[node]] / graph->gmon->rate;
      put_seconds (1000 * self / (double)calls, 9);
      put_seconds (1000 * (self + child) / (double)calls, 9);
    }
  put_text ("  ");
  put_place (&graph->places->at[node]);
  put_text ("\n");
}

void
limit_print_flat (const struct graph *graph)
{
  struct keyed *order = limit_memory (graph->nodes, sizeof *order);
  size_t count = 0;
  double total = 0, sum = 0;
  for (uint32_t i = 0; i < graph->nodes; i++)
    {
      total += graph->ticks[i];
      if (graph->ticks[i] > 0 || graph->node_calls[i])
        order[count++]
            = (struct keyed){ limit_descending (graph->ticks[i]), i };
    }
  limit_sort (order, count);
  put_text ("Flat profile:\n\n  %   cumulative   self\n");
  for (size_t i = 0; i < count; i++)
    {
      sum += graph->ticks[order[i].id] / graph->gmon->rate;
      put_flat_line (graph, order[i].id, total, sum);
    }
}

/* -------------------------------------------------------------- call graph */

static void
put_name (const struct graph *graph, const uint32_t *index, uint32_t node)
{
  uint32_t group = graph->group[node];
  put_place (&graph->places->at[node]);
  if (graph->groups[group + 1] - graph->groups[group] > 1)
    {
      put_text (" <cycle ");
      put_number (group, 0, 0);
      put_text (">");
    }
  put_text (" [");
  put_number (index[node], 0, 0);
  put_text ("]\n");
}

/* The line of an edge: a parent, or a child, called OTHER.  */
static void
put_relative (const struct graph *graph, const uint32_t *index,
              const struct edge *edge, uint32_t other)
{
  begin_line ();
  bool inside = graph->group[edge->from] == graph->group[edge->to];
  if (inside)
    put_text ("                        ");
  else
    {
      put_text ("            ");
      put_seconds (edge->self / graph->gmon->rate, 8);
      put_seconds (edge->child / graph->gmon->rate, 8);
    }
  put_number (edge->count, 8, 0);
  if (!inside)
    {
      put_text ("/");
      put_number (graph->calls[graph->group[edge->to]], 0, 0);
    }
  put_text ("         ");
  put_name (graph, index, other);
}

static uint64_t
edge_key (const struct graph *graph, const struct edge *edge)
{
  if (graph->group[edge->from] == graph->group[edge->to])
    return UINT64_MAX - edge->count;
  return limit_descending (edge->self + edge->child);
}

static void
print_node (const struct graph *graph, const uint32_t *index, uint32_t node,
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
    put_relative (graph, index, &graph->edges[order[i].id],
                  graph->edges[order[i].id].from);
  begin_line ();
  uint32_t group = graph->group[node];
  put_text ("[");
  put_number (index[node], 0, 0);
  put_text ("]   ");
  put_seconds (graph->ticks[node] / graph->gmon->rate, 8);
  put_seconds (graph->child[group] / graph->gmon->rate, 8);
  put_number (graph->calls[group], 8, 0);
  put_text ("         ");
  put_name (graph, index, node);
  count = 0;
  for (uint32_t i = graph->children[node]; i < graph->children[node + 1]; i++)
    order[count++] = (struct keyed){ edge_key (graph, &graph->edges[i]), i };
  limit_sort (order, count);
  for (size_t i = 0; i < count; i++)
    put_relative (graph, index, &graph->edges[order[i].id],
                  graph->edges[order[i].id].to);
  begin_line ();
  put_text ("-----------------------------------------------\n");
}

/* What is printed: nodes with time or calls, by the time of their group, so
   that the members of a cycle stand together.  INDEX receives their numbers,
   from 1 on.  */
static size_t
listing (const struct graph *graph, struct keyed *order, uint32_t *index)
{
  size_t count = 0;
  for (size_t i = 0; i < graph->nodes; i++)
    {
      uint32_t node = graph->members[i], group = graph->group[node];
      double total = graph->self[group] + graph->child[group];
      if (graph->ticks[node] > 0
          || graph->children[node] < graph->children[node + 1]
          || graph->parents[node] < graph->parents[node + 1])
        order[count++] = (struct keyed){ limit_descending (total), node };
    }
  limit_sort (order, count);
  for (size_t i = 0; i < count; i++)
    index[order[i].id] = (uint32_t)i + 1;
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
print_index (const struct graph *graph, const uint32_t *index,
             struct keyed *order, size_t count)
{
  size_t all = count;
  count = 0;
  for (size_t i = 0; i < all; i++)
    if (graph->ticks[order[i].id] > 0 || graph->node_calls[order[i].id])
      order[count++] = order[i];
  sort_names (graph->places, order, count, 0);
  put_text ("Index by function name\n\n");
  for (size_t i = 0; i < count; i++)
    {
      begin_line ();
      put_text (" [");
      put_number (index[order[i].id], 6, 0);
      put_text ("] ");
      put_place (&graph->places->at[order[i].id]);
      put_text (i % 3 == 2 ? "\n" : "  ");
    }
  put_text ("\n");
}

void
limit_print_graph (const struct graph *graph)
{
  uint32_t *index = limit_memory (graph->nodes, sizeof *index);
  struct keyed *order = limit_memory (graph->nodes, sizeof *order);
  struct keyed *relatives
      = limit_memory (graph->edge_count, sizeof *relatives);
  size_t count = listing (graph, order, index);
  put_text ("\t\t\tCall graph\n\n");
  for (size_t i = 0; i < count; i++)
    if (graph->places->at[order[i].id].has_entry)
      print_node (graph, index, order[i].id, relatives);
  print_index (graph, index, order, count);
}
