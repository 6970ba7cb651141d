/* live_write.h - gmon.sum.live: a sum of live files, written as one.  */

#ifndef LIVE_WRITE_H
#define LIVE_WRITE_H

#include "base/diag.h"
#include "base/filemark.h"
#include "base/output.h"
#include "output/live_sum.h"

/* Write SUM to the file NAME (R20.52).  INPUTS are the files that were read;
   LISTINGS is printed besides, or null.  STATUS_UNSUPPORTED if the names of the
   objects are too long or there are 2^24 seats; otherwise what outfile_open and outfile_commit say.
   O(slots).  */
enum status live_sum_write (const struct live_sum *sum, const char *name,
                            const struct filemarks *inputs,
                            const struct output *listings, struct diag *diag);

#endif
