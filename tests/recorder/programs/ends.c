/* ends.c HOW [MILLISECONDS] - 1000 calls of before, and as much processor time;
   then the process or a child of it ends or goes on in the way that HOW names.
   Children call child 500 times, and use as much time, too.  */

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static volatile long sink;
static long milliseconds;

__attribute__ ((noinline)) static void
before (void)
{
  sink++;
}

__attribute__ ((noinline)) static void
child (void)
{
  sink++;
}

__attribute__ ((noinline)) static void
spin (void)
{
  sink++;
}

static void *
run_on (void *unused)
{
  for (;;)
    spin ();
  return unused;
}

__attribute__ ((noinline)) static void
burn (void)
{
  const clock_t end = clock () + milliseconds * CLOCKS_PER_SEC / 1000;
  while (clock () < end)
    for (int i = 0; i < 100000; i++)
      sink += i;
}

static void
live_as_child (void)
{
  for (int i = 0; i < 500; i++)
    child ();
  burn ();
}

static int
is (const char *how, const char *name)
{
  return strcmp (how, name) == 0;
}

static int
end_of_child (pid_t pid)
{
  int status = -1;
  waitpid (pid, &status, 0);
  return status;
}

/* fork by the system's own means.  */
static pid_t
raw_fork (void)
{
#ifdef SYS_fork
  return (pid_t)syscall (SYS_fork);
#else
  return (pid_t)syscall (SYS_clone, SIGCHLD, 0, 0, 0, 0);
#endif
}

static int
fork_and (const char *how)
{
  const pid_t pid = is (how, "raw-fork") ? raw_fork () : fork ();
  if (pid != 0)
    {
      printf ("%d\n", (int)pid);
      return end_of_child (pid) != 0;
    }
  live_as_child ();
  if (is (how, "fork-_exit"))
    _exit (0);
  exit (0);
}

static int
vfork_and_fail (void)
{
  const pid_t pid = vfork ();
  if (pid == 0)
    {
      execl ("/nonexistent", "nonexistent", (char *)NULL);
      _exit (7);
    }
  if (WEXITSTATUS (end_of_child (pid)) != 7)
    return 1;
  /* What a child of vfork ends is not its parent's profile.  */
  return access ("gmon.out", F_OK) == 0 ? 2 : 0;
}

static void *
wait_for_end (void *unused)
{
  pause ();
  return unused;
}

/* Count the calls in a file, too, before each.  */
static int
count_forever (void)
{
  const int fd = open ("truth", O_RDWR | O_CREAT, 0600);
  if (fd < 0 || ftruncate (fd, sizeof (long)) != 0)
    return 1;
  volatile long *truth
      = mmap (NULL, sizeof *truth, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (truth == MAP_FAILED)
    return 1;
  for (;;)
    {
      ++*truth;
      spin ();
    }
}

static void
start_threads (void *(*work) (void *))
{
  pthread_t thread;
  for (int i = 0; i < 3; i++)
    pthread_create (&thread, NULL, work, NULL);
}

static int
spawn (char *name)
{
  char *words[] = { name, NULL };
  pid_t pid;
  return posix_spawnp (&pid, name, NULL, NULL, words, environ) != 0
         || end_of_child (pid) != 0;
}

static int
end_by (const char *how)
{
  if (is (how, "_exit"))
    _exit (0);
  if (is (how, "quick_exit"))
    quick_exit (0);
  if (is (how, "exit_group"))
    syscall (SYS_exit_group, 0);
  if (is (how, "abort"))
    abort ();
  if (is (how, "kill"))
    kill (getpid (), SIGKILL);
  if (is (how, "term"))
    kill (getpid (), SIGTERM);
  return 1;
}

int
main (int argc, char **argv)
{
  const char *how = argc > 1 ? argv[1] : "exit";
  milliseconds = argc > 2 ? atol (argv[2]) : 0;
  for (int i = 0; i < 1000; i++)
    before ();
  burn ();
  if (is (how, "exit"))
    return 0;
  if (is (how, "forever"))
    return count_forever ();
  if (is (how, "fork-threads"))
    start_threads (wait_for_end);
  if (strstr (how, "fork") != NULL && how[0] != 'v')
    return fork_and (how);
  if (is (how, "vfork"))
    return vfork_and_fail ();
  if (is (how, "daemon"))
    {
      if (daemon (1, 1) != 0)
        return 1;
      live_as_child ();
      return 0;
    }
  if (is (how, "exec"))
    {
      execl (argv[0], argv[0], "exit", argc > 2 ? argv[2] : "0", (char *)NULL);
      return 1;
    }
  if (is (how, "system"))
    return system ("true");
  if (is (how, "spawn"))
    return spawn ("true");
  if (is (how, "threads"))
    {
      start_threads (run_on);
      usleep (50000);
      return 0;
    }
  return end_by (how);
}
