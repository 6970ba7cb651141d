/* outfile.c - an output file that is there whole or not at all.

   The draft lies in the directory of the file itself, because only there can
   it be renamed in one step.  Where the system has files without a name, it
   gets one only when all of it is on the disk: a run that is killed leaves
   nothing.  Elsewhere it has one from the start, and signals wait.  */

#include "config.h"

#include "outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
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
  NAME_ROOM = 48,       /* what the name of a draft has behind the target's */
  NAME_MOST = 255,      /* bytes of a name that most file systems take */
  DESCRIPTOR_ROOM = 32, /* for a name in /proc */
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
      if (next == NULL && (errno == EINVAL || errno == ENOENT))
        return path; /* no link, or nothing at all */
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

/* --- Drafts -------------------------------------------------------------- */

/* The directory that PATH is in, as a fresh string; null if memory has run
   out.  */
static char *
directory_of (const char *path)
{
  const char *slash = strrchr (path, '/');
  if (slash == NULL)
    return strdup (".");
  const size_t length = slash > path ? (size_t)(slash - path) : 1;
  char *directory = malloc (length + 1);
  if (directory == NULL)
    return NULL;
  memcpy (directory, path, length);
  directory[length] = '\0';
  return directory;
}

/* Write the I-th name that a draft may have to outfile->draft: that of the
   target, or as much of it as leaves room for the rest of a name.  */
static void
name_draft (struct outfile *outfile, int i)
{
  const char *slash = strrchr (outfile->target, '/');
  const size_t directory
      = slash != NULL ? (size_t)(slash + 1 - outfile->target) : 0;
  const size_t most = directory + NAME_MOST - NAME_ROOM;
  snprintf (outfile->draft, strlen (outfile->target) + NAME_ROOM,
            "%.*s.%" PRIdMAX ".%d", (int)most, outfile->target,
            (intmax_t)getpid (), i);
}

/* Let signals that would end the run wait until let_signals_in.  */
static void
hold_signals (struct outfile *outfile)
{
  sigset_t all;
  sigfillset (&all);
  outfile->holds_signals
      = sigprocmask (SIG_BLOCK, &all, &outfile->signals) == 0;
}

static void
let_signals_in (struct outfile *outfile)
{
  if (outfile->holds_signals)
    sigprocmask (SIG_SETMASK, &outfile->signals, NULL);
  outfile->holds_signals = false;
}

#ifdef O_TMPFILE

static void
name_descriptor (char path[DESCRIPTOR_ROOM], int fd)
{
  snprintf (path, DESCRIPTOR_ROOM, "/proc/self/fd/%d", fd);
}

/* Open a draft without a name in the target's directory: however the run
   ends, nothing is left of it.  -1 if the system has no such thing.  */
