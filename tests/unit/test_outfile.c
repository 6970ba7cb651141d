/* test_outfile.c - an output file that is there whole or not at all
   (R4.38, R9.14).

   In a directory of its own, so that a file left behind is seen.  */

#include "config.h"

#include "base/outfile.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "capture.h"
#include "tap.h"

enum
{
  MOST = 100000 /* bytes of a file */
};

static struct outfile outfile; /* too large for a stack of any size */

/* How often fsync was called, the number of the call that fails, from 1, and
   with what.  */
static unsigned syncs, sync_that_fails;
static int sync_error;

/* In place of the C library's, which would wait for the disk.  */
int
fsync (int fd)
{
  (void)fd;
  if (++syncs != sync_that_fails)
    return 0;
  errno = sync_error;
  return -1;
}

/* Of the writes over an old file, number FAILS_AT, from 1, and all later ones
   fail; 0 for none.  If they are INTERRUPTED, every second one is, and the
   others write at most 1000 bytes.  */
static unsigned writes, fails_at;
static bool interrupted;

ssize_t
pwrite (int fd, const void *bytes, size_t count, off_t at)
{
  const struct iovec place = { (void *)(uintptr_t)bytes,
                               interrupted && count > 1000 ? 1000 : count };
  const bool fails = ++writes >= fails_at && fails_at != 0;
  if (!fails && !(interrupted && writes % 2 == 0))
    return pwritev (fd, &place, 1, at);
  errno = fails ? EIO : EINTR;
  return -1;
}

static void
put (const char *name, const char *text)
{
  FILE *file = fopen (name, "w");
  if (file == NULL || fputs (text, file) < 0 || fclose (file) != 0)
    helper_failed ("cannot write", name);
}

/* What the file NAME holds, at most 99 bytes, or null.  */
static const char *
get (const char *name)
{
  static char text[100];
  FILE *file = fopen (name, "r");
  if (file == NULL)
    return NULL;
  text[fread (text, 1, sizeof text - 1, file)] = '\0';
  fclose (file);
  return text;
}

/* How many names this directory has.  */
static unsigned
names_here (void)
{
  unsigned count = 0;
  DIR *here = opendir (".");
  if (here == NULL)
    helper_failed ("opendir", ".");
  for (const struct dirent *entry; (entry = readdir (here)) != NULL;)
    count += entry->d_name[0] != '.';
  closedir (here);
  return count;
}

static unsigned
mode_of (const char *name)
{
  struct stat about;
  return stat (name, &about) == 0 ? about.st_mode & 07777 : 0;
}

/* Write TEXT to NAME.  */
static enum status
write_file (const char *name, const char *text)
{
  struct diag diag = { 0 };
  enum status status
      = outfile_open (&outfile, name, OUTFILE_ANYTHING, -1, &diag);
  if (status == STATUS_OK)
    {
      output_text (&outfile.output, text);
      status = outfile_commit (&outfile, NULL, &diag);
    }
  ok (status == STATUS_OK
          || (diag.text != NULL && strstr (diag.text, name) == diag.text),
      "a failure names the file");
  diag_release (&diag);
  return status;
}

static void
test_new_file (void)
{
  const mode_t mask = umask (027);
  is_u64 (write_file ("new", "text"), STATUS_OK, "a new file");
  is_text (get ("new"), "text", "holds what was written");
  is_u64 (mode_of ("new"), 0640, "its mode is what the mask leaves");
  is_u64 (names_here (), 1, "nothing else is left");
  umask (mask);
  unlink ("new");
}

static void
test_old_file (void)
{
  put ("old", "a longer text than what comes");
  chmod ("old", 0604);
  struct diag diag = { 0 };
  is_u64 (outfile_open (&outfile, "old", OUTFILE_ANYTHING, -1, &diag),
          STATUS_OK, "an old file");
  output_text (&outfile.output, "new");
  output_flush (&outfile.output);
  is_text (get ("old"), "a longer text than what comes",
           "is as it was until the end");
  is_u64 (outfile_commit (&outfile, NULL, &diag), STATUS_OK, "then");
  is_text (get ("old"), "new", "it is replaced");
  is_u64 (mode_of ("old"), 0604, "its mode stays");
  is_u64 (names_here (), 1, "nothing else is left");
  unlink ("old");
}

