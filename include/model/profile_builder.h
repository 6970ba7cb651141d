/* profile_builder.h - makes a profile of what readers find in profile files.

   Readers append; equal ranges and equal arcs are added up on the way in, so
   memory follows the program and not the number of files.

   Beside what the profile takes (profile.h), each different arc, block and
   range takes a pair in an index (pairmap.h); a different range 40 bytes; ticks
   at other rates than the first 8 bytes per bin and rate.  Just after they have
   grown, arrays are twice as large.  */

#ifndef PROFILE_BUILDER_H
#define PROFILE_BUILDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/memory.h"
#include "base/pairmap.h"
#include "model/mapping.h"
#include "model/profile.h"
#include "model/quirks.h"

/* --- Ranges -------------------------------------------------------------- */

/* Ranges of addresses that must not overlap.

   A balanced tree (A. Andersson, "Balanced Search Trees Made Simple", 1993),
   so in whatever order ranges come, each costs a walk down of at most twice
   the logarithm of their number.  32 bytes a range.  */

/* The range [low, high) called NUMBER, as a node of the tree.  */
struct ranges_node
{
  uint64_t low, high;
  uint32_t number;
  uint32_t left, right; /* nodes, 0 for none */
  uint32_t level;       /* 1 for a leaf, 0 for no node */
};

/* A zeroed one is empty.  */
struct ranges
{
  VEC (struct ranges_node) nodes; /* the first one is no node */
  uint32_t root;
};

#define RANGE_NONE UINT32_MAX

/* Add [LOW, HIGH), which is not empty, as NUMBER, one of fewer than 2^32 - 1,
   unless it shares an address with one that is there.  Returns the number of
   the lowest such one, or RANGE_NONE.  O(log ranges).  */
uint32_t ranges_add (struct ranges *ranges, uint64_t low, uint64_t high,
                     uint32_t number);

void ranges_release (struct ranges *ranges);

enum
{
  FULL_BIN = 0xf000 /* in a bin of 16 bits, so many ticks or more: soon it will
                       start from 0 again, or it has done so already */
};

/* Which records a histogram had.  */
struct histogram_use
{
  uint32_t file;    /* number of the last file that had it */
  uint32_t records; /* as many as that file had of it */
};

/* Full bins of one record.  */
struct full_bins
{
  uint32_t histogram; /* its number */
  uint64_t first_pc;  /* where the first one begins */
  uint64_t count;     /* of bins */
};

/* A bin of the present file that has ticks.  */
struct file_bin
{
  uint32_t thread; /* of thread_bins: in which it has them, or THREAD_NONE */
  uint32_t histogram; /* its number */
  uint32_t rate;      /* at which the ticks were taken */
  size_t bin;
  uint64_t ticks;
};

/* The object of the program that a file is of.  Zeroed, it is the program's own
   image.  */
struct profile_origin
{
  uint32_t object; /* its number */
  uint64_t bias;   /* added to the addresses in the file, modulo 2^64 */
  bool is_shared;  /* it is a library, so what follows applies */
  uint64_t low_pc, /* with the bias: [low_pc, limit_pc) is where it may have */
      limit_pc;    /* samples and calls */
  uint64_t outside_pc;   /* stands for callers elsewhere */
  bool is_live;          /* it is a live file, so this applies: */
  uint64_t elsewhere_pc; /* stands for all other code in no object */
  /* Of files of a process: set *PLACE to where what MAPPING is of is in the
     program; false if nobody knows.  Null if the objects of the process are not
     known.  */
  bool (*place) (const void *program, const struct mapping *mapping,
                 struct mapped_place *place);
  /* Likewise: is PC, in OBJECT of the program, code of a linkage table?  */
  bool (*is_linkage) (const void *program, uint32_t object, uint64_t pc);
  const void *program; /* for both */
};

/* The scale of an object's histograms.  */
struct object_scale
{
  double scale;   /* of the first one that has a range, */
  bool is_known;  /* if there is one; */
  uint32_t first; /* its number */
};

/* Zeroed, it is empty and has no quirks.  Only profile_builder_* change it;
   readers may look at what there is so far.  */
