/* sampler.h - samples of where processor time is spent.
   SPDX-License-Identifier: 0BSD

   Timers of processor time expire only when the system's own clock ticks; so
   each sample has a weight, which is the processor time since the last one, and
   no time is lost.  Each thread has a timer, whose signal goes to no other
   thread: one of the process goes to whoever does not block it, and so wakes
   threads that wait.  The signal is one that nobody uses, so the program may
   use SIGPROF itself.

   A rate above that of the ticks is had by perf events, where the system lets
   us: see events.h.

   A busy system may see late that the clock of a thread has expired, by 20 ms
   and more in Linux 6.18, and the program may end before.  The clock of the
   process is seen on time, so the timer of a thread that is alone has that.  */

#ifndef RECORDER_SAMPLER_H
#define RECORDER_SAMPLER_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/* Take samples from now on, as the settings say.  */
void gprofh_sampler_start (void);

/* Give this thread a timer, if each has one, and put it at *TIMER.  An earlier
   thread's that is there is removed.  */
void gprofh_thread_timer (int32_t *timer);

/* Another thread is about to begin.  Only in the shared library.  */
void gprofh_thread_comes (void);

/* This thread has just begun: what it has used so far counts, too.  Only in the
   shared library.  */
void gprofh_thread_begins (void);

/* This thread ends: what it has used since its last sample is not lost.  Only in
   the shared library.  */
void gprofh_thread_ends (void);

/* Let what this thread has used since its last sample be samples, too, as far as
   it is whole ones.  False if there is nothing to be done about it.  */
bool gprofh_sample_the_rest (void);

/* Has each thread a timer of its own?  */
bool gprofh_threads_have_timers (void);

/* Samples come by another signal now: let the timer of this thread, or that of
   the process, do so.  */
void gprofh_timer_again (void);

/* Is a signal with INFO one of our timers'?  */
bool gprofh_is_sample (const siginfo_t *info);

/* Count it.  In a signal handler.  */
void gprofh_take_sample (const siginfo_t *info, const void *context);

#endif
