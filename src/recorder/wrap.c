/* wrap.c - functions of the C library that the shared library stands in for;
   the static one does without them.
   SPDX-License-Identifier: 0BSD

   _exit ends a process without asking anyone; after dlclose addresses may
   become those of another object; where each thread has a timer, new threads
   need one; prctl and syscall may forbid system calls; a process that changes its
   user or its root may not make its live file any more.  Those that have to do
   with signals are in wrap_signals.c.  */

#include <dlfcn.h>
#include <linux/prctl.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <threads.h>
#include <unistd.h>

#include "recorder/life.h"
#include "recorder/objects.h"
#include "recorder/sampler.h"
#include "recorder/sandbox.h"
#include "recorder/table.h"
#include "recorder/text.h"
#include "recorder/threads.h"

/* Of <stdlib.h>, which has functions with floating-point numbers.  */
EXPORTED void _Exit (int status);
void *malloc (size_t size);
void free (void *at);

typedef int close_function (void *);
typedef int create_function (pthread_t *, const pthread_attr_t *,
                             void *(*)(void *), void *);

typedef void exit_function (void *);
typedef int plain_function (void *);
typedef int thrd_function (thrd_t *, thrd_start_t, void *);
typedef int user_function (uid_t);
typedef int users_function (uid_t, uid_t);
typedef int all_users_function (uid_t, uid_t, uid_t);
typedef int root_function (const char *);
typedef int prctl_function (int, long, long, long, long);
typedef long syscall_function (long, long, long, long, long, long, long);

/* The functions that would be called without this library.  Looked up at the
   start, as dlsym must not be called in a signal handler.  */
static struct
{
  close_function *close;
  create_function *create;
  exit_function *exit;
  thrd_function *thrd_create;
  user_function *setuid, *seteuid;
  users_function *setreuid;
  all_users_function *setresuid;
  root_function *chroot;
  prctl_function *prctl;
  syscall_function *syscall;
} next;

