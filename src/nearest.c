/* nearest.c - the symbol that code belongs to when debugging information does
   not tell.  */

#include "config.h"

#include "nearest.h"

#include <stdlib.h>

/* At one address, nothing counts for as much as one byte.  */
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

void
nearest_settle (struct nearest *nearest)
{
  struct nearest_symbol *symbols = nearest->symbols.items;
  size_t kept = 0;
  if (nearest->symbols.count > 0)
    qsort (symbols, nearest->symbols.count, sizeof *symbols, compare_symbols);
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
  size_t low = 0, high = nearest->symbols.count;
  if (pc < nearest->base_pc)
    return high;
  while (low < high)
    {
      const size_t middle = low + (high - low) / 2;
      if (nearest->symbols.items[middle].start_pc <= pc)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Is PC inside the last answer?  */
static bool
is_kept (const struct nearest *nearest, uint64_t pc)
{
  if (nearest->last == 0)
    return false;
  const struct nearest_symbol *last
      = &nearest->symbols.items[nearest->last - 1];
  return pc >= last->start_pc && pc - last->start_pc < last->size;
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
      return last->start_pc + last->size > pc ? last->start_pc + last->size
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
