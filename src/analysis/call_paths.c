/* call_paths.c - sampled stacks as call paths of symbols (R16.70-R16.75).

   A path has a higher number than its caller's, so one pass over them meets
   callers first.  */

#include "config.h"

#include "analysis/call_paths.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/pairmap.h"
#include "base/placement.h"
#include "base/sort.h"
#include "base/vec.h"

static enum status
allocate (struct call_paths *paths, const struct call_path *items,
          size_t count, size_t symbols, struct diag *diag)
{
  *paths = (struct call_paths){ .count = count,
                                .items = items,
                                .symbol_count = symbols };
  paths->parent = array_new (count, sizeof *paths->parent);
  paths->symbol = array_new (count, sizeof *paths->symbol);
  paths->callee = array_new (count, sizeof *paths->callee);
  return paths->parent != NULL && paths->symbol != NULL
                 && paths->callee != NULL
             ? STATUS_OK
             : diag_no_memory (diag);
}

/* Find the symbols of path number I, and whether it has a caller.  */
static void
find_symbols (struct call_paths *paths, size_t i,
              const struct arc_resolver *resolver)
{
  const struct call_path *path = &paths->items[i];
  const sym_id id = symtab_find (resolver->symtab, path->pc);
  sym_id from, to;
  paths->symbol[i] = id;
  paths->callee[i] = id != SYM_NONE ? resolver->function[id] : SYM_NONE;
  paths->parent[i] = PATH_NONE;
  if (path->parent == PATH_NONE)
    return;
  const struct raw_arc raw = { paths->items[path->parent].pc, path->pc, 0 };
  if (arc_resolve (resolver, &raw, &from, &to) == ARC_KEPT)
    paths->parent[i] = path->parent;
}

EVERY_RUN enum status
call_paths_find (struct call_paths *paths, const struct profile *profile,
                 const struct symtab *symtab, const struct arcset *include,
                 const struct arcset *exclude, struct diag *diag)
{
  struct arc_resolver resolver = { 0 };
  *paths = (struct call_paths){ 0 };
  if (profile->paths.count == 0)
    return STATUS_OK;
  enum status status = allocate (paths, profile->paths.items,
                                 profile->paths.count, symtab->count, diag);
  if (status == STATUS_OK)
    status = arc_resolver_start (&resolver, profile, symtab, include, exclude,
                                 diag);
  for (size_t i = 0; i < paths->count && status == STATUS_OK; i++)
    find_symbols (paths, i, &resolver);
  arc_resolver_release (&resolver);
  return status;
}

static sym_id
group_of (const sym_id *group, sym_id id)
{
  return id != SYM_NONE ? group[id] : SYM_NONE;
}

enum status
call_paths_group (struct call_paths *grouped, const struct call_paths *paths,
                  const sym_id *group, size_t groups, struct diag *diag)
{
  *grouped = (struct call_paths){ 0 };
  if (paths->count == 0)
    return STATUS_OK;
  enum status status
      = allocate (grouped, paths->items, paths->count, groups, diag);
  for (size_t i = 0; i < paths->count && status == STATUS_OK; i++)
    {
      grouped->parent[i] = paths->parent[i];
      grouped->symbol[i] = group_of (group, paths->symbol[i]);
      grouped->callee[i] = group_of (group, paths->callee[i]);
    }
  return status;
}

/* --- Which samples count ------------------------------------------------- */

/* Does time of path I count, if that of its caller does as COUNTS[caller]
   says?  As propagate decides it for functions (R6.25), but along the
   path.  */
static bool
counts_time (const struct call_paths *paths, size_t i, const bool *counts,
             const struct symset *in, const struct symset *out)
{
  const sym_id id = paths->symbol[i];
  const uint32_t parent = paths->parent[i];
  if (id == SYM_NONE)
    return false;
  if (parent == PATH_NONE || !counts[parent])
    return symset_accepts (in, out, id);
  return !symset_has (out, id) || symset_has (in, id);
}

/* Which paths' time counts, to be freed; null without memory.  */
static bool *
find_counting (const struct call_paths *paths,
               const struct selection *selection)
{
  const struct symset *tables = selection->tables;
  bool *counts = array_new (paths->count, sizeof *counts);
  for (size_t i = 0; i < paths->count && counts != NULL; i++)
    counts[i] = counts_time (paths, i, counts, &tables[SPEC_TIME_INCLUDE],
                             &tables[SPEC_TIME_EXCLUDE]);
  return counts;
}

