/* Callers with known shares of the same functions: prints the processor time of
   each caller by its own clock.
   SPDX-License-Identifier: GPL-3.0-or-later  */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NOINLINE __attribute__ ((noinline))

static volatile unsigned sink;

NOINLINE static void
work (unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    sink = sink * 33 + i;
}

/* Calls that take long, and calls that do not: by counts of calls the second
   caller would have nearly all time of "work".  */
NOINLINE static void
few_dear (void)
{
  for (unsigned i = 0; i < 400; i++)
    work (400000);
}

NOINLINE static void
many_cheap (void)
{
  for (unsigned i = 0; i < 400000; i++)
    work (20);
}

static int
compare (const void *a, const void *b)
{
  return *(const int *)a < *(const int *)b ? -1 : 1;
}

NOINLINE static void
sort (unsigned times, unsigned count)
{
  static int numbers[100000];
  for (unsigned i = 0; i < times; i++)
    {
      for (unsigned k = 0; k < count; k++)
        numbers[k] = (int)(k * 7919 % 100003);
      qsort (numbers, count, sizeof *numbers, compare);
    }
}

NOINLINE static void
sort_large (void)
{
  sort (12, 100000);
}

NOINLINE static void
sort_small (void)
{
  sort (400000, 10);
}

NOINLINE static void
copy (void)
{
  static char from[1 << 16], to[1 << 16];
  for (unsigned i = 0; i < 20000; i++)
    {
      memcpy (to, from, sizeof to);
      from[i % sizeof from]++;
      sink += (unsigned)to[i % 7];
    }
}

static double
now (void)
{
  struct timespec time;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int
main (void)
{
  static const struct
  {
    const char *name;
    void (*function) (void);
  } callers[] = { { "few_dear", few_dear },
                  { "many_cheap", many_cheap },
                  { "sort_large", sort_large },
                  { "sort_small", sort_small },
                  { "copy", copy } };
  for (unsigned i = 0; i < sizeof callers / sizeof *callers; i++)
    {
      const double start = now ();
      callers[i].function ();
      printf ("%s %.6f\n", callers[i].name, now () - start);
    }
  return 0;
}
