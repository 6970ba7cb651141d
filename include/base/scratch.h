/* scratch.h - files of this run alone, without a name, or in a directory that
   is removed however the run ends.  */

#ifndef SCRATCH_H
#define SCRATCH_H

#include <sys/types.h>

#include "base/diag.h"

/* A new file that has no name and is for this process alone; -1, with errno, if
   there is none.  */
int scratch_file (void);

/* Zeroed, there is none.  */
struct scratch
{
  char *directory; /* an absolute path; owned, null for none */
  pid_t remover;   /* a process that removes it when this one has ended */
  int alive;       /* the end of a pipe by which it knows; if DIRECTORY */
};

/* Make a directory that only this user may enter, below PARENT; for null that
   is TMPDIR, or else /tmp.  It is to hold ordinary files and links alone.  A
   process that waits removes it, with what is in it, in scratch_release, or
   when this process dies of anything.  To be called while there is no other
   thread.  STATUS_IO, STATUS_NO_MEMORY.  */
enum status scratch_make (struct scratch *scratch, const char *parent,
                          struct diag *diag);

/* Returns when the directory is gone.  */
void scratch_release (struct scratch *scratch);

#endif
