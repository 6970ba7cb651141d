/* print_exec.c - execution counts (R9.30-R9.32): rows, and as text.  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"
#include "output/formats.h"
#include "output/printers.h"

/* --- Rows ---------------------------------------------------------------- */

static const char *
file_of (const struct report *report, sym_id id)
{
  const source_id file = report->symtab->file[id];
  return file != SOURCE_NONE ? sources_name (report->names->sources, file)
                             : NULL;
}

/* By file and line where both have them, else by address: not a consistent
   order, so the result depends on the sorting algorithm (R0.2).  */
static int
compare_places (uint32_t a, uint32_t b, const void *context)
{
  const struct report *report = context;
  const char *file_a = file_of (report, a), *file_b = file_of (report, b);
  if (file_a != NULL && file_b != NULL)
    {
      const int by_file = strcmp (file_a, file_b);
      if (by_file != 0)
        return by_file;
      const uint32_t line_a = report->symtab->line[a];
      const uint32_t line_b = report->symtab->line[b];
      if (line_a != line_b)
        return line_a < line_b ? -1 : 1;
    }
  return a < b ? -1 : a > b;
}

void
exec_view_start (struct exec_view *view, const struct report *report)
{
  const struct symset *tables = report->selection->tables;
  const struct symtab *symtab = report->symtab;
  *view = (struct exec_view){ .report = report };
  view->order = array_new (symtab->count, sizeof *view->order);
  for (sym_id id = 0; id < symtab->count; id++)
    if (symset_accepts (&tables[SPEC_EXEC_INCLUDE], &tables[SPEC_EXEC_EXCLUDE],
                        id))
      view->order[view->count++] = id;
  sort_ids (view->order, view->count, compare_places, report);
}

/* Make the row of ID or of a basic block in it; null if it is left out
   (R9.31).  */
static const struct exec_row *
make_row (struct exec_view *view, sym_id id, uint64_t pc, uint64_t count)
{
  const struct report *report = view->report;
  if (count == 0 && !report_shows_unused (report, id))
    return NULL;
  view->row = (struct exec_row){
    .file = file_of (report, id),
    .line = report->symtab->line[id],
    .name = report->symtab->name[id],
    .pc = pc - program_bias_of (report->program, report->symtab, id),
    .count = count
  };
  return &view->row;
}

const struct exec_row *
exec_view_next (struct exec_view *view)
{
  const struct report *report = view->report;
  const struct block_counts *block_counts = report->block_counts;
  const struct exec_row *row = NULL;
  while (row == NULL)
    if (view->block < view->block_limit)
      {
        const size_t block = view->block++;
        row = make_row (view, view->order[view->next - 1],
                        block_counts->pc[block], block_counts->count[block]);
      }
    else if (view->next < view->count)
      {
        const sym_id id = view->order[view->next++];
        view->block = block_counts_first (block_counts, id);
        view->block_limit = block_counts_limit (block_counts, id);
        row = make_row (view, id, report->symtab->start[id],
                        report->analysis->calls[id]);
      }
    else
      break;
  return row;
}

void
exec_view_end (struct exec_view *view)
{
  free (view->order);
  view->order = NULL;
}

/* --- Text ---------------------------------------------------------------- */

static void
print_row (struct output *out, const struct exec_row *row)
{
  output_name (out, row->file != NULL ? row->file : "<unknown>");
  output_printf (out, ":%u: (", (unsigned)row->line);
  output_name (out, row->name);
  output_printf (out, ":0x%" PRIx64 ") %" PRIu64 " executions\n", row->pc,
                 row->count);
}

void
print_exec (struct report *report)
{
  struct exec_view view;
  exec_view_start (&view, report);
  report_separate (report);
  for (const struct exec_row *row; (row = exec_view_next (&view)) != NULL;)
    print_row (report->output, row);
  exec_view_end (&view);
}
