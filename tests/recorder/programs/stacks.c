/* Stacks of many kinds: "stacks KIND", which works for some 0.2 seconds in the
   function that KIND is about and prints "ok".
   SPDX-License-Identifier: GPL-3.0-or-later  */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#define NOINLINE __attribute__ ((noinline))

enum
{
  STACK = 65536,
  THREADS = 8,
  SHORT_THREADS = 100
};

static volatile unsigned sink;

/* SECONDS of this thread's processor time, by looking at the clock now and
   then.  */
NOINLINE static void
burn (double seconds)
{
  struct timespec start, now;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &start);
  do
    {
      for (unsigned i = 0; i < 100000; i++)
        sink += i;
      clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
    }
  while ((double)(now.tv_sec - start.tv_sec)
             + 1e-9 * (double)(now.tv_nsec - start.tv_nsec)
         < seconds);
}

/* ---------------------------------------------------------------- recursion */

NOINLINE static int
deep (int depth)
{
  if (depth == 0)
    burn (0.2);
  else
    sink += (unsigned)deep (depth - 1);
  return 1;
}

NOINLINE static int ping (int depth);

NOINLINE static int
pong (int depth)
{
  return ping (depth - 1) + 1;
}

NOINLINE static int
ping (int depth)
{
  if (depth > 0)
    return pong (depth) + 1;
  burn (0.2);
  return 1;
}

/* Calls itself from one of two places, as chance wants.  */
NOINLINE static int
irregular (int depth, unsigned random)
{
  if (depth == 0)
    burn (0.2);
  else if ((random >> 16 & 1) != 0)
    {
      sink += (unsigned)irregular (depth - 1,
                                   (random ^ 1) * 1103515245 + 12345);
      __asm__ volatile("# here");
    }
  else
    {
      sink += (unsigned)irregular (depth - 1, random * 1103515245 + 12345);
      __asm__ volatile("# or there");
    }
  return 1;
}

static void
recursion (void)
{
  deep (1000);
}

static void
deep_recursion (void)
{
  deep (50000);
}

static void
two_functions (void)
{
  ping (5000);
}

static void
irregular_recursion (void)
{
  irregular (5000, 1);
}

/* ------------------------------------------------------------ other stacks */

static void
on_signal (int number)
{
  (void)number;
  burn (0.2);
}

static void
handler (void)
{
  signal (SIGUSR1, on_signal);
  raise (SIGUSR1);
}

static void
other_stack (void)
{
  static char memory[STACK];
  const stack_t stack = { .ss_sp = memory, .ss_size = sizeof memory };
  struct sigaction action
      = { .sa_handler = on_signal, .sa_flags = SA_ONSTACK };
  sigaltstack (&stack, NULL);
  sigaction (SIGUSR1, &action, NULL);
  raise (SIGUSR1);
}

static ucontext_t back, there;

static void
coroutine_body (void)
{
  burn (0.2);
}

static void
coroutine (void)
{
  static char memory[STACK];
  getcontext (&there);
  there.uc_stack.ss_sp = memory;
  there.uc_stack.ss_size = sizeof memory;
  there.uc_link = &back;
  makecontext (&there, coroutine_body, 0);
  swapcontext (&back, &there);
}

static void *
thread_body (void *seconds)
{
  burn (*(double *)seconds);
  return NULL;
}

static void
threads (void)
{
  pthread_t made[THREADS];
  double seconds = 0.1;
  for (int i = 0; i < THREADS; i++)
    pthread_create (&made[i], NULL, thread_body, &seconds);
  for (int i = 0; i < THREADS; i++)
    pthread_join (made[i], NULL);
}

static void
short_threads (void)
{
  pthread_attr_t small;
  double seconds = 0.003;
  pthread_attr_init (&small);
  pthread_attr_setstacksize (&small, 16384);
  for (int i = 0; i < SHORT_THREADS; i++)
    {
      pthread_t made;
      pthread_create (&made, &small, thread_body, &seconds);
      pthread_join (made, NULL);
    }
}

static void
child (void)
{
  burn (0.1);
  const pid_t made = fork ();
  if (made == 0)
    {
      burn (0.1);
      exit (0);
    }
  waitpid (made, NULL, 0);
}

/* ------------------------------------------------------- made while it runs */

/* Code that calls BURN_A_BIT 20 times, with a frame pointer or without; on
   x86-64.  */
NOINLINE static void
burn_a_bit (void)
{
  burn (0.2);
}

