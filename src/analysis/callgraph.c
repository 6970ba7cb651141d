/* callgraph.c - raw arcs become arcs between symbols, coalesced, adjacent
   both ways.

   Addresses in arcs may have any value.  */

#include "config.h"

#include "analysis/callgraph.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/call_paths.h"
#include "base/i18n.h"
#include "input/symspec.h"

void
arc_resolver_start (struct arc_resolver *resolver,
                    const struct profile *profile, const struct symtab *symtab,
                    const struct arcset *include, const struct arcset *exclude)
{
  const sym_id outside = profile->outside_pc != 0
                             ? symtab_find (symtab, profile->outside_pc)
                             : SYM_NONE;
  *resolver
      = (struct arc_resolver){ .symtab = symtab,
                               .include = include,
                               .exclude = exclude,
                               .outside = outside,
                               .has_returns = profile->arcs_are_measured
                                              && profile->calls_are_complete,
                               .outside_pc = profile->outside_pc };
  resolver->function = array_new (symtab->count, sizeof *resolver->function);
  sym_id nearest = SYM_NONE;
  for (sym_id id = 0; id < symtab->count; id++)
    {
      if (symtab->flags[id] & SYMBOL_FUNCTION)
        nearest = id;
      resolver->function[id] = nearest;
    }
}

void
arc_resolver_release (struct arc_resolver *resolver)
{
  free (resolver->function);
  resolver->function = NULL;
}

/* ID, which an end of an arc lies in, or SYM_NONE.  What is outside all code
   is nobody's, for an arc leads from there only if it was read wrongly or
   comes from elsewhere.  */
static sym_id
with_code (const struct symtab *symtab, sym_id id)
{
  return id != SYM_NONE && (symtab->flags[id] & SYMBOL_NO_CODE) ? SYM_NONE
                                                                : id;
}

/* PC is where the call returns to; behind a call that does not return the
   function may end.  IS_RETURN: the stacks have the call before it; handlers of
   signals return to the start of what no call is before.  */
static sym_id
find_caller (const struct symtab *symtab, uint64_t pc, bool is_return)
{
  const sym_id calling = is_return ? symtab_find (symtab, pc - 1) : SYM_NONE;
  if (calling != SYM_NONE && !(symtab->flags[calling] & SYMBOL_GAP))
    return with_code (symtab, calling);
  const sym_id id = symtab_find (symtab, pc);
  const bool is_behind = id != SYM_NONE && (symtab->flags[id] & SYMBOL_GAP)
                         && symtab->start[id] == pc && pc > 0;
  return with_code (symtab, is_behind ? symtab_find (symtab, pc - 1) : id);
}

enum arc_fate
arc_resolve (const struct arc_resolver *resolver, const struct raw_arc *raw,
             sym_id *from, sym_id *to)
{
  *from = find_caller (resolver->symtab, raw->from_pc,
                       resolver->has_returns
                           && raw->from_pc != resolver->outside_pc);
  if (resolver->outside != SYM_NONE
      && (*from == SYM_NONE || (resolver->symtab->flags[*from] & SYMBOL_GAP)))
    *from = resolver->outside;
  *to = with_code (resolver->symtab,
                   symtab_find (resolver->symtab, raw->self_pc));
  return arc_resolve_call (resolver, *from, to);
}

enum arc_fate
arc_resolve_call (const struct arc_resolver *resolver, sym_id from, sym_id *to)
{
  if (with_code (resolver->symtab, from) == SYM_NONE)
    return ARC_WITHOUT_CALLER;
  if (with_code (resolver->symtab, *to) == SYM_NONE)
    return ARC_WITHOUT_CALLEE;
  *to = resolver->function[*to];
  if (*to == SYM_NONE)
    return ARC_WITHOUT_FUNCTION;
  return (arcset_any (resolver->include)
              ? arcset_has (resolver->include, from, *to)
              : !arcset_has (resolver->exclude, from, *to))
             ? ARC_KEPT
             : ARC_UNWANTED;
}

/* --- Resolving ---------------------------------------------------------- */

/* An arc between symbols, perhaps one of several between the same two.  */
struct symbol_arc
{
  sym_id from, to; /* FROM is SYM_NONE once it is part of an older one */
  uint64_t count;
};

/* Arcs before they are coalesced: those of the profile, then those that were
   only found in the code.  */
