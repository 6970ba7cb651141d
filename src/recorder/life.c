/* life.c - begin and end of the recording, and processes that are forked.
   SPDX-License-Identifier: 0BSD  */

#include "recorder/life.h"

#include <pthread.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <time.h>

#include "recorder/files.h"
#include "recorder/gmon_out.h"
#include "recorder/live.h"
#include "recorder/objects.h"
#include "recorder/own_stack.h"
#include "recorder/sampler.h"
#include "recorder/signals.h"
#include "recorder/stacks.h"
#include "recorder/table.h"
#include "recorder/text.h"
#include "recorder/threads.h"

enum
{
  USUAL_RATE = 100,
  MOST_RATE = 10000,
  MOST_SIGNAL = 64,
  STANDARD_ERROR = 2,
  PAUSES = 5000,   /* for another thread that writes, each of a millisecond */
  USUAL_WAIT = 10, /* microseconds */
  LINE_SIZE = 1024
};

extern char **environ;

/* Aligned so that the system can clear it in children.  */
union state_pages gprofh_state __attribute__ ((aligned (LARGEST_PAGE)));

struct settings gprofh_settings;

/* This process, or one that it was forked from, has begun.  Not cleared in
   children.  */
static unsigned char has_recorded;

const char *
gprofh_prefix (void)
{
  return gprofh_settings.has_prefix ? gprofh_settings.prefix : NULL;
}

/* ------------------------------------------------------------- settings */

/* The setting of WORD, NAME=VALUE: false if there is none.  */
static bool
set (struct settings *settings, const char *word)
{
  enum
  {
    LIVE,
    TIMER,
    PLAIN,
    STACKS,
    WAITS
  };
  static const struct
  {
    const char *text;
    unsigned char of, value;
  } choices[] = {
    { "timer=auto", TIMER, TIMER_AUTO },
    { "timer=process", TIMER, TIMER_PROCESS },
    { "timer=thread", TIMER, TIMER_THREAD },
    { "timer=perf", TIMER, TIMER_PERF },
    { "timer=none", TIMER, TIMER_NONE },
    { "live=keep", LIVE, LIVE_KEEP },
    { "live=remove", LIVE, LIVE_REMOVE },
    { "live=no", LIVE, LIVE_NONE },
    { "stacks=yes", STACKS, 1 },
    { "stacks=no", STACKS, 0 },
    { "plain=yes", PLAIN, 0 },
    { "plain=no", PLAIN, 1 },
    { "waits=yes", WAITS, 1 },
    { "waits=no", WAITS, 0 },
  };
  for (unsigned i = 0; i < sizeof choices / sizeof *choices; i++)
    if (gprofh_begins (word, choices[i].text))
      {
        if (choices[i].of == PLAIN)
          settings->lacks_plain = choices[i].value;
        else if (choices[i].of == STACKS)
          settings->has_stacks = choices[i].value;
        else if (choices[i].of == WAITS)
          {
            settings->wants_waits = choices[i].value;
            settings->lacks_waits = !choices[i].value;
          }
        else if (choices[i].of == TIMER)
          settings->timer = choices[i].value;
        else
          settings->live = choices[i].value;
        return true;
      }
  if (gprofh_begins (word, "hz="))
    {
      settings->rate = gprofh_number (word + 3);
      if (settings->rate > MOST_RATE)
        settings->rate = MOST_RATE;
    }
  else if (gprofh_begins (word, "all="))
    settings->wants_all = gprofh_number (word + 4) != 0;
  else if (gprofh_begins (word, "waits="))
    {
      settings->wants_waits = true;
      settings->least_wait = gprofh_number (word + 6);
    }
  else if (gprofh_begins (word, "signal="))
    {
      settings->signal = gprofh_number (word + 7);
      return settings->signal <= MOST_SIGNAL;
    }
  else
    return false;
  return true;
}

