/* measurement.c - what one set of profiles says about a program: the steps of
   the analysis, one after the other.  */

#include "config.h"

#include "analysis/measurement.h"

#include <stdlib.h>

#include "base/memory.h"

enum status
measurement_count (struct measurement *measurement, const struct measured *of,
                   bool by_line, struct diag *diag)
{
  const struct selection *selection = of->selection;
  /* Else the paths are those of waits.  */
  const bool is_measured = of->profile->arcs_are_measured;
  call_paths_find (&measurement->paths, of->profile, of->symtab, selection);
  enum status status
      = callgraph_build (&measurement->graph, of->profile, of->symtab,
                         &selection->arcs_include, &selection->arcs_exclude,
                         is_measured ? &measurement->paths : NULL, of->calls,
                         diag);
  if (status != STATUS_OK)
    return status;
  if (by_line)
    block_counts_build (&measurement->block_counts, of->profile, of->symtab,
                        of->quirks->keeps_ten_blocks ? BLOCKS_GNU
                                                     : BLOCKS_ALL);
  return STATUS_OK;
}

void
measurement_follow_arcs (struct measurement *measurement,
                         const struct measured *of)
{
  cycles_number (&measurement->cycles, &measurement->graph);
  propagate (&measurement->analysis, &measurement->graph, &measurement->cycles,
             measurement->ticks, of->selection);
  if (!of->profile->arcs_are_measured)
    measurement->unseen = unseen_find (of->symtab, &measurement->graph,
                                       &measurement->analysis);
  if (of->profile->arcs_are_measured && measurement->paths.count > 0)
    call_paths_measure (&measurement->paths, &measurement->analysis,
                        &measurement->graph, &measurement->cycles,
                        of->selection);
}

/* Find the excess of each symbol, if files tell of some.  */
static void
find_excess (struct measurement *measurement, const struct measured *of)
{
  const size_t count = of->profile->excesses.count;
  if (count == 0)
    return;
  measurement->excess
      = array_new (of->symtab->count, sizeof *measurement->excess);
  for (size_t i = 0; i < count; i++)
    {
      const struct excess *excess = &of->profile->excesses.items[i];
      const sym_id id = symtab_find (of->symtab, excess->pc);
      if (id != SYM_NONE)
        measurement->excess[id] += excess->ticks;
    }
}

enum status
measurement_propagate (struct measurement *measurement,
                       const struct measured *of, struct diag *diag)
{
  measurement->ticks
      = array_new (of->symtab->count, sizeof *measurement->ticks);
  enum status status
      = crediting_assign (&measurement->crediting, of, measurement->ticks,
                          &measurement->total_ticks,
                          &measurement->recording_ticks, diag);
  if (status == STATUS_OK)
    {
      find_excess (measurement, of);
      measurement_follow_arcs (measurement, of);
    }
  return status;
}

void
measurement_release (struct measurement *measurement)
{
  cycle_breaking_release (&measurement->breaking);
  ordering_release (&measurement->ordering);
  coverage_release (&measurement->coverage);
  analysis_release (&measurement->analysis);
  call_paths_release (&measurement->paths);
  cycles_release (&measurement->cycles);
  crediting_release (&measurement->crediting);
  free (measurement->ticks);
  free (measurement->excess);
  measurement->ticks = measurement->excess = NULL;
  block_counts_release (&measurement->block_counts);
  callgraph_release (&measurement->graph);
}