/* The ticks of stacks that are path I, if they count.  */
static double
ticks_of (const struct call_paths *paths, size_t i, const bool *counts,
          const struct selection *selection)
{
  const struct symset *tables = selection->tables;
  return counts[i]
                 && symset_accepts (&tables[SPEC_FLAT_INCLUDE],
                                    &tables[SPEC_FLAT_EXCLUDE],
                                    paths->symbol[i])
             ? paths->items[i].ticks
             : 0;
}

/* --- Times --------------------------------------------------------------- */

struct measuring
{
  const struct call_paths *paths;
  struct analysis *analysis;
  const struct callgraph *graph;
  const struct cycles *cycles;
  bool *counts;
  arc_id *arc;        /* of each path: that from its caller, or ARC_NONE */
  uint32_t *node_met; /* of each node: the last path that has counted for it,
                         + 1 */
  uint32_t *arc_met;  /* likewise */
};

/* Find the arc by which each path was called.  */
static bool
find_arcs (struct measuring *m)
{
  const struct call_paths *paths = m->paths;
  const struct callgraph *graph = m->graph;
  struct pairmap pairs = { 0 };
  bool done = true;
  for (arc_id arc = 0; arc < callgraph_arc_count (graph) && done; arc++)
    done = pairmap_enter (&pairs, graph->from.items[arc], graph->to.items[arc],
                          arc)
           != NULL;
  for (size_t i = 0; i < paths->count && done; i++)
    {
      const uint32_t parent = paths->parent[i];
      const uint32_t *arc = parent != PATH_NONE
                                ? pairmap_find (&pairs, paths->symbol[parent],
                                                paths->callee[i])
                                : NULL;
      m->arc[i] = arc != NULL ? *arc : ARC_NONE;
    }
  pairmap_release (&pairs);
  return done;
}

/* Count TICKS of path number LEAF for NODE, once.  */
static void
meet_node (struct measuring *m, size_t node, size_t leaf, double ticks)
{
  if (m->node_met[node] == leaf + 1)
    return;
  m->node_met[node] = (uint32_t)leaf + 1;
  m->analysis->child_ticks[node] += ticks;
}

static void
meet_symbol (struct measuring *m, sym_id id, size_t leaf, double ticks)
{
  if (id == SYM_NONE)
    return;
  const uint32_t cycle = m->cycles->cycle[id];
  meet_node (m, id, leaf, ticks);
  if (cycle != 0)
    meet_node (m, m->graph->symbol_count + cycle - 1, leaf, ticks);
}

static void
meet_arc (struct measuring *m, size_t path, size_t leaf, double ticks)
{
  const arc_id arc = m->arc[path];
  struct analysis *analysis = m->analysis;
  if (arc == ARC_NONE || m->arc_met[arc] == leaf + 1
      || !m->counts[m->paths->parent[path]])
    return;
  m->arc_met[arc] = (uint32_t)leaf + 1;
  *(path == leaf ? &analysis->arc_self[arc] : &analysis->arc_child[arc])
      += ticks;
}

/* Let all that is in the stack which is path number LEAF have its TICKS, up to
   what does not count.  */
static void
count_stack (struct measuring *m, size_t leaf, double ticks)
{
  const struct call_paths *paths = m->paths;
  const sym_id id = paths->symbol[leaf];
  const uint32_t cycle = m->cycles->cycle[id];
  m->analysis->prop_self[id] += ticks;
  if (cycle != 0)
    m->analysis->prop_self[m->graph->symbol_count + cycle - 1] += ticks;
  for (size_t i = leaf; i != PATH_NONE && m->counts[i]; i = paths->parent[i])
    {
      meet_symbol (m, paths->symbol[i], leaf, ticks);
      meet_symbol (m, paths->callee[i], leaf, ticks);
      meet_arc (m, i, leaf, ticks);
    }
}

/* Forget what propagate has estimated.  */
static void
clear_times (struct analysis *analysis, size_t arcs)
{
  const size_t nodes = analysis->node_count;
  for (size_t i = 0; i < nodes; i++)
    analysis->prop_self[i] = analysis->prop_child[i] = analysis->child_ticks[i]
        = 0;
  for (size_t i = 0; i < arcs; i++)
    analysis->arc_self[i] = analysis->arc_child[i] = 0;
  analysis->print_ticks = 0;
}

