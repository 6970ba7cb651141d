/* test_inplace.c - new contents for an existing file (R4.38).

   tests/faults lets each call fail in whole runs.  */

#include "config.h"

#include "base/inplace.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "capture.h"
#include "tap.h"

enum
{
  MOST = 100000,
  NEVER = 1000000
};

/* --- Calls that fail ------------------------------------------------------ */

/* What happens to the calls below, which stand in place of the C library's,
   in one attempt to change a file.  */
static struct
{
  int fd;                 /* of the file */
  unsigned writes;        /* to it so far */
  unsigned first_to_fail; /* of these, from 0 */
  unsigned fail_count;    /* how many */
  int reserve_error;      /* errno of fallocate, or 0 */
  int sync_error;         /* likewise of fsync */
  bool interrupts;        /* every second call is interrupted */
  bool was_interrupted;
} faults = { .fd = -1 };

/* Is this call interrupted?  */
static bool
interrupted (void)
{
  faults.was_interrupted = faults.interrupts && !faults.was_interrupted;
  if (faults.was_interrupted)
    errno = EINTR;
  return faults.was_interrupted;
}

ssize_t
pwrite (int fd, const void *bytes, size_t count, off_t at)
{
  const struct iovec place = { (void *)(uintptr_t)bytes, count };
  if (interrupted ())
    return -1;
  if (fd != faults.fd)
    return pwritev (fd, &place, 1, at);
  const unsigned number = faults.writes++;
  if (number < faults.first_to_fail
      || number - faults.first_to_fail >= faults.fail_count)
    return pwritev (fd, &place, 1, at);
  errno = EIO;
  return -1;
}

ssize_t
pread (int fd, void *bytes, size_t count, off_t at)
{
  const struct iovec place = { bytes, count };
  return interrupted () ? -1 : preadv (fd, &place, 1, at);
}

#ifdef HAVE_FALLOCATE
enum
{
  CAN_RESERVE = true
};

int
fallocate (int fd, int mode, off_t at, off_t length)
{
  (void)fd, (void)mode, (void)at, (void)length;
  if (interrupted ())
    return -1;
  errno = faults.reserve_error;
  return errno == 0 ? 0 : -1;
}

#else
enum
{
  CAN_RESERVE = false
};
#endif

int
fsync (int fd)
{
  (void)fd;
  if (interrupted ())
    return -1;
  errno = faults.sync_error;
  return errno == 0 ? 0 : -1;
}

int
ftruncate (int fd, off_t length)
{
  (void)fd;
  return interrupted () ? -1 : truncate ("file", length);
}

/* --- Files ---------------------------------------------------------------- */

/* SIZE bytes that differ for another SEED.  */
static const char *
text_of (size_t size, unsigned seed)
{
  static char text[MOST];
  for (size_t i = 0; i < size; i++)
    text[i] = (char)((i * 31 + seed * 7 + i / 251) & 0xff);
  return text;
}

/* A file called NAME, or one in no directory if that is null, with such bytes,
   opened as FLAGS say.  */
static int
file_of (const char *name, size_t size, unsigned seed, int flags)
{
  const int fd = name != NULL ? open (name, O_RDWR | O_CREAT | O_TRUNC, 0600)
                              : inplace_aside ();
  if (fd < 0 || write (fd, text_of (size, seed), size) != (ssize_t)size)
    helper_failed ("cannot write", name != NULL ? name : "aside");
  if (name == NULL)
    return fd;
  close (fd);
  return open (name, flags);
}

static bool
file_is (const char *name, size_t size, unsigned seed)
{
  static char bytes[MOST + 1];
  FILE *file = fopen (name, "rb");
  if (file == NULL)
    helper_failed ("cannot open", name);
  const size_t got = fread (bytes, 1, sizeof bytes, file);
  fclose (file);
  return got == size && memcmp (bytes, text_of (size, seed), size) == 0;
}

static const size_t sizes[]
    = { 0, 1, 2, 3, 4095, 4096, 4097, 65536, 65537, MOST };

