/* process.c - what belongs to the process as a whole: its name, arguments,
   locale, standard descriptors and signals.  */

#include "config.h"

#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#ifdef HAVE_LIBIBERTY_DEMANGLE_H
#include <libiberty/libiberty.h>
#else
#include <libiberty.h>
#endif
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/memory.h"

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

/* How many words of ARGV are not those of a command to run.  */
static int
count_own_words (int argc, char *const *argv)
{
  bool runs = false;
  for (int i = 0; i < argc; i++)
    if (strcmp (argv[i], "--run") == 0)
      runs = true;
    else if (runs && strcmp (argv[i], "--") == 0)
      return i;
  return argc;
}

char **
process_expand_arguments (int *argc, char **argv)
{
  const int own = count_own_words (*argc, argv);
  char *const first_of_command = argv[own];
  char **words = argv;
  int count = own;
  argv[own] = NULL;
  expandargv (&count, &words);
  if (words == argv)
    words = dupargv (words);
  argv[own] = first_of_command;
  const size_t all = (size_t)count + (size_t)(*argc - own);
  words = memory_grow (words, (all + 1) * sizeof *words);
  for (int i = own; i < *argc; i++)
    words[count++] = memory_text (argv[i]);
  words[count] = NULL;
  *argc = count;
  return words;
}

void
process_free_arguments (char **words)
{
  freeargv (words);
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

double
process_clock (void)
{
  struct timespec time = { 0 };
  clock_gettime (CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

uint64_t
process_nanoseconds (void)
{
  struct timespec time = { 0 };
  clock_gettime (CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

bool
process_runs (pid_t number)
{
#ifdef SYS_pidfd_open
  struct pollfd end
      = { .fd = (int)syscall (SYS_pidfd_open, number, 0), .events = POLLIN };
  if (end.fd >= 0)
    {
      const bool has_ended = poll (&end, 1, 0) == 1;
      close (end.fd);
      return !has_ended;
    }
#endif
  return kill (number, 0) == 0 || errno == EPERM;
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
