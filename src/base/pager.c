/* pager.c - a listing is shown by another program, one screen at a time.  */

#include "config.h"

#include "base/pager.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/command.h"
#include "base/i18n.h"
#include "base/memory.h"

/* Ignored while a pager runs: what the terminal sends to it and to us, as
   system (3) does it, and what we get when it quits.  */
static const int signals[PAGER_SIGNALS] = { SIGINT, SIGQUIT, SIGPIPE };

/* A shell runs the pager in a shell below it, so that a command that cannot be
   run is reported by that shell and replaced by cat.  Ctrl-C is for the pager;
   the shells go on to wait for it.  less stops at the end of a listing that
   fits the screen (F), shows colours (R), cuts long lines, which the arrow keys
   move (S), and leaves what it has shown (X).  */
static const char script[] = "trap : INT QUIT\n"
                             "LESS=${LESS-FRSX}; export LESS\n"
                             "(trap : INT QUIT; eval \" $1\")\n"
                             "case $? in 126 | 127) exec cat ;; esac\n";

/* The command that the environment names; null for none.  */
static const char *
pager_command (void)
{
  const char *command = getenv ("GPROF_PAGER");
  if (command == NULL)
    command = getenv ("PAGER");
  if (command == NULL)
    command = "less";
  return *command == '\0' || strcmp (command, "cat") == 0 ? NULL : command;
}

/* Ignore the signals and add those that were not ignored to CHANGED.  */
static void
ignore_signals (struct pager *pager, sigset_t *changed)
{
  struct sigaction ignore = { 0 };
  ignore.sa_handler = SIG_IGN;
  sigemptyset (&ignore.sa_mask);
  for (size_t i = 0; i < PAGER_SIGNALS; i++)
    if (sigaction (signals[i], &ignore, &pager->before[i]) == 0
        && pager->before[i].sa_handler != SIG_IGN)
      sigaddset (changed, signals[i]);
}

static void
restore_signals (struct pager *pager)
{
  for (size_t i = 0; i < PAGER_SIGNALS; i++)
    sigaction (signals[i], &pager->before[i], NULL);
}

/* Start the pager; returns where to write to, with an errno value in *ERROR
   and -1 if that fails.  */
static int
start (struct pager *pager, const char *command, int *error)
{
  int ends[2];
  sigset_t changed;
  if (pipe (ends) != 0)
    {
      *error = errno;
      return -1;
    }
  for (size_t i = 0; i < 2; i++)
    fcntl (ends[i], F_SETFD, FD_CLOEXEC);
  sigemptyset (&changed);
  ignore_signals (pager, &changed);
  char *const copy = memory_text (command);
  char *const arguments[] = { (char *)"sh",    (char *)"-c", (char *)script,
                              (char *)"gprof", copy,         NULL };
  const int streams[] = { ends[0], -1, -1 };
  *error = command_spawn (&pager->process, "/bin/sh", arguments, streams,
                          &changed);
  free (copy);
  close (ends[0]);
  if (*error == 0)
    return ends[1];
  close (ends[1]);
  restore_signals (pager);
  pager->process = 0;
  return -1;
}

/* For output_begin.  */
static int
begin (void *context)
{
  struct pager *pager = context;
  const char *command = pager_command ();
  int error;
  const int fd = start (pager, command, &error);
  if (fd < 0)
    {
      diag_warn (pager->diag, NULL, _ ("cannot run the pager '%s': %s"),
                 command, strerror (error));
      return STDOUT_FILENO;
    }
  diag_hold (pager->diag, isatty (STDERR_FILENO) == 1);
  return fd;
}

void
pager_use (struct pager *pager, struct output *output, struct diag *diag)
{
  if (pager_command () == NULL)
    return;
  pager->diag = diag;
  output_begin (output, begin, pager);
}

void
pager_end (struct pager *pager)
{
  if (pager->process == 0)
    return;
  while (waitpid (pager->process, NULL, 0) < 0 && errno == EINTR)
    continue;
  pager->process = 0;
  restore_signals (pager);
  diag_hold (pager->diag, false);
}
