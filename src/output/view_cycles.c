/* view_cycles.c - the rows of the listing of cycles (R14.25-R14.29).

   Cycles come by time, most first.  */

#include "config.h"

#include "output/view_cycles.h"

#include <stdlib.h>

#include "base/minmax.h"
#include "base/vec.h"

static void
take_members (struct cycles_view *view)
{
  const struct report *report = view->report;
  const struct analysis *analysis = report->analysis;
  const uint32_t *start = report->cycles->member_start;
  const size_t first = start[view->cycle - 1];
  view->limit = start[view->cycle] - first;
  for (size_t i = 0; i < view->limit; i++)
    {
      const sym_id id = report->cycles->members[first + i];
      view->items[i] = (struct sort_item){
        .time = analysis->prop_self[id] + analysis->prop_child[id],
        .number = analysis->calls[id] + analysis->self_calls[id],
        .rank = report->name_order.rank[id],
        .id = id
      };
    }
  sort_items (view->items, view->scratch, view->limit, sort_by_keys);
}

/* Prepare the rows of KIND.  */
static void
enter (struct cycles_view *view, enum cycles_row_kind kind)
{
  const size_t *arc_start = view->report->breaking->arc_start;
  view->phase = kind;
  view->next = 0;
  if (kind == CYCLES_MEMBER)
    take_members (view);
  else if (kind == CYCLES_ARC || kind == CYCLES_BREAK)
    {
      view->next = arc_start[view->cycle];
      view->limit = arc_start[view->cycle + 1];
    }
}

static double
percent_of_time (const struct report *report, double ticks)
{
  const double all = report->analysis->print_ticks;
  return all > 0 ? 100 * ticks / all : 0;
}

/* The time of all members of CYCLE and what they call outside it.  The node of
   the cycle has none if nothing outside calls the cycle, unless there are
   stacks; then what members have overlaps.  */
static void
add_up (const struct report *report, uint32_t cycle, double *self,
        double *total)
{
  const struct analysis *analysis = report->analysis;
  const uint32_t *start = report->cycles->member_start;
  const size_t node = report->symtab->count + cycle - 1;
  double children = 0;
  *self = 0;
  if (report->profile->has_stacks)
    {
      *self = analysis->prop_self[node];
      *total = *self + analysis->prop_child[node];
      return;
    }
  for (size_t i = start[cycle - 1]; i < start[cycle]; i++)
    {
      *self += analysis->prop_self[report->cycles->members[i]];
      children += analysis->prop_child[report->cycles->members[i]];
    }
  *total = *self + children;
}

static void
make_member (struct cycles_view *view, sym_id id)
{
  const struct report *report = view->report;
  const struct analysis *analysis = report->analysis;
  const double self = analysis->prop_self[id];
  const double total = self + analysis->prop_child[id];
  view->row = (struct cycles_row){ .kind = CYCLES_MEMBER,
                                   .cycle = view->cycle,
                                   .symbol = id,
                                   .percent = percent_of_time (report, total),
                                   .self = report_time (report, self),
                                   .total = report_time (report, total),
                                   .calls = analysis->calls[id],
                                   .self_calls = analysis->self_calls[id] };
}

static void
make_whole (struct cycles_view *view)
{
  const struct report *report = view->report;
  const struct cycle_breaking *breaking = report->breaking;
  const size_t node = report->symtab->count + view->cycle - 1;
  double self, total;
  add_up (report, view->cycle, &self, &total);
  view->row
      = (struct cycles_row){ .kind = CYCLES_WHOLE,
                             .cycle = view->cycle,
                             .symbol = SYM_NONE,
                             .percent = percent_of_time (report, total),
                             .self = report_time (report, self),
                             .total = report_time (report, total),
                             .calls = report->analysis->calls[node],
                             .self_calls = report->analysis->self_calls[node],
                             .verified = breaking->broken[view->cycle],
                             .minimal = breaking->minimal[view->cycle] };
  for (size_t i = breaking->arc_start[view->cycle];
       i < breaking->arc_start[view->cycle + 1]; i++)
    if (breaking->breaks[i])
      view->row.lost_calls += report->graph->count.items[breaking->arcs[i]];
}

/* Does -k leave out the arcs?  It names functions, no groups, and a call in
   the code makes an arc all the same.  */
static bool
has_options (const struct report *report)
{
  return report->options->group_by == GROUP_BY_FUNCTION
         && !report->options->static_calls;
}

/* Make the row of the arc at NUMBER in the list, if it is wanted.  */
static bool
make_arc (struct cycles_view *view, size_t number)
{
  const struct callgraph *graph = view->report->graph;
  const struct cycle_breaking *breaking = view->report->breaking;
  const arc_id arc = breaking->arcs[number];
  const bool breaks = breaking->breaks[number];
  view->row = (struct cycles_row){ .kind = view->phase,
                                   .cycle = view->cycle,
                                   .symbol = graph->from.items[arc],
                                   .callee = graph->to.items[arc],
                                   .calls = graph->count.items[arc],
                                   .breaks = breaks };
  return view->phase == CYCLES_ARC || (breaks && has_options (view->report));
}

/* Make the first row of the next cycle; false behind the last one.  */
static bool
next_cycle (struct cycles_view *view)
{
  if (view->entry == view->report->cycles->count)
    return false;
  view->cycle = view->order[view->entry++].id;
  make_whole (view);
  enter (view, CYCLES_MEMBER);
  return true;
}

/* Make the next row of the cycle; false if there is none of its kind.  */
static bool
next_of_kind (struct cycles_view *view)
{
  while (view->next < view->limit)
    {
      const size_t number = view->next++;
      if (view->phase != CYCLES_MEMBER)
        {
          if (make_arc (view, number))
            return true;
          continue;
        }
      make_member (view, view->items[number].id);
      return true;
    }
  return false;
}

const struct cycles_row *
cycles_view_next (struct cycles_view *view)
{
  if (view->phase == CYCLES_WHOLE)
    return next_cycle (view) ? &view->row : NULL;
  while (view->phase != CYCLES_END)
    {
      if (next_of_kind (view))
        return &view->row;
      enter (view, view->phase + 1);
    }
  view->row = (struct cycles_row){ .kind = CYCLES_END, .cycle = view->cycle };
  view->phase = CYCLES_WHOLE;
  return &view->row;
}

static void
sort_cycles (struct cycles_view *view)
{
  const size_t count = view->report->cycles->count;
  for (size_t i = 0; i < count; i++)
    {
      double self;
      view->order[i].id = (uint32_t)i + 1;
      add_up (view->report, view->order[i].id, &self, &view->order[i].time);
    }
  sort_items (view->order, view->scratch, count, sort_by_keys);
}

enum status
cycles_view_start (struct cycles_view *view, const struct report *report,
                   struct diag *diag)
{
  const size_t cycles = report->cycles->count;
  const size_t most = max_length (report->cycles->member_start, cycles);
  const size_t longest = most > cycles ? most : cycles;
  *view = (struct cycles_view){
    .report = report,
    .order = array_new (cycles, sizeof *view->order),
    .items = array_new (most, sizeof *view->items),
    .scratch = array_new (longest / 2 + 1, sizeof *view->scratch),
  };
  if (view->order == NULL || view->items == NULL || view->scratch == NULL)
    return diag_no_memory (diag);
  sort_cycles (view);
  return STATUS_OK;
}

void
cycles_view_end (struct cycles_view *view)
{
  free (view->order);
  free (view->items);
  free (view->scratch);
  view->order = view->items = view->scratch = NULL;
}
