/* Three threads with work of their own, and a part that they share.  */

#include <pthread.h>

volatile unsigned long sink;

void
share (unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    sink += i * 7 ^ sink >> 4;
}

void *
first (void *unused)
{
  for (int i = 0; i < 40; i++)
    share (1000000);
  return unused;
}

void *
second (void *unused)
{
  for (int i = 0; i < 80; i++)
    share (1000000);
  return unused;
}

int
main (void)
{
  pthread_t threads[2];
  pthread_create (&threads[0], 0, first, 0);
  pthread_create (&threads[1], 0, second, 0);
  for (int i = 0; i < 20; i++)
    share (1000000);
  pthread_join (threads[0], 0);
  pthread_join (threads[1], 0);
  return 0;
}
