/* woven.c - waits of one millisecond where things come in between: what WAY says.
   Prints what the program sees of it.

   usage: woven WAY  */

#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int ends[2];
static sigjmp_buf back;
static volatile int handled, is_waiting, is_lost;

__attribute__ ((noinline)) static int
nap (long milliseconds)
{
  struct timespec time
      = { milliseconds / 1000, milliseconds % 1000 * 1000000 };
  return nanosleep (&time, NULL);
}

/* Called before the constructors of what is loaded.  */
static void
early (void)
{
  char byte;
  if (pipe (ends) == 0 && write (ends[1], "x", 1) == 1)
    is_lost = read (ends[0], &byte, 1) != 1;
}

__attribute__ ((section (".preinit_array"), used)) static void (*first) (void)
    = early;

static void
handle (int signal)
{
  const int before = errno;
  (void)signal;
  handled = 1;
  nap (20);
  errno = before;
}

static void
leave (int signal)
{
  (void)signal;
  siglongjmp (back, 1);
}

/* Again after AGAIN milliseconds, if that is not 0.  */
static void
alarm_in (int milliseconds, int again, void (*handler) (int))
{
  struct sigaction action = { .sa_handler = handler };
  struct itimerval timer = { .it_value.tv_usec = milliseconds * 1000,
                             .it_interval.tv_usec = again * 1000 };
  sigaction (SIGALRM, &action, NULL);
  setitimer (ITIMER_REAL, &timer, NULL);
}

/* A handler that waits itself interrupts a wait.  On a busy machine the first
   signal may come before that.  */
static void
in_handler (void)
{
  char byte;
  alarm_in (20, 500, handle);
  const ssize_t result = read (ends[0], &byte, 1);
  alarm_in (0, 0, handle);
  printf ("%zd %s, handled %d\n", result, strerror (errno), handled);
}

/* A wait is left by a jump; those after it count.  */
static void
by_jump (void)
{
  char byte;
  if (sigsetjmp (back, 1) == 0)
    {
      alarm_in (20, 0, leave);
      if (read (ends[0], &byte, 1) >= 0)
        printf ("read\n");
    }
  nap (30);
  printf ("left\n");
}

static void *
wait_for_ever (void *unused)
{
  char byte;
  nap (30);
  is_waiting = 1;
  if (read (ends[0], &byte, 1) >= 0)
    printf ("read\n");
  return unused;
}

static void
by_cancellation (void)
{
  pthread_t thread;
  void *result = NULL;
  pthread_create (&thread, NULL, wait_for_ever, NULL);
  while (!is_waiting)
    sched_yield ();
  nap (60);
  pthread_cancel (thread);
  pthread_join (thread, &result);
  printf ("%s\n", result == PTHREAD_CANCELED ? "cancelled" : "not cancelled");
}

static void
by_fork (void)
{
  int status = 0;
  nap (20);
  const pid_t child = fork ();
  if (child == 0)
    {
      nap (40);
      exit (3);
    }
  waitpid (child, &status, 0);
  printf ("%d\n", WEXITSTATUS (status));
}

static void
by_vfork (void)
{
  int status = 0;
  nap (20);
  const pid_t child = vfork ();
  if (child == 0)
    {
      execl ("/bin/sh", "sh", "-c", "sleep 0.04; exit 3", (char *)NULL);
      _exit (4);
    }
  waitpid (child, &status, 0);
  printf ("%d\n", WEXITSTATUS (status));
}

static void
by_errors (void)
{
  char byte;
  errno = 77;
  printf ("%d %d", nap (20), errno);
  printf (" %zd", read (-1, &byte, 1));
  printf (" %d", errno);
  printf (" %zd", write (-1, &byte, 1));
  printf (" %d\n", errno);
}

/* The process is killed by its parent, or ends, while two threads wait.  */
static void
without_end (int kills)
{
  pthread_t thread;
  pthread_create (&thread, NULL, wait_for_ever, NULL);
  while (!is_waiting)
    sched_yield ();
  nap (100);
  if (kills)
    raise (SIGKILL);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    void (*function) (void);
  } ways[] = { { "handler", in_handler },
               { "jump", by_jump },
               { "cancellation", by_cancellation },
               { "fork", by_fork },
               { "vfork", by_vfork },
               { "errors", by_errors } };
  const char *way = argc > 1 ? argv[1] : "";
  for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++)
    if (strcmp (way, ways[i].name) == 0)
      ways[i].function ();
  if (strcmp (way, "kill") == 0 || strcmp (way, "end") == 0)
    without_end (way[0] == 'k');
  printf ("early %s\n", is_lost ? "lost" : "read");
  return 0;
}