/* The new contents are on the disk before they have the name, and then the
   name is; what cannot be brought there is a failure, but for a directory that
   the system cannot bring there at all.  */
static void
check_sync (unsigned number, int error, enum status status, unsigned count,
            const char *contents)
{
  put ("old", "old");
  syncs = 0;
  sync_that_fails = number;
  sync_error = error;
  is_u64 (write_file ("old", "new"), status, "fsync %u fails with %s", number,
          strerror (error));
  is_u64 (syncs, count, "so many were called");
  is_text (get ("old"), contents, "the file");
  is_u64 (names_here (), 1, "nothing else is left");
  sync_that_fails = 0;
  unlink ("old");
}

static void
test_sync (void)
{
  check_sync (0, 0, STATUS_OK, 2, "new");
  check_sync (1, EINTR, STATUS_OK, 3, "new");
  check_sync (1, EIO, STATUS_IO, 1, "old");
  check_sync (2, EINTR, STATUS_OK, 3, "new");
  check_sync (2, EINVAL, STATUS_OK, 2, "new");
  check_sync (2, ENOTSUP, STATUS_OK, 2, "new");
  check_sync (2, ENOSYS, STATUS_OK, 2, "new");
  check_sync (2, EIO, STATUS_IO, 2, "new");
}

static void
test_abandon (void)
{
  put ("old", "kept");
  struct diag diag = { 0 };
  is_u64 (outfile_open (&outfile, "old", OUTFILE_ANYTHING, -1, &diag),
          STATUS_OK, "a draft");
  output_text (&outfile.output, "lost");
  output_flush (&outfile.output);
  outfile_abandon (&outfile);
  is_text (get ("old"), "kept", "that is abandoned changes nothing");
  is_u64 (names_here (), 1, "and leaves nothing");
  unlink ("old");
}

/* A run that is killed while it writes.  */
static void
test_killed (void)
{
  put ("old", "kept");
  const pid_t child = fork ();
  if (child == 0)
    {
      struct diag diag = { 0 };
      if (outfile_open (&outfile, "old", OUTFILE_ANYTHING, -1, &diag)
          == STATUS_OK)
        {
          output_text (&outfile.output, "lost");
          output_flush (&outfile.output);
          raise (SIGKILL);
        }
      _exit (1);
    }
  int ended = 0;
  ok (child > 0 && waitpid (child, &ended, 0) == child && WIFSIGNALED (ended),
      "a run that is killed");
  is_text (get ("old"), "kept", "changes nothing");
  is_u64 (names_here (), 1, "and leaves nothing");
  unlink ("old");
}

/* The draft's name may be taken.  */
static void
test_taken_name (void)
{
  char taken[50];
  snprintf (taken, sizeof taken, "old.%jd.0", (intmax_t)getpid ());
  put (taken, "of somebody else");
  put ("old", "old");
  is_u64 (write_file ("old", "new"), STATUS_OK, "with the draft's name taken");
  is_text (get ("old"), "new", "the file is replaced");
  is_text (get (taken), "of somebody else", "and the other one stays");
  unlink (taken);
  unlink ("old");
}

/* The name of a draft is longer than that of the file, which may have as many
   bytes as a name can.  */
static void
test_long_name (void)
{
  char name[256];
  memset (name, 'n', sizeof name - 1);
  name[sizeof name - 1] = '\0';
  is_u64 (write_file (name, "first"), STATUS_OK, "a name of 255 bytes");
  is_u64 (write_file (name, "second"), STATUS_OK, "written again");
  is_text (get (name), "second", "it is replaced");
  is_u64 (names_here (), 1, "nothing else is left");
  unlink (name);
}

#ifdef CLONE_NEWUSER

/* In a container that knows no user but the superuser, write to NAME, quietly.
   Returns a status, or -1 if there is no such container.  */
