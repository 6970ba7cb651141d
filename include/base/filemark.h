/* filemark.h - has a file changed since it was read?

   A run that reads a file, adds to it and replaces it by the sum would undo
   what others wrote there meanwhile.  Marks detect that: device, inode, size
   and modification time.  Not the time when the inode changed: a new name or
   mode leaves the contents as they are.  */

#ifndef FILEMARK_H
#define FILEMARK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "base/memory.h"

struct stat;

struct filemark
{
  bool known; /* of an ordinary file; nothing else is compared */
  dev_t device;
  ino_t inode;
  off_t size;
  struct timespec changed;
};

/* The mark of the file that ABOUT describes.  */
struct filemark filemark_of (const struct stat *about);

/* The mark of the file that NAME leads to now, "-" being standard input; not
   known if there is none.  */
struct filemark filemark_of_name (const char *name);

/* Are these of one ordinary file, as it was or as it is now?  */
bool filemark_same_file (const struct filemark *a, const struct filemark *b);

/* And it has not been written in between?  */
bool filemark_equal (const struct filemark *a, const struct filemark *b);

/* The files that a run has read, and the one that it is going to write.  */
struct filemarks
{
  struct filemark before;      /* the latter, before anything was read */
  VEC (const char *) names;    /* borrowed; "-" is standard input */
  VEC (struct filemark) marks; /* one for each of these */
};

/* Before anything is read: NAME is what will be written.  */
void filemarks_start (struct filemarks *marks, const char *name);

/* A file called NAME, borrowed, was read; MARK is from when it was opened.  40
   bytes and the pointer.  */
void filemarks_add (struct filemarks *marks, const char *name,
                    const struct filemark *mark);

/* Was the file that is about to be replaced, NOW, read under any name when it
   held something else, or was it put where such a file was?  A system call for
   each file read, but only if NOW is not as before.  */
bool filemarks_changed (const struct filemarks *marks,
                        const struct filemark *now);

/* Was the file of MARK read, under any name?  */
bool filemarks_have (const struct filemarks *marks,
                     const struct filemark *mark);

void filemarks_release (struct filemarks *marks);

#endif
