/* late_system.c - a thread that computes for 3 ms and then is in the system for
   half a second: ticks of the system's clock are rarer than that.  */

#include <fcntl.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static char space[1 << 20];

static double
used (void)
{
  struct timespec time;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void *
work (void *unused)
{
  const int zeros = open ("/dev/zero", O_RDONLY);
  volatile unsigned sink = 0;
  while (used () < 0.003)
    for (unsigned i = 0; i < 1000; i++)
      sink += i;
  while (used () < 0.5)
    if (read (zeros, space, sizeof space) < 0)
      break;
  close (zeros);
  return unused;
}

int
main (void)
{
  pthread_t thread;
  if (pthread_create (&thread, NULL, work, NULL) != 0)
    return 1;
  return pthread_join (thread, NULL);
}
