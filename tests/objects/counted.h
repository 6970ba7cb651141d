/* counted.h - counts calls a second time, for comparison: COUNTED (FROM, TO)
   before a call, and TIMED (CALL) for one in which the object spends its time;
   when the object ends, a line for each on standard output.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <time.h>

struct counted
{
  const char *from, *to;
  unsigned long count;
};

/* The processor time of this process in nanoseconds.  */
__attribute__ ((always_inline)) static inline unsigned long long
now (void)
{
  struct timespec time;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * 1000000000ULL + time.tv_nsec;
}

static unsigned long long timed;

#define TIMED(call) (timed -= now (), (call), timed += now ())

#define TABLE(object, ...)                                                    \
  static struct counted counts[] = { __VA_ARGS__ };                           \
  __attribute__ ((destructor)) static void report (void)                      \
  {                                                                           \
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++)             \
      printf ("%s %s %s %lu\n", object, counts[i].from, counts[i].to,         \
              counts[i].count);                                               \
    printf ("%s time - %llu\n", object, timed);                               \
  }
