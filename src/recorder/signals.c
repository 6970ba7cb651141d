/* signals.c - the signal that brings samples, beside those of the program.
   SPDX-License-Identifier: 0BSD  */

#include "recorder/signals.h"

#include <signal.h>
#include <ucontext.h>

#include "recorder/live.h"
#include "recorder/sampler.h"
#include "recorder/text.h"

enum
{
  FIRST_SIGNAL = 60, /* above those that programs tend to use */
  LAST_SIGNAL = 36,  /* below are the C libraries' own */
  FIRST_WITNESS = 48,
  MANY = (FIRST_SIGNAL - LAST_SIGNAL) / 2
};

#if defined __x86_64__ || defined __i386__
/* In the entry points' file.  */
void gprofh_return_from_signal (void);
#endif

/* SA_RESETHAND, which is negative.  */
#define RESET_FLAG 0x80000000UL

/* Those of the process, and the same in children, which inherit them.  */
static int sample_signal;
static int witness = FIRST_WITNESS;
static bool taken[SIGNALS + 1]; /* those that ever were */
static struct system_action wanted[SIGNALS + 1];

/* Alternate stacks are too small for two signals; those signals whose mask has
   ours for that reason.  */
static bool spares_stack;
static bool kept_out[SIGNALS + 1];

typedef void handler_function (int, siginfo_t *, void *);

/* Programs may ask for any.  */
static bool
is_signal (int number)
{
  return number > 0 && number <= SIGNALS;
}

static long
set_action (int number, const struct system_action *new,
            struct system_action *old)
{
  return SYS6 (SYS_rt_sigaction, number, new, old, sizeof new->mask, 0, 0);
}

static uint64_t
change_mask (int how, uint64_t set)
{
  uint64_t old = 0;
  SYS6 (SYS_rt_sigprocmask, how, &set, &old, sizeof set, 0, 0);
  return old;
}

/* The system's part of the mask of a context.  */
static uint64_t
context_mask (const ucontext_t *context)
{
  uint64_t mask;
  gprofh_copy (&mask, &context->uc_sigmask, sizeof mask);
  return mask;
}

static void
set_context_mask (ucontext_t *context, uint64_t mask)
{
  gprofh_copy (&context->uc_sigmask, &mask, sizeof mask);
}

int
gprofh_sample_signal (void)
{
  return __atomic_load_n (&sample_signal, __ATOMIC_SEQ_CST);
}

/* ---------------------------------------------------------------- masks */

/* All signals that could bring samples.  */
static uint64_t
candidates (void)
{
  return signal_bit (FIRST_SIGNAL) * 2 - signal_bit (LAST_SIGNAL);
}

/* Has SET so many signals that ours is not meant in particular?  */
static bool
is_broad (uint64_t set)
{
  unsigned count = 0;
  for (uint64_t rest = set & candidates (); rest != 0; rest &= rest - 1)
    count++;
  return count > MANY;
}

/* Let the witness be one that SET treats as it does our signal, so that one
   blocked for itself says nothing.  */
static void
choose_witness (uint64_t set)
{
  const int number = gprofh_sample_signal ();
  const bool is_in = (set & signal_bit (number)) != 0;
  int other = __atomic_load_n (&witness, __ATOMIC_RELAXED);
  for (int i = FIRST_WITNESS;
       i >= LAST_SIGNAL
       && (((set & signal_bit (other)) != 0) != is_in || other == number);
       i--)
    other = i;
  __atomic_store_n (&witness, other, __ATOMIC_RELAXED);
}

uint64_t
gprofh_signal_believed (uint64_t mask)
{
  const int number = gprofh_sample_signal ();
  if ((mask & signal_bit (__atomic_load_n (&witness, __ATOMIC_RELAXED))) != 0)
    mask |= signal_bit (number);
  return mask;
}

/* MASK of a thread for which OLD brought samples until now: that is blocked if
   the program believes so, and the new one is not.  */
