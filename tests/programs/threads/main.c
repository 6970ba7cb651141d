/* threads: four threads working at once.

   The counting code of the C library drops an arc while another thread is in
   it, so counts made in threads are upper bounds only.  Calls made before the
   first thread starts and after the last one ended are exact.  */

#include <pthread.h>
#include <stddef.h>

#if defined __GNUC__ && !defined __clang__
# define KEEP __attribute__ ((noipa))
#else
# define KEEP __attribute__ ((noinline))
#endif

enum { thread_count = 4, steps = 2000 };

KEEP static void
step (unsigned rounds)
{
  volatile unsigned sink = 0;

  for (unsigned i = 0; i < rounds; i++)
    sink += i;
}

KEEP static void *
worker (void *argument)
{
  for (int i = 0; i < steps; i++)
    step (10000);
  return argument;
}

KEEP static void
before (void)
{
  step (1000000);
}

KEEP static void
after (void)
{
  step (1000000);
}

int
main (void)
{
  pthread_t threads[thread_count];

  for (int i = 0; i < 3; i++)
    before ();
  for (int i = 0; i < thread_count; i++)
    if (pthread_create (&threads[i], NULL, worker, NULL) != 0)
      return 1;
  for (int i = 0; i < thread_count; i++)
    pthread_join (threads[i], NULL);
  for (int i = 0; i < 2; i++)
    after ();
  return 0;
}
