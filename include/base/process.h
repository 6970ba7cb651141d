/* process.h - what belongs to the process as a whole: its name, locale,
   standard descriptors and signals.  */

#ifndef PROCESS_H
#define PROCESS_H

#include <stdbool.h>

#include "base/diag.h"

/* Let messages and character types follow the user's locale; CATALOGUES is the
   directory of the translations.  Numbers stay as in the C locale.  */
void process_set_locale (const char *catalogues);

/* Let messages be in UTF-8, whatever the locale, or else in its encoding.  */
void process_speak_utf8 (bool utf8);

/* What messages call this program: its first argument, or "gprof" without
   one.  */
const char *process_name (int argc, char *const *argv);

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

#endif
