/* view_graph.c - the rows of the call graph (R6.40-R6.49).

   An entry goes through phases, each of which has rows of one kind.  */

#include "config.h"

#include "output/view_graph.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/minmax.h"
#include "base/prefetch.h"

enum phase
{
  PHASE_BETWEEN,  /* entries */
  PHASE_LEFT_OUT, /* parents */
  PHASE_PARENTS,
  PHASE_PRIMARY,
  PHASE_INLINED,
  PHASE_CHILDREN,
  PHASE_MEMBERS,
  PHASE_END
};

/* --- The order of an entry's arcs ---------------------------------------- */

enum arc_kind
graph_view_arc_kind (const struct report *report, arc_id arc)
{
  const sym_id from = report->graph->from.items[arc];
  const sym_id to = report->graph->to.items[arc];
  if (from == to)
    return ARC_SELF;
  return cycles_head (report->cycles, from) == cycles_head (report->cycles, to)
             ? ARC_IN_CYCLE
             : ARC_OTHER;
}

struct sort_item
graph_view_arc_item (const struct report *report, arc_id arc)
{
  const struct analysis *analysis = report->analysis;
  return (struct sort_item){ analysis->arc_self[arc]
                                 + analysis->arc_child[arc],
                             report->graph->count.items[arc],
                             graph_view_arc_kind (report, arc), arc };
}

/* By kind, time, count, the least first (R6.46).  */
static int
compare_weight (const struct sort_item *a, const struct sort_item *b)
{
  if (a->rank != b->rank)
    return a->rank > b->rank ? -1 : 1;
  if (a->time != b->time)
    return a->time < b->time ? -1 : 1;
  return (a->number > b->number) - (a->number < b->number);
}

static int
compare_age (const struct sort_item *a, const struct sort_item *b)
{
  return a->id < b->id ? -1 : a->id > b->id;
}

static int
compare_parents (const struct sort_item *a, const struct sort_item *b)
{
  const int order = compare_weight (a, b);
  return order != 0 ? order : compare_age (a, b);
}

int
graph_view_compare_children (const struct sort_item *a,
                             const struct sort_item *b)
{
  const int order = compare_weight (b, a);
  return order != 0 ? order : compare_age (a, b);
}

/* --- Arcs ---------------------------------------------------------------- */

/* How often the entry of ID as a callee was called.  */
static uint64_t
total_calls (const struct report *report, sym_id id)
{
  return report->analysis->calls[cycles_head (report->cycles, id)];
}

/* Let the items be ARCS[FIRST .. LIMIT-1], sorted.  */
static void
take_arcs (struct graph_view *view, const arc_id *arcs, size_t first,
           size_t limit, sort_compare_items *compare)
{
  view->count = limit - first;
  view->next = 0;
  for (size_t i = 0; i < view->count; i++)
    {
      const arc_id arc = arcs[first + i];
      view->items[i] = graph_view_arc_item (view->report, arc);
      report_expect_name (view->report, view->report->graph->from.items[arc]);
      report_expect_name (view->report, view->report->graph->to.items[arc]);
    }
  sort_items (view->items, view->scratch, view->count, compare);
}

/* --- What --top leaves out of an entry ----------------------------------- */

/* Add ITEM, an arc or a member, to ROW, which adds up others of its KIND.  */
static void
add_left_out (const struct graph_view *view, struct graph_row *row,
              const struct sort_item *item)
{
  const struct report *report = view->report;
  const struct analysis *analysis = report->analysis;
  const bool is_member = row->kind == GRAPH_MEMBER;
  row->left_out++;
  row->calls += is_member ? analysis->calls[item->id] : item->number;
  row->self_calls += is_member ? analysis->self_calls[item->id] : 0;
  row->self += is_member ? analysis->prop_self[item->id]
                         : analysis->arc_self[item->id];
  row->children += is_member ? analysis->prop_child[item->id]
                             : analysis->arc_child[item->id];
  row->is_lower_bound
      = row->is_lower_bound
        || (report->options->errors
            && symset_has (&report->lower_bounds,
                           is_member ? item->id
                                     : report->graph->to.items[item->id]));
}

