/* cycle_breaking.h - arcs without which the cycles of a call graph are none.

   Which set of arcs has the least calls is a hard question (minimum feedback
   arc set), so the answer here is a good set, not the best one: of each way
   around a cycle the arc with the least calls goes, and no arc of the set can
   be spared.  */

#ifndef CYCLE_BREAKING_H
#define CYCLE_BREAKING_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/callgraph.h"
#include "analysis/cycles.h"
#include "model/symtab.h"

/* The arcs within cycle C, which is counted from 1, are arcs[arc_start[C]] ..
   arcs[arc_start[C+1]-1].  They lead from one member to another; those with
   most calls come first, then it goes by name of the caller, name of the
   callee, and address.  */
struct cycle_breaking
{
  size_t *arc_start; /* two entries more than there are cycles */
  arc_id *arcs;
  bool *breaks; /* whether each of ARCS is one of those that break the cycle */
  bool *minimal; /* of each cycle, from 1: no arc of these can be spared */
  bool *broken;  /* of each cycle, from 1: in the graph without these arcs,
                    cycles_number finds no cycle among its members */
};

/* How many steps are taken to break the cycles of GRAPH: enough for all cycles
   of ordinary programs, and in a larger graph a constant number for each
   symbol and arc.  */
size_t cycle_breaking_steps (const struct callgraph *graph);

/* Find arcs that break each of CYCLES, which are those of GRAPH, and check
   that they do.  SYMTAB has the names.

   Arcs are tried in their order, and each one is kept that makes no cycle
   with those kept before; the others break the cycle.  After STEPS steps, an
   arc looked at or a symbol moved being one, only arcs that agree with the
   order found by then are kept, so the cost is O(arcs log arcs + STEPS log
   STEPS), and the set may have more arcs than it needs.  65 bytes per symbol
   and 21 per arc while at work, and what cycles_number needs.  */
void cycle_breaking_find (struct cycle_breaking *breaking,
                          const struct cycles *cycles,
                          const struct callgraph *graph,
                          const struct symtab *symtab, size_t steps);

void cycle_breaking_release (struct cycle_breaking *breaking);

#endif
