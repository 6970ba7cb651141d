/* runs.c HOW [ARGUMENT...] - 1000 calls of step and a tenth of a second of
   processor time; then it
     exit N          ends with this status
     signal N        sends itself this signal
     forever         prints "ready" and its number, and goes on
     caught          the same, until SIGINT or SIGTERM: status 9
     many            calls step 20,000,000 times more
     fork            has two children with 500 calls each
     command TEXT    has a shell run TEXT
     daemon          ends with status 5; a child goes on with 500 calls, and 500
                     more when there is a file "over"
     title           the same, but the child moves its environment, with zeros
                     in the old place, and makes no call meanwhile
     nobody          has a child with 500 calls, which is of another user
     brief           the same, but the child goes on for a moment only
     echo            copies standard input, then what it has for an environment
                     to standard error  */

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

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

/* A child that nobody else can follow, before anything of it is recorded.  */
static int
become_nobody (void)
{
  int status = 0;
  if (fork () == 0)
    {
      if (setgid (65534) != 0 || setuid (65534) != 0)
        _exit (77);
      steps (500);
      burn ();
      exit (0);
    }
  wait (&status);
  return status == 0 ? 0 : 77;
}

/* A child that goes on alone: until there is a file, or for a moment.  The
   parent ends when the child is so far.  */
static int
leave_behind (bool is_brief, bool has_title)
{
  int ready[2];
  char byte = 0;
  if (pipe (ready) != 0)
    return 1;
  if (fork () != 0)
    return read (ready[0], &byte, 1) == 1 ? 5 : 1;
  setsid ();
  if (has_title)
    for (char **variable = environ; *variable != NULL; variable++)
      {
        char *old = *variable;
        *variable = strdup (old);
        memset (old, 0, strlen (old));
      }
  else
    steps (500);
  if (write (ready[1], &byte, 1) != 1)
    return 1;
  while (!is_brief && access ("over", F_OK) != 0)
    usleep (10000);
  usleep (50000);
  steps (500);
  return 0;
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
  if (strcmp (how, "nobody") == 0)
    return become_nobody ();
  if (strcmp (how, "daemon") == 0 || strcmp (how, "brief") == 0)
    return leave_behind (strcmp (how, "brief") == 0, false);
  if (strcmp (how, "title") == 0)
    return leave_behind (false, true);
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
