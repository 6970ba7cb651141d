/* view_hot.c - source lines of the functions that take most time (R15.88).  */

#include "config.h"

#include "output/view_hot.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/search.h"
#include "base/sort.h"

void
hot_view_choose (struct symset *wanted, const struct symtab *symtab,
                 const double *self_ticks, double all)
{
  for (sym_id id = 0; id < symtab->count; id++)
    if (all > 0 && 100 * self_ticks[id] >= all
        && !(symtab->flags[id] & SYMBOL_GAP))
      symset_add_range (wanted, symtab->count, id, id + 1);
}

/* The line that the code at PC comes from, or null.  */
static const struct line_symbol *
line_at (const struct program *program, uint64_t pc)
{
  const struct object *object = program_object_at (program, pc);
  size_t at = 0;
  if (object == NULL)
    return NULL;
  const struct line_symbols *lines = &object->lines;
  search_first (at, 0, lines->symbols.count,
                lines->symbols.items[at].start_pc > pc);
  if (at == 0 || lines->symbols.items[at - 1].line == 0
      || lines->symbols.items[at - 1].file == SOURCE_NONE)
    return NULL;
  return &lines->symbols.items[at - 1];
}

/* Add FIGURES to the line of the code at PC.  */
static void
add (hot_row_list *rows, const struct report *report, uint64_t pc,
     const struct hot_row *figures)
{
  const struct line_symbol *line = line_at (report->program, pc);
  struct hot_row row = *figures;
  if (line == NULL || row.symbol == SYM_NONE)
    return;
  row.file = line->file;
  row.line = line->line;
  vec_push (rows, row);
}

/* Is all code at which a call may end that returns to FROM_PC, or up to two
   words above it, of one line?  */
static bool
is_one_line (const struct program *program, uint64_t from_pc)
{
  const uint64_t words = 2 * program_target (program)->word_size;
  const struct line_symbol *line = line_at (program, from_pc - 1);
  return line != NULL && line == line_at (program, from_pc + words - 2);
}

static void
collect (hot_row_list *rows, const struct report *report)
{
  const struct sampled_code *sampled = report->sampled;
  for (size_t i = 0; i < sampled->ranges.count; i++)
    {
      const struct sampled_range *range = &sampled->ranges.items[i];
      const struct hot_row row
          = { .symbol = symtab_find (report->symtab, range->low_pc),
              .samples = range->ticks };
      add (rows, report, range->low_pc, &row);
    }
  for (size_t i = 0; i < sampled->calls.count; i++)
    {
      const struct sampled_call *call = &sampled->calls.items[i];
      const struct hot_row row
          = { .symbol = call->caller, .calls = call->count };
      if (is_one_line (report->program, call->from_pc))
        add (rows, report, call->from_pc, &row);
    }
}

static int
compare_rows (uint32_t a, uint32_t b, const void *context)
{
  const struct hot_row *rows = context;
  const struct hot_row *x = &rows[a], *y = &rows[b];
  if (x->file != y->file)
    return x->file < y->file ? -1 : 1;
  if (x->line != y->line)
    return x->line < y->line ? -1 : 1;
  if (x->symbol != y->symbol)
    return x->symbol < y->symbol ? -1 : 1;
  return a < b ? -1 : a > b;
}

void
hot_view_rows (hot_row_list *rows, const hot_function_list *functions,
               const struct report *report)
{
  hot_row_list all = { 0 };
  collect (&all, report);
  for (size_t i = 0; functions != NULL && i < functions->count; i++)
    {
      const struct hot_function *function = &functions->items[i];
      const struct hot_row row = { .file = function->file,
                                   .line = function->first,
                                   .symbol = function->symbol };
      vec_push (&all, row);
    }
  uint32_t *order = array_new (all.count, sizeof *order);
  for (size_t i = 0; i < all.count; i++)
    order[i] = (uint32_t)i;
  sort_ids (order, all.count, compare_rows, all.items);
  struct hot_row *last = NULL;
  for (size_t i = 0; i < all.count; i++)
    {
      const struct hot_row *row = &all.items[order[i]];
      if (last != NULL && last->file == row->file && last->line == row->line
          && last->symbol == row->symbol)
        {
          last->samples += row->samples;
          last->calls += row->calls;
          continue;
        }
      vec_push (rows, *row);
      last = &rows->items[rows->count - 1];
    }
  free (order);
  vec_release (&all);
}

/* --- Whole functions ----------------------------------------------------- */

/* The last line of FUNCTION, of which the first is known, that has code of
   it.  Code of others that was put into it may stand below the function.  */
static uint32_t
last_line (const struct hot_function *function, const struct report *report)
{
  const struct symtab *symtab = report->symtab;
  const uint64_t start_pc = symtab->start[function->symbol];
  const struct object *object = program_object_at (report->program, start_pc);
  uint32_t last = function->first;
  size_t at = 0;
  if (object == NULL)
    return last;
  const struct line_symbol *lines = object->lines.symbols.items;
  const size_t count = object->lines.symbols.count;
  search_first (at, 0, count, lines[at].start_pc >= start_pc);
  for (; at < count && lines[at].start_pc < symtab->limit[function->symbol];
       at++)
    if (lines[at].file == function->file && lines[at].line > last)
      last = lines[at].line;
  for (sym_id id = 0; id < symtab->count; id++)
    if (symtab->file[id] == function->file
        && symtab->line[id] > function->first && symtab->line[id] <= last)
      last = symtab->line[id] - 1;
  return last;
}

void
hot_view_functions (hot_function_list *functions, const struct report *report)
{
  const struct symtab *symtab = report->symtab;
  struct symset wanted = { 0 };
  hot_view_choose (&wanted, symtab, report->analysis->self_ticks,
                   report->total_ticks);
  for (sym_id id = 0; id < symtab->count; id++)
    if (symset_has (&wanted, id) && symtab->line[id] != 0
        && symtab->file[id] != SOURCE_NONE)
      {
        struct hot_function function
            = { id, symtab->file[id], symtab->line[id], 0 };
        function.last = last_line (&function, report);
        vec_push (functions, function);
      }
  symset_release (&wanted);
}
