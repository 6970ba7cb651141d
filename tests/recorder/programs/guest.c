/* guest.c HOW - a program that has its own ideas of the signals that the
   recorder may use: it prints what it finds, which must be the same without a
   recorder, and uses processor time.  With a number of a signal behind HOW,
   what it does is about this one.  */

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum
{
  LAST = 64,
  TURNS = 20
};

static volatile long sink;
static volatile sig_atomic_t came, others;
static int number = 60;

__attribute__ ((noinline)) static void
turn (void)
{
  for (int i = 0; i < 10000; i++)
    sink += i;
}

static void
burn (int milliseconds)
{
  struct timespec now;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  const double end
      = (double)now.tv_sec + (double)now.tv_nsec / 1e9 + milliseconds / 1e3;
  do
    {
      turn ();
      clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
    }
  while ((double)now.tv_sec + (double)now.tv_nsec / 1e9 < end);
}

static void
handle (int what)
{
  if (what == number)
    came++;
  else
    others++;
}

static void
handle_with_info (int what, siginfo_t *info, void *context)
{
  if (info->si_signo == what && info->si_code == SI_QUEUE && context != NULL)
    came += info->si_value.sival_int;
}

static void
print_handler (void (*handler) (int))
{
  printf (" %s", handler == SIG_DFL   ? "default"
                 : handler == SIG_IGN ? "ignored"
                 : handler == SIG_ERR ? "error"
                                      : "handled");
}

static void
print_set (const char *what, const sigset_t *set)
{
  printf ("%s", what);
  for (int i = 1; i <= LAST; i++)
    if (sigismember (set, i) == 1)
      printf (" %d", i);
  printf ("\n");
}

static void
print_mask (void)
{
  sigset_t mask, pending;
  pthread_sigmask (SIG_BLOCK, NULL, &mask);
  print_set ("mask:", &mask);
  sigprocmask (SIG_SETMASK, NULL, &mask);
  print_set ("mask:", &mask);
  sigpending (&pending);
  print_set ("pending:", &pending);
}

static void
print_actions (void)
{
  struct sigaction action;
  for (int i = 1; i <= LAST; i++)
    if (sigaction (i, NULL, &action) == 0)
      {
        printf ("%d", i);
        print_handler (action.sa_handler);
        printf (" %x %d\n", (unsigned)action.sa_flags,
                sigismember (&action.sa_mask, 35));
      }
}

/* All signals to TO, as many programs do before they execute others.  */
static void
set_all (void (*to) (int), int with_sigaction)
{
  struct sigaction action = { .sa_handler = to, .sa_flags = SA_RESTART };
  sigaddset (&action.sa_mask, 35);
  for (int i = 1; i <= LAST; i++)
    if (with_sigaction)
      printf ("%d", sigaction (i, &action, NULL));
    else
      print_handler (signal (i, to));
  printf ("\n");
  print_actions ();
}

static void
count_own (int with_info)
{
  struct sigaction action = { .sa_flags = 0 };
  burn (50);
  if (with_info)
    {
      action.sa_sigaction = handle_with_info;
      action.sa_flags = SA_SIGINFO;
    }
  else
    action.sa_handler = handle;
  printf ("%d", sigaction (number, &action, NULL));
  for (int i = 0; i < TURNS; i++)
    {
      burn (8);
      sigqueue (getpid (), number, (union sigval){ .sival_int = 1 });
    }
  printf (" %d %d\n", (int)came, (int)others);
}

/* The handlers of System V, which hold once, and siginterrupt.  */
static void
use_old_ways (void)
{
  print_handler (sysv_signal (number, handle));
  raise (number);
  print_handler (signal (number, handle));
  raise (number);
  printf (" %d", siginterrupt (number, 1));
  print_handler (sigset (number, SIG_IGN));
  raise (number);
  print_handler (sigset (number, SIG_HOLD));
  print_handler (sigset (number, SIG_DFL));
  printf (" %d %d", sigignore (number), sighold (number));
  print_mask ();
  printf (" %d %d\n", sigrelse (number), (int)came);
  print_mask ();
  print_actions ();
}

static void *
burn_in_thread (void *unused)
{
  burn (100);
  return unused;
}

/* Threads have other masks than the one that takes the signal for itself.  */
static void
use_threads (void)
{
  pthread_t threads[4];
  sigset_t all;
  sigfillset (&all);
  pthread_sigmask (SIG_BLOCK, &all, NULL);
  for (int i = 0; i < 2; i++)
    pthread_create (&threads[i], NULL, burn_in_thread, NULL);
  pthread_sigmask (SIG_UNBLOCK, &all, NULL);
  for (int i = 2; i < 4; i++)
    pthread_create (&threads[i], NULL, burn_in_thread, NULL);
  burn (200); /* for samples before all signals are gone */
  count_own (0);
  for (int i = 0; i < 4; i++)
    pthread_join (threads[i], NULL);
  print_mask ();
}

