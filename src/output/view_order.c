/* view_order.c - the rows of the orders for a linker (R10).  */

#include "config.h"

#include "output/view_order.h"

#include <stdlib.h>

#include "base/vec.h"

enum status
order_view_start (struct order_view *view, const struct report *report,
                  bool of_files, struct diag *diag)
{
  *view = (struct order_view){ .report = report };
  if (!of_files)
    return STATUS_OK;
  view->named = array_new (report->map->files.count, sizeof *view->named);
  return view->named != NULL ? STATUS_OK : diag_no_memory (diag);
}

/* Is the symbol called NAME the first one that stands for its file?  */
static bool
is_first_of_file (struct order_view *view, const char *name)
{
  const size_t file = symfile_map_find (view->report->map, name);
  const bool known = view->named[file];
  view->named[file] = true;
  return !known || view->report->options->quirks.repeats_files;
}

const char *
order_view_next (struct order_view *view)
{
  const struct report *report = view->report;
  const struct ordering *ordering = report->ordering;
  while (view->next < ordering->order.count)
    {
      const sym_id id = ordering->order.items[view->next++];
      const char *name = report->symtab->name[id];
      if (report->symtab->flags[id] & (SYMBOL_GAP | SYMBOL_NO_LINKER_NAME))
        continue;
      if (view->named == NULL || is_first_of_file (view, name))
        return name;
    }
  if (view->named == NULL)
    return NULL;
  while (view->file < report->map->files.count && view->named[view->file])
    view->file++;
  return view->file < report->map->files.count
             ? report->map->files.items[view->file++]
             : NULL;
}

void
order_view_end (struct order_view *view)
{
  free (view->named);
  view->named = NULL;
}
