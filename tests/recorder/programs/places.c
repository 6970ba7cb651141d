/* places.c - calls from where the C library's runtime loses them: from its own
   functions, handlers, constructors and destructors, and ends of threads.  The
   numbers of calls are 3 times early, 5 late, 45 or so compare, 285 on_signal,
   7 at_thread_end, 1000 after_jump and 11 at_exit; compare's is printed.  */

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#define FUNCTION __attribute__ ((noinline))

static volatile long sink;
static long compared;
static pthread_key_t key;
static jmp_buf place;

FUNCTION static void
early (void)
{
  sink++;
}

FUNCTION static void
late (void)
{
  sink++;
}

FUNCTION static void
at_exit (void)
{
  sink++;
}

__attribute__ ((constructor)) static void
begin (void)
{
  for (int i = 0; i < 3; i++)
    early ();
}

__attribute__ ((destructor)) static void
end (void)
{
  for (int i = 0; i < 5; i++)
    late ();
}

static void
leave (void)
{
  for (int i = 0; i < 11; i++)
    at_exit ();
}

FUNCTION static int
compare (const void *a, const void *b)
{
  compared++;
  return *(const int *)a - *(const int *)b;
}

FUNCTION static void
on_signal (int number)
{
  sink += number;
}

FUNCTION static void
at_thread_end (void *value)
{
  (void)value;
  sink++;
}

FUNCTION static void *
run (void *value)
{
  pthread_setspecific (key, value);
  return NULL;
}

FUNCTION static void
after_jump (int i)
{
  sink += i;
  longjmp (place, 1);
}

int
main (void)
{
  int numbers[20];
  volatile int i;
  atexit (leave);
  for (i = 0; i < 20; i++)
    numbers[i] = i * 7 % 20;
  qsort (numbers, 20, sizeof *numbers, compare);
  signal (SIGUSR1, on_signal);
  for (i = 0; i < 285; i++)
    raise (SIGUSR1);
  pthread_key_create (&key, at_thread_end);
  for (i = 0; i < 7; i++)
    {
      pthread_t thread;
      pthread_create (&thread, NULL, run, &key);
      pthread_join (thread, NULL);
    }
  for (i = 0; i < 1000; i++)
    if (setjmp (place) == 0)
      after_jump (i);
  printf ("%ld\n", compared);
  return 0;
}