struct profile_builder
{
  struct quirks quirks;
  struct profile so_far; /* all but its arrays, which are those below */
  VEC (struct histogram) histograms;
  VEC (struct histogram_use) uses; /* one for each histogram */
  struct pairmap histogram_index;
  size_t checked_histograms; /* as many as profile_builder_end_file has seen */
  size_t checked_arcs;       /* likewise */
  struct ranges ranges;      /* the former, by address */
  VEC (uint64_t) bins;
  VEC (struct raw_arc) arcs;
  struct pairmap arc_index;
  uint32_t next_arc; /* the one behind that which was added last */
  VEC (struct raw_block) blocks;
  struct pairmap block_index;
  VEC (struct call_path) paths;
  struct pairmap path_index;
  VEC (struct profile_process) processes;
  VEC (struct profile_thread) threads;
  struct pairmap thread_index;
  VEC (struct raw_wait) waits;
  struct pairmap wait_index;
  bool keeps_processes; /* set by who wants PROCESS_TICKS */
  VEC (struct process_ticks) process_ticks;
  struct tick_rates rates;          /* ticks at other rates */
  bool scale_known;                 /* so_far.scale is */
  struct profile_origin origin;     /* of the present file */
  VEC (struct object_scale) scales; /* by the number of the object */
  uint32_t version; /* of the magic format, of the last file that had one */
  uint32_t file_count;
  uint32_t latest_histogram;       /* number of that which was added to last */
  uint32_t latest_rate;            /* and at which rate */
  bool keeps_bins;                 /* set by who wants FILE_BINS */
  VEC (struct file_bin) file_bins; /* of the present file, until the next */
  bool keeps_threads;              /* set by who wants THREAD_BINS */
  VEC (struct file_bin)
  thread_bins;                      /* likewise, those of each thread one after
                                        the other */
  VEC (struct full_bins) full_bins; /* of the present file */
  VEC (struct profile_file) files;
  double squares; /* as profile_builder_note_signals has it */
  VEC (struct excess) excesses;
  struct pairmap excess_index;
  double loose_excess;  /* of no address */
  bool repeats_range;   /* the present file does */
  bool has_other_rate;  /* likewise */
  bool file_has_stacks; /* likewise */
  bool has_live_stacks; /* a live file before it, or itself, does */
};

/* Describes one histogram record.  */
struct histogram_header
{
  uint64_t low_pc, high_pc;
  uint32_t bin_count;
  uint32_t rate;
  struct dimension dimension;
};

/* Begin, with QUIRKS, which are copied.  */
void profile_builder_start (struct profile_builder *builder,
                            const struct quirks *quirks);

/* What is added from now on, until this is called again, is from a file of
   ORIGIN, which is copied.  */
void profile_builder_set_origin (struct profile_builder *builder,
                                 const struct profile_origin *origin);

/* The present file is in VERSION of the magic format.  */
void profile_builder_note_version (struct profile_builder *builder,
                                   uint32_t version);

/* The present file has a record of blocks, maybe of none.  */
void profile_builder_note_blocks (struct profile_builder *builder);

/* The present file is a live one, whose bins are one address each.  OUTSIDE_PC
   stands for callers that nobody knows.  With HAS_STACKS the profile keeps the
   paths of live files, those of files without stacks, too, which have one
   frame.  */
void profile_builder_note_live (struct profile_builder *builder,
                                uint64_t outside_pc, bool has_stacks);

/* SIGNALS of a timer brought the samples; SQUARES is the sum of n * (n - 1) over
   those that brought n each.  */
void profile_builder_note_signals (struct profile_builder *builder,
                                   double signals, double squares);

/* Add TICKS to the excess at PC, or of no address if that is 0.  */
void profile_builder_add_excess (struct profile_builder *builder, uint64_t pc,
                                 double ticks);

/* The present file is one of the BSDs, which always have arcs, maybe none, and
   were all read; RATE is that of a run for which no file tells one.  */
void profile_builder_note_bsd (struct profile_builder *builder, uint32_t rate);

/* Find or make the histogram that HEADER's ticks are to be added to and set
   *BINS to its HEADER->bin_count bins, valid until the next call.  If HEADER
   has another rate than the first histogram, and neither is 0, these are bins
   apart, which profile_builder_finish will convert.
   STATUS_FORMAT: the range ends below its start.
   STATUS_MISMATCH: the dimension differs from the first histogram's, or the
   scale from that of the first one of the same object, or the same range was
   cut into another number of bins (R4.30, R4.31); or it is not in the library
   that the file is of (R16.33).  O(1) on average.  */
enum status profile_builder_add_histogram (
    struct profile_builder *builder, const struct histogram_header *header,
    const struct place *where, uint64_t **bins, struct diag *diag);

/* Add COUNT samples, of a record at WHERE, to the bin of the address PC.
   STATUS_UNSUPPORTED: they add up to 2^64 or more.  */
enum status profile_builder_count (uint64_t *bin, uint64_t count, uint64_t pc,
                                   const struct place *where,
                                   struct diag *diag);

/* Note that COUNT bins of what was just added to the latest histogram are
   full, the first of them being number FIRST.  */
void profile_builder_note_full_bins (struct profile_builder *builder,
                                     size_t first, uint64_t count);

/* Note that bin number BIN of what was just added to the latest histogram has
   TICKS, for file_bins.  */
void profile_builder_note_bin (struct profile_builder *builder, size_t bin,
                               uint64_t ticks);

/* Likewise, for thread_bins: THREAD, which is none of those before the last
   one, has TICKS there.  */
