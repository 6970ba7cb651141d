/* entries.c - functions that nobody calls: a handler of signals, coroutines,
   and the comparator of qsort.  */

#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <ucontext.h>

static volatile long sum;
static ucontext_t here, there[4];
static char stacks[4][1 << 16];

static void
handler (int number)
{
  sum += number;
}

static void
step (int n)
{
  for (int i = 0; i < 100000; i++)
    sum += i ^ n;
}

static void
first (void)
{
  step (1);
}

static void
second (void)
{
  step (2);
}

static void
third (void)
{
  step (3);
}

static void
fourth (void)
{
  step (4);
}

static int
compare (const void *a, const void *b)
{
  return *(const int *)a - *(const int *)b;
}

int
main (void)
{
  static void (*const entries[]) (void) = { first, second, third, fourth };
  static int numbers[10000];
  signal (SIGUSR1, handler);
  for (int i = 0; i < 10; i++)
    raise (SIGUSR1);
  for (int i = 0; i < 4; i++)
    {
      getcontext (&there[i]);
      there[i].uc_stack.ss_sp = stacks[i];
      there[i].uc_stack.ss_size = sizeof stacks[i];
      there[i].uc_link = &here;
      makecontext (&there[i], entries[i], 0);
      swapcontext (&here, &there[i]);
    }
  for (int i = 0; i < 10000; i++)
    numbers[i] = i * 7919 % 10007;
  qsort (numbers, 10000, sizeof *numbers, compare);
  return 0;
}
