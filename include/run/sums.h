/* sums.h - the sum of all profiles, written to gmon.sum, and to a file of its
   own for each library (-s).  */

#ifndef SUMS_H
#define SUMS_H

#include "base/diag.h"
#include "base/filemark.h"
#include "base/output.h"
#include "input/options.h"
#include "run/side.h"

/* The file that the sum of the program goes to.  */
extern const char sums_name[];

/* Write what SIDE's profiles add up to, for each object that has any, or for the
   only one (R16.50, R16.51).  INPUTS are the files that were read; LISTINGS,
   unless it is null, is printed besides.  STATUS_UNSUPPORTED for sampled
   stacks, and what gmon_write says.  O(objects * (histograms + arcs + blocks) +
   bins).  */
enum status sums_write (const struct side *side, const struct options *options,
                        const struct filemarks *inputs,
                        const struct output *listings, struct diag *diag);

#endif
