/* ordering.h - orders for the linker: what calls each other lies together.

   Arcs are processed one after the other.  A symbol without a chain joins the
   chain of the one it calls or is called by, at the nearer end; chains are
   then concatenated (R10.1-R10.4).  */

#ifndef ORDERING_H
#define ORDERING_H

#include <stdbool.h>

#include "analysis/callgraph.h"
#include "base/memory.h"
#include "model/quirks.h"
#include "model/symtab.h"

struct ordering
{
  VEC (sym_id) order;
};

/* Order all symbols of GRAPH (R10.5-R10.8): first what most arcs lead to, then
   chains, then what was called but could not be placed, last what was never
   called.  Each symbol appears once, but for the QUIRKS forgets_last_hot and
   repeats_unused (R10.7).  O(V log V + E log E).  */
void ordering_of_functions (struct ordering *ordering,
                            const struct callgraph *graph,
                            const struct quirks *quirks);

/* Order the mapped symbols of SYMTAB by the arcs between them (R10.20), each
   once.  O(V + E).  */
void ordering_of_files (struct ordering *ordering,
                        const struct callgraph *graph,
                        const struct symtab *symtab);

void ordering_release (struct ordering *ordering);

#endif
