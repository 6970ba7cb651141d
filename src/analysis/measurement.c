/* measurement.c - what one set of profiles says about a program: the steps of
   the analysis, one after the other.  */

#include "config.h"

#include "analysis/measurement.h"

#include <stdlib.h>

#include "base/vec.h"

enum status
measurement_count (struct measurement *measurement, const struct measured *of,
                   bool by_line, struct diag *diag)
{
  const struct selection *selection = of->selection;
  enum status status
      = callgraph_build (&measurement->graph, of->profile, of->symtab,
                         &selection->arcs_include, &selection->arcs_exclude,
                         of->calls, diag);
  if (status == STATUS_OK)
    status = call_paths_find (&measurement->paths, of->profile, of->symtab,
                              &selection->arcs_include,
                              &selection->arcs_exclude, diag);
  if (status == STATUS_OK && by_line)
    status = block_counts_build (&measurement->block_counts, of->profile,
                                 of->symtab,
                                 of->quirks->keeps_ten_blocks ? BLOCKS_GNU
                                                              : BLOCKS_ALL,
                                 diag);
  return status;
}

enum status
measurement_follow_arcs (struct measurement *measurement,
                         const struct measured *of, struct diag *diag)
{
  enum status status
      = cycles_number (&measurement->cycles, &measurement->graph, diag);
  if (status == STATUS_OK)
    status = propagate (&measurement->analysis, &measurement->graph,
                        &measurement->cycles, measurement->ticks,
                        of->selection, diag);
  if (status == STATUS_OK && measurement->paths.count > 0)
    status = call_paths_measure (&measurement->paths, &measurement->analysis,
                                 &measurement->graph, &measurement->cycles,
                                 of->selection, diag);
  return status;
}

enum status
measurement_propagate (struct measurement *measurement,
                       const struct measured *of, struct diag *diag)
{
  measurement->ticks
      = array_new (of->symtab->count, sizeof *measurement->ticks);
  if (measurement->ticks == NULL)
    return diag_no_memory (diag);
  enum status status
      = crediting_assign (&measurement->crediting, of, measurement->ticks,
                          &measurement->total_ticks, diag);
  return status == STATUS_OK ? measurement_follow_arcs (measurement, of, diag)
                             : status;
}

enum status
measurement_cover (struct measurement *measurement, const struct measured *of,
                   size_t file_count, struct diag *diag)
{
  const struct symset *tables = of->selection->tables;
  return coverage_build (&measurement->coverage, of->symtab, file_count,
                         &tables[SPEC_SOURCE_INCLUDE],
                         &tables[SPEC_SOURCE_EXCLUDE],
                         measurement->analysis.calls, diag);
}

enum status
measurement_order (struct measurement *measurement, const struct measured *of,
                   bool of_files, struct diag *diag)
{
  if (of_files)
    return ordering_of_files (&measurement->ordering, &measurement->graph,
                              of->symtab, diag);
  return ordering_of_functions (&measurement->ordering, &measurement->graph,
                                of->quirks, diag);
}

enum status
measurement_break_cycles (struct measurement *measurement,
                          const struct measured *of, struct diag *diag)
{
  return cycle_breaking_find (&measurement->breaking, &measurement->cycles,
                              &measurement->graph, of->symtab,
                              cycle_breaking_steps (&measurement->graph),
                              diag);
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
  measurement->ticks = NULL;
  block_counts_release (&measurement->block_counts);
  callgraph_release (&measurement->graph);
}