static uint64_t
settled (uint64_t mask, int old)
{
  if ((mask & signal_bit (__atomic_load_n (&witness, __ATOMIC_RELAXED))) != 0)
    mask |= signal_bit (old);
  return mask & ~signal_bit (gprofh_sample_signal ());
}

void
gprofh_signal_unblock (void)
{
  change_mask (SIG_UNBLOCK, signal_bit (gprofh_sample_signal ()));
}

/* -------------------------------------------------------------- handler */

static void handle (int number, siginfo_t *info, void *context);
static void leave (int number, uint64_t set);
static void spare_all_stacks (uint64_t old);

/* Let ACTION, whose mask is set, be that a signal is handled by us.  */
static void
set_handler (struct system_action *action, unsigned long flags)
{
  action->handler = (uintptr_t)handle;
  action->flags = flags | SA_SIGINFO | RESTORER_FLAG;
#if RESTORER_FLAG != 0
  action->restorer = (uintptr_t)gprofh_return_from_signal;
#endif
}

/* Let the program's handler have a signal NUMBER.  */
static void
call_handler (int number, siginfo_t *info, void *context)
{
  struct system_action *action = &wanted[number];
  const uintptr_t handler
      = __atomic_load_n (&action->handler, __ATOMIC_RELAXED);
  if (handler == (uintptr_t)SIG_IGN)
    return;
  if (handler == (uintptr_t)SIG_DFL)
    {
      struct system_action usual;
      gprofh_clear (&usual, sizeof usual);
      set_action (number, &usual, NULL);
      SYS3 (SYS_tgkill, SYS3 (SYS_getpid, 0, 0, 0), SYS3 (SYS_gettid, 0, 0, 0),
            number);
      return;
    }
  if ((action->flags & RESET_FLAG) != 0)
    __atomic_store_n (&action->handler, (uintptr_t)SIG_DFL, __ATOMIC_RELAXED);
  ((handler_function *)handler) (number, info, context);
}

/* A signal came that is no sample: what the program expects.  */
static void
pass_on (int number, siginfo_t *info, ucontext_t *context)
{
  const uint64_t mask = context_mask (context);
  const uint64_t bit = signal_bit (number);
  if ((mask & bit) == 0 && (gprofh_signal_believed (mask) & bit) != 0
      && !gprofh_is_sandboxed ())
    {
      /* It believes that the signal is blocked, and may wait for it.  */
      leave (number, bit);
      set_context_mask (context, settled (mask, number));
      SYS6 (SYS_rt_tgsigqueueinfo, SYS3 (SYS_getpid, 0, 0, 0),
            SYS3 (SYS_gettid, 0, 0, 0), number, info, 0, 0);
      return;
    }
  call_handler (number, info, context);
}

/* A part of a file that is mapped is gone.  If it is none of ours, the program's
   handler is called, or the system lets it end when it tries again.  */
static void
handle_gone (int number, siginfo_t *info, void *context)
{
  struct system_action usual;
  if (info->si_code > 0 && gprofh_live_mend (info->si_addr))
    return;
  if (info->si_code <= 0 || wanted[number].handler > (uintptr_t)SIG_IGN)
    {
      call_handler (number, info, context);
      return;
    }
  gprofh_clear (&usual, sizeof usual);
  set_action (number, &usual, NULL);
}

static void
handle (int number, siginfo_t *info, void *context)
{
  if (number == SIGBUS)
    {
      handle_gone (number, info, context);
      return;
    }
  if (!gprofh_is_sample (info))
    {
      pass_on (number, info, context);
      return;
    }
  gprofh_take_sample (info, context);
  if (number == gprofh_sample_signal ())
    return;
  if (gprofh_is_sandboxed ())
    return;
  /* Another thread gave the signal up.  */
  set_context_mask (context, settled (context_mask (context), number));
  gprofh_timer_again ();
}

/* ------------------------------------------------------------- its choice */

