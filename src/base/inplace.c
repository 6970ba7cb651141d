/* inplace.c - new contents for an existing file, which stays the file it is.

   The order of the steps matters: whatever may be refused comes before the
   first byte is changed.  */

#include "config.h"

#include "base/inplace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef HAVE_MEMFD_CREATE
#include <sys/mman.h>
#endif

struct change
{
  int fd;
  int draft; /* the new contents */
  int kept;  /* the old contents */
  off_t old_size, new_size;
  bool overwrites; /* bytes of the old contents were changed */
  char *buffer;
  size_t size; /* of that */
};

/* A file in the directory for temporary ones, already removed from it.  */
static int
temporary_file (void)
{
  FILE *stream = tmpfile ();
  if (stream == NULL)
    return -1;
  const int fd = fcntl (fileno (stream), F_DUPFD_CLOEXEC, 0);
  const int error = errno;
  fclose (stream);
  errno = error;
  return fd;
}

int
inplace_aside (void)
{
#ifdef HAVE_MEMFD_CREATE
  const int fd = memfd_create ("draft", MFD_CLOEXEC);
  if (fd >= 0)
    return fd;
#endif
  return temporary_file ();
}

/* --- Copying ------------------------------------------------------------- */

/* Write COUNT bytes to offset AT of FD.  */
static bool
write_at (int fd, const char *bytes, size_t count, off_t at)
{
  while (count > 0)
    {
      const ssize_t written = pwrite (fd, bytes, count, at);
      if (written < 0 && errno != EINTR)
        return false;
      if (written > 0)
        {
          bytes += written;
          at += written;
          count -= (size_t)written;
        }
    }
  return true;
}

/* Copy the bytes AT .. LIMIT-1 of FROM to the same place in TO.  */
static bool
copy_range (int from, int to, off_t at, off_t limit, char *buffer, size_t size)
{
  while (at < limit)
    {
      const off_t left = limit - at;
      const size_t wanted = left < (off_t)size ? (size_t)left : size;
      const ssize_t got = pread (from, buffer, wanted, at);
      if (got < 0 && errno == EINTR)
        continue;
      if (got == 0)
        errno = EIO; /* it was cut short meanwhile */
      if (got <= 0 || !write_at (to, buffer, (size_t)got, at))
        return false;
      at += got;
    }
  return true;
}

int
inplace_copy (int from, int to, char *buffer, size_t size)
{
  struct stat about;
  return fstat (from, &about) == 0
                 && copy_range (from, to, 0, about.st_size, buffer, size)
             ? 0
             : -1;
}

/* --- The steps ----------------------------------------------------------- */

static bool
sync_file (int fd)
{
  int result;
  do
    result = fsync (fd);
  while (result != 0 && errno == EINTR);
  return result == 0;
}

static bool
set_length (int fd, off_t length)
{
  int result;
  do
    result = ftruncate (fd, length);
  while (result != 0 && errno == EINTR);
  return result == 0;
}

static off_t
length_of (int fd)
{
  struct stat about;
  return fstat (fd, &about) == 0 ? about.st_size : -1;
}

enum reservation
{
  SPACE_REFUSED,
  SPACE_RESERVED,
  SPACE_UNKNOWN /* this system or disk cannot reserve any */
};

/* Reserve space for all of the new contents; nothing that can be read
   changes.  */
static enum reservation
reserve (const struct change *change)
{
#if defined HAVE_FALLOCATE && defined FALLOC_FL_KEEP_SIZE
  int result;
  if (change->new_size == 0)
    return SPACE_RESERVED;
  do
    result = fallocate (change->fd, FALLOC_FL_KEEP_SIZE, 0, change->new_size);
  while (result != 0 && errno == EINTR);
  if (result == 0)
    return SPACE_RESERVED;
  return errno == EOPNOTSUPP || errno == ENOSYS ? SPACE_UNKNOWN
                                                : SPACE_REFUSED;
#else
  (void)change;
  return SPACE_UNKNOWN;
#endif
}

/* Write the new contents.  If space was not reserved, what lies behind the end
   of the old ones is written first, so that a full disk is noticed while they
   are still whole.  */
static bool
write_contents (struct change *change, enum reservation space)
{
  const bool grows = change->new_size > change->old_size;
  const off_t first = space == SPACE_UNKNOWN && grows ? change->old_size : 0;
  if (!copy_range (change->draft, change->fd, first, change->new_size,
                   change->buffer, change->size))
    {
      change->overwrites = first == 0;
      return false;
    }
  change->overwrites = true;
  return copy_range (change->draft, change->fd, 0, first, change->buffer,
                     change->size);
}

/* Restore the old contents.  */
static bool
put_back (const struct change *change)
{
  const bool copied
      = !change->overwrites
        || copy_range (change->kept, change->fd, 0, change->old_size,
                       change->buffer, change->size);
  /* This also frees space that was reserved behind the end.  */
  const bool cut = set_length (change->fd, change->old_size)
                   || length_of (change->fd) == change->old_size;
  if (change->overwrites)
    sync_file (change->fd);
  return copied && cut;
}

/* COUNT bytes at offset AT, or as many as there are; -1 on failure.  */
static ssize_t
read_at (int fd, char *bytes, size_t count, off_t at)
{
  size_t had = 0;
  while (had < count)
    {
      const ssize_t got
          = pread (fd, bytes + had, count - had, at + (off_t)had);
      if (got < 0 && errno == EINTR)
        continue;
      if (got < 0)
        return -1;
      if (got == 0)
        break;
      had += (size_t)got;
    }
  return (ssize_t)had;
}

/* Does the file hold the same as OTHER?  */
static bool
holds (const struct change *change, int other)
{
  const size_t half = change->size / 2;
  char *const second = change->buffer + half;
  for (off_t at = 0;;)
    {
      const ssize_t a = read_at (change->fd, change->buffer, half, at);
      const ssize_t b = read_at (other, second, half, at);
      if (a < 0 || a != b || memcmp (change->buffer, second, (size_t)a) != 0)
        return false;
      if ((size_t)a < half)
        return true;
      at += a;
    }
}

static bool
attempt (struct change *change)
{
  const enum reservation space = reserve (change);
  return space != SPACE_REFUSED && write_contents (change, space)
         && (change->new_size >= change->old_size
             || set_length (change->fd, change->new_size))
         && sync_file (change->fd);
}

/* Change the file, or see that it is whole.  */
static enum inplace_result
change_or_keep (struct change *change)
{
  if (!copy_range (change->fd, change->kept, 0, change->old_size,
                   change->buffer, change->size))
    return INPLACE_FAILED;
  if (attempt (change))
    return INPLACE_DONE;
  const int error = errno;
  /* Where restoring fails, the file may still hold all of the old contents, or
     all of the new ones.  */
  const bool whole = put_back (change) || holds (change, change->kept)
                     || holds (change, change->draft);
  errno = error;
  return whole ? INPLACE_FAILED : INPLACE_SPOILED;
}

enum inplace_result
inplace_write (int fd, int draft, char *buffer, size_t size)
{
  struct change change = { .fd = fd,
                           .draft = draft,
                           .old_size = length_of (fd),
                           .new_size = length_of (draft),
                           .buffer = buffer,
                           .size = size };
  if (change.old_size < 0 || change.new_size < 0)
    return INPLACE_FAILED;
  change.kept = inplace_aside ();
  if (change.kept < 0)
    return INPLACE_FAILED;
  const enum inplace_result result = change_or_keep (&change);
  const int error = errno;
  close (change.kept);
  errno = error;
  return result;
}
