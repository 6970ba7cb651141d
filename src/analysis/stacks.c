/* stacks.c - synthesised stacks (R15.40-R15.45).

   The tree of call paths may be exponentially large, so it is grown from the
   roots, always where most time is, until no branch has a ten-thousandth of
   all time or the limits are reached.  What waits to be grown are disjoint
   parts of the time with at least a ten-thousandth each, so there are few.

   What is not grown is merged at not much more than a hundred places.  Below
   each of these the time is passed down once more, without paths, so that the
   functions that have it are known.  */

#include "config.h"

#include "analysis/stacks.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/sort.h"
#include "base/vec.h"

/* Of all time: of a path, of what is merged at one place, and of a function
   there.  */
#define LEAST_SHARE 0.0001
#define MERGED_SHARE 0.01
#define PIECE_SHARE 0.000001

enum
{
  MERGED_MOST = 101, /* paths of STACK_OTHER: that follows, with the roots' */
  SPLIT_MOST = 3000, /* paths that divide these */
  SPLIT_WORK_MOST = 50000000, /* nodes and arcs that are visited for that */
  GROWN_MOST = STACKS_MOST - SPLIT_MOST - MERGED_MOST,
  /* So none of these has more than 1,264 frames, and MERGED_MOST such paths
     fit, too.  */
  GROWN_FRAMES_MOST = STACKS_FRAMES_MOST - 200000
};

/* A path that may be grown.  */
struct branch
{
  double total;
  uint32_t parent; /* of the paths that were grown, or STACK_NONE */
  uint32_t node;
  uint64_t number; /* branches before it */
};

/* What is not in the paths below a path.  */
struct merged
{
  double time;
  double share;   /* of the time of its last frame that the path has */
  uint32_t kept;  /* edges that were branches; the others were merged */
  uint32_t place; /* the path that this is merged below, or STACK_NONE */
};

struct growth
{
  const struct callgraph *graph;
  const struct cycles *cycles;
  const struct analysis *analysis;
  double *total; /* of each node: its time with that of what it calls */
  struct sort_item *edges, *scratch; /* see find_edges */
  size_t *edge_start;                /* of each node */
  uint32_t *edge_count;        /* of each node, UINT32_MAX: not found yet */
  size_t found;                /* edges */
  double least;                /* of a path that is kept */
  VEC (struct branch) waiting; /* a heap: what has most is first */
  uint64_t branches;
  VEC (struct stack) grown;
  VEC (struct merged) merged;  /* of each grown path */
  double merged_roots;         /* time of roots that were merged */
  VEC (struct branch) dropped; /* branches that were merged */
  size_t frames;
};

/* --- What nodes call ----------------------------------------------------- */

/* The node that calls of ID are counted for.  */
static uint32_t
head_of (const struct growth *growth, sym_id id)
{
  const uint32_t cycle = growth->cycles->cycle[id];
  return cycle != 0 ? (uint32_t)growth->graph->symbol_count + cycle - 1 : id;
}

static int
compare_by_node (const struct sort_item *a, const struct sort_item *b)
{
  return a->id < b->id ? -1 : a->id > b->id;
}

/* List where the time of the symbol ID comes from that it calls: nodes other
   than its own cycle.  Return how many arcs that are.  */
static size_t
list_callees (const struct growth *growth, sym_id id, struct sort_item *edges)
{
  const struct callgraph *graph = growth->graph;
  const struct analysis *analysis = growth->analysis;
  size_t count = 0;
  for (size_t i = graph->child_start[id]; i < graph->child_start[id + 1]; i++)
    {
      const arc_id arc = graph->child_arc[i];
      const double time = analysis->arc_self[arc] + analysis->arc_child[arc];
      if (time > 0)
        edges[count++]
            = (struct sort_item){ time, 0, 0,
                                  head_of (growth, graph->to.items[arc]) };
    }
  return count;
}

/* List the members of CYCLE, numbered from 0.  */
static size_t
list_members (const struct growth *growth, size_t cycle,
              struct sort_item *edges)
{
  const struct cycles *cycles = growth->cycles;
  size_t count = 0;
  for (size_t i = cycles->member_start[cycle];
       i < cycles->member_start[cycle + 1]; i++)
    {
      const sym_id id = cycles->members[i];
      if (growth->total[id] > 0)
        edges[count++] = (struct sort_item){ growth->total[id], 0, 0, id };
    }
  return count;
}