__attribute__ ((constructor (101))) static void
look_up (void)
{
  *(void **)&next.close = dlsym (RTLD_NEXT, "dlclose");
  *(void **)&next.create = dlsym (RTLD_NEXT, "pthread_create");
  *(void **)&next.thrd_create = dlsym (RTLD_NEXT, "thrd_create");
  *(void **)&next.exit = dlsym (RTLD_NEXT, "pthread_exit");
  *(void **)&next.setuid = dlsym (RTLD_NEXT, "setuid");
  *(void **)&next.seteuid = dlsym (RTLD_NEXT, "seteuid");
  *(void **)&next.setreuid = dlsym (RTLD_NEXT, "setreuid");
  *(void **)&next.setresuid = dlsym (RTLD_NEXT, "setresuid");
  *(void **)&next.chroot = dlsym (RTLD_NEXT, "chroot");
  *(void **)&next.prctl = dlsym (RTLD_NEXT, "prctl");
  *(void **)&next.syscall = dlsym (RTLD_NEXT, "syscall");
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

/* This process, unless it is a child of vfork, may soon be forbidden to make its
   live file: make it now.  */
static void
make_live_file (void)
{
  look_up_if_early ();
  if (STATE->is_on && !gprofh_is_sandboxed ()
      && STATE->process == (uint32_t)SYS3 (SYS_getpid, 0, 0, 0))
    gprofh_own_table ();
}

EXPORTED int
setuid (uid_t user)
{
  make_live_file ();
  return next.setuid (user);
}

EXPORTED int
seteuid (uid_t user)
{
  make_live_file ();
  return next.seteuid (user);
}

EXPORTED int
setreuid (uid_t real, uid_t effective)
{
  make_live_file ();
  return next.setreuid (real, effective);
}

EXPORTED int
setresuid (uid_t real, uid_t effective, uid_t saved)
{
  make_live_file ();
  return next.setresuid (real, effective, saved);
}

EXPORTED int
chroot (const char *path)
{
  make_live_file ();
  return next.chroot (path);
}

/* Will the system be asked for a sandbox?  A filter that is null is a question
   whether there are any.  */
static bool
is_sandbox (long mode, const void *filter)
{
  return mode == SECCOMP_MODE_STRICT
         || (mode == SECCOMP_MODE_FILTER && filter != NULL);
}

/* Their arguments are numbers of a register each, wherever they end.  The last
   calls are jumps, so a child that is made by vfork finds its stack.  */
EXPORTED int gprofh_prctl (int option, long a, long b, long c,
                           long d) __asm__("prctl");
EXPORTED long gprofh_any_syscall (long number, long a, long b, long c, long d,
                                  long e, long f) __asm__("syscall");

NEVER_INLINE static int
prctl_sandbox (int option, long a, long b, long c, long d)
{
  const void *filter = a == SECCOMP_MODE_FILTER ? (const void *)b : NULL;
  const bool was_outside = gprofh_enter_sandbox (filter, false);
  const int result = next.prctl (option, a, b, c, d);
  if (result != 0 && was_outside)
    gprofh_leave_sandbox ();
  return result;
}

int
gprofh_prctl (int option, long a, long b, long c, long d)
{
  look_up_if_early ();
  if (option == PR_SET_SECCOMP && is_sandbox (a, (const void *)b))
    return prctl_sandbox (option, a, b, c, d);
  return next.prctl (option, a, b, c, d);
}

/* The operations of seccomp are the modes of prctl, less one.  */
NEVER_INLINE static long
seccomp_sandbox (long number, long operation, long flags, long filter)
{
  const bool was_outside = gprofh_enter_sandbox (
      operation == SECCOMP_SET_MODE_FILTER ? (const void *)filter : NULL,
      ((unsigned long)flags & SECCOMP_FILTER_FLAG_TSYNC) != 0);
  const long result = next.syscall (number, operation, flags, filter, 0, 0, 0);
  if (result != 0 && was_outside)
    gprofh_leave_sandbox ();
  return result;
}

long
gprofh_any_syscall (long number, long a, long b, long c, long d, long e,
                    long f)
{
  look_up_if_early ();
  if (number == SYS_seccomp && is_sandbox (a + 1, (const void *)c))
    return seccomp_sandbox (number, a, b, c);
  if (number == SYS_prctl && a == PR_SET_SECCOMP
      && is_sandbox (b, (const void *)c))
    return prctl_sandbox ((int)a, b, c, d, e);
  return next.syscall (number, a, b, c, d, e, f);
}

struct start
{
  void *(*function) (void *);
  void *argument;
  bool is_sandboxed;
};

/* Begin the life of a thread with DATA: what it is to do.  */
static struct start
begin_thread (void *data)
{
  const struct start start = *(struct start *)data;
  free (data);
  gprofh_thread_is_sandboxed = start.is_sandboxed;
  gprofh_seat_begins ((uintptr_t)start.function);
  gprofh_own_table ();
  gprofh_thread_begins ();
  return start;
}

static void
end_thread (void *unused)
{
  (void)unused;
  gprofh_thread_ends ();
  gprofh_seat_ends ();
}

/* A thread that is cancelled ends, too.  */
static void *
run (void *data)
{
  const struct start start = begin_thread (data);
  void *result;
  pthread_cleanup_push (end_thread, NULL);
  result = start.function (start.argument);
  pthread_cleanup_pop (1);
  return result;
}

static int
run_plainly (void *data)
{
  const struct start start = begin_thread (data);
  int result;
  pthread_cleanup_push (end_thread, NULL);
  result = ((plain_function *)(uintptr_t)start.function) (start.argument);
  pthread_cleanup_pop (1);
  return result;
}

/* What a thread that is to call FUNCTION needs; null if it needs nothing, or
   there is no memory.  */
static struct start *
new_start (void *(*function) (void *), void *argument)
{
  const bool is_sandboxed = gprofh_thread_is_sandboxed;
  struct start *start = NULL;
  look_up_if_early ();
  /* Threads that begin at the same time find the live file made.  */
  if (STATE->is_on && !is_sandboxed)
    gprofh_own_table ();
  gprofh_thread_comes ();
  if (STATE->is_on)
    start = malloc (sizeof *start);
  if (start != NULL)
    *start = (struct start){ function, argument, is_sandboxed };
  return start;
}

EXPORTED void
pthread_exit (void *result)
{
  look_up_if_early ();
  end_thread (NULL);
  next.exit (result);
  __builtin_unreachable ();
}

EXPORTED int
pthread_create (pthread_t *thread, const pthread_attr_t *attributes,
                void *(*function) (void *), void *argument)
{
  struct start *start = new_start (function, argument);
  if (start == NULL)
    return next.create (thread, attributes, function, argument);
  const int failed = next.create (thread, attributes, run, start);
  if (failed != 0)
    free (start);
  return failed;
}

EXPORTED int
thrd_create (thrd_t *thread, thrd_start_t function, void *argument)
{
  struct start *start
      = new_start ((void *(*)(void *)) (uintptr_t)function, argument);
  if (start == NULL)
    return next.thrd_create (thread, function, argument);
  const int result = next.thrd_create (thread, run_plainly, start);
  if (result != thrd_success)
    free (start);
  return result;
}