/* Make the rows for ITEMS[FIRST .. LIMIT-1] of KIND: one for those that pass
   on time, one for the others, in the order in which they are sorted
   (R14.147).  */
static void
leave_out (struct graph_view *view, enum graph_row_kind kind, size_t first,
           size_t limit)
{
  const struct report *report = view->report;
  view->left_out_count = view->next_left_out = 0;
  struct graph_row *row = NULL;
  for (size_t i = first; i < limit; i++)
    {
      const bool has_times = view->items[i].rank == ARC_OTHER;
      if (row == NULL || row->has_times != has_times)
        {
          row = &view->left_out_rows[view->left_out_count++];
          *row = (struct graph_row){ .kind = kind,
                                     .symbol = SYM_NONE,
                                     .has_times = has_times };
          if (kind == GRAPH_PARENT && has_times)
            row->total_calls = view->total_calls;
        }
      add_left_out (view, row, &view->items[i]);
    }
  for (size_t i = 0; i < view->left_out_count; i++)
    {
      row = &view->left_out_rows[i];
      row->self_error = report_error (report, row->self, row->self);
      row->children_error
          = report_error (report, row->children, row->children);
      row->self = report_time (report, row->self);
      row->children = report_time (report, row->children);
    }
}

/* Leave of the items, which are of KIND, as many as --top shows: the last of
   parents, which are sorted the other way, and the first of others.  */
static void
cut (struct graph_view *view, enum graph_row_kind kind)
{
  const size_t top = view->report->options->top, count = view->count;
  if (top == 0 || count <= top)
    return;
  if (kind == GRAPH_PARENT)
    {
      view->next = count - top;
      leave_out (view, kind, 0, view->next);
      return;
    }
  view->count = top;
  leave_out (view, kind, top, count);
}

static bool
make_left_out (struct graph_view *view)
{
  if (view->next_left_out == view->left_out_count)
    return false;
  view->row = view->left_out_rows[view->next_left_out++];
  return true;
}

/* --- Arcs of an entry ---------------------------------------------------- */

static void
take_parents (struct graph_view *view)
{
  const struct callgraph *graph = view->report->graph;
  const size_t node = view->node;
  take_arcs (view, graph->parent_arc, graph->parent_start[node],
             graph->parent_start[node + 1], compare_parents);
  view->total_calls = total_calls (view->report, (sym_id)node);
  cut (view, GRAPH_PARENT);
}

static void
take_children (struct graph_view *view)
{
  const struct callgraph *graph = view->report->graph;
  const size_t node = view->node;
  take_arcs (view, graph->child_arc, graph->child_start[node],
             graph->child_start[node + 1], graph_view_compare_children);
  view->indirect = graph->indirect != NULL ? graph->indirect[node] : ARC_NONE;
  cut (view, GRAPH_CHILD);
}

/* Add to the row of ARC how certain it is.  If it passes on a share of what its
   callee has, its error is that share of the callee's.  */
static void
add_arc_errors (struct graph_view *view, const struct sort_item *arc)
{
  const struct report *report = view->report;
  const struct analysis *analysis = report->analysis;
  struct graph_row *row = &view->row;
  const sym_id to = report->graph->to.items[arc->id];
  const size_t head = cycles_head (report->cycles, to);
  row->is_lower_bound = symset_has (&report->lower_bounds, to);
  if (!row->has_times)
    return;
  const bool is_measured = report->profile->arcs_are_measured;
  const double arc_self = analysis->arc_self[arc->id];
  const double arc_child = analysis->arc_child[arc->id];
  const double self = is_measured ? arc_self : analysis->prop_self[head];
  const double child = is_measured ? arc_child : analysis->prop_child[head];
  row->self_error = report_error (report, arc_self, self);
  row->children_error = report_error (report, arc_child, child);
  row->is_exact = is_measured
                  || (row->calls > 0 && row->calls == row->total_calls
                      && !row->is_lower_bound);
  row->is_at_least = report->unseen.any;
  row->most = row->is_exact ? 0 : report_time (report, self + child);
}

