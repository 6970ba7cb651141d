/* chroots.c - changes its root directory to the working directory between
   calls of many functions.  */

#include <unistd.h>

#define FUNCTION(n)                                                           \
  __attribute__ ((noinline)) static void f##n (long i) { sink = i; }

static volatile long sink;

FUNCTION (1)
FUNCTION (2)

int
main (void)
{
  for (long i = 0; i < 1000; i++)
    f1 (i);
  if (chroot (".") != 0 || chdir ("/") != 0)
    return 77;
  for (long i = 0; i < 1000; i++)
    f2 (i);
  return 0;
}
