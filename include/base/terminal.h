/* terminal.h - how large a terminal is, whether to use colours, and how far
   a long piece of work has come.  */

#ifndef TERMINAL_H
#define TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* When to use colours, in the order of the words of --color.  */
enum colour_choice
{
  COLOUR_AUTO,
  COLOUR_ALWAYS,
  COLOUR_NEVER
};

/* 0 if not known.  */
struct terminal_size
{
  int columns, rows;
};

/* The size of the terminal that FD is: that of COLUMNS and LINES, as POSIX has
   it, else what the system says.  Of what is no terminal it is not known.  */
struct terminal_size terminal_size (int fd);

/* Are colours to be used on FD (R14.141)?  With COLOUR_AUTO the environment
   decides: NO_COLOR and CLICOLOR_FORCE, then whether FD is a terminal that can
   show them.  */
bool terminal_wants_colours (int fd, enum colour_choice choice);

/* Shows again what was there before a screen was drawn, with the cursor, and
   long lines whole.  */
#define TERMINAL_LEAVE "\033[?7h\033[?25h\033[?1049l"

/* While a screen is drawn: if the image is cut short while it is in use, which
   ends the process, let the terminal be as users have it before.  Until
   process_watch_signals.  */
void terminal_leave_at_fault (void);

/* --- Progress ------------------------------------------------------------ */

/* How far a long piece of work has come, on a terminal.

   One line of standard error that is written again and again and is gone at
   the end; none if standard error is no terminal, or the work is short.  */

struct progress
{
  FILE *stream; /* standard error; null: nothing is ever shown */
  double next;  /* when to write again, as process_clock has it */
  int length;   /* bytes of the line that stands there */
};

/* Start to report on STREAM, standard error; null: report nothing.  */
void progress_start (struct progress *progress, FILE *stream);

/* Is it time to show how far it is?  Then progress_show follows.  */
bool progress_is_due (struct progress *progress);

/* Let the line be TEXT, which can control no terminal, and does not become
   shorter.  */
void progress_show (struct progress *progress, const char *text);

/* Both: DONE of TOTAL files were read.  To be called for each.  */
void progress_files (struct progress *progress, size_t done, size_t total);

/* Work has ended; the line disappears.  To be called before anything else is
   written there.  */
void progress_end (struct progress *progress);

#endif
