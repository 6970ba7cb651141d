/* events.h - perf events: signals more often than the system's clock ticks.
   SPDX-License-Identifier: 0BSD

   Beside its timer a thread has an event for each period of its processor time
   that ends in the program.  One that ends in the system has none: its signal
   could come when the thread is about to wait, and end that.  Only an
   old-fashioned signal will do: of these no two wait, and nothing else is sent
   where there is no memory for it.

   The event belongs to a page that is mapped and not inherited, so the program
   never sees a descriptor.  */

#ifndef RECORDER_EVENTS_H
#define RECORDER_EVENTS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/* Does the system let this process have events?  On x86-64 and AArch64; not
   asked where somebody looks at its system calls.  */
bool gprofh_may_have_events (void);

/* Let this thread, which has none, have signal SIGSTKFLT each PERIOD nanoseconds
   of its processor time: false if that is refused, or EVENTS_MOST threads have
   one.  */
bool gprofh_event_open (uint64_t period);

/* Has this thread an event?  */
bool gprofh_has_event (void);

/* Is a signal with INFO that of this thread's event, or of one that is closed
   meanwhile?  */
bool gprofh_is_event (const siginfo_t *info);

/* Let this thread have none any more; a child has none.  */
void gprofh_event_close (void);

/* Let no thread have one any more.  */
void gprofh_events_close (void);

#endif