typedef VEC (struct symbol_arc) symbol_arcs;

static enum status
push_arc (symbol_arcs *list, sym_id from, sym_id to, uint64_t count,
          struct diag *diag)
{
  const struct symbol_arc arc = { from, to, count };
  if (list->count >= ARC_NONE)
    return diag_fail (diag, STATUS_UNSUPPORTED, NULL, _ ("too many arcs"));
  vec_push (list, arc);
  return STATUS_OK;
}

/* Add COUNT to *SUM; false if that does not fit, and *SUM is then the largest
   number.  */
static bool
add_up (uint64_t *sum, uint64_t count)
{
  const bool fits = count <= UINT64_MAX - *sum;
  *sum = fits ? *sum + count : UINT64_MAX;
  return fits;
}

/* RAW does not become an arc, because of FATE.  */
static void
count_dropped (struct dropped_calls *dropped, const struct raw_arc *raw,
               enum arc_fate fate)
{
  if (fate == ARC_UNWANTED || raw->count == 0)
    return;
  if (dropped->without_caller == 0 && dropped->without_callee == 0)
    dropped->first = *raw;
  if (fate == ARC_WITHOUT_CALLER)
    add_up (&dropped->without_caller, raw->count);
  else
    add_up (&dropped->without_callee, raw->count);
}

/* Is ID a function of the C library that starts programs or threads, or the
   start of the program?  Programs may have some of these names, too.  */
static bool
is_starter (const struct symtab *symtab, sym_id id)
{
  const char *name = symtab->name[id];
  const char *object = symtab->objects != NULL
                           ? symtab->objects[symtab_object (symtab, id)].name
                           : NULL;
  return symspec_leaves_out (name)
         || (starter_level (name) > 0
             && (name[0] == '_'
                 || (object != NULL && strncmp (object, "libc.", 5) == 0)));
}

/* List the arcs of PROFILE.  */
static enum status
resolve_arcs (symbol_arcs *list, struct dropped_calls *dropped,
              const struct profile *profile, const struct symtab *symtab,
              const struct arcset *include, const struct arcset *exclude,
              struct diag *diag)
{
  struct arc_resolver resolver;
  enum status status = STATUS_OK;
  uint64_t calls = 0; /* if it fits, so does the sum of any of them */
  arc_resolver_start (&resolver, profile, symtab, include, exclude);
  vec_reserve (list, profile->arcs.count);
  for (size_t i = 0; i < profile->arcs.count && status == STATUS_OK; i++)
    {
      const struct raw_arc *raw = &profile->arcs.items[i];
      sym_id from, to;
      /* If nobody counted calls, all arcs are those of the paths.  */
      if (profile->lacks_calls)
        continue;
      const enum arc_fate fate = arc_resolve (&resolver, raw, &from, &to);
      if (fate == ARC_KEPT && profile->arcs_are_measured
          && is_starter (symtab, from))
        from = resolver.outside;
      if (fate == ARC_KEPT)
        status = add_up (&calls, raw->count)
                     ? push_arc (list, from, to, raw->count, diag)
                     : diag_fail (diag, STATUS_UNSUPPORTED, NULL,
                                  _ ("all calls add up to 2^64 or more"));
      else
        count_dropped (dropped, raw, fate);
    }
  arc_resolver_release (&resolver);
  return status;
}

/* Note that symbol FROM calls an unknown target (R6.56), at first as a
   position in LIST.  */
static void
add_indirect (struct callgraph *graph, const symbol_arcs *list, sym_id from)
{
  if (graph->indirect == NULL)
    {
      graph->indirect
          = array_new (graph->symbol_count, sizeof *graph->indirect);
      for (size_t id = 0; id < graph->symbol_count; id++)
        graph->indirect[id] = ARC_NONE;
    }
  if (graph->indirect[from] == ARC_NONE)
    graph->indirect[from] = (arc_id)list->count;
}

/* List the arcs of PATHS, but for those that lead to nothing but the recorder,
   since that is in no time.  */
