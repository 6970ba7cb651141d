/* view_debug.c - the rows of what -d prints of raw arcs, entries and samples.

   Where a stage's steps are not in its result, they are taken again by the
   stage's own functions, so what is printed is what was done.  */

#include "config.h"

#include "output/view_debug.h"

#include <stdlib.h>

#include "analysis/crediting.h"
#include "base/vec.h"

/* --- Raw arcs ------------------------------------------------------------ */

enum status
raw_arc_view_start (struct raw_arc_view *view, const struct report *report,
                    struct diag *diag)
{
  const struct selection *selection = report->selection;
  *view = (struct raw_arc_view){ .report = report };
  return arc_resolver_start (&view->resolver, report->profile, report->symtab,
                             &selection->arcs_include,
                             &selection->arcs_exclude, diag);
}

const struct raw_arc_row *
raw_arc_view_next (struct raw_arc_view *view)
{
  const struct profile *profile = view->report->profile;
  struct raw_arc_row *row = &view->row;
  if (view->next == profile->arcs.count)
    return NULL;
  row->raw = &profile->arcs.items[view->next++];
  row->fate = arc_resolve (&view->resolver, row->raw, &row->from, &row->to);
  view->kept += row->fate == ARC_KEPT;
  return row;
}

void
raw_arc_view_end (struct raw_arc_view *view)
{
  arc_resolver_release (&view->resolver);
}

/* --- Arcs of entries ----------------------------------------------------- */

enum status
entry_arc_view_start (struct entry_arc_view *view, const struct report *report,
                      struct diag *diag)
{
  const size_t count = callgraph_arc_count (report->graph);
  *view = (struct entry_arc_view){
    .report = report,
    .items = array_new (count, sizeof *view->items),
    .scratch = array_new (count / 2 + 1, sizeof *view->scratch),
  };
  return view->items != NULL && view->scratch != NULL ? STATUS_OK
                                                      : diag_no_memory (diag);
}

/* Load the next group, which may be empty.  */
static void
load_group (struct entry_arc_view *view)
{
  const struct callgraph *graph = view->report->graph;
  const sym_id id = (sym_id)(view->group / 2);
  const bool children = view->group % 2;
  const arc_id *arcs = children ? graph->child_arc : graph->parent_arc;
  const size_t first
      = children ? graph->child_start[id] : graph->parent_start[id];
  const size_t limit
      = children ? graph->child_start[id + 1] : graph->parent_start[id + 1];
  view->group++;
  view->next = 0;
  view->count = limit - first;
  for (size_t i = first; i < limit; i++)
    view->items[i - first] = graph_view_arc_item (view->report, arcs[i]);
  sort_items (view->items, view->scratch, view->count,
              children ? graph_view_compare_children
                       : graph_view_compare_parents);
  view->row.entry = id;
  view->row.is_child = children;
}

const struct entry_arc_row *
entry_arc_view_next (struct entry_arc_view *view)
{
  const struct report *report = view->report;
  struct entry_arc_row *row = &view->row;
  while (view->next == view->count
         && view->group < 2 * (size_t)report->graph->symbol_count)
    load_group (view);
  if (view->next == view->count)
    return NULL;
  row->arc = view->items[view->next++].id;
  row->kind = graph_view_arc_kind (report, row->arc);
  row->time = report->analysis->arc_self[row->arc]
              + report->analysis->arc_child[row->arc];
  row->count = report->graph->count.items[row->arc];
  return row;
}

void
entry_arc_view_end (struct entry_arc_view *view)
{
  free (view->items);
  free (view->scratch);
  view->items = view->scratch = NULL;
}

/* --- Samples ------------------------------------------------------------- */

/* Show PART of the bin as FATE has it.  */
static void
show_part (struct sample_view *view, enum sample_fate fate, double part)
{
  view->row.fate = fate;
  view->row.part = part;
  view->print (view->context, &view->row);
}

/* Show what of the bin of SHARES nobody gets: what is in no symbol, or all of a
   bin that is narrower than a unit and so has no width.  */
static void
show_rest (struct sample_view *view, const struct shares *shares,
           uint64_t weight)
{
  const double ticks = view->row.ticks;
  const bool narrow = shares->low_pc == shares->high_pc;
  const double part = narrow ? ticks : shares_ticks (shares, weight, ticks);
  if (part > 0)
    show_part (view, narrow ? SAMPLE_IN_NO_UNIT : SAMPLE_IN_NO_SYMBOL, part);
  view->lost += part;
}

static void
show_bin (void *context, const struct shares *shares, uint64_t count)
{
  struct sample_view *view = context;
  uint64_t rest = shares->weight;
  view->row.low_pc = shares->low_pc;
  view->row.high_pc = shares->high_pc;
  view->row.ticks = (double)count;
  for (size_t i = 0; i < shares->items.count; i++)
    {
      const struct share *share = &shares->items.items[i];
      const double part
          = shares_ticks (shares, share->weight, view->row.ticks);
      rest -= share->weight;
      *(share->accepted ? &view->credited : &view->left_out) += part;
      view->row.symbol = share->symbol;
      show_part (view, share->accepted ? SAMPLE_CREDITED : SAMPLE_LEFT_OUT,
                 part);
    }
  show_rest (view, shares, rest);
}

enum status
sample_view_walk (struct sample_view *view, const struct measured *of,
                  struct diag *diag)
{
  struct crediting crediting = { 0 };
  enum status status = crediting_walk (&crediting, of, SHARE_INSTRUCTIONS,
                                       show_bin, view, diag);
  crediting_release (&crediting);
  return status;
}
