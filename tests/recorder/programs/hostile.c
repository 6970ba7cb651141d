/* hostile.c WORD... - what a recorder has to live with.

   environment  the process and its child lose their environments in two ways
   generations  each of 1500 children forks the next one
   strict, filter, asks, closed, refused
                a sandbox: strict mode; a filter, by a system call; one that
                permits system calls for signals, which are made; one that
                forbids signal handlers to return; one that cannot be had
   alone, vfork a sandbox of another thread, of a child that has its parent's
                memory: this one goes on
   timeless     a sandbox of a thread, which ends in it and may not ask for the
                time
   shortened    somebody cuts all files of the directory short
   loader       children end while a thread of their parent has the loader's
                lock

   Each calls f some times, and prints what it has seen.  It takes more
   processor time than a sample.  */

#include <dirent.h>
#include <link.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

__attribute__ ((noinline)) static void
f (void)
{
  __asm__ volatile("");
}

static void
call (int times)
{
  for (int i = 0; i < times; i++)
    f ();
}

/* Long enough for samples where the system looks at programs only now and
   then.  */
static void
work (void)
{
  const clock_t end = clock () + CLOCKS_PER_SEC / 5;
  while (clock () < end)
    ;
}

static int
environment (void)
{
  int status = 0;
  call (1);
  const pid_t child = fork ();
  if (child == 0)
    {
      static char zone[] = "TZ=UTC";
      static char *others[] = { zone, NULL };
      environ = others;
      call (1000);
      exit (3);
    }
  waitpid (child, &status, 0);
  /* As programs do that change their title.  */
  for (char **at = environ; *at != NULL; at++)
    memset (*at, 'x', strlen (*at));
  call (99);
  printf ("%d\n", WEXITSTATUS (status));
  return 4;
}

/* How many entries DIRECTORY has, or lines a file.  */
static int
count (const char *name)
{
  int number = 0;
  DIR *directory = opendir (name);
  if (directory != NULL)
    {
      while (readdir (directory) != NULL)
        number++;
      closedir (directory);
      return number;
    }
  FILE *file = fopen (name, "r");
  for (int c; file != NULL && (c = getc (file)) != EOF;)
    number += c == '\n';
  if (file != NULL)
    fclose (file);
  return number;
}

/* By the C library and by the system itself, in turns.  The last one tells
   the first one how it went.  */
static int
generations (void)
{
  enum
  {
    MOST = 1500
  };
  int first[2] = { 0, 0 }, last[2] = { 0, 0 }, ends[2];
  if (pipe (ends) != 0)
    return 5;
  for (int i = 0; i <= MOST; i++)
    {
      const pid_t child = i == MOST ? -1
                          : i % 2   ? fork ()
                                    : (pid_t)syscall (SYS_fork);
      if (child != 0 && i > 0)
        {
          if (i == MOST || child < 0)
            dprintf (ends[1], "%d %d %d\n", i,
                     last[0] > 3 && last[0] <= first[0],
                     last[1] > 3 && last[1] <= first[1]);
          _exit (0);
        }
      if (child != 0)
        break;
      call (3);
      last[0] = count ("/proc/self/fd");
      last[1] = count ("/proc/self/maps");
      if (i <= 1)
        memcpy (first, last, sizeof first);
    }
  close (ends[1]);
  for (char c; read (ends[0], &c, 1) == 1;)
    putchar (c);
  return 7;
}

#define FUNCTION(n)                                                           \
  __attribute__ ((noinline)) static void g##n (void) { __asm__ volatile(""); }
