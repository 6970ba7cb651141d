/* process.h - what belongs to the process as a whole: its name, arguments,
   locale, standard descriptors and signals.  */

#ifndef PROCESS_H
#define PROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/diag.h"

/* Let messages and character types follow the user's locale; CATALOGUES is the
   directory of the translations.  Numbers stay as in the C locale.  */
void process_set_locale (const char *catalogues);

/* Let messages be in UTF-8, whatever the locale, or else in its encoding.  */
void process_speak_utf8 (bool utf8);

/* What messages call this program: its first argument, or "gprof" without
   one.  */
const char *process_name (int argc, char *const *argv);

/* Copy ARGV[0 .. *ARGC-1], each word @FILE after the first replaced by the
   words of FILE (R1.2), but not behind the words "--run" and then "--", where
   they are those of a command (R20.61).  *ARGC becomes the number of words of
   the copy, which a null follows.  A directory, or files without an end, print
   a line and end the process with status 1, and so does memory that runs
   out.  */
char **process_expand_arguments (int *argc, char **argv);

/* WORDS may be null.  */
void process_free_arguments (char **words);

/* Do standard output and error share a terminal?  Then a listing would scroll
   warnings away, and they are repeated behind it.  */
bool process_shares_terminal (void);

/* Make a write beyond the limit of file size fail without effect, and end the
   process with one line and status 1 when a mapped file is cut short.  Programs
   that this one starts have the usual signals.  May be called by a signal
   handler, and again.  */
void process_watch_signals (void);

/* Reserve those of the descriptors 0 to 2 that are closed, so that no file we
   open becomes standard input, output or error.  They get /dev/null, opened
   the wrong way round: reading standard input or writing standard output
   fails.  STATUS_IO.  */
enum status process_reserve_descriptors (struct diag *diag);

/* Seconds since a moment in the past, always the same; and nanoseconds.  */
double process_clock (void);
uint64_t process_nanoseconds (void);

/* Does the process with this NUMBER run?  One that has ended does not, also
   while nobody has waited for it.  */
bool process_runs (pid_t number);

#endif
