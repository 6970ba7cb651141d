/* storm.c ROUNDS - four threads call many functions, so that their tables grow,
   while a signal every 50 microseconds calls the same ones from its handler.
   Prints how often the handler ran; each time it calls four functions.  */

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

#define FUNCTION(n)                                                           \
  __attribute__ ((noinline)) static void f##n (long i) { sink = i; }
#define EIGHT(n)                                                              \
  FUNCTION (n##0)                                                             \
  FUNCTION (n##1)                                                             \
  FUNCTION (n##2)                                                             \
  FUNCTION (n##3)                                                             \
  FUNCTION (n##4)                                                             \
  FUNCTION (n##5)                                                             \
  FUNCTION (n##6)                                                             \
  FUNCTION (n##7)
#define ALL(do_8, do_64)                                                      \
  do_64 (do_8, 1) do_64 (do_8, 2) do_64 (do_8, 3) do_64 (do_8, 4)             \
      do_64 (do_8, 5) do_64 (do_8, 6) do_64 (do_8, 7)
#define SIXTY_FOUR(do_8, n)                                                   \
  do_8 (n##0) do_8 (n##1) do_8 (n##2) do_8 (n##3) do_8 (n##4) do_8 (n##5)     \
      do_8 (n##6) do_8 (n##7)
#define NAMES(n)                                                              \
  f##n##0, f##n##1, f##n##2, f##n##3, f##n##4, f##n##5, f##n##6, f##n##7,

static volatile long sink;

ALL (EIGHT, SIXTY_FOUR)

typedef void function (long);

static function *const functions[] = { ALL (NAMES, SIXTY_FOUR) };

enum
{
  COUNT = sizeof functions / sizeof *functions,
  THREADS = 4
};

static long rounds;
static long handled;

static void
handle (int number)
{
  const long turn = __atomic_fetch_add (&handled, 1, __ATOMIC_RELAXED);
  for (long i = 0; i < 4; i++)
    functions[(4 * turn + i) % COUNT](number);
}

static void *
work (void *unused)
{
  for (long i = 0; i < rounds; i++)
    for (int j = 0; j < COUNT; j++)
      functions[j](i);
  return unused;
}

int
main (int argc, char **argv)
{
  pthread_t threads[THREADS];
  const struct itimerval often = { { 0, 50 }, { 0, 50 } };
  const struct itimerval never = { { 0, 0 }, { 0, 0 } };
  struct sigaction action = { .sa_handler = handle, .sa_flags = SA_RESTART };
  rounds = argc > 1 ? atol (argv[1]) : 1;
  sigaction (SIGALRM, &action, NULL);
  setitimer (ITIMER_REAL, &often, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_create (&threads[i], NULL, work, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
  setitimer (ITIMER_REAL, &never, NULL);
  printf ("%d %ld\n", COUNT, handled);
  return 0;
}
