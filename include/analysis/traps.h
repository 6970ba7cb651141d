/* traps.h - warnings of what profiles may not tell truly, though nothing is
   wrong with the files: one line each.  */

#ifndef TRAPS_H
#define TRAPS_H

#include <stdbool.h>

#include "analysis/callgraph.h"
#include "base/diag.h"
#include "model/profile.h"
#include "model/symtab.h"

/* Bins that are full or nearly so: the program may have counted on from 0.
   Sums of profiles do not count, which are told by arcs that lead to the very
   start of a function, or by a second record of the range.  O(files that
   brought something).  */
void traps_warn_full_bins (const struct profile *profile,
                           const struct symtab *symtab, struct diag *diag);

/* Ticks at other rates than the first, which were converted.  */
void traps_warn_rates (const struct profile *profile, struct diag *diag);

/* Calls that GRAPH has no place for; if TO_ELSEWHERE, because they enter or
   leave the image's code, with the usual reason.  */
void traps_warn_dropped_calls (const struct callgraph *graph,
                               bool to_elsewhere, struct diag *diag);

/* PROFILE_NAME has no arcs, so the call graph is left out.  */
void traps_warn_no_graph (const char *profile_name, struct diag *diag);

/* PROFILE has no samples at all, if that is so.  O(bins).  */
void traps_warn_no_samples (const struct profile *profile,
                            const char *profile_name, struct diag *diag);

/* Calls of the program IMAGE_NAME, which has the symbol STARTER of a function
   that starts threads.  */
void traps_warn_threads (const char *image_name, const char *starter,
                         struct diag *diag);

#endif
