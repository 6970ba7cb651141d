/* old_functions.c - old reports as one side of a comparison.  */

#include "config.h"

#include "analysis/old_functions.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"

/* --- In a program that is there ------------------------------------------ */

/* Set *DIFFERS if the program of a report has another build-id than IMAGE.  */
static enum status
compare_builds (const struct old_reports *reports, struct image *image,
                bool *differs, struct diag *diag)
{
  const unsigned char *id;
  size_t size;
  char text[BUILD_ID_TEXT];
  enum status status = image_find_build_id (image, &id, &size, diag);
  if (status != STATUS_OK || id == NULL)
    return status;
  build_id_text (text, id, size);
  for (size_t i = 0; i < reports->items.count; i++)
    *differs = *differs
               || (reports->items.items[i].build_id != NULL
                   && strcmp (reports->items.items[i].build_id, text) != 0);
  return STATUS_OK;
}

/* Find the symbols of PROGRAM that are at the addresses of the rows and have
   their names.  *DIFFERS if there are none for some, or it is another
   build.  */
static enum status
find_rows (struct old_functions *functions, const struct old_reports *reports,
           const struct program *program, bool *differs, struct diag *diag)
{
  const struct object *main = program_main (program);
  const struct symtab *symtab = &program->symtab;
  enum status status = STATUS_OK;
  if (main != NULL)
    status = compare_builds (reports, main->image, differs, diag);
  for (size_t i = 0; i < reports->rows.count && !*differs; i++)
    {
      const struct old_row *row = &reports->rows.items[i];
      const sym_id id = symtab_find (symtab, row->address);
      functions->of[i] = id;
      *differs = id == SYM_NONE || symtab->start[id] != row->address
                 || strcmp (symtab->name[id], row->function) != 0;
    }
  return status;
}

/* --- A program of their own ---------------------------------------------- */

/* By name, then source file.  */
static int
compare_names (const struct old_row *x, const struct old_row *y)
{
  const int order = strcmp (x->function, y->function);
  return order != 0 ? order
                    : strcmp (x->file != NULL ? x->file : "",
                              y->file != NULL ? y->file : "");
}

/* Likewise, then in the order of the reports.  */
static int
compare_rows (uint32_t a, uint32_t b, const void *context)
{
  const struct old_row *rows = context;
  const int order = compare_names (&rows[a], &rows[b]);
  return order != 0 ? order : a < b ? -1 : a > b;
}

/* Number the functions of the rows in ORDER: those of one name and file in
   one report differ; in several reports the first is the first, and so on.
   Returns how many there are.  */
static size_t
number_rows (struct old_functions *functions,
             const struct old_reports *reports, const uint32_t *order)
{
  const struct old_row *rows = reports->rows.items;
  size_t count = 0;
  for (size_t i = 0, end; i < reports->rows.count; i = end)
    {
      size_t report = 0, most = 0, next = 0;
      for (end = i; end < reports->rows.count
                    && compare_names (&rows[order[i]], &rows[order[end]]) == 0;
           end++)
        {
          while (order[end] >= reports->items.items[report].row_limit)
            {
              report++;
              next = 0;
            }
          functions->of[order[end]] = (sym_id)(count + next++);
          most = next > most ? next : most;
        }
      count += most;
    }
  return count;
}

/* Make the table of the functions, of which there are COUNT.  */
static void
make_table (struct old_functions *functions, const struct old_reports *reports,
            size_t count)
{
  struct symtab *symtab = &functions->own.symtab;
  *symtab = (struct symtab){ .count = count,
                             .start = array_new (count, sizeof *symtab->start),
                             .limit = array_new (count, sizeof *symtab->limit),
                             .name = array_new (count, sizeof *symtab->name),
                             .flags = array_new (count, sizeof *symtab->flags),
                             .rank = array_new (count, sizeof *symtab->rank),
                             .first_rank
                             = array_new (count, sizeof *symtab->first_rank),
                             .file = array_new (count, sizeof *symtab->file),
                             .line = array_new (count, sizeof *symtab->line) };
  for (size_t i = 0; i < reports->rows.count; i++)
    {
      const struct old_row *row = &reports->rows.items[i];
      const sym_id id = functions->of[i];
      symtab->name[id] = row->function;
      symtab->start[id] = symtab->limit[id] = row->address;
      symtab->file[id] = SOURCE_NONE;
      if (row->file != NULL)
        sources_intern (&functions->own.sources, row->file, &symtab->file[id]);
    }
}

static void
make_own (struct old_functions *functions, const struct old_reports *reports)
{
  const size_t count = reports->rows.count;
  if (count >= SYM_NONE)
    memory_lacking ();
  uint32_t *order = array_new (count, sizeof *order);
  for (size_t i = 0; i < count; i++)
    order[i] = (uint32_t)i;
  functions->program = &functions->own;
  sort_ids (order, count, compare_rows, reports->rows.items);
  make_table (functions, reports, number_rows (functions, reports, order));
  free (order);
}

enum status
old_functions_make (struct old_functions *functions,
                    const struct old_reports *reports, struct program *program,
                    struct diag *diag)
{
  bool differs = false;
  *functions = (struct old_functions){ .program = program };
  functions->of = array_new (reports->rows.count, sizeof *functions->of);
  enum status status = find_rows (functions, reports, program, &differs, diag);
  if (status == STATUS_OK && differs)
    make_own (functions, reports);
  return status;
}

/* --- Sums ---------------------------------------------------------------- */

void
old_functions_add (const struct old_functions *functions,
                   const struct old_reports *reports, double rate,
                   double *ticks, uint64_t *calls, struct spreads *spreads)
{
  const size_t count = functions->program->symtab.count;
  for (size_t i = 0; i < reports->items.count; i++)
    {
      const struct old_report *report = &reports->items.items[i];
      const double own = (double)report->rate;
      const bool same = own == rate || !(own > 0) || !(rate > 0);
      double *of_one = array_new (count, sizeof *of_one);
      for (size_t k = report->first_row; k < report->row_limit; k++)
        {
          const struct old_row *row = &reports->rows.items[k];
          of_one[functions->of[k]]
              += same ? row->samples : row->samples * rate / own;
          calls[functions->of[k]] += row->calls;
        }
      for (size_t id = 0; id < count; id++)
        ticks[id] += of_one[id];
      spreads_add_sums (spreads, of_one, (size_t)report->files);
      free (of_one);
    }
}

void
old_functions_release (struct old_functions *functions)
{
  free (functions->of);
  program_release (&functions->own);
  *functions = (struct old_functions){ 0 };
}