/* Add up the COUNT edges to the same node, a cycle that is called at several
   members, and sort them by time.  Return how many are left.  */
static size_t
merge_edges (const struct growth *growth, struct sort_item *edges,
             size_t count)
{
  size_t used = 0;
  sort_items (edges, growth->scratch, count, compare_by_node);
  for (size_t i = 0; i < count; i++)
    if (used > 0 && edges[used - 1].id == edges[i].id)
      edges[used - 1].time += edges[i].time;
    else
      edges[used++] = edges[i];
  sort_items (edges, growth->scratch, used, sort_by_keys);
  return used;
}

/* Let NODE have its edges: of a symbol, what it calls, of a cycle its
   members.  */
static void
find_edges (struct growth *growth, uint32_t node)
{
  const size_t symbols = growth->graph->symbol_count;
  struct sort_item *edges = growth->edges + growth->found;
  if (growth->edge_count[node] != UINT32_MAX)
    return;
  const size_t count = node < symbols
                           ? list_callees (growth, node, edges)
                           : list_members (growth, node - symbols, edges);
  growth->edge_start[node] = growth->found;
  growth->edge_count[node] = (uint32_t)merge_edges (growth, edges, count);
  growth->found += growth->edge_count[node];
}

/* --- Branches ------------------------------------------------------------ */

/* Is A grown before B?  */
static bool
comes_before (const struct branch *a, const struct branch *b)
{
  return a->total != b->total ? a->total > b->total : a->number < b->number;
}

/* Time that is merged, of PARENT.  */
static double *
merged_below (struct growth *growth, uint32_t parent)
{
  return parent != STACK_NONE ? &growth->merged.items[parent].time
                              : &growth->merged_roots;
}

static bool
push (struct growth *growth, const struct branch *branch)
{
  if (!vec_push (&growth->waiting, *branch))
    return false;
  struct branch *heap = growth->waiting.items;
  size_t at = growth->waiting.count - 1;
  for (; at > 0 && comes_before (branch, &heap[(at - 1) / 2]);
       at = (at - 1) / 2)
    heap[at] = heap[(at - 1) / 2];
  heap[at] = *branch;
  return true;
}

/* Take the branch with most time; there is one.  */
static struct branch
pop (struct growth *growth)
{
  struct branch *heap = growth->waiting.items;
  const struct branch first = heap[0];
  const size_t count = --growth->waiting.count;
  const struct branch last = heap[count];
  size_t at = 0;
  for (size_t child; (child = 2 * at + 1) < count; at = child)
    {
      if (child + 1 < count && comes_before (&heap[child + 1], &heap[child]))
        child++;
      if (!comes_before (&heap[child], &last))
        break;
      heap[at] = heap[child];
    }
  heap[at] = last;
  return first;
}

/* Merge BRANCH.  */
static bool
drop (struct growth *growth, const struct branch *branch)
{
  *merged_below (growth, branch->parent) += branch->total;
  return vec_push (&growth->dropped, *branch);
}

/* Let NODE with TOTAL below PARENT wait, or merge it.  */
static bool
branch_off (struct growth *growth, uint32_t parent, uint32_t node,
            double total)
{
  const struct branch branch = { total, parent, node, growth->branches++ };
  return total < growth->least ? drop (growth, &branch)
                               : push (growth, &branch);
}

/* --- Growth -------------------------------------------------------------- */

/* Time of NODE alone.  That of a cycle is its members'.  */
static double
self_of (const struct growth *growth, uint32_t node)
{
  return node < growth->graph->symbol_count ? growth->analysis->prop_self[node]
                                            : 0;
}

/* Let what the path INDEX calls wait.  Behind the first edge that has too
   little time, the others have no more.  */
