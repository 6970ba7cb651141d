/* progress.h - how far a long piece of work has come, on a terminal.

   One line of standard error that is written again and again and is gone at
   the end, also where a signal ends the program; none if standard error is no
   terminal, or the work is short.  */

#ifndef PROGRESS_H
#define PROGRESS_H

#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <time.h>

enum
{
  PROGRESS_SIGNALS = 4
};

struct progress
{
  FILE *stream;         /* standard error; null: nothing is ever shown */
  struct timespec next; /* when to write again */
  size_t length;        /* bytes of the line that stands there */
  /* While it is shown, signals erase it; their actions before that.  */
  struct sigaction before[PROGRESS_SIGNALS];
};

/* Start to report on STREAM, standard error; null: report nothing.  */
void progress_start (struct progress *progress, FILE *stream);

/* DONE of TOTAL files were read.  To be called for each.  */
void progress_files (struct progress *progress, size_t done, size_t total);

/* Work has ended; the line disappears.  To be called before anything else is
   written there.  */
void progress_end (struct progress *progress);

#endif
