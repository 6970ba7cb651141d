/* view_index.c - the items of the index by function name (R8): symbols by
   name, then cycles.  */

#include "config.h"

#include "output/view_index.h"

#include <stdlib.h>

#include "base/vec.h"
#include "output/view_graph.h"

/* Has NODE an item?  (R8.1, R14.5, R16.75)  */
static bool
has_item (const struct report *report, size_t node)
{
  if (shown_leaves_out (report->options))
    return graph_view_has_entry (report, node);
  return report_cycle_of_node (report, node) != 0
         || report_shows_unused (report, (sym_id)node)
         || analysis_is_used (report->analysis, (sym_id)node)
         || (report->profile->has_stacks
             && graph_view_has_entry (report, node));
}

enum status
index_view_start (struct index_view *view, const struct report *report,
                  struct diag *diag)
{
  const struct analysis *analysis = report->analysis;
  const size_t symbols = report->symtab->count;
  *view = (struct index_view){ .report = report };
  view->nodes = array_new (analysis->node_count, sizeof *view->nodes);
  if (view->nodes == NULL)
    return diag_no_memory (diag);
  for (size_t i = 0; i < symbols; i++)
    {
      const sym_id id = report->name_order.by_name[i];
      if (has_item (report, id))
        view->nodes[view->count++] = id;
    }
  for (size_t node = symbols; node < analysis->node_count; node++)
    if (has_item (report, node))
      view->nodes[view->count++] = (uint32_t)node;
  return STATUS_OK;
}

/* The file that distinguishes static functions of one name; lines have it in
   their names.  */
static const char *
source_of (const struct report *report, sym_id id)
{
  const source_id file = report->symtab->file[id];
  if (report->options->by_line || file == SOURCE_NONE
      || !(report->symtab->flags[id] & SYMBOL_STATIC))
    return NULL;
  return names_of_source (report->names, file);
}

struct index_item
index_view_item (const struct index_view *view, size_t number)
{
  const struct report *report = view->report;
  const uint32_t node = view->nodes[number];
  const uint32_t cycle = report_cycle_of_node (report, node);
  return (struct index_item){ .index = report->index[node],
                              .shown = report_shows (report, node),
                              .cycle = cycle,
                              .symbol = cycle == 0 ? (sym_id)node : SYM_NONE,
                              .source = cycle == 0
                                            ? source_of (report, (sym_id)node)
                                            : NULL };
}

void
index_view_end (struct index_view *view)
{
  free (view->nodes);
  view->nodes = NULL;
}
