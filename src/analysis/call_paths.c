/* call_paths.c - sampled stacks as call paths of symbols (R16.70-R16.75,
   R20.182-R20.184).

   A path has a higher number than its caller's, so one pass over them meets
   callers first.  */

#include "config.h"

#include "analysis/call_paths.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/pairmap.h"
#include "base/sort.h"

static void
allocate (struct call_paths *paths, const struct call_path *items,
          size_t count, size_t symbols)
{
  *paths = (struct call_paths){ .count = count,
                                .items = items,
                                .symbol_count = symbols,
                                .outside = SYM_NONE };
  paths->parent = array_new (count, sizeof *paths->parent);
  paths->role = array_new (count, sizeof *paths->role);
  paths->symbol = array_new (count, sizeof *paths->symbol);
  paths->callee = array_new (count, sizeof *paths->callee);
}

/* --- Which frames are shown ---------------------------------------------- */

unsigned
starter_level (const char *name)
{
  static const struct
  {
    const char *name;
    unsigned level;
    bool is_prefix; /* names with a version, or a number of words behind it */
  } starters[] = { { "_start", 1, false },
                   { "clone", 1, false },
                   { "clone3", 1, false },
                   { "__clone", 1, false },
                   { "__clone3", 1, false },
                   { "thread_start", 1, false },
                   { "start_thread", 2, false },
                   { "__libc_start_main", 2, true },
                   { "__libc_start_call_main", 3, false } };
  for (size_t i = 0; i < sizeof starters / sizeof *starters; i++)
    if (starters[i].is_prefix
            ? strncmp (name, starters[i].name, strlen (starters[i].name)) == 0
            : strcmp (name, starters[i].name) == 0)
      return starters[i].level;
  return 0;
}

/* The search for the symbols of paths.  */
struct finding_paths
{
  struct call_paths *paths;
  const struct selection *selection;
  const struct symtab *symtab;
  struct arc_resolver resolver;
  uint8_t *level; /* of each path that is only what starts programs or
                     threads: starter_level; else 0 */
};

/* Is ID, a function in a frame that is the outermost one, or whose caller has
   UP_LEVEL, one of them, and of which level?  A function of a library that has
   no name is where others are.  */
static unsigned
level_of (const struct finding_paths *f, sym_id id, bool is_outermost,
          unsigned up_level)
{
  const struct symtab *symtab = f->symtab;
  if (id == SYM_NONE || !(is_outermost || up_level > 0)
      || symset_has (&f->selection->tables[SPEC_GRAPH_INCLUDE], id))
    return 0;
  if ((symtab->flags[id] & SYMBOL_GAP) && symtab_object (symtab, id) > 0)
    return is_outermost ? 1 : up_level;
  const unsigned level = starter_level (symtab->name[id]);
  return level > up_level ? level : 0;
}

/* Is ID the recorder, which shall be in no row?  */
static bool
is_recorder (const struct finding_paths *f, sym_id id)
{
  const struct symset *tables = f->selection->tables;
  return id != SYM_NONE && symspec_leaves_out (f->symtab->name[id])
         && !symset_accepts (&tables[SPEC_FLAT_INCLUDE],
                             &tables[SPEC_FLAT_EXCLUDE], id);
}

/* Find the symbol of path I, a frame whose caller is path UP.  */
static void
find_frame (struct finding_paths *f, size_t i, uint32_t up)
{
  struct call_paths *paths = f->paths;
  const struct call_path *path = &paths->items[i];
  const sym_id id = symtab_find (f->symtab, path->pc);
  paths->parent[i] = up;
  if (f->level != NULL && is_recorder (f, id))
    {
      paths->role[i] = ROLE_RECORDER;
      return;
    }
  if (f->level != NULL)
    {
      const uint32_t caller = path->parent;
      const bool is_outermost = caller == PATH_NONE;
      f->level[i] = (uint8_t)level_of (f, id, is_outermost,
                                       is_outermost ? 0 : f->level[caller]);
      paths->role[i] = f->level[i] > 0 ? ROLE_STARTER : ROLE_FRAME;
    }
  paths->symbol[i] = id;
  paths->callee[i] = id != SYM_NONE ? f->resolver.function[id] : SYM_NONE;
  if (up != PATH_NONE && paths->role[up] == ROLE_FRAME)
    {
      sym_id to = id;
      if (arc_resolve_call (&f->resolver, paths->symbol[up], &to) != ARC_KEPT)
        paths->parent[i] = PATH_NONE;
    }
}