static void
made (bool has_frame)
{
#if defined __x86_64__
  static const unsigned char with[]
      = { 0x55, 0x48, 0x89, 0xe5, 0xff, 0xd7, 0x5d, 0xc3 };
  static const unsigned char without[] = { 0x50, 0xff, 0xd7, 0x58, 0xc3 };
  unsigned char *code = mmap (NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (code == MAP_FAILED)
    return;
  memcpy (code, has_frame ? with : without,
          has_frame ? sizeof with : sizeof without);
  ((void (*) (void (*) (void))) (uintptr_t)code) (burn_a_bit);
#else
  (void)has_frame;
  burn_a_bit ();
#endif
}

static void
made_with_frame (void)
{
  made (true);
}

static void
made_without_frame (void)
{
  made (false);
}

/* ----------------------------------------------------------------- nonsense */

#if defined __x86_64__

/* A loop in code without rules, with any value in the frame pointer and in the
   stack pointer, which signals do not need here.  */
__asm__(".text\n"
        "spin_wild:\n\t"
        "push %rbx\n\t"
        "push %rbp\n\t"
        "mov %rsp, %rbx\n\t"
        "mov %rdi, %rbp\n\t"
        "test %rsi, %rsi\n\t"
        "je 1f\n\t"
        "mov %rsi, %rsp\n"
        "1:\tdec %rdx\n\t"
        "jne 1b\n\t"
        "mov %rbx, %rsp\n\t"
        "pop %rbp\n\t"
        "pop %rbx\n\t"
        "ret");
void spin_wild (uintptr_t frame, uintptr_t stack, uint64_t turns);

/* Loops in code without rules: one has its return address at the stack pointer;
   the other has pushed a word, so only the frame pointer is left, and that is the
   caller's.  */
__asm__(".text\n"
        "spin_plain:\n"
        "1:\tdec %rdi\n\t"
        "jne 1b\n\t"
        "ret\n"
        "spin_pushed:\n\t"
        "push %rbx\n"
        "1:\tdec %rdi\n\t"
        "jne 1b\n\t"
        "pop %rbx\n\t"
        "ret");
void spin_plain (uint64_t turns);
void spin_pushed (uint64_t turns);

NOINLINE static void
call_spin (void (*spin) (uint64_t), uint64_t turns)
{
  spin (turns);
  __asm__ volatile("");
}

static void
plain (void)
{
  spin_plain (400000000);
  __asm__ volatile("");
}

static void
pushed (void)
{
  call_spin (spin_pushed, 400000000);
  __asm__ volatile("");
}

static void
wild (void)
{
  static char memory[STACK];
  const stack_t stack = { .ss_sp = memory, .ss_size = sizeof memory };
  char *last = mmap (NULL, 8192, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect (last + 4096, 4096, PROT_NONE);
  /* The first two are no addresses: the processor does not have them as stack
     pointers.  */
  const uintptr_t values[] = { 0x8000000000000000,
                               0x800000000000,
                               0,
                               8,
                               (uintptr_t)-4096,
                               (uintptr_t)-8,
                               (uintptr_t)wild,
                               (uintptr_t)last + 4096 - 8,
                               (uintptr_t)last + 4096 - 16,
                               (uintptr_t)last + 4096 };
  const unsigned count = sizeof values / sizeof *values;
  sigaltstack (&stack, NULL);
  for (unsigned i = 0; i < count; i++)
    for (unsigned k = 2; k < count; k++)
      spin_wild (values[i], values[k], 4000000);
}

/* The same with a stack of chance, also of addresses of code and of stacks.  */
static void
noise (void)
{
  static uintptr_t words[STACK];
  static char memory[STACK];
  const stack_t stack = { .ss_sp = memory, .ss_size = sizeof memory };
  uint64_t random = 88172645463325252;
  sigaltstack (&stack, NULL);
  for (unsigned turn = 0; turn < 40; turn++)
    {
      for (unsigned i = 0; i < STACK; i++)
        {
          random ^= random << 13;
          random ^= random >> 7;
          random ^= random << 17;
          words[i] = random % 3 == 0   ? random
                     : random % 3 == 1 ? (uintptr_t)wild + random / 8 % 8192
                                       : (uintptr_t)(words + random % STACK);
        }
      spin_wild ((uintptr_t)(words + 1000), (uintptr_t)(words + 900), 8000000);
    }
}

#else

static void
plain (void)
{
  burn (0.2);
}

static void
pushed (void)
{
  burn (0.2);
}

static void
wild (void)
{
  burn (0.2);
}

static void
noise (void)
{
  burn (0.2);
}

#endif

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    void (*function) (void);
  } kinds[] = { { "recursion", recursion },
                { "deep_recursion", deep_recursion },
                { "two_functions", two_functions },
                { "irregular_recursion", irregular_recursion },
                { "handler", handler },
                { "other_stack", other_stack },
                { "coroutine", coroutine },
                { "threads", threads },
                { "short_threads", short_threads },
                { "child", child },
                { "made_with_frame", made_with_frame },
                { "made_without_frame", made_without_frame },
                { "plain", plain },
                { "pushed", pushed },
                { "wild", wild },
                { "noise", noise } };
  for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (argc > 1 && strcmp (argv[1], kinds[i].name) == 0)
      kinds[i].function ();
  puts ("ok");
  return 0;
}