static int
write_in_container (const char *name)
{
  static const char map[] = "0 0 1";
  struct diag diag = { 0 };
  if (unshare (CLONE_NEWUSER) != 0)
    return -1;
  const int fd = open ("/proc/self/uid_map", O_WRONLY);
  const bool mapped = fd >= 0 && write (fd, map, sizeof map - 1) > 0;
  close (fd);
  if (!mapped)
    return -1;
  enum status status
      = outfile_open (&outfile, name, OUTFILE_ANYTHING, -1, &diag);
  if (status == STATUS_OK)
    {
      output_text (&outfile.output, "new");
      status = outfile_commit (&outfile, NULL, &diag);
    }
  diag_release (&diag);
  return (int)status;
}

/* A file of a user whom a container does not know.  */
static void
test_unknown_owner (void)
{
  enum
  {
    NOBODY_WE_KNOW = 12345
  };
  int result = -1;
  put ("old", "old");
  if (chown ("old", NOBODY_WE_KNOW, NOBODY_WE_KNOW) == 0
      && chmod ("old", 0666) == 0)
    {
      const pid_t child = fork ();
      if (child == 0)
        _exit (write_in_container ("old"));
      if (child < 0 || waitpid (child, &result, 0) != child)
        helper_failed ("fork", "a container");
      result = WEXITSTATUS (result) == 0xff ? -1 : WEXITSTATUS (result);
    }
  if (result < 0)
    skip (2, "there are no containers without privileges");
  else
    {
      is_u64 ((uint64_t)result, STATUS_OK, "a file of an unknown user");
      is_text (get ("old"), "new", "is replaced");
    }
  unlink ("old");
}

#else

static void
test_unknown_owner (void)
{
  skip (2, "there are no containers");
}

#endif

/* A write that fails, as on a full disk: the descriptor is taken away.  */
static void
test_failed_write (void)
{
  put ("old", "kept");
  struct diag diag = { 0 };
  is_u64 (outfile_open (&outfile, "old", OUTFILE_ANYTHING, -1, &diag),
          STATUS_OK, "a draft");
  const int null = open ("/dev/full", O_WRONLY);
  if (null < 0)
    skip (3, "there is no /dev/full");
  else
    {
      dup2 (null, outfile.output.fd);
      close (null);
      output_text (&outfile.output, "lost");
      is_u64 (outfile_commit (&outfile, NULL, &diag), STATUS_IO,
              "on a full disk");
      is_text (get ("old"), "kept", "changes nothing");
      is_u64 (names_here (), 1, "and leaves nothing");
    }
  diag_release (&diag);
  unlink ("old");
}

static void
test_links (void)
{
  mkdir ("there", 0777);
  put ("there/file", "old");
  if (symlink ("there/link", "link") != 0
      || symlink ("file", "there/link") != 0)
    helper_failed ("symlink", "link");
  is_u64 (write_file ("link", "new"), STATUS_OK, "through two links");
  is_text (get ("there/file"), "new", "the file is replaced");
  struct stat about;
  ok (lstat ("link", &about) == 0 && S_ISLNK (about.st_mode)
          && lstat ("there/link", &about) == 0 && S_ISLNK (about.st_mode),
      "the links stay");
  unlink ("there/file");
  is_u64 (write_file ("link", "made"), STATUS_OK, "through a link to nothing");
  is_text (get ("there/file"), "made", "the file is made");
  unlink ("there/file");
  unlink ("there/link");
  is_u64 (write_file ("link", "made"), STATUS_OK, "one link fewer");
  unlink ("there/link");
  rmdir ("there");
  is_u64 (write_file ("link", "x"), STATUS_IO, "through a link to nowhere");
  unlink ("link");

  if (symlink ("two", "one") != 0 || symlink ("one", "two") != 0)
    helper_failed ("symlink", "one");
  is_u64 (write_file ("one", "x"), STATUS_IO, "links in a circle");
  unlink ("one");
  unlink ("two");
  is_u64 (names_here (), 0, "nothing is left");
}