static bool
branch_out (struct growth *growth, uint32_t index)
{
  struct stack *stack = &growth->grown.items[index];
  find_edges (growth, stack->node);
  const struct sort_item *edges
      = growth->edges + growth->edge_start[stack->node];
  const uint32_t count = growth->edge_count[stack->node];
  const double share = stack->total / growth->total[stack->node];
  stack->self = self_of (growth, stack->node) * share;
  double rest = stack->total - stack->self;
  uint32_t i = 0;
  for (; i < count && edges[i].time * share >= growth->least; i++)
    {
      rest -= edges[i].time * share;
      if (!branch_off (growth, index, edges[i].id, edges[i].time * share))
        return false;
    }
  growth->merged.items[index]
      = (struct merged){ i < count && rest > 0 ? rest : 0, share, i, index };
  return true;
}

/* Make BRANCH a path, or merge it where the limits are reached.  */
static bool
grow (struct growth *growth, const struct branch *branch)
{
  const struct stack *parent = branch->parent != STACK_NONE
                                   ? &growth->grown.items[branch->parent]
                                   : NULL;
  const uint32_t depth = parent != NULL ? parent->depth + 1 : 1;
  if (growth->grown.count == GROWN_MOST
      || growth->frames + depth > GROWN_FRAMES_MOST)
    return drop (growth, branch);
  growth->frames += depth;
  const struct stack stack
      = { branch->parent, branch->node, depth, branch->total, 0 };
  return vec_push (&growth->grown, stack)
         && vec_push (&growth->merged, (struct merged){ 0 })
         && branch_out (growth, (uint32_t)growth->grown.count - 1);
}

/* --- What was merged ----------------------------------------------------- */

/* Move what was merged at many places, a little each, towards the roots, up to
   where it adds up to enough.  Callees were grown after their callers.  */
static void
gather (struct growth *growth)
{
  const double least = growth->analysis->print_ticks * MERGED_SHARE;
  struct merged *merged = growth->merged.items;
  struct stack *grown = growth->grown.items;
  for (size_t i = growth->grown.count; i-- > 0;)
    if (merged[i].time < least)
      {
        *merged_below (growth, grown[i].parent) += merged[i].time;
        grown[i].total -= merged[i].time;
        merged[i].time = 0;
        merged[i].place = STACK_NONE;
      }
  for (size_t i = 0; i < growth->grown.count; i++)
    if (merged[i].place == STACK_NONE && grown[i].parent != STACK_NONE)
      merged[i].place = merged[grown[i].parent].place;
}

/* Append the paths of what was merged.  */
static bool
append_merged (struct growth *growth)
{
  const uint32_t count = (uint32_t)growth->grown.count;
  for (uint32_t i = 0; i <= count; i++)
    {
      const uint32_t parent = i < count ? i : STACK_NONE;
      const double time = *merged_below (growth, parent);
      const uint32_t depth = i < count ? growth->grown.items[i].depth + 1 : 1;
      const struct stack stack = { parent, STACK_OTHER, depth, time, time };
      if (!(time > 0))
        continue;
      growth->frames += depth;
      if (!vec_push (&growth->grown, stack))
        return false;
    }
  return true;
}

/* In SEEDS the paths by PLACE << 32 | NODE, which is NUMBER, and by the edges
   that were kept, which is RANK; TIME is their share.  */
struct split
{
  struct growth *growth;
  double *time; /* of each node: what was merged of it in one path */
  struct sort_item *seeds;       /* as many as merged */
  VEC (struct sort_item) pieces; /* TIME of RANK, a function, in the path ID */
};

static int
compare_seeds (const struct sort_item *a, const struct sort_item *b)
{
  if (a->number != b->number)
    return a->number < b->number ? -1 : 1;
  if (a->rank != b->rank)
    return a->rank < b->rank ? -1 : 1;
  return compare_by_node (a, b);
}

static bool
list_seeds (struct split *split)
{
  const struct growth *growth = split->growth;
  const size_t count = growth->merged.count;
  struct sort_item *scratch = array_new (count / 2 + 1, sizeof *scratch);
  split->seeds = array_new (count, sizeof *split->seeds);
  const bool done = scratch != NULL && split->seeds != NULL;
  for (uint32_t i = 0; i < count && done; i++)
    {
      const struct merged *merged = &growth->merged.items[i];
      split->seeds[i]
          = (struct sort_item){ .time = merged->share,
                                .number = (uint64_t)merged->place << 32
                                          | growth->grown.items[i].node,
                                .rank = merged->kept,
                                .id = i };
    }
  if (done)
    sort_items (split->seeds, scratch, count, compare_seeds);
  free (scratch);
  return done;
}

