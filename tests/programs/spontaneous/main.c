/* spontaneous: functions called from code that is not profiled.

   qsort calls compare, the kernel calls on_signal, exit calls at_end.  In a
   dynamically linked program their callers lie outside the image.  */

#include <signal.h>
#include <stdlib.h>

#if defined __GNUC__ && !defined __clang__
# define KEEP __attribute__ ((noipa))
#else
# define KEEP __attribute__ ((noinline))
#endif

enum { count = 64 };

static volatile unsigned sink;

KEEP static void
work (unsigned rounds)
{
  for (unsigned i = 0; i < rounds; i++)
    sink += i;
}

KEEP static int
compare (const void *left, const void *right)
{
  const int *a = left, *b = right;

  work (20000);
  return (*a > *b) - (*a < *b);
}

KEEP static void
on_signal (int number)
{
  work (500000u * (number > 0));
}

KEEP static void
at_end (void)
{
  work (1000000);
}

KEEP static void
sort_all (int *values)
{
  for (int i = 0; i < count; i++)
    values[i] = (i * 37) % count;
  qsort (values, count, sizeof *values, compare);
}

int
main (void)
{
  int values[count];

  atexit (at_end);
  signal (SIGUSR1, on_signal);
  for (int i = 0; i < 25; i++)
    raise (SIGUSR1);
  sort_all (values);
  work (30000000);
  return 0;
}
