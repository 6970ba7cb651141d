/* waits.h - waits of threads, as libgprof-waits.so finds them.
   SPDX-License-Identifier: 0BSD

   That library stands in for functions that wait, and is loaded only if waits
   are wanted; so what is not asked for is not in the way of the program.  */

#ifndef RECORDER_WAITS_H
#define RECORDER_WAITS_H

#include <stdbool.h>
#include <stdint.h>

#include "recorder/machine.h"

/* One that goes on, in the memory of who waits.  */
struct gprofh_wait
{
  uint64_t since; /* nanoseconds of a monotonic clock */
  uintptr_t from; /* the function returns to this address */
  uint32_t function;
};

/* Waits are wanted: the library that calls the two below is there.  */
EXPORTED void gprofh_waits_come (void);

/* This thread may wait from now on in FUNCTION (model/wait_functions.h), which
   returns to FROM, until gprofh_wait_ends.  False if the wait does not count:
   nothing is recorded, or the thread waits already and was interrupted.
   Safe in signal handlers; errno stays.  50 ns.  */
EXPORTED bool gprofh_wait_begins (struct gprofh_wait *wait, uint32_t function,
                                  uintptr_t from);

/* Such a wait ends.  Its stack is taken unless it was short.  */
EXPORTED void gprofh_wait_ends (const struct gprofh_wait *wait);

/* This thread is about to leave what it is in by longjmp.  */
EXPORTED void gprofh_wait_is_left (void);

#endif
