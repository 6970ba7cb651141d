/* scratch.h - files of this run alone, without a name, or in a directory that
   is removed however the run ends.  */

#ifndef SCRATCH_H
#define SCRATCH_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/diag.h"

/* A new file that has no name and is for this process alone; -1, with errno, if
   there is none.  */
int scratch_nameless (void);

/* Zeroed, there is none.  */
struct scratch
{
  char *directory; /* an absolute path; owned, null for none */
  pid_t remover;   /* a process that removes it when this one has ended */
  int alive;       /* the end of a pipe by which it knows; if DIRECTORY */
  bool is_kept;    /* nobody removes it */
};

/* Make a directory that only this user may enter, below PARENT.  It is to hold
   ordinary files and links alone.  scratch_release removes it, with what is in
   it; a process that waits does, when this one dies of anything.  To be called
   while there is no other thread.  STATUS_IO.  */
enum status scratch_make (struct scratch *scratch, const char *parent,
                          struct diag *diag);

/* Why there is no room for some files in DIRECTORY: an errno value, or 0 if
   there is, or if that cannot be told.  */
int scratch_room (const char *directory);

/* Leave the directory where it is.  */
void scratch_keep (struct scratch *scratch);

/* Returns when the directory is gone, or left.  */
void scratch_release (struct scratch *scratch);

#endif
