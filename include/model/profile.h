/* profile.h - what profile files hold: histograms, raw arcs, rate.

   Made by profile_builder_finish; nobody changes it after that.  Addresses are
   as the files have them, plus the bias of the object that the file is of;
   counts are 64 bits wide.

   Memory: a bin takes 8 bytes, and 8 more if ticks were converted from other
   rates; a different arc 24 bytes, a different block 16, a different range 72,
   a different call path 24, a wait's place 40; an entry of FILES 64.  Arrays have no spare
   elements.  */

#ifndef PROFILE_H
#define PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/memory.h"
#include "base/pairmap.h"
#include "model/waits.h"

enum
{
  DIMENSION_SIZE = 15
};

/* A range [low_pc, high_pc) cut into BIN_COUNT bins of equal width.  */
struct histogram
{
  uint64_t low_pc, high_pc;
  size_t first_bin; /* index into the profile's bins */
  uint32_t bin_count;
  uint32_t rate; /* samples per unit of the dimension, of all records of it; 0
                    if that is unknown or they had different ones */
  /* 2-byte units per bin, by which times are shared out; 0 for a histogram
     without bins.  What the range gives may differ by a millionth from the
     first histogram's scale (R4.30); then it is the first one's, so that times
     do not change.  */
  double scale;
  struct place where; /* the record that brought it, for messages */
  bool by_address;    /* each bin is the samples at one address */
};

/* COUNT calls from the call site FROM_PC to the function that holds
   SELF_PC.  */
struct raw_arc
{
  uint64_t from_pc, self_pc, count;
};

#define PATH_NONE UINT32_MAX

/* What a path ends in.  */
enum path_kind
{
  PATH_FRAME, /* an instruction */
  PATH_LOST,  /* nothing: nobody knows who called what longer paths end in */
  PATH_CUT    /* frames that were left out, between its parent and those */
};

/* A call path of sampled stacks: the path PARENT, with one call more.  It ends
   in the instruction that was sampled, or in one that calls what a longer path
   ends in; PC is an address in that instruction.  */
struct call_path
{
  uint64_t pc;
  double ticks;    /* sampled in stacks that are this path, at the rate of
                           the first histogram; */
  double system;   /* and those of them that are time of the system */
  uint32_t parent; /* of a lower number; or PATH_NONE */
  enum path_kind kind;
};

/* TICKS of call_path's that PROCESS has in PATH.  */
struct process_ticks
{
  uint32_t process, path;
  double ticks;
};

/* By how many square ticks the variance of the ticks at PC is greater than
   their number (R20.126).  */
