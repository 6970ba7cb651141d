/* late.c MILLISECONDS - uses a tenth of a second of processor time and then so
   much more, during which no signal arrives, up to its end.  Prints the
   processor time of the whole process in seconds.  */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static volatile long sink;

__attribute__ ((noinline)) static void
burn (long milliseconds)
{
  const clock_t end = clock () + CLOCKS_PER_SEC / 1000 * milliseconds;
  while (clock () < end)
    for (int i = 0; i < 1000; i++)
      sink += i;
}

int
main (int argc, char **argv)
{
  /* All of them, in a form that no library looks into.  */
  const unsigned long long all = ~0ULL;
  burn (100);
  syscall (SYS_rt_sigprocmask, SIG_BLOCK, &all, NULL, sizeof all);
  burn (argc > 1 ? atol (argv[1]) : 0);
  printf ("%f\n", (double)clock () / CLOCKS_PER_SEC);
  return 0;
}
