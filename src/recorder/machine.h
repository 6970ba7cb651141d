/* machine.h - what differs between machines: system calls without the C
   library, and changes of memory that signals cannot divide.
   SPDX-License-Identifier: 0BSD

   "Own" operations are for memory that only one thread changes: a signal
   handler of that thread sees them done or not begun, and no lock is taken on
   the bus.  Shared memory is changed with the builtins __atomic.  */

#ifndef RECORDER_MACHINE_H
#define RECORDER_MACHINE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/syscall.h>

/* Stacks are walked, and it is known who is in the system.  */
#if (defined __x86_64__ || defined __aarch64__) && UINTPTR_MAX > UINT32_MAX
#define HAS_STACKS 1
#endif

/* A function that the entry points call from the middle of any code: it saves
   each register that it uses.  */
#if defined __x86_64__ || defined __i386__
#define SAVES_REGISTERS __attribute__ ((no_caller_saved_registers))
#else
#define SAVES_REGISTERS
#endif

/* After the last call of such a function: clang makes a jump of the call, and
   restores the registers before it, those of arguments too.  */
#define NO_TAIL_CALL() __asm__ volatile("")

#define EXPORTED __attribute__ ((visibility ("default")))
/* The same, and calls from within the library stay there.  */
#define PROTECTED __attribute__ ((visibility ("protected")))
#define NEVER_INLINE __attribute__ ((noinline))
#define LIKELY(x) __builtin_expect (!!(x), 1)

/* Pages have at most this many bytes.  */
#if defined __x86_64__ || defined __i386__
#define LARGEST_PAGE 4096
#else
#define LARGEST_PAGE 65536
#endif

/* The upper half of a number of 64 bits that takes two arguments.  */
#if UINTPTR_MAX == UINT32_MAX
#define UPPER_HALF(number) ((number) >> 32)
#else
#define UPPER_HALF(number) 0
#endif

#if defined __i386__ || defined __arm__
/* In entry_i386.S and entry_arm.S.  */
long gprofh_syscall (long number, long a, long b, long c, long d, long e,
                     long f);
#elif defined __x86_64__
static inline long
gprofh_syscall (long number, long a, long b, long c, long d, long e, long f)
{
  long result;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "0"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8),
                     "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}
#elif defined __aarch64__
static inline long
gprofh_syscall (long number, long a, long b, long c, long d, long e, long f)
{
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc 0"
                   : "+r"(x0)
                   : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                   : "memory");
  return x0;
}
#elif defined __riscv && __riscv_xlen == 64
static inline long
gprofh_syscall (long number, long a, long b, long c, long d, long e, long f)
{
  register long a7 __asm__("a7") = number;
  register long a0 __asm__("a0") = a;
  register long a1 __asm__("a1") = b;
  register long a2 __asm__("a2") = c;
  register long a3 __asm__("a3") = d;
  register long a4 __asm__("a4") = e;
  register long a5 __asm__("a5") = f;
  __asm__ volatile("ecall"
                   : "+r"(a0)
                   : "r"(a7), "r"(a1), "r"(a2), "r"(a3), "r"(a4), "r"(a5)
                   : "memory");
  return a0;
}
#elif defined __powerpc64__
static inline long
gprofh_syscall (long number, long a, long b, long c, long d, long e, long f)
{
  register long r0 __asm__("r0") = number;
  register long r3 __asm__("r3") = a;
  register long r4 __asm__("r4") = b;
  register long r5 __asm__("r5") = c;
  register long r6 __asm__("r6") = d;
  register long r7 __asm__("r7") = e;
  register long r8 __asm__("r8") = f;
  /* An error is a positive number, and the summary overflow is set.  */
  __asm__ volatile("sc\n\tbns+ 1f\n\tneg 3, 3\n1:"
                   : "+r"(r0), "+r"(r3), "+r"(r4), "+r"(r5), "+r"(r6),
                     "+r"(r7), "+r"(r8)
                   :
                   : "memory", "cr0", "r9", "r10", "r11", "r12", "ctr");
  return r3;
}
#elif defined __s390x__
static inline long
gprofh_syscall (long number, long a, long b, long c, long d, long e, long f)
{
  register long r1 __asm__("r1") = number;
  register long r2 __asm__("r2") = a;
  register long r3 __asm__("r3") = b;
  register long r4 __asm__("r4") = c;
  register long r5 __asm__("r5") = d;
  register long r6 __asm__("r6") = e;
  register long r7 __asm__("r7") = f;
  __asm__ volatile("svc 0"
                   : "+r"(r2)
                   : "r"(r1), "r"(r3), "r"(r4), "r"(r5), "r"(r6), "r"(r7)
                   : "cc", "memory");
  return r2;
}
#else
#error "no entry points for this machine"
#endif

/* System call NUMBER; an error is a number from -4095 to -1, and errno stays
   as it is.  */
#define SYS3(number, a, b, c)                                                 \
  gprofh_syscall (number, (long)(a), (long)(b), (long)(c), 0, 0, 0)
#define SYS6(number, a, b, c, d, e, f)                                        \
  gprofh_syscall (number, (long)(a), (long)(b), (long)(c), (long)(d),         \
                  (long)(e), (long)(f))

/* Add N to *COUNT.  On machines of 32 bits a reader may see one half added
   and not the other; no signal handler can make a count wrong.  */
static inline void
own_add (uint64_t *count, uint32_t n)
{
#if defined __x86_64__
  __asm__ volatile("addq %1, %0"
                   : "+m"(*count)
                   : "er"((uint64_t)n)
                   : "cc", "memory");
#elif defined __i386__
  uint32_t *half = (uint32_t *)count;
  __asm__ volatile("addl %2, %0\n\tadcl $0, %1"
                   : "+m"(half[0]), "+m"(half[1])
                   : "ir"(n)
                   : "cc", "memory");
#else
  __atomic_fetch_add (count, n, __ATOMIC_RELAXED);
#endif
}

/* Add N to *NUMBER and return what it was.  */
static inline uint32_t
own_fetch_add (uint32_t *number, uint32_t n)
{
#if defined __x86_64__ || defined __i386__
  __asm__ volatile("xaddl %0, %1" : "+r"(n), "+m"(*number) : : "cc", "memory");
  return n;
#else
  return __atomic_fetch_add (number, n, __ATOMIC_RELAXED);
#endif
}

/* If *WORD is zero make it VALUE, and say so.  */
static inline bool
own_claim (uint32_t *word, uint32_t value)
{
#if defined __x86_64__ || defined __i386__
  uint32_t old = 0;
  __asm__ volatile("cmpxchgl %2, %1"
                   : "+a"(old), "+m"(*word)
                   : "r"(value)
                   : "cc", "memory");
  return old == 0;
#else
  uint32_t old = 0;
  return __atomic_compare_exchange_n (word, &old, value, false,
                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED);
#endif
}

/* Nothing that comes before in the program is written after what follows: for
   signal handlers, and for who reads the memory when the thread is gone.  */
static inline void
own_order (void)
{
  __atomic_thread_fence (__ATOMIC_RELEASE);
}

#endif
