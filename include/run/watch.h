/* watch.h - the first screen of a report, again and again while a program
   runs.  */

#ifndef WATCH_H
#define WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

#include "base/diag.h"
#include "base/output.h"
#include "base/signals.h"
#include "input/options.h"
#include "input/profile_names.h"
#include "run/recordings.h"

/* The terminal while it is used; zeroed, it is not.  */
struct watch
{
  const struct options *options; /* the user's; borrowed */
  struct output *page;           /* what is drawn, in a file without a name */
  int held;                      /* another one, where a program's output can
                                    wait until the end */
  bool on_screen;                /* the terminal shows it */
  bool has_keys;                 /* keys are for this process: */
  struct termios keys;           /* as they were before */
  double asked;                  /* when watch_is_due was called last */
  double due;                    /* when to draw next, in seconds */
  double drawn;                  /* when it was drawn last, or 0 */
  uint64_t calls;                /* that were counted by then */
  char *state;                   /* see watch_follow; owned */
};

/* Begin to show on standard output what OPTIONS want; SIGALRM, which is held
   back, will come when that is due.  HAS_KEYS: keys that are pressed are for
   this process.  STATUS_UNSUPPORTED: that is no terminal.  STATUS_IO.  To be
   ended in any case.  */
enum status watch_start (struct watch *watch, const struct options *options,
                         bool has_keys, struct diag *diag);

/* Act on the signal NUMBER: stop this process, or nothing.  Returns whether the
   screen is to be drawn now, since that is due or its size has changed.  */
bool watch_is_due (struct watch *watch, int number);

/* Then draw the screen for the COUNT items of RECORDINGS.  They are of one
   program, which IMAGE is the file of.  What cannot be drawn is left out.  The
   next screen is due so late that all since watch_is_due costs at most a tenth
   of the time.  */
void watch_draw (struct watch *watch, const char *image,
                 const struct recording *recordings, size_t count);

/* Give the terminal back, and write to it what was held; WATCH may be
   zeroed.  */
void watch_end (struct watch *watch);

/* Are the profiles that OPTIONS name live files?  STATUS_UNSUPPORTED if one is
   none.  O(bytes of the files).  */
enum status watch_check (const struct options *options, struct diag *diag);

/* For a screen that somebody else draws: whether a process still writes to one
   of the live files NAMES, and then what they have in all, in WATCH's state.  To
   be ended.  O(bytes of the files).  */
bool watch_follow (struct watch *watch, const struct profile_names *names);

/* Show the live files that OPTIONS name until their processes have ended, or the
   user presses q or Ctrl-C.  A signal that ends this process gives the terminal
   back before.  WATCH is zeroed, and is so again afterwards.
   The statuses are those of watch_check and watch_start.  */
enum status watch_files (struct watch *watch, const struct options *options,
                         struct diag *diag);

#endif
