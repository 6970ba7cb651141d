/* destination.h - where the report goes: standard output, or the file of
   --output.  */

#ifndef DESTINATION_H
#define DESTINATION_H

#include "base/diag.h"
#include "base/filemark.h"
#include "input/options.h"
#include "base/outfile.h"
#include "base/output.h"

/* Zeroed, it is empty.  */
struct destination
{
  struct output *standard; /* standard output, owned */
  struct outfile *outfile; /* of --output, owned; null until it is opened */
  struct output *report;   /* one of these; null until it is chosen */
};

/* Open standard output.  STATUS_NO_MEMORY.  */
enum status destination_start (struct destination *destination,
                               struct diag *diag);

/* Open what OPTIONS say the report goes to, unless that was done.  The
   statuses are those of outfile_open and formats_check_output.  */
enum status destination_choose (struct destination *destination,
                                const struct options *options,
                                struct diag *diag);

/* After a run that ended with STATUS: put the file of --output, if one was
   opened, in its place, unless the run has failed or has read that file, which
   OPTIONS and INPUTS tell; then close standard output, without what was
   prepared for it if the run has failed.  Returns the first failure.  */
enum status destination_close (struct destination *destination,
                               const struct options *options,
                               const struct filemarks *inputs,
                               enum status status, struct diag *diag);

void destination_release (struct destination *destination);

#endif
