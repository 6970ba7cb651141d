/* outfile.c - an output file that is there whole or not at all.

   The draft lies in the directory of the file itself, because only there can
   it be renamed in one step.  Where the system has files without a name, it
   gets one only when all of it is on the disk: a run that is killed leaves
   nothing.  Elsewhere it has one from the start, and signals are blocked.

   The directory or a mount may refuse one of three steps: to make the draft,
   to name it, to rename it.  Each refusal leads to another way, and the last
   one is to overwrite the file.  */

#include "config.h"

#include "base/memory.h"
#include "base/outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/inplace.h"

enum
{
  LINKS_MAX = 40, /* as many as systems follow themselves */
  LINK_SIZE = 4096,
  DRAFTS_MAX = 100,
  SUFFIX_SIZE = 48,     /* what a draft's name has behind the target's */
  NAME_MOST = 255,      /* bytes of a name that most file systems take */
  DESCRIPTOR_SIZE = 32, /* for a name in /proc */
  MODE_BITS = 07777,
  TURNS_MAX = 100,   /* attempts, while others replace the file */
  LOCK_TRIES = 1000, /* once a millisecond */
  LOCK_TRIES_IN_PLACE = 10000
};

/* Does ERROR say that something is not permitted or not supported here, so
   that another way may work?  */
static bool
is_refusal (int error)
{
  switch (error)
    {
    case EACCES:
    case EPERM:
    case EROFS:
    case EBUSY:
    case EXDEV:
    case EINVAL:
    case ENOENT:
    case ENOSYS:
    case EOPNOTSUPP:
    case ENAMETOOLONG:
      return true;
    default:
      return false;
    }
}

/* What the symbolic link PATH leads to, as a fresh string; null with errno set
   if it is none or cannot be read.  */
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
  char *result = memory_new (directory + (size_t)length + 1);
  memcpy (result, path, directory);
  memcpy (result + directory, there, (size_t)length);
  result[directory + (size_t)length] = '\0';
  return result;
}

/* NAME with all links followed, which may lead to no file yet; null with errno
   set if that cannot be done.  No other directory is looked at, not even for
   its full name, which may be too long or not readable.  */
