/* usage: measure [-C DIRECTORY] [-o OUTPUT] [-e ERRORS] [-s STACK] [-t TIME]
           COMMAND [ARGUMENT...]

   Run COMMAND and print what it took: its status as wait gives it, or -1 if
   it was stopped after TIME seconds; wall, user and system seconds; the peak
   of its resident memory in KiB.  STACK limits its stack, in KiB.

   A program of its own, and a small one, because the peak counts what the
   process held before it became COMMAND: behind a Python interpreter with
   megabytes of data no peak below these could be seen.  */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct job
{
  const char *directory, *output, *errors;
  unsigned long stack_kib;
  unsigned seconds;
};

static _Noreturn void
fail (const char *what)
{
  fprintf (stderr, "measure: %s: %s\n", what, strerror (errno));
  _exit (127);
}

static void
redirect (const char *path, int target)
{
  int fd = open (path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (fd < 0 || dup2 (fd, target) < 0)
    fail (path);
}

static _Noreturn void
become (const struct job *job, char **command)
{
  if (job->directory && chdir (job->directory) != 0)
    fail (job->directory);
  if (job->stack_kib)
    {
      struct rlimit limit = { job->stack_kib << 10, job->stack_kib << 10 };
      if (setrlimit (RLIMIT_STACK, &limit) != 0)
        fail ("stack limit");
    }
  redirect (job->output, STDOUT_FILENO);
  redirect (job->errors, STDERR_FILENO);
  execvp (command[0], command);
  fail (command[0]);
}

static double
since (const struct timespec *start)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double)(now.tv_sec - start->tv_sec)
         + 1e-9 * (double)(now.tv_nsec - start->tv_nsec);
}

static double
seconds (const struct timeval *time)
{
  return (double)time->tv_sec + 1e-6 * (double)time->tv_usec;
}

/* Wait for SIGCHLD, which is blocked, or until SECONDS have passed since
   START.  */
static int
ends_in_time (const struct timespec *start, unsigned limit)
{
  sigset_t child;
  sigemptyset (&child);
  sigaddset (&child, SIGCHLD);
  for (;;)
    {
      double left = limit - since (start);
      if (left <= 0)
        return 0;
      struct timespec time = { (time_t)left, (long)(left * 1e9) % 1000000000 };
      if (sigtimedwait (&child, NULL, &time) == SIGCHLD)
        return 1;
      if (errno != EAGAIN && errno != EINTR)
        fail ("sigtimedwait");
    }
}

static int
measure (const struct job *job, char **command)
{
  struct timespec start;
  struct rusage usage;
  int status, is_late = 0;
  sigset_t child;
  sigemptyset (&child);
  sigaddset (&child, SIGCHLD);
  sigprocmask (SIG_BLOCK, &child, NULL);
  clock_gettime (CLOCK_MONOTONIC, &start);
  pid_t pid = fork ();
  if (pid < 0)
    fail ("fork");
  if (pid == 0)
    {
      sigprocmask (SIG_UNBLOCK, &child, NULL);
      become (job, command);
    }
  if (job->seconds && !ends_in_time (&start, job->seconds))
    {
      is_late = 1;
      kill (pid, SIGKILL);
    }
  if (wait4 (pid, &status, 0, &usage) != pid)
    fail ("wait4");
  printf ("%d %.6f %.6f %.6f %ld\n", is_late ? -1 : status, since (&start),
          seconds (&usage.ru_utime), seconds (&usage.ru_stime),
          usage.ru_maxrss);
  return 0;
}

int
main (int argc, char **argv)
{
  struct job job = { .output = "/dev/null", .errors = "/dev/null" };
  int option;
  while ((option = getopt (argc, argv, "+C:o:e:s:t:")) != -1)
    switch (option)
      {
      case 'C':
        job.directory = optarg;
        break;
      case 'o':
        job.output = optarg;
        break;
      case 'e':
        job.errors = optarg;
        break;
      case 's':
        job.stack_kib = strtoul (optarg, NULL, 10);
        break;
      case 't':
        job.seconds = (unsigned)strtoul (optarg, NULL, 10);
        break;
      default:
        return 127;
      }
  if (optind == argc)
    {
      fprintf (stderr, "measure: no command\n");
      return 127;
    }
  return measure (&job, argv + optind);
}
