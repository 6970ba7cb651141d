/* baseline.h - what --diff compares with: the old profiles, measured like the
   others.  */

#ifndef BASELINE_H
#define BASELINE_H

#include "analysis/measurement.h"
#include "analysis/spreads.h"
#include "base/diag.h"
#include "input/options.h"
#include "input/program.h"
#include "model/profile.h"

/* Zeroed, it is empty.  */
struct baseline
{
  struct options options;  /* the user's, but with image and profiles of this
                             side; all in it is borrowed */
  struct program own;      /* of --diff-image */
  struct program *program; /* that, or that of the others */
  struct profile profile;
  struct measured measured;
  struct measurement measurement; /* propagated */
  struct spreads spreads;         /* finished */
};

/* Read the old profiles that OPTIONS name, and measure them: with PROGRAM,
   which is loaded, or with the program of --diff-image.  Both are borrowed.
   Warns like a run without comparison.  To be released in any case; the
   statuses are those of program_load, profiles_read, warn_of_profile,
   measurement_count and measurement_propagate.  */
enum status baseline_measure (struct baseline *baseline,
                              const struct options *options,
                              struct program *program, struct diag *diag);

void baseline_release (struct baseline *baseline);

#endif
