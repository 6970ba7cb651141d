/* callsites.h - do calls in the machine code end where the arcs of a profile
   say that calls return to?

   The counter of calls gets two addresses: where it returns to itself, in the
   function that was called, and where that function returns to.  So there is a
   call instruction before each.  */

#ifndef CALLSITES_H
#define CALLSITES_H

#include <stddef.h>
#include <stdint.h>

#include "model/profile.h"
#include "model/symtab.h"
#include "model/target.h"
#include "model/text_section.h"

/* Different addresses, and those of them that no call can return to.  */
struct return_addresses
{
  size_t count, strange;
  uint64_t first_strange; /* the lowest */
};

struct callsites
{
  struct return_addresses targets, callers;
};

/* Count in *CALLSITES the call targets and the callers of PROFILE's arcs that
   lie in CODE and in the range of a histogram, if there is one; all counts are
   0 if a look at all targets and at some callers, at regular intervals, shows
   none that is strange.

   Profilers round callers down, so a call may return to anywhere in the next
   two words.  A target at the very start of a symbol was put there by a sum
   (R4.35) and is not counted; nor is anything of a file if that is so for half
   of its targets.  SYMTAB must have all functions; TARGET must be one that
   callscan_knows_returns.  O(arcs + histograms log histograms).  */
void callsites_count (struct callsites *callsites,
                      const struct profile *profile,
                      const struct symtab *symtab,
                      const struct text_section *code,
                      const struct target *target);

#endif
