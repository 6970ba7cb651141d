/* cycles.h - depth-first numbers, cycles, topological order.  */

#ifndef CYCLES_H
#define CYCLES_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/callgraph.h"
#include "model/symtab.h"

/* Cycles are numbered from 1 in address order of their heads; the members of
   cycle C are members[member_start[C-1]] .. members[member_start[C]-1].  */
struct cycles
{
  size_t count;
  size_t symbols;
  uint32_t *cycle;        /* of each symbol, 0 if in none */
  uint32_t *member_start; /* count + 1 entries */
  sym_id *members;
  sym_id *topological; /* all symbols, callees before callers; the members
                           of a cycle together */
};

/* Find the strongly connected components of GRAPH with more than one symbol,
   in the reference's numbering and order of members (R6.10-R6.14).

   The path-based algorithm of Gabow (Inf. Proc. Letters 74, 2000), on an
   explicit stack, since call chains may be a million deep: O(V + E).  16 bytes
   per symbol stay, 36 more are needed while at work.  */
void cycles_number (struct cycles *cycles, const struct callgraph *graph);

/* The node of an analysis that stands for cycle NUMBER.  */
static inline size_t
cycles_node (const struct cycles *cycles, size_t number)
{
  return cycles->symbols + number - 1;
}

/* The node that the calls of ID are counted for: its cycle, or itself.  */
static inline size_t
cycles_head (const struct cycles *cycles, sym_id id)
{
  const uint32_t number = cycles->cycle[id];
  return number != 0 ? cycles_node (cycles, number) : id;
}

void cycles_release (struct cycles *cycles);

#endif
