/* view_flat.c - the rows of the flat profile (R7).  */

#include "config.h"

#include "output/view_flat.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/sort.h"

/* From the largest (R7.5).  */
static const struct time_unit units[]
    = { { 'T', 1e-12 }, { 'G', 1e-9 }, { 'M', 1e-6 }, { 'K', 1e-3 },
        { ' ', 1 },     { 'm', 1e3 },  { 'u', 1e6 },  { 'n', 1e9 },
        { 'p', 1e12 },  { 'f', 1e15 }, { 'a', 1e18 } };

enum
{
  UNIT_COUNT = sizeof units / sizeof *units,
  UNIT_MILLI = 5
};

/* The greatest time that one call of a symbol takes, in ticks.  */
static double
longest_call (const struct report *report)
{
  const struct analysis *analysis = report->analysis;
  double longest = 0;
  for (size_t id = 0; id < report->symtab->count; id++)
    if (analysis->calls[id] != 0)
      {
        const double time
            = (analysis->self_ticks[id] + analysis->child_ticks[id])
              / (double)analysis->calls[id];
        if (time > longest)
          longest = time;
      }
  return longest;
}

const struct time_unit *
time_unit_for (double time)
{
  if (!(time > 0))
    return &units[0];
  for (size_t i = 0; i < UNIT_COUNT; i++)
    {
      const double value = units[i].factor * time;
      if (value >= 1.0 && value < 1000.0)
        return &units[i];
    }
  return time >= 1 ? &units[0] : &units[UNIT_COUNT - 1];
}

/* That of the longest call.  */
static const struct time_unit *
choose_unit (const struct report *report)
{
  return report->options->traditional
             ? &units[UNIT_MILLI]
             : time_unit_for (report_time (report, longest_call (report)));
}

bool
flat_view_has_row (const struct report *report, sym_id id)
{
  const struct symset *tables = report->selection->tables;
  return symset_accepts (&tables[SPEC_FLAT_INCLUDE],
                         &tables[SPEC_FLAT_EXCLUDE], id)
         && (report_shows_unused (report, id)
             || analysis_is_used (report->analysis, id));
}

/* Fill the items, without ranks yet.  */
static void
collect (struct flat_view *view)
{
  const struct report *report = view->report;
  const struct analysis *analysis = report->analysis;
  size_t rows = 0;
  for (sym_id id = 0; id < report->symtab->count; id++)
    rows += flat_view_has_row (report, id);
  view->items = array_new (rows, sizeof *view->items);
  for (sym_id id = 0; id < report->symtab->count; id++)
    if (flat_view_has_row (report, id))
      view->items[view->count++]
          = (struct sort_item){ analysis->self_ticks[id], analysis->calls[id],
                                0, id };
}

/* Give ITEMS[0 .. COUNT-1], which are symbols, the ranks of their names: those
   of REPORT, or, if it has none, among themselves.  */
static void
rank_names (const struct report *report, struct sort_item *items, size_t count)
{
  if (report->name_order.rank != NULL)
    {
      for (size_t i = 0; i < count; i++)
        items[i].rank = report->name_order.rank[items[i].id];
      return;
    }
  struct name_order order = { 0 };
  const char **names = array_new (count, sizeof *names);
  for (size_t i = 0; i < count; i++)
    names[i] = report->symtab->name[items[i].id];
  name_order_build (&order, names, count);
  for (size_t i = 0; i < count; i++)
    items[i].rank = order.rank[i];
  name_order_release (&order);
  free (names);
}

struct shown
flat_view_choose (const struct report *report, const double *children,
                  struct sort_item *items, size_t *count)
{
  const struct shown_times times
      = { report->analysis->self_ticks, children, report->total_ticks };
  struct shown shown = { 0 };
  rank_names (report, items, *count);
  sort_items (items, *count, sort_by_keys);
  if (shown_chooses (report->options))
    shown_choose (&shown, report, &times, items, count);
  return shown;
}

void
flat_view_start (struct flat_view *view, const struct report *report)
{
  const double ticks = report->total_ticks;
  const double weight = profile_weight (report->profile);
  const bool has_time = ticks > 0;
  *view = (struct flat_view){ .report = report,
                              .unit = choose_unit (report),
                              .sample_time = report_time (report, weight),
                              .has_time = has_time,
                              .total = report_time (report, ticks),
                              .sample_percent
                              = has_time ? 100.0 * weight / ticks : 0,
                              .all_ticks = has_time ? ticks : 1.0 };
  collect (view);
  const struct shown shown
      = flat_view_choose (report, report->analysis->child_ticks, view->items,
                          &view->count);
  view->left_out = shown.left_out;
  view->left_out_time = report_time (report, shown.left_out_ticks);
}

/* Add to the row of ITEM how certain it is.  A total is made of shares of
   samples, of which no share is more than one.  */
static void
add_errors (struct flat_view *view, const struct sort_item *item)
{
  const struct report *report = view->report;
  struct flat_row *row = &view->row;
  const double self = item->time;
  const double total = self + report->analysis->child_ticks[item->id];
  row->self_error = report_error (report, self, self);
  row->few_samples = report_has_few (report, self);
  if (item->number == 0)
    return;
  const double factor = view->unit->factor / (double)item->number;
  row->self_per_call_error = factor * row->self_error;
  row->total_per_call_error = factor * report_error (report, total, total);
  row->is_lower_bound = symset_has (&report->lower_bounds, item->id);
}

/* The row of PART of the last function's self time.  */
static const struct flat_row *
make_part (struct flat_view *view, const struct inlined_part *part)
{
  const struct report *report = view->report;
  const double ticks = part->ticks;
  view->row = (struct flat_row){ .symbol = view->items[view->next - 1].id,
                                 .part = part,
                                 .percent = 100 * ticks / view->all_ticks,
                                 .self = report_time (report, ticks) };
  if (report->options->errors)
    {
      view->row.self_error = report_error (report, ticks, ticks);
      view->row.few_samples = report_has_few (report, ticks);
    }
  return &view->row;
}

const struct flat_row *
flat_view_next (struct flat_view *view)
{
  const struct report *report = view->report;
  if (view->next_part < view->parts.count)
    return make_part (view, &view->parts.items[view->next_part++]);
  if (view->next == view->count)
    return NULL;
  const struct sort_item *item = &view->items[view->next++];
  const double self = item->time;
  view->ticks_so_far += self;
  view->row = (struct flat_row){ .symbol = item->id,
                                 .percent = 100 * self / view->all_ticks,
                                 .cumulative
                                 = report_time (report, view->ticks_so_far),
                                 .self = report_time (report, self),
                                 .calls = item->number };
  if (item->number != 0)
    {
      const double factor = view->unit->factor, calls = (double)item->number;
      const double total = self + report->analysis->child_ticks[item->id];
      view->row.self_per_call = report_time (report, factor * self) / calls;
      view->row.total_per_call = report_time (report, factor * total) / calls;
    }
  if (report->analysis->system_self != NULL)
    view->row.system
        = report_time (report, report->analysis->system_self[item->id]);
  if (report->options->errors)
    add_errors (view, item);
  view->next_part = 0;
  if (report->inlining != NULL)
    inlined_parts (&view->parts, report, item->id, view->all_ticks);
  return &view->row;
}

void
flat_view_end (struct flat_view *view)
{
  vec_release (&view->parts);
  free (view->items);
  view->items = NULL;
}
