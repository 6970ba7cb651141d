/* baseline.h - what --diff compares with: the old profiles, measured like the
   others, and what has changed since.  */

#ifndef BASELINE_H
#define BASELINE_H

#include "analysis/comparison.h"
#include "base/diag.h"
#include "input/options.h"
#include "run/side.h"

/* Zeroed, it is empty.  */
struct baseline
{
  struct options options; /* the user's, but with image and profiles of this
                             side; all in it is borrowed */
  struct side side;       /* its time is propagated */
  struct comparison comparison;
};

/* Read the old profiles that OPTIONS name, measure them, with the program of
   NEW or that of --diff-image, and compare.  NEW's time was propagated; both
   are borrowed.  Warns like a run without comparison.  To be released in any
   case; the statuses are those of side_load, measurement_count,
   measurement_propagate and comparison_make.  */
enum status baseline_compare (struct baseline *baseline,
                              const struct options *options, struct side *new,
                              struct diag *diag);

void baseline_release (struct baseline *baseline);

#endif
