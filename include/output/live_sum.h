/* live_sum.h - live files added up.  */

#ifndef LIVE_SUM_H
#define LIVE_SUM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/memory.h"
#include "base/pairmap.h"
#include "input/live_file.h"
#include "input/program.h"

/* An object of the processes, at one place of the sum for all of them.  */
struct live_sum_object
{
  struct live_entry entry; /* of the first file that had it; texts are owned */
  uint64_t linked;         /* the address that its start was linked for */
  int64_t low, high; /* what it takes, counted from LINKED: more than that
                              of ENTRY for a program of several sizes */
};

/* Slots, found again by FIRST and SECOND of their entries.  */
struct live_sum_slots
{
  struct pairmap index;
  VEC (uint64_t) counts; /* one for each entry */
};

/* So many slots of a seat that come one after the other.  */
struct live_sum_run
{
  uint32_t seat, count;
};

/* Slots of each seat; and, of tables, the order of all of them.  */
struct live_sum_table
{
  VEC (struct live_sum_slots) seats;
  VEC (struct live_sum_run) runs;
};

/* The threads of all files that began with the same function and have the same
   name.  */
struct live_sum_seat
{
  struct live_thread thread;      /* its start is an address of the sum */
  VEC (struct live_short) shorts; /* by function, up to the last one that has
                                     any */
};

/* Zeroed, it is the sum of no files.  */
struct live_sum
{
  const struct program *program; /* set by who adds files; borrowed */
  uint64_t seed;                 /* of hash values */
  bool has_files;
  bool goes_on;         /* a process had not ended */
  bool has_stacks;      /* they were taken in a process, */
  bool has_waits;       /* and these were measured in one */
  bool has_image;       /* there is an object that is the image; */
  bool has_first;       /* and the one with number 1, */
  bool first_is_image;  /* which is the image, */
  uint32_t first;       /* and here */
  uint16_t machine;     /* these are as in struct live_file: */
  uint32_t rate, lacks; /* RATE that of the first file, 100 for none */
  uint64_t start, lost_calls, lost_samples, signals;
  uint64_t elapsed, longest, user, system;
  uint32_t processes;
  uint32_t rank; /* that all files have; 0 if there is none */
  VEC (struct live_sum_object) objects;
  struct pairmap object_index;
  VEC (struct live_sum_seat) seats; /* number I + 1 is here; in tables I + 1,
                                       where 0 is of unknown threads */
  struct pairmap name_index, seat_index;
  struct live_sum_table arcs;    /* SELF and FROM, also of squares */
  struct live_sum_table samples; /* likewise */
  struct live_sum_table stacks;  /* FROM and SELF; slot I + 1 has entry I.  The
                                    tree of unknown threads has the frames of
                                    all others, too, in their order */
  bool has_trees;
  bool trees_have_waits;
  uint32_t tree_seat; /* that all frames are of; 0 if they are of several */
  struct arena texts;
};

/* The object with this INDEX lies around this address, up to LIVE_SUM_REACH bytes
   to both sides: in all, as far as offsets in closed objects reach.  */
#define LIVE_SUM_REACH (INT64_C (1) << (LIVE_OFFSET_BITS - 1))

static inline uint64_t
live_sum_middle (uint32_t index)
{
  return (2 * (uint64_t)index + 3) * (uint64_t)LIVE_SUM_REACH;
}

/* Add FILE, called NAME, to SUM.  STATUS_UNSUPPORTED if a count reaches 2^64, an
   object is too large, or there are too many.  SUM may then hold part of the
   file.  O(objects * objects of the program + slots log objects) on average.  */
enum status live_sum_add (struct live_sum *sum, const struct live_file *file,
                          const char *name, struct diag *diag);

void live_sum_release (struct live_sum *sum);

#endif
