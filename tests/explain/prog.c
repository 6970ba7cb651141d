/* A program with one fault after the other, as macros choose; without any, main
   calls middle and that calls work, as often as the command line has words.  */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#define ALONE __attribute__ ((noinline, noclone))

volatile unsigned sink;
void ALONE other (unsigned n);

/* Several samples, also where the machine has much to do.  */
void ALONE
work (unsigned n)
{
  for (unsigned i = 0; i < 4 * n; i++)
    sink += i;
}

static inline int
twice (int n)
{
  return n * 2;
}

int ALONE
compare (const void *a, const void *b)
{
  work (200000);
  return *(const int *)a - *(const int *)b;
}

void ALONE
handler (int number)
{
  sink += (unsigned)number;
}

void *
thread (void *argument)
{
  return argument;
}

void ALONE
recursive (unsigned n)
{
  work (1000000);
  if (n > 0)
    recursive (n - 1);
  sink++;
}

void ALONE pong (unsigned n);

void ALONE
ping (unsigned n)
{
  if (n > 0)
    pong (n - 1);
  sink++;
}

void ALONE
pong (unsigned n)
{
  work (1000000);
  if (n > 0)
    ping (n - 1);
  sink++;
}

void ALONE
cheap (void)
{
  work (10);
  sink++;
}

void ALONE
middle (unsigned n)
{
  sink++;
#ifdef NO_JUMP
  work (n);
  sink++;
#else
  work (n);
#endif
}

int
main (int argc, char **argv)
{
  int pair[] = { 2, argc };
  unsigned n = 10000000;
  (void)argv;
  (void)pair;
  for (int round = 0; round < argc; round++)
    {
#ifdef QUICK
      n = 1;
#endif
#ifdef OTHER
      other (n);
#endif
#ifdef QSORT
      for (int i = 0; i < 50; i++)
        qsort (pair, 2, sizeof *pair, compare);
#endif
#ifdef COMPARE
      compare (pair, pair + 1);
#endif
#ifdef SIGNAL
      signal (SIGUSR1, handler);
      raise (SIGUSR1);
#endif
#ifdef THREAD
      pthread_t id;
      pthread_create (&id, NULL, thread, NULL);
      pthread_join (id, NULL);
#endif
#ifdef FORK
      if (fork () == 0)
        _exit (0);
#endif
#ifdef WAIT
      usleep (1);
#endif
#ifdef RECURSIVE
      recursive (20);
#endif
#ifdef CYCLE
      ping (40);
#endif
#ifdef CHEAP
      cheap ();
#endif
#ifdef LIBRARY
      extern void in_library (void);
      in_library ();
#endif
      middle (n);
      sink += (unsigned)twice (argc);
    }
  return 0;
}
