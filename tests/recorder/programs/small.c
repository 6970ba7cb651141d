/* Functions on a small stack: "coroutine BYTES", or "signals BYTES", where the
   stack is for signal handlers and has BYTES more than the system puts there;
   "earlier BYTES": the handler is there before the stack.  Prints what was
   overwritten below it.  With "usual BYTES" or "usual-earlier BYTES" the handler
   works on the usual stack, though there is such a one.
   SPDX-License-Identifier: GPL-3.0-or-later  */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>

enum
{
  BELOW = 65536,
  MOST = 65536,
  PATTERN = 0xa5
};

static unsigned char memory[BELOW + MOST] __attribute__ ((aligned (64)));
static ucontext_t back, there;
static volatile unsigned calls;

#define FUNCTION(name)                                                        \
  __attribute__ ((noinline)) static void name (void) { calls++; }
FUNCTION (f0)
FUNCTION (f1)
FUNCTION (f2) FUNCTION (f3) FUNCTION (f4)

    static void call_all (void)
{
  f0 ();
  f1 ();
  f2 ();
  f3 ();
  f4 ();
}

/* SECONDS of processor time.  */
static void
burn (double seconds)
{
  const clock_t start = clock ();
  while ((double)(clock () - start) < seconds * CLOCKS_PER_SEC)
    f0 ();
}

/* A few tenths of a second, all of them in here.  */
__attribute__ ((noinline)) static void
work (void)
{
  for (volatile long i = 0; i < 100000000; i++)
    ;
}

static void
on_signal (int number)
{
  (void)number;
  call_all ();
  work ();
}

static unsigned char *volatile reached;

static void
see_stack (int number)
{
  (void)number;
  reached = __builtin_frame_address (0);
}

/* The bytes that the system puts on a stack for a signal: fewer than it tells
   programs to have, since it counts registers that nobody uses.  */
static size_t
bytes_of_signal (void)
{
  const stack_t stack = { .ss_sp = memory, .ss_size = sizeof memory };
  const struct sigaction action
      = { .sa_handler = see_stack, .sa_flags = SA_ONSTACK };
  if (sigaltstack (&stack, NULL) != 0
      || sigaction (SIGUSR2, &action, NULL) != 0)
    exit (3);
  raise (SIGUSR2);
  return (size_t)(memory + sizeof memory - reached);
}

int
main (int argc, char **argv)
{
  if (argc < 3)
    return 2;
  const size_t size = strtoul (argv[2], NULL, 10);
  /* The coroutine is to make the first calls of the process.  */
  const size_t least
      = strcmp (argv[1], "coroutine") != 0 ? bytes_of_signal () : 0;
  memset (memory, PATTERN, BELOW);
  if (strcmp (argv[1], "coroutine") == 0)
    {
      getcontext (&there);
      there.uc_stack.ss_sp = memory + BELOW;
      there.uc_stack.ss_size = size;
      there.uc_link = &back;
      makecontext (&there, call_all, 0);
      swapcontext (&back, &there);
    }
  else
    {
      const stack_t stack
          = { .ss_sp = memory + BELOW, .ss_size = least + size };
      const int is_usual = strstr (argv[1], "usual") != NULL;
      struct sigaction action
          = { .sa_handler = on_signal, .sa_flags = is_usual ? 0 : SA_ONSTACK };
      const int is_earlier = strstr (argv[1], "earlier") != NULL;
      /* Signals that do not exist are refused, and remembered nowhere.  */
      if ((is_earlier && sigaction (SIGUSR1, &action, NULL) != 0)
          || sigaltstack (&stack, NULL) != 0
          || (!is_earlier && sigaction (SIGUSR1, &action, NULL) != 0)
          || sigaction (100000000, &action, NULL) == 0
          || sigaction (-100000000, &action, NULL) == 0)
        return 3;
      burn (0.1);
      raise (SIGUSR1);
      burn (0.1);
    }
  unsigned overwritten = 0;
  for (size_t i = 0; i < BELOW; i++)
    overwritten += memory[i] != PATTERN;
  printf ("%u bytes overwritten\n", overwritten);
  return calls >= 5 ? 0 : 1;
}
