/* warnings.c - which warnings a run needs about its profiles and calls.  */

#include "config.h"

#include "analysis/warnings.h"

#include "analysis/mismatch.h"
#include "analysis/traps.h"

enum status
warn_of_profile (const struct profile *profile, const struct options *options,
                 const struct program *program, bool *mismatched,
                 struct diag *diag)
{
  const struct pairing pair
      = { .image = program->image,
          .image_name = options->image,
          .profile = profile,
          .profile_name = options->profiles.items[0],
          .symtab = &program->symtab,
          .full_table = program_has_all_functions (options),
          .table_is_given
          = options->symbol_file != NULL && !options->quirks.cuts_table_lines,
          .strict = options->strict };
  traps_warn_rates (profile, diag);
  traps_warn_full_bins (profile, &program->symtab, diag);
  return mismatch_check (&pair, mismatched, diag);
}

/* Is an end of the first call that has no place in GRAPH in code that is not
   the image's?  A profile of another program has such ends for another
   reason.  */
static bool
drops_calls_to_elsewhere (const struct callgraph *graph,
                          const struct program *program, bool mismatched)
{
  const struct raw_arc *first = &graph->dropped.first;
  return !mismatched
         && (!image_is_code (program->image, first->from_pc)
             || !image_is_code (program->image, first->self_pc));
}

enum status
warn_of_calls (const struct callgraph *graph, const struct options *options,
               const struct program *program, bool mismatched,
               struct diag *diag)
{
  if ((options->requested & ~(unsigned)LISTING_INFO) != 0)
    traps_warn_dropped_calls (
        graph, drops_calls_to_elsewhere (graph, program, mismatched), diag);
  if (!(options->requested & LISTING_GRAPH) || graph->counted == 0)
    return STATUS_OK;
  const char *starter;
  enum status status = image_thread_starter (program->image, &starter, diag);
  if (status == STATUS_OK && starter != NULL)
    traps_warn_threads (options->image, starter, diag);
  return status;
}

void
warn_of_samples (const struct profile *profile, const struct options *options,
                 double ticks, struct diag *diag)
{
  if ((options->requested & LISTING_FLAT) && ticks <= 0)
    traps_warn_no_samples (profile, options->profiles.items[0], diag);
}