static int
create_nameless (const struct outfile *outfile)
{
  char path[DESCRIPTOR_ROOM];
  const int fd
      = open (outfile->directory, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  if (fd < 0)
    return -1;
  name_descriptor (path, fd);
  if (access (path, F_OK) == 0)
    return fd;
  close (fd);
  return -1;
}

/* Give the nameless draft FD a name: that of the target if it is free, or else
   one beside it.  */
static bool
link_draft (struct outfile *outfile, int fd)
{
  char path[DESCRIPTOR_ROOM];
  name_descriptor (path, fd);
  if (linkat (AT_FDCWD, path, AT_FDCWD, outfile->target, AT_SYMLINK_FOLLOW)
      == 0)
    {
      outfile->state = DRAFT_IN_PLACE;
      return true;
    }
  for (int i = 0; i < DRAFTS_MAX && errno == EEXIST; i++)
    {
      name_draft (outfile, i);
      if (linkat (AT_FDCWD, path, AT_FDCWD, outfile->draft, AT_SYMLINK_FOLLOW)
          == 0)
        {
          outfile->state = DRAFT_NAMED;
          return true;
        }
    }
  return false;
}

#else

static int
create_nameless (const struct outfile *outfile)
{
  (void)outfile;
  return -1;
}

static bool
link_draft (struct outfile *outfile, int fd)
{
  (void)outfile;
  (void)fd;
  return false;
}

#endif

/* Open a draft that has a name.  A signal must not end the run while it
   exists.  Returns its descriptor, or -1 with errno set.  */
static int
create_named (struct outfile *outfile)
{
  int fd = -1;
  hold_signals (outfile);
  errno = EEXIST;
  for (int i = 0; i < DRAFTS_MAX && fd < 0 && errno == EEXIST; i++)
    {
      name_draft (outfile, i);
      fd = open (outfile->draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                 0666);
    }
  return fd;
}

/* Make a new file in the target's directory.  Returns its descriptor, or -1
   with errno set.  */
static int
create_draft (struct outfile *outfile)
{
  outfile->directory = directory_of (outfile->target);
  outfile->draft = malloc (strlen (outfile->target) + NAME_ROOM);
  if (outfile->directory == NULL || outfile->draft == NULL)
    {
      errno = ENOMEM;
      return -1;
    }
  int fd = create_nameless (outfile);
  outfile->state = DRAFT_NAMELESS;
  if (fd < 0)
    {
      fd = create_named (outfile);
      outfile->state = fd >= 0 ? DRAFT_NAMED : DRAFT_NONE;
    }
  return fd;
}

/* Let FD have the mode and owner of the file OLD describes.  Only the
   superuser may give files away, and in a container only to users that it
   knows (EINVAL), so it is no failure not to.  */
static bool
copy_attributes (int fd, const struct stat *old)
{
  struct stat now;
  if (fstat (fd, &now) != 0)
    return false;
  const bool same = now.st_uid == old->st_uid && now.st_gid == old->st_gid;
  if (!same && fchown (fd, old->st_uid, old->st_gid) != 0 && errno != EPERM
      && errno != EINVAL)
    return false;
  return fchmod (fd, old->st_mode & MODE_BITS) == 0;
}

/* A descriptor for what is to be written, -1 with errno set on failure.  */
static int
open_target (struct outfile *outfile)
{
  struct stat old;
  const bool exists = stat (outfile->name, &old) == 0;
  if (!exists && errno != ENOENT)
    return -1;
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
  /* What is half written then is no draft, so signals wait here, too.  */
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
  if (outfile->state == DRAFT_NAMED)
    unlink (outfile->draft);
  let_signals_in (outfile);
  free (outfile->draft);
  free (outfile->directory);
  free (outfile->target);
  outfile->draft = outfile->directory = outfile->target = NULL;
  outfile->state = DRAFT_NONE;
}

static void
start (struct outfile *outfile, const char *name)
{
  outfile->name = name;
  outfile->target = outfile->directory = outfile->draft = NULL;
  outfile->state = DRAFT_NONE;
  outfile->holds_signals = false;
}

enum status
outfile_open (struct outfile *outfile, const char *name,
              enum outfile_place place, struct diag *diag)
{
  struct stat old;
  start (outfile, name);
  if (place == OUTFILE_REGULAR && lstat (name, &old) != 0 && errno != ENOENT)
    return diag_fail_errno (diag, name, errno, _ ("cannot write"));
  if (place == OUTFILE_REGULAR && lstat (name, &old) == 0
      && !S_ISREG (old.st_mode))
    return diag_fail (diag, STATUS_UNSUPPORTED, PLACE_FILE (name),
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

/* --- The end ------------------------------------------------------------- */

static int
sync_descriptor (int fd)
{
  int result;
  do
    result = fsync (fd);
  while (result != 0 && errno == EINTR);
  return result;
}

/* See that the new name is on the disk, too, where the system can do that for
   a directory and we may.  */
static bool
sync_directory (const struct outfile *outfile)
{
  const int fd = open (outfile->directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0)
    return errno == EACCES;
  const bool done = sync_descriptor (fd) == 0 || errno == EINVAL
                    || errno == ENOTSUP || errno == ENOSYS;
  const int error = errno;
  close (fd);
  errno = error;
  return done;
}

/* Let the draft, which is on the disk, be the file; FD is a descriptor for it
   if it has no name.  From its name to that of the file it is one step, which
   no signal but SIGKILL comes between.  False with errno set on failure.  */
static bool
put_in_place (struct outfile *outfile, int fd)
{
  if (outfile->state == DRAFT_NAMELESS)
    {
      hold_signals (outfile);
      if (!link_draft (outfile, fd))
        return false;
    }
  if (outfile->state == DRAFT_NAMED)
    {
      if (rename (outfile->draft, outfile->target) != 0)
        return false;
      outfile->state = DRAFT_IN_PLACE;
    }
  let_signals_in (outfile);
  return sync_directory (outfile);
}

enum status
outfile_commit (struct outfile *outfile, struct diag *diag)
{
  struct output *output = &outfile->output;
  int draft = -1;
  output_flush (output);
  if (outfile->target != NULL && output->error == 0
      && sync_descriptor (output->fd) != 0)
    output->error = errno;
  /* Closing may fail, too, so it comes first; what has no name lives on in a
     second descriptor.  */
  if (outfile->state == DRAFT_NAMELESS && output->error == 0)
    {
      draft = fcntl (output->fd, F_DUPFD_CLOEXEC, 0);
      if (draft < 0)
        output->error = errno;
    }
  enum status status = output_close (output, outfile->name, diag);
  if (status == STATUS_OK && outfile->state != DRAFT_NONE
      && !put_in_place (outfile, draft))
    status = diag_fail_errno (diag, outfile->name, errno, _ ("cannot write"));
  if (draft >= 0)
    close (draft);
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