/* Only a regular file or nothing is allowed.  */
static void
check_refused (const char *name, const char *what)
{
  struct diag diag = { 0 };
  is_u64 (outfile_open (&outfile, name, OUTFILE_REGULAR, -1, &diag),
          STATUS_UNSUPPORTED, "%s is refused", what);
  ok (diag.text != NULL && strstr (diag.text, "not a regular file") != NULL,
      "for that reason");
  diag_release (&diag);
}

static void
test_regular_only (void)
{
  put ("elsewhere", "old");
  if (mkdir ("directory", 0777) != 0 || mkfifo ("pipe", 0666) != 0
      || symlink ("elsewhere", "link") != 0 || symlink ("none", "dead") != 0)
    helper_failed ("making what is no file", "here");
  check_refused ("directory", "a directory");
  check_refused ("pipe", "a pipe");
  check_refused ("link", "a symbolic link");
  check_refused ("dead", "a symbolic link to nowhere");
  is_text (get ("elsewhere"), "old", "what the link leads to stays as it was");
  struct diag diag = { 0 };
  is_u64 (outfile_open (&outfile, "elsewhere", OUTFILE_REGULAR, -1, &diag),
          STATUS_OK, "a regular file is replaced");
  outfile_abandon (&outfile);
  rmdir ("directory");
  unlink ("pipe");
  unlink ("link");
  unlink ("dead");
  unlink ("elsewhere");
}

static void
test_what_is_no_file (void)
{
  mkdir ("directory", 0777);
  is_u64 (write_file ("directory", "x"), STATUS_IO, "a directory");
  rmdir ("directory");
  is_u64 (write_file ("no/such", "x"), STATUS_IO, "no such directory");
  is_u64 (write_file ("", "x"), STATUS_IO, "no name");
  is_u64 (write_file ("/dev/null", "x"), STATUS_OK, "a device is written");
  if (access ("/dev/full", W_OK) != 0)
    skip (2, "there is no /dev/full");
  else
    is_u64 (write_file ("/dev/full", "x"), STATUS_IO, "a full device");
  is_u64 (names_here (), 0, "nothing is left");
}

/* Permissions do not bind the superuser, who becomes another user, in a
   directory of its own, and superuser again.  */
static bool
become_user (bool is_root)
{
  enum
  {
    NOBODY = 65534
  };
#ifdef __linux__
  if (is_root)
    return chown (".", NOBODY, NOBODY) == 0
           && setresuid (NOBODY, NOBODY, 0) == 0;
#endif
  return !is_root;
}

static void
become_root (bool is_root)
{
#ifdef __linux__
  if (is_root && setresuid (0, 0, 0) != 0)
    helper_failed ("setresuid", "0");
#endif
  (void)is_root;
}

static ino_t
inode_of (const char *name)
{
  struct stat about;
  return stat (name, &about) == 0 ? about.st_ino : 0;
}

/* What is longer than before is written first; if that fails the file is as it
   was, and if a later write does, that is told.  */
static void
check_write (unsigned number, const char *text, const char *message,
             const char *expected)
{
  struct diag diag = { 0 };
  put ("old", "1234");
  writes = 0;
  fails_at = number;
  is_u64 (outfile_open (&outfile, "old", OUTFILE_ANYTHING, -1, &diag),
          STATUS_OK, "write number %u is to fail", number);
  output_text (&outfile.output, text);
  is_u64 (outfile_commit (&outfile, NULL, &diag), STATUS_IO, "it does");
  is_text (diag.text, message, "what is told");
  is_text (get ("old"), expected, "what is there");
  diag_release (&diag);
  fails_at = 0;
}

static void
check_writes (void)
{
  static const char fails[] = "old: cannot write: Input/output error";
  static const char spoils[]
      = "old: cannot write: Input/output error; so the file is spoiled";
  check_write (1, "abcdefgh", fails, "1234");
  check_write (2, "abcdefgh", spoils, "1234efgh");
  check_write (1, "ab", fails, "1234");
}

