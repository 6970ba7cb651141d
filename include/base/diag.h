/* diag.h - status codes, the first failure and its place, warnings.

   A function that can fail returns an enum status and takes a struct diag *
   as its last argument.  The failing line itself records what went wrong;
   everybody above passes the code up unchanged, and main prints it once.  */

#ifndef DIAG_H
#define DIAG_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#if defined __GNUC__
#define DIAG_PRINTF(string, first)                                            \
  __attribute__ ((format (printf, string, first)))
#else
#define DIAG_PRINTF(string, first)
#endif

enum status
{
  STATUS_OK,
  STATUS_ABSENT,      /* what was asked for does not exist; silent */
  STATUS_USAGE,       /* the command line is wrong */
  STATUS_IO,          /* a system call failed */
  STATUS_FORMAT,      /* a file is not what it should be */
  STATUS_MISMATCH,    /* two inputs disagree */
  STATUS_UNSUPPORTED, /* understood, but not available */
  STATUS_NO_MEMORY
};

/* Where in which input something is.  Everything may be left out: FILE null,
   RECORD 0 (records count from 1), OFFSET negative (bytes from the start).  */
struct place
{
  const char *file;
  uint64_t record;
  int64_t offset;
};

/* The place that is a whole file.  */
#define PLACE_FILE(name) (&(struct place){ (name), 0, -1 })

struct diag
{
  const char *program; /* as typed; borrowed from argv */
  FILE *stream;        /* where warnings go at once */
  enum status status;  /* of the first failure */
  int error;           /* its errno value, if a system call failed, or 0 */
  char *text;        /* of the first failure, "file: place: message"; owned */
  char *hint;        /* what may have led to it, or null; owned */
  unsigned warnings; /* how many warnings were printed */
  bool keeps;        /* warnings are kept for diag_repeat */
  bool holds;        /* see diag_hold */
  char *kept;        /* texts of messages, each with a NUL; owned */
  size_t kept_size;
  size_t held; /* place in them of the first one not yet printed */
};

/* Record a failure and return STATUS.  Only the first failure is kept: what
   follows it is usually its consequence.  WHERE may be null.  FORMAT is a
   whole sentence without full stop, lower-case, translated.  */
enum status diag_fail (struct diag *diag, enum status status,
                       const struct place *where, const char *format, ...)
    DIAG_PRINTF (4, 5);

/* Record a failed system call on FILE: as diag_fail, with ERROR (an errno
   value) in the system's words after what was being done.  */
enum status diag_fail_errno (struct diag *diag, const char *file, int error,
                             const char *doing);

/* Does ERROR, an errno value, say that the system failed rather than that a
   file is absent or of no use?  Then the file may still exist.  */
bool diag_is_system_failure (int error);

/* May the run go on without the file of which FAILED says what is wrong?  Not if
   that is a failure of the system: then what is printed would depend on
   luck.  */
bool diag_can_do_without (const struct diag *failed);

/* Print one warning line, "program: file: place: warning: message".  */
void diag_warn (struct diag *diag, const struct place *where,
                const char *format, ...) DIAG_PRINTF (3, 4);

/* Record a failure if FAILS, and return STATUS; else print it as a warning and
   return STATUS_ABSENT.  */
enum status diag_warn_or_fail (struct diag *diag, bool fails,
                               enum status status, const struct place *where,
                               const char *format, ...) DIAG_PRINTF (5, 6);

/* The same with "note: ", for what is correct but may be unexpected; not
   counted.  */
void diag_note (struct diag *diag, const struct place *where,
                const char *format, ...) DIAG_PRINTF (3, 4);

/* Print what FAILED recorded as one warning line of DIAG, for a failure that
   does not matter enough to end the run.  FAILED remains to be released.  */
void diag_warn_failed (struct diag *diag, const struct diag *failed);

/* Print the warnings again that were printed since DIAG keeps them, and those
   that were held back.  */
void diag_repeat (struct diag *diag);

/* If HOLDS, keep warnings and notes from now on, and print them only in
   diag_repeat or diag_report: somebody else uses the terminal.  */
void diag_hold (struct diag *diag, bool holds);

/* Record what FAILED recorded as a failure of DIAG, and release FAILED.
   Returns its status.  */
enum status diag_adopt (struct diag *diag, struct diag *failed);

/* Forget the recorded failure, to record its cause instead.  */
void diag_forget (struct diag *diag);

/* Add a hint, what may have led to it, to the recorded failure; FORMAT is a
   whole sentence as in diag_fail.  It is printed in a line of its own.  Only
   the first is kept, and none where nothing failed.  */
void diag_hint (struct diag *diag, const char *format, ...) DIAG_PRINTF (2, 3);

/* Print what is held back, then the recorded failure as one line, if there is
   one, and then its hint; a usage failure is followed by a line that says how to
   get help.  Bytes that could control a terminal are shown as octal escapes.  */
void diag_report (struct diag *diag);

/* Print "PROGRAM: TEXT" as one line, escaped like all the others.  */
void diag_print_line (FILE *stream, const char *program, const char *text);

void diag_release (struct diag *diag);

#endif
