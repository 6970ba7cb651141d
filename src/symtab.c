/* symtab.c - the sorted symbol table: build, finalise, look up, walk.

   Which of several symbols at one address survives decides what a listing
   calls the code there, so the rules are the reference's to the letter.  */

#include "config.h"

#include "symtab.h"

#include <stdlib.h>

#include "i18n.h"
#include "sort.h"

static int
compare_symbols (uint32_t a, uint32_t b, const void *context)
{
  const struct symbol *symbols = context;
  const struct symbol *x = &symbols[a], *y = &symbols[b];
  if (x->start_pc != y->start_pc)
    return x->start_pc < y->start_pc ? -1 : 1;
  int by_kind
      = (y->flags & SYMBOL_FUNCTION) - (int)(x->flags & SYMBOL_FUNCTION);
  if (by_kind != 0)
    return by_kind;
  return (x->flags & SYMBOL_STATIC) - (int)(y->flags & SYMBOL_STATIC);
}

/* How many underscores NAME starts with, as far as the choice between two
   names cares.  */
static int
underscores (const char *name)
{
  if (name[0] != '_')
    return 0;
  return name[1] == '_' ? 2 : 1;
}

/* Does NEXT take the place of KEPT, which starts at the same address?
   (R3.12)  */
static bool
replaces (const struct symbol *next, const struct symbol *kept)
{
  if ((next->flags ^ kept->flags) & SYMBOL_STATIC)
    return kept->flags & SYMBOL_STATIC;
  if ((next->flags ^ kept->flags) & SYMBOL_FUNCTION)
    return next->flags & SYMBOL_FUNCTION;
  return underscores (next->name) < underscores (kept->name);
}

static enum status
allocate (struct symtab *symtab, size_t count, struct diag *diag)
{
  *symtab = (struct symtab){ 0 };
  symtab->start = array_new (count, sizeof *symtab->start);
  symtab->limit = array_new (count, sizeof *symtab->limit);
  symtab->name = array_new (count, sizeof *symtab->name);
  symtab->flags = array_new (count, sizeof *symtab->flags);
  symtab->rank = array_new (count, sizeof *symtab->rank);
  symtab->file = array_new (count, sizeof *symtab->file);
  symtab->line = array_new (count, sizeof *symtab->line);
  if (symtab->start && symtab->limit && symtab->name && symtab->flags
      && symtab->rank && symtab->file && symtab->line)
    return STATUS_OK;
  symtab_release (symtab);
  return diag_no_memory (diag);
}

static void
append (struct symtab *symtab, const struct symbol *symbol, uint32_t rank)
{
  size_t id = symtab->count++;
  symtab->start[id] = symbol->start_pc;
  symtab->name[id] = symbol->name;
  symtab->flags[id] = symbol->flags;
  symtab->rank[id] = rank;
  symtab->file[id] = SOURCE_NONE;
}

/* Fill SYMTAB with one symbol for each address of ORDER.  */
static void
keep_one_per_address (struct symtab *symtab, const struct symbol *symbols,
                      const uint32_t *order, size_t count)
{
  for (size_t i = 0; i < count;)
    {
      const struct symbol *kept = &symbols[order[i]];
      const uint64_t start_pc = kept->start_pc;
      uint32_t rank = order[i];
      for (i++; i < count && symbols[order[i]].start_pc == start_pc; i++)
        {
          if (replaces (&symbols[order[i]], kept))
            kept = &symbols[order[i]];
          if (order[i] < rank)
            rank = order[i];
        }
      append (symtab, kept, rank);
    }
}

enum status
symtab_build (struct symtab *symtab, const struct symbol *symbols,
              size_t count, uint64_t text_limit, struct diag *diag)
{
  if (count >= SYM_NONE)
    return diag_fail (diag, STATUS_UNSUPPORTED, NULL, _ ("too many symbols"));
  uint32_t *order = array_new (count, sizeof *order);
  if (order == NULL)
    return diag_no_memory (diag);
  for (size_t i = 0; i < count; i++)
    order[i] = (uint32_t)i;

  enum status status = sort_ids (order, count, compare_symbols, symbols, diag);
  if (status == STATUS_OK)
    status = allocate (symtab, count, diag);
  if (status == STATUS_OK)
    {
      keep_one_per_address (symtab, symbols, order, count);
      for (size_t i = 0; i < symtab->count; i++)
        symtab->limit[i]
            = i + 1 < symtab->count ? symtab->start[i + 1] : text_limit;
    }
  free (order);
  return status;
}

sym_id
symtab_find (const struct symtab *symtab, uint64_t pc)
{
  /* Symbols below LOW start at or below PC, those from HIGH on above it.  */
  size_t low = 0, high = symtab->count;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (symtab->start[middle] <= pc)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == 0 || pc >= symtab->limit[low - 1])
    return SYM_NONE;
  return (sym_id)(low - 1);
}

void
symtab_release (struct symtab *symtab)
{
  free (symtab->start);
  free (symtab->limit);
  free (symtab->name);
  free (symtab->flags);
  free (symtab->rank);
  free (symtab->file);
  free (symtab->line);
  *symtab = (struct symtab){ 0 };
}
