/* image_message.c - libbfd's own messages, printed in the form of ours.

   libbfd prints them to standard error, by its handler or without it, such as
   those of the format that it chose for a file.  So standard error is diverted
   meanwhile, and what came is printed in lines of bounded length and number,
   escaped, since names in messages come from the image.  libbfd's handler is
   told of no struct diag, so only this file writes to standard error without
   one.  */

#include "config.h"

#include "image_private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/i18n.h"
#include "base/scratch.h"

enum
{
  MESSAGE_MOST = 1000, /* bytes of a line, not counting escapes */
  LINES_MOST = 20,
  CAUGHT_MOST = LINES_MOST * MESSAGE_MOST
};

static const char *
program_name (void)
{
#if HAVE_DECL_PROGRAM_INVOCATION_NAME
  return program_invocation_name;
#else
  return "gprof";
#endif
}

/* Print LINE, which may already begin with the program's name.  */
static void
print_line (const char *program, char *line)
{
  const size_t prefix = strlen (program);
  if (strncmp (line, program, prefix) == 0
      && strncmp (line + prefix, ": ", 2) == 0)
    line += prefix + 2;
  if (strlen (line) > MESSAGE_MOST)
    strcpy (line + MESSAGE_MOST - 3, "...");
  diag_print_line (stderr, program, line);
}

/* Print the lines in TEXT.  */
static void
print_lines (char *text)
{
  const char *program = program_name ();
  unsigned count = 0;
  for (char *end; *text != '\0' && count < LINES_MOST; text = end, count++)
    {
      end = text + strcspn (text, "\n");
      if (*end != '\0')
        *end++ = '\0';
      print_line (program, text);
    }
  if (*text != '\0')
    diag_print_line (stderr, program, _ ("and so on"));
}

/* --- Diverting ----------------------------------------------------------- */

/* What is written to standard error goes to FILE, unless SAVED is negative:
   then there was no memory or no descriptor, and libbfd's lines are printed as
   they are.  */
struct diversion
{
  int file, saved;
};

static struct diversion
divert (void)
{
  struct diversion diversion = { scratch_nameless (), -1 };
  if (diversion.file >= 0)
    diversion.saved = fcntl (STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (diversion.saved >= 0)
    dup2 (diversion.file, STDERR_FILENO);
  return diversion;
}

/* End DIVERSION and print what came.  */
static void
restore (const struct diversion *diversion)
{
  char text[CAUGHT_MOST + 1];
  if (diversion->saved >= 0)
    {
      const ssize_t length = pread (diversion->file, text, CAUGHT_MOST, 0);
      dup2 (diversion->saved, STDERR_FILENO);
      close (diversion->saved);
      text[length > 0 ? length : 0] = '\0';
      print_lines (text);
    }
  if (diversion->file >= 0)
    close (diversion->file);
}

/* libbfd's handler, as it was; like its handler it is the process's.  */
static bfd_error_handler_type print_raw;

static void
print_message (const char *format, va_list values)
{
  const int number = errno;
  const struct diversion diversion = divert ();
  print_raw (format, values);
  restore (&diversion);
  errno = number;
}

void
image_adopt_messages (void)
{
  bfd_error_handler_type before = bfd_set_error_handler (print_message);
  if (before != print_message)
    print_raw = before;
}

/* --- Recognising a file -------------------------------------------------- */

bool
image_check_format (bfd *abfd)
{
  image_require_memory ();
  const struct diversion diversion = divert ();
  errno = 0;
  bool result = bfd_check_format (abfd, bfd_object);
  bfd_error_type error = bfd_get_error ();
  const int number = errno;
  restore (&diversion);
  if (number == ENOMEM)
    memory_lacking ();
  /* If a read fails while one of its formats is tried, libbfd goes on with the
     next one, and may end with one that knows less of the file.  Only errno
     still says so then.  */
  if (diag_is_system_failure (number))
    {
      result = false;
      error = bfd_error_system_call;
    }
  /* Restore libbfd's error, but for the one that bfd_set_error does not
     take.  */
  if (!result && error != bfd_error_on_input)
    bfd_set_error (error);
  errno = number;
  return result;
}
