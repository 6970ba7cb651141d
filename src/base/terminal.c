/* terminal.c - how large a terminal is, whether to use colours, and how far
   a long piece of work has come.  */

#include "config.h"

#include "base/terminal.h"

#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/memory.h"
#include "base/process.h"

/* The number that the environment variable NAME says, if it is above 0, else
   USUAL.  */
static int
number_of (const char *name, int usual)
{
  const char *text = getenv (name);
  char *end;
  if (text == NULL)
    return usual;
  const long number = strtol (text, &end, 10);
  return end != text && *end == '\0' && number > 0 && number < INT_MAX
             ? (int)number
             : usual;
}

struct terminal_size
terminal_size (int fd)
{
  struct winsize size = { 0 };
  if (isatty (fd) != 1)
    return (struct terminal_size){ 0, 0 };
  if (ioctl (fd, TIOCGWINSZ, &size) != 0)
    size = (struct winsize){ 0 };
  return (struct terminal_size){ number_of ("COLUMNS", size.ws_col),
                                 number_of ("LINES", size.ws_row) };
}

/* Is the environment variable NAME set, not empty, and not WITHOUT?  */
static bool
is_set (const char *name, const char *without)
{
  const char *text = getenv (name);
  return text != NULL && *text != '\0' && strcmp (text, without) != 0;
}

bool
terminal_wants_colours (int fd, enum colour_choice choice)
{
  if (choice != COLOUR_AUTO)
    return choice == COLOUR_ALWAYS;
  if (is_set ("NO_COLOR", ""))
    return false;
  if (is_set ("CLICOLOR_FORCE", "0"))
    return true;
  const char *clicolor = getenv ("CLICOLOR");
  return isatty (fd) == 1 && is_set ("TERM", "dumb")
         && (clicolor == NULL || strcmp (clicolor, "0") != 0);
}

/* The next fault, at the same place, finds the usual handler.  */
static void
leave (int number)
{
  static const char bytes[] = TERMINAL_LEAVE;
  struct termios keys;
  (void)number;
  const ssize_t written = write (STDOUT_FILENO, bytes, sizeof bytes - 1);
  (void)written;
  if (tcgetattr (STDOUT_FILENO, &keys) == 0 && (keys.c_lflag & ICANON) == 0)
    {
      keys.c_iflag |= ICRNL | IXON;
      keys.c_oflag |= OPOST | ONLCR;
      keys.c_lflag |= ICANON | ECHO | ISIG | IEXTEN;
      keys.c_cc[VMIN] = 1;
      tcsetattr (STDOUT_FILENO, TCSANOW, &keys);
    }
  process_watch_signals ();
}

void
terminal_leave_at_fault (void)
{
  signal (SIGBUS, leave);
}

/* --- Progress ------------------------------------------------------------ */

/* In seconds.  */
static const double silence = 1, between = 0.1;

void
progress_start (struct progress *progress, FILE *stream)
{
  *progress = (struct progress){ .stream = stream,
                                 .next = process_clock () + silence };
}

bool
progress_is_due (struct progress *progress)
{
  const double present = process_clock ();
  if (progress->stream == NULL || present < progress->next)
    return false;
  if (!isatty (fileno (progress->stream)))
    {
      progress->stream = NULL;
      return false;
    }
  progress->next = present + between;
  return true;
}

void
progress_show (struct progress *progress, const char *text)
{
  putc ('\r', progress->stream);
  progress->length = fprintf (progress->stream, "%s", text);
}

void
progress_files (struct progress *progress, size_t done, size_t total)
{
  if (!progress_is_due (progress))
    return;
  /* TRANSLATORS: shown for a moment, so it should fit in one line.  */
  char *text = memory_format (_ ("reading profiles: %zu of %zu"), done, total);
  progress_show (progress, text);
  free (text);
}

void
progress_end (struct progress *progress)
{
  if (progress->length > 0)
    fprintf (progress->stream, "\r%*s\r", progress->length, "");
  *progress = (struct progress){ 0 };
}