#define TEN(function, n)                                                      \
  function (n##0) function (n##1) function (n##2) function (n##3)             \
      function (n##4) function (n##5) function (n##6) function (n##7)         \
          function (n##8) function (n##9)
#define HUNDRED(function, n)                                                  \
  TEN (function, n##0)                                                        \
  TEN (function, n##1)                                                        \
  TEN (function, n##2)                                                        \
  TEN (function, n##3)                                                        \
  TEN (function, n##4)                                                        \
  TEN (function, n##5)                                                        \
  TEN (function, n##6)                                                        \
  TEN (function, n##7) TEN (function, n##8) TEN (function, n##9)
#define THOUSAND(function, n)                                                 \
  HUNDRED (function, n##0)                                                    \
  HUNDRED (function, n##1)                                                    \
  HUNDRED (function, n##2)                                                    \
  HUNDRED (function, n##3)                                                    \
  HUNDRED (function, n##4)                                                    \
  HUNDRED (function, n##5)                                                    \
  HUNDRED (function, n##6)                                                    \
  HUNDRED (function, n##7) HUNDRED (function, n##8) HUNDRED (function, n##9)
#define CALL(n) g##n ();
#define CALL_H(n) h ();

HUNDRED (FUNCTION, 1)
HUNDRED (FUNCTION, 2)

__attribute__ ((noinline)) static void
h (void)
{
  __asm__ volatile("");
}

/* More arcs than a first table has, and than memory for a thread; and longer
   than a sample takes.  */
static void
work_inside (void)
{
  for (volatile long i = 0; i < 100000000; i++)
    ;
  call (1000);
  HUNDRED (CALL, 1)
  HUNDRED (CALL, 2)
  THOUSAND (CALL_H, 1)
  THOUSAND (CALL_H, 2)
  THOUSAND (CALL_H, 3)
  THOUSAND (CALL_H, 4)
}

static int
leave (void)
{
  if (write (1, "ok\n", 3) == 3)
    syscall (SYS_exit, 5);
  return 6;
}

static int
strict (void)
{
  if (prctl (PR_SET_SECCOMP, SECCOMP_MODE_STRICT) != 0)
    return 77;
  work_inside ();
  return leave ();
}

/* All but these are deadly, those for signals too unless they are SIGNALS; and
   one of them, if FORBIDDEN is its number.  */
static struct sock_fprog
narrow_filter (unsigned forbidden, int signals)
{
  static const unsigned permitted[]
      = { SYS_read,           SYS_write,          SYS_exit,
          SYS_exit_group,     SYS_rt_sigreturn,   SYS_rt_sigaction,
          SYS_rt_sigprocmask, SYS_rt_sigtimedwait };
  const unsigned count = signals ? 8 : 5;
  static struct sock_filter code[32]
      = { BPF_STMT (BPF_LD | BPF_W | BPF_ABS,
                    offsetof (struct seccomp_data, nr)) };
  const struct sock_filter allow
      = BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  const struct sock_filter kill
      = BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
  unsigned short length = 1;
  for (unsigned i = 0; i < count; i++)
    if (permitted[i] != forbidden)
      {
        const struct sock_filter test
            = BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, permitted[i], 0, 1);
        code[length++] = test;
        code[length++] = allow;
      }
  code[length++] = kill;
  return (struct sock_fprog){ length, code };
}

static void
note (int number)
{
  (void)number;
}

/* What programs do with signals, that of the recorder, too.  */
static void
ask_for_signals (void)
{
  const struct timespec now = { 0, 0 };
  sigset_t all, one;
  sigfillset (&all);
  sigprocmask (SIG_BLOCK, &all, NULL);
  sigprocmask (SIG_UNBLOCK, &all, NULL);
  for (int i = 1; i <= 64; i++)
    signal (i, SIG_DFL);
  for (int i = 36; i <= 60; i++)
    {
      sigemptyset (&one);
      sigaddset (&one, i);
      sigprocmask (SIG_BLOCK, &one, NULL);
      sigtimedwait (&one, NULL, &now);
      sigprocmask (SIG_UNBLOCK, &one, NULL);
      signal (i, note);
    }
}

static int
seal (unsigned forbidden, int signals)
{
  const struct sock_fprog filter = narrow_filter (forbidden, signals);
  return prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
         && syscall (SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) == 0;
}

static int
enter (unsigned forbidden, int signals)
{
  if (!seal (forbidden, signals))
    return 77;
  work_inside ();
  if (signals)
    ask_for_signals ();
  if (write (1, "ok\n", 3) != 3)
    return 6;
  _exit (5);
}

static int
filter (void)
{
  return enter (0, 0);
}

static int
asks (void)
{
  return enter (0, 1);
}

static void *
seal_alone (void *data)
{
  *(int *)data = seal (0, 0);
  syscall (SYS_exit, 0);
  return NULL;
}

static int
alone (void)
{
  pthread_t thread;
  int is_sealed = 0;
  if (pthread_create (&thread, NULL, seal_alone, &is_sealed) != 0)
    return 77;
  pthread_join (thread, NULL);
  work_inside ();
  puts ("ok");
  return is_sealed ? 5 : 77;
}

static void *
end_timeless (void *data)
{
  struct sock_filter code[]
      = { BPF_STMT (BPF_LD | BPF_W | BPF_ABS,
                    offsetof (struct seccomp_data, nr)),
          BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_clock_gettime, 0, 1),
          BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
          BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW) };
  const struct sock_fprog filter = { 4, code };
  *(int *)data
      = prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
        && syscall (SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) == 0;
  work_inside ();
  return NULL;
}

static int
timeless (void)
{
  pthread_t thread;
  int is_sealed = 0;
  if (pthread_create (&thread, NULL, end_timeless, &is_sealed) != 0)
    return 77;
  pthread_join (thread, NULL);
  puts ("ok");
  return is_sealed ? 5 : 77;
}

static int
of_child (void)
{
  int status = 0;
  const pid_t child = vfork ();
  if (child == 0)
    {
      seal (0, 0);
      syscall (SYS_exit_group, 0);
    }
  waitpid (child, &status, 0);
  work_inside ();
  puts ("ok");
  return 5;
}

static int
closed (void)
{
  work (); /* there are no samples inside */
  return enter (SYS_rt_sigreturn, 0);
}

/* The recorder goes on as before.  */
static int
refused (void)
{
  const struct sock_fprog none = { 0, NULL };
  if (prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &none) == 0)
    return 6;
  work_inside ();
  puts ("ok");
  return 5;
}

/* Also what it was about to count.  */
static int
shortened (void)
{
  const struct dirent *entry;
  DIR *directory = opendir (".");
  call (10);
  while ((entry = readdir (directory)) != NULL)
    if (entry->d_name[0] != '.' && truncate (entry->d_name, 0) != 0)
      return 77;
  closedir (directory);
  work_inside ();
  puts ("ok");
  return 5;
}

static int
look (struct dl_phdr_info *info, size_t size, void *data)
{
  (void)info;
  (void)size;
  for (volatile int i = 0; i < 100000; i++)
    ;
  *(volatile int *)data = 1;
  return 0;
}

static void *
look_on (void *data)
{
  for (;;)
    dl_iterate_phdr (look, data);
  return NULL;
}

static int
loader (void)
{
  enum
  {
    CHILDREN = 50,
    SECONDS = 60
  };
  static volatile int has_begun;
  pthread_t thread;
  int ended = 0;
  if (pthread_create (&thread, NULL, look_on, (void *)&has_begun) != 0)
    return 77;
  while (!has_begun)
    ;
  for (int i = 0; i < CHILDREN; i++)
    {
      int status = 0;
      const pid_t child = fork ();
      if (child == 0)
        {
          /* A child that hangs ends here.  */
          alarm (SECONDS);
          call (20);
          exit (3);
        }
      waitpid (child, &status, 0);
      if (!WIFEXITED (status) || WEXITSTATUS (status) != 3)
        break;
      ended++;
    }
  printf ("%d children ended\n", ended);
  fflush (stdout);
  _exit (8);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *word;
    int (*function) (void);
  } ways[] = { { "environment", environment },
               { "generations", generations },
               { "strict", strict },
               { "filter", filter },
               { "asks", asks },
               { "alone", alone },
               { "timeless", timeless },
               { "vfork", of_child },
               { "closed", closed },
               { "refused", refused },
               { "shortened", shortened },
               { "loader", loader } };
  work ();
  for (unsigned i = 0; i < sizeof ways / sizeof *ways && argc > 1; i++)
    if (strcmp (argv[1], ways[i].word) == 0)
      return ways[i].function ();
  return 77;
}
