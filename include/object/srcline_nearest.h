/* srcline_nearest.h - the symbol that code belongs to when debugging
   information does not tell, as libbfd sees it.

   That is the last symbol at or before the code, however long it is; but
   libbfd keeps its last answer while the code asked about is inside that
   symbol.  Since 2.44 it looks for where the next one begins, among those
   behind it in the symbol table (R3.9d).  */

#ifndef SRCLINE_NEAREST_H
#define SRCLINE_NEAREST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

/* SIZE is what the symbol table says, 0 included, and RANK the index there.
   NAME is borrowed.  nearest_sort fills in the rest: for how many bytes the
   symbol stays the answer, and the index of the next one of greater rank.  */
struct nearest_symbol
{
  uint64_t start_pc, size;
  uint32_t rank;
  uint32_t above;
  uint64_t kept;
  const char *name;
};

typedef VEC (struct nearest_symbol) nearest_symbol_list;

/* A zeroed struct has no symbols.  Code below BASE_PC, the start of the
   section that they are in, belongs to the last of them: libbfd takes offsets
   from there for unsigned.  */
struct nearest
{
  uint64_t base_pc;
  nearest_symbol_list symbols; /* ascending after nearest_sort */
  size_t last;                 /* the last answer's index + 1, or 0 */
};

/* Sort the symbols, so far in any order, by address.  Of several at one
   address the longest stays, of those the first.  If it OVERRUNS, as libbfd
   2.40 does, the next symbol ends no answer.  O(n log n).  */
void nearest_sort (struct nearest *nearest, bool overruns);

/* The symbol that the code at PC belongs to, or null.  O(log n).  */
const struct nearest_symbol *nearest_find (struct nearest *nearest,
                                           uint64_t pc);

/* After nearest_find for PC: the next address that may have another answer, or
   UINT64_MAX.  O(log n).  */
uint64_t nearest_next (const struct nearest *nearest, uint64_t pc);

void nearest_release (struct nearest *nearest);

#endif