/* Let a cycle be shown that nobody calls, if one of its members is: the
   outermost frames of a deep stack are missing.  */
static void
show_cycles (struct analysis *analysis, const struct cycles *cycles,
             size_t symbols)
{
  for (size_t i = 0; i < cycles->count; i++)
    for (size_t k = cycles->member_start[i]; k < cycles->member_start[i + 1];
         k++)
      analysis->shown[symbols + i] = analysis->shown[symbols + i]
                                     || analysis->shown[cycles->members[k]];
}

/* child_ticks has the totals of nodes.  Make it the time of what they call.  */
static void
finish_times (struct analysis *analysis, size_t symbols)
{
  for (size_t i = 0; i < analysis->node_count; i++)
    {
      const double self = analysis->prop_self[i];
      analysis->prop_child[i] = analysis->child_ticks[i] - self;
      analysis->child_ticks[i] = analysis->prop_child[i];
      analysis->fraction[i] = self > 0 || analysis->prop_child[i] > 0;
      if (i < symbols)
        analysis->print_ticks += self;
      else
        analysis->self_ticks[i] = self;
    }
}

enum status
call_paths_measure (const struct call_paths *paths, struct analysis *analysis,
                    const struct callgraph *graph, const struct cycles *cycles,
                    const struct selection *selection, struct diag *diag)
{
  const size_t arcs = callgraph_arc_count (graph);
  struct measuring m = {
    .paths = paths, .analysis = analysis, .graph = graph, .cycles = cycles
  };
  m.counts = find_counting (paths, selection);
  m.arc = array_new (paths->count, sizeof *m.arc);
  m.node_met = array_new (analysis->node_count, sizeof *m.node_met);
  m.arc_met = array_new (arcs, sizeof *m.arc_met);
  const bool done = m.counts != NULL && m.arc != NULL && m.node_met != NULL
                    && m.arc_met != NULL && find_arcs (&m);
  if (done)
    {
      clear_times (analysis, arcs);
      for (size_t i = 0; i < paths->count; i++)
        {
          const double ticks = ticks_of (paths, i, m.counts, selection);
          if (ticks > 0)
            count_stack (&m, i, ticks);
        }
      finish_times (analysis, graph->symbol_count);
      show_cycles (analysis, cycles, graph->symbol_count);
    }
  free (m.counts);
  free (m.arc);
  free (m.node_met);
  free (m.arc_met);
  return done ? STATUS_OK : diag_no_memory (diag);
}

/* --- Stacks -------------------------------------------------------------- */

/* Stacks in the making.  */
struct tree
{
  const struct call_paths *paths;
  bool *counts;
  double *self, *total; /* of each path */
  uint32_t *place;      /* of each path: number of its stack in ITEMS, or
                           STACK_NONE */
  struct stack *items;  /* callers first */
  size_t count;
};

static bool
allocate_tree (struct tree *tree, const struct selection *selection)
{
  const size_t count = tree->paths->count;
  tree->counts = find_counting (tree->paths, selection);
  tree->self = array_new (count, sizeof *tree->self);
  tree->total = array_new (count, sizeof *tree->total);
  tree->place = array_new (count, sizeof *tree->place);
  tree->items = array_new (count, sizeof *tree->items);
  return tree->counts != NULL && tree->self != NULL && tree->total != NULL
         && tree->place != NULL && tree->items != NULL;
}

static void
release_tree (struct tree *tree)
{
  free (tree->counts);
  free (tree->self);
  free (tree->total);
  free (tree->place);
  free (tree->items);
}

static void
sum_up (struct tree *tree, const struct selection *selection)
{
  for (size_t i = tree->paths->count; i-- > 0;)
    {
      const uint32_t parent = tree->paths->parent[i];
      tree->self[i] = ticks_of (tree->paths, i, tree->counts, selection);
      tree->total[i] += tree->self[i];
      if (parent != PATH_NONE && tree->counts[i])
        tree->total[parent] += tree->total[i];
    }
}

/* Add path I, whose caller has its place, to the stack of the same functions.
   Where time does not count a stack is cut.  */