/* Every old size with every new one, through a buffer of SIZE bytes.  */
static void
check_sizes (size_t size)
{
  static char buffer[65536];
  const size_t count = sizeof sizes / sizeof *sizes;
  unsigned wrong = 0;
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < count; k++)
      {
        const int fd = file_of ("file", sizes[i], 1, O_RDWR);
        const int draft = file_of (NULL, sizes[k], 2, 0);
        struct stat before, after;
        fstat (fd, &before);
        if (inplace_write (fd, draft, buffer, size) != INPLACE_DONE
            || !file_is ("file", sizes[k], 2) || stat ("file", &after) != 0
            || before.st_ino != after.st_ino)
          wrong++;
        close (draft);
        close (fd);
      }
  is_u64 (wrong, 0, "every size over every other, %zu bytes at a time", size);
  unlink ("file");
}

static void
test_copy (void)
{
  char buffer[10];
  const int from = file_of (NULL, 1234, 3, 0);
  const int to = file_of ("file", 0, 0, O_RDWR);
  is_u64 (inplace_copy (from, to, buffer, sizeof buffer), 0, "a copy");
  ok (file_is ("file", 1234, 3), "is the same");
  is_u64 (inplace_copy (from, -1, buffer, sizeof buffer) == -1, 1,
          "to nowhere is a failure");
  close (from);
  close (to);
  unlink ("file");
}

/* With files limited to LIMIT bytes, which shows only in the middle of
   writing: reserving space does not report it.  */
static void
check_limit (size_t old_size, size_t new_size, rlim_t limit)
{
  char buffer[512];
  struct rlimit before, now;
  const int fd = file_of ("file", old_size, 1, O_RDWR);
  const int draft = file_of (NULL, new_size, 2, 0);
  getrlimit (RLIMIT_FSIZE, &before);
  now = before;
  now.rlim_cur = limit;
  signal (SIGXFSZ, SIG_IGN);
  setrlimit (RLIMIT_FSIZE, &now);
  const enum inplace_result result
      = inplace_write (fd, draft, buffer, sizeof buffer);
  const int error = errno;
  setrlimit (RLIMIT_FSIZE, &before);
  is_u64 (result, INPLACE_FAILED, "%zu bytes over %zu with a limit of %ju",
          new_size, old_size, (uintmax_t)limit);
  is_u64 ((unsigned)error, EFBIG, "are too many");
  ok (file_is ("file", old_size, 1), "the file is as it was");
  close (fd);
  close (draft);
  unlink ("file");
}

static void
test_failures (void)
{
  char buffer[512];
  check_limit (10, 5000, 1000);
  check_limit (700, 5000, 1000);
  check_limit (0, 5000, 1);
  check_limit (2000, 5000, 1000); /* the copy of the old contents does not fit,
                                     either */
  for (int i = 0; i < 2; i++)
    {
      const int fd = file_of ("file", 2000, 1, i == 0 ? O_RDONLY : O_WRONLY);
      const int draft = file_of (NULL, 3000, 2, 0);
      is_u64 (inplace_write (fd, draft, buffer, sizeof buffer), INPLACE_FAILED,
              "a file opened for one thing alone");
      ok (file_is ("file", 2000, 1), "stays");
      close (fd);
      close (draft);
    }
  unlink ("file");
}

/* What comes of writing NEW_SIZE bytes over OLD_SIZE, 512 at a time, with the
   faults that were set, and is the file then as it was, or new?  */
static void
check_faults (size_t old_size, size_t new_size, enum inplace_result expected,
              const char *what)
{
  char buffer[512];
  const int fd = file_of ("file", old_size, 1, O_RDWR);
  const int draft = file_of (NULL, new_size, 2, 0);
  faults.fd = fd;
  faults.writes = 0;
  const enum inplace_result result
      = inplace_write (fd, draft, buffer, sizeof buffer);
  faults.fd = -1;
  faults.interrupts = false;
  is_u64 (result, expected, "%zu bytes over %zu: %s", new_size, old_size,
          what);
  ok (file_is ("file", new_size, 2) == (result == INPLACE_DONE),
      "the file is new if that is done");
  ok (file_is ("file", old_size, 1) == (result == INPLACE_FAILED),
      "and as before if it failed");
  close (fd);
  close (draft);
  unlink ("file");
}

