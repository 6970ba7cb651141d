/* Three threads with work of their own, and a part that they share.  */

#include <pthread.h>

volatile unsigned long sink;
int rounds; /* of which each thread does its share */

void
share (unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    sink += i * 7 ^ sink >> 4;
}

void *
first (void *unused)
{
  for (int i = 0; i < 40 * rounds; i++)
    share (1000000);
  return unused;
}

void *
second (void *unused)
{
  for (int i = 0; i < 80 * rounds; i++)
    share (1000000);
  return unused;
}

int
main (int argc, char **argv)
{
  pthread_t threads[2];
  (void)argv;
  rounds = argc;
  pthread_create (&threads[0], 0, first, 0);
  pthread_create (&threads[1], 0, second, 0);
  for (int i = 0; i < 20 * rounds; i++)
    share (1000000);
  pthread_join (threads[0], 0);
  pthread_join (threads[1], 0);
  return 0;
}
