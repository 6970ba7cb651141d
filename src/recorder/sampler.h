/* sampler.h - samples of where processor time is spent.
   SPDX-License-Identifier: 0BSD

   Timers of processor time expire only when the system's own clock ticks; a
   signal says how often its timer expired since (overruns), so each sample
   has a weight and no time is lost.  Since Linux 6.4 one timer for the process
   interrupts the thread that is running; before, it preferred the main
   thread, so each thread has a timer.  The signal is one that nobody uses, so
   the program may use SIGPROF itself.  */

#ifndef RECORDER_SAMPLER_H
#define RECORDER_SAMPLER_H

#include <stdbool.h>
#include <stdint.h>

/* Take samples from now on, as the settings say.  */
void gprofh_sampler_start (void);

/* Give this thread a timer, if each has one, and put it at *TIMER.  An earlier
   thread's that is there is removed.  */
void gprofh_thread_timer (int32_t *timer);

/* Has each thread a timer of its own?  */
bool gprofh_threads_have_timers (void);

/* The signal that brings samples; 0 if none does.  */
int gprofh_sample_signal (void);

#endif
