/* test_inplace.c - new contents for an existing file (R4.38).

   Calls that fail one by one are tested in tests/faults.  */

#include "config.h"

#include "base/inplace.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture.h"
#include "tap.h"

enum
{
  MOST = 100000
};

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
  scratch_leave (directory);
  return done ();
}
