/* waits.c - waits by poll, nanosleep and sem_timedwait while two threads use
   processor time; prints how many of these were interrupted (EINTR), and how
   many there were.  */

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>

enum
{
  TURNS = 15,
  MILLISECONDS = 10
};

static volatile int is_done;
static volatile long sink;

__attribute__ ((noinline)) static void
turn (void)
{
  for (int i = 0; i < 10000; i++)
    sink = i;
}

static void *
burn (void *unused)
{
  while (!is_done)
    turn ();
  return unused;
}

/* Wait in way HOW; whether a signal cut it short.  */
static int
is_interrupted (int how, sem_t *semaphore)
{
  struct timespec time = { 0, MILLISECONDS * 1000000L };
  errno = 0;
  if (how == 0)
    return poll (NULL, 0, MILLISECONDS) < 0 && errno == EINTR;
  if (how == 1)
    return nanosleep (&time, NULL) < 0 && errno == EINTR;
  clock_gettime (CLOCK_REALTIME, &time);
  time.tv_nsec += MILLISECONDS * 1000000L;
  time.tv_sec += time.tv_nsec / 1000000000;
  time.tv_nsec %= 1000000000;
  return sem_timedwait (semaphore, &time) < 0 && errno == EINTR;
}

int
main (void)
{
  pthread_t threads[2];
  sem_t semaphore;
  int interrupted = 0;
  sem_init (&semaphore, 0, 0);
  for (int i = 0; i < 2; i++)
    if (pthread_create (&threads[i], NULL, burn, NULL) != 0)
      return 1;
  for (int i = 0; i < 3 * TURNS; i++)
    interrupted += is_interrupted (i % 3, &semaphore);
  is_done = 1;
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  printf ("%d %d\n", interrupted, 3 * TURNS);
  return 0;
}
