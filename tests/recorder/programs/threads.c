/* Threads that work for known times: the first one, "single" and "double",
   which works twice as long; without a name, two that begin with "pool" at the
   same time, and then one after the other two that begin with "later".

   threads SECONDS
       SECONDS are for "double".  Prints for each its name, or that of the
       function, the seconds of its own clock of processor time, and its calls
       of "step"; it has two more, of "work" and "burn", and that of the
       function.

   threads stays
       A thread of that name works for ever, while the program ends, which has
       no standard input.  */

#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define NOINLINE __attribute__ ((noinline))

struct task
{
  const char *name; /* or null */
  void *(*start) (void *);
  double parts; /* of SECONDS */
  int steps;
  double seconds;
};

static double whole;
static volatile unsigned sink;

/* Not counted, since nobody knows how often it is called.  */
static __attribute__ ((no_instrument_function)) double
seconds_of_thread (void)
{
  struct timespec now;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static NOINLINE void
step (void)
{
  sink++;
}

static NOINLINE void
burn (double seconds)
{
  const double end = seconds_of_thread () + seconds;
  while (seconds_of_thread () < end)
    for (int i = 0; i < 1000000; i++)
      sink += (unsigned)i;
}

static NOINLINE void
work (struct task *task)
{
  for (int i = 0; i < task->steps; i++)
    step ();
  burn (task->parts * whole);
}

static NOINLINE void *
named (void *argument)
{
  struct task *task = argument;
  pthread_setname_np (pthread_self (), task->name);
  work (task);
  task->seconds = seconds_of_thread ();
  return NULL;
}

static NOINLINE void *
pool (void *argument)
{
  struct task *task = argument;
  work (task);
  task->seconds = seconds_of_thread ();
  return NULL;
}

static NOINLINE void *
later (void *argument)
{
  struct task *task = argument;
  work (task);
  task->seconds = seconds_of_thread ();
  return NULL;
}

static NOINLINE void
begin (pthread_t *thread, struct task *task)
{
  if (pthread_create (thread, NULL, task->start, task) != 0)
    abort ();
}

static NOINLINE void *
stay (void *argument)
{
  pthread_setname_np (pthread_self (), argument);
  for (;;)
    step ();
  return NULL;
}

static int
end_without (char *name)
{
  pthread_t thread;
  close (0);
  if (pthread_create (&thread, NULL, stay, name) != 0)
    return 1;
  while (sink < 100000)
    ;
  return 0;
}

int
main (int argc, char **argv)
{
  if (argc > 1 && strcmp (argv[1], "stays") == 0)
    return end_without (argv[1]);
  struct task tasks[] = { { "single", named, 0.5, 100, 0 },
                          { "double", named, 1, 200, 0 },
                          { NULL, pool, 0.25, 10, 0 },
                          { NULL, pool, 0.75, 20, 0 },
                          { NULL, later, 0.25, 1, 0 },
                          { NULL, later, 0.5, 2, 0 } };
  enum
  {
    AT_ONCE = 4,
    TASKS = sizeof tasks / sizeof *tasks
  };
  struct task own = { NULL, NULL, 0.25, 1000, 0 };
  pthread_t threads[TASKS];
  /* What started the program is not sampled.  */
  const double start = seconds_of_thread ();
  whole = argc > 1 ? atof (argv[1]) : 1;
  for (int i = 0; i < AT_ONCE; i++)
    begin (&threads[i], &tasks[i]);
  work (&own);
  for (int i = 0; i < AT_ONCE; i++)
    pthread_join (threads[i], NULL);
  for (int i = AT_ONCE; i < TASKS; i++)
    {
      begin (&threads[i], &tasks[i]);
      pthread_join (threads[i], NULL);
    }
  for (int i = 0; i < TASKS; i++)
    printf ("%s %f %d\n",
            tasks[i].name != NULL       ? tasks[i].name
            : tasks[i].start == pool ? "pool"
                                     : "later",
            tasks[i].seconds, tasks[i].steps);
  printf ("main %f %d\n", seconds_of_thread () - start, own.steps);
  return 0;
}
