/* forks: several data files from one run.

   With GMON_OUT_PREFIX in the environment the parent and each of its three
   children write their own file when they exit.  A child starts with a copy
   of the parent's counts, so what happened before the forks is counted in all
   four files.  The calls themselves do not return to main's loop.  */

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined __GNUC__ && !defined __clang__
# define KEEP __attribute__ ((noipa))
#else
# define KEEP __attribute__ ((noinline))
#endif

KEEP static void
work (unsigned rounds)
{
  volatile unsigned sink = 0;

  for (unsigned i = 0; i < rounds; i++)
    sink += i;
}

KEEP static void
prepare (void)
{
  work (20000000);
}

KEEP static void
child (int number)
{
  for (int i = 0; i < 10 * number; i++)
    work (10000);
  exit (0);
}

KEEP static void
parent (void)
{
  work (20000000);
}

int
main (void)
{
  prepare ();
  for (int number = 1; number <= 3; number++)
    {
      pid_t process = fork ();

      if (process == -1)
        return 1;
      if (process == 0)
        child (number);
      waitpid (process, NULL, 0);
    }
  parent ();
  return 0;
}
