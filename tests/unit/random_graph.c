/* random_graph.c - small random call graphs, the same in every run.  */

#include "config.h"

#include "random_graph.h"

#include "capture.h"
#include "model/profile_builder.h"
#include "base/memory.h"

void
plain_symtab (struct symtab *symtab, size_t count)
{
  struct diag diag = { 0 };
  struct symbol *symbols = array_new (count, sizeof *symbols);
  for (size_t i = 0; i < count; i++)
    symbols[i] = (struct symbol){ 0x1000 + 16 * i, "f", SYMBOL_FUNCTION };
  if (symtab_build (symtab, symbols, count, 0x1000 + 16 * count, &diag)
      != STATUS_OK)
    helper_failed ("plain_symtab", "no table");
  free (symbols);
}

void
random_graph (struct callgraph *graph, const struct symtab *symtab,
              uint32_t arcs, struct rng *rng)
{
  const uint32_t count = (uint32_t)symtab->count;
  struct diag diag = { 0 };
  struct profile_builder builder = { 0 };
  struct profile profile;
  const struct arcset none = { 0 };
  for (uint32_t i = rng_below (rng, arcs + 1); i > 0; i--)
    {
      const struct raw_arc arc
          = { symtab->start[rng_below (rng, count)],
              symtab->start[rng_below (rng, count)], rng_below (rng, 6) };
      if (profile_builder_add_arc (&builder, &arc, &diag) != STATUS_OK)
        helper_failed ("random_graph", "no arc");
    }
  if (profile_builder_finish (&builder, &profile, &diag) != STATUS_OK)
    helper_failed ("random_graph", "no profile");
  if (callgraph_build (graph, &profile, symtab, &none, &none, NULL, NULL,
                       &diag)
      != STATUS_OK)
    helper_failed ("random_graph", "no graph");
  profile_release (&profile);
}
