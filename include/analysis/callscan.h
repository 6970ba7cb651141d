/* callscan.h - calls found in the machine code (-c).

   A call instruction that was never reached leaves no trace in a profile, but
   the code has its target.  Only targets that the instruction itself names are
   found.  */

#ifndef CALLSCAN_H
#define CALLSCAN_H

#include <stdbool.h>

#include "analysis/measured.h"
#include "base/diag.h"
#include "base/memory.h"
#include "model/text_section.h"

/* The code of symbol FROM contains a call of symbol TO.  TO is SYM_NONE for a
   call whose target is in a register or in memory.  */
struct static_arc
{
  sym_id from, to;
};

struct callscan
{
  VEC (struct static_arc) arcs; /* in the order of their addresses in each
                                   object; several may be equal */
  const char *indirect_name;    /* what a listing calls unknown targets; not
                                owned */
};

/* Can calls be found in TARGET's code?  With the quirk
   finds_calls_of_few_machines, as far as GNU gprof can.  */
bool callscan_knows (const struct target *target, const struct quirks *quirks);

/* Append the calls in CODE, a part of OF's program, to CALLSCAN, zeroed or
   what was found in the code of other objects, symbol by symbol (R6.50).

   Scanned is the code of the profile's histograms, or all if it has none, and
   a target is accepted if it lies there, too, and a symbol starts at it.  OF's
   target must be one that callscan_knows.  Quirks may change all that
   (R6.50-R6.56).

   O(size of CODE + calls log symbols + symbols of CODE + histograms log
   histograms).  */
void callscan_find (struct callscan *callscan, const struct text_section *code,
                    const struct measured *of);

/* Append to CALLSCAN, as callscan_find appends calls, the jumps in CODE that
   lead to the start of a function, which may replace calls; those of a symbol
   to itself, too.  None on machines other than x86 and AArch64.  On x86 some
   of the short jumps may be bytes within other instructions.  */
void callscan_find_jumps (struct callscan *callscan,
                          const struct text_section *code,
                          const struct measured *of);

/* Append the calls in the code of PROGRAM's objects if OPTIONS ask for them
   and OF's profile has a call graph that they could go to (R0.6).  Warns of a
   machine whose code we cannot read.  STATUS_IO or STATUS_FORMAT.  What
   callscan_find costs.  */
enum status callscan_find_all (struct callscan *callscan,
                               const struct options *options,
                               const struct program *program,
                               const struct measured *of, struct diag *diag);

/* Can callscan_returns_to be asked about code of TARGET?  */
bool callscan_knows_returns (const struct target *target);

/* Can a call return to an address in [LOW_PC, HIGH_PC), because a call
   instruction ends there?  Also true where that is outside CODE, so only false
   is certain.  LOW_PC is below HIGH_PC; TARGET must be one that
   callscan_knows_returns.  */
bool callscan_returns_to (const struct text_section *code,
                          const struct target *target, uint64_t low_pc,
                          uint64_t high_pc);

void callscan_release (struct callscan *callscan);

#endif
