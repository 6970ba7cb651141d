/* crediting.h - who is credited with the ticks of bins: the one answer for all
   that asks, by the rule that the user chose (hist.h, attribution.h).  */

#ifndef CREDITING_H
#define CREDITING_H

#include "analysis/attribution.h"
#include "base/diag.h"
#include "analysis/measured.h"
#include "model/profile.h"
#include "analysis/shares.h"

/* Zeroed at first; for one program only.  */
struct crediting
{
  struct shares shares; /* of the latest bin */
  struct attribution attribution;
};

/* Set crediting->shares to those of bin number BIN of HISTOGRAM, which is one
   of those of a profile, the first of which is FIRST, with DETAIL.  Of OF the
   profile is not looked at.  What hist_share or attribution_share costs and returns.  */
enum status crediting_share (struct crediting *crediting,
                             const struct measured *of,
                             const struct histogram *first,
                             const struct histogram *histogram, size_t bin,
                             enum share_detail detail, struct diag *diag);

/* Called for each bin with ticks.  */
typedef void crediting_visitor (void *context, const struct shares *shares,
                                uint64_t ticks);

/* Call VISIT for the bins of OF's profile that have ticks, histogram by
   histogram.  O(bins) and what crediting_share costs for those.  */
enum status crediting_walk (struct crediting *crediting,
                            const struct measured *of,
                            enum share_detail detail, crediting_visitor *visit,
                            void *context, struct diag *diag);

/* Credit all ticks of OF's profile.  What the flat profile leaves out receives
   nothing, and its share is not in *TOTAL.  TICKS holds a zeroed entry for each
   symbol and receives ticks, not seconds; *TOTAL receives the sum of all bins
   less what is left out.  What crediting_walk costs and returns.  */
enum status crediting_assign (struct crediting *crediting,
                              const struct measured *of, double *ticks,
                              double *total, struct diag *diag);

void crediting_release (struct crediting *crediting);

#endif
