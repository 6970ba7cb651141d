/* profile.h - what profile files hold: histograms, raw arcs, rate.

   Readers append; equal ranges and equal arcs are added up on the way in, so
   memory follows the program and not the number of files.  Addresses are
   exactly as the files have them, counts are 64 bits wide.

   A bin takes 8 bytes; a different arc 24 bytes, a different block 16, and
   each of these a pair in an index (pairmap.h); a different range some 100
   bytes, and 32 more where several files bring different ones; ticks at other
   rates than the first 8 bytes per bin and rate (tick_rates.h); a file that brings
   something new 64 bytes. Just after they have grown, arrays are twice as
   large.  */

#ifndef PROFILE_H
#define PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/pairmap.h"
#include "model/ranges.h"
#include "model/tick_rates.h"
#include "base/vec.h"

enum
{
  DIMENSION_SIZE = 15,
  FULL_BIN = 0xf000 /* in a bin of 16 bits, so many ticks or more: soon it will
                       start from 0 again, or it has done so already */
};

/* A range [low_pc, high_pc) cut into BIN_COUNT bins of equal width.  */
struct histogram
{
  uint64_t low_pc, high_pc;
  size_t first_bin; /* index into the profile's bins */
  size_t bin_count;
  struct place where; /* the record that brought it, for messages */
  uint32_t file;      /* number of the last file that had it */
  uint32_t records;   /* as many as that file had of it */
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

/* Full bins of one record.  */
struct full_bins
{
  uint32_t histogram; /* its number */
  uint64_t first_pc;  /* where the first one begins */
  uint64_t count;     /* of bins */
};

/* What a file brought that no file before it had, or that may mislead.  */
struct profile_file
{
  const char *name;                          /* borrowed */
  uint32_t first_histogram, histogram_limit; /* numbers of its new ranges */
  uint32_t first_arc, arc_limit;             /* and of its new arcs */
  bool repeats_range;    /* it also had one that was known before it */
  bool has_arcs;         /* in it */
  uint64_t last_self_pc; /* of the last one of these */
  uint64_t full_bins;    /* how many, in ranges of which it has one record */
  uint64_t full_pc;      /* where the first one begins */
};

struct profile
{
  VEC (struct histogram) histograms;
  struct pairmap histogram_index;
  size_t checked_histograms; /* as many as profile_end_file has seen */
  size_t checked_arcs;       /* likewise */
  struct ranges ranges;      /* the first ORDERED_HISTOGRAMS, by address; made
                                when a file brings a few more to many */
  size_t ordered_histograms;
  VEC (uint64_t) bins;       /* ticks, all histograms' one after the other */
  VEC (struct raw_arc) arcs; /* in order of first appearance */
  struct pairmap arc_index;
  uint32_t next_arc;             /* the one behind that which was added last */
  VEC (struct raw_block) blocks; /* likewise */
  struct pairmap block_index;
  uint32_t rate; /* ticks per unit of the dimension, of the first histogram */
  bool merges_rates; /* to be set beforehand: take ticks at any rate for ticks
                         at the first one, as GNU gprof does */
  struct tick_rates rates; /* ticks at other rates, up to profile_finish */
  double scale; /* 2-byte units per bin, of the first histogram that has a
                    range; 0 if none has */
  bool scale_known;
  struct dimension dimension;
  bool has_histogram; /* a record was seen, even an empty one */
  bool has_arcs;
  bool has_blocks;
  bool forgets_blocks; /* a profile of the BSDs ends what was known of blocks,
                          as with GNU gprof; set before anything is read */
  uint32_t version;    /* of the magic format, of the last file that had one */
  uint32_t file_count;
  uint32_t latest_histogram; /* number of that which was added to last */
  VEC (struct full_bins) full_bins; /* of the present file */
  VEC (struct profile_file) files;  /* those that there is something to say of,
                                       in their order */
  bool repeats_range;               /* the present file does */
  bool has_other_rate;              /* likewise */
  const char *other_rate_file;      /* the first one that had, or null */
  uint32_t other_rate;              /* its rate */
  uint32_t other_rate_files;        /* how many had */
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
   *BINS to its HEADER->bin_count bins, valid until the next call.  If HEADER
   has another rate than the first histogram, and neither is 0, these are bins
   apart, which profile_finish will convert.
   STATUS_FORMAT: the range ends below its start.
   STATUS_MISMATCH: dimension or scale differ from the first histogram's, or
   the same range was cut into another number of bins (R4.30, R4.31).
   O(1) on average.  */
enum status profile_add_histogram (struct profile *profile,
                                   const struct histogram_header *header,
                                   const struct place *where, uint64_t **bins,
                                   struct diag *diag);

/* Note that COUNT bins of what was just added to the latest histogram are
   full, the first of them being number FIRST.  */
enum status profile_note_full_bins (struct profile *profile, size_t first,
                                    uint64_t count, struct diag *diag);

/* The file called NAME, which is borrowed, was added as a whole.
   STATUS_MISMATCH if two histograms share an address without being the same
   range; touching is allowed (R4.31).  To be called after each file; costs
   O(log histograms) for each range that the file was the first to have.  */
enum status profile_end_file (struct profile *profile, const char *name,
                              struct diag *diag);

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

/* Nothing will be added any more: convert ticks at other rates, and give back
   the tables that only adding needs, for arcs up to half of what they take.
   STATUS_UNSUPPORTED if there are more ticks than 64 bits can tell.  O(bins at
   other rates).  */
enum status profile_finish (struct profile *profile, struct diag *diag);

/* Keep of the *COUNT addresses PCS, which ascend, those that lie in the range
   of a histogram, or all if none has a range.  To be called after
   profile_end_file.  STATUS_NO_MEMORY.  O(*COUNT + histograms log
   histograms).  */
enum status profile_keep_sampled (const struct profile *profile, uint64_t *pcs,
                                  size_t *count, struct diag *diag);

/* 2-byte units of [low_pc, high_pc) per bin, the range halved first (R4.30);
   0 for a histogram without bins.  */
double histogram_scale (uint64_t low_pc, uint64_t high_pc, size_t bin_count);

void profile_release (struct profile *profile);

#endif
