/* own_stack.c - a stack of the recorder's own.
   SPDX-License-Identifier: 0BSD  */

#include "recorder/own_stack.h"

#include <signal.h>

#include "recorder/signals.h"
#include "recorder/state.h"

#if defined __x86_64__ || defined __aarch64__

enum
{
  OWN_STACKS = 64, /* for so many threads at the same time */
  OWN_STACK_SIZE = 16384
};

static char own_stacks[OWN_STACKS][OWN_STACK_SIZE]
    __attribute__ ((aligned (16)));

static bool
call_there (own_work *work, uintptr_t from, uintptr_t self, uint32_t count,
            const char *stack)
{
  uintptr_t top = (uintptr_t)stack + OWN_STACK_SIZE;
#if defined __x86_64__
  uintptr_t result = (uintptr_t)work;
  __asm__ volatile("movq %%rsp, %%rbx\n\t"
                   "movq %[top], %%rsp\n\t"
                   "call *%[work]\n\t"
                   "movq %%rbx, %%rsp"
                   : [work] "+a"(result), [top] "+c"(top), "+D"(from),
                     "+S"(self), "+d"(count)
                   :
                   : "rbx", "r8", "r9", "r10", "r11", "cc", "memory");
  return (result & 0xff) != 0;
#else
  register uintptr_t x0 __asm__("x0") = from;
  register uintptr_t x1 __asm__("x1") = self;
  register uintptr_t x2 __asm__("x2") = count;
  register own_work *x9 __asm__("x9") = work;
  register uintptr_t x10 __asm__("x10") = top;
  __asm__ volatile("mov x19, sp\n\t"
                   "mov sp, x10\n\t"
                   "blr x9\n\t"
                   "mov sp, x19"
                   : "+r"(x0), "+r"(x1), "+r"(x2), "+r"(x9), "+r"(x10)
                   :
                   : "x3", "x4", "x5", "x6", "x7", "x8", "x11", "x12", "x13",
                     "x14", "x15", "x16", "x17", "x18", "x19", "x30", "cc",
                     "memory");
  return (x0 & 0xff) != 0;
#endif
}

/* Take a stack: its number, or OWN_STACKS if there is none.  In a child the
   state is clear, so those that other threads of the parent were on are free
   again.  */
static unsigned
take_stack (void)
{
  uint64_t taken
      = __atomic_load_n (&STATE->own_stacks_taken, __ATOMIC_RELAXED);
  unsigned number;
  do
    {
      number = 0;
      while (number < OWN_STACKS && (taken >> number & 1) != 0)
        number++;
      if (number == OWN_STACKS)
        return OWN_STACKS;
    }
  while (!__atomic_compare_exchange_n (&STATE->own_stacks_taken, &taken,
                                       taken | UINT64_C (1) << number, false,
                                       __ATOMIC_ACQUIRE, __ATOMIC_RELAXED));
  return number;
}

bool
gprofh_try_own_stack (own_work *work, uintptr_t from, uintptr_t self,
                      uint32_t count, bool *result)
{
  const unsigned number = take_stack ();
  if (number == OWN_STACKS)
    return false;
  *result = call_there (work, from, self, count, own_stacks[number]);
  __atomic_fetch_and (&STATE->own_stacks_taken, ~(UINT64_C (1) << number),
                      __ATOMIC_RELEASE);
  return true;
}

void
gprofh_on_own_stack (own_work *work, uintptr_t from, uintptr_t self,
                     uint32_t count)
{
  static const uint64_t all = ~(UINT64_C (1) << (SIGBUS - 1));
  uint64_t mask;
  bool wants_samples;
  if (gprofh_is_sandboxed ())
    {
      work (from, self, count);
      return;
    }
  SYS6 (SYS_rt_sigprocmask, SIG_SETMASK, &all, &mask, sizeof all, 0, 0);
  if (!gprofh_try_own_stack (work, from, self, count, &wants_samples))
    wants_samples = work (from, self, count);
  SYS6 (SYS_rt_sigprocmask, SIG_SETMASK, &mask, 0, sizeof mask, 0, 0);
  if (wants_samples)
    gprofh_signal_unblock ();
}

#else

void
gprofh_on_own_stack (own_work *work, uintptr_t from, uintptr_t self,
                     uint32_t count)
{
  work (from, self, count);
}

#endif
