/* sampler.c - samples of where processor time is spent.
   SPDX-License-Identifier: 0BSD

   The structs are those of the system, since those of the C libraries
   differ.  */

#include "recorder/sampler.h"

#include <sys/resource.h>
#include <time.h>
#include <ucontext.h>

#include "recorder/events.h"
#include "recorder/live.h"
#include "recorder/signals.h"
#include "recorder/stacks.h"
#include "recorder/table.h"
#include "recorder/text.h"
#include "recorder/unwind.h"

enum
{
  NANOSECONDS = 1000000000,
  TO_THREAD = 4,     /* SIGEV_THREAD_ID */
  PAGE_TIME = 25000, /* nanoseconds, at most: in virtual machines */
  MUCH = 25,         /* ticks of the system's clock */
  NO_TIMER = -1,
  IN_THE_MAKING = -2
};

struct system_event
{
  uintptr_t value;
  int signal, notify, thread;
  int spare[12];
};

struct system_interval
{
  long period_seconds, period, first_seconds, first;
};

/* The same in children.  */
static enum timer_choice choice;
static bool wants_events;

#define OF_THREAD static __thread __attribute__ ((tls_model ("initial-exec")))

/* This thread has begun, and not yet been seen by the system's clock.  */
OF_THREAD bool is_young;

/* The nanoseconds of its processor time up to its last sample, and those
   before that which are no sample yet.  */
OF_THREAD uint64_t seen, carried;

/* The pages that the system had brought it when a tick was last counted.  */
OF_THREAD uint64_t pages;

/* Its timer has the clock of the process.  */
OF_THREAD bool has_common_clock;

/* Where its last sample was; 0 if there is none.  */
OF_THREAD uintptr_t sampled_at;

/* It counts the rest, which a signal that comes meanwhile leaves to it.  */
OF_THREAD volatile bool counts_the_rest;

static uintptr_t
interrupted (const void *context)
{
  const ucontext_t *where = context;
#if defined __x86_64__
  return (uintptr_t)where->uc_mcontext.gregs[16]; /* REG_RIP */
#elif defined __i386__
  return (uintptr_t)where->uc_mcontext.gregs[14]; /* REG_EIP */
#elif defined __arm__
  return (uintptr_t)where->uc_mcontext.arm_pc;
#elif defined __riscv
  return (uintptr_t)where->uc_mcontext.__gregs[0];
#elif defined __powerpc64__
  return (uintptr_t)where->uc_mcontext.gp_regs[32]; /* PT_NIP */
#elif defined __s390x__
  return (uintptr_t)where->uc_mcontext.psw.addr;
#else
  return (uintptr_t)where->uc_mcontext.pc;
#endif
}

static uint32_t
period (void)
{
  return NANOSECONDS / gprofh_settings.rate;
}

/* Let TIMER expire in FIRST nanoseconds, and then each period unless it is to
   be ONCE.  */
static bool
set_timer (int timer, uint64_t first, bool once)
{
  struct system_interval interval;
  gprofh_clear (&interval, sizeof interval);
  if (!once)
    {
      interval.period_seconds = (long)(period () / NANOSECONDS);
      interval.period = (long)(period () % NANOSECONDS);
    }
  interval.first_seconds = (long)(first / NANOSECONDS);
  interval.first = (long)(first % NANOSECONDS);
  return SYS6 (SYS_timer_settime, timer, 0, &interval, 0, 0, 0) == 0;
}

/* The nanoseconds from one tick of the system's clock to the next.  */
static uint32_t
tick (void)
{
  struct timespec length = { 0, 0 };
  SYS3 (SYS_clock_getres, CLOCK_MONOTONIC_COARSE, &length, 0);
  return length.tv_sec == 0 ? (uint32_t)length.tv_nsec : 0;
}

/* The pages that the system has brought this thread, which has an event: where
   there are any, C libraries have the system's struct.  */
