/* record.h - a program is run with libgprof-helper, and what it records becomes
   the profiles of this run.  */

#ifndef RECORD_H
#define RECORD_H

#include "base/command.h"
#include "base/diag.h"
#include "base/memory.h"
#include "base/output.h"
#include "base/scratch.h"
#include "input/options.h"
#include "run/recordings.h"

/* Zeroed, there is none.  */
struct record
{
  struct arena memory;    /* of names and variables */
  struct scratch scratch; /* where the profiles are, unless they are kept */
  struct scratch link;    /* where a link to the library is, if need be */
  const char *pattern;    /* the argument of --keep, or null; borrowed */
  char *variable;         /* of the program's environment, with what names of
                             profiles begin with, */
  char *kept;             /* which ends in what PATTERN stands for */
  struct recordings recordings;
  struct command command; /* how the program ran */
  uint64_t ended;         /* when: nanoseconds of the monotonic clock */
  size_t processes;       /* whose recordings are reported */
  int status; /* of a shell: the program's, or that it could not be run */
};

/* Run the command of OPTIONS with the library, wait for it, and set image and
   profiles of OPTIONS to what was recorded, all borrowed from RECORD.  What
   that leaves out is noted.  To be released in any case, when the profiles have
   been read.  STATUS_IO also if the program could not be run.
   STATUS_ABSENT: nothing was recorded, which was said; a failure only with
   --fail-above.  STATUS_UNSUPPORTED: no library.  */
enum status record_run (struct record *record, struct options *options,
                        struct diag *diag);

/* If nobody said what to report, print what parts the report from what the
   program has printed: how long it ran.  */
void record_print_rule (const struct record *record,
                        const struct options *options, struct output *output);

/* Removes the profiles unless they are kept, or processes go on.  */
void record_release (struct record *record);

#endif
