/* scratch.c - files of this run alone.  */

#include "config.h"

#include "base/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef HAVE_MEMFD_CREATE
#include <sys/mman.h>
#endif
#include <unistd.h>

#include "base/i18n.h"
#include "base/memory.h"

enum
{
  ATTEMPTS = 10, /* other processes may still add files */
  ROOM = 65536   /* bytes that a short recording takes */
};

int
scratch_nameless (void)
{
#ifdef HAVE_MEMFD_CREATE
  const int memory = memfd_create ("gprof", MFD_CLOEXEC);
  if (memory >= 0)
    return memory;
#endif
  FILE *file = tmpfile ();
  if (file == NULL)
    return -1;
  const int fd = fcntl (fileno (file), F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  fclose (file);
  return fd;
}

/* Remove DIRECTORY and its files, unless somebody else did and made a link of
   that name.  */
static void
remove_all (const char *directory)
{
  for (int i = 0; i < ATTEMPTS; i++)
    {
      const int fd = open (directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
      DIR *files = fd >= 0 ? fdopendir (fd) : NULL;
      const struct dirent *entry;
      while (files != NULL && (entry = readdir (files)) != NULL)
        unlinkat (dirfd (files), entry->d_name, 0);
      if (files != NULL)
        closedir (files);
      if (rmdir (directory) == 0 || errno == ENOENT)
        break;
    }
}

enum status
scratch_make (struct scratch *scratch, const char *parent, struct diag *diag)
{
  static const char name[] = "/gprof-XXXXXX";
  const size_t length = strlen (parent);
  char *pattern = array_new (length + sizeof name, 1);
  memcpy (pattern, parent, length);
  memcpy (pattern + length, name, sizeof name);
  int error = 0;
  if (mkdtemp (pattern) == NULL)
    error = errno;
  else if ((scratch->directory = realpath (pattern, NULL)) == NULL)
    {
      error = errno;
      rmdir (pattern);
    }
  free (pattern);
  return error == 0 ? STATUS_OK
                    : diag_fail_errno (diag, parent, error,
                                       _ ("cannot make a temporary file"));
}

int
scratch_room (const char *directory)
{
  const int fd = open (directory, O_TMPFILE | O_RDWR | O_CLOEXEC, S_IRUSR);
  if (fd < 0)
    return errno == EOPNOTSUPP || errno == EISDIR ? 0 : errno;
  const int error = posix_fallocate (fd, 0, ROOM);
  close (fd);
  return error;
}

void
scratch_keep (struct scratch *scratch)
{
  scratch->is_kept = true;
}

void
scratch_release (struct scratch *scratch)
{
  if (scratch->directory != NULL && !scratch->is_kept)
    remove_all (scratch->directory);
  free (scratch->directory);
  *scratch = (struct scratch){ 0 };
}