/* Of the writes to the file, COUNT fail from number FIRST on.  */
static void
check_writes (size_t old_size, size_t new_size, unsigned first, unsigned count,
              enum inplace_result expected)
{
  char what[80];
  faults.first_to_fail = first;
  faults.fail_count = count;
  snprintf (what, sizeof what, "%u writes fail from number %u on", count,
            first);
  check_faults (old_size, new_size, expected, what);
  faults.fail_count = 0;
}

/* One write that fails spoils nothing, wherever it is.  If no further one
   succeeds, what was changed stays changed, unless that is nothing at all.
   3000 bytes take 6 writes, of which 4 are over the old contents; where nobody
   says that there is room, what lies behind them comes first, in 2 writes, and
   can be cut off.  */
static void
test_writes (void)
{
  for (unsigned first = 0; first < 6; first++)
    {
      check_writes (2000, 3000, first, 1, INPLACE_FAILED);
      check_writes (2000, 3000, first, NEVER,
                    first == 0 ? INPLACE_FAILED : INPLACE_SPOILED);
    }
  check_writes (2000, 3000, 6, NEVER, INPLACE_DONE);
  /* Whole pieces of half a buffer are compared, too.  */
  check_writes (2048, 3000, 0, NEVER, INPLACE_FAILED);
  check_writes (3000, 2000, 3, 1, INPLACE_FAILED);
  check_writes (3000, 2000, 3, NEVER, INPLACE_SPOILED);
  faults.reserve_error = EOPNOTSUPP;
  for (unsigned first = 0; first < 6; first++)
    check_writes (2000, 3000, first, NEVER,
                  first <= 2 ? INPLACE_FAILED : INPLACE_SPOILED);
  check_writes (3000, 2000, 1, NEVER, INPLACE_SPOILED);
  faults.reserve_error = 0;
}

/* Without room nothing is begun; without an answer it is.  */
static void
test_room (void)
{
  faults.reserve_error = ENOSPC;
  check_writes (2000, 3000, 0, NEVER, INPLACE_FAILED);
  is_u64 (faults.writes == 0, 1, "nothing was written to a full disk");
  faults.reserve_error = ENOSYS;
  check_faults (2000, 3000, INPLACE_DONE, "a system that cannot be asked");
  faults.reserve_error = EOPNOTSUPP;
  check_faults (2000, 3000, INPLACE_DONE, "a disk that cannot be asked");
  check_faults (3000, 2000, INPLACE_DONE, "nor about less");
  faults.reserve_error = ENOSPC;
  check_faults (3000, 0, INPLACE_DONE, "nothing needs no room");
  faults.reserve_error = 0;
  faults.sync_error = EIO;
  check_faults (2000, 3000, INPLACE_FAILED, "what was written is lost");
  faults.sync_error = 0;
}

static void
test_interrupts (void)
{
  faults.interrupts = true;
  check_faults (2000, 3000, INPLACE_DONE, "every second call is interrupted");
  faults.interrupts = true;
  check_writes (3000, 2000, 3, 1, INPLACE_FAILED);
  faults.interrupts = true;
  check_writes (3000, 2000, 0, NEVER, INPLACE_FAILED);
}

int
main (void)
{
  char directory[SCRATCH_NAME_SIZE];
  scratch_enter (directory);
  check_sizes (65536);
  check_sizes (4096);
  check_sizes (1000);
  test_copy ();
  test_failures ();
  if (CAN_RESERVE)
    {
      test_writes ();
      test_room ();
    }
  test_interrupts ();
  scratch_leave (directory);
  return done ();
}
