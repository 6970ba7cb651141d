/* infile.c - an input file read whole, in two steps.

   Reads rather than maps, so a file that shrinks under us is a short read and
   not a signal.  The buffer grows with what really arrives.  */

#include "config.h"

#include "infile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
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
  if (infile->known_size < SIZE_MAX / 2
      && !vec_make_room (&infile->data, &infile->capacity,
                         (size_t)infile->known_size + 1, 1))
    return diag_no_memory (diag);
  return STATUS_OK;
}

void
infile_close (struct infile *infile)
{
  /* Nothing was written, so nothing can be lost in closing.  */
  if (infile->fd > STDIN_FILENO)
    close (infile->fd);
  infile->fd = -1;
}

/* Make INFILE one of NAME that is not open yet; only the buffer stays.  */
static void
start_over (struct infile *infile, const char *name)
{
  infile_close (infile);
  *infile = (struct infile){
    .name = name, .data = infile->data, .capacity = infile->capacity, .fd = -1
  };
}

static void
note_kind_and_size (struct infile *infile)
{
  struct stat about;
  infile->regular = fstat (infile->fd, &about) == 0 && S_ISREG (about.st_mode);
  infile->known_size
      = infile->regular && about.st_size > 0 ? (uintmax_t)about.st_size : 0;
  infile->mark
      = infile->regular ? filemark_of (&about) : (struct filemark){ 0 };
}

enum status
infile_reopen (struct infile *infile, const char *name, size_t wanted,
               struct diag *diag)
{
  start_over (infile, name);
  infile->fd = strcmp (name, "-") == 0 ? STDIN_FILENO
                                       : open (name, O_RDONLY | O_CLOEXEC);
  if (infile->fd < 0)
    return diag_fail_errno (diag, name, errno, _ ("cannot open"));
  note_kind_and_size (infile);
  return read_up_to (infile, wanted, diag);
}

enum status
infile_open (struct infile *infile, const char *name, size_t wanted,
             struct diag *diag)
{
  *infile = (struct infile){ .fd = -1 };
  return infile_reopen (infile, name, wanted, diag);
}

enum status
infile_read_on (struct infile *infile, size_t wanted, struct diag *diag)
{
  if (infile->regular)
    return read_up_to (infile, wanted, diag);
  enum status status
      = read_up_to (infile, wanted < INFILE_MOST ? wanted : INFILE_MOST, diag);
  if (status == STATUS_OK && !infile->at_end && infile->size >= INFILE_MOST)
    return diag_fail (diag, STATUS_FORMAT, PLACE_FILE (infile->name),
                      _ ("this pipe or device brings more than %ju bytes; if "
                         "it ends at all, write it to a file first"),
                      INFILE_MOST);
  return status;
}

enum status
infile_finish (struct infile *infile, struct diag *diag)
{
  enum status status = reserve_known_size (infile, diag);
  return status == STATUS_OK ? infile_read_on (infile, SIZE_MAX, diag)
                             : status;
}

/* Is NAME an ordinary file that says its size, fewer than LIMIT bytes?  Asked
   before opening it: whoever writes to a pipe would notice that, and the
   system's own files, whose size is 0, may make a reader wait.  */
static bool
is_small_and_regular (const char *name, size_t limit)
{
  struct stat about;
  return strcmp (name, "-") != 0 && stat (name, &about) == 0
         && S_ISREG (about.st_mode) && about.st_size > 0
         && (uintmax_t)about.st_size < limit;
}

bool
infile_load (struct infile *infile, const char *name, size_t limit)
{
  /* With a failure in it, so no words are made for another one.  */
  struct diag unsaid = { .status = STATUS_IO };
  const bool loaded = is_small_and_regular (name, limit)
                      && infile_reopen (infile, name, 0, &unsaid) == STATUS_OK
                      && reserve_known_size (infile, &unsaid) == STATUS_OK
                      && read_up_to (infile, limit, &unsaid) == STATUS_OK
                      && infile->at_end;
  infile_close (infile);
  return loaded;
}

void
infile_release (struct infile *infile)
{
  free (infile->data);
  infile_close (infile);
  *infile = (struct infile){ .fd = -1 };
}
