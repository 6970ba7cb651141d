/* gmon_write.h - gmon.sum: profiles added up and written as one.  */

#ifndef GMON_WRITE_H
#define GMON_WRITE_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/callgraph.h"
#include "analysis/coverage.h"
#include "base/diag.h"
#include "base/filemark.h"
#include "base/output.h"
#include "input/options.h"
#include "model/profile.h"
#include "model/quirks.h"
#include "model/symtab.h"
#include "model/target.h"

/* One object of several, or a library: what of a sum is its.  */
struct sum_part
{
  bool is_part;  /* else all is, and what follows does not matter */
  size_t object; /* its number */
  uint64_t bias; /* what its addresses in the file are lower by */
  uint64_t low_pc, limit_pc; /* [low_pc, limit_pc): its histograms and
                                blocks */
  uint64_t outside_pc;       /* where its function for callers elsewhere is, or
                          UINT64_MAX */
};

/* Everything that gmon.sum is made of; borrowed.  */
struct gmon_sum
{
  const struct profile *profile;
  const struct symtab *symtab;
  const struct callgraph *graph;           /* of PROFILE's arcs */
  const struct block_counts *block_counts; /* PROFILE's blocks */
  const struct target *target;
  const struct filemarks *inputs; /* the files that were read; may be null */
  const struct output *listings;  /* what is printed besides; null if nothing
                                     is */
  enum profile_format format;
  const struct quirks *quirks;
  struct sum_part part;
};

/* Is there a histogram or a call in the part of SUM that is written?
   O(histograms + arcs).  */
bool gmon_sum_has_any (const struct gmon_sum *sum);

/* Write SUM, or the part of it, to the file NAME (R4.34-R4.37).  Arcs from
   elsewhere come from 0.  A count that is too large for
   its field is spread over several records, which readers add up, or cut to its
   low bits as QUIRKS say.
   STATUS_IO and STATUS_MISMATCH as outfile_commit says; STATUS_UNSUPPORTED, and
   then no file was opened, if a count is too large even so, or for a bin in
   the format of the BSDs, which has only one histogram; the same if LISTINGS
   go to the file, too.
   O(bins + arcs + blocks).  */
enum status gmon_write (const char *name, const struct gmon_sum *sum,
                        struct diag *diag);

#endif