/* Every size over every other.  */
static void
check_sizes (void)
{
  static const size_t sizes[]
      = { 0, 1, 2, 3, 4095, 4096, 4097, 65536, 65537, MOST };
  static char old_text[MOST], new_text[MOST], there[MOST + 1];
  const size_t count = sizeof sizes / sizeof *sizes;
  unsigned wrong = 0;
  for (size_t i = 0; i < MOST; i++)
    {
      old_text[i] = (char)('a' + i % 23);
      new_text[i] = (char)('A' + i % 19);
    }
  for (size_t i = 0; i < count * count; i++)
    {
      struct diag diag = { 0 };
      const size_t size = sizes[i % count];
      FILE *file = fopen ("old", "w");
      if (file == NULL
          || fwrite (old_text, 1, sizes[i / count], file) != sizes[i / count]
          || fclose (file) != 0
          || outfile_open (&outfile, "old", OUTFILE_ANYTHING, -1, &diag)
                 != STATUS_OK)
        helper_failed ("cannot write", "old");
      output_bytes (&outfile.output, new_text, size);
      wrong += outfile_commit (&outfile, NULL, &diag) != STATUS_OK;
      file = fopen ("old", "r");
      if (file == NULL)
        helper_failed ("cannot open", "old");
      wrong += fread (there, 1, sizeof there, file) != size
               || memcmp (there, new_text, size) != 0;
      fclose (file);
    }
  is_u64 (wrong, 0, "every size over every other%s",
          interrupted ? ", with interrupts" : "");
}

static void
check_protection (void)
{
  put ("old", "kept");
  chmod ("old", 0444);
  is_u64 (write_file ("old", "x"), STATUS_IO, "a protected file");
  is_text (get ("old"), "kept", "stays");
  chmod ("old", 0644);
  chmod (".", 0555);
  const ino_t inode = inode_of ("old");
  is_u64 (write_file ("old", "new and longer"), STATUS_OK,
          "a file in a protected directory");
  is_text (get ("old"), "new and longer", "is written itself");
  ok (inode_of ("old") == inode, "and stays the file it is");
  is_u64 (write_file ("old", "new"), STATUS_OK, "with less");
  is_text (get ("old"), "new", "nothing is left of what was longer");

  struct diag diag = { 0 };
  is_u64 (outfile_open (&outfile, "old", OUTFILE_ANYTHING, -1, &diag),
          STATUS_OK, "what is begun there");
  output_text (&outfile.output, "lost");
  output_flush (&outfile.output);
  is_text (get ("old"), "new", "has changed nothing");
  outfile_abandon (&outfile);
  is_text (get ("old"), "new", "and nothing when it is abandoned");
  is_u64 (write_file ("none", "x"), STATUS_IO, "no file can be made there");
  chmod ("old", 0200);
  is_u64 (write_file ("old", "new2"), STATUS_OK, "it need not be readable");
  chmod ("old", 0600);
  is_text (get ("old"), "new2", "for that");
  check_writes ();
  check_sizes ();
  interrupted = true;
  check_sizes ();
  interrupted = false;
  put ("old", "new2");
  chmod (".", 0755);
  is_u64 (names_here (), 1, "nothing else is left");
  chmod ("old", 0200);
  is_u64 (write_file ("old", "newer"), STATUS_OK,
          "where it can be replaced, that does not matter");
  chmod ("old", 0600);
  is_text (get ("old"), "newer", "then it is");
  unlink ("old");
}

static void
test_protection (void)
{
  const bool is_root = geteuid () == 0;
  if (become_user (is_root))
    check_protection ();
  else
    skip (1, "nothing is protected from the superuser");
  become_root (is_root);
}

/* --- Others at the same time --------------------------------------------- */

static void
mark (struct filemarks *marks, const char *name)
{
  struct stat about;
  filemarks_start (marks, name);
  if (stat (name, &about) != 0)
    helper_failed ("stat", name);
  const struct filemark now = filemark_of (&about);
  filemarks_add (marks, name, &now);
}

/* A file that was read and then changed, IN_PLACE or by another one, is not
   replaced.  */
