/* infile.c - an input file read whole, in two steps.

   Reads files rather than mapping them, so that one that shrinks meanwhile
   causes a short read and not a signal.  The buffer grows with what
   arrives.  */

#include "config.h"

#include "base/infile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/vec.h"

enum
{
  BLOCK_SIZE = 4096
};

static bool
make_room (struct infile *infile, size_t needed, struct diag *diag)
{
  return diag_try (vec_make_room (&infile->data, &infile->capacity, needed, 1),
                   diag);
}

/* Read until SIZE reaches WANTED or the file ends.  */
static enum status
read_up_to (struct infile *infile, size_t wanted, struct diag *diag)
{
  while (!infile->at_end && infile->size < wanted)
    {
      if (infile->size == infile->capacity
          && !make_room (infile, infile->size + BLOCK_SIZE, diag))
        return diag_no_memory (diag);
      size_t left = infile->capacity - infile->size;
      if (left > wanted - infile->size)
        left = wanted - infile->size;
      ssize_t got = read (infile->fd, infile->data + infile->size, left);
      if (got < 0
          && (errno == EINTR || (errno == ENOMEM && diag_relieve (diag))))
        continue;
      if (got < 0)
        {
          infile->error = errno;
          return diag_fail_errno (diag, infile->name, infile->error,
                                  _ ("cannot read"));
        }
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
      && !make_room (infile, (size_t)infile->known_size + 1, diag))
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
  *infile = (struct infile){ .name = name,
                             .data = infile->data,
                             .capacity = infile->capacity,
                             .mapped = infile->mapped,
                             .fd = -1 };
}

static void
release_buffer (struct infile *infile)
{
  if (infile->mapped)
    munmap (infile->data, infile->capacity);
  else
    free (infile->data);
  infile->data = NULL;
  infile->capacity = 0;
  infile->mapped = false;
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

/* A descriptor for NAME, or -1 and errno.  */
static int
open_name (const char *name, struct diag *diag)
{
  if (strcmp (name, "-") == 0)
    return STDIN_FILENO;
  const int fd = open (name, O_RDONLY | O_CLOEXEC);
  const bool lacks
      = fd < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOMEM);
  return lacks && diag_relieve (diag) ? open (name, O_RDONLY | O_CLOEXEC) : fd;
}

/* Open NAME; only the buffer of INFILE stays.  */
static enum status
open_again (struct infile *infile, const char *name, struct diag *diag)
{
  start_over (infile, name);
  infile->fd = open_name (name, diag);
  if (infile->fd < 0)
    return diag_fail_errno (diag, name, errno, _ ("cannot open"));
  note_kind_and_size (infile);
  return STATUS_OK;
}

enum status
infile_reopen (struct infile *infile, const char *name, size_t wanted,
               struct diag *diag)
{
  if (infile->mapped)
    release_buffer (infile); /* it cannot grow */
  enum status status = open_again (infile, name, diag);
  return status == STATUS_OK ? read_up_to (infile, wanted, diag) : status;
}

enum status
infile_open (struct infile *infile, const char *name, size_t wanted,
             struct diag *diag)
{
  *infile = (struct infile){ .fd = -1 };
  return infile_reopen (infile, name, wanted, diag);
}

static enum status
refuse_endless (const struct infile *infile, struct diag *diag)
{
  return diag_fail (diag, STATUS_FORMAT, PLACE_FILE (infile->name),
                    _ ("this pipe or device brings more than %ju bytes; if "
                       "it ends at all, write it to a file first"),
                    INFILE_MOST);
}

enum status
infile_read_on (struct infile *infile, size_t wanted, struct diag *diag)
{
  if (infile->regular)
    return read_up_to (infile, wanted, diag);
  enum status status
      = read_up_to (infile, wanted < INFILE_MOST ? wanted : INFILE_MOST, diag);
  if (status == STATUS_OK && !infile->at_end && infile->size >= INFILE_MOST)
    return refuse_endless (infile, diag);
  return status;
}

enum status
infile_next (struct infile *infile, size_t wanted, struct diag *diag)
{
  infile->forgotten += infile->size;
  infile->size = 0;
  if (!infile->regular && infile->forgotten >= INFILE_MOST)
    return refuse_endless (infile, diag);
  return read_up_to (infile, wanted, diag);
}

enum status
infile_finish (struct infile *infile, struct diag *diag)
{
  enum status status = reserve_known_size (infile, diag);
  return status == STATUS_OK ? infile_read_on (infile, SIZE_MAX, diag)
                             : status;
}

/* Is NAME an ordinary file?  Checked before opening it, for that would wake
   the writer of a pipe.  */
static bool
is_regular (const char *name)
{
  struct stat about;
  return strcmp (name, "-") != 0 && stat (name, &about) == 0
         && S_ISREG (about.st_mode);
}

/* NEEDED bytes or more in units of INFILE_UNIT.  */
static size_t
in_units (size_t needed)
{
  return (needed + INFILE_UNIT - 1) / INFILE_UNIT * INFILE_UNIT;
}

/* Make the buffer one of NEEDED bytes, LIMIT at most; what was in it is lost.
   It doubles, so files of growing sizes do not make it new each time.  */
static bool
map_buffer (struct infile *infile, size_t needed, size_t limit)
{
  size_t size = in_units (needed);
  if (infile->mapped && needed <= infile->capacity)
    return true;
  if (size < 2 * infile->capacity)
    size = 2 * infile->capacity < limit ? 2 * infile->capacity : limit;
  release_buffer (infile);
  unsigned char *data
      = mmap (NULL, size + INFILE_SPARE, PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (data == MAP_FAILED)
    return false;
  munmap (data + size, INFILE_SPARE);
  infile->data = data;
  infile->capacity = size;
  infile->mapped = true;
  return true;
}

bool
infile_load (struct infile *infile, const char *name, bool regular,
             size_t limit)
{
  /* Holds a failure already, so no text is made for another one.  */
  struct diag silent = { .status = STATUS_IO };
  /* Reading the system's own files, whose size is 0, may block.  */
  bool loaded = (regular || is_regular (name))
                && open_again (infile, name, &silent) == STATUS_OK
                && infile->known_size > 0 && infile->known_size < limit;
  if (loaded)
    {
      /* One byte more, to see the end.  */
      const size_t wanted = (size_t)infile->known_size + 1;
      loaded = map_buffer (infile, wanted, limit)
               && read_up_to (infile, wanted, &silent) == STATUS_OK
               && infile->at_end;
    }
  infile_close (infile);
  return loaded;
}

void
infile_trim (struct infile *infile)
{
  const size_t kept = in_units (infile->size + 1);
  if (!infile->mapped || kept >= infile->capacity)
    return;
  munmap (infile->data + kept, infile->capacity - kept);
  infile->capacity = kept;
}

void
infile_release (struct infile *infile)
{
  release_buffer (infile);
  infile_close (infile);
  *infile = (struct infile){ .fd = -1 };
}
