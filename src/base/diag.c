/* diag.c - the first failure and its place, warnings.

   Owns the text of the first failure.  File names and symbol names in messages
   may hold any bytes, so control characters are escaped when they are printed.
   Never exits.  */

#include "config.h"

#include "base/diag.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/i18n.h"
#include "base/memory.h"

/* "file: record 7 at byte 412: " KIND "message", or as much of it as WHERE
   knows.  */
static char *
with_place (const struct place *where, const char *kind, const char *message)
{
  const char *file = where != NULL && where->file ? where->file : NULL;
  char spot[256] = "";
  if (file != NULL && where->record != 0 && where->offset >= 0)
    snprintf (spot, sizeof spot, _ ("record %" PRIu64 " at byte %" PRId64),
              where->record, where->offset);
  else if (file != NULL && where->record != 0)
    snprintf (spot, sizeof spot, _ ("line %" PRIu64), where->record);
  else if (file != NULL && where->offset >= 0)
    snprintf (spot, sizeof spot, _ ("at byte %" PRId64), where->offset);

  return memory_format ("%s%s%s%s%s%s", file ? file : "", file ? ": " : "",
                        spot, spot[0] ? ": " : "", kind, message);
}

/* Keep a failure if it is the first.  */
static void DIAG_PRINTF (4, 0)
    keep_failure (struct diag *diag, enum status status,
                  const struct place *where, const char *format,
                  va_list arguments)
{
  if (diag->status != STATUS_OK)
    return;
  diag->status = status;
  char *message = memory_vformat (format, arguments);
  diag->text = with_place (where, "", message);
  free (message);
}

enum status
diag_fail (struct diag *diag, enum status status, const struct place *where,
           const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  keep_failure (diag, status, where, format, arguments);
  va_end (arguments);
  return status;
}

enum status
diag_fail_errno (struct diag *diag, const char *file, int error,
                 const char *doing)
{
  if (diag->status == STATUS_OK)
    diag->error = error;
  return diag_fail (diag, STATUS_IO, PLACE_FILE (file), "%s: %s", doing,
                    strerror (error));
}

bool
diag_is_system_failure (int error)
{
  return error == EIO || error == EINTR || error == ENOMEM || error == EMFILE
         || error == ENFILE;
}

bool
diag_can_do_without (const struct diag *failed)
{
  /* A failed call without a number is the system's, too.  */
  return failed->status != STATUS_IO
         || (failed->error != 0 && !diag_is_system_failure (failed->error));
}

/* Print TEXT, whatever could control a terminal as octal escapes.  */
static void
print_escaped (FILE *stream, const char *text)
{
  struct escape escape;
  char escaped[ESCAPE_MOST];
  escape_start (&escape, 0);
  for (; *text != '\0'; text++)
    fwrite (escaped, 1, escape_put (&escape, (unsigned char)*text, escaped),
            stream);
  fwrite (escaped, 1, escape_end (&escape, escaped), stream);
}

void
diag_print_line (FILE *stream, const char *program, const char *text)
{
  print_escaped (stream, program ? program : "gprof");
  fputs (": ", stream);
  print_escaped (stream, text);
  putc ('\n', stream);
}

/* Keep TEXT; IS_PRINTED is what was printed at once.  */
static void
keep (struct diag *diag, const char *text, bool is_printed)
{
  const size_t size = strlen (text) + 1;
  diag->kept = memory_grow (diag->kept, diag->kept_size + size);
  memcpy (diag->kept + diag->kept_size, text, size);
  diag->kept_size += size;
  if (is_printed)
    diag->held = diag->kept_size;
}

/* Print a line of KIND, at once unless messages are held back.  KEEPS: keep it
   also if it was printed.  */
static void DIAG_PRINTF (5, 0)
    print_message (struct diag *diag, const struct place *where,
                   const char *kind, bool keeps, const char *format,
                   va_list arguments)
{
  char *message = memory_vformat (format, arguments);
  char *text = with_place (where, kind, message);
  if (diag->stream != NULL && !diag->holds)
    diag_print_line (diag->stream, diag->program, text);
  if (keeps || diag->holds)
    keep (diag, text, !diag->holds);
  free (text);
  free (message);
}

/* Print a warning, and keep it if warnings are repeated.  */
static void DIAG_PRINTF (3, 0)
    print_warning (struct diag *diag, const struct place *where,
                   const char *format, va_list arguments)
{
  diag->warnings++;
  print_message (diag, where, _ ("warning: "), diag->keeps, format, arguments);
}

void
diag_warn (struct diag *diag, const struct place *where, const char *format,
           ...)
{
  va_list arguments;
  va_start (arguments, format);
  print_warning (diag, where, format, arguments);
  va_end (arguments);
}

/* Print what is kept from START on.  */
static void
print_kept (struct diag *diag, size_t start)
{
  if (diag->stream == NULL)
    return;
  for (size_t at = start; at < diag->kept_size;
       at += strlen (diag->kept + at) + 1)
    diag_print_line (diag->stream, diag->program, diag->kept + at);
  diag->held = diag->kept_size;
}

void
diag_repeat (struct diag *diag)
{
  print_kept (diag, 0);
}

void
diag_hold (struct diag *diag, bool holds)
{
  diag->holds = holds;
}

enum status
diag_warn_or_fail (struct diag *diag, bool fails, enum status status,
                   const struct place *where, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  if (fails)
    keep_failure (diag, status, where, format, arguments);
  else
    print_warning (diag, where, format, arguments);
  va_end (arguments);
  return fails ? status : STATUS_ABSENT;
}

void
diag_note (struct diag *diag, const struct place *where, const char *format,
           ...)
{
  va_list arguments;
  va_start (arguments, format);
  print_message (diag, where, _ ("note: "), false, format, arguments);
  va_end (arguments);
}

void
diag_warn_failed (struct diag *diag, const struct diag *failed)
{
  diag_warn (diag, NULL, "%s", failed->text);
}

enum status
diag_adopt (struct diag *diag, struct diag *failed)
{
  const enum status status = failed->status;
  if (diag->status == STATUS_OK)
    {
      diag->status = status;
      diag->error = failed->error;
      diag->text = failed->text;
      diag->hint = failed->hint;
      failed->text = failed->hint = NULL;
    }
  diag_release (failed);
  return status;
}

void
diag_forget (struct diag *diag)
{
  free (diag->text);
  free (diag->hint);
  diag->text = diag->hint = NULL;
  diag->status = STATUS_OK;
}

void
diag_hint (struct diag *diag, const char *format, ...)
{
  if (diag->status == STATUS_OK || diag->hint != NULL)
    return;
  va_list arguments;
  va_start (arguments, format);
  diag->hint = memory_vformat (format, arguments);
  va_end (arguments);
}

void
diag_report (struct diag *diag)
{
  print_kept (diag, diag->held);
  if (diag->status == STATUS_OK || diag->stream == NULL)
    return;
  diag_print_line (diag->stream, diag->program, diag->text);
  if (diag->hint != NULL)
    diag_print_line (diag->stream, diag->program, diag->hint);
  if (diag->status == STATUS_USAGE)
    {
      char *help = memory_format (_ ("Try '%s --help' for more information."),
                                  diag->program ? diag->program : "gprof");
      print_escaped (diag->stream, help);
      putc ('\n', diag->stream);
      free (help);
    }
}

void
diag_release (struct diag *diag)
{
  diag_forget (diag);
  free (diag->kept);
  diag->kept = NULL;
  diag->kept_size = diag->held = 0;
}
