/* signals.h - the signal that brings samples, beside those of the program.
   SPDX-License-Identifier: 0BSD

   A signal that was ever taken keeps our handler.  What the program wants done
   with it is kept beside, and done when one comes that is no sample.  If the
   program wants the signal for itself, samples come by another one from then
   on.

   The program may block the signal with all others, while we do not.  Whether
   it did is seen from another signal that nobody treats alone, the witness: it
   is really blocked then.  So whatever changes masks, also siglongjmp, threads
   and forks, changes what the program is told.  */

#ifndef RECORDER_SIGNALS_H
#define RECORDER_SIGNALS_H

#include <stdbool.h>
#include <stdint.h>

/* The flag of actions that have a function by which handlers return.  */
#if defined __x86_64__ || defined __i386__
#define RESTORER_FLAG 0x04000000
#else
#define RESTORER_FLAG 0
#endif

enum
{
  SIGNALS = 64
};

/* As the system has it: those of the C libraries differ.  */
struct system_action
{
  uintptr_t handler;
  unsigned long flags;
#ifndef __riscv
  uintptr_t restorer;
#endif
  unsigned long mask[64 / (8 * sizeof (long))];
};

/* The system's bit of signal NUMBER in masks.  */
static inline uint64_t
signal_bit (int number)
{
  return number > 0 ? UINT64_C (1) << (number - 1) : 0;
}

/* Handle a signal that nobody uses: false if there is none.  */
bool gprofh_signal_start (void);

/* Handle the signal that comes when somebody cuts the live file short.  Only in
   the shared library, which keeps it from the program.  */
void gprofh_signal_of_file (void);

/* The signal that brings samples; 0 if none does.  */
int gprofh_sample_signal (void);

/* Let this thread get it.  */
void gprofh_signal_unblock (void);

/* Was NUMBER ever taken, in this process?  Not in a child of vfork, which has
   the memory of its parent and no timers.  */
bool gprofh_signal_is_taken (int number);

/* What the program wants done with NUMBER, which was taken.  */
const struct system_action *gprofh_signal_wanted (int number);

/* The program wants this done with NUMBER, which was taken.  */
void gprofh_signal_want (int number, const struct system_action *action);

/* The program does something with the signals of SET, those that it blocks or
   waits for: the bits of SET that we have to keep from it.  If it means ours
   in particular, it gets it.  */
uint64_t gprofh_signal_hidden (uint64_t set);

/* MASK, as the system has it, with what the program believes.  */
uint64_t gprofh_signal_believed (uint64_t mask);

/* Handlers of the program run on an alternate stack that has no room for a signal
   more: from now on our signal waits while they do.  */
void gprofh_signals_spare_stack (void);

/* The program wants an action for signal NUMBER with MASK, on an alternate stack
   or not: the bit that its mask is to have for us; and the one that it has
   until now, unknown to the program.  */
uint64_t gprofh_signal_keep_out (int number, uint64_t mask, bool on_stack);
uint64_t gprofh_signal_kept_out (int number);

/* Another program is about to be executed, which inherits what is ignored and
   blocked: let that be what this one believes.  The mask that was.  */
uint64_t gprofh_signals_settle (void);

/* That has failed: all is as before, with MASK.  */
void gprofh_signals_unsettle (uint64_t mask);

#endif
