/* own_stack.h - a stack of the recorder's own, since that of the program may be
   small: coroutines, alternate stacks of signal handlers.
   SPDX-License-Identifier: 0BSD  */

#ifndef RECORDER_OWN_STACK_H
#define RECORDER_OWN_STACK_H

#include <stdbool.h>
#include <stdint.h>

/* Returns whether this thread is to get samples from now on.  */
typedef bool own_work (uintptr_t from, uintptr_t self, uint32_t count);

/* Set *RESULT to WORK (FROM, SELF, COUNT), on a stack of our own, of 16 KiB:
   false, and nothing is called, if none is free.  While signals wait; on x86-64
   and AArch64.  */
bool gprofh_try_own_stack (own_work *work, uintptr_t from, uintptr_t self,
                           uint32_t count, bool *result);

/* Call WORK (FROM, SELF, COUNT), on a stack of our own if one is free; signals
   wait meanwhile, since handlers of the program need more than there is.  On
   machines other than x86-64 and AArch64, if 64 threads are at it already, and
   in a sandbox, the stack is the caller's.  */
void gprofh_on_own_stack (own_work *work, uintptr_t from, uintptr_t self,
                          uint32_t count);

#endif
