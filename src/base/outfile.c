/* outfile.c - an output file that is there whole or not at all.

   The draft lies in the directory of the file itself, because only there can
   it be renamed in one step.  Where the system has files without a name, it
   gets one only when all of it is on the disk: a run that is killed leaves
   nothing.  Elsewhere it has one from the start, and signals are blocked.

   If that is refused, or the rename is, the old file is overwritten.  */

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
#include "base/scratch.h"

enum
{
  LINKS_MAX = 40,       /* as many as systems follow themselves */
  NAMES_MAX = 100,      /* that are tried for a draft */
  TURNS_MAX = 100,      /* attempts, while others replace the file */
  SUFFIX_SIZE = 48,     /* what a draft's name has after the target's */
  NAME_MOST = 255,      /* bytes of a name that most file systems take */
  DESCRIPTOR_SIZE = 32, /* for a name in /proc */
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
      char *next = memory_new (directory + (size_t)length + 1);
      memcpy (next, path, directory);
      memcpy (next + directory, there, (size_t)length + 1);
      free (path);
      path = next;
    }
  free (path);
  return NULL;
}

/* Find out which file it is that NAME leads to.  Some links of the system, as
   in /proc, do not hold a path that can be followed; then NAME itself is
   overwritten.  */
static void
find_target (struct outfile *outfile)
{
  struct stat there;
  outfile->target = follow_links (outfile->name);
  if (outfile->target != NULL
      && (!outfile->exists
          || (stat (outfile->target, &there) == 0
              && is_same_file (&there, &outfile->old))))
    return;
  free (outfile->target);
  outfile->target = memory_text (outfile->name);
  outfile->stays = true;
}

/* --- Drafts -------------------------------------------------------------- */

/* The directory that PATH is in, as a fresh string.  */
static char *
directory_of (const char *path)
{
  const char *slash = strrchr (path, '/');
  if (slash == NULL)
    return memory_text (".");
  return memory_part (path, slash > path ? (size_t)(slash - path) : 1);
}

/* Write the I-th name that a draft may have to outfile->draft: that of the
   target, or as much of it as leaves room for the rest of a name.  */
static void
name_draft (struct outfile *outfile, int i)
{
  const char *slash = strrchr (outfile->target, '/');
  const size_t directory
      = slash != NULL ? (size_t)(slash + 1 - outfile->target) : 0;
  const size_t most = directory + NAME_MOST - SUFFIX_SIZE;
  snprintf (outfile->draft, strlen (outfile->target) + SUFFIX_SIZE,
            "%.*s.%" PRIdMAX ".%d", (int)most, outfile->target,
            (intmax_t)getpid (), i);
}

/* Block signals that would end the run until unblock_signals.  */
static void
block_signals (struct outfile *outfile)
{
  sigset_t all;
  sigfillset (&all);
  if (!outfile->blocks_signals)
    outfile->blocks_signals
        = sigprocmask (SIG_BLOCK, &all, &outfile->signals) == 0;
}

static void
unblock_signals (struct outfile *outfile)
{
  if (outfile->blocks_signals)
    sigprocmask (SIG_SETMASK, &outfile->signals, NULL);
  outfile->blocks_signals = false;
}

#ifdef O_TMPFILE

static void
name_descriptor (char path[DESCRIPTOR_SIZE], int fd)
{
  snprintf (path, DESCRIPTOR_SIZE, "/proc/self/fd/%d", fd);
}

/* Open a draft without a name in the target's directory: however the run
   ends, nothing is left of it.  -1 if the system has no such thing.  */