static uint64_t
pages_now (void)
{
  struct rusage usage;
  if (SYS3 (SYS_getrusage, RUSAGE_THREAD, &usage, 0) != 0)
    return pages;
  return (uint64_t)usage.ru_minflt + (uint64_t)usage.ru_majflt;
}

/* The nanoseconds of processor time that this thread has used.  */
static uint64_t
used (void)
{
  struct timespec time = { 0, 0 };
  SYS3 (SYS_clock_gettime, CLOCK_THREAD_CPUTIME_ID, &time, 0);
  return (uint64_t)time.tv_sec * NANOSECONDS + (uint64_t)time.tv_nsec;
}

#ifdef GPROFH_SHARED

void
gprofh_thread_begins (void)
{
  if (is_young)
    seen = 0;
}

static void
start_to_see (void)
{
  seen = used ();
  carried = 0;
  sampled_at = 0;
}

void
gprofh_thread_comes (void)
{
  STATE->has_threads = 1;
  if (has_common_clock && STATE->has_begun && !gprofh_is_sandboxed ())
    gprofh_timer_again ();
}

/* TIME, which this thread has used since its last sample, with that of others
   which nothing has counted.  */
static uint64_t
with_unseen (uint64_t time)
{
  return time
         + 1000
               * (uint64_t)__atomic_exchange_n (&STATE->unseen, 0,
                                                __ATOMIC_RELAXED);
}

#else

/* A number below a period's nanoseconds.  */
static uint32_t
random_time (void)
{
  struct timespec now = { 0, 0 };
  const uint32_t thread = (uint32_t)SYS3 (SYS_gettid, 0, 0, 0);
  SYS3 (SYS_clock_gettime, CLOCK_MONOTONIC, &now, 0);
  uint32_t mixed = (uint32_t)now.tv_nsec * 2654435761U ^ thread * 2246822519U;
  mixed ^= mixed >> 15;
  mixed *= 2246822519U;
  mixed ^= mixed >> 13;
  return mixed % period ();
}

/* Nobody says when a thread ends, so what it has used since the last sample is
   lost; for that, the first tick that sees it counts as a whole one, and its
   first period is as long as chance wants: each tick counts the same, be the
   thread's life as short as it may.  */
static void
start_to_see (void)
{
  seen = used ();
  carried = is_young ? random_time () : 0;
  sampled_at = 0;
}

static uint64_t
with_unseen (uint64_t time)
{
  return is_young && !gprofh_has_event () && time < tick () ? tick () : time;
}

#endif

/* What this thread has used since its last sample is most likely of the same
   function.  */
bool
gprofh_sample_the_rest (void)
{
  if (choice != TIMER_THREAD || !STATE->is_on || gprofh_is_sandboxed ())
    return false;
  counts_the_rest = true;
  own_order ();
  const uint64_t now = used ();
  carried += with_unseen (now - seen);
  seen = now;
  if (sampled_at != 0 && carried >= period ())
    {
      gprofh_sample (gprofh_last_address (sampled_at),
                     (uint32_t)(carried / period ()));
      if (gprofh_settings.has_stacks)
        gprofh_stack_again ((uint32_t)(carried / period ()));
      carried %= period ();
    }
  own_order ();
  counts_the_rest = false;
  return true;
}

#ifdef GPROFH_SHARED

/* What is no whole sample, or of a thread that was never seen, goes to the next
   sample of any thread: in microseconds, as machines of 32 bits change no larger
   number at once.  */
void
gprofh_thread_ends (void)
{
  gprofh_event_close ();
  if (gprofh_own_timer () == NULL || !gprofh_sample_the_rest ())
    return;
  __atomic_fetch_add (&STATE->unseen, carried / 1000, __ATOMIC_RELAXED);
  carried = 0;
}

#endif

/* How many samples of TIME a signal AT this address brings.  An event's is the
   period that ended there.  What they do not bring was in the system: it is of
   where the system's clock finds the thread in a call of it; or anywhere, if the
   pages that were brought since may have taken it, or if it is much.  */
