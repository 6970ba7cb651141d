/* wrap_signals.c - functions of the C library that have to do with signals,
   which the shared library stands in for; the static one does without them.
   SPDX-License-Identifier: 0BSD

   The program finds its actions, masks and signals as it would without us,
   and samples come nevertheless (signals.h).  All that is done here may be
   done in signal handlers.  */

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/auxv.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "recorder/machine.h"
#include "recorder/sampler.h"
#include "recorder/signals.h"
#include "recorder/text.h"

#ifndef AT_MINSIGSTKSZ
#define AT_MINSIGSTKSZ 51
#endif
#ifndef SIG_HOLD
#define SIG_HOLD ((handler)2)
#endif

typedef void (*handler) (int);
typedef const struct timespec wait_time;

/* Not in all headers.  */
EXPORTED handler ssignal (int number, handler action);
EXPORTED handler bsd_signal (int number, handler action);
EXPORTED handler sysv_signal (int number, handler action);
EXPORTED handler __sysv_signal (int number, handler action);
EXPORTED handler sigset (int number, handler action);
EXPORTED int sigignore (int number);
EXPORTED int sighold (int number);
EXPORTED int sigrelse (int number);
EXPORTED int epoll_pwait2 (int epoll, struct epoll_event *events, int most,
                           wait_time *time, const sigset_t *mask);
EXPORTED int __ppoll_chk (struct pollfd *files, nfds_t count, wait_time *time,
                          const sigset_t *mask, size_t size);

typedef int action_function (int, const struct sigaction *,
                             struct sigaction *);
typedef handler handler_function (int, handler);
typedef int mask_function (int, const sigset_t *, sigset_t *);

/* The functions that would be called without this library.  Looked up at the
   start, as dlsym must not be called in a signal handler.  */
static struct
{
  action_function *action;
  handler_function *signal, *sysv_signal, *sigset;
  int (*sigignore) (int);
  int (*siginterrupt) (int, int);
  mask_function *process_mask, *thread_mask;
  int (*pending) (sigset_t *);
  int (*timed_wait) (const sigset_t *, siginfo_t *, wait_time *);
  int (*signalfd) (int, const sigset_t *, int);
  int (*suspend) (const sigset_t *);
  int (*ppoll) (struct pollfd *, nfds_t, wait_time *, const sigset_t *);
  int (*ppoll_chk) (struct pollfd *, nfds_t, wait_time *, const sigset_t *,
                    size_t);
  int (*pselect) (int, fd_set *, fd_set *, fd_set *, wait_time *,
                  const sigset_t *);
  int (*epoll_pwait) (int, struct epoll_event *, int, int, const sigset_t *);
  int (*epoll_pwait2) (int, struct epoll_event *, int, wait_time *,
                       const sigset_t *);
  int (*sigaltstack) (const stack_t *, stack_t *);
  int (*execve) (const char *, char *const *, char *const *);
  int (*execvpe) (const char *, char *const *, char *const *);
  int (*fexecve) (int, char *const *, char *const *);
  int (*execveat) (int, const char *, char *const *, char *const *, int);
} next;