struct excess
{
  uint64_t pc;
  double ticks;
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

/* What is new in a file, or may mislead.  Other files have no entry.  */
struct profile_file
{
  const char *name;                          /* borrowed */
  uint32_t first_histogram, histogram_limit; /* numbers of its new ranges */
  uint32_t first_arc, arc_limit;             /* numbers of its new arcs */
  bool repeats_range; /* it also had a range that an earlier file had */
  bool has_arcs;
  uint64_t last_self_pc; /* of its last arc */
  uint64_t full_bins;    /* in ranges of which it has one record */
  uint64_t full_pc;      /* where the first of them begins */
};

/* Ticks that were taken at other rates than the first histogram's.  */
struct other_rates
{
  const char *file; /* the first one that had such ticks, or null */
  uint32_t rate;    /* its rate */
  uint32_t files;   /* how many had such ticks */
};

struct profile
{
  ARRAY (struct histogram) histograms; /* in order of first appearance */
  ARRAY (uint64_t) bins; /* ticks, all histograms' one after the other */
  /* The samples of each bin, at most 2^64 - 1.  A sample is a tick unless it
     was taken at another rate, so this is the array of the bins itself unless
     there are other_rates.  */
  uint64_t *samples;
  ARRAY (struct raw_arc) arcs;     /* in order of first appearance */
  ARRAY (struct raw_block) blocks; /* likewise */
  /* Of sampled stacks, likewise.  Where nobody counted calls, each arc has
     count 0 and is from one path's PC to another's.  */
  ARRAY (struct call_path) paths;
  /* Of live files, in the order of reading.  Where there are waits there are
     paths, also if samples have no stacks.  */
  ARRAY (struct profile_process) processes;
  ARRAY (struct profile_thread) threads;
  ARRAY (struct raw_wait) waits;
  /* If has_process_ticks; several of one process and path add up.  */
  ARRAY (struct process_ticks) process_ticks;
  uint32_t rate;  /* ticks per unit of the dimension, of the first histogram */
  double scale;   /* 2-byte units per bin, of the first histogram that has a
                    range; 0 if none has */
  double surplus; /* profile_weight, less 1; 0 where nobody counted signals */
  ARRAY (struct excess) excesses; /* what makes up that, by address, */
  double loose_excess; /* and for each tick, where no address is known */
  double signals;      /* of timers, that brought the samples; likewise */
  struct dimension dimension;
  uint32_t file_count; /* of all files that were read */
  bool has_histogram;  /* a record was seen, even an empty one */
  bool has_arcs;
  bool has_blocks;
  bool calls_are_complete; /* those of all threads, objects and processes were
                              counted */
  bool lacks_calls;        /* nothing counted them */
  bool arcs_are_measured;  /* samples have stacks, so arcs have ticks */
  bool knows_system;       /* and which are the system's time is known */
  bool has_process_ticks;  /* as the builder was told */
  bool
      bins_are_addresses; /* each tick is at an address, in any object that the
                              process had */
  uint64_t outside_pc; /* then stands for callers that nobody knows; else 0 */
  bool lacks_callers;  /* each arc is from a function to itself, and stands for
                         all calls of it */
  ARRAY (struct profile_file) files; /* in the order of reading */
  struct arena names; /* of files that the user did not name, such as FILES
                         and others borrow */
  struct other_rates other_rates;
};

/* What the system adds at a time, as a tick sees it (R20.126).  Ticks do not
   fall independently, signals do: T ticks are those of N looks at the program
   that brought n1, n2 ... ticks, each of which may have found another function.
   Looks are a Poisson process, so T has the variance n1^2 + n2^2 + ..., which
   is weight * T with the weight (n1^2 + n2^2 + ...) / T of the whole
   profile.  */
static inline double
profile_weight (const struct profile *profile)
{
  return 1 + profile->surplus;
}

/* The ticks in the bins of HISTOGRAM, which is one of PROFILE's.  */
static inline const uint64_t *
profile_ticks (const struct profile *profile,
               const struct histogram *histogram)
{
  return profile->bins.items + histogram->first_bin;
}

/* The first bin of HISTOGRAM, from BIN on, that has ticks, or its
   bin_count.  */
size_t profile_next_ticks (const struct profile *profile,
                           const struct histogram *histogram, size_t bin);

/* Keep of the *COUNT addresses PCS, which ascend, those that lie in the range
   of a histogram, or all if none has a range or ticks are at addresses.
   O(*COUNT + histograms log histograms).  */
void profile_keep_sampled (const struct profile *profile, uint64_t *pcs,
                           size_t *count);

/* 2-byte units of [low_pc, high_pc) per bin, the range halved first (R4.30);
   0 for a histogram without bins.  */
double histogram_scale (uint64_t low_pc, uint64_t high_pc, size_t bin_count);

void profile_release (struct profile *profile);

/* --- Other rates --------------------------------------------------------- */

/* Ticks taken at other rates than the run's are added up separately for each
   rate and converted once, when all files were read, so that rounding errors do
   not grow with their number: 8 bytes per bin and rate.  */

/* The ticks of one histogram at one rate.  */
struct tick_rates_part
{
  uint32_t histogram; /* its number in the profile */
  uint32_t rate;      /* ticks per unit of the dimension */
  size_t first_bin;   /* index into the bins below */
  size_t bin_count;
};

/* Zeroed, it is empty.  */
struct tick_rates
{
  VEC (struct tick_rates_part) parts; /* in the order of first appearance */
  VEC (uint64_t) bins;
  struct pairmap index;
};

/* The bins for ticks of histogram number HISTOGRAM, which has BIN_COUNT bins,
   at RATE; valid until the next call.  O(1) on average.  */
uint64_t *tick_rates_find (struct tick_rates *rates, uint32_t histogram,
                           uint32_t rate, size_t bin_count);

/* Add to each of TO[0 .. COUNT-1] what FROM has there, ticks at FROM_RATE, in
   ticks at TO_RATE; neither rate is 0.  Fractions are carried to the next bin:
   for any N, what is added to the first N bins differs by at most half a tick
   from their ticks times TO_RATE / FROM_RATE; a bin without ticks gets none.
   *CARRIED, at first FROM_RATE / 2, is handed on to other bins at these rates.
   False, and TO is unusable, if a sum does not fit into 64 bits.  */
bool tick_rates_carry (uint64_t *to, const uint64_t *from, size_t count,
                       uint32_t from_rate, uint32_t to_rate,
                       uint64_t *carried);

void tick_rates_release (struct tick_rates *rates);

#endif
