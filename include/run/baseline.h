/* baseline.h - what --diff compares with: old profiles, measured like the
   others, or old reports; and what has changed since.  */

#ifndef BASELINE_H
#define BASELINE_H

#include <stdint.h>

#include "analysis/comparison.h"
#include "analysis/old_functions.h"
#include "base/diag.h"
#include "base/infile.h"
#include "base/memory.h"
#include "input/old_report.h"
#include "input/options.h"
#include "run/side.h"

/* Zeroed, it is empty.  */
struct baseline
{
  struct old_reports reports; /* none if the old files are profiles */
  struct infile opened; /* the first one of these, a pipe that was begun; else
                             not open */
  struct options options; /* the user's, but with image and profiles of this
                             side; all in it is borrowed */
  struct side side;       /* without reports, its time is propagated */
  struct old_functions old_functions;
  double *ticks;   /* that reports have of each symbol, */
  uint64_t *calls; /* likewise; null without reports */
  struct comparison comparison;
};

/* Are there the files that OPTIONS name as old, and can be read?  STATUS_IO.  */
enum status baseline_check (const struct options *options, struct diag *diag);

/* Read the files that OPTIONS name as old if they are reports, which the
   contents of the first one say; profiles are left to baseline_compare.  Unless
   the user chose, OPTIONS get the attribution of the reports.  Warns of another
   one.  To be released in any case.  The statuses of baseline_check and
   old_report_read.  */
enum status baseline_open (struct baseline *baseline, struct options *options,
                           struct diag *diag);

/* Measure the old profiles that OPTIONS name with the program of NEW, or that of
   --diff-image, or find the functions of the reports in it, and compare.  NEW's
   time was propagated; both are borrowed.  Warns like a run without comparison.
   The statuses are those of side_load, measurement_count, measurement_propagate,
   old_functions_make and comparison_make.  */
enum status baseline_compare (struct baseline *baseline,
                              const struct options *options, struct side *new,
                              struct diag *diag);

void baseline_release (struct baseline *baseline);

#endif