static uint32_t
samples_of (uint64_t time, bool is_event, uintptr_t at)
{
  const uint32_t due = (uint32_t)(time / period ());
  if (is_event)
    return due > 0;
  if (!gprofh_has_event ())
    return due;
  const uint64_t before = pages, now = pages_now ();
  if (!gprofh_is_system_call (at) && (now - before) * PAGE_TIME < time
      && time <= MUCH * (uint64_t)tick ())
    return 0;
  pages = now;
  return due;
}

/* How many samples a signal of TIMER, that of this thread, or of its event brings
   AT this address: all processor time of the thread since the last one.  If that
   is too little, there are threads that were made by nothing that we stand in
   for.  */
static uint32_t
new_samples (int timer, bool is_event, uintptr_t at)
{
  const uint64_t now = used ();
  const uint64_t time = with_unseen (now - seen) + carried;
  if (has_common_clock && now - seen < period () / 2)
    {
      STATE->has_threads = 1;
      gprofh_timer_again ();
    }
  const uint32_t count = samples_of (time, is_event, at);
  seen = now;
  carried = time - (uint64_t)count * period ();
  /* The timer has come once, and goes on; an event says nothing of it.  */
  if (is_young && !is_event)
    {
      set_timer (timer, period () - carried % period (), false);
      is_young = false;
    }
  return count;
}

bool
gprofh_is_sample (const siginfo_t *info)
{
  return (info->si_code == SI_TIMER
          && info->si_value.sival_ptr == (void *)STATE)
         || gprofh_is_event (info);
}

void
gprofh_take_sample (const siginfo_t *info, const void *context)
{
  const uintptr_t at = interrupted (context);
  uint32_t count = 1;
  if (counts_the_rest)
    return;
  if (choice == TIMER_THREAD && !gprofh_is_sandboxed ())
    count = new_samples (info->si_timerid, gprofh_is_event (info), at);
  else if (info->si_overrun > 0)
    count += (uint32_t)info->si_overrun;
  if (STATE->is_on && count > 0)
    gprofh_sample (at, count);
  if (STATE->is_on && gprofh_settings.has_stacks)
    gprofh_stack_sample (context, count);
  sampled_at = at;
}

/* A timer that expires FIRST nanoseconds from now on, if ONCE, or is to; a
   negative number if there is none.  */
static int
new_timer (uint64_t first, bool once)
{
  struct system_event event;
  int timer = NO_TIMER;
  const bool is_of_thread = choice == TIMER_THREAD;
  gprofh_event_close ();
  const bool has_event = wants_events && gprofh_sample_signal () == SIGSTKFLT
                         && gprofh_event_open (period ());
  has_common_clock = is_of_thread && !has_event && !STATE->has_threads;
  const clockid_t clock = is_of_thread && !has_common_clock
                              ? CLOCK_THREAD_CPUTIME_ID
                              : CLOCK_PROCESS_CPUTIME_ID;
  gprofh_clear (&event, sizeof event);
  event.value = (uintptr_t)STATE;
  event.signal = gprofh_sample_signal ();
  event.notify = is_of_thread ? TO_THREAD : SIGEV_SIGNAL;
  event.thread = is_of_thread ? (int)SYS3 (SYS_gettid, 0, 0, 0) : 0;
  if (event.signal == 0 || SYS3 (SYS_timer_create, clock, &event, &timer) != 0)
    return NO_TIMER;
  return set_timer (timer, first, once) ? timer : NO_TIMER;
}

/* The nanoseconds until TIMER expires.  */
static uint64_t
rest_of (int timer)
{
  struct system_interval now;
  gprofh_clear (&now, sizeof now);
  SYS3 (SYS_timer_gettime, timer, &now, 0);
  const uint64_t rest
      = (uint64_t)now.first_seconds * NANOSECONDS + (uint64_t)now.first;
  return rest > 0 ? rest : 1;
}

/* The timer OLD of this thread, or of the process, with the signal that is now
   taken.  */
