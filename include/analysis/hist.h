/* hist.h - GNU gprof's rule of who gets the ticks of a bin (R5).

   A symbol that covers fraction F of the units of a bin, of two bytes each,
   receives F of its ticks.  */

#ifndef HIST_H
#define HIST_H

#include "base/diag.h"
#include "analysis/measured.h"
#include "model/profile.h"
#include "analysis/shares.h"

/* Set SHARES, which has none, to those of BIN of HISTOGRAM.  FIRST is the first
   histogram of the profile.  Weights are units.  STATUS_NO_MEMORY.  O(shares),
   if symbols are found in O(1).  */
enum status hist_share (struct shares *shares, const struct measured *of,
                        const struct histogram *first,
                        const struct histogram *histogram, size_t bin,
                        struct diag *diag);

#endif