/* The row of ARC in the entry of one of its ends; NAMED is the other end, and
   the callee is called TOTAL times.  */
static void
make_arc (struct graph_view *view, enum graph_row_kind kind,
          const struct sort_item *arc, sym_id named, uint64_t total)
{
  const struct report *report = view->report;
  const struct analysis *analysis = report->analysis;
  struct graph_row *row = &view->row;
  *row = (struct graph_row){
    .kind = kind,
    .symbol = named,
    .has_times = arc->rank == ARC_OTHER || report->profile->arcs_are_measured,
    .calls = arc->number,
  };
  if (row->has_times)
    {
      row->self = report_time (report, analysis->arc_self[arc->id]);
      row->children = report_time (report, analysis->arc_child[arc->id]);
      row->total_calls = total;
    }
  if (report->options->errors)
    add_arc_errors (view, arc);
}

static bool
make_parent (struct graph_view *view)
{
  if (view->count == 0 && view->next == 0)
    {
      view->next = 1;
      view->row = (struct graph_row){ .kind = GRAPH_SPONTANEOUS,
                                      .symbol = SYM_NONE };
      return true;
    }
  if (view->next >= view->count)
    return false;
  const struct sort_item *arc = &view->items[view->next++];
  make_arc (view, GRAPH_PARENT, arc, view->report->graph->from.items[arc->id],
            view->total_calls);
  return true;
}

/* Do calls of unknown targets come before the next child?  They are sorted
   like an arc between two entries without time or count, as old as the arc
   view->indirect.  */
static bool
indirect_is_next (const struct graph_view *view)
{
  if (view->indirect == ARC_NONE)
    return false;
  if (view->next == view->count)
    return true;
  const struct sort_item *arc = &view->items[view->next];
  return arc->rank != ARC_OTHER
         || (arc->number == 0 && arc->id >= view->indirect);
}

static bool
make_child (struct graph_view *view)
{
  if (indirect_is_next (view))
    {
      view->indirect = ARC_NONE;
      view->row = (struct graph_row){ .kind = GRAPH_INDIRECT,
                                      .symbol = SYM_NONE,
                                      .has_times = true };
      return true;
    }
  if (view->next == view->count)
    return false;
  const struct sort_item *arc = &view->items[view->next++];
  const sym_id to = view->report->graph->to.items[arc->id];
  make_arc (view, GRAPH_CHILD, arc, to, total_calls (view->report, to));
  return true;
}

/* --- Entries ------------------------------------------------------------- */

/* Add to the row of NODE how certain it is.  */
static void
add_node_errors (struct graph_view *view, size_t node)
{
  const struct report *report = view->report;
  struct graph_row *row = &view->row;
  const double self = report->analysis->prop_self[node];
  const double child = report->analysis->prop_child[node];
  row->self_error = report_error (report, self, self);
  row->children_error = report_error (report, child, child);
  row->few_samples = report_has_few (report, self + child);
  row->is_lower_bound = row->symbol != SYM_NONE
                        && (row->calls != 0 || row->self_calls != 0)
                        && symset_has (&report->lower_bounds, row->symbol);
}

/* The row of NODE itself in its entry, or in that of its cycle.  */
static void
make_node (struct graph_view *view, enum graph_row_kind kind, size_t node)
{
  const struct report *report = view->report;
  const struct analysis *analysis = report->analysis;
  const double self = analysis->prop_self[node];
  const double child = analysis->prop_child[node];
  const uint32_t cycle = report_cycle_of_node (report, node);
  view->row
      = (struct graph_row){ .kind = kind,
                            .symbol = cycle == 0 ? (sym_id)node : SYM_NONE,
                            .cycle = cycle,
                            .index = report->index[node],
                            .has_times = true,
                            .percent = 100 * (self + child) / view->all_ticks,
                            .self = report_time (report, self),
                            .children = report_time (report, child),
                            .calls = analysis->calls[node],
                            .self_calls = analysis->self_calls[node] };
  if (report->options->errors)
    add_node_errors (view, node);
}

