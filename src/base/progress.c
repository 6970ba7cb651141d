/* progress.c - how far a long piece of work has come, on a terminal.  */

#include "config.h"

#include "base/progress.h"

#include <stdbool.h>
#include <unistd.h>

#include "base/i18n.h"

enum
{
  SECONDS_OF_SILENCE = 1,
  NANOSECONDS_BETWEEN = 100000000
};

/* What ends the program while the line stands there.  */
static const int signals[PROGRESS_SIGNALS]
    = { SIGHUP, SIGINT, SIGQUIT, SIGTERM };

static struct timespec
now (void)
{
  struct timespec time = { 0 };
  clock_gettime (CLOCK_MONOTONIC, &time);
  return time;
}

static struct timespec
later (struct timespec time, time_t seconds, long nanoseconds)
{
  time.tv_sec += seconds;
  time.tv_nsec += nanoseconds;
  if (time.tv_nsec >= 1000000000)
    {
      time.tv_nsec -= 1000000000;
      time.tv_sec++;
    }
  return time;
}

static bool
has_come (const struct timespec *time, const struct timespec *present)
{
  return present->tv_sec != time->tv_sec ? present->tv_sec > time->tv_sec
                                         : present->tv_nsec >= time->tv_nsec;
}

void
progress_start (struct progress *progress, FILE *stream)
{
  *progress
      = (struct progress){ .stream = stream,
                           .next = later (now (), SECONDS_OF_SILENCE, 0) };
}

/* A signal ends the program.  The line, and the ^C that a terminal puts behind
   it, become blank; a handler cannot know its length, but it is meant to fit
   in one line of a terminal.  Then the signal does what it would have
   done.  */
static void
end_blank (int number)
{
  static const char blanks[] = "\r                                        "
                               "                                       \r";
  ssize_t written = write (STDERR_FILENO, blanks, sizeof blanks - 1);
  (void)written;
  raise (number);
}

/* Signals that are ignored, as by nohup, remain so.  */
static void
watch_signals (struct progress *progress)
{
  struct sigaction action = { 0 };
  action.sa_handler = end_blank;
  action.sa_flags = (int)(SA_RESETHAND | SA_NODEFER);
  sigemptyset (&action.sa_mask);
  for (size_t i = 0; i < PROGRESS_SIGNALS; i++)
    if (sigaction (signals[i], NULL, &progress->before[i]) == 0
        && progress->before[i].sa_handler == SIG_DFL)
      sigaction (signals[i], &action, NULL);
}

static void
forget_signals (struct progress *progress)
{
  for (size_t i = 0; i < PROGRESS_SIGNALS; i++)
    if (progress->before[i].sa_handler == SIG_DFL)
      sigaction (signals[i], &progress->before[i], NULL);
}

/* Blanks over the line, and back to its start.  */
static void
erase (struct progress *progress)
{
  if (progress->length == 0)
    return;
  fprintf (progress->stream, "\r%*s\r", (int)progress->length, "");
  forget_signals (progress);
  progress->length = 0;
}

void
progress_files (struct progress *progress, size_t done, size_t total)
{
  const struct timespec present = now ();
  if (progress->stream == NULL || !has_come (&progress->next, &present))
    return;
  if (!isatty (fileno (progress->stream)))
    {
      progress->stream = NULL;
      return;
    }
  if (progress->length == 0)
    watch_signals (progress);
  putc ('\r', progress->stream);
  const int length = fprintf (progress->stream,
                              /* TRANSLATORS: shown for a moment, so it should
                                 fit in one line.  */
                              _ ("reading profiles: %zu of %zu"), done, total);
  if (length > 0)
    progress->length = (size_t)length;
  progress->next = later (present, 0, NANOSECONDS_BETWEEN);
}

void
progress_end (struct progress *progress)
{
  erase (progress);
  progress->stream = NULL;
}
