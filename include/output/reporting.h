/* reporting.h - from a measurement to a report, and all that is printed of it:
   the debugging text of -d, then the listings.  */

#ifndef REPORTING_H
#define REPORTING_H

#include "analysis/account.h"
#include "analysis/callscan.h"
#include "analysis/findings.h"
#include "analysis/grouping.h"
#include "analysis/measurement.h"
#include "analysis/threads.h"
#include "analysis/waiting.h"
#include "base/command.h"
#include "base/diag.h"
#include "base/output.h"
#include "input/options.h"
#include "input/program.h"
#include "object/srctext.h"
#include "output/names.h"
#include "output/report.h"

/* What is reported; all borrowed.  */
struct reported
{
  const struct options *options;
  unsigned listings;         /* set of enum listing: those that are written */
  struct program *program;   /* its symbols are located as needed */
  const struct measured *of; /* what MEASUREMENT is made of */
  struct measurement
      *measurement; /* propagated; the rest is added as needed */
  const struct mismatch *mismatch;     /* of profile and program; or null */
  const struct comparison *comparison; /* null if no listing needs it */
  const struct reported
      *old; /* program, OF and measurement of the old profiles
                                 of --diff; null without any */
  const struct spreads *spreads; /* finished; null if no listing needs them */
  struct thread_times *threads;  /* not finished; null likewise */
  const struct inlining *inlining; /* empty without --inlined */
  const struct command *command;   /* that was run for this, or null */
  struct browsing *browsing;       /* of --browse; else not used */
  struct output *output;
  int columns; /* of the terminal that OUTPUT is, 0 if not known */
};

/* The report, and what it borrows.  */
struct reporting
{
  struct grouping grouping; /* empty if functions are no groups */
  struct reported reported; /* functions or groups */
  struct search_path source_path;
  struct sampled_code sampled; /* of --asm */
  struct waiting waiting;
  struct account account;
  struct findings findings;
  struct thread_names thread_names; /* of --per-thread */
  struct same_names same;
  struct names names, old_names;
  struct report report, old;
};

/* Make the report of REPORTED: group its functions if the user wants that, look
   up the source positions that its listings show, add to the measurement what
   they need beside time and calls, and number the nodes.  REPORTING is zeroed
   before and must not outlive what REPORTED borrows.  The statuses are those of
   program_locate, sampled_code_find and findings_make.  */
enum status reporting_prepare (struct reporting *reporting,
                               const struct reported *reported,
                               struct diag *diag);

/* See reporting_prepare, then print it: the debugging text of -d and all
   listings but -i and -s.  The status is that of reporting_prepare or of the
   listings; what was printed by then may lack its end.  */
enum status reporting_print (struct reporting *reporting,
                             const struct reported *reported,
                             struct diag *diag);

void reporting_release (struct reporting *reporting);

#endif