static void
read_settings (struct settings *settings, const char *words)
{
  while (words != NULL && *words != '\0')
    {
      if (!set (settings, words))
        settings->is_misread = true;
      while (*words != ',' && *words != '\0')
        words++;
      while (*words == ',')
        words++;
    }
  if (settings->signal > MOST_SIGNAL)
    settings->signal = 0;
}

/* What the environment says.  Programs clear it, and write over the memory
   that it was in.  */
static void
read_environment (struct settings *settings, char *const *environment)
{
  const char *prefix = gprofh_variable (environment, "GMON_OUT_PREFIX=");
  struct text text;
  read_settings (settings, gprofh_variable (environment, "GPROF_HELPER="));
  if (prefix == NULL)
    return;
  gprofh_text_start (&text, settings->prefix, sizeof settings->prefix);
  gprofh_text_add (&text, prefix);
  settings->has_prefix = true;
}

/* The rank of this process in a parallel program, plus 1; 0 if it has none.  */
static uint32_t
rank_of (char *const *environment)
{
  static const char *const names[] = { LIVE_RANK_VARIABLES };
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    {
      const char *rank = gprofh_variable (environment, names[i]);
      if (rank != NULL && *rank >= '0' && *rank <= '9')
        return gprofh_number (rank) + 1;
    }
  return 0;
}

static bool
is_under_valgrind (char *const *environment)
{
  const char *at = gprofh_variable (environment, "LD_PRELOAD=");
  while (at != NULL && *at != '\0')
    if (gprofh_begins (at++, "vgpreload_"))
      return true;
  return false;
}

static void
set_up_settings (char *const *environment)
{
  struct settings *settings = &gprofh_settings;
  struct text program;
  const char *name = (const char *)(uintptr_t)getauxval (AT_EXECFN);
  gprofh_text_start (&program, settings->program, sizeof settings->program);
  gprofh_text_add (&program, name == NULL ? "program" : gprofh_base (name));
  settings->page = (uint32_t)getauxval (AT_PAGESZ);
  if (settings->page == 0 || settings->page > LARGEST_PAGE)
    settings->page = LARGEST_PAGE;
  settings->rate = USUAL_RATE;
  settings->least_wait = USUAL_WAIT;
  settings->has_stacks = true;
  settings->is_secure = getauxval (AT_SECURE) != 0;
  if (!settings->is_secure)
    read_environment (settings, environment);
  settings->rank = rank_of (environment);
  settings->has_stacks
      = settings->has_stacks && settings->live != LIVE_NONE
        && settings->rate > 0
        && gprofh_can_take_stacks (is_under_valgrind (environment));
}

/* ---------------------------------------------------------------- begin */

