/* process.c - what belongs to the process as a whole: its name, locale,
   standard descriptors and signals.  */

#include "config.h"

#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/i18n.h"

void
process_set_locale (const char *catalogues)
{
  /* Digits stay plain: LC_NUMERIC is never set.  */
  setlocale (LC_MESSAGES, "");
  setlocale (LC_CTYPE, "");
  bindtextdomain (PACKAGE, catalogues);
  textdomain (PACKAGE);
}

void
process_speak_utf8 (bool utf8)
{
  bind_textdomain_codeset (PACKAGE, utf8 ? "UTF-8" : nl_langinfo (CODESET));
}

/* The caller of exec may leave out the name, which Linux makes empty.  */
const char *
process_name (int argc, char *const *argv)
{
  return argc > 0 && argv[0][0] != '\0' ? argv[0] : "gprof";
}

bool
process_shares_terminal (void)
{
  return isatty (STDOUT_FILENO) && isatty (STDERR_FILENO);
}

/* The image is mapped.  If a part of it is gone, because somebody cut the file
   short meanwhile or a disk fails, the system sends SIGBUS.  The handler can
   only print a message; what is on standard output by then is no listing.  For
   any other reason the signal is a bug of ours, and ends the process as
   usual.  */
static void
end_without_image (int number, siginfo_t *about, void *context)
{
  static const char message[]
      = "gprof: the image was cut short, or cannot be read, while it was in "
        "use\n";
  (void)number;
  (void)context;
  if (about->si_code != BUS_ADRERR)
    return; /* to the same fault, now without a handler */
  ssize_t written = write (STDERR_FILENO, message, sizeof message - 1);
  (void)written;
  _exit (EXIT_FAILURE);
}

/* Not SIG_IGN, which programs that are started would inherit.  */
static void
pass_over (int number)
{
  (void)number;
}

void
process_watch_signals (void)
{
  struct sigaction limit;
  struct sigaction action = { 0 };
  action.sa_sigaction = end_without_image;
  action.sa_flags = SA_SIGINFO | (int)SA_RESETHAND;
  sigemptyset (&action.sa_mask);
  sigaction (SIGBUS, &action, NULL);
  if (sigaction (SIGXFSZ, NULL, &limit) == 0 && limit.sa_handler == SIG_DFL)
    signal (SIGXFSZ, pass_over);
}

enum status
process_reserve_descriptors (struct diag *diag)
{
  static const char null[] = "/dev/null";
  static const int modes[] = { O_WRONLY, O_RDONLY, O_RDWR };
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    if (fcntl (fd, F_GETFD) < 0 && open (null, modes[fd]) < 0)
      return diag_fail_errno (diag, null, errno, _ ("cannot open"));
  return STATUS_OK;
}
