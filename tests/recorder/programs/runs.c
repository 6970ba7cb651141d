/* runs.c HOW [ARGUMENT...] - 1000 calls of step and a tenth of a second of
   processor time; then it
     exit N          ends with this status
     signal N        sends itself this signal
     forever         prints "ready" and its number, and goes on
     caught          the same, until SIGINT or SIGTERM: status 9
     many            calls step 20,000,000 times more
     fork            has two children with 500 calls each
     command TEXT    has a shell run TEXT
     echo            copies standard input, then what it has for an environment
                     to standard error  */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile long sink;
static volatile sig_atomic_t is_over;

__attribute__ ((noinline)) static void
step (void)
{
  sink++;
}

__attribute__ ((noinline)) static void
steps (int count)
{
  while (count-- > 0)
    step ();
}

__attribute__ ((noinline)) static void
burn (void)
{
  const clock_t end = clock () + CLOCKS_PER_SEC / 10;
  while (clock () < end)
    for (int i = 0; i < 100000; i++)
      sink += i;
}

static void
end (int number)
{
  (void)number;
  is_over = 1;
}

static int
go_on (void)
{
  printf ("ready %ld\n", (long)getpid ());
  fflush (stdout);
  while (!is_over)
    steps (1000);
  return 9;
}

static void
have_children (void)
{
  for (int i = 0; i < 2; i++)
    if (fork () == 0)
      {
        steps (500);
        exit (0);
      }
  while (wait (NULL) > 0)
    ;
}

int
main (int argc, char **argv)
{
  const char *how = argc > 1 ? argv[1] : "exit";
  const char *more = argc > 2 ? argv[2] : "0";
  steps (1000);
  burn ();
  if (strcmp (how, "exit") == 0)
    return atoi (more);
  if (strcmp (how, "signal") == 0)
    raise (atoi (more));
  if (strcmp (how, "caught") == 0)
    {
      signal (SIGINT, end);
      signal (SIGTERM, end);
    }
  if (strcmp (how, "forever") == 0 || strcmp (how, "caught") == 0)
    return go_on ();
  if (strcmp (how, "many") == 0)
    steps (20000000);
  if (strcmp (how, "fork") == 0)
    have_children ();
  if (strcmp (how, "command") == 0)
    return system (more) == 0 ? 0 : 1;
  if (strcmp (how, "echo") == 0)
    {
      for (int c; (c = getchar ()) != EOF;)
        putchar (c);
      fprintf (stderr, "%s|%s|%s\n", getenv ("LD_PRELOAD"),
               getenv ("GPROF_HELPER"), getenv ("GMON_OUT_PREFIX"));
    }
  return 0;
}