/* Record from now on, in a process that does not yet.  Safe in handlers.  */
static void
begin (void)
{
  uint32_t no = 0;
  if (gprofh_is_sandboxed ())
    return;
  if (!__atomic_compare_exchange_n (&STATE->has_begun, &no, 1, false,
                                    __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
    return;
  if (has_recorded)
    {
      gprofh_forget_stacks ();
      gprofh_forget_seat ();
      gprofh_live_give_back (gprofh_forget_table ());
      STATE->is_child = 1;
    }
  has_recorded = 1;
  STATE->process = (uint32_t)SYS3 (SYS_getpid, 0, 0, 0);
  STATE->clock = gprofh_clock ();
  STATE->descriptor = -1;
  STATE->timer = -1;
  gprofh_identify (STANDARD_ERROR, &STATE->error_device, &STATE->error_inode);
#ifdef GPROFH_SHARED
  gprofh_signal_of_file ();
#endif
  gprofh_sampler_start ();
  __atomic_store_n (&STATE->is_on, 1, __ATOMIC_RELEASE);
}

static bool
begin_at (uintptr_t from, uintptr_t self, uint32_t count)
{
  (void)from;
  (void)self;
  (void)count;
  begin ();
  return true;
}

SAVES_REGISTERS void
gprofh_wake (uintptr_t from, uintptr_t self)
{
  if (STATE->is_off_by_program)
    return;
  gprofh_on_own_stack (begin_at, from, self, 1);
  if (STATE->is_on)
    __mcount_internal (from, self);
  else if (gprofh_is_sandboxed () && has_recorded)
    gprofh_lose_call_of_child ();
  NO_TAIL_CALL ();
}

/* In a child after fork.  The system has cleared the state, if it can.  */
static void
begin_in_child (void)
{
  const unsigned char was_off = STATE->is_off_by_program;
  if (!has_recorded)
    return;
  gprofh_clear (STATE, sizeof *STATE);
  begin ();
  if (was_off)
    {
      STATE->is_off_by_program = 1;
      STATE->is_on = 0;
    }
}

/* ------------------------------------------------------------------ end */

static void
add_reason (struct text *line, const char *reason)
{
  gprofh_text_add (line, line->used == 0 ? "gprof-helper: " : "; ");
  if (line->used == sizeof "gprof-helper: " - 1)
    {
      gprofh_text_add (line, gprofh_settings.program);
      gprofh_text_add (line, ": ");
    }
  gprofh_text_add (line, reason);
}

/* Print in one line what the profile lacks; FAILURE is why a file was not
   written, or empty.  Not if standard error is no longer that of the start,
   but perhaps a file of the program.  */
static void
report (const char *failure)
{
  static const struct
  {
    uint32_t lack;
    const char *reason;
  } reasons[] = {
    { LIVE_LOST_CALLS, "not all calls are counted, since memory was short" },
    { LIVE_LOST_SAMPLES,
      "not all samples are counted, since memory was short" },
    { LIVE_NO_TIMER,
      "no or not all samples, since there is no timer or no signal for them" },
    { LIVE_NO_EVENTS,
      "samples are no finer than the clock of the system, which refuses perf "
      "events" },
    { LIVE_NO_OBJECTS, "there are too many shared objects" },
    { LIVE_NO_STACKS, "not all samples have stacks, since memory was short" },
    { LIVE_NO_WAITS,
      "waits are not measured, since libgprof-waits is not loaded" },
    { LIVE_CUT_SHORT,
      "the live file was cut short by another program, so counts are lost" },
  };
  char space[LINE_SIZE];
  struct text line;
  uint64_t device, inode;
  gprofh_text_start (&line, space, sizeof space);
  if (*failure != '\0')
    add_reason (&line, failure);
  for (unsigned i = 0; i < sizeof reasons / sizeof *reasons; i++)
    if ((STATE->lacks & reasons[i].lack) != 0)
      add_reason (&line, reasons[i].reason);
  if (gprofh_settings.is_misread)
    add_reason (&line, "GPROF_HELPER has a word that is not known");
  if (line.used == 0 || !gprofh_identify (STANDARD_ERROR, &device, &inode)
      || device != STATE->error_device || inode != STATE->error_inode)
    return;
  gprofh_text_add (&line, "\n");
  gprofh_write (STANDARD_ERROR, line.at, line.used);
}

/* Let one thread write: false if this one is at it, interrupted by the signal
   handler that calls.  */
static bool
try_to_write (void)
{
  const uint32_t self = (uint32_t)SYS3 (SYS_gettid, 0, 0, 0);
  const struct timespec moment = { 0, 1000000 };
  for (unsigned i = 0; i < PAUSES; i++)
    {
      uint32_t writer = 0;
      if (__atomic_compare_exchange_n (&STATE->writer, &writer, self, false,
                                       __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
        return true;
      if (writer == self)
        return false;
      SYS3 (SYS_nanosleep, &moment, 0, 0);
    }
  return false;
}

/* Write the profiles if there is anything new; at the end of the process also
   complete the live file.  */
static void
write_profiles (bool is_end, bool is_signal_safe)
{
  char failure[LINE_SIZE / 2] = "";
  if (gprofh_is_sandboxed ())
    {
      if (is_end && STATE->header != NULL)
        STATE->header->has_ended = 1;
      return;
    }
  /* A child of vfork has the memory of its parent, but is another process.  */
  if (!STATE->has_begun
      || STATE->process != (uint32_t)SYS3 (SYS_getpid, 0, 0, 0)
      || !try_to_write ())
    return;
  if (is_end)
    gprofh_sample_the_rest ();
  const uint64_t sum = gprofh_sum ();
  if (is_end && gprofh_settings.wants_waits && !gprofh_settings.has_waits)
    gprofh_lacks (LIVE_NO_WAITS);
  if (sum == 0 && is_end && !gprofh_settings.has_waits)
    gprofh_live_remove ();
  else if (sum != STATE->written)
    {
      /* In a child the lock of the loader may be held by a thread that only
         its parent has.  */
      if (!is_signal_safe && !STATE->is_child)
        gprofh_scan_objects ();
      if (gprofh_settings.lacks_plain
          || gprofh_write_gmon_out (failure, sizeof failure))
        STATE->written = sum;
    }
  if (is_end)
    {
      gprofh_live_end ();
      if (sum != 0)
        report (failure);
    }
  __atomic_store_n (&STATE->writer, 0, __ATOMIC_RELEASE);
}

void
gprofh_end (bool is_signal_safe)
{
  write_profiles (true, is_signal_safe);
}

void
gprofh_write_so_far (void)
{
  write_profiles (false, true);
}

/* ------------------------------------ the interface of the C library's own */

EXPORTED void __monstartup (uintptr_t low, uintptr_t high);
EXPORTED void monstartup (uintptr_t low, uintptr_t high);
EXPORTED void _mcleanup (void);
EXPORTED void moncontrol (int mode);

/* The code from LOW to HIGH is to be profiled.  We record all code, but the
   plain profile of the program covers this range.  */
void
__monstartup (uintptr_t low, uintptr_t high)
{
  if (!gprofh_settings.is_ready)
    return;
  gprofh_settings.low = low;
  gprofh_settings.high = high;
  begin ();
}

void
monstartup (uintptr_t low, uintptr_t high)
{
  __monstartup (low, high);
}

/* The program has ended, or wants a profile of what was until now.  */
void
_mcleanup (void)
{
  write_profiles (false, false);
}

void
moncontrol (int mode)
{
  if (!gprofh_settings.is_ready)
    return;
  if (mode != 0)
    begin ();
  STATE->is_off_by_program = mode == 0;
  STATE->is_on = mode != 0;
}

/* ---------------------------------------------------------- start and end */

#ifdef GPROFH_SHARED

int __cxa_atexit (void (*function) (void *), void *argument, void *object);

static void
end_by_exit (void *unused)
{
  (void)unused;
  gprofh_end (false);
}

/* Before the start code of the program asks that destructors be called, so
   after them in the order of exit; and not when an object is unloaded.  */
static void
ask_for_end (void)
{
  __cxa_atexit (end_by_exit, NULL, NULL);
}

#else

static void
ask_for_end (void)
{
}

/* The last destructor.  */
__attribute__ ((destructor (101))) static void
end_by_destructor (void)
{
  gprofh_end (false);
}

#endif

int at_quick_exit (void (*function) (void));

static void
end_by_quick_exit (void)
{
  gprofh_end (false);
}

static void
set_up (char **environment)
{
  set_up_settings (environment);
  madvise (&gprofh_state, sizeof gprofh_state, MADV_WIPEONFORK);
  gprofh_scan_objects ();
  pthread_atfork (NULL, NULL, begin_in_child);
  at_quick_exit (end_by_quick_exit);
  ask_for_end ();
  gprofh_settings.is_ready = 1;
  if (gprofh_settings.wants_all)
    begin ();
}

#if defined GPROFH_SHARED && defined __GLIBC__

/* The C library, which is not initialised yet, passes what main gets.  */
__attribute__ ((constructor (101))) static void
set_up_early (int argc, char **argv, char **environment)
{
  (void)argc;
  (void)argv;
  set_up (environment);
}

#else

__attribute__ ((constructor (101))) static void
set_up_in_turn (void)
{
  set_up (environ);
}

#endif
