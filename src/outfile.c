/* outfile.c - an output file that is there whole or not at all.

   The draft lies in the directory of the file itself, because only there
   can it be renamed in one step.  */

#include "config.h"

#include "outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "i18n.h"

enum
{
  LINKS_MAX = 40, /* as many as systems follow themselves */
  LINK_SIZE = 4096,
  DRAFTS_MAX = 100,
  MODE_BITS = 07777
};

/* What the symbolic link PATH leads to, as a fresh string; null with errno
   set if it is none or cannot be told.  */
static char *
follow_link (const char *path)
{
  char there[LINK_SIZE];
  const ssize_t length = readlink (path, there, sizeof there);
  if (length < 0)
    return NULL;
  if ((size_t)length == sizeof there)
    {
      errno = ENAMETOOLONG;
      return NULL;
    }
  const char *slash = strrchr (path, '/');
  const size_t directory
      = there[0] != '/' && slash != NULL ? (size_t)(slash - path) + 1 : 0;
  char *result = malloc (directory + (size_t)length + 1);
  if (result == NULL)
    return NULL;
  memcpy (result, path, directory);
  memcpy (result + directory, there, (size_t)length);
  result[directory + (size_t)length] = '\0';
  return result;
}

/* NAME, which leads to no file yet, with all links followed; null with errno
   set if that cannot be done.  */
static char *
follow_links (const char *name)
{
  char *path = strdup (name);
  for (int links = 0; path != NULL; links++)
    {
      char *next = follow_link (path);
      /* EINVAL: no link.  Whatever else is wrong, opening it will tell.  */
      if (next == NULL && errno != ENOMEM && errno != ENAMETOOLONG)
        return path;
      free (path);
      path = next;
      if (path != NULL && links == LINKS_MAX)
        {
          free (path);
          errno = ELOOP;
          return NULL;
        }
    }
  return NULL;
}

/* Make a new file beside the target and set outfile->draft.  Returns its
   descriptor, or -1 with errno set.  */
static int
create_draft (struct outfile *outfile)
{
  const size_t size = strlen (outfile->target) + 48;
  char *draft = malloc (size);
  int fd = -1;
  errno = draft == NULL ? ENOMEM : EEXIST;
  for (int i = 0; i < DRAFTS_MAX && fd < 0 && errno == EEXIST; i++)
    {
      snprintf (draft, size, "%s.%" PRIdMAX ".%d", outfile->target,
                (intmax_t)getpid (), i);
      fd = open (draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
  if (fd >= 0)
    outfile->draft = draft;
  else
    free (draft);
  return fd;
}

/* Let FD have the mode and owner of the file OLD describes.  Only the
   superuser may give files away, so it is no failure not to.  */
static bool
copy_attributes (int fd, const struct stat *old)
{
  struct stat now;
  if (fstat (fd, &now) != 0)
    return false;
  const bool same = now.st_uid == old->st_uid && now.st_gid == old->st_gid;
  if (!same && fchown (fd, old->st_uid, old->st_gid) != 0 && errno != EPERM)
    return false;
  return fchmod (fd, old->st_mode & MODE_BITS) == 0;
}

/* A descriptor for what is to be written, -1 with errno set on failure.  */
static int
open_target (struct outfile *outfile)
{
  struct stat old;
  const bool exists = stat (outfile->name, &old) == 0;
  /* Links like those to /dev/stdout may have no readable end.  */
  if (exists && !S_ISREG (old.st_mode))
    return open (outfile->name, O_WRONLY | O_CLOEXEC);
  outfile->target
      = exists ? realpath (outfile->name, NULL) : follow_links (outfile->name);
  if (outfile->target == NULL)
    return -1;
  /* A file that is protected against writing shall not be replaced.  */
  if (exists && access (outfile->target, W_OK) != 0)
    return -1;
  const int fd = create_draft (outfile);
  if (fd < 0 && exists && (errno == EACCES || errno == ENAMETOOLONG))
    return open (outfile->target, O_WRONLY | O_TRUNC | O_CLOEXEC);
  if (fd >= 0 && exists && !copy_attributes (fd, &old))
    {
      const int error = errno;
      close (fd);
      errno = error;
      return -1;
    }
  return fd;
}

/* Remove a draft that is left and free what OUTFILE owns.  */
static void
release (struct outfile *outfile)
{
  if (outfile->draft != NULL)
    unlink (outfile->draft);
  free (outfile->draft);
  free (outfile->target);
  outfile->draft = outfile->target = NULL;
}

enum status
outfile_open (struct outfile *outfile, const char *name,
              enum outfile_place place, struct diag *diag)
{
  struct stat old;
  outfile->name = name;
  outfile->draft = outfile->target = NULL;
  if (place == OUTFILE_REGULAR && lstat (name, &old) == 0
      && !S_ISREG (old.st_mode))
    return diag_fail (diag, STATUS_IO, PLACE_FILE (name),
                      _ ("not a regular file, so it is not replaced"));
  const int fd = open_target (outfile);
  const int error = errno;
  if (fd >= 0)
    {
      output_open (&outfile->output, fd);
      return STATUS_OK;
    }
  release (outfile);
  return error == ENOMEM
             ? diag_no_memory (diag)
             : diag_fail_errno (diag, name, error, _ ("cannot write"));
}

enum status
outfile_commit (struct outfile *outfile, struct diag *diag)
{
  struct output *output = &outfile->output;
  output_flush (output);
  if (outfile->draft != NULL && output->error == 0 && fsync (output->fd) != 0)
    output->error = errno;
  enum status status = output_close (output, outfile->name, diag);
  if (status == STATUS_OK && outfile->draft != NULL)
    {
      if (rename (outfile->draft, outfile->target) != 0)
        status
            = diag_fail_errno (diag, outfile->name, errno, _ ("cannot write"));
      else
        {
          free (outfile->draft);
          outfile->draft = NULL;
        }
    }
  release (outfile);
  return status;
}

void
outfile_abandon (struct outfile *outfile)
{
  output_discard (&outfile->output);
  close (outfile->output.fd);
  release (outfile);
}