/* Prepare the parts of the entry's self time, unless it was left out of the
   call graph.  */
static void
take_inlined (struct graph_view *view)
{
  const struct report *report = view->report;
  if (report->inlining != NULL && report->analysis->prop_self[view->node] > 0)
    inlined_view_start (&view->inlined, report, (sym_id)view->node,
                        view->all_ticks);
}

static bool
make_inlined (struct graph_view *view)
{
  const struct report *report = view->report;
  const struct inlined_part *part
      = report->inlining != NULL ? inlined_view_next (&view->inlined) : NULL;
  if (part == NULL)
    return false;
  view->row = (struct graph_row){ .kind = GRAPH_INLINED,
                                  .symbol = (sym_id)view->node,
                                  .has_times = true,
                                  .self = report_time (report, part->ticks),
                                  .part = part };
  if (report->options->errors)
    view->row.self_error = report_error (report, part->ticks, part->ticks);
  return true;
}

/* A member of a cycle with its sort keys.  */
static struct sort_item
member_item (const struct analysis *analysis, sym_id id)
{
  return (struct sort_item){
    .time = analysis->prop_self[id] + analysis->prop_child[id],
    .number = analysis->calls[id] + analysis->self_calls[id],
    .id = id
  };
}

static int
compare_members (const struct sort_item *a, const struct sort_item *b)
{
  if (a->time != b->time)
    return a->time > b->time ? -1 : 1;
  return a->number > b->number ? -1 : a->number < b->number;
}

static void
take_members (struct graph_view *view, uint32_t cycle)
{
  const struct cycles *cycles = view->report->cycles;
  const size_t first = cycles->member_start[cycle - 1];
  view->count = cycles->member_start[cycle] - first;
  view->next = 0;
  for (size_t i = 0; i < view->count; i++)
    view->items[i]
        = member_item (view->report->analysis, cycles->members[first + i]);
  sort_items (view->items, view->scratch, view->count, compare_members);
  cut (view, GRAPH_MEMBER);
}

static bool
make_member (struct graph_view *view)
{
  if (view->next == view->count)
    return false;
  make_node (view, GRAPH_MEMBER, view->items[view->next++].id);
  return true;
}

bool
graph_view_has_entry (const struct report *report, size_t node)
{
  const struct analysis *analysis = report->analysis;
  if (!report_shows (report, node))
    return false;
  /* Only functions have entries, not their lines (R12.4).  */
  if (report->options->by_line
      && (report_cycle_of_node (report, node) != 0
          || !(report->symtab->flags[node] & SYMBOL_FUNCTION)))
    return false;
  const bool shows_unused = node >= report->symtab->count
                                ? report->options->show_unused
                                : report_shows_unused (report, (sym_id)node);
  return shows_unused || analysis->calls[node] != 0
         || analysis->self_calls[node] != 0 || analysis->prop_self[node] != 0
         || analysis->prop_child[node] != 0;
}

/* --- Memory that entries will need --------------------------------------- */

/* Entries are in order of time, so what they show lies all over memory.  The
   processor is told of it while entries before it are printed.  Where arcs lie
   is in the lists of a node, and where these lie is in the node, so the node
   comes first.  The numbers were found by trial; others near them do as
   well.  */
enum
{
  AHEAD_NODE = 8, /* entries */
  AHEAD_LISTS = 5,
  AHEAD_ARCS = 2,
  AHEAD_FEW = 8 /* arcs */
};