static int
create_nameless (const struct outfile *outfile)
{
  char path[DESCRIPTOR_SIZE];
  const int fd
      = open (outfile->directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
  if (fd < 0)
    return -1;
  name_descriptor (path, fd);
  if (access (path, F_OK) == 0)
    return fd;
  close (fd);
  return -1;
}

/* Give the nameless draft FD the name PATH.  */
static bool
link_as (int fd, const char *path)
{
  char own[DESCRIPTOR_SIZE];
  name_descriptor (own, fd);
  return linkat (AT_FDCWD, own, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0;
}

#else

static int
create_nameless (const struct outfile *outfile)
{
  (void)outfile;
  return -1;
}

static bool
link_as (int fd, const char *path)
{
  (void)fd;
  (void)path;
  errno = ENOSYS;
  return false;
}

#endif

/* Give the draft NAMELESS a name beside the target, or if that is negative, make
   one that has such a name; a signal must not end the run while it exists.
   Returns its descriptor, or -1 with errno set.  */
static int
name_beside (struct outfile *outfile, int nameless)
{
  int fd = -1;
  block_signals (outfile);
  errno = EEXIST;
  for (int i = 0; i < NAMES_MAX && fd < 0 && errno == EEXIST; i++)
    {
      name_draft (outfile, i);
      if (nameless < 0)
        fd = open (outfile->draft, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC,
                   0666);
      else if (link_as (nameless, outfile->draft))
        fd = nameless;
    }
  if (fd >= 0)
    outfile->state = DRAFT_NAMED;
  return fd;
}

/* Is the directory one in which names can be made but not removed?  A draft
   would stay there.  */
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

/* Remove a draft that has a name.  */
static void
remove_draft (struct outfile *outfile)
{
  const int error = errno;
  if (outfile->state == DRAFT_NAMED)
    unlink (outfile->draft);
  outfile->state = DRAFT_NONE;
  unblock_signals (outfile);
  errno = error;
}

/* Make a draft beside the target, with the mode and owner of an old file.
   Returns its descriptor, or -1 with errno set.  */
static int
draft_beside (struct outfile *outfile)
{
  outfile->directory = directory_of (outfile->target);
  outfile->draft = memory_new (strlen (outfile->target) + SUFFIX_SIZE);
  if (outfile->exists && only_grows (outfile->directory))
    return -1;
  int fd = create_nameless (outfile);
  if (fd >= 0)
    outfile->state = DRAFT_NAMELESS;
  else
    fd = name_beside (outfile, -1);
  if (fd < 0 || !outfile->exists || copy_attributes (fd, &outfile->old))
    return fd;
  close_quietly (fd);
  return -1;
}

/* A descriptor for what is to be written, -1 with errno set on failure.  */
static int
open_target (struct outfile *outfile)
{
  outfile->exists = stat (outfile->name, &outfile->old) == 0;
  if (!outfile->exists && errno != ENOENT)
    return -1;
  /* Links like those to /dev/stdout may have no readable end.  */
  if (outfile->exists && !S_ISREG (outfile->old.st_mode))
    return open (outfile->name, O_WRONLY | O_CLOEXEC);
  find_target (outfile);
  /* A file that is protected against writing shall not be replaced.  */
  if (outfile->exists && access (outfile->target, W_OK) != 0)
    return -1;
  const int fd = outfile->stays ? -1 : draft_beside (outfile);
  if (fd >= 0 || !outfile->exists)
    return fd;
  remove_draft (outfile);
  outfile->state = DRAFT_ASIDE;
  return scratch_nameless ();
}

/* Remove a draft that is left and free what OUTFILE owns.  */
static void
release (struct outfile *outfile)
{
  remove_draft (outfile);
  free (outfile->draft);
  free (outfile->directory);
  free (outfile->target);
  outfile->draft = outfile->directory = outfile->target = NULL;
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
  outfile->target = outfile->directory = outfile->draft = NULL;
  outfile->state = DRAFT_NONE;
  outfile->exists = outfile->stays = outfile->blocks_signals = false;
  outfile->is_locked = outfile->is_spoiled = false;
  if (place == OUTFILE_REGULAR && lstat (name, &old) == 0
      && !S_ISREG (old.st_mode))
    return diag_fail (diag, STATUS_UNSUPPORTED, PLACE_FILE (name),
                      _ ("not a regular file, so it is not replaced"));
  if (leads_to (taken, name) > 0)
    return diag_fail (diag, STATUS_UNSUPPORTED, PLACE_FILE (name),
                      _ ("standard output goes to this file, so nothing else "
                         "is written to it"));
  const int fd = open_target (outfile);
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
   if it is overwritten and stays locked.  A draft that is only renamed needs
   no lock, since other runs notice that.  */
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
      const bool may_write
          = outfile->is_locked || outfile->state != DRAFT_ASIDE;
      /* Somebody else may have replaced it while we waited.  */
      if (may_write && leads_to (fd, outfile->target) > 0)
        return fd;
      close (fd);
      if (!may_write)
        break;
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

/* --- The end ------------------------------------------------------------- */

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

static bool
set_length (int fd, off_t length)
{
  int result;
  do
    result = ftruncate (fd, length);
  while (result != 0 && errno == EINTR);
  return result == 0;
}

/* Write what DRAFT holds over the old file, open as OLD: first what lies after
   its end, so that a full disk is noticed while it is whole.  False, with errno
   set, on failure; then outfile->is_spoiled says whether it was changed.  */
static bool
write_over (struct outfile *outfile, int draft, int old)
{
  struct stat before, after;
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

/* Let a draft that has a name hold what DRAFT holds, which cannot get one.  */
static bool
copy_to_named (struct outfile *outfile, int draft)
{
  struct stat about;
  off_t at = 0;
  const int fd = fstat (draft, &about) == 0 ? name_beside (outfile, -1) : -1;
  if (fd < 0)
    return false;
  const bool done = (!outfile->exists || copy_attributes (fd, &outfile->old))
                    && copy_range (outfile, draft, fd, &at, about.st_size)
                    && sync_file (fd);
  stamp (fd);
  close_quietly (fd);
  return done;
}

/* Give the draft, which has a name, that of the target, if IS_NEW only as long
   as there is none.  */
static bool
rename_draft (struct outfile *outfile, bool is_new)
{
  bool done = is_new && link (outfile->draft, outfile->target) == 0;
  if (done)
    remove_draft (outfile);
  else if (!is_new || errno == EPERM || errno == EOPNOTSUPP)
    done = rename (outfile->draft, outfile->target) == 0;
  if (done)
    outfile->state = DRAFT_NONE;
  return done;
}

/* Put what DRAFT holds in the place of the file that is open as OLD, or of
   none if that is -1.  False, with errno set, on failure: EEXIST if there was
   no file, but now is one.  While the draft has a name, and while the file is
   overwritten, signals are blocked.  */
static bool
put_in_place (struct outfile *outfile, int draft, int old)
{
  bool done = outfile->state == DRAFT_NAMELESS && old < 0
              && link_as (draft, outfile->target);
  block_signals (outfile);
  if (done)
    outfile->state = DRAFT_NONE;
  else if (outfile->state == DRAFT_NAMELESS && name_beside (outfile, draft) < 0
           && !copy_to_named (outfile, draft))
    remove_draft (outfile);
  if (outfile->state == DRAFT_NAMED)
    done = rename_draft (outfile, old < 0);
  if (done)
    done = sync_directory (outfile);
  else if (old >= 0)
    {
      remove_draft (outfile);
      block_signals (outfile);
      done = write_over (outfile, draft, old);
    }
  unblock_signals (outfile);
  return done;
}

/* Replace the file by the draft, which is open as DRAFT and on the disk.  */
static enum status
replace (struct outfile *outfile, int draft, const struct filemarks *marks,
         struct diag *diag)
{
  bool done = false;
  errno = EEXIST;
  for (int turns = 0; turns < TURNS_MAX && !done && errno == EEXIST; turns++)
    {
      const int old = take_turn (outfile);
      if (old < 0 && errno != ENOENT)
        break;
      if (has_changed (old, marks))
        {
          close (old);
          return diag_fail (diag, STATUS_MISMATCH, PLACE_FILE (outfile->name),
                            _ ("changed after it was read, so it is not "
                               "replaced; run gprof again"));
        }
      done = put_in_place (outfile, draft, old);
      if (old >= 0)
        close_quietly (old);
    }
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
  const bool is_beside
      = outfile->state == DRAFT_NAMELESS || outfile->state == DRAFT_NAMED;
  int draft = -1;
  output_flush (output);
  if (is_beside && output->error == 0)
    {
      stamp (output->fd);
      if (!sync_file (output->fd))
        output->error = errno;
    }
  /* Closing may fail, too, so it comes first; the draft lives on in a second
     descriptor.  */
  if (outfile->state != DRAFT_NONE && output->error == 0)
    {
      draft = fcntl (output->fd, F_DUPFD_CLOEXEC, 0);
      if (draft < 0)
        output->error = errno;
    }
  enum status status = output_close (output, outfile->name, diag);
  if (status == STATUS_OK && outfile->state != DRAFT_NONE)
    status = replace (outfile, draft, marks, diag);
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
