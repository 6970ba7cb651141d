/* side.h - profiles and their program, read and made ready to be measured: the
   ones that the user names and, with --diff, the old ones.  */

#ifndef SIDE_H
#define SIDE_H

#include <stdbool.h>

#include "analysis/callscan.h"
#include "analysis/comparison.h"
#include "analysis/measured.h"
#include "analysis/measurement.h"
#include "analysis/spreads.h"
#include "analysis/threads.h"
#include "analysis/warnings.h"
#include "base/diag.h"
#include "base/filemark.h"
#include "base/infile.h"
#include "base/output.h"
#include "input/options.h"
#include "input/program.h"
#include "model/profile.h"
#include "output/live_sum.h"

/* In the order in which it comes to be; zeroed, it is empty.  */
struct side
{
  struct program own;
  struct program *program; /* that, or that of another side */
  struct profile profile;
  struct infile *opened; /* see profiles_read; borrowed, mostly null */
  struct output *info;   /* see side_load; likewise */
  bool sums_live;        /* the profiles are live files, and -s adds them up */
  struct live_sum live_sum; /* then that */
  struct mismatch mismatch;
  struct measured measured;
  struct callscan calls; /* of -c */
  struct measurement measurement;
  struct spreads spreads;      /* empty unless a listing needs it */
  struct file_columns columns; /* likewise */
  struct thread_times threads; /* likewise */
};

/* Load the program and read the profiles that OPTIONS name, and warn of what is
   wrong with them.  If PROGRAM, which is loaded, is not null, it is taken
   instead.  Without names there is no profile.  INFO, unless it is null, gets
   what -i tells of each file, even if the next one cannot be read.  INPUTS is
   as in profiles_read.  All are borrowed.  To be released in any case; the
   statuses are those of program_load, profiles_read, program_finish and
   warn_of_profile.  */
enum status side_load (struct side *side, const struct options *options,
                       struct program *program, struct output *info,
                       struct filemarks *inputs, struct diag *diag);

/* Build the call graph of SIDE, which is loaded, and credit its samples.  The
   statuses are those of callscan_find_all and measurement_count.  */
enum status side_count (struct side *side, const struct options *options,
                        struct diag *diag);

/* SIDE, whose time was propagated, for a comparison.  */
static inline struct compared_side
side_compared (struct side *side)
{
  const struct profile *profile = &side->profile;
  const struct analysis *analysis = &side->measurement.analysis;
  return (struct compared_side){ side->program,
                                 profile->rate,
                                 profile_weight (profile),
                                 side->measurement.excess,
                                 profile->loose_excess,
                                 profile->has_histogram
                                     ? profile->dimension.name
                                     : NULL,
                                 analysis->self_ticks,
                                 analysis->calls,
                                 &side->spreads };
}

/* The file that -s writes the sum of the program to, or that of live files,
   once OPTIONS know about these.  */
const char *side_sum_name (const struct options *options);

/* Write what SIDE's profiles add up to, and for each library that has any a file
   of its own (R16.50, R16.51); of live files one file (R20.52).  INPUTS are the files that were read; LISTINGS,
   unless it is null, is printed besides.  STATUS_UNSUPPORTED for sampled stacks,
   and what gmon_write
   and live_sum_write say.  O(objects * (histograms + arcs + blocks) +
   bins).  */
enum status side_write_sums (const struct side *side,
                             const struct options *options,
                             const struct filemarks *inputs,
                             const struct output *listings, struct diag *diag);

void side_release (struct side *side);

#endif
