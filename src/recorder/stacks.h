/* stacks.h - samples with the stack that each was taken in.
   SPDX-License-Identifier: 0BSD

   Each thread has a tree of its own, a table as for arcs (table.h).  It is
   changed only while all signals wait, by the handler that takes samples.  A
   caller is there before those that it calls, so a process may die at any
   moment.  */

#ifndef RECORDER_STACKS_H
#define RECORDER_STACKS_H

#include <stdbool.h>
#include <stdint.h>

#include "recorder/unwind.h"

/* Can stacks be taken on this machine and system, which IS_EMULATED by valgrind
   or is not?  */
bool gprofh_can_take_stacks (bool is_emulated);

/* Add COUNT samples, perhaps none yet, of this thread's stack, which CONTEXT, a ucontext_t, has; in
   the handler.  Their addresses are counted before, in the table of arcs.  In a
   sandbox there are none, since to look at memory takes system calls.  */
void gprofh_stack_sample (const void *context, uint32_t count);

/* Where its last sample was counted, which may be in an object that was closed
   since; OTHERWISE if it has no stack.  */
uintptr_t gprofh_last_address (uintptr_t otherwise);

/* The same for its last stack.  */
void gprofh_stack_again (uint32_t count);

/* A wait of TIME nanoseconds in FUNCTION (model/wait_functions.h), which returns to
   FROM; it was called by what called the function that is HERE.  */
struct stack_wait
{
  struct here here;
  uintptr_t from;
  uint64_t time;
  uint32_t function;
};

/* Add WAIT to this thread's tree.  Where there are no stacks, FROM is all that is
   known of them.  Not in a sandbox.  */
void gprofh_stack_wait (const struct stack_wait *wait);

/* The caller is the only thread of a new process, so it has no tree yet.  */
void gprofh_forget_stacks (void);

#endif