static void
use_masks (void)
{
  sigset_t set, old;
  sigfillset (&set);
  sigprocmask (SIG_BLOCK, &set, &old);
  print_set ("old:", &old);
  print_mask ();
  sigdelset (&set, 40);
  sigprocmask (SIG_SETMASK, &set, &old);
  print_set ("old:", &old);
  print_mask ();
  sigemptyset (&set);
  sigprocmask (SIG_SETMASK, &set, &old);
  print_set ("old:", &old);
  print_mask ();
  for (int i = 36; i <= LAST; i += 4)
    {
      sigaddset (&set, i);
      pthread_sigmask (i % 8 ? SIG_BLOCK : SIG_SETMASK, &set, &old);
      print_set ("old:", &old);
      print_mask ();
    }
  sigfillset (&set);
  sigprocmask (SIG_UNBLOCK, &set, &old);
  print_mask ();
}

/* Take signals by sigwait and so on: one in particular, or all.  */
static void
wait_for (int only_one)
{
  sigset_t set;
  siginfo_t info;
  const struct timespec moment = { 0, 20000000 };
  int what = 0;
  sigfillset (&set);
  if (only_one)
    {
      sigemptyset (&set);
      sigaddset (&set, number);
    }
  sigprocmask (SIG_BLOCK, &set, NULL);
  for (int i = 0; i < TURNS; i++)
    {
      burn (5);
      printf ("%d ", sigtimedwait (&set, &info, &moment));
      kill (getpid (), only_one ? number : SIGUSR1);
      printf ("%d ", sigwait (&set, &what));
      kill (getpid (), only_one ? number : SIGUSR2);
      printf ("%d %d\n", what, sigwaitinfo (&set, &info));
    }
  const int file = signalfd (-1, &set, SFD_NONBLOCK);
  struct signalfd_siginfo got = { .ssi_signo = 0 };
  for (int i = 0; i < TURNS; i++)
    {
      burn (5);
      printf ("%d", (int)read (file, &got, sizeof got));
      kill (getpid (), only_one ? number : SIGUSR1);
      printf (" %d %d\n", (int)read (file, &got, sizeof got),
              (int)got.ssi_signo);
    }
}

static void
do_nothing (int unused)
{
  (void)unused;
}

/* A handler of another signal ends a wait; one that came too early does not.  */
static void
end_wait (void)
{
  const struct itimerval soon = { { 0, 50000 }, { 0, 50000 } };
  const struct itimerval never = { { 0, 0 }, { 0, 0 } };
  const struct timespec long_time = { 20, 0 };
  const struct sigaction action = { .sa_handler = do_nothing };
  sigset_t set;
  sigemptyset (&set);
  sigaddset (&set, number);
  sigaction (SIGALRM, &action, NULL);
  setitimer (ITIMER_REAL, &soon, NULL);
  const int got = sigtimedwait (&set, NULL, &long_time);
  const int is_ended = errno == EINTR;
  setitimer (ITIMER_REAL, &never, NULL);
  printf ("%d %d\n", got, is_ended);
}

/* Children that are sent the signal, ignored, blocked and otherwise.  */
static void
send_to_children (void)
{
  sigset_t all;
  sigfillset (&all);
  for (int i = 0; i < 4; i++)
    {
      int status = 0;
      fflush (stdout);
      const pid_t child = fork ();
      if (child == 0)
        {
          burn (200); /* for samples before all signals are gone */
          if (i == 1)
            signal (number, SIG_IGN);
          if (i >= 2)
            sigprocmask (SIG_BLOCK, &all, NULL);
          kill (getpid (), number);
          print_mask ();
          if (i == 3)
            sigprocmask (SIG_UNBLOCK, &all, NULL);
          fflush (stdout);
          _exit (7);
        }
      waitpid (child, &status, 0);
      printf ("%x\n", (unsigned)status & 0xff7f);
    }
}

int
main (int argc, char **argv)
{
  const char *how = argc > 1 ? argv[1] : "";
  if (argc > 2)
    number = atoi (argv[2]);
  errno = 0;
  burn (200); /* for samples before all signals are gone */
  if (strcmp (how, "default") == 0)
    set_all (SIG_DFL, 0);
  else if (strcmp (how, "default-sigaction") == 0)
    set_all (SIG_DFL, 1);
  else if (strcmp (how, "ignore") == 0)
    set_all (SIG_IGN, 0);
  else if (strcmp (how, "ignore-sigaction") == 0)
    set_all (SIG_IGN, 1);
  else if (strcmp (how, "all") == 0)
    set_all (handle, 1);
  else if (strcmp (how, "own") == 0)
    count_own (0);
  else if (strcmp (how, "info") == 0)
    count_own (1);
  else if (strcmp (how, "old") == 0)
    use_old_ways ();
  else if (strcmp (how, "threads") == 0)
    use_threads ();
  else if (strcmp (how, "masks") == 0)
    use_masks ();
  else if (strcmp (how, "wait") == 0)
    wait_for (0);
  else if (strcmp (how, "wait-one") == 0)
    {
      wait_for (1);
      end_wait ();
    }
  else if (strcmp (how, "children") == 0)
    send_to_children ();
  burn (200);
  printf ("%s %d %d %d\n", how, (int)came, (int)others, errno);
  fflush (stdout);
  if (strcmp (how, "die") == 0)
    raise (number);
  return 5;
}
