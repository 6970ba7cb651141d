/* Compare the recorder's walk over stacks with that of libgcc, in a handler that
   interrupts all kinds of code: "walks SAMPLES [alone]".  Linked with the static
   recorder.  Prints how many stacks there were, were not complete, were not equal,
   and the first one that was not.
   SPDX-License-Identifier: GPL-3.0-or-later  */
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unwind.h>

#include "recorder/objects.h"
#include "recorder/unwind.h"

enum
{
  MOST = 4000,
  PERIOD = 300 /* microseconds */
};

struct trace
{
  uintptr_t from; /* where it begins */
  uintptr_t pcs[MOST];
  unsigned count;
};

static struct walk ours;
static struct trace theirs;
static unsigned samples, complete, equal;
static bool
    is_alone; /* libgcc's, which reads what is not there, is not asked */
static char first[MOST];
static volatile unsigned sink;

static uintptr_t
interrupted (const ucontext_t *context)
{
#if defined __x86_64__
  return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#else
  return context->uc_mcontext.pc;
#endif
}

static _Unwind_Reason_Code
note (struct _Unwind_Context *context, void *data)
{
  struct trace *trace = data;
  int is_before;
  const uintptr_t pc = _Unwind_GetIPInfo (context, &is_before);
  if (trace->count == 0 && !(is_before && pc == trace->from))
    return _URC_NO_REASON;
  /* The system's own code is left out, if the loader does not know it.  */
  if (trace->count < MOST && gprofh_knows (pc))
    trace->pcs[trace->count++] = pc - !is_before;
  return _URC_NO_REASON;
}

/* Leave out what repeats more than twice, as the recorder does.  */
static void
fold (struct trace *trace)
{
  unsigned kept = 0;
  for (unsigned i = 0; i < trace->count; i++)
    {
      trace->pcs[kept++] = trace->pcs[i];
      for (unsigned size = 1; size <= 4; size++)
        if (kept >= 3 * size
            && memcmp (trace->pcs + kept - size, trace->pcs + kept - 2 * size,
                       size * sizeof *trace->pcs)
                   == 0
            && memcmp (trace->pcs + kept - size, trace->pcs + kept - 3 * size,
                       size * sizeof *trace->pcs)
                   == 0)
          {
            kept -= size;
            break;
          }
    }
  trace->count = kept;
}

/* Where a handler returns to, we have that address and libgcc the one before.  */
static bool
is_same (uintptr_t our, uintptr_t their)
{
  static const unsigned char returns[]
      = { 0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05 };
  return our == their
         || (our == their + 1
             && memcmp ((const void *)our, returns, sizeof returns) == 0);
}

static void
show (void)
{
  int used = 0;
  for (unsigned i = 0; i < ours.count || i < theirs.count; i++)
    if (used < MOST - 60)
      used += snprintf (first + used, 60, "\n  %#lx %#lx",
                        i < ours.count ? (long)*walk_at (&ours, i) : 0L,
                        i < theirs.count ? (long)theirs.pcs[i] : 0L);
}

/* Interrupt once more: not before this is done, however slow it is.  */
static void
set_timer (void)
{
  const struct itimerval once = { { 0, 0 }, { 0, PERIOD } };
  setitimer (ITIMER_REAL, &once, NULL);
}

static void
on_timer (int number, siginfo_t *info, void *context)
{
  (void)number;
  (void)info;
  gprofh_walk (&ours, context);
  theirs.count = 0;
  theirs.from = interrupted (context);
  bool is_equal = ours.is_complete;
  if (!is_alone)
    {
      _Unwind_Backtrace (note, &theirs);
      fold (&theirs);
      is_equal = ours.count == theirs.count;
      for (unsigned i = 0; is_equal && i < ours.count; i++)
        is_equal = is_same (*walk_at (&ours, i), theirs.pcs[i]);
    }
  samples++;
  complete += ours.is_complete;
  equal += is_equal;
  if (!is_equal && first[0] == '\0')
    show ();
  set_timer ();
}

#define NOINLINE __attribute__ ((noinline))

NOINLINE static unsigned
work (unsigned n)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++)
    {
      sum = sum * 33 + i;
      __asm__ volatile("");
    }
  return sum;
}

static int
compare (const void *a, const void *b)
{
  return *(const int *)a - *(const int *)b;
}

NOINLINE static void
sort_numbers (void)
{
  int numbers[500];
  for (int i = 0; i < 500; i++)
    numbers[i] = i * 7919 % 503;
  qsort (numbers, 500, sizeof *numbers, compare);
  sink += (unsigned)numbers[7];
}

NOINLINE static void
copy_and_print (void)
{
  static char from[100000], to[100000];
  char text[100];
  for (int i = 0; i < 20; i++)
    {
      memcpy (to, from, sizeof to);
      memset (from, i, sizeof from);
      sink += (unsigned)snprintf (text, sizeof text, "%d %f %s", i, i * 1.5,
                                  "abc");
      free (malloc ((size_t)i * 1000));
    }
}

/* A stack that is aligned, and of a size that is not known.  */
NOINLINE static void
align (unsigned n)
{
  double numbers[8] __attribute__ ((aligned (64)));
  char bytes[n];
  memset (bytes, 1, n);
  numbers[n % 8] = work (n);
  sink += (unsigned)numbers[n % 8] + (unsigned)bytes[n - 1];
}

NOINLINE static unsigned odd (unsigned n);

NOINLINE static unsigned
even (unsigned n)
{
  return n == 0 ? work (2000) : odd (n - 1) + 1;
}

NOINLINE static unsigned
odd (unsigned n)
{
  return n == 0 ? work (1000) : even (n - 1) + 2;
}

static void
on_signal (int number)
{
  sink += work (2000) + (unsigned)number;
}

static void
load (void)
{
  for (unsigned i = 1; i < 20; i++)
    {
      sort_numbers ();
      copy_and_print ();
      align (i * 100);
      sink += even (i) + odd (300);
      raise (SIGUSR1);
    }
}

int
main (int argc, char **argv)
{
  const unsigned wanted = argc > 1 ? (unsigned)atoi (argv[1]) : 1000;
  struct sigaction action
      = { .sa_sigaction = on_timer, .sa_flags = SA_SIGINFO | SA_RESTART };
  sigfillset (&action.sa_mask);
  is_alone = argc > 2;
  signal (SIGUSR1, on_signal);
  sigaction (SIGALRM, &action, NULL);
  set_timer ();
  while (*(volatile unsigned *)&samples < wanted)
    load ();
  signal (SIGALRM, SIG_IGN);
  printf ("%d samples, %u not complete, %u not equal%s\n", wanted,
          samples - complete, samples - equal, first);
  return 0;
}