static void
find_path (struct finding_paths *f, size_t i)
{
  struct call_paths *paths = f->paths;
  const struct call_path *path = &paths->items[i];
  uint32_t up = path->parent;
  /* What is no caller has the one that is for its parent.  */
  if (up != PATH_NONE && paths->role[up] == ROLE_RECORDER)
    up = paths->parent[up];
  if (up != PATH_NONE && paths->role[up] == ROLE_STARTER)
    up = PATH_NONE;
  paths->symbol[i] = paths->callee[i] = SYM_NONE;
  if (path->kind == PATH_FRAME)
    {
      find_frame (f, i, up);
      return;
    }
  paths->role[i] = path->kind == PATH_LOST ? ROLE_LOST : ROLE_CUT;
  paths->parent[i] = up;
}

void
call_paths_find (struct call_paths *paths, const struct profile *profile,
                 const struct symtab *symtab,
                 const struct selection *selection)
{
  const size_t count = profile->paths.count;
  struct finding_paths f
      = { .paths = paths, .selection = selection, .symtab = symtab };
  *paths = (struct call_paths){ 0 };
  if (count == 0)
    return;
  allocate (paths, profile->paths.items, count, symtab->count);
  arc_resolver_start (&f.resolver, profile, symtab, &selection->arcs_include,
                      &selection->arcs_exclude);
  paths->outside = f.resolver.outside;
  if (profile->calls_are_complete)
    f.level = array_new (count, sizeof *f.level);
  for (size_t i = 0; i < count; i++)
    find_path (&f, i);
  free (f.level);
  arc_resolver_release (&f.resolver);
}

bool
call_paths_arc (const struct call_paths *paths, size_t path, bool is_counted,
                sym_id *from, sym_id *to)
{
  const uint32_t up = paths->parent[path];
  const uint32_t caller = paths->items[path].parent;
  const bool is_outermost
      = caller == PATH_NONE || paths->role[caller] != ROLE_FRAME;
  *to = paths->callee[path];
  *from = paths->outside;
  if (up == PATH_NONE && !(is_counted && is_outermost))
    return false;
  if (up != PATH_NONE && paths->role[up] == ROLE_FRAME)
    *from = paths->symbol[up];
  return *from != SYM_NONE && *to != SYM_NONE;
}

static sym_id
group_of (const sym_id *group, sym_id id)
{
  return id != SYM_NONE ? group[id] : SYM_NONE;
}

void
call_paths_group (struct call_paths *grouped, const struct call_paths *paths,
                  const sym_id *group, size_t groups)
{
  *grouped = (struct call_paths){ 0 };
  if (paths->count == 0)
    return;
  allocate (grouped, paths->items, paths->count, groups);
  grouped->outside = group_of (group, paths->outside);
  for (size_t i = 0; i < paths->count; i++)
    {
      grouped->parent[i] = paths->parent[i];
      grouped->role[i] = paths->role[i];
      grouped->symbol[i] = group_of (group, paths->symbol[i]);
      grouped->callee[i] = group_of (group, paths->callee[i]);
    }
}

/* --- Which samples count ------------------------------------------------- */

/* Which paths' time counts, to be freed.  As propagate decides it for
   functions (R6.25), but along the path.  */
static bool *
find_counting (const struct call_paths *paths,
               const struct selection *selection)
{
  const struct symset *in = &selection->tables[SPEC_TIME_INCLUDE];
  const struct symset *out = &selection->tables[SPEC_TIME_EXCLUDE];
  bool *counts = array_new (paths->count, sizeof *counts);
  for (size_t i = 0; i < paths->count; i++)
    {
      const sym_id id = paths->symbol[i];
      const uint32_t parent = paths->parent[i];
      const bool is_called = parent != PATH_NONE && counts[parent];
      if (paths->role[i] > ROLE_STARTER)
        counts[i] = parent != PATH_NONE ? counts[parent] : !in->any;
      else if (id != SYM_NONE)
        counts[i] = is_called ? !symset_has (out, id) || symset_has (in, id)
                              : symset_accepts (in, out, id);
    }
  return counts;
}

/* The ticks of stacks that are path I, if they count.  */
static double
ticks_of (const struct call_paths *paths, size_t i, const bool *counts,
          const struct selection *selection)
{
  const struct symset *tables = selection->tables;
  return counts[i] && paths->role[i] <= ROLE_STARTER
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
  uint32_t *node_met; /* of each node: how often it is in the stack */
  uint32_t *arc_met;  /* likewise */
  double *ticks, *total,
      *total_system; /* of each path: its own, and those with
                                           all that it leads to */
};

