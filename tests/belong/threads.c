/* threads.c - two threads at the same work.  */

#include <pthread.h>
#include <stddef.h>

static void
work (volatile long *sum)
{
  for (int i = 0; i < 100000; i++)
    *sum += i;
}

static void *
start (void *unused)
{
  volatile long sum = 0;
  for (int i = 0; i < 50; i++)
    work (&sum);
  return unused;
}

int
main (void)
{
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    if (pthread_create (&threads[i], NULL, start, NULL) != 0)
      return 1;
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