static void
expect_node (const struct report *report, size_t node)
{
  const struct analysis *analysis = report->analysis;
  prefetch (&report->index[node]);
  prefetch (&analysis->calls[node]);
  prefetch (&analysis->self_calls[node]);
  prefetch (&analysis->prop_self[node]);
  prefetch (&analysis->prop_child[node]);
  if (node < report->symtab->count)
    {
      prefetch (&report->graph->parent_start[node]);
      prefetch (&report->graph->child_start[node]);
    }
}

static void
expect_lists (const struct report *report, size_t node)
{
  const struct callgraph *graph = report->graph;
  if (node >= report->symtab->count)
    return;
  prefetch (graph->parent_arc + graph->parent_start[node]);
  prefetch (graph->child_arc + graph->child_start[node]);
}

/* Of the first few of ARCS[FIRST .. LIMIT-1], which mostly are all.  */
static void
expect_arc_list (const struct report *report, const arc_id *arcs, size_t first,
                 size_t limit)
{
  for (size_t i = first; i < limit && i < first + AHEAD_FEW; i++)
    {
      prefetch (&report->analysis->arc_self[arcs[i]]);
      prefetch (&report->analysis->arc_child[arcs[i]]);
      prefetch (&report->graph->count.items[arcs[i]]);
      prefetch (&report->graph->from.items[arcs[i]]);
      prefetch (&report->graph->to.items[arcs[i]]);
    }
}

static void
expect_arcs (const struct report *report, size_t node)
{
  const struct callgraph *graph = report->graph;
  if (node >= report->symtab->count)
    return;
  expect_arc_list (report, graph->parent_arc, graph->parent_start[node],
                   graph->parent_start[node + 1]);
  expect_arc_list (report, graph->child_arc, graph->child_start[node],
                   graph->child_start[node + 1]);
}

/* The next entry is about to begin.  */
static void
expect_entries (const struct graph_view *view)
{
  const struct report *report = view->report;
  const size_t left = view->node_count - view->entry;
  const uint32_t *nodes = view->nodes + view->entry;
  if (left > AHEAD_NODE)
    expect_node (report, nodes[AHEAD_NODE]);
  if (left > AHEAD_LISTS)
    expect_lists (report, nodes[AHEAD_LISTS]);
  if (left > AHEAD_ARCS)
    expect_arcs (report, nodes[AHEAD_ARCS]);
}

/* --- From entry to entry -------------------------------------------------- */

/* Go to the next entry; false behind the last one.  */
static bool
next_entry (struct graph_view *view)
{
  while (view->entry < view->node_count
         && !graph_view_has_entry (view->report, view->nodes[view->entry]))
    view->entry++;
  if (view->entry == view->node_count)
    return false;
  expect_entries (view);
  view->node = view->nodes[view->entry++];
  return true;
}

/* Make the first row of the next entry of a cycle, or prepare that of a
   symbol; true if a row was made.  */
static bool
begin_entry (struct graph_view *view)
{
  const uint32_t cycle = report_cycle_of_node (view->report, view->node);
  if (cycle == 0)
    {
      take_parents (view);
      view->phase = view->left_out_count > 0 ? PHASE_LEFT_OUT : PHASE_PARENTS;
      return false;
    }
  make_node (view, GRAPH_CYCLE, view->node);
  take_members (view, cycle);
  view->phase = PHASE_MEMBERS;
  return true;
}

/* Make the next row of the entry, or go to its next phase; true if a row was
   made.  */
