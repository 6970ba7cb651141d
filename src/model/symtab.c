/* symtab.c - the sorted symbol table: build, finalise, look up, walk.

   Which of several symbols at one address is kept decides what a listing calls
   the code there, so the rules are exactly those of GNU gprof.  */

#include "config.h"

#include "model/symtab.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/search.h"
#include "base/sort.h"

/* The order of two symbols at one address: functions first, then global ones
   (R3.11).  */
static int
compare_kinds (uint8_t a, uint8_t b)
{
  const int by_kind = (b & SYMBOL_FUNCTION) - (a & SYMBOL_FUNCTION);
  return by_kind != 0 ? by_kind : (a & SYMBOL_STATIC) - (b & SYMBOL_STATIC);
}

/* Items carry the address as their number and the flags as their rank.  */
static int
compare_symbols (const struct sort_item *a, const struct sort_item *b)
{
  if (a->number != b->number)
    return a->number < b->number ? -1 : 1;
  return compare_kinds ((uint8_t)a->rank, (uint8_t)b->rank);
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

/* Does a symbol of this name and these flags take the place of the one that
   was kept, which starts at the same address?  (R3.12)  */
static bool
replaces (const char *name, uint8_t flags, const char *kept_name,
          uint8_t kept_flags)
{
  if ((flags ^ kept_flags) & SYMBOL_STATIC)
    return kept_flags & SYMBOL_STATIC;
  if ((flags ^ kept_flags) & SYMBOL_FUNCTION)
    return flags & SYMBOL_FUNCTION;
  return underscores (name) < underscores (kept_name);
}

static void
allocate (struct symtab *symtab, size_t count)
{
  *symtab = (struct symtab){ 0 };
  symtab->start = array_new (count, sizeof *symtab->start);
  symtab->limit = array_new (count, sizeof *symtab->limit);
  symtab->name = array_new (count, sizeof *symtab->name);
  symtab->flags = array_new (count, sizeof *symtab->flags);
  symtab->rank = array_new (count, sizeof *symtab->rank);
  symtab->first_rank = array_new (count, sizeof *symtab->first_rank);
  symtab->file = array_new (count, sizeof *symtab->file);
  symtab->line = array_new (count, sizeof *symtab->line);
}

static void
append (struct symtab *symtab, const struct symbol *symbol, uint8_t flags,
        uint32_t rank, uint32_t first_rank)
{
  size_t id = symtab->count++;
  symtab->start[id] = symbol->start_pc;
  symtab->name[id] = symbol->name;
  symtab->flags[id] = flags;
  symtab->rank[id] = rank;
  symtab->first_rank[id] = first_rank;
  symtab->file[id] = SOURCE_NONE;
}

/* Fill SYMTAB with one symbol for each address of ITEMS, which are sorted.  */
static void
keep_one_per_address (struct symtab *symtab, const struct symbol *symbols,
                      const struct sort_item *items, size_t count)
{
  for (size_t i = 0; i < count;)
    {
      const uint64_t start_pc = items[i].number;
      const struct symbol *kept = &symbols[items[i].id];
      uint32_t rank = items[i].id, first_rank = rank;
      uint8_t ours = kept->flags & SYMBOL_OURS;
      for (i++; i < count && items[i].number == start_pc; i++)
        {
          const struct symbol *next = &symbols[items[i].id];
          if (replaces (next->name, next->flags, kept->name, kept->flags))
            {
              kept = next;
              rank = items[i].id;
            }
          if (items[i].id < first_rank)
            first_rank = items[i].id;
          ours &= next->flags;
        }
      append (symtab, kept, (uint8_t)((kept->flags & ~SYMBOL_OURS) | ours),
              rank, first_rank);
    }
}

/* COUNT items for SYMBOLS, sorted, to be freed.  */
static struct sort_item *
sort_symbols (const struct symbol *symbols, size_t count)
{
  struct sort_item *items = array_new (count, sizeof *items);
  bool is_sorted = true;
  for (size_t i = 0; i < count; i++)
    {
      items[i] = (struct sort_item){ .number = symbols[i].start_pc,
                                     .rank = symbols[i].flags,
                                     .id = (uint32_t)i };
      is_sorted
          = is_sorted
            && (i == 0 || compare_symbols (&items[i - 1], &items[i]) <= 0);
    }
  if (!is_sorted)
    sort_items (items, count, compare_symbols);
  return items;
}

/* Divide the addresses of SYMTAB, which is otherwise complete, into
   buckets.  */
static void
find_buckets (struct symtab *symtab)
{
  if (symtab->count == 0)
    return;
  const uint64_t first_pc = symtab->start[0];
  const uint64_t span = symtab->start[symtab->count - 1] - first_pc;
  symtab->bucket_bits = 0;
  while (span >> symtab->bucket_bits > symtab->count)
    symtab->bucket_bits++;
  const size_t buckets = (size_t)(span >> symtab->bucket_bits) + 1;
  symtab->bucket = array_new (buckets + 1, sizeof *symtab->bucket);
  size_t next = 0; /* bucket that has no symbol yet */
  for (sym_id id = 0; id < symtab->count; id++)
    for (const uint64_t offset = symtab->start[id] - first_pc;
         next <= offset >> symtab->bucket_bits; next++)
      symtab->bucket[next] = id;
  symtab->bucket[buckets] = (sym_id)symtab->count;
}

enum status
symtab_build (struct symtab *symtab, const struct symbol *symbols,
              size_t count, uint64_t text_limit, struct diag *diag)
{
  if (count >= SYM_NONE / 2)
    return diag_fail (diag, STATUS_UNSUPPORTED, NULL, _ ("too many symbols"));
  struct sort_item *items = sort_symbols (symbols, count);
  allocate (symtab, count);
  keep_one_per_address (symtab, symbols, items, count);
  free (items);
  symtab->text_limit = text_limit;
  for (size_t i = 0; i < symtab->count; i++)
    symtab->limit[i]
        = i + 1 < symtab->count ? symtab->start[i + 1] : text_limit;
  find_buckets (symtab);
  return STATUS_OK;
}

/* --- Objects ------------------------------------------------------------- */

size_t
symtab_object (const struct symtab *symtab, sym_id id)
{
  /* The next object begins behind ID.  Of those that have the same first
     symbol only the last one has any.  */
  size_t next;
  search_first (next, 1, symtab->object_count,
                symtab->objects[next].first > id);
  return next - 1;
}

struct symrun
symtab_symbols_of (const struct symtab *symtab, size_t number)
{
  return (struct symrun){ number > 0 ? symtab->objects[number].first : 0,
                          number + 1 < symtab->object_count
                              ? symtab->objects[number + 1].first
                              : (sym_id)symtab->count };
}

/* Find the first symbol of each object, and let the last one end with the text
   section if it reaches up to the next object.  */
static void
find_objects (struct symtab *symtab)
{
  for (size_t i = 1; i < symtab->object_count; i++)
    symtab->objects[i].first
        = symtab_first_above (symtab, symtab->objects[i].start_pc - 1);
  for (size_t i = 1; i < symtab->object_count; i++)
    {
      const struct symrun run = symtab_symbols_of (symtab, i - 1);
      if (run.first < run.limit
          && symtab->limit[run.limit - 1] >= symtab->objects[i].start_pc)
        symtab->limit[run.limit - 1] = symtab->objects[i - 1].text_limit;
    }
}

void
symtab_divide (struct symtab *symtab, const struct symtab_object *objects,
               size_t count)
{
  symtab->objects = array_new (count, sizeof *symtab->objects);
  memcpy (symtab->objects, objects, count * sizeof *objects);
  symtab->object_count = count;
  find_objects (symtab);
}

/* --- Lines -------------------------------------------------------------- */

static void
append_line (struct symtab *symtab, const struct line_symbol *line)
{
  const size_t id = symtab->count++;
  symtab->start[id] = line->start_pc;
  symtab->name[id] = line->name;
  symtab->flags[id] = line->flags;
  symtab->file[id] = line->file;
  symtab->line[id] = line->line;
}

static void
append_copy (struct symtab *symtab, const struct symtab *from, size_t id)
{
  const size_t to = symtab->count++;
  symtab->start[to] = from->start[id];
  symtab->limit[to] = from->limit[id];
  symtab->name[to] = from->name[id];
  symtab->flags[to] = from->flags[id];
  symtab->rank[to] = from->rank[id];
  symtab->first_rank[to] = from->first_rank[id];
  symtab->file[to] = from->file[id];
  symtab->line[to] = from->line[id];
}

/* Function ID of FUNCTIONS and LINE start together: is it the line that stays?
   Lines come first among equals.  */
static bool
line_wins (const struct symtab *functions, size_t id,
           const struct line_symbol *line)
{
  const char *name = functions->name[id];
  const uint8_t flags = functions->flags[id];
  if (compare_kinds (flags, line->flags) < 0)
    return replaces (line->name, line->flags, name, flags);
  return !replaces (name, flags, line->name, line->flags);
}

/* Merge FUNCTIONS and LINES into SYMTAB.  Lines end at the next symbol, so
   LIMIT is known when that comes.  */
static void
merge_lines (struct symtab *symtab, const struct symtab *functions,
             const struct line_symbol *lines, size_t count)
{
  size_t f = 0, l = 0;
  bool is_open = false; /* the last symbol has no limit yet */
  while (f < functions->count || l < count)
    {
      const bool has_function
          = f < functions->count
            && (l == count || functions->start[f] <= lines[l].start_pc);
      const bool has_line
          = l < count
            && (!has_function || functions->start[f] == lines[l].start_pc);
      const uint64_t start
          = has_line ? lines[l].start_pc : functions->start[f];
      if (is_open)
        symtab->limit[symtab->count - 1] = start;
      is_open
          = has_line && (!has_function || line_wins (functions, f, &lines[l]));
      if (is_open)
        append_line (symtab, &lines[l]);
      else if (functions->limit[f] > start)
        append_copy (symtab, functions, f);
      f += has_function;
      l += has_line;
    }
}

enum status
symtab_add_lines (struct symtab *symtab, const struct line_symbol *lines,
                  size_t count, struct diag *diag)
{
  if (count >= SYM_NONE - symtab->count)
    return diag_fail (diag, STATUS_UNSUPPORTED, NULL, _ ("too many lines"));
  const uint64_t text_limit = symtab->text_limit;
  struct symtab merged;
  allocate (&merged, symtab->count + count);
  merge_lines (&merged, symtab, lines, count);
  if (merged.count > 0 && merged.limit[merged.count - 1] == 0)
    merged.limit[merged.count - 1] = text_limit;
  merged.text_limit = text_limit;
  merged.objects = symtab->objects;
  merged.object_count = symtab->object_count;
  symtab->objects = NULL;
  symtab_release (symtab);
  *symtab = merged;
  find_buckets (symtab);
  find_objects (symtab);
  return STATUS_OK;
}

sym_id
symtab_first_above (const struct symtab *symtab, uint64_t pc)
{
  /* Symbols below LOW start at or below PC, those from HIGH on above it.  */
  size_t low = 0, high = symtab->count;
  if (symtab->bucket != NULL)
    {
      if (pc < symtab->start[0])
        return 0;
      if (pc >= symtab->start[high - 1])
        return (sym_id)high;
      const uint64_t i = (pc - symtab->start[0]) >> symtab->bucket_bits;
      low = symtab->bucket[i];
      high = symtab->bucket[i + 1];
    }
  size_t id;
  search_first (id, low, high, symtab->start[id] > pc);
  return (sym_id)id;
}

sym_id
symtab_find (const struct symtab *symtab, uint64_t pc)
{
  const sym_id above = symtab_first_above (symtab, pc);
  if (above == 0 || pc >= symtab->limit[above - 1])
    return SYM_NONE;
  return above - 1;
}

void
symtab_release (struct symtab *symtab)
{
  free (symtab->start);
  free (symtab->limit);
  free (symtab->name);
  free (symtab->flags);
  free (symtab->rank);
  free (symtab->first_rank);
  free (symtab->file);
  free (symtab->line);
  free (symtab->bucket);
  free (symtab->objects);
  *symtab = (struct symtab){ 0 };
}
