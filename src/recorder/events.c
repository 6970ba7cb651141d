/* events.c - perf events: signals more often than the system's clock ticks.
   SPDX-License-Identifier: 0BSD

   The structs and numbers are those of the system; see perf_event_open(2) and
   F_SETOWN_EX in fcntl(2).  */

#include "recorder/events.h"

#include <fcntl.h>
#include <sys/prctl.h>

#include "recorder/files.h"
#include "recorder/rules.h"
#include "recorder/state.h"
#include "recorder/text.h"

enum
{
  NO_EVENT = -1,
  SOFTWARE = 1,
  TASK_CLOCK = 1,
  NOT_IN_SYSTEM = 32,
  CLOSE_ON_EXEC = 8,
  SET_SIGNAL = 10,
  SET_OWNER = 15,
  OWNER_THREAD = 0,
  IS_READABLE = 1 /* POLL_IN */
};

struct event_attributes
{
  uint32_t type, size;
  uint64_t config, period, sampled, read, flags;
  uint64_t not_used[2];
};

struct owner
{
  int type, number;
};

#define OF_THREAD static __thread __attribute__ ((tls_model ("initial-exec")))

/* The place of this thread's event in the state, plus 1.  */
OF_THREAD uint32_t own_place;

/* The descriptors, plus 1, by which the system calls it, and calls one before
   whose signal may still come.  They are closed.  */
OF_THREAD int own_name, former_name;

/* An event of this thread: a descriptor, or negative.  */
static int
new_event (uint64_t period)
{
  struct event_attributes attributes;
  gprofh_clear (&attributes, sizeof attributes);
  attributes.type = SOFTWARE;
  attributes.size = sizeof attributes;
  attributes.config = TASK_CLOCK;
  attributes.period = period;
  attributes.flags = NOT_IN_SYSTEM;
  return (int)SYS6 (SYS_perf_event_open, &attributes, 0, -1, -1, CLOSE_ON_EXEC,
                    0);
}

bool
gprofh_may_have_events (void)
{
#ifndef HAS_STACKS
  return false; /* bits of the attributes, and of who is in the system */
#endif
  if (SYS6 (SYS_prctl, PR_GET_SECCOMP, 0, 0, 0, 0, 0) != 0)
    return false;
  const int descriptor = new_event (UINT32_MAX);
  if (descriptor < 0)
    return false;
  SYS3 (SYS_close, descriptor, 0, 0);
  return true;
}

/* Let the event DESCRIPTOR send signal NUMBER to this thread.  */
static bool
let_send (int descriptor, int number)
{
  const struct owner owner = { OWNER_THREAD, (int)SYS3 (SYS_gettid, 0, 0, 0) };
#if UINTPTR_MAX == UINT32_MAX
  const long control = SYS_fcntl64;
#else
  const long control = SYS_fcntl;
#endif
  return SYS3 (control, descriptor, SET_SIGNAL, number) == 0
         && SYS3 (control, descriptor, SET_OWNER, &owner) == 0
         && SYS3 (control, descriptor, F_SETFL, O_ASYNC) == 0;
}

/* Take a free place for an event: its number, from 1; 0 if there is none.  */
static uint32_t
take_place (void *event)
{
  for (uint32_t i = 0; i < EVENTS_MOST; i++)
    {
      void *none = NULL;
      if (__atomic_compare_exchange_n (&STATE->events[i], &none, event, false,
                                       __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        return i + 1;
    }
  return 0;
}

bool
gprofh_event_open (int number, uint64_t period)
{
  const int descriptor = new_event (period);
  void *event = NULL;
  own_place = 0;
  if (descriptor < 0)
    return false;
  former_name = own_name;
  own_name = descriptor + 1;
  if (let_send (descriptor, number))
    event = gprofh_map (descriptor, 0, gprofh_settings.page);
  SYS3 (SYS_close, descriptor, 0, 0);
  if (event != NULL)
    own_place = take_place (event);
  if (event != NULL && own_place == 0)
    gprofh_unmap (event, gprofh_settings.page);
  return own_place != 0;
}

bool
gprofh_has_event (void)
{
  return own_place != 0;
}

bool
gprofh_is_event (const siginfo_t *info)
{
  return info->si_code == IS_READABLE
         && (info->si_fd + 1 == own_name || info->si_fd + 1 == former_name)
         && info->si_fd >= 0;
}

static void
close_at (uint32_t place)
{
  void *event
      = __atomic_exchange_n (&STATE->events[place], NULL, __ATOMIC_RELAXED);
  if (event != NULL)
    gprofh_unmap (event, gprofh_settings.page);
}

void
gprofh_event_close (void)
{
  if (own_place != 0)
    close_at (own_place - 1);
  own_place = 0;
}

void
gprofh_events_close (void)
{
  for (uint32_t i = 0; i < EVENTS_MOST; i++)
    close_at (i);
}