static bool
was_taken (int number)
{
  return is_signal (number)
         && __atomic_load_n (&taken[number], __ATOMIC_ACQUIRE);
}

/* Is NUMBER unused, none of SET, and blocked in MASK only if all are?  */
static bool
is_free (int number, uint64_t set, uint64_t mask)
{
  struct system_action old;
  const uint64_t bit = signal_bit (number);
  return !was_taken (number) && (set & bit) == 0
         && ((mask & bit) == 0 || (mask & signal_bit (witness)) != 0)
         && set_action (number, NULL, &old) == 0
         && old.handler <= (uintptr_t)SIG_IGN;
}

/* A signal that is free; 0 if there is none.  */
static int
free_signal (uint64_t set)
{
  const uint64_t mask = change_mask (SIG_BLOCK, 0);
  const int first = (int)gprofh_settings.signal;
  if (first != 0 && is_free (first, set, mask))
    return first;
  for (int number = FIRST_SIGNAL; number >= LAST_SIGNAL; number--)
    if (number != witness && is_free (number, set, mask))
      return number;
  return 0;
}

/* Let ACTION be ours: other signals wait meanwhile, but for the one that says
   that the live file is cut short, which can come wherever we count.  */
static void
our_action (struct system_action *action)
{
  const uint64_t all = ~signal_bit (SIGBUS);
  gprofh_clear (action, sizeof *action);
  set_handler (action, SA_RESTART | SA_ONSTACK | SA_NODEFER);
  gprofh_copy (action->mask, &all, sizeof all);
}

/* Handle NUMBER from now on: false if that is refused.  */
static bool
take (int number)
{
  struct system_action action;
  our_action (&action);
  if (number == 0 || set_action (number, NULL, &wanted[number]) != 0
      || set_action (number, &action, NULL) != 0)
    return false;
  __atomic_store_n (&taken[number], true, __ATOMIC_RELEASE);
  return true;
}

/* Let samples come by another signal than NUMBER, none of SET.  Other threads
   do the same at their next sample.  */
