/* filter.h - what another program makes of a text.  */

#ifndef FILTER_H
#define FILTER_H

#include <sys/types.h>

#include "base/diag.h"
#include "base/output.h"

/* Files without a name, for what another program reads and writes; so neither
   waits for the other, and no write can end in SIGPIPE.  Zeroed, there are
   none.  */
struct filter
{
  struct output *input; /* write here what it is to read; owned */
  int result, messages; /* what it writes, if INPUT is not null */
};

/* STATUS_IO.  To be ended whatever the status.  */
enum status filter_start (struct filter *filter, struct diag *diag);

/* Run the program ARGUMENTS[0], which is looked for in PATH, with ARGUMENTS,
   which a null ends, on what was written to FILTER->input; wait for it and, if
   it succeeds, write all that it wrote to OUTPUT.  STATUS_ABSENT, without a
   message, if there is no such program; STATUS_IO if it or a system call
   fails.  O(what it writes).  */
enum status filter_run (struct filter *filter, char *const *arguments,
                        struct output *output, struct diag *diag);

void filter_end (struct filter *filter);

#endif
