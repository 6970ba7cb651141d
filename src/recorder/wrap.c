/* wrap.c - functions of the C library that the shared library stands in for;
   the static one does without them.
   SPDX-License-Identifier: 0BSD

   _exit ends a process without asking anyone; a mask of all signals would hide
   samples; after dlclose addresses may become those of another object; where
   each thread has a timer, new threads need one.  */

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "recorder/life.h"
#include "recorder/objects.h"
#include "recorder/sampler.h"
#include "recorder/table.h"
#include "recorder/text.h"

/* Of <stdlib.h>, which has functions with floating-point numbers.  */
EXPORTED void _Exit (int status);
void *malloc (size_t size);
void free (void *at);

typedef int close_function (void *);
typedef int mask_function (int, const sigset_t *, sigset_t *);
typedef int create_function (pthread_t *, const pthread_attr_t *,
                             void *(*)(void *), void *);

/* The functions that would be called without this library.  Looked up at the
   start, as dlsym must not be called in a signal handler.  */
static struct
{
  close_function *close;
  mask_function *process_mask, *thread_mask;
  create_function *create;
} next;

__attribute__ ((constructor (101))) static void
look_up (void)
{
  *(void **)&next.close = dlsym (RTLD_NEXT, "dlclose");
  *(void **)&next.process_mask = dlsym (RTLD_NEXT, "sigprocmask");
  *(void **)&next.thread_mask = dlsym (RTLD_NEXT, "pthread_sigmask");
  *(void **)&next.create = dlsym (RTLD_NEXT, "pthread_create");
}

/* For a constructor that comes before ours.  */
static void
look_up_if_early (void)
{
  if (next.close == NULL)
    look_up ();
}

static _Noreturn void
end_now (int status)
{
  gprofh_end (true);
  for (;;)
    SYS3 (SYS_exit_group, status, 0, 0);
}

EXPORTED void
_exit (int status)
{
  end_now (status);
}

EXPORTED void
_Exit (int status)
{
  end_now (status);
}

EXPORTED int
dlclose (void *handle)
{
  look_up_if_early ();
  gprofh_scan_objects ();
  const int result = next.close (handle);
  gprofh_scan_objects ();
  return result;
}

/* Change the mask by FUNCTION, but let samples through.  */
static int
change_mask (mask_function *function, int how, const sigset_t *set,
             sigset_t *old)
{
  const int signal = gprofh_sample_signal ();
  if (set == NULL || how == SIG_UNBLOCK || signal == 0
      || sigismember (set, signal) != 1)
    return function (how, set, old);
  sigset_t without;
  gprofh_copy (&without, set, sizeof without);
  sigdelset (&without, signal);
  return function (how, &without, old);
}

EXPORTED int
sigprocmask (int how, const sigset_t *set, sigset_t *old)
{
  look_up_if_early ();
  return change_mask (next.process_mask, how, set, old);
}

EXPORTED int
pthread_sigmask (int how, const sigset_t *set, sigset_t *old)
{
  look_up_if_early ();
  return change_mask (next.thread_mask, how, set, old);
}

struct start
{
  void *(*function) (void *);
  void *argument;
};

static void *
run (void *data)
{
  const struct start start = *(struct start *)data;
  free (data);
  gprofh_own_table ();
  return start.function (start.argument);
}

EXPORTED int
pthread_create (pthread_t *thread, const pthread_attr_t *attributes,
                void *(*function) (void *), void *argument)
{
  look_up_if_early ();
  struct start *start = NULL;
  if (STATE->is_on && gprofh_threads_have_timers ())
    start = malloc (sizeof *start);
  if (start == NULL)
    return next.create (thread, attributes, function, argument);
  start->function = function;
  start->argument = argument;
  const int failed = next.create (thread, attributes, run, start);
  if (failed != 0)
    free (start);
  return failed;
}
