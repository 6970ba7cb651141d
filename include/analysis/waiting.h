/* waiting.h - where threads wait: the functions that do, and what calls
   them.  */

#ifndef WAITING_H
#define WAITING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/call_paths.h"
#include "analysis/spreads.h"
#include "base/memory.h"
#include "model/profile.h"
#include "model/symtab.h"

enum
{
  WAIT_CALLERS = 4 /* of a place, at most */
};

/* Less than so many seconds is little, which listings may leave out.  */
#define LITTLE_WAIT 0.0005

/* The waits in one function that one other calls.  Times are in seconds.  */
struct wait_place
{
  sym_id caller[WAIT_CALLERS]; /* the innermost first: those that all its call
                                  paths have */
  unsigned callers;            /* how many; 0 if nobody knows who called */
  bool has_more;       /* paths go on, each with others, or nobody knows how */
  bool is_lost;        /* the latter */
  uint32_t entry;      /* its number in struct waiting */
  uint64_t count;      /* of waits that are known one by one, or as sums; */
  uint64_t unfinished; /* so many of these went on at the end */
  double seconds;      /* with the processor time of MPI functions, */
  double processor;    /* which is so much */
  double longest;      /* of one wait */
};

/* All places of a function; sums, as above.  */
struct wait_entry
{
  const char *name;    /* of a function of the C library; null for */
  sym_id symbol;       /* a function of MPI */
  bool is_idle;        /* of threads that only waited */
  size_t first, limit; /* its places, */
  size_t notable;      /* of which so many, the first ones, are not little */
  uint64_t count, unfinished;
  double seconds, processor, longest;
};

/* Zeroed, there are none.  */
struct waiting
{
  bool is_measured;                 /* waits of some process were */
  ARRAY (struct wait_place) places; /* by entry, then what took most first */
  /* What took most first; those of threads that only waited behind the
     others.  */
  ARRAY (struct wait_entry) entries;
  size_t busy_entries;    /* so many are before those, */
  size_t notable_entries; /* of which so many, the first ones, are not
                             little, */
  size_t notable_places;  /* and so many of their places */
  double seconds;         /* of all of them, without processor time */
  uint64_t idle_threads;  /* threads that only waited, */
  double idle_seconds;    /* and for how long */
  double *wait_seconds;   /* of each of the profile's waits, as above; */
  bool *is_idle;          /* of each of its threads: it only waited */
  /* Of the seconds of each entry, between processes; null if the profile does
     not have process_ticks.  */
  struct spread *spreads;
};

/* Find the waits of PROFILE, whose paths have the symbols PATHS (R20.202,
   R20.203).  To be released.  O(paths + waits log waits); 32 bytes for each
   path while at work.  */
void waiting_find (struct waiting *waiting, const struct profile *profile,
                   const struct symtab *symtab,
                   const struct call_paths *paths);

/* Make STACKS of WAITING's waits, which are those of PROFILE and PATHS: node
   FIRST_NODE + N, FIRST_NODE being beyond all nodes of the analysis, is the
   function number N, which is at most WAIT_FUNCTION_COUNT, and the innermost
   frame; times are seconds (R20.262).  Waits of threads that only waited are left
   out, unless HAS_IDLE.  What call_paths_leaf_stacks costs.  */
void waiting_stacks (const struct waiting *waiting,
                     const struct profile *profile,
                     const struct call_paths *paths, bool has_idle,
                     uint32_t first_node, struct stacks *stacks);

void waiting_release (struct waiting *waiting);

#endif
