/* view_costs.h - what functions and calls cost, for formats that know whole
   numbers only and add them up (R15.63).

   All functions themselves add up to the total, rounded.  What the arcs to a
   function cost adds up to what it and the arcs from it cost, as far as its
   time is passed on at all; for a cycle the same holds as a whole, and arcs
   within it cost nothing.  So a reader finds the same inclusive cost by callers
   and by callees.  */

#ifndef VIEW_COSTS_H
#define VIEW_COSTS_H

#include <stdint.h>

#include "base/diag.h"
#include "output/report.h"

struct costs_view
{
  uint64_t *functions; /* of each symbol itself */
  uint64_t *arcs;      /* of each arc, with all that was called */
  uint64_t total;      /* of all functions */
};

/* Let VIEW be the times of REPORT, which are in samples, SCALE times as large.
   Left out are none.  To be ended whatever the status.  O(symbols + arcs); 8
   bytes for each, and 24 more per node while at work.  STATUS_NO_MEMORY.  */
enum status costs_view_start (struct costs_view *view,
                              const struct report *report, double scale,
                              struct diag *diag);

void costs_view_end (struct costs_view *view);

#endif
