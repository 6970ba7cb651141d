/* threads.h - what threads are called, and what functions take in each.  */

#ifndef THREADS_H
#define THREADS_H

#include "analysis/grouping.h"
#include "analysis/measured.h"
#include "analysis/measurement.h"
#include "analysis/spreads.h"
#include "base/diag.h"
#include "base/memory.h"
#include "input/program.h"
#include "model/profile_builder.h"

#define MAIN_THREAD "<main thread>"
#define UNKNOWN_THREAD "<unknown thread>" /* of samples, too */

/* --- Names --------------------------------------------------------------- */

/* Zeroed, there are none.  */
struct thread_names
{
  struct arena memory;
  const char **items; /* of each thread of the profile */
};

/* Find the names of the threads of PROFILE, which is one of PROGRAM: their own
   ones, else those of the functions that they began with, as OPTIONS want
   these demangled (R20.232).  To be released.  O(threads), and what demangling
   costs.  */
void thread_names_find (struct thread_names *names,
                        const struct profile *profile,
                        const struct program *program,
                        const struct options *options);

void thread_names_release (struct thread_names *names);

/* --- Times --------------------------------------------------------------- */

/* Symbol ID has time in THREAD.  */
struct thread_use
{
  sym_id id;
  uint32_t thread;
};

/* Zeroed, it is empty.  */
struct thread_times
{
  struct spreads spreads; /* of self times between threads; the numbers of its
                             files are those of threads, or THREAD_NONE for the
                             threads of a file that nobody knows */
  VEC (double) ticks;     /* in all symbols, of each thread but the last ones
                             that have none, */
  double unknown;         /* and of those */
  VEC (struct thread_use) uses;
  uint32_t *threads; /* of each symbol, when finished: so many its spread is
                        of; 0 without time */
};

/* Begin, as spreads_start does; 8 bytes for each thread, and for each symbol
   and thread in which it has time.  */
void thread_times_start (struct thread_times *times, const struct measured *of,
                         struct crediting *crediting);

/* Add the file whose threads BUILDER has kept.  What spreads_add costs, and
   returns, for each of them.  */
enum status thread_times_add (struct thread_times *times,
                              const struct profile_builder *builder,
                              struct diag *diag);

/* All files were added: complete the spreads.  That of a symbol is one of all
   threads with the names of those in which it has time, so that one counts
   that had nothing to do, but not the others (R20.233).  NAMES are those of
   COUNT threads.  O(symbols + threads + uses log uses).  */
void thread_times_finish (struct thread_times *times,
                          const struct thread_names *names, size_t count);

void thread_times_release (struct thread_times *times);

/* --- Groups -------------------------------------------------------------- */

/* Let the groups of GROUPING be threads of one name, with their TIMES and the
   calls that were counted in them, and without arcs (R20.234).  The others are
   as in grouping_make; to be released as there, in any case.  O(threads).  */
enum status
thread_groups_make (struct grouping *grouping, const struct options *options,
                    const struct program *program, const struct measured *of,
                    const struct measurement *measurement,
                    const struct thread_times *times, struct diag *diag);

#endif
