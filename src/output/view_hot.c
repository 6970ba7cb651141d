/* view_hot.c - source lines of the functions that take most time (R15.88).  */

#include "config.h"

#include "output/view_hot.h"

#include <stdlib.h>

#include "base/search.h"
#include "base/sort.h"

enum status
hot_view_choose (struct symset *wanted, const struct symtab *symtab,
                 const double *self_ticks, double all, struct diag *diag)
{
  enum status status = STATUS_OK;
  for (sym_id id = 0; id < symtab->count && status == STATUS_OK; id++)
    if (all > 0 && 100 * self_ticks[id] >= all
        && !(symtab->flags[id] & SYMBOL_GAP))
      status = symset_add_range (wanted, symtab->count, id, id + 1, diag);
  return status;
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
static enum status
add (struct hot_view *view, const struct report *report, uint64_t pc,
     const struct hot_row *figures, struct diag *diag)
{
  const struct line_symbol *line = line_at (report->program, pc);
  struct hot_row row = *figures;
  if (line == NULL || row.symbol == SYM_NONE)
    return STATUS_OK;
  row.file = line->file;
  row.line = line->line;
  return vec_push (&view->rows, row) ? STATUS_OK : diag_no_memory (diag);
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

static enum status
collect (struct hot_view *view, const struct report *report, struct diag *diag)
{
  const struct sampled_code *sampled = report->sampled;
  enum status status = STATUS_OK;
  for (size_t i = 0; i < sampled->ranges.count && status == STATUS_OK; i++)
    {
      const struct sampled_range *range = &sampled->ranges.items[i];
      const struct hot_row row
          = { .symbol = symtab_find (report->symtab, range->low_pc),
              .samples = range->ticks };
      status = add (view, report, range->low_pc, &row, diag);
    }
  for (size_t i = 0; i < sampled->calls.count && status == STATUS_OK; i++)
    {
      const struct sampled_call *call = &sampled->calls.items[i];
      const struct hot_row row
          = { .symbol = call->caller, .calls = call->count };
      if (is_one_line (report->program, call->from_pc))
        status = add (view, report, call->from_pc, &row, diag);
    }
  return status;
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

/* Let MERGED be the rows, sorted by ORDER, each line of a function once.  */
static size_t
merge (const struct hot_view *view, const uint32_t *order,
       struct hot_row *merged)
{
  size_t count = 0;
  for (size_t i = 0; i < view->rows.count; i++)
    {
      const struct hot_row *row = &view->rows.items[order[i]];
      struct hot_row *last = count > 0 ? &merged[count - 1] : NULL;
      if (last != NULL && last->file == row->file && last->line == row->line
          && last->symbol == row->symbol)
        {
          last->samples += row->samples;
          last->calls += row->calls;
        }
      else
        merged[count++] = *row;
    }
  return count;
}

static enum status
sort (struct hot_view *view, struct diag *diag)
{
  const size_t count = view->rows.count;
  uint32_t *order = array_new (count, sizeof *order);
  struct hot_row *merged = array_new (count, sizeof *merged);
  enum status status
      = order != NULL && merged != NULL ? STATUS_OK : diag_no_memory (diag);
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    order[i] = (uint32_t)i;
  if (status == STATUS_OK)
    status = sort_ids (order, count, compare_rows, view->rows.items, diag);
  if (status == STATUS_OK)
    {
      view->rows.count = merge (view, order, merged);
      for (size_t i = 0; i < view->rows.count; i++)
        view->rows.items[i] = merged[i];
    }
  free (order);
  free (merged);
  return status;
}

enum status
hot_view_start (struct hot_view *view, const struct report *report,
                struct diag *diag)
{
  *view = (struct hot_view){ 0 };
  enum status status = collect (view, report, diag);
  return status == STATUS_OK && view->rows.count > 0 ? sort (view, diag)
                                                     : status;
}

void
hot_view_end (struct hot_view *view)
{
  vec_release (&view->rows);
}
