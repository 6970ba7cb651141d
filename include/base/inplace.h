/* inplace.h - new contents for an existing file, which stays the file it is.

   For where no other can be put in its place.  Whatever call fails, the file
   has its old contents or the new ones, unless the disk takes neither; only a
   run that is killed, or a crash, while the new ones are written can leave
   some of both.  */

#ifndef INPLACE_H
#define INPLACE_H

#include <stddef.h>

/* A new file for reading and writing that is in no directory and is gone when
   it is closed.  Its descriptor, or -1 with errno set.  */
int inplace_aside (void);

/* Copy all of the file open as FROM to the start of that open as TO, through
   BUFFER of SIZE bytes.  0, or -1 with errno set.  */
int inplace_copy (int from, int to, char *buffer, size_t size);

enum inplace_result
{
  INPLACE_DONE,
  INPLACE_FAILED, /* the old contents are there; or the new ones, all of them,
                     if the disk refuses to confirm these and to take the old
                     ones again; errno tells what failed first */
  INPLACE_SPOILED /* the old ones were overwritten in part, and writing them
                     again failed, too; errno likewise */
};

/* Let the ordinary file open as FD, for reading and writing, hold what that
   open as DRAFT holds, and see that it is on the disk.  The caller has blocked
   the signals that would end the run.

   Before the first byte is changed, the old contents have been copied aside
   and space has been reserved; the length is cut last.  If a later step fails,
   the copy is written back.  BUFFER has SIZE bytes, two at least; as many are
   read and written at a time.
   O(old size + new size).  */
enum inplace_result inplace_write (int fd, int draft, char *buffer,
                                   size_t size);

#endif
