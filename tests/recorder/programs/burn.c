/* burn.c THREADS MILLISECONDS HOW - each thread uses so much processor time:
   HOW is "plain"; "masked", with all signals blocked; "own", with a timer and
   handler of SIGPROF of the program's; or "c11", with threads of C11.  Prints the processor time of the
   whole process in seconds, and how often the handler of SIGPROF ran.  */

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <threads.h>
#include <time.h>

static long milliseconds;
static int is_masked;
static volatile long sink;
static volatile sig_atomic_t ticks;

static double
thread_seconds (void)
{
  struct timespec now;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

__attribute__ ((noinline)) static void
turn (void)
{
  for (int i = 0; i < 100000; i++)
    sink += i;
}

static void *
burn (void *unused)
{
  if (is_masked)
    {
      sigset_t all;
      sigfillset (&all);
      pthread_sigmask (SIG_SETMASK, &all, NULL);
    }
  const double end = thread_seconds () + (double)milliseconds / 1000;
  while (thread_seconds () < end)
    turn ();
  return unused;
}

static int
burn_c11 (void *unused)
{
  burn (unused);
  return 0;
}

static void
tick (int number)
{
  (void)number;
  ticks++;
}

int
main (int argc, char **argv)
{
  pthread_t threads[64];
  thrd_t c11_threads[64];
  struct rusage used;
  const int count = argc > 1 ? atoi (argv[1]) : 1;
  const char *how = argc > 3 ? argv[3] : "plain";
  milliseconds = argc > 2 ? atol (argv[2]) : 100;
  is_masked = strcmp (how, "masked") == 0;
  if (strcmp (how, "own") == 0)
    {
      const struct itimerval often = { { 0, 10000 }, { 0, 10000 } };
      signal (SIGPROF, tick);
      setitimer (ITIMER_PROF, &often, NULL);
    }
  const int is_c11 = strcmp (how, "c11") == 0;
  for (int i = 0; i < count && !is_c11; i++)
    pthread_create (&threads[i], NULL, burn, NULL);
  for (int i = 0; i < count && !is_c11; i++)
    pthread_join (threads[i], NULL);
  for (int i = 0; i < count && is_c11; i++)
    thrd_create (&c11_threads[i], burn_c11, NULL);
  for (int i = 0; i < count && is_c11; i++)
    thrd_join (c11_threads[i], NULL);
  getrusage (RUSAGE_SELF, &used);
  printf ("%f %d\n",
          (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec)
              + (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6,
          (int)ticks);
  return 0;
}