/* Add to split->time what the paths SEEDS[0 .. COUNT-1], all of one node, have
   not branched into.  A cycle may have very many edges and paths, so each edge
   is looked at once.  */
static void
seed_edges (struct split *split, const struct sort_item *seeds, size_t count)
{
  const struct growth *growth = split->growth;
  const uint32_t node = (uint32_t)seeds->number;
  const struct sort_item *edges = growth->edges + growth->edge_start[node];
  double share = 0;
  size_t next = 0;
  for (uint32_t i = seeds->rank; i < growth->edge_count[node]; i++)
    {
      for (; next < count && seeds[next].rank <= i; next++)
        share += seeds[next].time;
      split->time[edges[i].id] += edges[i].time * share;
    }
}

/* Set split->time to what was merged below PLACE.  */
static void
seed (struct split *split, uint32_t place)
{
  const struct growth *growth = split->growth;
  const struct branch *dropped = growth->dropped.items;
  for (size_t i = 0; i < growth->analysis->node_count; i++)
    split->time[i] = 0;
  for (size_t i = 0; i < growth->dropped.count; i++)
    if ((dropped[i].parent == STACK_NONE
             ? STACK_NONE
             : growth->merged.items[dropped[i].parent].place)
        == place)
      split->time[dropped[i].node] += dropped[i].total;
  const struct sort_item *seeds = split->seeds;
  for (size_t i = 0, end; i < growth->merged.count; i = end)
    {
      for (end = i + 1;
           end < growth->merged.count && seeds[end].number == seeds[i].number;
           end++)
        ;
      if (seeds[i].number >> 32 == place)
        seed_edges (split, &seeds[i], end - i);
    }
}

/* Pass on TIME, which was merged of the symbol ID, to what it calls.  */
static void
pass_down (struct split *split, sym_id id, double time)
{
  const struct growth *growth = split->growth;
  const struct callgraph *graph = growth->graph;
  const struct analysis *analysis = growth->analysis;
  const double share = time / growth->total[id];
  for (size_t i = graph->child_start[id]; i < graph->child_start[id + 1]; i++)
    {
      const arc_id arc = graph->child_arc[i];
      split->time[head_of (growth, graph->to.items[arc])]
          += (analysis->arc_self[arc] + analysis->arc_child[arc]) * share;
    }
}

/* What was merged of the symbol ID, after all its callers have passed on
   theirs.  A cycle has it for its members.  */
static double
merged_time (const struct split *split, sym_id id)
{
  const struct growth *growth = split->growth;
  const uint32_t head = head_of (growth, id);
  const double own = split->time[id];
  return head == id || !(split->time[head] > 0)
             ? own
             : own
                   + split->time[head] * growth->total[id]
                         / growth->total[head];
}

/* Find the functions whose time is in the path INDEX, callers first.  */
static bool
split_path (struct split *split, uint32_t index)
{
  const struct growth *growth = split->growth;
  const double least = growth->analysis->print_ticks * PIECE_SHARE;
  seed (split, growth->grown.items[index].parent);
  for (size_t i = growth->graph->symbol_count; i-- > 0;)
    {
      const sym_id id = growth->cycles->topological[i];
      const double time = merged_time (split, id);
      if (!(time > 0 && growth->total[id] > 0))
        continue;
      pass_down (split, id, time);
      const double self
          = growth->analysis->prop_self[id] * time / growth->total[id];
      const struct sort_item piece = { self, 0, id, index };
      if (self >= least && !vec_push (&split->pieces, piece))
        return false;
    }
  return true;
}

/* The piece with most time first, then by path and function.  */
static int
compare_pieces (const struct sort_item *a, const struct sort_item *b)
{
  if (a->time != b->time)
    return a->time > b->time ? -1 : 1;
  const int order = compare_by_node (a, b);
  return order != 0 ? order : a->rank < b->rank ? -1 : a->rank > b->rank;
}

