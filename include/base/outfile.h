/* outfile.h - an output file that is there whole or not at all.

   What is written goes to a draft and takes the old file's place at the end,
   so a file that is read and written in one run survives every failure, signal
   and crash.  Nothing else is left either, unless a crash comes while the new
   file is written beside the old one.

   Where the old file cannot be replaced, its contents are overwritten at the
   end; then only a crash or a disk that fails can do harm.  */

#ifndef OUTFILE_H
#define OUTFILE_H

#include <stdbool.h>
#include <sys/stat.h>

#include "base/diag.h"
#include "base/filemark.h"
#include "base/output.h"

struct outfile
{
  const char *name; /* as given, for messages; borrowed */
  char *target;     /* NAME with symbolic links followed; owned, null for what
                       is no regular file and is written itself */
  char *directory;  /* of the target; likewise */
  bool exists;      /* there is an old file */
  bool stays;       /* it is overwritten, not replaced */
  struct stat old;  /* the old file */
  bool is_locked;   /* other runs wait until we have replaced it */
  bool is_spoiled;  /* it holds neither the old contents nor the new ones */
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
   its owner; a new one has the mode that the umask leaves.  Nothing is changed
   before outfile_commit.  TAKEN is another descriptor that the run writes to,
   or -1.
   STATUS_UNSUPPORTED if NAME is not what PLACE allows, or a regular file that
   TAKEN leads to; STATUS_IO if it cannot be written; OUTFILE is released
   then.  */
enum status outfile_open (struct outfile *outfile, const char *name,
                          enum outfile_place place, int taken,
                          struct diag *diag);

/* Sync what was written to the disk and replace the file by it, unless MARKS,
   which may be null, shows that the file has changed since it was read:
   STATUS_MISMATCH.  Runs that replace a file take turns, as far as the system
   has locks, so that no change goes unnoticed.
   STATUS_IO if any of this failed, and then the old file is as it was, or the
   new one is there whole and only the disk did not confirm it; unless the
   message says otherwise.  Releases OUTFILE in any case.
   Other threads must not take signals.  */
enum status outfile_commit (struct outfile *outfile,
                            const struct filemarks *marks, struct diag *diag);

/* Leave the old file as it was.  Releases OUTFILE.  */
void outfile_abandon (struct outfile *outfile);

#endif