static enum status
add_sampled_arcs (symbol_arcs *list, const struct call_paths *paths,
                  struct diag *diag)
{
  enum status status = STATUS_OK;
  sym_id from, to;
  bool *leads = array_new (paths->count, sizeof *leads);
  for (size_t i = paths->count; i-- > 0;)
    {
      const uint32_t up = paths->items[i].parent;
      leads[i] |= paths->items[i].ticks > 0 && paths->role[i] != ROLE_RECORDER;
      if (leads[i] && up != PATH_NONE)
        leads[up] = true;
    }
  for (size_t i = 0; i < paths->count && status == STATUS_OK; i++)
    if (leads[i] && call_paths_arc (paths, i, false, &from, &to))
      status = push_arc (list, from, to, 0, diag);
  free (leads);
  return status;
}

static enum status
add_static_arcs (struct callgraph *graph, symbol_arcs *list,
                 const struct callscan *calls, struct diag *diag)
{
  enum status status = STATUS_OK;
  graph->indirect_name = calls->indirect_name;
  for (size_t i = 0; i < calls->arcs.count && status == STATUS_OK; i++)
    {
      const struct static_arc *arc = &calls->arcs.items[i];
      if (arc->to == SYM_NONE)
        add_indirect (graph, list, arc->from);
      else
        status = push_arc (list, arc->from, arc->to, 0, diag);
    }
  return status;
}

/* --- Coalescing --------------------------------------------------------- */

/* The last caller of a callee, and the arc that was kept for it.  */
struct last_seen
{
  sym_id caller;
  arc_id arc;
  sym_id outer; /* of the callee, see list_outer */
};

/* Fill SEEN, an entry for each symbol: OUTER of one that is no function
   becomes the function that covers all of it, as functions do their lines; all
   else becomes SYM_NONE.  */
static void
list_outer (const struct symtab *symtab, struct last_seen *seen)
{
  sym_id function = SYM_NONE;
  for (sym_id id = 0; id < symtab->count; id++)
    {
      const bool is_function = symtab->flags[id] & SYMBOL_FUNCTION;
      if (is_function)
        function = id;
      const bool is_inside = !is_function && function != SYM_NONE
                             && symtab->limit[id] <= symtab->limit[function];
      seen[id]
          = (struct last_seen){ .caller = SYM_NONE,
                                .outer = is_inside ? function : SYM_NONE };
    }
}

/* Add up the arcs of LIST between the same two symbols in the oldest of them;
   an arc to a line counts as one to its function, if there is one already
   (R6.1).  A counting sort brings the arcs of one caller together; SEEN then
   finds its earlier arc to a callee.  */
static void
coalesce_arcs (symbol_arcs *list, const struct symtab *symtab)
{
  struct symbol_arc *arcs = list->items;
  const size_t count = list->count, symbols = symtab->count;
  arc_id *start = array_new (symbols + 1, sizeof *start);
  arc_id *order = array_new (count, sizeof *order);
  for (size_t i = 0; i < count; i++)
    start[arcs[i].from + 1]++;
  for (size_t id = 0; id < symbols; id++)
    start[id + 1] += start[id];
  for (size_t i = 0; i < count; i++)
    order[start[arcs[i].from]++] = (arc_id)i;

  struct last_seen *seen = array_new (symbols, sizeof *seen);
  list_outer (symtab, seen);
  for (size_t i = 0; i < count; i++)
    {
      struct symbol_arc *arc = &arcs[order[i]];
      struct last_seen *last = &seen[arc->to];
      if (last->outer != SYM_NONE && seen[last->outer].caller == arc->from)
        last = &seen[last->outer];
      if (last->caller == arc->from)
        {
          arcs[last->arc].count += arc->count;
          arc->from = SYM_NONE;
        }
      else
        {
          last->caller = arc->from;
          last->arc = order[i];
        }
    }
  free (start);
  free (order);
  free (seen);
}

/* Make the remaining arcs of LIST, in its order, those of GRAPH.  Positions in
   LIST, which GRAPH has so far, become numbers of arcs: that of a position is
   the first one kept from there on.  */