static int
renewed (int old)
{
  const uint64_t rest = rest_of (old);
  SYS3 (SYS_timer_delete, old, 0, 0);
  return new_timer (rest, choice == TIMER_THREAD && is_young);
}

/* A timer for this thread, which has one already if it began.  */
static int
new_thread_timer (void)
{
  const uint32_t thread = (uint32_t)SYS3 (SYS_gettid, 0, 0, 0);
  if (STATE->timer_thread == thread)
    {
      STATE->timer_thread = 0;
      return STATE->timer;
    }
  gprofh_signal_unblock ();
  is_young = true;
  start_to_see ();
  return new_timer (1, true);
}

/* Has this thread none of its own at *TIMER yet, its last one is removed.  A
   handler that comes meanwhile leaves it to who was first.  IS_NEW: it is to
   have one, else another one.  */
static void
change_timer (int32_t *timer, bool is_new)
{
  const int32_t old
      = __atomic_exchange_n (timer, IN_THE_MAKING, __ATOMIC_RELAXED);
  int made = old;
  if (old == IN_THE_MAKING)
    return;
  int signal = gprofh_sample_signal ();
  if (is_new && old >= 0)
    SYS3 (SYS_timer_delete, old, 0, 0);
  if (is_new)
    made = new_thread_timer ();
  else if (old >= 0)
    made = renewed (old);
  /* A handler of the program may have taken the signal meanwhile.  */
  for (int now = gprofh_sample_signal (); made >= 0 && now != signal;
       now = gprofh_sample_signal ())
    {
      signal = now;
      made = renewed (made);
    }
  *(volatile int32_t *)timer = made;
  if (made < 0)
    gprofh_lacks (LIVE_NO_TIMER);
}

void
gprofh_thread_timer (int32_t *timer)
{
  if (choice == TIMER_THREAD)
    change_timer (timer, true);
}

void
gprofh_timer_again (void)
{
  int32_t *timer = choice == TIMER_THREAD ? gprofh_own_timer () : NULL;
  if (choice == TIMER_PROCESS
      || (timer == NULL
          && STATE->timer_thread == (uint32_t)SYS3 (SYS_gettid, 0, 0, 0)))
    timer = &STATE->timer;
  if (timer != NULL)
    change_timer (timer, false);
}

/* Let threads have events, too, if that is wanted, or is of use and possible.
   They need another signal.  */
static void
choose_events (enum timer_choice wanted)
{
  wants_events
      = (wanted == TIMER_PERF || (wanted == TIMER_AUTO && period () < tick ()))
        && (gprofh_settings.signal == 0 || gprofh_settings.signal == SIGSTKFLT)
        && gprofh_may_have_events ();
  if (wants_events)
    gprofh_settings.signal = SIGSTKFLT;
  else if (wanted == TIMER_PERF)
    gprofh_lacks (LIVE_NO_EVENTS);
}

void
gprofh_sampler_start (void)
{
  const enum timer_choice wanted = gprofh_settings.timer;
  choice = gprofh_settings.rate == 0 ? TIMER_NONE : wanted;
  if (choice == TIMER_NONE)
    return;
  if (choice != TIMER_PROCESS)
    choice = TIMER_THREAD;
  gprofh_event_close ();
  choose_events (wanted);
  is_young = false;
  start_to_see ();
#ifndef GPROFH_SHARED
  STATE->has_threads = 1; /* Nobody says when the first one begins.  */
#endif
  if (gprofh_signal_start ())
    STATE->timer = new_timer (period (), false);
  else
    choice = TIMER_NONE;
  if (choice == TIMER_THREAD)
    STATE->timer_thread = (uint32_t)SYS3 (SYS_gettid, 0, 0, 0);
  if (STATE->timer < 0)
    gprofh_lacks (LIVE_NO_TIMER);
}

bool
gprofh_threads_have_timers (void)
{
  return choice == TIMER_THREAD;
}
