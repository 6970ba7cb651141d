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
exec_view_walk (const struct report *report, exec_row_taker *take,
                void *context)
{
  const struct symset *tables = report->selection->tables;
  const struct symtab *symtab = report->symtab;
  const struct block_counts *block_counts = report->block_counts;
  uint32_t *order = array_new (symtab->count, sizeof *order);
  size_t count = 0;
  for (sym_id id = 0; id < symtab->count; id++)
    if (symset_accepts (&tables[SPEC_EXEC_INCLUDE], &tables[SPEC_EXEC_EXCLUDE],
                        id))
      order[count++] = id;
  sort_ids (order, count, compare_places, report);
  for (size_t i = 0; i < count; i++)
    {
      const sym_id id = order[i];
      const uint64_t bias = program_bias_of (report->program, symtab, id);
      const bool shows_unused = report_shows_unused (report, id);
      struct exec_row row = { .file = file_of (report, id),
                              .line = symtab->line[id],
                              .name = symtab->name[id],
                              .pc = symtab->start[id] - bias,
                              .count = report->analysis->calls[id] };
      if (row.count != 0 || shows_unused)
        take (context, &row);
      for (size_t block = block_counts_first (block_counts, id);
           block < block_counts_limit (block_counts, id); block++)
        {
          row.pc = block_counts->pc[block] - bias;
          row.count = block_counts->count[block];
          if (row.count != 0 || shows_unused)
            take (context, &row);
        }
    }
  free (order);
}

/* --- Text ---------------------------------------------------------------- */

static void
print_row (void *context, const struct exec_row *row)
{
  struct output *out = context;
  output_name (out, row->file != NULL ? row->file : "<unknown>");
  output_printf (out, ":%u: (", (unsigned)row->line);
  output_name (out, row->name);
  output_printf (out, ":0x%" PRIx64 ") %" PRIu64 " executions\n", row->pc,
                 row->count);
}

void
print_exec (struct report *report)
{
  report_separate (report);
  exec_view_walk (report, print_row, report->output);
}
