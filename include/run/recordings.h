/* recordings.h - the files that the processes of a run have recorded, which of
   them are of one program, and which processes go on.  */

#ifndef RECORDINGS_H
#define RECORDINGS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/diag.h"
#include "base/memory.h"
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
  uint32_t lacks;  /* bits of LIVE_LOST_CALLS and so on */
  bool has_stacks; /* they were taken */
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
   program is in MEMORY.  False if that is no live file with a program.  O(bytes
   of the file).  */
bool recording_examine (struct recording *recording, struct arena *memory);

/* Note which files there are before the run.  PREFIX is an absolute path that
   the names of files will begin with; it is borrowed.  STATUS_IO if that
   directory cannot be used.  */
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

/* Where the first process, which has ended, could not write how long it took, as
   it was killed: do so.  It ended at CLOCK of the system's monotonic one; all in
   nanoseconds.  Not if it executed several programs.  What cannot be written is
   left as it is.  O(files).  */
void recordings_complete (const struct recordings *recordings, uint64_t clock,
                          uint64_t user, uint64_t system);

void recordings_release (struct recordings *recordings);

/* --- Processes that go on ------------------------------------------------ */

/* A process that goes on when the program of a run has ended.  */
struct lingerer
{
  pid_t process;
  const char *program; /* that it executes */
  bool records; /* it has the recorder; else it is just starting, or linked
                   statically */
};

/* Zeroed, it is empty.  */
struct lingering
{
  struct arena memory;
  VEC (struct lingerer) items;
};

/* Does the process of RECORDING still write to that file?  One that has ended
   does not, also while nobody has waited for it, nor does one that has executed
   another program since; nor one of this number that has nothing to do with
   it, since numbers are used again and may be those of a container.  */
bool recording_goes_on (const struct recording *recording);

/* Find the processes of the run of FILE that have PREFIX, a path, for the names
   of their profiles, though they may have none so far.  What was found before is
   forgotten.  O(processes).  */
void lingering_find (struct lingering *lingering, const char *prefix,
                     const char *file);

/* Add those of RECORDINGS that go on; programs may overwrite what lingering_find
   looks at.  */
void lingering_add (struct lingering *lingering,
                    const struct recordings *recordings);

/* Note those that record, for each program, and how to see it.  Returns whether
   there are any.  */
bool lingering_note (const struct lingering *lingering, const char *prefix,
                     struct diag *diag);

void lingering_release (struct lingering *lingering);

#endif
