/* unwind.h - the stack of a thread that a signal has interrupted.
   SPDX-License-Identifier: 0BSD

   By the rules that the objects have for their code; where an object has none, by
   what the stack or the frame pointer leads to, if a call was there.  Where neither
   helps, as in code that was made while the program runs, the stack is lost from
   there on.  All of
   this is safe in signal handlers, takes no lock, and reads no memory that is
   not there.  */

#ifndef RECORDER_UNWIND_H
#define RECORDER_UNWIND_H

#include <stdbool.h>
#include <stdint.h>

enum
{
  WALK_INNER = 500,  /* addresses of a stack that are kept, from the inside */
  WALK_OUTER = 500,  /* and from the outside */
  WALK_REPEATED = 4, /* calls that repeat in a recursion that is folded */
  WALK_RING = WALK_OUTER + 3 * WALK_REPEATED,
  WALK_FRAMES = 20000 /* that are looked at */
};

struct walk
{
  uint32_t count;   /* of addresses, with those between the inner and the outer
                       ones */
  bool is_complete; /* the outermost function was reached */
  bool is_system;   /* the innermost one was in a system call */
  uintptr_t kept[WALK_INNER + WALK_RING];
};

/* The address NUMBER of WALK, from the inside: the first is where the thread
   was, the others are in the instructions that call.  Not one of those that
   were not kept.  */
static inline uintptr_t *
walk_at (struct walk *walk, uint32_t number)
{
  return &walk->kept[number < WALK_INNER
                         ? number
                         : WALK_INNER + (number - WALK_INNER) % WALK_RING];
}

/* Where a thread is in a function that looks at its own stack.  */
struct here
{
  uintptr_t pc, stack, frame, other;
};

/* Fill *AT with where this is.  */
#if defined __x86_64__ && UINTPTR_MAX > UINT32_MAX
#define FIND_HERE(at)                                                         \
  __asm__ volatile("leaq 0(%%rip), %%rax\n\t"                                 \
                   "movq %%rax, (%0)\n\t"                                     \
                   "movq %%rsp, 8(%0)\n\t"                                    \
                   "movq %%rbp, 16(%0)\n\t"                                   \
                   "movq %%rbx, 24(%0)"                                       \
                   :                                                          \
                   : "r"(at)                                                  \
                   : "rax", "memory")
#elif defined __aarch64__
#define FIND_HERE(at)                                                         \
  __asm__ volatile("adr x9, .\n\t"                                            \
                   "mov x10, sp\n\t"                                          \
                   "stp x9, x10, [%0]\n\t"                                    \
                   "stp x29, x19, [%0, 16]"                                   \
                   :                                                          \
                   : "r"(at)                                                  \
                   : "x9", "x10", "memory")
#else
#define FIND_HERE(at) (void)(at)
#endif

/* Is the instruction at PC, or before it, a system call?  One that is to be done
   again is at PC.  False on other machines.  */
bool gprofh_is_system_call (uintptr_t pc);

/* Fill WALK for what CONTEXT, a ucontext_t, says that was interrupted.  */
void gprofh_walk (struct walk *walk, const void *context);

/* The same for HERE, in a function that goes on meanwhile.  */
void gprofh_walk_from (struct walk *walk, const struct here *here);

/* Addresses from START to END, excluding END, are no longer those of an
   object.  */
void gprofh_forget_rules (uint64_t start, uint64_t end);

#endif
