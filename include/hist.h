/* hist.h - histogram time assigned to symbols.  */

#ifndef HIST_H
#define HIST_H

#include "profile.h"
#include "symset.h"
#include "symtab.h"
#include "target.h"

/* Credit each histogram bin to the symbols it overlaps (R5).

   A symbol covering fraction F of a bin's address range receives F of its
   ticks; addresses are compared in the histogram's units of two bytes.
   Symbols not accepted by INCLUDE and EXCLUDE receive nothing, and their
   share leaves *TOTAL.  TICKS holds symtab->count zeroed entries and receives
   ticks, not seconds; *TOTAL receives the sum of all bins less those shares.
   O(bins + symbols + histograms log symbols).  Cannot fail.  */
void hist_assign (const struct profile *profile, const struct symtab *symtab,
                  const struct target *target, const struct symset *include,
                  const struct symset *exclude, double *ticks, double *total);

#endif
