/* events.c - perf events: signals more often than the system's clock ticks.
   SPDX-License-Identifier: 0BSD  */

#include "recorder/events.h"

#include <fcntl.h>
#include <linux/perf_event.h>
#include <sys/prctl.h>

#include "recorder/files.h"
#include "recorder/state.h"
#include "recorder/text.h"

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
  struct perf_event_attr attributes;
  gprofh_clear (&attributes, sizeof attributes);
  attributes.type = PERF_TYPE_SOFTWARE;
  attributes.size = sizeof attributes;
  attributes.config = PERF_COUNT_SW_TASK_CLOCK;
  attributes.sample_period = period;
  attributes.exclude_kernel = 1;
  return (int)SYS6 (SYS_perf_event_open, &attributes, 0, -1, -1,
                    PERF_FLAG_FD_CLOEXEC, 0);
}

bool
gprofh_may_have_events (void)
{
#ifdef HAS_STACKS
  if (SYS6 (SYS_prctl, PR_GET_SECCOMP, 0, 0, 0, 0, 0) != 0)
    return false;
  const int descriptor = new_event (UINT32_MAX);
  if (descriptor >= 0)
    SYS3 (SYS_close, descriptor, 0, 0);
  return descriptor >= 0;
#else
  return false;
#endif
}

/* Let the event DESCRIPTOR send its signal to this thread.  */
static bool
let_send (int descriptor)
{
  const struct f_owner_ex owner
      = { F_OWNER_TID, (int)SYS3 (SYS_gettid, 0, 0, 0) };
  return SYS3 (SYS_fcntl, descriptor, F_SETSIG, SIGSTKFLT) == 0
         && SYS3 (SYS_fcntl, descriptor, F_SETOWN_EX, &owner) == 0
         && SYS3 (SYS_fcntl, descriptor, F_SETFL, O_ASYNC) == 0;
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
gprofh_event_open (uint64_t period)
{
  const int descriptor = new_event (period);
  void *event = NULL;
  own_place = 0;
  if (descriptor < 0)
    return false;
  former_name = own_name;
  own_name = descriptor + 1;
  if (let_send (descriptor))
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
  return info->si_signo == SIGSTKFLT && info->si_code == POLL_IN
         && info->si_fd >= 0
         && (info->si_fd + 1 == own_name || info->si_fd + 1 == former_name);
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
