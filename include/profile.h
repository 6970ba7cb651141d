/* profile.h - what profile files hold: histograms, raw arcs, rate.

   Readers append; equal ranges and equal arcs are added up on the way in, so
   memory follows the program and not the number of files.  Addresses are
   exactly as the files have them, counts are 64 bits wide.

   A bin takes 8 bytes; a different arc 24 bytes, a different block 16, and each
   of these a pair in an index (pairmap.h); a different range some 100 bytes.
   Just after they have grown, arrays are twice as large.  */

#ifndef PROFILE_H
#define PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "pairmap.h"
#include "vec.h"

enum
{
  DIMENSION_SIZE = 15
};

/* A range [low_pc, high_pc) cut into BIN_COUNT bins of equal width.  */
struct histogram
{
  uint64_t low_pc, high_pc;
  size_t first_bin; /* index into the profile's bins */
  size_t bin_count;
  struct place where; /* the record that brought it, for messages */
};

/* COUNT calls from the call site FROM_PC to the function that holds
   SELF_PC.  */
struct raw_arc
{
  uint64_t from_pc, self_pc, count;
};

/* COUNT executions of the basic block that begins at PC.  */
struct raw_block
{
  uint64_t pc, count;
};

/* What samples are counted in.  */
struct dimension
{
  char name[DIMENSION_SIZE + 1]; /* "seconds" */
  char abbreviation;             /* 's' */
};

struct profile
{
  VEC (struct histogram) histograms;
  struct pairmap histogram_index;
  size_t checked_histograms; /* as many as profile_check has seen */
  VEC (uint64_t) bins;       /* ticks, all histograms' one after the other */
  VEC (struct raw_arc) arcs; /* in order of first appearance */
  struct pairmap arc_index;
  uint32_t next_arc;             /* the one behind that which was added last */
  VEC (struct raw_block) blocks; /* likewise */
  struct pairmap block_index;
  uint32_t rate; /* ticks per unit of the dimension, of the first histogram */
  double scale;  /* 2-byte units per bin, of the first histogram that has a
                    range; 0 if none has */
  bool scale_known;
  struct dimension dimension;
  bool has_histogram; /* a record was seen, even an empty one */
  bool has_arcs;
  bool has_blocks;
  bool forgets_blocks; /* a profile of the BSDs ends what was known of blocks,
                          as with GNU gprof; set before anything is read */
  uint32_t version;    /* of the magic format, of the last file that had one */
};

/* Describes one histogram record.  */
struct histogram_header
{
  uint64_t low_pc, high_pc;
  size_t bin_count;
  uint32_t rate;
  struct dimension dimension;
};

/* Find or make the histogram that HEADER's ticks are to be added to and set
   *BINS to its HEADER->bin_count bins, valid until the next call.
   STATUS_FORMAT: the range ends below its start.
   STATUS_MISMATCH: dimension or scale differ from the first histogram's, or
   the same range was cut into another number of bins (R4.30, R4.31).
   O(1) on average.  */
enum status profile_add_histogram (struct profile *profile,
                                   const struct histogram_header *header,
                                   const struct place *where, uint64_t **bins,
                                   struct diag *diag);

/* STATUS_MISMATCH if two histograms share an address without being the same
   range; touching is allowed (R4.31).  To be called after each file; costs
   O(histograms log histograms) when the file brought a new range.  */
enum status profile_check (struct profile *profile, struct diag *diag);

/* Add ARC to the arc with the same two addresses, or append it.
   STATUS_UNSUPPORTED: their counts add up to 2^64 or more.  O(1) on average,
   and a comparison if the arc before it was followed by this one when both
   were new.  */
enum status profile_add_arc (struct profile *profile,
                             const struct raw_arc *arc, struct diag *diag);

/* Add BLOCK to the block with the same address, or append it.
   STATUS_UNSUPPORTED: their counts add up to 2^64 or more.  */
enum status profile_add_block (struct profile *profile,
                               const struct raw_block *block,
                               struct diag *diag);

/* Nothing will be added any more: give back the tables that only adding needs,
   for arcs up to half of what they take.  */
void profile_finish (struct profile *profile);

/* 2-byte units of [low_pc, high_pc) per bin, the range halved first (R4.30);
   0 for a histogram without bins.  */
double histogram_scale (uint64_t low_pc, uint64_t high_pc, size_t bin_count);

void profile_release (struct profile *profile);

#endif