static void
leave (int number, uint64_t set)
{
  int old = number;
  if (gprofh_sample_signal () != number)
    return;
  int next = free_signal (set);
  if (!take (next))
    next = 0;
  if (!__atomic_compare_exchange_n (&sample_signal, &old, next, false,
                                    __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
    return;
  if (next == 0)
    gprofh_lacks (LIVE_NO_TIMER);
  else if (spares_stack)
    spare_all_stacks (signal_bit (number));
  choose_witness (set);
  gprofh_timer_again ();
  change_mask (SIG_SETMASK, settled (change_mask (SIG_BLOCK, 0), number));
}

void
gprofh_signal_of_file (void)
{
  if (!was_taken (SIGBUS))
    take (SIGBUS);
}

bool
gprofh_signal_start (void)
{
  struct system_action old;
  int number = gprofh_sample_signal ();
  /* A child that was forked without our knowledge may have changed it.  */
  if (number == 0 || set_action (number, NULL, &old) != 0
      || old.handler != (uintptr_t)handle)
    {
      number = free_signal (0);
      if (!take (number))
        return false;
      __atomic_store_n (&sample_signal, number, __ATOMIC_SEQ_CST);
    }
  gprofh_signal_unblock ();
  return true;
}

/* ------------------------------------------------------ alternate stacks */

uint64_t
gprofh_signal_kept_out (int number)
{
  return is_signal (number) && kept_out[number]
             ? signal_bit (gprofh_sample_signal ())
             : 0;
}

uint64_t
gprofh_signal_keep_out (int number, uint64_t mask, bool on_stack)
{
  const uint64_t ours = signal_bit (gprofh_sample_signal ());
  const bool keeps = spares_stack && on_stack && (mask & ours) == 0;
  if (!is_signal (number))
    return 0;
  kept_out[number] = keeps;
  return keeps ? ours : 0;
}

static bool
is_on_stack (const struct system_action *action)
{
  return (action->flags & SA_ONSTACK) != 0
         && action->handler > (uintptr_t)SIG_IGN;
}

/* Let the mask of ACTION, of signal NUMBER, keep our signal out if it has to;
   OLD is our signal's bit if it is there for us only.  */
static void
spare_stack (int number, struct system_action *action, uint64_t old)
{
  uint64_t mask;
  gprofh_copy (&mask, action->mask, sizeof mask);
  mask &= ~old;
  mask |= gprofh_signal_keep_out (number, mask, is_on_stack (action));
  gprofh_copy (action->mask, &mask, sizeof mask);
}

/* As gprofh_signals_spare_stack; OLD is the bit of the signal that was ours
   until now.  */
static void
spare_all_stacks (uint64_t old)
{
  for (int number = 1; number <= SIGNALS; number++)
    {
      struct system_action action;
      if (number == SIGBUS || number == gprofh_sample_signal ()
          || set_action (number, NULL, &action) != 0 || !is_on_stack (&action))
        continue;
      spare_stack (number, &action, kept_out[number] ? old : 0);
      set_action (number, &action, NULL);
    }
}

void
gprofh_signals_spare_stack (void)
{
  if (spares_stack || gprofh_is_sandboxed ())
    return;
  spares_stack = true;
  spare_all_stacks (0);
}

/* ------------------------------------------------------ what programs want */

/* Is this the process of the state, and not a child of vfork?  In a sandbox,
   where that is not asked, there are no such children.  */
static bool
is_own_process (void)
{
  return gprofh_is_sandboxed ()
         || STATE->process == (uint32_t)SYS3 (SYS_getpid, 0, 0, 0);
}

bool
gprofh_signal_is_taken (int number)
{
  return was_taken (number) && is_own_process ();
}

const struct system_action *
gprofh_signal_wanted (int number)
{
  return &wanted[number];
}

void
gprofh_signal_want (int number, const struct system_action *action)
{
  struct system_action ours = *action;
  const bool has_handler = action->handler > (uintptr_t)SIG_IGN;
  if (has_handler && !gprofh_is_sandboxed ())
    leave (number, signal_bit (number));
  wanted[number] = *action;
  if (!has_handler)
    return;
  set_handler (&ours, action->flags & ~RESET_FLAG);
  spare_stack (number, &ours, 0);
  set_action (number, &ours, NULL);
}

uint64_t
gprofh_signal_hidden (uint64_t set)
{
  const int number = gprofh_sample_signal ();
  const bool means_ours = (set & signal_bit (number)) != 0 && !is_broad (set);
  if (number == 0 || !is_own_process ())
    return 0;
  if (means_ours && gprofh_is_sandboxed ())
    return 0; /* samples wait meanwhile */
  if (means_ours)
    leave (number, set);
  else
    choose_witness (set);
  return set & signal_bit (gprofh_sample_signal ());
}

/* Let the action of the signals that were taken, and that the program ignores,
   be to IGNORE them, or to be handled by us.  */
static void
change_ignored (bool ignore)
{
  for (int number = 1; number <= SIGNALS; number++)
    {
      struct system_action action;
      if (!was_taken (number) || wanted[number].handler != (uintptr_t)SIG_IGN)
        continue;
      if (ignore)
        action = wanted[number];
      else
        our_action (&action);
      set_action (number, &action, NULL);
    }
}

uint64_t
gprofh_signals_settle (void)
{
  if (gprofh_is_sandboxed ())
    return 0;
  const uint64_t mask = change_mask (SIG_BLOCK, 0);
  change_ignored (true);
  change_mask (SIG_BLOCK, gprofh_signal_believed (mask));
  return mask;
}

void
gprofh_signals_unsettle (uint64_t mask)
{
  if (gprofh_is_sandboxed ())
    return;
  change_ignored (false);
  change_mask (SIG_SETMASK, mask);
}
