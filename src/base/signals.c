/* signals.c - signals that are waited for.  */

#include "config.h"

#include "base/signals.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

static void
fill (sigset_t *set)
{
  static const int numbers[] = { SIGCHLD, SIGINT,  SIGQUIT, SIGTERM,
                                 SIGHUP,  SIGTSTP, SIGALRM, SIGWINCH };
  sigemptyset (set);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    sigaddset (set, numbers[i]);
}

void
signals_hold (struct signals *signals)
{
  /* If SIGCHLD were ignored, a child would leave no status.  */
  struct sigaction usual = { 0 };
  sigset_t set;
  usual.sa_handler = SIG_DFL;
  sigemptyset (&usual.sa_mask);
  fill (&set);
  sigprocmask (SIG_BLOCK, &set, &signals->mask);
  sigaction (SIGCHLD, &usual, &signals->child);
}

int
signals_wait (void)
{
  sigset_t set;
  int number;
  fill (&set);
  while (sigwait (&set, &number) != 0)
    continue;
  return number;
}

void
signals_stop (void)
{
  sigset_t one;
  sigemptyset (&one);
  sigaddset (&one, SIGTSTP);
  raise (SIGTSTP);
  sigprocmask (SIG_UNBLOCK, &one, NULL);
  sigprocmask (SIG_BLOCK, &one, NULL);
}

/* Forget NUMBER if it came.  */
static void
forget (int number)
{
  sigset_t one, pending;
  int taken;
  sigemptyset (&one);
  sigaddset (&one, number);
  while (sigpending (&pending) == 0 && sigismember (&pending, number) == 1)
    sigwait (&one, &taken);
}

void
signals_release (const struct signals *signals)
{
  forget (SIGINT);
  forget (SIGQUIT);
  forget (SIGALRM);
  sigaction (SIGCHLD, &signals->child, NULL);
  sigprocmask (SIG_SETMASK, &signals->mask, NULL);
}

void
signals_hold_pipe (sigset_t *mask)
{
  sigset_t one;
  sigemptyset (&one);
  sigaddset (&one, SIGPIPE);
  sigprocmask (SIG_BLOCK, &one, mask);
}

void
signals_release_pipe (const sigset_t *mask)
{
  forget (SIGPIPE);
  sigprocmask (SIG_SETMASK, mask, NULL);
}

void
signals_name (int number, char name[SIGNAL_NAME_MOST])
{
  const char *abbreviation = NULL;
#ifdef HAVE_SIGABBREV_NP
  abbreviation = sigabbrev_np (number);
#endif
  if (abbreviation != NULL)
    snprintf (name, SIGNAL_NAME_MOST, "SIG%s", abbreviation);
  else if (number >= SIGRTMIN && number <= SIGRTMAX)
    snprintf (name, SIGNAL_NAME_MOST, "SIGRTMIN+%d", number - SIGRTMIN);
  else
    snprintf (name, SIGNAL_NAME_MOST, "%d", number);
}