/* Find the arc by which each path was called.  */
static void
find_arcs (struct measuring *m)
{
  const struct call_paths *paths = m->paths;
  const struct callgraph *graph = m->graph;
  struct pairmap pairs = { 0 };
  sym_id from, to;
  for (arc_id arc = 0; arc < callgraph_arc_count (graph); arc++)
    pairmap_enter (&pairs, graph->from.items[arc], graph->to.items[arc], arc);
  for (size_t i = 0; i < paths->count; i++)
    {
      const uint32_t *arc = call_paths_arc (paths, i, true, &from, &to)
                                ? pairmap_find (&pairs, from, to)
                                : NULL;
      m->arc[i] = arc != NULL ? *arc : ARC_NONE;
    }
  pairmap_release (&pairs);
}

/* Let NODE have TICKS more in all, unless a caller in the stack is NODE, too;
   DELTA is 1 where its frame begins, -1 where it ends.  */
static void
pass_node (struct measuring *m, size_t node, int delta, double ticks,
           double system)
{
  if (delta < 0)
    m->node_met[node]--;
  else if (m->node_met[node]++ == 0)
    {
      m->analysis->child_ticks[node] += ticks;
      m->analysis->system_total[node] += system;
    }
}

static void
pass_symbol (struct measuring *m, sym_id id, int delta, double ticks,
             double system)
{
  if (id == SYM_NONE)
    return;
  const uint32_t cycle = m->cycles->cycle[id];
  pass_node (m, id, delta, ticks, system);
  if (cycle != 0)
    pass_node (m, cycles_node (m->cycles, cycle), delta, ticks, system);
}

static void
pass_frame (struct measuring *m, size_t i, int delta)
{
  const struct call_paths *paths = m->paths;
  const uint32_t up = paths->parent[i];
  const arc_id arc = m->arc[i];
  pass_symbol (m, paths->symbol[i], delta, m->total[i], m->total_system[i]);
  if (paths->callee[i] != paths->symbol[i])
    pass_symbol (m, paths->callee[i], delta, m->total[i], m->total_system[i]);
  if (arc == ARC_NONE || (up != PATH_NONE && !m->counts[up]))
    return;
  if (delta < 0)
    m->arc_met[arc]--;
  else
    {
      m->analysis->arc_self[arc] += m->ticks[i];
      m->analysis->arc_child[arc] -= m->ticks[i];
      if (m->arc_met[arc]++ == 0)
        m->analysis->arc_child[arc] += m->total[i];
    }
}

/* Let NODE have the TICKS of a path that ends in it.  */
static void
take_self (struct measuring *m, size_t node, double ticks, double system)
{
  m->analysis->prop_self[node] += ticks;
  m->analysis->system_self[node] += system;
}

static void
take_stack (struct measuring *m, size_t i)
{
  const sym_id id = m->paths->symbol[i];
  const uint32_t cycle = m->cycles->cycle[id];
  const double system = m->paths->items[i].system;
  take_self (m, id, m->ticks[i], system);
  if (cycle != 0)
    take_self (m, cycles_node (m->cycles, cycle), m->ticks[i], system);
}

/* Walk over all paths that count, callers first, and back.  */
static void
walk_paths (struct measuring *m)
{
  const size_t count = m->paths->count;
  uint32_t *next = array_new (count, sizeof *next);
  uint32_t *child = array_new (count + 1, sizeof *child);
  for (size_t i = 0; i <= count; i++)
    child[i] = PATH_NONE;
  for (size_t i = count; i-- > 0;)
    if (m->counts[i])
      {
        const uint32_t up = m->paths->parent[i];
        const size_t at = up != PATH_NONE && m->counts[up] ? up : count;
        next[i] = child[at];
        child[at] = (uint32_t)i;
      }
  for (uint32_t i = child[count]; i != PATH_NONE;)
    {
      pass_frame (m, i, 1);
      uint32_t to = child[i];
      while (to == PATH_NONE && i != PATH_NONE)
        {
          pass_frame (m, i, -1);
          to = next[i];
          const uint32_t up = m->paths->parent[i];
          i = up != PATH_NONE && m->counts[up] ? up : PATH_NONE;
        }
      i = to;
    }
  free (next);
  free (child);
}

/* Let the function that called the recorder, of whose time path I is, have
   that.  */
