/* short.c ROUNDS TURNS - in each round four threads that make so many turns of a
   thousand steps.  Prints the processor time of the process in seconds.  */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

static volatile long sink;
static int turns;

__attribute__ ((noinline)) static void
turn (void)
{
  for (int i = 0; i < 1000; i++)
    sink += i;
}

static void *
work (void *unused)
{
  for (int i = 0; i < turns; i++)
    turn ();
  return unused;
}

int
main (int argc, char **argv)
{
  pthread_t threads[4];
  struct rusage used;
  const int rounds = argc > 1 ? atoi (argv[1]) : 1;
  turns = argc > 2 ? atoi (argv[2]) : 1;
  for (int round = 0; round < rounds; round++)
    {
      for (int i = 0; i < 4; i++)
        pthread_create (&threads[i], NULL, work, NULL);
      for (int i = 0; i < 4; i++)
        pthread_join (threads[i], NULL);
    }
  getrusage (RUSAGE_SELF, &used);
  printf ("%f\n",
          (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec)
              + (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6);
  return 0;
}
