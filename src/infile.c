/* infile.c - an input file read whole, in two steps.

   Reads rather than maps, so a file that shrinks under us is a short read and
   not a signal.  The buffer grows with what really arrives.  */

#include "config.h"

#include "infile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "i18n.h"
#include "vec.h"

enum
{
  BLOCK_SIZE = 4096
};

/* Read until SIZE reaches WANTED or the file ends.  */
static enum status
read_up_to (struct infile *infile, size_t wanted, struct diag *diag)
{
  while (!infile->at_end && infile->size < wanted)
    {
      if (infile->size == infile->capacity
          && !vec_make_room (&infile->data, &infile->capacity,
                             infile->size + BLOCK_SIZE, 1))
        return diag_no_memory (diag);
      size_t room = infile->capacity - infile->size;
      if (room > wanted - infile->size)
        room = wanted - infile->size;
      ssize_t got = read (infile->fd, infile->data + infile->size, room);
      if (got < 0 && errno == EINTR)
        continue;
      if (got < 0)
        return diag_fail_errno (diag, infile->name, errno, _ ("cannot read"));
      infile->at_end = got == 0;
      infile->size += (size_t)got;
    }
  return STATUS_OK;
}

/* Make room for a regular file's size at once, and one byte more so that the
   end is seen without growing.  */
static enum status
reserve_known_size (struct infile *infile, struct diag *diag)
{
  struct stat about;
  if (fstat (infile->fd, &about) != 0)
    return diag_fail_errno (diag, infile->name, errno, _ ("cannot read"));
  if (infile->regular && about.st_size > 0
      && (uintmax_t)about.st_size < SIZE_MAX / 2
      && !vec_make_room (&infile->data, &infile->capacity,
                         (size_t)about.st_size + 1, 1))
    return diag_no_memory (diag);
  return STATUS_OK;
}

enum status
infile_open (struct infile *infile, const char *name, size_t wanted,
             struct diag *diag)
{
  *infile = (struct infile){ .name = name, .fd = STDIN_FILENO };
  if (strcmp (name, "-") != 0)
    infile->fd = open (name, O_RDONLY | O_CLOEXEC);
  if (infile->fd < 0)
    return diag_fail_errno (diag, name, errno, _ ("cannot open"));
  struct stat about;
  infile->regular = fstat (infile->fd, &about) == 0 && S_ISREG (about.st_mode);
  return read_up_to (infile, wanted, diag);
}

enum status
infile_finish (struct infile *infile, struct diag *diag)
{
  enum status status = reserve_known_size (infile, diag);
  return status == STATUS_OK ? read_up_to (infile, SIZE_MAX, diag) : status;
}

void
infile_release (struct infile *infile)
{
  free (infile->data);
  /* Nothing was written, so nothing can be lost in closing.  */
  if (infile->fd > STDIN_FILENO)
    close (infile->fd);
  *infile = (struct infile){ .fd = -1 };
}