/* Let the largest pieces be paths.  */
static bool
append_pieces (struct split *split, struct sort_item *scratch)
{
  struct growth *growth = split->growth;
  const size_t count = split->pieces.count;
  struct sort_item *pieces = split->pieces.items;
  if (count > 0)
    sort_items (pieces, scratch, count, compare_pieces);
  for (size_t i = 0; i < count && i < SPLIT_MOST; i++)
    {
      struct stack *other = &growth->grown.items[pieces[i].id];
      const double time = pieces[i].time;
      const struct stack stack
          = { pieces[i].id, pieces[i].rank, other->depth + 1, time, time };
      if (growth->frames + stack.depth > STACKS_FRAMES_MOST)
        continue;
      growth->frames += stack.depth;
      other->self = other->self > time ? other->self - time : 0;
      if (!vec_push (&growth->grown, stack))
        return false;
    }
  return true;
}

/* How many paths are divided: each costs a walk over all nodes and arcs.  */
static size_t
count_divided (const struct growth *growth)
{
  const size_t walk
      = growth->analysis->node_count + callgraph_arc_count (growth->graph) + 1;
  return SPLIT_WORK_MOST / walk + 1;
}

/* Divide those of the COUNT paths OTHERS that have most time.  */
static bool
split_largest (struct split *split, struct sort_item *others, size_t count)
{
  const size_t most = count_divided (split->growth);
  struct sort_item *scratch = array_new (count / 2 + 1, sizeof *scratch);
  bool done = scratch != NULL;
  if (done)
    sort_items (others, scratch, count, sort_by_keys);
  free (scratch);
  for (size_t i = 0; i < count && i < most && done; i++)
    done = split_path (split, others[i].id);
  scratch = array_new (split->pieces.count / 2 + 1, sizeof *scratch);
  done = done && scratch != NULL && append_pieces (split, scratch);
  free (scratch);
  return done;
}

/* Divide the paths of STACK_OTHER, which begin at FIRST, among functions.  */
static bool
split_merged (struct growth *growth, uint32_t first)
{
  const uint32_t count = (uint32_t)growth->grown.count - first;
  struct split split = { .growth = growth };
  struct sort_item *others = array_new (count, sizeof *others);
  split.time = array_new (growth->analysis->node_count, sizeof *split.time);
  bool done = others != NULL && split.time != NULL && list_seeds (&split);
  for (uint32_t i = 0; i < count && done; i++)
    others[i] = (struct sort_item){ growth->grown.items[first + i].total, 0, 0,
                                    first + i };
  done = done && split_largest (&split, others, count);
  free (others);
  free (split.time);
  free (split.seeds);
  vec_release (&split.pieces);
  return done;
}

/* --- Roots --------------------------------------------------------------- */

/* Set the totals, and COME[node] to the part of each that comes from
   callers.  */
static void
sum_up (struct growth *growth, double *come)
{
  const struct callgraph *graph = growth->graph;
  const struct analysis *analysis = growth->analysis;
  for (sym_id id = 0; id < graph->symbol_count; id++)
    {
      const uint32_t head = head_of (growth, id);
      growth->total[id] = analysis->prop_self[id] + analysis->prop_child[id];
      if (head != id)
        growth->total[head] += growth->total[id];
    }
  for (size_t arc = 0; arc < callgraph_arc_count (graph); arc++)
    come[head_of (growth, graph->to.items[arc])]
        += analysis->arc_self[arc] + analysis->arc_child[arc];
}

/* Let NODE, which is no member of a cycle, wait with the time that COMES from
   no caller.  Sums of doubles are not exact, so a billionth is nothing.  */
static bool
start_root (struct growth *growth, uint32_t node, double come)
{
  const double total = growth->total[node];
  const double own = total - come;
  return own <= total * 1e-9 || branch_off (growth, STACK_NONE, node, own);
}

static bool
start_roots (struct growth *growth)
{
  const size_t symbols = growth->graph->symbol_count;
  double *come = array_new (growth->analysis->node_count, sizeof *come);
  bool done = come != NULL;
  if (done)
    sum_up (growth, come);
  for (uint32_t node = 0; node < growth->analysis->node_count && done; node++)
    if (node >= symbols || growth->cycles->cycle[node] == 0)
      done = start_root (growth, node, come[node]);
  free (come);
  return done;
}

/* --- The result ---------------------------------------------------------- */

/* Set FIRST[i + 1] and NEXT[i] to the first path below path I, of the roots
   for I = -1, and to its next sibling, or STACK_NONE.  */
