/* srcline_nearest.c - the symbol that code belongs to when debugging
   information does not tell: part of the imitation of libbfd.  */

#include "config.h"

#include "object/srcline_nearest.h"

#include <stdlib.h>

#include "base/search.h"

/* By address; at one address the longest first, where size 0 compares like
   size 1; then by rank.  */
static int
compare_symbols (const void *a, const void *b)
{
  const struct nearest_symbol *x = a, *y = b;
  if (x->start_pc != y->start_pc)
    return x->start_pc < y->start_pc ? -1 : 1;
  const uint64_t size_x = x->size | !x->size, size_y = y->size | !y->size;
  if (size_x != size_y)
    return size_x > size_y ? -1 : 1;
  return x->rank < y->rank ? -1 : x->rank > y->rank;
}

/* The first of the COUNT SYMBOLS from index I on that has a greater rank than
   RANK, or COUNT.  What lies behind I has its member ABOVE already.  */
static size_t
next_above (const struct nearest_symbol *symbols, size_t count, size_t i,
            uint32_t rank)
{
  while (i < count && symbols[i].rank <= rank)
    i = symbols[i].above;
  return i;
}

/* Cut the COUNT sorted SYMBOLS where another one begins.  */
static void
cut_answers (struct nearest_symbol *symbols, size_t count)
{
  size_t behind = count; /* the first symbol at a greater address */
  for (size_t i = count; i-- > 0;)
    {
      struct nearest_symbol *symbol = &symbols[i];
      if (i + 1 < count && symbol[1].start_pc != symbol->start_pc)
        behind = i + 1;
      const size_t next = next_above (symbols, count, behind, symbol->rank);
      if (next < count
          && symbols[next].start_pc - symbol->start_pc < symbol->kept)
        symbol->kept = symbols[next].start_pc - symbol->start_pc;
      symbol->above
          = (uint32_t)next_above (symbols, count, i + 1, symbol->rank);
    }
}

void
nearest_sort (struct nearest *nearest, bool overruns)
{
  struct nearest_symbol *symbols = nearest->symbols.items;
  size_t kept = 0;
  for (size_t i = 0; i < nearest->symbols.count; i++)
    symbols[i].kept = symbols[i].size;
  if (nearest->symbols.count > 0)
    qsort (symbols, nearest->symbols.count, sizeof *symbols, compare_symbols);
  if (!overruns)
    cut_answers (symbols, nearest->symbols.count);
  for (size_t i = 0; i < nearest->symbols.count; i++)
    if (kept == 0 || symbols[kept - 1].start_pc != symbols[i].start_pc)
      symbols[kept++] = symbols[i];
  nearest->symbols.count = kept;
  nearest->last = 0;
}

/* How many symbols start at or before PC.  */
static size_t
count_up_to (const struct nearest *nearest, uint64_t pc)
{
  const struct nearest_symbol *symbols = nearest->symbols.items;
  size_t above = nearest->symbols.count;
  if (pc >= nearest->base_pc)
    search_first (above, 0, nearest->symbols.count,
                  symbols[above].start_pc > pc);
  return above;
}

/* Does the last answer stay for PC?  */
static bool
is_kept (const struct nearest *nearest, uint64_t pc)
{
  if (nearest->last == 0)
    return false;
  const struct nearest_symbol *last
      = &nearest->symbols.items[nearest->last - 1];
  return pc >= last->start_pc && pc - last->start_pc < last->kept;
}

const struct nearest_symbol *
nearest_find (struct nearest *nearest, uint64_t pc)
{
  if (!is_kept (nearest, pc))
    nearest->last = count_up_to (nearest, pc);
  return nearest->last > 0 ? &nearest->symbols.items[nearest->last - 1] : NULL;
}

uint64_t
nearest_next (const struct nearest *nearest, uint64_t pc)
{
  if (is_kept (nearest, pc))
    {
      const struct nearest_symbol *last
          = &nearest->symbols.items[nearest->last - 1];
      return last->start_pc + last->kept > pc ? last->start_pc + last->kept
                                              : UINT64_MAX;
    }
  if (pc < nearest->base_pc)
    return nearest->base_pc;
  const size_t above = count_up_to (nearest, pc);
  return above < nearest->symbols.count
             ? nearest->symbols.items[above].start_pc
             : UINT64_MAX;
}

void
nearest_release (struct nearest *nearest)
{
  vec_release (&nearest->symbols);
  nearest->last = 0;
}