static void
count_recording (struct measuring *m, size_t i)
{
  const struct call_paths *paths = m->paths;
  const uint32_t up = paths->parent[i];
  if (up != PATH_NONE && paths->symbol[up] != SYM_NONE)
    m->analysis->recording[paths->symbol[up]] += paths->items[i].ticks;
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
  analysis->system_self = array_new (nodes, sizeof *analysis->system_self);
  analysis->system_total = array_new (nodes, sizeof *analysis->system_total);
  analysis->recording = array_new (nodes, sizeof *analysis->recording);
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

/* child_ticks has the totals of nodes.  Make it the time of what they call.
   Where that is none, sums in another order differ in the last bits, so a
   difference may be below 0.  */
static void
finish_times (struct analysis *analysis, size_t symbols, size_t arcs)
{
  for (size_t i = 0; i < arcs; i++)
    analysis->arc_child[i] = fmax (analysis->arc_child[i], 0);
  for (size_t i = 0; i < analysis->node_count; i++)
    {
      const double self = analysis->prop_self[i];
      analysis->prop_child[i] = fmax (analysis->child_ticks[i] - self, 0);
      analysis->child_ticks[i] = analysis->prop_child[i];
      analysis->fraction[i] = self > 0 || analysis->prop_child[i] > 0;
      if (i < symbols)
        analysis->print_ticks += self;
      else
        analysis->self_ticks[i] = self;
    }
}

void
call_paths_measure (const struct call_paths *paths, struct analysis *analysis,
                    const struct callgraph *graph, const struct cycles *cycles,
                    const struct selection *selection)
{
  const size_t arcs = callgraph_arc_count (graph);
  struct measuring m = {
    .paths = paths, .analysis = analysis, .graph = graph, .cycles = cycles
  };
  m.counts = find_counting (paths, selection);
  m.arc = array_new (paths->count, sizeof *m.arc);
  m.node_met = array_new (analysis->node_count, sizeof *m.node_met);
  m.arc_met = array_new (arcs, sizeof *m.arc_met);
  find_arcs (&m);
  clear_times (analysis, arcs);
  m.ticks = array_new (paths->count, sizeof *m.ticks);
  m.total = array_new (paths->count, sizeof *m.total);
  m.total_system = array_new (paths->count, sizeof *m.total_system);
  for (size_t i = paths->count; i-- > 0;)
    {
      const uint32_t up = paths->parent[i];
      m.ticks[i] = ticks_of (paths, i, m.counts, selection);
      m.total[i] += m.ticks[i];
      m.total_system[i] += m.ticks[i] > 0 ? paths->items[i].system : 0;
      if (up != PATH_NONE && m.counts[i])
        {
          m.total[up] += m.total[i];
          m.total_system[up] += m.total_system[i];
        }
      if (m.ticks[i] > 0)
        take_stack (&m, i);
      if (paths->role[i] == ROLE_RECORDER)
        count_recording (&m, i);
    }
  walk_paths (&m);
  free (m.ticks);
  free (m.total);
  free (m.total_system);
  finish_times (analysis, graph->symbol_count, arcs);
  show_cycles (analysis, cycles, graph->symbol_count);
  free (m.counts);
  free (m.arc);
  free (m.node_met);
  free (m.arc_met);
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
  struct pairmap known; /* the number of each by caller and node */
};

static void
start_tree (struct tree *tree, const struct call_paths *paths, size_t stacks)
{
  const size_t count = paths->count;
  *tree = (struct tree){ .paths = paths,
                         .self = array_new (count, sizeof *tree->self),
                         .total = array_new (count, sizeof *tree->total),
                         .place = array_new (count, sizeof *tree->place),
                         .items = array_new (stacks, sizeof *tree->items) };
}

/* Add what paths have themselves, and what is below them, to their totals.  */
static void
sum_up (struct tree *tree)
{
  for (size_t i = tree->paths->count; i-- > 0;)
    {
      const uint32_t parent = tree->paths->parent[i];
      tree->total[i] += tree->self[i];
      if (parent != PATH_NONE && tree->counts[i])
        tree->total[parent] += tree->total[i];
    }
}

/* Add times to the stack below PARENT that ends with NODE; its number.  */
static uint32_t
add_stack (struct tree *tree, uint32_t parent, uint32_t node, double total,
           double self)
{
  const uint32_t number
      = pairmap_enter (&tree->known, parent, node, (uint32_t)tree->count);
  struct stack *stack = &tree->items[number];
  if (number == tree->count)
    {
      stack->parent = parent;
      stack->node = node;
      stack->depth = parent != STACK_NONE ? tree->items[parent].depth + 1 : 1;
      tree->count++;
    }
  stack->total += total;
  stack->self += self;
  return number;
}

/* Add path I, whose caller has its place, to the stack of the same functions.
   Where time does not count a stack is cut.  */
static void
add_path (struct tree *tree, size_t i)
{
  const uint32_t up = tree->paths->parent[i];
  const uint32_t parent = up != PATH_NONE ? tree->place[up] : STACK_NONE;
  tree->place[i] = STACK_NONE;
  if (!tree->counts[i] || !(tree->total[i] > 0))
    return;
  static const uint32_t marks[] = { [ROLE_LOST] = STACK_LOST,
                                    [ROLE_CUT] = STACK_CUT,
                                    [ROLE_RECORDER] = STACK_RECORDING };
  const enum path_role role = tree->paths->role[i];
  const uint32_t node
      = role <= ROLE_STARTER ? tree->paths->symbol[i] : marks[role];
  tree->place[i]
      = add_stack (tree, parent, node, tree->total[i], tree->self[i]);
}

/* What takes most first, then by symbol.  */
static int
compare_stacks (uint32_t a, uint32_t b, const void *context)
{
  const struct stack *items = context;
  const struct stack *x = &items[a], *y = &items[b];
  if (x->total != y->total)
    return x->total > y->total ? -1 : 1;
  return x->node < y->node ? -1 : x->node > y->node;
}

/* Fill STACKS with those of TREE, which is released, depth first.  */
static void
finish_tree (struct tree *tree, struct stacks *stacks)
{
  const size_t count = tree->count;
  uint32_t *order = array_new (count, sizeof *order);
  uint32_t *parent = array_new (count, sizeof *parent);
  uint32_t *at = array_new (count, sizeof *at); /* where each is in STACKS */
  for (size_t i = 0; i < count; i++)
    parent[i] = tree->items[i].parent;
  sort_trees (order, parent, count, compare_stacks, tree->items);
  *stacks = (struct stacks){ .items = array_new (count, sizeof *stacks->items),
                             .count = count };
  for (size_t i = 0; i < count; i++)
    {
      struct stack *stack = &stacks->items[i];
      *stack = tree->items[order[i]];
      at[order[i]] = (uint32_t)i;
      if (stack->parent != STACK_NONE)
        stack->parent = at[stack->parent];
      stacks->total += stack->self;
      if (stack->depth > stacks->deepest)
        stacks->deepest = stack->depth;
    }
  free (order);
  free (parent);
  free (at);
  free (tree->counts);
  free (tree->self);
  free (tree->total);
  free (tree->place);
  free (tree->items);
  pairmap_release (&tree->known);
}

void
call_paths_stacks (const struct call_paths *paths,
                   const struct selection *selection, struct stacks *stacks)
{
  struct tree tree;
  start_tree (&tree, paths, paths->count);
  tree.counts = find_counting (paths, selection);
  for (size_t i = 0; i < paths->count; i++)
    tree.self[i] = paths->role[i] == ROLE_RECORDER
                       ? paths->items[i].ticks
                       : ticks_of (paths, i, tree.counts, selection);
  sum_up (&tree);
  for (size_t i = 0; i < paths->count; i++)
    add_path (&tree, i);
  finish_tree (&tree, stacks);
}

void
call_paths_leaf_stacks (const struct call_paths *paths,
                        const struct path_leaf *leaves, size_t count,
                        struct stacks *stacks)
{
  struct tree tree;
  start_tree (&tree, paths, paths->count + count + 1);
  tree.counts = array_new (paths->count, sizeof *tree.counts);
  for (size_t i = 0; i < paths->count; i++)
    tree.counts[i]
        = paths->role[i] > ROLE_STARTER || paths->symbol[i] != SYM_NONE;
  for (size_t i = 0; i < count; i++)
    if (leaves[i].path != PATH_NONE)
      tree.total[leaves[i].path] += leaves[i].time;
  sum_up (&tree);
  for (size_t i = 0; i < paths->count; i++)
    add_path (&tree, i);
  for (size_t i = 0; i < count; i++)
    if (leaves[i].time > 0)
      {
        const uint32_t path = leaves[i].path;
        const double time = leaves[i].time;
        uint32_t up = path != PATH_NONE ? tree.place[path] : STACK_NONE;
        if (up == STACK_NONE)
          up = add_stack (&tree, STACK_NONE, STACK_LOST, time, 0);
        add_stack (&tree, up, leaves[i].node, time, time);
      }
  finish_tree (&tree, stacks);
}

void
call_paths_release (struct call_paths *paths)
{
  free (paths->parent);
  free (paths->role);
  free (paths->symbol);
  free (paths->callee);
  *paths = (struct call_paths){ 0 };
}
