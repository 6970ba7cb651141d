/* record.h - a program is run with libgprof-helper, and what it records becomes
   the profiles of this run.  */

#ifndef RECORD_H
#define RECORD_H

#include "base/arena.h"
#include "base/command.h"
#include "base/diag.h"
#include "base/scratch.h"
#include "input/options.h"
#include "run/recordings.h"

/* Zeroed, there is none.  */
struct record
{
  struct arena memory;    /* of names and variables */
  struct scratch scratch; /* where the profiles are, unless they are kept */
  struct scratch link;    /* where a link to the library is, if need be */
  struct recordings recordings;
  bool has_run; /* the program has ended, */
  int status; /* with this status of a shell; or could not be run, with that */
};

/* Run the command of OPTIONS with the library, wait for it, and set image and
   profiles of OPTIONS to what was recorded, all borrowed from RECORD.  What
   that leaves out is noted.  To be released in any case, when the profiles have
   been read.  STATUS_IO also if the program could not be run.
   STATUS_UNSUPPORTED: no library, or a program that takes none.  STATUS_FORMAT:
   nothing was recorded.  STATUS_NO_MEMORY.  */
enum status record_run (struct record *record, struct options *options,
                        struct diag *diag);

/* Removes the profiles unless they are kept.  */
void record_release (struct record *record);

#endif
