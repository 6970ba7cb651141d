/* print_exec.c - execution counts (R9.30-R9.32).  */

#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "sort.h"
#include "vec.h"

static const char *
file_of (const struct report *report, sym_id id)
{
  const source_id file = report->symtab->file[id];
  return file != SOURCE_NONE ? sources_name (report->names->sources, file)
                             : NULL;
}

/* By file and line where both have them, else by address: not a consistent
   order, so what comes out depends on the way of sorting (R0.2).  */
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

static void
print_count (const struct report *report, sym_id id, uint64_t pc,
             uint64_t count)
{
  const char *file = file_of (report, id);
  output_name (report->output, file != NULL ? file : "<unknown>");
  output_printf (report->output, ":%u: (", (unsigned)report->symtab->line[id]);
  output_name (report->output, report->symtab->name[id]);
  output_printf (report->output, ":0x%" PRIx64 ") %" PRIu64 " executions\n",
                 pc, count);
}

/* The count of symbol ID and those of its basic blocks (R9.31).  */
static void
print_symbol (const struct report *report, sym_id id)
{
  const bool all = report->options->show_unused;
  const struct slots *slots = report->slots;
  const uint64_t calls = report->analysis->calls[id];
  if (calls > 0 || all)
    print_count (report, id, report->symtab->start[id], calls);
  for (size_t slot = slots_first (slots, id); slot < slots_limit (slots, id);
       slot++)
    if (slots->count[slot] > 0 || all)
      print_count (report, id, slots->pc[slot], slots->count[slot]);
}

enum status
print_exec (struct report *report, struct diag *diag)
{
  const struct symset *tables = report->selection->tables;
  const struct symtab *symtab = report->symtab;
  uint32_t *order = array_new (symtab->count, sizeof *order);
  if (order == NULL)
    return diag_no_memory (diag);
  size_t count = 0;
  for (sym_id id = 0; id < symtab->count; id++)
    if (symset_accepts (&tables[SPEC_EXEC_INCLUDE], &tables[SPEC_EXEC_EXCLUDE],
                        id))
      order[count++] = id;
  enum status status = sort_ids (order, count, compare_places, report, diag);
  if (status == STATUS_OK)
    {
      report_separate (report);
      for (size_t i = 0; i < count; i++)
        print_symbol (report, order[i]);
    }
  free (order);
  return status;
}
