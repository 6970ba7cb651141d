/* recordings.h - the files that the processes of a run have recorded, and which
   of them are of one program.  */

#ifndef RECORDINGS_H
#define RECORDINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/vec.h"
#include "input/profile_names.h"

/* What one process has recorded of one program.  */
struct recording
{
  const char *file;    /* the live file; borrowed */
  const char *program; /* what the process executed: a path */
  uint32_t process;
  uint32_t rate;  /* samples a second, 0 if none are taken */
  uint64_t start; /* in seconds since 1970 */
  uint64_t calls, samples;
  bool has_ended;  /* as usual; else it runs or was killed */
  bool is_started; /* that is the program that was started */
  bool is_first;   /* and so is the process */
};

/* Zeroed, it is empty.  */
struct recordings
{
  char *directory;  /* owned */
  const char *name; /* what files of the run begin with there; borrowed */
  struct profile_names before, after; /* what is in it */
  struct arena memory;                /* of the names of programs */
  VEC (struct recording)
  items; /* by the names of files, until they are chosen */
};

/* Fill RECORDING, which is zeroed but for its file, from that.  The name of the
   program is in MEMORY.  False if that is no live file with a program, or if
   memory has run out.  O(bytes of the file).  */
bool recording_examine (struct recording *recording, struct arena *memory);

/* Note which files there are before the run.  PREFIX is an absolute path that
   the names of files will begin with; it is borrowed.  STATUS_IO if that
   directory cannot be used, STATUS_NO_MEMORY.  */
enum status recordings_start (struct recordings *recordings,
                              const char *prefix, struct diag *diag);

/* Find the files that came since the file PROGRAM was started as PROCESS; those
   that cannot be read are left out.  What was found before is forgotten.  The
   same statuses.  O(bytes of the files).  */
enum status recordings_find (struct recordings *recordings,
                             const char *program, uint32_t process,
                             struct diag *diag);

/* Bring those of the program that is to be reported to the front: of one with
   calls, if there is one; then of the program that was started, else of one that
   the first process executed, else of any.  Returns how many they are.
   O(files).  */
size_t recordings_choose (struct recordings *recordings);

void recordings_release (struct recordings *recordings);

#endif
