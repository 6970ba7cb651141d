/* counted.h - counts calls a second time, for comparison: COUNTED (FROM, TO)
   before a call, and when the object ends, a line for each on standard
   output.  SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>

struct counted
{
  const char *from, *to;
  unsigned long count;
};

#define TABLE(object, ...)                                                    \
  static struct counted counts[] = { __VA_ARGS__ };                           \
  __attribute__ ((destructor)) static void report (void)                      \
  {                                                                           \
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++)             \
      printf ("%s %s %s %lu\n", object, counts[i].from, counts[i].to,         \
              counts[i].count);                                               \
  }
