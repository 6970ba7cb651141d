/* outfile.h - an output file that is there whole or not at all.

   What is written goes to a new file beside the old one and takes its place
   at the end, so a file that is read and written in one run survives every
   failure.  */

#ifndef OUTFILE_H
#define OUTFILE_H

#include <stdbool.h>

#include "diag.h"
#include "output.h"

struct outfile
{
  const char *name;     /* as given, for messages; borrowed */
  char *target;         /* NAME with symbolic links followed; owned, null for
                           what is no regular file */
  char *draft;          /* the new file, null if the old one is written */
  struct output output; /* write here */
};

/* What may be there under the name of the file.  */
enum outfile_place
{
  OUTFILE_ANYTHING, /* links are followed, and what is no regular file, such as
                       a device, is written itself */
  OUTFILE_REGULAR   /* a regular file or nothing */
};

/* Start the file NAME.  An existing file keeps its mode and, as far as we may,
   its owner; a new one has the mode that the process's mask leaves.  In a
   directory that takes no new files, an existing file is written itself.
   STATUS_IO if NAME cannot be written, is a directory or not what PLACE
   allows, STATUS_NO_MEMORY; OUTFILE is released then.  */
enum status outfile_open (struct outfile *outfile, const char *name,
                          enum outfile_place place, struct diag *diag);

/* See that all that was written is on the disk and let it be the file.
   STATUS_IO if any of this failed, and then, save for a file that is written
   itself, the old one is as it was.  Releases OUTFILE in any case.  */
enum status outfile_commit (struct outfile *outfile, struct diag *diag);

/* Leave the old file as it was.  Releases OUTFILE.  */
void outfile_abandon (struct outfile *outfile);

#endif
