/* waits.c - waits of threads, as libgprof-waits.so finds them.
   SPDX-License-Identifier: 0BSD  */

#include "recorder/waits.h"

#include <dlfcn.h>
#include <stddef.h>
#include <time.h>

#include "model/wait_functions.h"
#include "recorder/own_stack.h"
#include "recorder/stacks.h"
#include "recorder/state.h"
#include "recorder/table.h"
#include "recorder/threads.h"

enum
{
  NANOSECONDS = 1000000000,
  MICROSECOND = 1000,
  NEAR = 8 << 20 /* bytes that the stack of a thread may have, as a rule */
};

/* The C library's, which makes no system call.  */
static int (*clock_of_library) (clockid_t, struct timespec *);

/* What this thread waits in; null if it does not.  */
static __thread __attribute__ ((tls_model ("initial-exec")))
const struct gprofh_wait *outermost;

void
gprofh_waits_come (void)
{
  *(void **)&clock_of_library = dlsym (RTLD_NEXT, "clock_gettime");
  gprofh_settings.has_waits
      = clock_of_library != NULL && !gprofh_settings.lacks_waits;
}

static uint64_t
now (void)
{
  struct timespec time;
  clock_of_library (CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * NANOSECONDS + (uint64_t)time.tv_nsec;
}

static bool
begin_thread (uintptr_t from, uintptr_t self, uint32_t count)
{
  (void)from;
  (void)self;
  (void)count;
  return gprofh_own_table () != NULL;
}

/* Is WAIT within another one, of a signal handler that interrupted it, or of a
   callback?  One that was left by an exception is not below it on the
   stack.  */
static bool
is_within (const struct gprofh_wait *wait)
{
  return outermost != NULL
         && (uintptr_t)outermost - (uintptr_t)wait - 1 < NEAR;
}

bool
gprofh_wait_begins (struct gprofh_wait *wait, uint32_t function,
                    uintptr_t from)
{
  if (!STATE->is_on || !gprofh_settings.has_waits || is_within (wait)
      || gprofh_is_sandboxed ())
    return false;
  if (gprofh_seat () == NULL)
    gprofh_on_own_stack (begin_thread, 0, 0, 0);
  struct live_thread *seat = gprofh_seat ();
  if (seat == NULL)
    return false;
  outermost = wait;
  wait->function = function;
  wait->from = from;
  wait->since = now ();
  seat->function = function;
  seat->from = from - 1;
  own_order ();
  seat->waits = wait->since;
  return true;
}

void
gprofh_wait_ends (const struct gprofh_wait *wait)
{
  struct live_thread *seat = gprofh_seat ();
  outermost = NULL;
  if (seat == NULL)
    return;
  const uint64_t time = now () - wait->since;
  seat->waits = 0;
  if (time < (uint64_t)gprofh_settings.least_wait * MICROSECOND)
    {
      struct live_short *all = seat_shorts (seat) + wait->function;
      all->count++;
      all->time += time;
      return;
    }
  struct stack_wait found
      = { .function = wait->function, .from = wait->from, .time = time };
  FIND_HERE (&found.here);
  gprofh_stack_wait (&found);
}

void
gprofh_wait_is_left (void)
{
  outermost = NULL;
}