static void
keep_arcs (struct callgraph *graph, const symbol_arcs *list)
{
  const size_t count = list->count;
  arc_id *number = array_new (count + 1, sizeof *number);
  size_t kept = 0;
  for (size_t i = 0; i < count; i++)
    {
      number[i] = (arc_id)kept;
      kept += list->items[i].from != SYM_NONE;
    }
  number[count] = (arc_id)kept;
  graph->counted = number[graph->counted];
  for (size_t id = 0; graph->indirect != NULL && id < graph->symbol_count;
       id++)
    if (graph->indirect[id] != ARC_NONE)
      graph->indirect[id] = number[graph->indirect[id]];
  free (number);

  vec_reserve (&graph->from, kept);
  vec_reserve (&graph->to, kept);
  vec_reserve (&graph->count, kept);
  for (size_t i = 0; i < count; i++)
    {
      const struct symbol_arc *arc = &list->items[i];
      if (arc->from == SYM_NONE)
        continue;
      graph->from.items[graph->from.count++] = arc->from;
      graph->to.items[graph->to.count++] = arc->to;
      graph->count.items[graph->count.count++] = arc->count;
    }
}

/* Calls of a symbol by itself are not calls from outside (R6.3), if callers
   are known.  */
static void
count_calls (struct callgraph *graph)
{
  for (arc_id arc = 0; arc < callgraph_arc_count (graph); arc++)
    {
      const sym_id id = graph->to.items[arc];
      if (id == graph->from.items[arc] && !graph->lacks_callers)
        graph->self_calls[id] = graph->count.items[arc];
      else
        graph->calls[id] += graph->count.items[arc];
    }
}

/* --- Adjacency ---------------------------------------------------------- */

/* Fill START and ARCS so that each symbol's arcs by END are adjacent, newest
   first: a counting sort.  */
static void
fill_adjacency (const sym_id *end, size_t arc_count, size_t symbol_count,
                arc_id *start, arc_id *arcs)
{
  for (size_t arc = 0; arc < arc_count; arc++)
    start[end[arc]]++;
  arc_id sum = 0;
  for (size_t id = 0; id < symbol_count; id++)
    {
      sum += start[id];
      start[id] = sum;
    }
  start[symbol_count] = sum;
  /* Filling each range from behind, oldest first, leaves START at the
     beginning of the range.  */
  for (size_t arc = 0; arc < arc_count; arc++)
    arcs[--start[end[arc]]] = (arc_id)arc;
}

void
callgraph_link (struct callgraph *graph)
{
  const size_t symbols = graph->symbol_count;
  const size_t arcs = callgraph_arc_count (graph);
  graph->calls = array_new (symbols, sizeof *graph->calls);
  graph->self_calls = array_new (symbols, sizeof *graph->self_calls);
  graph->child_start = array_new (symbols + 1, sizeof *graph->child_start);
  graph->parent_start = array_new (symbols + 1, sizeof *graph->parent_start);
  graph->child_arc = array_new (arcs, sizeof *graph->child_arc);
  graph->parent_arc = array_new (arcs, sizeof *graph->parent_arc);
  count_calls (graph);
  fill_adjacency (graph->from.items, arcs, symbols, graph->child_start,
                  graph->child_arc);
  fill_adjacency (graph->to.items, arcs, symbols, graph->parent_start,
                  graph->parent_arc);
}

enum status
callgraph_build (struct callgraph *graph, const struct profile *profile,
                 const struct symtab *symtab, const struct arcset *include,
                 const struct arcset *exclude, const struct call_paths *paths,
                 const struct callscan *calls, struct diag *diag)
{
  *graph = (struct callgraph){ .symbol_count = symtab->count,
                               .lacks_callers = profile->lacks_callers,
                               .counts_all = profile->calls_are_complete };
  symbol_arcs list = { 0 };
  enum status status = resolve_arcs (&list, &graph->dropped, profile, symtab,
                                     include, exclude, diag);
  if (status == STATUS_OK && paths != NULL)
    status = add_sampled_arcs (&list, paths, diag);
  graph->counted = list.count;
  if (status == STATUS_OK && calls != NULL)
    status = add_static_arcs (graph, &list, calls, diag);
  if (status == STATUS_OK)
    {
      coalesce_arcs (&list, symtab);
      keep_arcs (graph, &list);
    }
  vec_release (&list);
  if (status == STATUS_OK)
    callgraph_link (graph);
  return status;
}

void
callgraph_release (struct callgraph *graph)
{
  vec_release (&graph->from);
  vec_release (&graph->to);
  vec_release (&graph->count);
  free (graph->calls);
  free (graph->self_calls);
  free (graph->child_start);
  free (graph->parent_start);
  free (graph->child_arc);
  free (graph->parent_arc);
  free (graph->indirect);
  *graph = (struct callgraph){ 0 };
}
