/* outfile.c - an output file that is there whole or not at all.

   The draft has no name: a run that ends early leaves nothing.  At the end it
   is copied to a new file in the directory of the old one, because only there
   can that be renamed in one step, while signals are blocked.

   If the new file is refused, or the rename is, the old file is overwritten.  */

#include "config.h"

#include "base/outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/memory.h"
#include "base/paths.h"
#include "base/scratch.h"

enum
{
  LINKS_MAX = 40,   /* as many as systems follow themselves */
  NAMES_MAX = 100,  /* that are tried for the new file */
  TURNS_MAX = 100,  /* attempts, while others replace the file */
  SUFFIX_SIZE = 48, /* what the new file's name has after the target's */
  NAME_MOST = 255,  /* bytes of a name that most file systems take */
  MODE_BITS = 07777,
  LOCK_TRIES = 5000 /* once a millisecond */
};

static void
close_quietly (int fd)
{
  const int error = errno;
  close (fd);
  errno = error;
}

static bool
is_same_file (const struct stat *a, const struct stat *b)
{
  return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* --- The target ---------------------------------------------------------- */

/* NAME with all links followed, which may lead to no file yet; null if there
   are too many.  No other directory is looked at, not even for its full name,
   which may be too long or not readable.  */
static char *
follow_links (const char *name)
{
  char *path = memory_text (name);
  for (int links = 0; links < LINKS_MAX; links++)
    {
      char there[PATH_MAX];
      const ssize_t length = readlink (path, there, sizeof there - 1);
      if (length < 0)
        return path; /* no link, or nothing at all */
      there[length] = '\0';
      const char *slash = there[0] != '/' ? strrchr (path, '/') : NULL;
      const size_t directory = slash != NULL ? (size_t)(slash - path) + 1 : 0;
      char *next = memory_format ("%.*s%s", (int)directory, path, there);
      free (path);
      path = next;
    }
  free (path);
  return NULL;
}

/* The directory that PATH is in, as a fresh string.  */
static char *
directory_of (const char *path)
{
  const char *slash = strrchr (path, '/');
  if (slash == NULL)
    return memory_text (".");
  return memory_part (path, slash > path ? (size_t)(slash - path) : 1);
}

/* Find out which file it is that NAME leads to.  Some links of the system, as
   in /proc, do not hold a path that can be followed; then NAME itself is
   overwritten.  False, with errno set, if that file cannot be written.  */
static bool
find_target (struct outfile *outfile)
{
  struct stat there;
  outfile->exists = stat (outfile->name, &outfile->old) == 0;
  if (!outfile->exists && errno != ENOENT)
    return false;
  /* Links like those to /dev/stdout may have no readable end.  */
  if (outfile->exists && !S_ISREG (outfile->old.st_mode))
    return true;
  outfile->target = follow_links (outfile->name);
  if (outfile->target == NULL
      || (outfile->exists
          && (stat (outfile->target, &there) != 0
              || !is_same_file (&there, &outfile->old))))
    {
      free (outfile->target);
      outfile->target = memory_text (outfile->name);
      outfile->stays = true;
    }
  outfile->directory = directory_of (outfile->target);
  /* A file that is protected against writing shall not be replaced.  */
  return outfile->exists ? access (outfile->target, W_OK) == 0
                         : access (outfile->directory, W_OK | X_OK) == 0;
}

static void
release (struct outfile *outfile)
{
  free (outfile->directory);
  free (outfile->target);
  outfile->directory = outfile->target = NULL;
}

/* Is FD, unless negative, open on the regular file NAME?  -1 with errno set if
   that cannot be found out.  */
static int
leads_to (int fd, const char *name)
{
  struct stat open, there;
  if (fd < 0)
    return 0;
  if (fstat (fd, &open) != 0)
    return -1;
  if (stat (name, &there) != 0)
    return errno == ENOENT ? 0 : -1;
  return S_ISREG (open.st_mode) && is_same_file (&open, &there);
}

enum status
outfile_open (struct outfile *outfile, const char *name,
              enum outfile_place place, int taken, struct diag *diag)
{
  struct stat old;
  outfile->name = name;
  outfile->target = outfile->directory = NULL;
  outfile->exists = outfile->stays = false;
  outfile->is_locked = outfile->is_spoiled = false;
  if (place == OUTFILE_REGULAR && lstat (name, &old) == 0
      && !S_ISREG (old.st_mode))
    return diag_fail (diag, STATUS_UNSUPPORTED, PLACE_FILE (name),
                      _ ("not a regular file, so it is not replaced"));
  if (leads_to (taken, name) > 0)
    return diag_fail (diag, STATUS_UNSUPPORTED, PLACE_FILE (name),
                      _ ("standard output goes to this file, so nothing else "
                         "is written to it"));
  int fd = -1;
  if (find_target (outfile))
    fd = outfile->target != NULL ? scratch_nameless ()
                                 : open (name, O_WRONLY | O_CLOEXEC);
  const int error = errno;
  if (fd >= 0)
    {
      output_open (&outfile->output, fd);
      return STATUS_OK;
    }
  release (outfile);
  return diag_fail_errno (diag, name, error, _ ("cannot write"));
}

/* --- Turns --------------------------------------------------------------- */

/* Wait until no other run has locked the file open as FD to replace it, which
   takes a moment only.  False if it is locked for longer.  */
static bool
wait_for_lock (int fd)
{
  const struct timespec millisecond = { .tv_nsec = 1000000 };
  struct flock all = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
  for (int i = 0; i < LOCK_TRIES; i++)
    {
      if (fcntl (fd, F_SETLK, &all) == 0)
        return true;
      if (errno != EACCES && errno != EAGAIN && errno != EINTR)
        return true; /* there are no locks here */
      nanosleep (&millisecond, NULL);
    }
  return false;
}

/* Open the target as it is now, and let others wait while it is open.
   Returns a descriptor, or -1 with errno set: ENOENT if there is none, EAGAIN
   if others replace it again and again.  */
static int
take_turn (struct outfile *outfile)
{
  for (int i = 0; i < TURNS_MAX; i++)
    {
      /* Does not block, whatever the target has become.  */
      const int fd = open (outfile->target, O_WRONLY | O_CLOEXEC | O_NONBLOCK);
      if (fd < 0)
        return -1;
      outfile->is_locked = wait_for_lock (fd);
      /* Somebody else may have replaced it while we waited.  */
      if (leads_to (fd, outfile->target) > 0)
        return fd;
      close (fd);
    }
  errno = EAGAIN;
  return -1;
}

/* Has the file that is open as OLD changed since the run read it?  */
static bool
has_changed (int old, const struct filemarks *marks)
{
  struct stat about;
  if (old < 0 || marks == NULL || fstat (old, &about) != 0)
    return false;
  const struct filemark now = filemark_of (&about);
  return filemarks_changed (marks, &now);
}

/* --- A new file ---------------------------------------------------------- */

static bool
sync_file (int fd)
{
  int result;
  do
    result = fsync (fd);
  while (result != 0 && errno == EINTR);
  return result == 0;
}

/* Set the modification time to now, since other runs recognise the change by
   it.  The time that the system sets may be some milliseconds old and the same
   for two changes; for a file of another user it has to do.  */
static void
stamp (int fd)
{
  struct timespec times[2] = { { .tv_nsec = UTIME_OMIT } };
  if (clock_gettime (CLOCK_REALTIME, &times[1]) != 0
      || futimens (fd, times) != 0)
    futimens (fd, NULL);
}

/* Sync the new name to the disk, where the system and permissions allow that
   for a directory.  */
static bool
sync_directory (const struct outfile *outfile)
{
  const int fd = open (outfile->directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0)
    return errno == EACCES;
  const bool done = sync_file (fd) || errno == EINVAL || errno == ENOTSUP
                    || errno == ENOSYS;
  close_quietly (fd);
  return done;
}

/* Copy the bytes *AT .. LIMIT-1 of FROM to the same place in TO, through the
   buffer of OUTFILE; *AT becomes the first one that was not copied.  */
static bool
copy_range (struct outfile *outfile, int from, int to, off_t *at, off_t limit)
{
  while (*at < limit)
    {
      const off_t left = limit - *at;
      const size_t wanted = left < (off_t)sizeof outfile->output.buffer
                                ? (size_t)left
                                : sizeof outfile->output.buffer;
      const ssize_t got = pread (from, outfile->output.buffer, wanted, *at);
      const ssize_t put
          = got > 0 ? pwrite (to, outfile->output.buffer, (size_t)got, *at)
                    : got;
      if (put == 0)
        errno = EIO; /* it was cut short meanwhile */
      if (put == 0 || (put < 0 && errno != EINTR))
        return false;
      *at += put > 0 ? put : 0;
    }
  return true;
}

/* Is the directory one in which names can be made but not removed?  */
static bool
only_grows (const char *directory)
{
#if defined HAVE_STATX && defined STATX_ATTR_APPEND
  struct statx about;
  return statx (AT_FDCWD, directory, 0, 0, &about) == 0
         && (about.stx_attributes & STATX_ATTR_APPEND);
#else
  (void)directory;
  return false;
#endif
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

static void
unlink_quietly (const char *name)
{
  const int error = errno;
  unlink (name);
  errno = error;
}

/* Make a file beside the target, with the mode and owner of the old one, and set
   *NAME, to be freed: that of the target, or as much of it as leaves room for
   the rest of a name.  Returns its descriptor, or -1 with errno set.  */
static int
create_beside (const struct outfile *outfile, char **name)
{
  const size_t directory
      = (size_t)(path_base (outfile->target) - outfile->target);
  const size_t most = directory + NAME_MOST - SUFFIX_SIZE;
  const int flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC;
  int fd = -1;
  /* Where no name can be removed, a new file has its own from the start.  */
  if (only_grows (outfile->directory))
    {
      *name = memory_text (outfile->target);
      return open (*name, flags, 0666);
    }
  for (int i = 0; i < NAMES_MAX && fd < 0 && (i == 0 || errno == EEXIST); i++)
    {
      free (*name);
      *name = memory_format ("%.*s.%" PRIdMAX ".%d", (int)most,
                             outfile->target, (intmax_t)getpid (), i);
      fd = open (*name, flags, 0666);
    }
  if (fd < 0 || !outfile->exists || copy_attributes (fd, &outfile->old))
    return fd;
  unlink_quietly (*name);
  close_quietly (fd);
  return -1;
}

/* Put a copy of the draft in the place of the target.  False, with errno set,
   on failure; *IS_REFUSED says that the system allows no new file there, or
   no such rename.  */
static bool
replace_target (struct outfile *outfile, bool *is_refused)
{
  struct stat about;
  off_t at = 0;
  *is_refused
      = outfile->stays || (outfile->exists && only_grows (outfile->directory));
  if (*is_refused)
    return false;
  char *name = NULL;
  const int draft = outfile->output.fd;
  const int fd = create_beside (outfile, &name);
  *is_refused = fd < 0;
  bool done = fd >= 0 && fstat (draft, &about) == 0
              && copy_range (outfile, draft, fd, &at, about.st_size);
  if (done)
    {
      stamp (fd);
      done = sync_file (fd);
    }
  if (done)
    {
      done = rename (name, outfile->target) == 0;
      *is_refused = !done;
    }
  if (fd >= 0 && !done)
    unlink_quietly (name);
  if (fd >= 0)
    close_quietly (fd);
  free (name);
  return done && sync_directory (outfile);
}

/* --- The old file, overwritten ------------------------------------------- */

static bool
set_length (int fd, off_t length)
{
  int result;
  do
    result = ftruncate (fd, length);
  while (result != 0 && errno == EINTR);
  return result == 0;
}

/* Write the draft over the old file, open as OLD: first what lies after its
   end, so that a full disk is noticed while it is whole.  False, with errno
   set, on failure; then outfile->is_spoiled says whether it was changed.  */
static bool
write_over (struct outfile *outfile, int old)
{
  struct stat before, after;
  const int draft = outfile->output.fd;
  off_t at = 0;
  if (fstat (old, &before) != 0 || fstat (draft, &after) != 0)
    return false;
  if (!outfile->is_locked)
    {
      errno = EAGAIN;
      return false;
    }
  off_t end = before.st_size;
  if (!copy_range (outfile, draft, old, &end, after.st_size)
      || (after.st_size > before.st_size && !sync_file (old)))
    {
      const int error = errno;
      outfile->is_spoiled = !set_length (old, before.st_size);
      errno = error;
      return false;
    }
  const off_t both
      = before.st_size < after.st_size ? before.st_size : after.st_size;
  const bool done = copy_range (outfile, draft, old, &at, both)
                    && set_length (old, after.st_size) && sync_file (old);
  outfile->is_spoiled = !done && (at > 0 || after.st_size > before.st_size);
  if (done)
    stamp (old);
  return done;
}

/* Put the draft in the place of the file that is open as OLD, or of none if
   that is -1, with signals blocked.  False, with errno set, on failure.  */
static bool
put_in_place (struct outfile *outfile, int old)
{
  sigset_t all, before;
  bool is_refused;
  sigfillset (&all);
  sigprocmask (SIG_BLOCK, &all, &before);
  const bool done = replace_target (outfile, &is_refused)
                    || (is_refused && old >= 0 && write_over (outfile, old));
  sigprocmask (SIG_SETMASK, &before, NULL);
  return done;
}

/* --- The end ------------------------------------------------------------- */

static enum status
replace (struct outfile *outfile, const struct filemarks *marks,
         struct diag *diag)
{
  bool done = false;
  const int old = take_turn (outfile);
  if (has_changed (old, marks))
    {
      close (old);
      return diag_fail (diag, STATUS_MISMATCH, PLACE_FILE (outfile->name),
                        _ ("changed after it was read, so it is not "
                           "replaced; run gprof again"));
    }
  if (old >= 0 || errno == ENOENT)
    done = put_in_place (outfile, old);
  if (old >= 0)
    close_quietly (old);
  if (done)
    return STATUS_OK;
  if (outfile->is_spoiled)
    return diag_fail (diag, STATUS_IO, PLACE_FILE (outfile->name),
                      _ ("cannot write: %s; so the file is spoiled"),
                      strerror (errno));
  if (errno == EAGAIN)
    return diag_fail (diag, STATUS_IO, PLACE_FILE (outfile->name),
                      _ ("cannot write: another process keeps it locked"));
  return diag_fail_errno (diag, outfile->name, errno, _ ("cannot write"));
}

enum status
outfile_commit (struct outfile *outfile, const struct filemarks *marks,
                struct diag *diag)
{
  struct output *output = &outfile->output;
  enum status status;
  if (outfile->target == NULL)
    status = output_close (output, outfile->name, diag);
  else
    {
      output_flush (output);
      status = output->error == 0
                   ? replace (outfile, marks, diag)
                   : diag_fail_errno (diag, outfile->name, output->error,
                                      _ ("cannot write"));
      close (output->fd);
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
