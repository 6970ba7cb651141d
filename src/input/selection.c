/* selection.c - the include and exclude tables, made of what symspecs match.

   What a run of symbols covers depends on their addresses.  */

#include "config.h"

#include "input/selection.h"

#include <stdlib.h>

/* The first symbol that starts at PC or above.  */
static sym_id
first_from (const struct symtab *symtab, uint64_t pc)
{
  return pc > 0 ? symtab_first_above (symtab, pc - 1) : 0;
}

static int
compare_entries (const void *a, const void *b)
{
  const struct spec_entry *x = a, *y = b;
  if (x->run.first != y->run.first)
    return x->run.first < y->run.first ? -1 : 1;
  return (x->order > y->order) - (x->order < y->order);
}

/* Cover ENTRIES[0 .. COUNT-1], which ascend, as one table: entries that begin
   where another one did become empty; if HIDES, the others end where the next
   begins.  If BY_ADDRESS, the ends of the runs are taken from the addresses of
   their last symbols.  */
static void
cover_table (struct spec_entry *entries, size_t count,
             const struct symtab *symtab, bool by_address, bool hides)
{
  sym_id next = SYM_NONE; /* where the next entry begins */
  for (size_t i = count; i-- > 0;)
    {
      struct symrun *run = &entries[i].run;
      if (i > 0 && entries[i - 1].run.first == run->first)
        {
          run->limit = run->first;
          continue;
        }
      if (by_address)
        run->limit = first_from (symtab, symtab->limit[run->limit - 1]);
      if (hides && run->limit > next)
        run->limit = next;
      /* The last symbol ends with the text, perhaps below its start.  */
      if (run->limit < run->first)
        run->limit = run->first;
      next = run->first;
    }
}

void
entries_cover (entry_list *entries, const struct symtab *symtab,
               const struct options *options, bool for_arcs)
{
  struct spec_entry *items = entries->items;
  const bool by_address
      = options->by_line || options->quirks.cuts_specs_at_text;
  if (options->quirks.hides_overlapped_specs && entries->count > 0)
    {
      qsort (items, entries->count, sizeof *items, compare_entries);
      cover_table (items, entries->count, symtab, by_address, !for_arcs);
      return;
    }
  for (size_t first = 0, limit; first < entries->count; first = limit)
    {
      for (limit = first + 1;
           limit < entries->count && items[limit].spec == items[first].spec;)
        limit++;
      cover_table (items + first, limit - first, symtab, by_address, true);
    }
}

/* Append the functions between the ends of RUN to HELD.  */
static enum status
hold_run (entry_list *held, const struct symrun *run,
          const struct symtab *symtab, struct diag *diag)
{
  const uint64_t limit_pc = symtab->limit[run->limit - 1];
  for (sym_id id = run->first;
       id < symtab->count && symtab->start[id] < limit_pc; id++)
    if ((symtab->flags[id] & SYMBOL_FUNCTION) && symtab->limit[id] <= limit_pc)
      {
        struct spec_entry entry = { { id, id + 1 }, 0, 0 };
        if (!vec_push (held, entry))
          return diag_no_memory (diag);
      }
  return STATUS_OK;
}

enum status
entries_hold (entry_list *entries, const struct symtab *symtab,
              const struct options *options, struct diag *diag)
{
  if (!options->quirks.wants_whole_callees)
    return STATUS_OK;
  entry_list held = { 0 };
  enum status status = STATUS_OK;
  for (size_t i = 0; i < entries->count && status == STATUS_OK; i++)
    status = hold_run (&held, &entries->items[i].run, symtab, diag);
  vec_release (entries);
  *entries = held;
  return status;
}

void
selection_release (struct selection *selection)
{
  for (size_t i = 0; i < SPEC_TABLES; i++)
    symset_release (&selection->tables[i]);
  arcset_release (&selection->arcs_include);
  arcset_release (&selection->arcs_exclude);
}
