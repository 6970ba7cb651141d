/* view_graph.c - the rows of the call graph (R6.40-R6.49).  */

#include "config.h"

#include "output/view_graph.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/minmax.h"
#include "base/prefetch.h"

/* A walk along the entries.  */
struct walk
{
  const struct report *report;
  graph_row_taker *take;
  void *context;
  struct sort_item *items; /* the arcs or members of an entry, sorted */
  double all_ticks;        /* 100 percent; never 0 */
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

/* Let the items be ARCS[FIRST .. LIMIT-1], sorted; how many there are.  */
static size_t
take_arcs (const struct walk *walk, const arc_id *arcs, size_t first,
           size_t limit, sort_compare_items *compare)
{
  const struct report *report = walk->report;
  const size_t count = limit - first;
  for (size_t i = 0; i < count; i++)
    {
      const arc_id arc = arcs[first + i];
      walk->items[i] = graph_view_arc_item (report, arc);
      report_expect_name (report, report->graph->from.items[arc]);
      report_expect_name (report, report->graph->to.items[arc]);
    }
  sort_items (walk->items, count, compare);
  return count;
}

/* Add to the row of ARC how certain it is.  If it passes on a share of what its
   callee has, its error is that share of the callee's.  */
static void
add_arc_errors (const struct report *report, struct graph_row *row, arc_id arc)
{
  const struct analysis *analysis = report->analysis;
  const sym_id to = report->graph->to.items[arc];
  const size_t head = cycles_head (report->cycles, to);
  row->is_lower_bound = symset_has (&report->lower_bounds, to);
  if (!row->has_times)
    return;
  const double arc_self = analysis->arc_self[arc];
  const double arc_child = analysis->arc_child[arc];
  const double self = analysis->prop_self[head];
  const double child = analysis->prop_child[head];
  if (report->profile->arcs_are_measured)
    {
      row->is_measured = true;
      row->self_error = report_arc_error (report, arc_self);
      row->children_error = report_arc_error (report, arc_child);
      if (row->calls == 0)
        return;
      row->per_call = (row->self + row->children) / (double)row->calls;
      row->most = arc_self + arc_child > 0 ? 0 : report_least_bound (report);
      return;
    }
  row->self_error = report_error (report, arc_self, self);
  row->children_error = report_error (report, arc_child, child);
  row->is_exact = row->calls > 0 && row->calls == row->total_calls
                  && !row->is_lower_bound;
  row->is_at_least = report->unseen.any;
  row->most = row->is_exact ? 0 : report_time (report, self + child);
}

/* The row of ARC in the entry of one of its ends; NAMED is the other end, and
   the callee is called TOTAL times.  */
static void
give_arc (const struct walk *walk, enum graph_row_kind kind,
          const struct sort_item *arc, sym_id named, uint64_t total)
{
  const struct report *report = walk->report;
  const struct analysis *analysis = report->analysis;
  struct graph_row row = {
    .kind = kind,
    .symbol = named,
    .has_times = arc->rank == ARC_OTHER || report->profile->arcs_are_measured,
    .has_calls = report_counts_arc (report, arc->id),
    .is_share = arc->rank == ARC_OTHER,
    .calls = arc->number,
    .total_calls = arc->rank == ARC_OTHER ? total : 0,
  };
  if (row.has_times)
    {
      row.self = report_time (report, analysis->arc_self[arc->id]);
      row.children = report_time (report, analysis->arc_child[arc->id]);
    }
  if (report->options->errors)
    add_arc_errors (report, &row, arc->id);
  walk->take (walk->context, &row);
}

/* A row that has nothing but its KIND.  */
static void
give_bare (const struct walk *walk, enum graph_row_kind kind)
{
  const struct graph_row row = { .kind = kind,
                                 .symbol = SYM_NONE,
                                 .has_times = kind == GRAPH_INDIRECT };
  walk->take (walk->context, &row);
}

/* --- What --top leaves out of an entry ----------------------------------- */

/* How many of COUNT parents, children or members are shown.  */
static size_t
shown_of (const struct walk *walk, size_t count)
{
  const size_t top = walk->report->options->top;
  return top != 0 && count > top ? top : count;
}

/* Add ITEM, an arc or a member, to ROW, which adds up others of its KIND, in
   ticks.  */
static void
add_left_out (const struct report *report, struct graph_row *row,
              const struct sort_item *item)
{
  const struct analysis *analysis = report->analysis;
  const bool is_member = row->kind == GRAPH_MEMBER;
  const sym_id callee
      = is_member ? item->id : report->graph->to.items[item->id];
  row->left_out++;
  row->calls += is_member ? analysis->calls[item->id] : item->number;
  row->self_calls += is_member ? analysis->self_calls[item->id] : 0;
  row->self += is_member ? analysis->prop_self[item->id]
                         : analysis->arc_self[item->id];
  row->children += is_member ? analysis->prop_child[item->id]
                             : analysis->arc_child[item->id];
  if (report->options->errors && symset_has (&report->lower_bounds, callee))
    row->is_lower_bound = true;
}

/* The rows for the items FIRST .. LIMIT-1, of KIND: one for those that pass on
   time, one for the others, in the order in which they are sorted (R14.147).
   The entry was called TOTAL times.  */
static void
give_left_out (const struct walk *walk, enum graph_row_kind kind, size_t first,
               size_t limit, uint64_t total)
{
  const struct report *report = walk->report;
  const bool is_measured = report->profile->arcs_are_measured;
  struct graph_row row = { 0 };
  for (size_t i = first; i < limit; i++)
    {
      const bool is_outer = walk->items[i].rank == ARC_OTHER;
      const bool is_share = kind == GRAPH_PARENT && is_outer;
      const bool is_last
          = i + 1 == limit
            || (walk->items[i + 1].rank == ARC_OTHER) != is_outer;
      if (row.left_out == 0)
        row = (struct graph_row){ .kind = kind,
                                  .symbol = SYM_NONE,
                                  .has_times = is_outer || is_measured,
                                  .is_share = is_share,
                                  .total_calls = is_share ? total : 0 };
      add_left_out (report, &row, &walk->items[i]);
      if (!is_last)
        continue;
      row.has_calls = !report->profile->lacks_calls
                      && (!is_measured || row.calls + row.self_calls > 0);
      row.self_error = report_error (report, row.self, row.self);
      row.children_error = report_error (report, row.children, row.children);
      row.self = report_time (report, row.self);
      row.children = report_time (report, row.children);
      walk->take (walk->context, &row);
      row.left_out = 0;
    }
}

/* --- Parents and children ------------------------------------------------ */

/* They are sorted the other way round, so the first ones are left out.  */
static void
give_parents (const struct walk *walk, sym_id id)
{
  const struct callgraph *graph = walk->report->graph;
  const uint64_t total = total_calls (walk->report, id);
  const size_t count
      = take_arcs (walk, graph->parent_arc, graph->parent_start[id],
                   graph->parent_start[id + 1], compare_parents);
  const size_t first = count - shown_of (walk, count);
  if (count == 0)
    give_bare (walk, GRAPH_SPONTANEOUS);
  give_left_out (walk, GRAPH_PARENT, 0, first, total);
  for (size_t i = first; i < count; i++)
    give_arc (walk, GRAPH_PARENT, &walk->items[i],
              graph->from.items[walk->items[i].id], total);
}

/* Calls of unknown targets are sorted like an arc between two entries without
   time or count, as old as INDIRECT.  */
static void
give_children (const struct walk *walk, sym_id id)
{
  const struct callgraph *graph = walk->report->graph;
  arc_id indirect = graph->indirect != NULL ? graph->indirect[id] : ARC_NONE;
  const size_t count
      = take_arcs (walk, graph->child_arc, graph->child_start[id],
                   graph->child_start[id + 1], graph_view_compare_children);
  const size_t limit = shown_of (walk, count);
  for (size_t i = 0; i < limit; i++)
    {
      const struct sort_item *arc = &walk->items[i];
      const sym_id to = graph->to.items[arc->id];
      if (indirect != ARC_NONE
          && (arc->rank != ARC_OTHER
              || (arc->number == 0 && arc->id >= indirect)))
        {
          give_bare (walk, GRAPH_INDIRECT);
          indirect = ARC_NONE;
        }
      give_arc (walk, GRAPH_CHILD, arc, to, total_calls (walk->report, to));
    }
  if (indirect != ARC_NONE)
    give_bare (walk, GRAPH_INDIRECT);
  give_left_out (walk, GRAPH_CHILD, limit, count, 0);
}

/* --- Entries ------------------------------------------------------------- */

/* The row of NODE itself in its entry, or in that of its cycle.  */
static void
give_node (const struct walk *walk, enum graph_row_kind kind, size_t node)
{
  const struct report *report = walk->report;
  const struct analysis *analysis = report->analysis;
  const double self = analysis->prop_self[node];
  const double child = analysis->prop_child[node];
  const uint32_t cycle = report_cycle_of_node (report, node);
  struct graph_row row = { .kind = kind,
                           .symbol = cycle == 0 ? (sym_id)node : SYM_NONE,
                           .cycle = cycle,
                           .index = report->index[node],
                           .has_times = true,
                           .percent = 100 * (self + child) / walk->all_ticks,
                           .self = report_time (report, self),
                           .children = report_time (report, child),
                           .has_calls = report_counts_calls_of (report, node),
                           .calls = analysis->calls[node],
                           .self_calls = analysis->self_calls[node] };
  if (report->options->errors)
    {
      row.self_error = report_error (report, self, self);
      row.children_error = report_error (report, child, child);
      row.few_samples = report_has_few (report, self + child);
      row.is_lower_bound = cycle == 0
                           && (row.calls != 0 || row.self_calls != 0)
                           && symset_has (&report->lower_bounds, row.symbol);
    }
  walk->take (walk->context, &row);
}

/* The parts of the self time of ID, unless it was left out of the call
   graph.  */
static void
give_inlined (const struct walk *walk, sym_id id)
{
  const struct report *report = walk->report;
  inlined_part_list parts = { 0 };
  if (report->inlining == NULL || !(report->analysis->prop_self[id] > 0))
    return;
  inlined_parts (&parts, report, id, walk->all_ticks);
  for (size_t i = 0; i < parts.count; i++)
    {
      const struct inlined_part *part = &parts.items[i];
      struct graph_row row = { .kind = GRAPH_INLINED,
                               .symbol = id,
                               .has_times = true,
                               .self = report_time (report, part->ticks),
                               .part = part };
      if (report->options->errors)
        row.self_error = report_error (report, part->ticks, part->ticks);
      walk->take (walk->context, &row);
    }
  vec_release (&parts);
}

static int
compare_members (const struct sort_item *a, const struct sort_item *b)
{
  if (a->time != b->time)
    return a->time > b->time ? -1 : 1;
  return a->number > b->number ? -1 : a->number < b->number;
}

static void
give_members (const struct walk *walk, uint32_t cycle)
{
  const struct cycles *cycles = walk->report->cycles;
  const struct analysis *analysis = walk->report->analysis;
  const size_t first = cycles->member_start[cycle - 1];
  const size_t count = cycles->member_start[cycle] - first;
  const size_t limit = shown_of (walk, count);
  for (size_t i = 0; i < count; i++)
    {
      const sym_id id = cycles->members[first + i];
      walk->items[i] = (struct sort_item){
        .time = analysis->prop_self[id] + analysis->prop_child[id],
        .number = analysis->calls[id] + analysis->self_calls[id],
        .id = id
      };
    }
  sort_items (walk->items, count, compare_members);
  for (size_t i = 0; i < limit; i++)
    give_node (walk, GRAPH_MEMBER, walk->items[i].id);
  give_left_out (walk, GRAPH_MEMBER, limit, count, 0);
}

/* What the recorder took for calls by ID.  */
static void
give_recording (const struct walk *walk, sym_id id)
{
  const struct report *report = walk->report;
  const double *recording = report->analysis->recording;
  if (recording == NULL || !(recording[id] > 0))
    return;
  struct graph_row row = { .kind = GRAPH_RECORDING,
                           .symbol = SYM_NONE,
                           .has_times = true,
                           .self = report_time (report, recording[id]) };
  if (report->options->errors)
    row.self_error = report_error (report, recording[id], recording[id]);
  walk->take (walk->context, &row);
}

static void
give_entry (const struct walk *walk, uint32_t node)
{
  const uint32_t cycle = report_cycle_of_node (walk->report, node);
  if (cycle != 0)
    {
      give_node (walk, GRAPH_CYCLE, node);
      give_members (walk, cycle);
    }
  else
    {
      give_parents (walk, node);
      give_node (walk, GRAPH_PRIMARY, node);
      give_inlined (walk, node);
      give_children (walk, node);
      give_recording (walk, node);
    }
  give_bare (walk, GRAPH_END);
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

/* The entry of NODES[0], of which LEFT are left, is about to begin.  */
static void
expect_entries (const struct report *report, const uint32_t *nodes,
                size_t left)
{
  const struct callgraph *graph = report->graph;
  const struct analysis *analysis = report->analysis;
  const size_t symbols = report->symtab->count;
  if (left > AHEAD_NODE)
    {
      const uint32_t node = nodes[AHEAD_NODE];
      prefetch (&report->index[node]);
      prefetch (&analysis->calls[node]);
      prefetch (&analysis->self_calls[node]);
      prefetch (&analysis->prop_self[node]);
      prefetch (&analysis->prop_child[node]);
      if (node < symbols)
        {
          prefetch (&graph->parent_start[node]);
          prefetch (&graph->child_start[node]);
        }
    }
  if (left > AHEAD_LISTS && nodes[AHEAD_LISTS] < symbols)
    {
      const uint32_t node = nodes[AHEAD_LISTS];
      prefetch (graph->parent_arc + graph->parent_start[node]);
      prefetch (graph->child_arc + graph->child_start[node]);
    }
  if (left > AHEAD_ARCS && nodes[AHEAD_ARCS] < symbols)
    {
      const uint32_t node = nodes[AHEAD_ARCS];
      expect_arc_list (report, graph->parent_arc, graph->parent_start[node],
                       graph->parent_start[node + 1]);
      expect_arc_list (report, graph->child_arc, graph->child_start[node],
                       graph->child_start[node + 1]);
    }
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
graph_view_walk (const struct report *report, graph_row_taker *take,
                 void *context)
{
  const struct entries *entries = &report->entries;
  const bool chosen = entries->nodes != NULL;
  const uint32_t *nodes = chosen ? entries->nodes : report->by_index;
  const size_t count = chosen ? entries->count : report->analysis->node_count;
  const size_t longest = longest_list (report);
  const double ticks = report->analysis->print_ticks;
  const struct walk walk = { .report = report,
                             .take = take,
                             .context = context,
                             .items = array_new (longest, sizeof *walk.items),
                             .all_ticks = ticks > 0 ? ticks : 1.0 };
  for (size_t i = 0; i < count; i++)
    if (graph_view_has_entry (report, nodes[i]))
      {
        expect_entries (report, nodes + i, count - i);
        give_entry (&walk, nodes[i]);
      }
  free (walk.items);
}

struct graph_totals
graph_view_totals (const struct report *report)
{
  const struct shown *shown = &report->entries.shown;
  const double ticks = report->analysis->print_ticks;
  const double sample = profile_weight (report->profile);
  const bool has_time = ticks > 0;
  return (struct graph_totals){
    .has_time = has_time,
    .total = report_time (report, ticks),
    .sample_percent = has_time ? 100.0 * sample / ticks : 0,
    .left_out = shown->left_out,
    .left_out_time = report_time (report, shown->left_out_ticks)
  };
}
