/* waits.h - what live files tell of the time that passed besides that of the
   processor: processes, their threads, and the waits of these.

   Times are in nanoseconds; 0 if nobody knows.  */

#ifndef WAITS_H
#define WAITS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/live_format.h"

#define THREAD_NONE UINT32_MAX

/* A process, with one program that it executed: a live file; or the sum of
   several.  */
struct profile_process
{
  const char *file;      /* its name; borrowed */
  uint32_t process;      /* the system's number */
  uint32_t rank;         /* in a parallel program, plus 1; 0: it has none */
  uint32_t count;        /* of the processes that were added up; else 1 */
  uint64_t elapsed;      /* also of one that goes on, until it was read */
  uint64_t longest;      /* that of one of them */
  uint64_t user, system; /* processor time of all threads */
  bool goes_on;   /* it runs, so the processor time is not known; of a sum,
                            some of its times are not */
  bool has_waits; /* they were measured */
};

/* The threads of a process that had one seat, one after the other, and that
   began with the same function.  */
struct profile_thread
{
  uint32_t process; /* its number in the profile */
  uint32_t seat;    /* number of the seat in its file; not 0 */
  uint32_t count;   /* of the threads */
  uint64_t
      start_pc; /* where they began, in the program; 0 for the first thread
                        of the process, or if it is not known */
  char name[LIVE_NAME_SIZE]; /* with a zero byte; may be empty */
  uint64_t elapsed;          /* their lives, also of one that goes on */
  uint64_t processor;        /* of those that have ended */
  double ticks;   /* that were sampled, at the rate of the profile, */
  double system;  /* and those of them that are time of the system */
  uint64_t calls; /* that were counted */
};

/* COUNT waits in a function of the C library.  */
struct raw_wait
{
  uint32_t path; /* number of the call path that ends in the instruction that
                        calls it; PATH_NONE for waits that were too short to have
                        one */
  uint32_t function;   /* model/wait_functions.h, or a number of a newer
                        recorder */
  uint32_t thread;     /* number in the profile, or THREAD_NONE */
  uint32_t unfinished; /* so many of them went on at the end */
  uint64_t count;
  uint64_t time;    /* of all of them */
  uint64_t longest; /* of one; 0 for those without a path */
};

/* The name of a wait's function; "?" for one that we do not know.  */
const char *wait_function_name (uint32_t function);

#endif