static void
check_changed (bool in_place)
{
  struct diag diag = { 0 };
  struct filemarks marks = { 0 };
  put ("old", "read");
  mark (&marks, "old");
  is_u64 (outfile_open (&outfile, "old", OUTFILE_ANYTHING, -1, &diag),
          STATUS_OK, "a file that was read");
  output_text (&outfile.output, "sum");
  put (in_place ? "old" : "other", "of somebody else");
  if (!in_place && rename ("other", "old") != 0)
    helper_failed ("rename", "other");
  is_u64 (outfile_commit (&outfile, &marks, &diag), STATUS_MISMATCH,
          "and then changed");
  ok (diag.text != NULL && strstr (diag.text, "old: changed after") != NULL,
      "is told to be so");
  is_text (get ("old"), "of somebody else", "and stays");
  is_u64 (names_here (), 1, "nothing else is left");
  filemarks_release (&marks);
  diag_release (&diag);
  unlink ("old");
}

static void
test_changed (void)
{
  check_changed (true);
  check_changed (false);
  struct diag diag = { 0 };
  struct filemarks marks = { 0 };
  put ("old", "read");
  mark (&marks, "old");
  is_u64 (outfile_open (&outfile, "old", OUTFILE_ANYTHING, -1, &diag),
          STATUS_OK, "a file that was read");
  output_text (&outfile.output, "sum");
  is_u64 (outfile_commit (&outfile, &marks, &diag), STATUS_OK,
          "and not changed");
  is_text (get ("old"), "sum", "is replaced");
  filemarks_release (&marks);
  unlink ("old");
}

/* Another run is about to replace the file: it has locked it, and replaces it
   before it ends.  This run comes after it.  */
static void
test_turns (void)
{
  int locked[2];
  char byte = 0;
  put ("old", "first");
  put ("other", "second");
  if (pipe (locked) != 0)
    helper_failed ("pipe", "failed");
  const pid_t child = fork ();
  if (child == 0)
    {
      const struct timespec moment = { .tv_nsec = 50000000 };
      struct flock all = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
      const int fd = open ("old", O_RDWR);
      const bool has = fcntl (fd, F_SETLK, &all) == 0;
      const ssize_t told = write (locked[1], has ? "y" : "n", 1);
      nanosleep (&moment, NULL);
      _exit (told == 1 && rename ("other", "old") == 0 ? 0 : 1);
    }
  close (locked[1]);
  if (child < 0 || read (locked[0], &byte, 1) != 1 || byte != 'y')
    skip (3, "there are no locks here");
  else
    {
      int ended = 1;
      is_u64 (write_file ("old", "third"), STATUS_OK, "a file that is locked");
      is_text (get ("old"), "third", "is replaced in the end");
      ok (waitpid (child, &ended, 0) == child && ended == 0,
          "after who has locked it");
    }
  close (locked[0]);
  is_u64 (names_here (), 1, "nothing else is left");
  unlink ("old");
  unlink ("other");
}

/* What standard output goes to is not replaced.  */
static void
test_taken (void)
{
  struct diag diag = { 0 };
  put ("old", "listing");
  put ("other", "");
  const int fd = open ("old", O_WRONLY);
  is_u64 (outfile_open (&outfile, "old", OUTFILE_ANYTHING, fd, &diag),
          STATUS_UNSUPPORTED, "a file that is written besides");
  ok (diag.text != NULL && strstr (diag.text, "standard output") != NULL,
      "that is told");
  is_text (get ("old"), "listing", "and it stays");
  diag_release (&diag);
  is_u64 (outfile_open (&outfile, "other", OUTFILE_REGULAR, fd, &diag),
          STATUS_OK, "another file is written");
  outfile_abandon (&outfile);
  close (fd);
  unlink ("old");
  unlink ("other");
}

int
main (void)
{
  char directory[SCRATCH_NAME_SIZE];
  scratch_enter (directory);
  test_new_file ();
  test_old_file ();
  test_sync ();
  test_abandon ();
  test_killed ();
  test_taken_name ();
  test_long_name ();
  test_unknown_owner ();
  test_failed_write ();
  test_links ();
  test_regular_only ();
  test_what_is_no_file ();
  test_changed ();
  test_turns ();
  test_taken ();
  test_protection ();
  scratch_leave (directory);
  return done ();
}
