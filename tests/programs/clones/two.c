/* The second file of the clones program.  */

#include "two.h"

static volatile unsigned sink;

void
complain (int n)
{
  sink += n;
}

static __attribute__ ((noinline)) int
weigh (int n, int factor)
{
  for (unsigned i = 0; i < 2000000; i++)
    sink += i;
  return n * factor;
}

__attribute__ ((noinline)) int
other_work (int n)
{
  int result = 0;

  for (int i = 0; i < 5; i++)
    result += weigh (n, 11);
  return result;
}
