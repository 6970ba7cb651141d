/* outfile.h - an output file that is there whole or not at all.

   What is written goes to a new file and takes the old one's place at the end,
   so a file that is read and written in one run survives every failure, signal
   and crash.  Where the system has files without a name (Linux, O_TMPFILE),
   nothing else is left either, unless a crash comes between two system calls
   at the very end: then the new file lies, whole, beside the old one.
   Elsewhere signals wait while there is a draft, and only a crash leaves
   one.  */

#ifndef OUTFILE_H
#define OUTFILE_H

#include <signal.h>
#include <stdbool.h>

#include "diag.h"
#include "output.h"

/* What is written, if it is not the file itself.  */
enum draft_state
{
  DRAFT_NONE,
  DRAFT_NAMELESS, /* in no directory: gone when the run ends */
  DRAFT_NAMED,    /* beside the target */
  DRAFT_IN_PLACE  /* it is the target now */
};

struct outfile
{
  const char *name; /* as given, for messages; borrowed */
  char *target;     /* NAME with symbolic links followed; owned, null for what
                       is no regular file */
  char *directory;  /* of the target; owned, null if there is no draft */
  char *draft;      /* room for the draft's name; likewise */
  enum draft_state state;
  bool holds_signals;
  sigset_t signals;     /* that were held before, if so */
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
   STATUS_UNSUPPORTED if NAME is not what PLACE allows, STATUS_IO if it cannot
   be written, STATUS_NO_MEMORY; OUTFILE is released then.  */
enum status outfile_open (struct outfile *outfile, const char *name,
                          enum outfile_place place, struct diag *diag);

/* See that all that was written is on the disk and let it be the file.
   STATUS_IO if any of this failed, and then, save for a file that is written
   itself, the old one is as it was, or the new one is there whole and only its
   name may not be on the disk.  Releases OUTFILE in any case.  One thread, or
   the others must not take signals.  */
enum status outfile_commit (struct outfile *outfile, struct diag *diag);

/* Leave the old file as it was.  Releases OUTFILE.  */
void outfile_abandon (struct outfile *outfile);

#endif