__attribute__ ((constructor (101))) static void
look_up (void)
{
  static const struct
  {
    void *at;
    const char *name;
  } functions[] = {
    { &next.signal, "signal" },
    { &next.sysv_signal, "__sysv_signal" },
    { &next.sigset, "sigset" },
    { &next.sigignore, "sigignore" },
    { &next.siginterrupt, "siginterrupt" },
    { &next.process_mask, "sigprocmask" },
    { &next.thread_mask, "pthread_sigmask" },
    { &next.pending, "sigpending" },
    { &next.timed_wait, "sigtimedwait" },
    { &next.signalfd, "signalfd" },
    { &next.suspend, "sigsuspend" },
    { &next.ppoll, "ppoll" },
    { &next.ppoll_chk, "__ppoll_chk" },
    { &next.pselect, "pselect" },
    { &next.epoll_pwait, "epoll_pwait" },
    { &next.epoll_pwait2, "epoll_pwait2" },
    { &next.sigaltstack, "sigaltstack" },
    { &next.execve, "execve" },
    { &next.execvpe, "execvpe" },
    { &next.fexecve, "fexecve" },
    { &next.execveat, "execveat" },
    { &next.action, "sigaction" },
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    *(void **)functions[i].at = dlsym (RTLD_NEXT, functions[i].name);
}

/* For a constructor that comes before ours.  */
static void
look_up_if_early (void)
{
  if (next.action == NULL)
    look_up ();
}

static uint64_t
bits_of (const sigset_t *set)
{
  uint64_t bits;
  gprofh_copy (&bits, set, sizeof bits);
  return bits;
}

/* COPY of SET with BITS in the place of the system's.  */
static void
copy_with (sigset_t *copy, const sigset_t *set, uint64_t bits)
{
  gprofh_copy (copy, set, sizeof *copy);
  gprofh_copy (copy, &bits, sizeof bits);
}

/* -------------------------------------------------------------- actions */

/* What sigaction does, for a signal that was ours.  */
static void
change_action (int number, const struct sigaction *new, struct sigaction *old)
{
  const struct system_action was = *gprofh_signal_wanted (number);
  struct system_action action;
  if (new != NULL)
    {
      gprofh_clear (&action, sizeof action);
      action.handler = (uintptr_t) new->sa_handler;
      action.flags = (unsigned)new->sa_flags | RESTORER_FLAG;
      gprofh_copy (action.mask, &new->sa_mask, sizeof action.mask);
      gprofh_signal_want (number, &action);
    }
  if (old == NULL)
    return;
  gprofh_clear (old, sizeof *old);
  old->sa_handler = (handler)was.handler;
  old->sa_flags = (int)was.flags;
  gprofh_copy (&old->sa_mask, was.mask, sizeof was.mask);
}

/* The C library's sigaction, with masks as alternate stacks want them.  */
static int
plain_action (int number, const struct sigaction *new, struct sigaction *old)
{
  struct sigaction changed;
  const uint64_t kept_out = gprofh_signal_kept_out (number);
  if (new != NULL)
    {
      const uint64_t mask = bits_of (&new->sa_mask);
      const bool on_stack
          = (new->sa_flags &SA_ONSTACK) != 0
            && new->sa_handler != SIG_DFL &&new->sa_handler != SIG_IGN;
      gprofh_copy (&changed, new, sizeof changed);
      copy_with (&changed.sa_mask, &new->sa_mask,
                 mask | gprofh_signal_keep_out (number, mask, on_stack));
    }
  const int result = next.action (number, new != NULL ? &changed : NULL, old);
  if (result == 0 && old != NULL && kept_out != 0)
    {
      sigset_t mask;
      copy_with (&mask, &old->sa_mask, bits_of (&old->sa_mask) & ~kept_out);
      old->sa_mask = mask;
    }
  return result;
}

EXPORTED int
sigaction (int number, const struct sigaction *new, struct sigaction *old)
{
  look_up_if_early ();
  if (!gprofh_signal_is_taken (number))
    return plain_action (number, new, old);
  change_action (number, new, old);
  return 0;
}

/* What signal does, for a signal that was ours; the old handler.  */
static handler
change_handler (int number, handler to, int flags)
{
  struct sigaction new, old;
  gprofh_clear (&new, sizeof new);
  new.sa_handler = to;
  new.sa_flags = flags;
  if ((flags & SA_RESTART) != 0)
    sigaddset (&new.sa_mask, number);
  change_action (number, &new, &old);
  return old.sa_handler;
}

EXPORTED handler
signal (int number, handler action)
{
  look_up_if_early ();
  return gprofh_signal_is_taken (number) && action != SIG_ERR
             ? change_handler (number, action, SA_RESTART)
             : next.signal (number, action);
}

EXPORTED handler
ssignal (int number, handler action)
{
  return signal (number, action);
}

EXPORTED handler
bsd_signal (int number, handler action)
{
  return signal (number, action);
}

EXPORTED handler
__sysv_signal (int number, handler action)
{
  look_up_if_early ();
  return gprofh_signal_is_taken (number) && action != SIG_ERR
             ? change_handler (number, action,
                               (int)(SA_RESETHAND | SA_NODEFER))
             : next.sysv_signal (number, action);
}

EXPORTED handler
sysv_signal (int number, handler action)
{
  return __sysv_signal (number, action);
}

EXPORTED int
sigignore (int number)
{
  look_up_if_early ();
  if (!gprofh_signal_is_taken (number))
    return next.sigignore (number);
  change_handler (number, SIG_IGN, 0);
  return 0;
}

EXPORTED int
siginterrupt (int number, int interrupts)
{
  look_up_if_early ();
  if (!gprofh_signal_is_taken (number))
    return next.siginterrupt (number, interrupts);
  struct system_action action = *gprofh_signal_wanted (number);
  action.flags &= ~(unsigned long)SA_RESTART;
  if (!interrupts)
    action.flags |= SA_RESTART;
  gprofh_signal_want (number, &action);
  return 0;
}

/* ---------------------------------------------------------------- masks */

/* Change the mask by FUNCTION, but let samples through.  */
static int
change_mask (mask_function *function, int how, const sigset_t *set,
             sigset_t *old)
{
  sigset_t without;
  const uint64_t was = signal_bit (gprofh_sample_signal ());
  sigset_t believed;
  int result;
  if (set != NULL)
    {
      const uint64_t bits = bits_of (set);
      const uint64_t hidden = gprofh_signal_hidden (bits);
      copy_with (&without, set, how == SIG_UNBLOCK ? bits : bits & ~hidden);
    }
  result = function (how, set != NULL ? &without : NULL,
                     old != NULL ? &believed : NULL);
  if (result == 0 && old != NULL)
    {
      const uint64_t mask = gprofh_signal_believed (bits_of (&believed));
      const bool is_all = mask != bits_of (&believed);
      copy_with (old, &believed, is_all ? mask | was : mask);
    }
  return result;
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

/* Block or unblock NUMBER.  */
static int
change_one (int how, int number)
{
  sigset_t set;
  sigemptyset (&set);
  return sigaddset (&set, number) < 0 ? -1 : sigprocmask (how, &set, NULL);
}

EXPORTED int
sighold (int number)
{
  return change_one (SIG_BLOCK, number);
}

EXPORTED int
sigrelse (int number)
{
  return change_one (SIG_UNBLOCK, number);
}

EXPORTED handler
sigset (int number, handler action)
{
  sigset_t blocked;
  look_up_if_early ();
  if (!gprofh_signal_is_taken (number) || action == SIG_ERR)
    return next.sigset (number, action);
  handler old = (handler)gprofh_signal_wanted (number)->handler;
  if (action != SIG_HOLD)
    change_handler (number, action, 0);
  sigprocmask (SIG_BLOCK, NULL, &blocked);
  change_one (action == SIG_HOLD ? SIG_BLOCK : SIG_UNBLOCK, number);
  return sigismember (&blocked, number) ? SIG_HOLD : old;
}

EXPORTED int
sigpending (sigset_t *set)
{
  look_up_if_early ();
  const int result = next.pending (set);
  if (result == 0)
    sigdelset (set, gprofh_sample_signal ());
  return result;
}

/* ---------------------------------------------------------------- waits */

/* SET without our signal, unless the program means it in particular.  */
static const sigset_t *
without_ours (const sigset_t *set, sigset_t *copy)
{
  look_up_if_early ();
  if (set == NULL)
    return NULL;
  const uint64_t bits = bits_of (set);
  copy_with (copy, set, bits & ~gprofh_signal_hidden (bits));
  return copy;
}

/* MASK, which a thread has while it waits, with our signal: what it used until
   now is a sample when it goes on.  */
static const sigset_t *
with_ours (const sigset_t *mask, sigset_t *copy)
{
  look_up_if_early ();
  if (mask == NULL)
    return NULL;
  copy_with (copy, mask,
             bits_of (mask) | signal_bit (gprofh_sample_signal ()));
  return copy;
}

EXPORTED int
sigtimedwait (const sigset_t *set, siginfo_t *info, wait_time *time)
{
  sigset_t copy;
  siginfo_t came;
  int number, result;
  do
    {
      /* A signal that was ours until now may have come.  */
      const sigset_t *waited = without_ours (set, &copy);
      number = gprofh_sample_signal ();
      result = next.timed_wait (waited, &came, time);
    }
  while ((result < 0 && errno == EINTR && number != gprofh_sample_signal ())
         || (result > 0 && gprofh_is_sample (&came)));
  if (result > 0 && info != NULL)
    gprofh_copy (info, &came, sizeof came);
  return result;
}

EXPORTED int
sigwaitinfo (const sigset_t *set, siginfo_t *info)
{
  return sigtimedwait (set, info, NULL);
}

EXPORTED int
sigwait (const sigset_t *set, int *number)
{
  const int before = errno;
  int result;
  do
    result = sigtimedwait (set, NULL, NULL);
  while (result < 0 && errno == EINTR);
  const int failed = result < 0 ? errno : 0;
  if (result > 0)
    *number = result;
  errno = before;
  return failed;
}

EXPORTED int
signalfd (int file, const sigset_t *set, int flags)
{
  sigset_t copy;
  const sigset_t *waited = without_ours (set, &copy);
  return next.signalfd (file, waited, flags);
}

EXPORTED int
sigsuspend (const sigset_t *mask)
{
  sigset_t copy;
  const sigset_t *with = with_ours (mask, &copy);
  return next.suspend (with);
}

EXPORTED int
ppoll (struct pollfd *files, nfds_t count, wait_time *time,
       const sigset_t *mask)
{
  sigset_t copy;
  const sigset_t *with = with_ours (mask, &copy);
  return next.ppoll (files, count, time, with);
}

EXPORTED int
__ppoll_chk (struct pollfd *files, nfds_t count, wait_time *time,
             const sigset_t *mask, size_t size)
{
  sigset_t copy;
  const sigset_t *with = with_ours (mask, &copy);
  return next.ppoll_chk (files, count, time, with, size);
}

EXPORTED int
pselect (int count, fd_set *readable, fd_set *writable, fd_set *others,
         wait_time *time, const sigset_t *mask)
{
  sigset_t copy;
  const sigset_t *with = with_ours (mask, &copy);
  return next.pselect (count, readable, writable, others, time, with);
}

EXPORTED int
epoll_pwait (int epoll, struct epoll_event *events, int most, int time,
             const sigset_t *mask)
{
  sigset_t copy;
  const sigset_t *with = with_ours (mask, &copy);
  return next.epoll_pwait (epoll, events, most, time, with);
}

EXPORTED int
epoll_pwait2 (int epoll, struct epoll_event *events, int most, wait_time *time,
              const sigset_t *mask)
{
  sigset_t copy;
  const sigset_t *with = with_ours (mask, &copy);
  if (next.epoll_pwait2 == NULL)
    {
      errno = ENOSYS;
      return -1;
    }
  return next.epoll_pwait2 (epoll, events, most, time, with);
}

/* ------------------------------------------------------ alternate stacks */

EXPORTED int
sigaltstack (const stack_t *new, stack_t *old)
{
  enum
  {
    MORE = 8192 /* bytes for two handlers, besides what the system pushes */
  };
  look_up_if_early ();
  const int result = next.sigaltstack (new, old);
  if (result == 0 && new != NULL && (new->ss_flags &SS_DISABLE) == 0
      && new->ss_size < 2 * getauxval (AT_MINSIGSTKSZ) + MORE)
    gprofh_signals_spare_stack ();
  return result;
}

/* ------------------------------------------------------- other programs */

EXPORTED int
execve (const char *path, char *const *words, char *const *environment)
{
  look_up_if_early ();
  const uint64_t mask = gprofh_signals_settle ();
  next.execve (path, words, environment);
  gprofh_signals_unsettle (mask);
  return -1;
}

EXPORTED int
execv (const char *path, char *const *words)
{
  return execve (path, words, environ);
}

EXPORTED int
execvpe (const char *name, char *const *words, char *const *environment)
{
  look_up_if_early ();
  const uint64_t mask = gprofh_signals_settle ();
  next.execvpe (name, words, environment);
  gprofh_signals_unsettle (mask);
  return -1;
}

EXPORTED int
execvp (const char *name, char *const *words)
{
  return execvpe (name, words, environ);
}

EXPORTED int
fexecve (int file, char *const *words, char *const *environment)
{
  look_up_if_early ();
  const uint64_t mask = gprofh_signals_settle ();
  next.fexecve (file, words, environment);
  gprofh_signals_unsettle (mask);
  return -1;
}

EXPORTED int
execveat (int directory, const char *path, char *const *words,
          char *const *environment, int flags)
{
  look_up_if_early ();
  const uint64_t mask = gprofh_signals_settle ();
  if (next.execveat != NULL)
    next.execveat (directory, path, words, environment, flags);
  else
    errno = ENOSYS;
  gprofh_signals_unsettle (mask);
  return -1;
}

/* How many words LIST has from FIRST on, before a null.  */
static size_t
count_words (const char *first, va_list list)
{
  size_t count = 0;
  for (; first != NULL; first = va_arg (list, const char *))
    count++;
  return count;
}

/* Let WORDS be FIRST and what follows in *LIST, up to a null.  */
static void
copy_words (char **words, const char *first, va_list *list)
{
  for (; first != NULL; first = va_arg (*list, const char *))
    *words++ = (char *)(uintptr_t)first;
  *words = NULL;
}

#define COUNT_WORDS(count, first)                                             \
  va_list list;                                                               \
  va_start (list, first);                                                     \
  const size_t count = count_words (first, list);                             \
  va_end (list);                                                              \
  char **words = __builtin_alloca ((count + 1) * sizeof *words);              \
  va_start (list, first);                                                     \
  copy_words (words, first, &list)

EXPORTED int
execl (const char *path, const char *first, ...)
{
  COUNT_WORDS (count, first);
  va_end (list);
  return execve (path, words, environ);
}

EXPORTED int
execlp (const char *name, const char *first, ...)
{
  COUNT_WORDS (count, first);
  va_end (list);
  return execvpe (name, words, environ);
}

EXPORTED int
execle (const char *path, const char *first, ...)
{
  COUNT_WORDS (count, first);
  char *const *environment = va_arg (list, char *const *);
  va_end (list);
  return execve (path, words, environment);
}
