/* random_graph.h - small random call graphs, the same in every run.

   Symbols are 16 bytes each from 0x1000, all of them functions.  */

#ifndef RANDOM_GRAPH_H
#define RANDOM_GRAPH_H

#include "analysis/callgraph.h"
#include "rng.h"
#include "model/symtab.h"

/* A table of COUNT functions, to be released with symtab_release.  */
void plain_symtab (struct symtab *symtab, size_t count);

/* A graph over SYMTAB with up to ARCS random arcs, some of them without
   calls, some from a symbol to itself.  */
void random_graph (struct callgraph *graph, const struct symtab *symtab,
                   uint32_t arcs, struct rng *rng);

#endif