static bool
go_on (struct graph_view *view)
{
  switch ((enum phase)view->phase)
    {
    case PHASE_LEFT_OUT:
      if (make_left_out (view))
        return true;
      view->left_out_count = view->next_left_out = 0;
      view->phase = PHASE_PARENTS;
      return false;
    case PHASE_PARENTS:
      if (make_parent (view))
        return true;
      view->phase = PHASE_PRIMARY;
      return false;
    case PHASE_PRIMARY:
      make_node (view, GRAPH_PRIMARY, view->node);
      take_inlined (view);
      view->phase = PHASE_INLINED;
      return true;
    case PHASE_INLINED:
      if (make_inlined (view))
        return true;
      take_children (view);
      view->phase = PHASE_CHILDREN;
      return false;
    case PHASE_CHILDREN:
      if (make_child (view) || make_left_out (view))
        return true;
      view->phase = PHASE_END;
      return false;
    case PHASE_MEMBERS:
      if (make_member (view) || make_left_out (view))
        return true;
      view->phase = PHASE_END;
      return false;
    case PHASE_END:
      view->left_out_count = view->next_left_out = 0;
      view->row = (struct graph_row){ .kind = GRAPH_END, .symbol = SYM_NONE };
      view->phase = PHASE_BETWEEN;
      return true;
    case PHASE_BETWEEN:
      break;
    }
  return begin_entry (view);
}

const struct graph_row *
graph_view_next (struct graph_view *view)
{
  do
    if (view->phase == PHASE_BETWEEN && !next_entry (view))
      return NULL;
  while (!go_on (view));
  return &view->row;
}

/* --- The choice of entries ----------------------------------------------- */

void
graph_view_choose (struct report *report)
{
  const struct analysis *analysis = report->analysis;
  const size_t nodes = analysis->node_count;
  struct entries *entries = &report->entries;
  const struct shown_times times
      = { analysis->prop_self, analysis->prop_child, analysis->print_ticks };
  if (!(report->listings & LISTING_GRAPH) || !shown_chooses (report->options))
    return;
  struct sort_item *items = array_new (nodes, sizeof *items);
  bool *omitted = array_new (nodes, sizeof *omitted);
  size_t count = 0;
  entries->nodes = array_new (nodes, sizeof *entries->nodes);
  entries->omitted = omitted;
  for (size_t i = 0; i < analysis->node_count; i++)
    if (graph_view_has_entry (report, report->by_index[i]))
      items[count++].id = report->by_index[i];
  for (size_t i = 0; i < count; i++)
    omitted[items[i].id] = true;
  shown_choose (&entries->shown, report, &times, items, &count);
  for (size_t i = 0; i < count; i++)
    {
      entries->nodes[i] = items[i].id;
      omitted[items[i].id] = false;
    }
  entries->count = count;
  free (items);
}

/* --- The view ------------------------------------------------------------ */

/* The most items that any entry needs to sort.  */
static size_t
longest_list (const struct report *report)
{
  const struct callgraph *graph = report->graph;
  const struct cycles *cycles = report->cycles;
  const size_t symbols = graph->symbol_count;
  const size_t parents = max_length (graph->parent_start, symbols);
  const size_t children = max_length (graph->child_start, symbols);
  const size_t members = max_length (cycles->member_start, cycles->count);
  const size_t arcs = parents > children ? parents : children;
  return arcs > members ? arcs : members;
}

void
graph_view_start (struct graph_view *view, const struct report *report)
{
  const struct entries *entries = &report->entries;
  const bool chosen = entries->nodes != NULL;
  const size_t longest = longest_list (report);
  const double ticks = report->analysis->print_ticks;
  const bool has_time = ticks > 0;
  *view = (struct graph_view){
    .has_time = has_time,
    .total = report_time (report, ticks),
    .sample_percent
    = has_time ? 100.0 * profile_weight (report->profile) / ticks : 0,
    .left_out = entries->shown.left_out,
    .left_out_time = report_time (report, entries->shown.left_out_ticks),
    .report = report,
    .nodes = chosen ? entries->nodes : report->by_index,
    .node_count = chosen ? entries->count : report->analysis->node_count,
    .items = array_new (longest, sizeof *view->items),
    .scratch = array_new (longest / 2 + 1, sizeof *view->scratch),
    .all_ticks = has_time ? ticks : 1.0,
    .indirect = ARC_NONE,
    .phase = PHASE_BETWEEN
  };
}

void
graph_view_end (struct graph_view *view)
{
  free (view->items);
  free (view->scratch);
  view->items = view->scratch = NULL;
}