void profile_builder_note_thread_bin (struct profile_builder *builder,
                                      uint32_t thread, size_t bin,
                                      uint64_t ticks);

/* The ticks of BIN, one of BUILDER's file_bins or thread_bins, in units of the
   first histogram's.  */
double profile_builder_ticks (const struct profile_builder *builder,
                              const struct file_bin *bin);

/* The file called NAME, which is borrowed, was added as a whole.
   STATUS_MISMATCH if two histograms share an address without being the same
   range; touching is allowed (R4.31).  To be called after each file; costs
   O(log histograms) for each range that the file was the first to have.  */
enum status profile_builder_end_file (struct profile_builder *builder,
                                      const char *name, struct diag *diag);

/* Add ARC to the arc with the same two addresses, or append it.  In a file of a
   library, a caller at 0 or not in the library is one elsewhere, and a callee
   that is not there is nobody's (R16.32).
   STATUS_UNSUPPORTED: their counts add up to 2^64 or more.  O(1) on average,
   and a comparison if the arc before it was followed by this one when both
   were new.  */
enum status profile_builder_add_arc (struct profile_builder *builder,
                                     const struct raw_arc *arc,
                                     struct diag *diag);

/* The present file, at WHERE, has stacks of samples, RATE a second.
   STATUS_MISMATCH if profiles before it count something else.  */
enum status profile_builder_begin_stacks (struct profile_builder *builder,
                                          uint32_t rate,
                                          const struct place *where,
                                          struct diag *diag);

/* PATH, which is PATH_NONE at first, with the address PC in the program
   appended.  To be called for each frame of a stack, the outermost first.  O(1)
   on average.  */
uint32_t profile_builder_add_frame (struct profile_builder *builder,
                                    uint32_t path, uint64_t pc);

/* PATH, which is PATH_NONE at first, with what is of KIND, no frame,
   appended.  */
uint32_t profile_builder_add_mark (struct profile_builder *builder,
                                   uint32_t path, enum path_kind kind);

/* COUNT samples at RATE have the stack PATH; with IS_SYSTEM they are time of
   the system.  They were added to a histogram before.  O(1).  */
void profile_builder_add_path (struct profile_builder *builder, uint32_t path,
                               uint64_t count, uint32_t rate, bool is_system);

/* COUNT samples, of a record at WHERE, have the stack PATH.  After
   profile_builder_begin_stacks.  STATUS_UNSUPPORTED if there are 2^64 or more
   at one address.  O(1) on average.  */
enum status profile_builder_add_samples (struct profile_builder *builder,
                                         uint32_t path, uint64_t count,
                                         const struct place *where,
                                         struct diag *diag);

/* The present file is PROCESS, which is copied.  */
void profile_builder_add_process (struct profile_builder *builder,
                                  const struct profile_process *process);

/* Add the number and the times of THREAD, which is copied, to those of its seat
   in the process that was added last.  Returns the number of that thread in the
   profile; THREAD_NONE, and adds nothing, for the seat 0.  O(1) on average.  */
uint32_t profile_builder_add_thread (struct profile_builder *builder,
                                     const struct profile_thread *thread);

/* COUNT samples at RATE were taken in THREAD, a number of those or
   THREAD_NONE.  */
void profile_builder_add_thread_samples (struct profile_builder *builder,
                                         uint32_t thread, uint64_t count,
                                         uint32_t rate);

/* COUNT of these are time of the system.  */
void profile_builder_add_thread_system (struct profile_builder *builder,
                                        uint32_t thread, uint64_t count,
                                        uint32_t rate);

/* COUNT calls were counted in THREAD, likewise; sums stop at the largest
   number.  */
void profile_builder_add_thread_calls (struct profile_builder *builder,
                                       uint32_t thread, uint64_t count);

/* Add WAIT to that with the same path, function and thread, or append it; sums
   stop at the largest number.  O(1) on average.  */
void profile_builder_add_wait (struct profile_builder *builder,
                               const struct raw_wait *wait);

/* Add BLOCK to the block with the same address, or append it.
   STATUS_UNSUPPORTED: their counts add up to 2^64 or more.  */
enum status profile_builder_add_block (struct profile_builder *builder,
                                       const struct raw_block *block,
                                       struct diag *diag);

/* Nothing will be added any more: convert ticks at other rates and hand over
   what was added to *PROFILE, which is to be released.  BUILDER is empty then,
   and what finds things again was released first, which is up to half of what
   arcs take.
   STATUS_UNSUPPORTED if there are more ticks than 64 bits can tell; then
   *PROFILE is empty, and BUILDER good for nothing but its release.  O(bins at
   other rates).  */
enum status profile_builder_finish (struct profile_builder *builder,
                                    struct profile *profile,
                                    struct diag *diag);

void profile_builder_release (struct profile_builder *builder);

#endif