static char *
follow_links (const char *name)
{
  char *path = memory_text (name);
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

/* Give the nameless draft FD a name beside the target.  */
static bool
link_beside (struct outfile *outfile, int fd)
{
  for (int i = 0; i < DRAFTS_MAX; i++)
    {
      name_draft (outfile, i);
      if (link_as (fd, outfile->draft))
        {
          outfile->state = DRAFT_NAMED;
          return true;
        }
      if (errno != EEXIST)
        break;
    }
  return false;
}

/* Open a draft that has a name.  A signal must not end the run while it
   exists.  Returns its descriptor, or -1 with errno set.  */
static int
create_named (struct outfile *outfile)
{
  int fd = -1;
  if (!outfile->blocks_signals)
    block_signals (outfile);
  errno = EEXIST;
  for (int i = 0; i < DRAFTS_MAX && fd < 0 && errno == EEXIST; i++)
    {
      name_draft (outfile, i);
      fd = open (outfile->draft, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
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

/* Make a new file in the target's directory.  Returns its descriptor, or -1
   with errno set.  */
static int
create_draft (struct outfile *outfile)
{
  outfile->directory = directory_of (outfile->target);
  outfile->draft = memory_new (strlen (outfile->target) + SUFFIX_SIZE);
  if (outfile->exists && only_grows (outfile->directory))
    {
      errno = EPERM;
      return -1;
    }
  const int fd = create_nameless (outfile);
  if (fd < 0)
    return create_named (outfile);
  outfile->state = DRAFT_NAMELESS;
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

static void
close_quietly (int fd)
{
  const int error = errno;
  close (fd);
  errno = error;
}

/* A draft beside the target, with the mode and owner of an old file; -1 with
   errno set on failure.  */
static int
draft_beside (struct outfile *outfile)
{
  const int fd = create_draft (outfile);
  if (fd < 0 || !outfile->exists || copy_attributes (fd, &outfile->old))
    return fd;
  close_quietly (fd);
  return -1;
}

/* A descriptor for a draft, -1 with errno set on failure.  */
static int
open_draft (struct outfile *outfile)
{
  const int fd = outfile->stays ? -1 : draft_beside (outfile);
  if (fd >= 0 || !(outfile->stays || (outfile->exists && is_refusal (errno))))
    return fd;
  remove_draft (outfile);
  outfile->state = DRAFT_ASIDE;
  return inplace_aside ();
}

/* Does PATH lead to the old file?  -1 with errno set if that cannot be found
   out.  */
static int
leads_to_old (const struct outfile *outfile, const char *path)
{
  struct stat about;
  if (strcmp (path, outfile->name) == 0)
    return 1;
  if (stat (path, &about) != 0)
    return diag_is_system_failure (errno) ? -1 : 0;
  return about.st_dev == outfile->old.st_dev
         && about.st_ino == outfile->old.st_ino;
}

/* Find out which file it is that NAME leads to.  Some links of the system, as
   in /proc, do not hold a path that can be followed; then NAME itself is
   written to.  False with errno set on failure.  */
static bool
find_target (struct outfile *outfile)
{
  char *path = follow_links (outfile->name);
  const int leads = path == NULL       ? 0
                    : !outfile->exists ? 1
                                       : leads_to_old (outfile, path);
  const int error = errno;
  if (leads == 1)
    {
      outfile->target = path;
      return true;
    }
  free (path);
  errno = error;
  if (!outfile->exists || leads < 0
      || (path == NULL && diag_is_system_failure (error)))
    return false;
  outfile->stays = true;
  outfile->target = memory_text (outfile->name);
  return true;
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
  if (!find_target (outfile))
    return -1;
  /* A file that is protected against writing shall not be replaced.  */
  if (outfile->exists && access (outfile->target, W_OK) != 0)
    return -1;
  return open_draft (outfile);
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

static void
start (struct outfile *outfile, const char *name)
{
  outfile->name = name;
  outfile->target = outfile->directory = outfile->draft = NULL;
  outfile->state = DRAFT_NONE;
  outfile->exists = outfile->stays = outfile->locked = false;
  outfile->blocks_signals = false;
}

/* Is FD, unless negative, open on the regular file NAME?  */
static bool
leads_to (int fd, const char *name)
{
  struct stat open, there;
  return fd >= 0 && fstat (fd, &open) == 0 && S_ISREG (open.st_mode)
         && stat (name, &there) == 0 && open.st_dev == there.st_dev
         && open.st_ino == there.st_ino;
}

enum status
outfile_open (struct outfile *outfile, const char *name,
              enum outfile_place place, int taken, struct diag *diag)
{
  struct stat old;
  start (outfile, name);
  if (place == OUTFILE_REGULAR && lstat (name, &old) != 0 && errno != ENOENT)
    return diag_fail_errno (diag, name, errno, _ ("cannot write"));
  if (place == OUTFILE_REGULAR && lstat (name, &old) == 0
      && !S_ISREG (old.st_mode))
    return diag_fail (diag, STATUS_UNSUPPORTED, PLACE_FILE (name),
                      _ ("not a regular file, so it is not replaced"));
  if (leads_to (taken, name))
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
wait_for_lock (int fd, int tries)
{
  const struct timespec millisecond = { .tv_nsec = 1000000 };
  struct flock all = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
  for (int i = 0; i < tries; i++)
    {
      if (fcntl (fd, F_SETLK, &all) == 0)
        return true;
      if (errno != EACCES && errno != EAGAIN && errno != EINTR)
        return true; /* there are no locks here */
      nanosleep (&millisecond, NULL);
    }
  return false;
}

/* Is FD open on the regular file that PATH leads to now?  -1 with errno set if
   that cannot be found out.  */
static int
is_open_on (int fd, const char *path)
{
  struct stat open, there;
  if (fstat (fd, &open) != 0)
    return -1;
  if (stat (path, &there) != 0)
    return errno == ENOENT ? 0 : -1;
  return S_ISREG (open.st_mode) && open.st_dev == there.st_dev
         && open.st_ino == there.st_ino;
}

/* Open the target to see what it is now, and perhaps to write it.  Does not
   block, whatever the target has become.  */
static int
open_old (const struct outfile *outfile)
{
  const int flags = O_CLOEXEC | O_NONBLOCK;
  const int fd = open (outfile->target, O_RDWR | flags);
  if (fd < 0 && errno == EACCES && outfile->state != DRAFT_ASIDE)
    return open (outfile->target, O_WRONLY | flags);
  return fd;
}

/* Open the target as it is now, and let others wait while it is open.
   Returns a descriptor, or -1 with errno set: ENOENT if there is none.  A
   draft that is only renamed needs no lock, since other runs notice that.  */
static int
take_turn (struct outfile *outfile)
{
  const bool in_place = outfile->state == DRAFT_ASIDE;
  for (int i = 0; i < TURNS_MAX; i++)
    {
      const int fd = open_old (outfile);
      if (fd < 0)
        return -1;
      outfile->locked
          = wait_for_lock (fd, in_place ? LOCK_TRIES_IN_PLACE : LOCK_TRIES);
      /* Somebody else may have replaced it while we waited.  */
      const int current = is_open_on (fd, outfile->target);
      if (current > 0 && (outfile->locked || !in_place))
        return fd;
      close_quietly (fd);
      if (current < 0)
        return -1;
      if (!outfile->locked && in_place)
        break;
    }
  errno = EAGAIN;
  return -1;
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
  const bool done = sync_descriptor (fd) == 0 || errno == EINVAL
                    || errno == ENOTSUP || errno == ENOSYS;
  close_quietly (fd);
  return done;
}

/* What became of an attempt.  */
enum step
{
  STEP_DONE,
  STEP_FAILED,   /* errno tells why; as INPLACE_FAILED */
  STEP_SPOILED,  /* as INPLACE_SPOILED */
  STEP_APPEARED, /* there was no old file, but now there is */
  STEP_REFUSED   /* another way may work; errno tells why */
};

/* Write what DRAFT holds over the old file, open as OLD.  */
static enum step
write_over (struct outfile *outfile, int draft, int old)
{
  if (!outfile->locked)
    {
      errno = EAGAIN;
      return STEP_FAILED;
    }
  if (!outfile->blocks_signals)
    block_signals (outfile);
  const enum inplace_result result
      = inplace_write (old, draft, outfile->output.buffer,
                       sizeof outfile->output.buffer);
  if (result == INPLACE_DONE)
    stamp (old);
  unblock_signals (outfile);
  return result == INPLACE_DONE     ? STEP_DONE
         : result == INPLACE_FAILED ? STEP_FAILED
                                    : STEP_SPOILED;
}

/* Copy DRAFT, which cannot get a name, to a draft that has one.  */
static enum step
copy_to_named (struct outfile *outfile, int draft)
{
  const int fd = create_named (outfile);
  if (fd < 0)
    return is_refusal (errno) ? STEP_REFUSED : STEP_FAILED;
  bool done = (!outfile->exists || copy_attributes (fd, &outfile->old))
              && inplace_copy (draft, fd, outfile->output.buffer,
                               sizeof outfile->output.buffer)
                     == 0;
  if (done)
    stamp (fd);
  done = done && sync_descriptor (fd) == 0;
  if (!done)
    close_quietly (fd);
  else if (close (fd) != 0 && errno != EINTR)
    done = false;
  return done ? STEP_DONE : STEP_FAILED;
}

/* Give the nameless DRAFT a name: that of the target if there was no file, or
   else one beside it.  */
static enum step
name_nameless (struct outfile *outfile, int draft, bool exists)
{
  if (exists ? link_beside (outfile, draft) : link_as (draft, outfile->target))
    {
      outfile->state = exists ? DRAFT_NAMED : DRAFT_IN_PLACE;
      return STEP_DONE;
    }
  if (!exists && errno == EEXIST)
    return STEP_APPEARED;
  return is_refusal (errno) ? copy_to_named (outfile, draft) : STEP_FAILED;
}

/* Give the draft the name of the target.  While it has a name of its own,
   signals are blocked.  EXISTS: there is an old file.  */
static enum step
move_draft (struct outfile *outfile, int draft, bool exists)
{
  enum step step = STEP_DONE;
  if (outfile->state == DRAFT_NAMELESS)
    {
      block_signals (outfile);
      step = name_nameless (outfile, draft, exists);
    }
  if (step == STEP_DONE && outfile->state == DRAFT_NAMED)
    {
      if (rename (outfile->draft, outfile->target) != 0)
        return is_refusal (errno) ? STEP_REFUSED : STEP_FAILED;
      outfile->state = DRAFT_IN_PLACE;
    }
  unblock_signals (outfile);
  return step;
}

/* Put what DRAFT holds in the place of the file that is open as OLD, or of
   none if that is -1.  */
static enum step
put_in_place (struct outfile *outfile, int draft, int old)
{
  enum step step = STEP_REFUSED;
  errno = ENOENT;
  if (outfile->state != DRAFT_ASIDE)
    step = move_draft (outfile, draft, old >= 0);
  if (step != STEP_REFUSED || old < 0)
    return step;
  remove_draft (outfile);
  return write_over (outfile, draft, old);
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

static enum status
fail_step (const struct outfile *outfile, enum step step, int error,
           struct diag *diag)
{
  if (step == STEP_SPOILED)
    return diag_fail (diag, STATUS_IO, PLACE_FILE (outfile->name),
                      _ ("cannot write: %s; nor could the old contents be "
                         "written again, so the file is spoiled"),
                      strerror (error));
  if (error == EAGAIN)
    return diag_fail (diag, STATUS_IO, PLACE_FILE (outfile->name),
                      _ ("cannot write: another process keeps it locked"));
  return diag_fail_errno (diag, outfile->name, error, _ ("cannot write"));
}

/* Replace the file by the draft, which is open as DRAFT and on the disk.  */
static enum status
replace (struct outfile *outfile, int draft, const struct filemarks *marks,
         struct diag *diag)
{
  enum step step;
  int turns = 0;
  do
    {
      const int old = take_turn (outfile);
      if (old < 0 && errno != ENOENT)
        step = STEP_FAILED;
      else if (has_changed (old, marks))
        {
          close (old);
          return diag_fail (diag, STATUS_MISMATCH, PLACE_FILE (outfile->name),
                            _ ("changed after it was read, so it is not "
                               "replaced; run gprof again"));
        }
      else
        step = put_in_place (outfile, draft, old);
      if (old >= 0)
        close_quietly (old);
    }
  while (step == STEP_APPEARED && ++turns < TURNS_MAX);
  if (step == STEP_DONE
      && (outfile->state != DRAFT_IN_PLACE || sync_directory (outfile)))
    return STATUS_OK;
  return fail_step (outfile, step, errno, diag);
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
      if (sync_descriptor (output->fd) != 0)
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