static void
link_paths (const struct growth *growth, uint32_t *first, uint32_t *next)
{
  const size_t count = growth->grown.count;
  for (size_t i = 0; i <= count; i++)
    first[i] = STACK_NONE;
  for (size_t i = count; i-- > 0;)
    {
      const uint32_t parent = growth->grown.items[i].parent;
      uint32_t *head = &first[parent == STACK_NONE ? 0 : parent + 1];
      next[i] = *head;
      *head = (uint32_t)i;
    }
}

/* Append the paths to STACKS, depth first.  PLACE is scratch space for the
   places that they get.  */
static void
put_in_order (const struct growth *growth, const uint32_t *first,
              const uint32_t *next, uint32_t *place, struct stacks *stacks)
{
  const struct stack *grown = growth->grown.items;
  for (uint32_t i = first[0]; i != STACK_NONE;)
    {
      struct stack stack = grown[i];
      if (stack.parent != STACK_NONE)
        stack.parent = place[stack.parent];
      if (stack.depth > stacks->deepest)
        stacks->deepest = stack.depth;
      place[i] = (uint32_t)stacks->count;
      stacks->items[stacks->count++] = stack;
      if (first[i + 1] != STACK_NONE)
        {
          i = first[i + 1];
          continue;
        }
      while (next[i] == STACK_NONE && grown[i].parent != STACK_NONE)
        i = grown[i].parent;
      i = next[i];
    }
}

static bool
hand_over (const struct growth *growth, struct stacks *stacks)
{
  const size_t count = growth->grown.count;
  uint32_t *first = array_new (count + 1, sizeof *first);
  uint32_t *next = array_new (count, sizeof *next);
  uint32_t *place = array_new (count, sizeof *place);
  stacks->items = array_new (count, sizeof *stacks->items);
  const bool done = first != NULL && next != NULL && place != NULL
                    && stacks->items != NULL;
  if (done)
    {
      link_paths (growth, first, next);
      put_in_order (growth, first, next, place, stacks);
    }
  free (first);
  free (next);
  free (place);
  return done;
}

/* --- All ----------------------------------------------------------------- */

static bool
allocate (struct growth *growth)
{
  const size_t nodes = growth->analysis->node_count;
  const size_t edges
      = callgraph_arc_count (growth->graph) + growth->graph->symbol_count;
  growth->total = array_new (nodes, sizeof *growth->total);
  growth->edges = array_new (edges, sizeof *growth->edges);
  growth->scratch = array_new (edges / 2 + 1, sizeof *growth->scratch);
  growth->edge_start = array_new (nodes, sizeof *growth->edge_start);
  growth->edge_count = array_new (nodes, sizeof *growth->edge_count);
  if (growth->total == NULL || growth->edges == NULL || growth->scratch == NULL
      || growth->edge_start == NULL || growth->edge_count == NULL)
    return false;
  for (size_t i = 0; i < nodes; i++)
    growth->edge_count[i] = UINT32_MAX;
  return true;
}

static void
release (struct growth *growth)
{
  free (growth->total);
  free (growth->edges);
  free (growth->scratch);
  free (growth->edge_start);
  free (growth->edge_count);
  vec_release (&growth->waiting);
  vec_release (&growth->grown);
  vec_release (&growth->merged);
  vec_release (&growth->dropped);
}

enum status
stacks_make (struct stacks *stacks, const struct callgraph *graph,
             const struct cycles *cycles, const struct analysis *analysis,
             struct diag *diag)
{
  struct growth growth = { .graph = graph,
                           .cycles = cycles,
                           .analysis = analysis,
                           .least = LEAST_SHARE * analysis->print_ticks };
  *stacks = (struct stacks){ .total = analysis->print_ticks };
  bool done = allocate (&growth) && start_roots (&growth);
  while (done && growth.waiting.count > 0)
    {
      const struct branch branch = pop (&growth);
      done = grow (&growth, &branch);
    }
  const uint32_t grown = (uint32_t)growth.grown.count;
  if (done)
    gather (&growth);
  done = done && append_merged (&growth) && split_merged (&growth, grown)
         && hand_over (&growth, stacks);
  release (&growth);
  return done ? STATUS_OK : diag_no_memory (diag);
}

/* --- Paths --------------------------------------------------------------- */

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
