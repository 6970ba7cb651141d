/* findings.h - what a profile can and cannot tell, and why (--explain).

   A finding is a kind, a severity, and the numbers that show it, without
   words.  What the kinds mean is rules R14.120-R14.128.  */

#ifndef FINDINGS_H
#define FINDINGS_H

#include <stdint.h>

#include "analysis/account.h"
#include "analysis/measurement.h"
#include "analysis/warnings.h"
#include "base/diag.h"
#include "base/memory.h"
#include "input/options.h"
#include "input/program.h"
#include "model/symtab.h"
#include "object/srctext.h"

enum severity
{
  SEVERITY_SERIOUS,  /* a listing is wrong as a whole, or not there */
  SEVERITY_DOUBTFUL, /* figures that matter may be far off */
  SEVERITY_NOTE      /* what is not in the profile, or is an estimate */
};

/* In the order in which they are listed if they are of equal severity.  */
enum finding_kind
{
  FINDING_WRONG_PROGRAM,
  FINDING_NO_SAMPLES,
  FINDING_NO_CALLS,
  FINDING_NOT_COMPILED,
  FINDING_FULL_BINS,
  FINDING_THREADS,
  FINDING_UNSEEN_CALLERS,
  FINDING_DROPPED_CALLS,
  FINDING_UNSAMPLED_LIBRARY,
  FINDING_FEW_SAMPLES,
  FINDING_SMALL_FUNCTIONS,
  FINDING_STARTUP_CODE,
  FINDING_PROFILING_COST,
  FINDING_RECORDER_BIAS,
  FINDING_LOST_STACKS,
  FINDING_CYCLES,
  FINDING_ESTIMATED_ARCS,
  FINDING_TAIL_CALLS,
  FINDING_STALE_SOURCES,
  FINDING_INLINING,
  FINDING_RECURSION,
  FINDING_CALLBACKS,
  FINDING_SIGNAL_HANDLERS,
  FINDING_FORK,
  FINDING_RATES,
  FINDING_SLOW_CLOCK,
  FINDING_LIBRARIES,
  FINDING_WAITING, /* maybe */
  FINDING_ELAPSED, /* as the account says */
  FINDING_NO_LINES,
  FINDING_MISSING_SOURCES,
  FINDING_KINDS
};

/* What does not apply to the kind is 0, SYM_NONE or null.  Times are in ticks,
   shares from 0 to 1 and, unless something else is said, of all time.  */
struct finding
{
  enum finding_kind kind;
  enum severity severity;
  double share;
  double
      amount; /* ELAPSED: seconds, of BOUND; FEW_SAMPLES: of the largest function; ESTIMATED_ARCS: what
                    the arc passes on; SLOW_CLOCK: samples a second that were
                    had; else the time that SHARE is of */
  double bound;   /* ESTIMATED_ARCS: what the arc could pass on at most; else
                     the part of AMOUNT that SYMBOL has, where several have
                     some */
  uint64_t count; /* functions, arcs, bins, calls, members, files */
  uint64_t of;    /* of how many, or of another kind: files with bins, calls to
                  nowhere, cycles, the other rate, the rate asked for */
  sym_id symbol, other; /* the largest function; an arc from SYMBOL to OTHER,
                           a jump from OTHER to SYMBOL */
  const char *text;     /* a message, function, library or file */
};

struct findings
{
  VEC (struct finding) items; /* worst first */
  struct arena memory;        /* of texts */
};

/* Fill FINDINGS, which is zeroed, about a PROGRAM and MEASUREMENT, which was
   made OF it and propagated.  PATH is where sources are looked for.  If
   MISMATCH, which may be null, says that the profile is not the program's,
   that is the only finding.  To be released in any case; all is borrowed until
   then.  STATUS_IO.  Looks at all code once: O(bytes of code + symbols + arcs
   + bins), and what program_locate for the functions with a hundredth of the
   time costs.  */
enum status findings_make (struct findings *findings,
                           const struct options *options,
                           struct program *program, const struct measured *of,
                           const struct measurement *measurement,
                           const struct account *account,
                           const struct mismatch *mismatch,
                           const struct search_path *path, struct diag *diag);

void findings_release (struct findings *findings);

#endif
