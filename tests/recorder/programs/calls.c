/* calls.c THREADS CALLS - THREADS threads call leaf CALLS times in all.  */

#include <pthread.h>
#include <stdlib.h>

enum
{
  MOST_THREADS = 256
};

static long calls;
/* Of each thread: writing to one place, they would wait for each other.  */
static __thread volatile long sink;

__attribute__ ((noinline)) static void
leaf (long i)
{
  sink = i;
}

__attribute__ ((noinline)) static void *
work (void *unused)
{
  for (long i = 0; i < calls; i++)
    leaf (i);
  return unused;
}

int
main (int argc, char **argv)
{
  pthread_t threads[MOST_THREADS];
  const int count = argc > 1 ? atoi (argv[1]) : 1;
  calls = (argc > 2 ? atol (argv[2]) : 1000) / count;
  if (count == 1)
    work (NULL);
  for (int i = 0; count > 1 && i < count; i++)
    if (pthread_create (&threads[i], NULL, work, NULL) != 0)
      return 1;
  for (int i = 0; count > 1 && i < count; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
