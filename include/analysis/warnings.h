/* warnings.h - which warnings a run needs about its profiles and calls, as the
   user's options are; what they say is in mismatch and traps.  */

#ifndef WARNINGS_H
#define WARNINGS_H

#include <stdbool.h>

#include "analysis/callgraph.h"
#include "base/diag.h"
#include "input/options.h"
#include "model/profile.h"
#include "input/program.h"

/* Warn of what PROFILE, which was read whole, may not tell truly, and set
   *MISMATCHED if it is not PROGRAM's, or not all of it.  STATUS_MISMATCH if
   the user wants that; otherwise as mismatch_check, which is most of the
   cost.  */
enum status warn_of_profile (const struct profile *profile,
                             const struct options *options,
                             const struct program *program, bool *mismatched,
                             struct diag *diag);

/* Warn of calls that GRAPH may lack, if it will be shown or written.
   MISMATCHED as warn_of_profile has set it.  STATUS_IO or STATUS_NO_MEMORY.
   O(symbols).  */
enum status warn_of_calls (const struct callgraph *graph,
                           const struct options *options,
                           const struct program *program, bool mismatched,
                           struct diag *diag);

/* Warn if PROFILE has no samples, so that the flat profile that OPTIONS ask
   for is empty.  TICKS: all that it shows.  O(bins).  */
void warn_of_samples (const struct profile *profile,
                      const struct options *options, double ticks,
                      struct diag *diag);

#endif
