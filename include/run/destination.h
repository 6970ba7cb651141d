/* destination.h - where the report goes: standard output, perhaps through a
   pager, or the file of --output; and what a terminal gets behind it.  */

#ifndef DESTINATION_H
#define DESTINATION_H

#include "base/diag.h"
#include "base/filemark.h"
#include "base/outfile.h"
#include "base/output.h"
#include "base/pager.h"
#include "base/terminal.h"
#include "input/options.h"

/* Zeroed, it is empty.  */
struct destination
{
  struct output *standard;   /* standard output, owned */
  struct pager pager;        /* what it passes, if that runs */
  struct terminal_size size; /* of the terminal that it is */
  bool has_messages;         /* that terminal shows standard error, too */
  char *name;                /* of --output, owned; null until it is known */
  struct outfile *outfile;   /* likewise, until it is opened */
  struct output *report;     /* one of these; null until it is chosen */
};

/* Open standard output as OPTIONS and the terminal want it.  DIAG is the
   pager's.  */
void destination_start (struct destination *destination,
                        const struct options *options, struct diag *diag);

/* Open what OPTIONS say the report goes to, unless that was done; it is about
   PROCESS, or 0.  The statuses are those of pattern_expand, outfile_open and
   formats_check_output.  */
enum status destination_choose (struct destination *destination,
                                const struct options *options,
                                uint32_t process, struct diag *diag);

/* After a run that ended with STATUS: put the file of --output, if one was
   opened, in its place, unless the run has failed or has read that file, which
   OPTIONS and INPUTS tell; then close standard output, without what was
   prepared for it if the run has failed, and end the pager.  A terminal gets
   the warnings again, and a note if LISTINGS were longer than its screen
   (R14.144).  Returns the first failure.  */
enum status destination_close (struct destination *destination,
                               const struct options *options,
                               unsigned listings,
                               const struct filemarks *inputs,
                               enum status status, struct diag *diag);

/* The run ends at once: leave the file of --output as it was, forget what was
   prepared for standard output, and wait for the pager.  */
void destination_abandon (struct destination *destination);

void destination_release (struct destination *destination);

#endif
