/* sampler.c - samples of where processor time is spent.
   SPDX-License-Identifier: 0BSD

   The structs are those of the system, since those of the C libraries
   differ.  */

#include "recorder/sampler.h"

#include <signal.h>
#include <time.h>
#include <ucontext.h>

#include "recorder/live.h"
#include "recorder/table.h"
#include "recorder/text.h"

enum
{
  NANOSECONDS = 1000000000,
  FIRST_SIGNAL = 60, /* above those that programs tend to use */
  LAST_SIGNAL = 36,  /* below are the C libraries' own */
  TO_THREAD = 4,     /* SIGEV_THREAD_ID */
  NO_TIMER = -1,
  IN_THE_MAKING = -2,
  GOOD_MAJOR = 6, /* the version of Linux whose timers find the thread */
  GOOD_MINOR = 4
};

struct system_action
{
  void (*handler) (int, siginfo_t *, void *);
  unsigned long flags;
#ifndef __riscv
  void (*restorer) (void);
#endif
  unsigned long mask[64 / (8 * sizeof (long))];
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

struct system_names
{
  char system[65], node[65], release[65], version[65], machine[65], domain[65];
};

#if defined __x86_64__ || defined __i386__
/* In the entry points' file.  */
void gprofh_return_from_signal (void);
#define RESTORER_FLAG 0x04000000
#else
#define RESTORER_FLAG 0
#endif

/* The same in children, which inherit the handler.  */
static int sample_signal;
static enum timer_choice choice;

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

static void
take_sample (int number, siginfo_t *info, void *context)
{
  (void)number;
  if (!STATE->is_on || info->si_code != SI_TIMER)
    return;
  const uint32_t overruns
      = info->si_overrun > 0 ? (uint32_t)info->si_overrun : 0;
  gprofh_sample (interrupted (context), 1 + overruns);
}

static long
set_action (int number, const struct system_action *new,
            struct system_action *old)
{
  return SYS6 (SYS_rt_sigaction, number, new, old, sizeof new->mask, 0, 0);
}

/* A signal that nobody handles and that has the default effect; 0 if there is
   none.  */
static int
free_signal (void)
{
  struct system_action old;
  if (gprofh_settings.signal != 0)
    return (int)gprofh_settings.signal;
  for (int number = FIRST_SIGNAL; number >= LAST_SIGNAL; number--)
    if (set_action (number, NULL, &old) == 0 && old.handler == NULL)
      return number;
  return 0;
}

/* Which kind of timer this system needs.  */
static enum timer_choice
best_choice (void)
{
  struct system_names names;
  gprofh_clear (&names, sizeof names);
  SYS3 (SYS_uname, &names, 0, 0);
  const uint32_t major = gprofh_number (names.release);
  const char *minor = names.release;
  while (*minor != '.' && *minor != '\0')
    minor++;
  if (major > GOOD_MAJOR
      || (major == GOOD_MAJOR && *minor == '.'
          && gprofh_number (minor + 1) >= GOOD_MINOR))
    return TIMER_PROCESS;
  return TIMER_THREAD;
}

/* Handle the signal, and let this thread and those that it starts get it:
   false if there is none.  */
static bool
prepare (void)
{
  if (sample_signal == 0)
    {
      const int number = free_signal ();
      struct system_action action;
      gprofh_clear (&action, sizeof action);
      action.handler = take_sample;
      action.flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK | RESTORER_FLAG;
#if RESTORER_FLAG != 0
      action.restorer = gprofh_return_from_signal;
#endif
      for (unsigned i = 0; i < sizeof action.mask / sizeof (long); i++)
        action.mask[i] = ~0UL;
      if (number == 0 || set_action (number, &action, NULL) != 0)
        return false;
      sample_signal = number;
    }
  const uint64_t mask = UINT64_C (1) << (sample_signal - 1);
  SYS6 (SYS_rt_sigprocmask, SIG_UNBLOCK, &mask, 0, sizeof mask, 0, 0);
  return true;
}

/* A timer of CLOCK that expires at the rate, FIRST nanoseconds from now on; a
   negative number if there is none.  */
static int
new_timer (clockid_t clock, int notify, int thread, uint32_t first)
{
  struct system_event event;
  struct system_interval interval;
  int timer = NO_TIMER;
  const uint32_t period = NANOSECONDS / gprofh_settings.rate;
  gprofh_clear (&event, sizeof event);
  event.signal = sample_signal;
  event.notify = notify;
  event.thread = thread;
  if (SYS3 (SYS_timer_create, clock, &event, &timer) != 0)
    return NO_TIMER;
  interval.period_seconds = (long)(period / NANOSECONDS);
  interval.period = (long)(period % NANOSECONDS);
  interval.first_seconds = (long)(first / NANOSECONDS);
  interval.first = (long)(first % NANOSECONDS);
  if (SYS6 (SYS_timer_settime, timer, 0, &interval, 0, 0, 0) != 0)
    return NO_TIMER;
  return timer;
}

/* A time within the first period, so that threads that live for less are seen
   as often as they should be.  */
static uint32_t
random_first (uint32_t thread)
{
  struct timespec now = { 0, 0 };
  SYS3 (SYS_clock_gettime, CLOCK_MONOTONIC, &now, 0);
  uint32_t mixed = (uint32_t)now.tv_nsec * 2654435761U ^ thread * 2246822519U;
  mixed ^= mixed >> 15;
  return 1 + mixed % (NANOSECONDS / gprofh_settings.rate);
}

/* A timer for this thread, which has one already if it began.  */
static int
new_thread_timer (void)
{
  const uint32_t thread = (uint32_t)SYS3 (SYS_gettid, 0, 0, 0);
  int timer = STATE->timer;
  if (STATE->timer_thread == thread)
    STATE->timer_thread = 0;
  else
    timer = new_timer (CLOCK_THREAD_CPUTIME_ID, TO_THREAD, (int)thread,
                       random_first (thread));
  if (timer < 0)
    gprofh_lacks (LIVE_NO_TIMER);
  return timer;
}

void
gprofh_thread_timer (int32_t *timer)
{
  if (choice != TIMER_THREAD)
    return;
  /* A handler may come here meanwhile, and leaves it to who was first.  */
  const int32_t old
      = __atomic_exchange_n (timer, IN_THE_MAKING, __ATOMIC_RELAXED);
  if (old == IN_THE_MAKING)
    return;
  if (old >= 0)
    SYS3 (SYS_timer_delete, old, 0, 0);
  *(volatile int32_t *)timer = new_thread_timer ();
}

void
gprofh_sampler_start (void)
{
  choice = gprofh_settings.timer;
  if (gprofh_settings.rate == 0 || choice == TIMER_NONE)
    {
      choice = TIMER_NONE;
      return;
    }
  if (choice == TIMER_AUTO)
    choice = best_choice ();
  if (!prepare ())
    choice = TIMER_NONE;
  else if (choice == TIMER_PROCESS)
    STATE->timer = new_timer (CLOCK_PROCESS_CPUTIME_ID, SIGEV_SIGNAL, 0,
                              NANOSECONDS / gprofh_settings.rate);
  else
    {
      STATE->timer = new_thread_timer ();
      STATE->timer_thread = (uint32_t)SYS3 (SYS_gettid, 0, 0, 0);
    }
  if (STATE->timer < 0)
    gprofh_lacks (LIVE_NO_TIMER);
}

bool
gprofh_threads_have_timers (void)
{
  return choice == TIMER_THREAD;
}

int
gprofh_sample_signal (void)
{
  return sample_signal;
}
