/* parts.c - a program of several objects, all of which count their own calls:
   with PART 1 and 2 two libraries, with PART 3 a plugin, else the program.

   usage: parts PLUGIN [close]

   Prints what each function was called, as `NAME CALLS' in a line each.  */

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define FUNCTION __attribute__ ((noinline, noclone))

extern volatile unsigned parts_sink;
void parts_spin (int times);
void parts_apply (void (*function) (void), int times);
void parts_both (int times);
typedef void part (int times);

enum
{
  THREADS = 4,
  NUMBERS = 500
};

#define CALLED(name) printf ("%s %ld\n", #name, name##_calls)

#if PART == 1

volatile unsigned parts_sink;
static long parts_spin_calls, parts_apply_calls;

FUNCTION void
parts_spin (int times)
{
  parts_spin_calls++;
  for (int i = 0; i < times; i++)
    parts_sink += (unsigned)i;
}

FUNCTION void
parts_apply (void (*function) (void), int times)
{
  parts_apply_calls++;
  while (times-- > 0)
    function ();
}

void __attribute__ ((no_instrument_function)) parts_one_report (void)
{
  CALLED (parts_spin);
  CALLED (parts_apply);
}

#elif PART == 2

static long parts_both_calls, second_calls;

static FUNCTION void
second (int times)
{
  second_calls++;
  for (int i = 0; i < times; i++)
    parts_sink ^= (unsigned)i;
}

FUNCTION void
parts_both (int times)
{
  parts_both_calls++;
  parts_spin (times);
  second (times);
}

void __attribute__ ((no_instrument_function)) parts_two_report (void)
{
  CALLED (parts_both);
  CALLED (second);
}

#elif PART == 3

static long parts_plugin_calls, inner_calls;

static FUNCTION void
inner (int times)
{
  inner_calls++;
  for (int i = 0; i < times; i++)
    parts_sink += 3;
}

FUNCTION void
parts_plugin (int times)
{
  parts_plugin_calls++;
  inner (times);
  parts_both (times / 2);
}

void __attribute__ ((no_instrument_function)) parts_report (int unused)
{
  (void)unused;
  CALLED (parts_plugin);
  CALLED (inner);
}

#else

void parts_one_report (void);
void parts_two_report (void);

static long back_calls, compare_calls, worker_calls;

static FUNCTION void
back (void)
{
  __atomic_fetch_add (&back_calls, 1, __ATOMIC_RELAXED);
  parts_sink++;
}

static FUNCTION int
compare (const void *a, const void *b)
{
  compare_calls++;
  return *(const int *)a - *(const int *)b;
}

static FUNCTION void *
worker (void *argument)
{
  __atomic_fetch_add (&worker_calls, 1, __ATOMIC_RELAXED);
  for (int i = 0; i < 100000; i++)
    back ();
  return argument;
}

static FUNCTION void
use_plugin (const char *name, int closes)
{
  void *plugin = dlopen (name, RTLD_NOW);
  part *work = (part *)dlsym (plugin, "parts_plugin");
  part *report = (part *)dlsym (plugin, "parts_report");
  for (int i = 0; i < 10; i++)
    work (1000000);
  report (0);
  if (closes)
    dlclose (plugin);
}

int
main (int argc, char **argv)
{
  pthread_t threads[THREADS];
  int numbers[NUMBERS];
  for (int i = 0; i < THREADS; i++)
    pthread_create (&threads[i], NULL, worker, NULL);
  parts_both (20000000);
  parts_apply (back, 777);
  use_plugin (argv[1], argc > 2);
  for (int i = 0; i < NUMBERS; i++)
    numbers[i] = i * 7919 % NUMBERS;
  qsort (numbers, NUMBERS, sizeof *numbers, compare);
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
  parts_one_report ();
  parts_two_report ();
  CALLED (back);
  CALLED (compare);
  CALLED (worker);
  fflush (stdout);
  if (getenv ("PARTS_DIE") != NULL)
    kill (getpid (), SIGKILL);
  return 0;
}

#endif