static bool
add_path (struct tree *tree, struct pairmap *known, size_t i)
{
  const uint32_t up = tree->paths->parent[i];
  const uint32_t parent = up != PATH_NONE ? tree->place[up] : STACK_NONE;
  tree->place[i] = STACK_NONE;
  if (!tree->counts[i] || !(tree->total[i] > 0))
    return true;
  const sym_id id = tree->paths->symbol[i];
  const uint32_t *number
      = pairmap_enter (known, parent, id, (uint32_t)tree->count);
  if (number == NULL)
    return false;
  struct stack *stack = &tree->items[*number];
  if (*number == tree->count)
    {
      stack->parent = parent;
      stack->node = id;
      stack->depth = parent != STACK_NONE ? tree->items[parent].depth + 1 : 1;
      tree->count++;
    }
  stack->total += tree->total[i];
  stack->self += tree->self[i];
  tree->place[i] = *number;
  return true;
}

static bool
merge_paths (struct tree *tree)
{
  struct pairmap known = { 0 };
  bool done = true;
  for (size_t i = 0; i < tree->paths->count && done; i++)
    done = add_path (tree, &known, i);
  pairmap_release (&known);
  return done;
}

/* Callers before callees, then what takes most first, then by symbol.  */
static int
compare_stacks (uint32_t a, uint32_t b, const void *context)
{
  const struct stack *items = context;
  const struct stack *x = &items[a], *y = &items[b];
  if (x->depth != y->depth)
    return x->depth < y->depth ? -1 : 1;
  if (x->total != y->total)
    return x->total > y->total ? -1 : 1;
  return x->node < y->node ? -1 : x->node > y->node;
}

/* How many stacks there are with each one and below it.  */
static void
count_below (const struct tree *tree, uint32_t *size)
{
  for (size_t i = tree->count; i-- > 0;)
    {
      size[i]++;
      if (tree->items[i].parent != STACK_NONE)
        size[tree->items[i].parent] += size[i];
    }
}

/* Fill STACKS with those of TREE, depth first, those of one caller in ORDER.
   SIZE is from count_below; NEXT becomes, for each, where the next one that is
   called from it goes.  */
static void
lay_out (const struct tree *tree, const uint32_t *order, const uint32_t *size,
         uint32_t *next, uint32_t *at, struct stacks *stacks)
{
  uint32_t next_root = 0;
  for (size_t i = 0; i < tree->count; i++)
    {
      const uint32_t number = order[i];
      const uint32_t parent = tree->items[number].parent;
      uint32_t *place = parent != STACK_NONE ? &next[parent] : &next_root;
      at[number] = *place;
      *place += size[number];
      next[number] = at[number] + 1;
      struct stack *stack = &stacks->items[at[number]];
      *stack = tree->items[number];
      if (parent != STACK_NONE)
        stack->parent = at[parent];
      stacks->total += stack->self;
      if (stack->depth > stacks->deepest)
        stacks->deepest = stack->depth;
    }
}

static enum status
order_stacks (const struct tree *tree, struct stacks *stacks,
              struct diag *diag)
{
  const size_t count = tree->count;
  uint32_t *order = array_new (count, sizeof *order);
  uint32_t *size = array_new (count, sizeof *size);
  uint32_t *next = array_new (count, sizeof *next);
  uint32_t *at = array_new (count, sizeof *at);
  stacks->items = array_new (count, sizeof *stacks->items);
  stacks->count = count;
  enum status status = order != NULL && size != NULL && next != NULL
                               && at != NULL && stacks->items != NULL
                           ? STATUS_OK
                           : diag_no_memory (diag);
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    order[i] = (uint32_t)i;
  if (status == STATUS_OK)
    status = sort_ids (order, count, compare_stacks, tree->items, diag);
  if (status == STATUS_OK)
    {
      count_below (tree, size);
      lay_out (tree, order, size, next, at, stacks);
    }
  free (order);
  free (size);
  free (next);
  free (at);
  return status;
}

enum status
call_paths_stacks (const struct call_paths *paths,
                   const struct selection *selection, struct stacks *stacks,
                   struct diag *diag)
{
  struct tree tree = { .paths = paths };
  enum status status = STATUS_OK;
  *stacks = (struct stacks){ 0 };
  if (!allocate_tree (&tree, selection))
    status = diag_no_memory (diag);
  if (status == STATUS_OK)
    {
      sum_up (&tree, selection);
      if (!merge_paths (&tree))
        status = diag_no_memory (diag);
    }
  if (status == STATUS_OK)
    status = order_stacks (&tree, stacks, diag);
  release_tree (&tree);
  return status;
}

EVERY_RUN void
call_paths_release (struct call_paths *paths)
{
  free (paths->parent);
  free (paths->symbol);
  free (paths->callee);
  *paths = (struct call_paths){ 0 };
}
