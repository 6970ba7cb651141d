/* cycles.c - depth-first numbers, cycles, topological order.

   While the search runs, symbols that are known to call each other form
   groups.  Each group that meets the path from the root to the current symbol
   is a segment of it; HEADS holds the first symbol of each:

       path   a   b   c   d   e          an arc e -> b joins the segments
       heads  a   b       d              b..c and d..e into one group b..e

   A group is a chain through NEXT, from its head to its TAIL.  */

#include "config.h"

#include "analysis/cycles.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/memory.h"

struct search
{
  const struct callgraph *graph;
  uint32_t *entered;  /* when the search came to a symbol, 0 if not yet */
  uint32_t *order;    /* number of its finished group, 0 if not finished */
  sym_id *next;       /* in the chain of the group */
  sym_id *tail;       /* of the chain, valid for heads */
  arc_id *next_child; /* position in child_arc of the next arc to follow */
  sym_id *path, *heads;
  size_t path_depth, head_depth;
  uint32_t clock, groups;
};

static void
search_release (struct search *search)
{
  free (search->entered);
  free (search->order);
  free (search->next);
  free (search->tail);
  free (search->next_child);
  free (search->path);
  free (search->heads);
}

static void
search_start (struct search *search, const struct callgraph *graph)
{
  const size_t n = graph->symbol_count;
  *search = (struct search){ .graph = graph };
  search->entered = array_new (n, sizeof *search->entered);
  search->order = array_new (n, sizeof *search->order);
  search->next = array_new (n, sizeof *search->next);
  search->tail = array_new (n, sizeof *search->tail);
  search->next_child = array_new (n, sizeof *search->next_child);
  search->path = array_new (n, sizeof *search->path);
  search->heads = array_new (n, sizeof *search->heads);
}

static void
enter (struct search *search, sym_id id)
{
  search->entered[id] = ++search->clock;
  search->next[id] = SYM_NONE;
  search->tail[id] = id;
  search->next_child[id] = search->graph->child_start[id];
  search->path[search->path_depth++] = id;
  search->heads[search->head_depth++] = id;
}

/* An arc from the current symbol leads back to ID: join all segments above
   the one that ID's group has on the path, lower ones first.  */
static void
join_down_to (struct search *search, sym_id id)
{
  size_t keep = search->head_depth;
  while (search->entered[search->heads[keep - 1]] > search->entered[id])
    keep--;
  const sym_id head = search->heads[keep - 1];
  for (size_t i = keep; i < search->head_depth; i++)
    {
      const sym_id joined = search->heads[i];
      search->next[search->tail[head]] = joined;
      search->tail[head] = search->tail[joined];
    }
  search->head_depth = keep;
}

/* Leave the current symbol; its group is finished if it is the head.  */
static void
leave (struct search *search)
{
  const sym_id id = search->path[--search->path_depth];
  if (search->heads[search->head_depth - 1] != id)
    return;
  search->head_depth--;
  search->groups++;
  for (sym_id member = id; member != SYM_NONE; member = search->next[member])
    search->order[member] = search->groups;
}

static void
search_from (struct search *search, sym_id root)
{
  const struct callgraph *graph = search->graph;
  enter (search, root);
  while (search->path_depth > 0)
    {
      const sym_id id = search->path[search->path_depth - 1];
      if (search->next_child[id] == graph->child_start[id + 1])
        {
          leave (search);
          continue;
        }
      const arc_id arc = graph->child_arc[search->next_child[id]++];
      const sym_id child = graph->to.items[arc];
      if (search->entered[child] == 0)
        enter (search, child);
      else if (search->order[child] == 0)
        join_down_to (search, child);
    }
}

/* All symbols by ascending order number, in address order within one.  A
   counting sort.  */
static void
sort_topologically (struct cycles *cycles, const struct search *search)
{
  const size_t n = search->graph->symbol_count;
  size_t *start = array_new ((size_t)search->groups + 2, sizeof *start);
  for (size_t id = 0; id < n; id++)
    start[search->order[id] + 1]++;
  for (size_t group = 1; group < (size_t)search->groups + 2; group++)
    start[group] += start[group - 1];
  for (sym_id id = 0; id < n; id++)
    cycles->topological[start[search->order[id]]++] = id;
  free (start);
}

/* Number the groups of more than one symbol in address order of their heads.
   A symbol heads its group if it is the NEXT of none.  */
static void
collect_cycles (struct cycles *cycles, const struct search *search)
{
  const size_t n = search->graph->symbol_count;
  bool *follows = array_new (n, sizeof *follows);
  for (size_t id = 0; id < n; id++)
    if (search->next[id] != SYM_NONE)
      follows[search->next[id]] = true;

  uint32_t filled = 0;
  for (sym_id id = 0; id < n; id++)
    {
      if (follows[id] || search->next[id] == SYM_NONE)
        continue;
      cycles->count++;
      for (sym_id m = id; m != SYM_NONE; m = search->next[m])
        {
          cycles->cycle[m] = (uint32_t)cycles->count;
          cycles->members[filled++] = m;
        }
      cycles->member_start[cycles->count] = filled;
    }
  free (follows);
}

void
cycles_number (struct cycles *cycles, const struct callgraph *graph)
{
  const size_t symbols = graph->symbol_count;
  struct search search;
  *cycles = (struct cycles){ .symbols = symbols };
  cycles->cycle = array_new (symbols, sizeof *cycles->cycle);
  /* A cycle has two members at least.  */
  cycles->member_start
      = array_new (symbols / 2 + 1, sizeof *cycles->member_start);
  cycles->members = array_new (symbols, sizeof *cycles->members);
  cycles->topological = array_new (symbols, sizeof *cycles->topological);

  search_start (&search, graph);
  for (sym_id id = 0; id < symbols; id++)
    if (search.entered[id] == 0)
      search_from (&search, id);
  sort_topologically (cycles, &search);
  collect_cycles (cycles, &search);
  search_release (&search);
}

void
cycles_release (struct cycles *cycles)
{
  free (cycles->cycle);
  free (cycles->member_start);
  free (cycles->members);
  free (cycles->topological);
  *cycles = (struct cycles){ 0 };
}
