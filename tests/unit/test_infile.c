/* test_infile.c - an input file read whole, in two steps.  */

#include "config.h"

#include "base/infile.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture.h"
#include "shortage.h"
#include "tap.h"

/* SIZE bytes that depend on their offset.  */
static unsigned char *
pattern (size_t size)
{
  unsigned char *data = malloc (size + 1);
  for (size_t i = 0; i <= size; i++)
    data[i] = (unsigned char)(i * 7 + i / 256);
  return data;
}

/* A file of SIZE bytes is read whole, whatever was wanted first.  */
static void
check_file (size_t size, size_t wanted)
{
  char name[SCRATCH_NAME_SIZE];
  unsigned char *data = pattern (size);
  scratch_file (name, data, size);
  struct diag diag = { 0 };
  struct infile infile;
  is_u64 (infile_open (&infile, name, wanted, &diag), STATUS_OK,
          "a file of %zu bytes is opened", size);
  ok (infile.size >= (wanted < size ? wanted : size),
      "the %zu bytes wanted are there, or all", wanted);
  is_u64 (infile_finish (&infile, &diag), STATUS_OK, "and read to its end");
  is_u64 (infile.size, size, "the size is known then");
  ok (size == 0 || memcmp (infile.data, data, size) == 0,
      "the bytes are the file's");
  is_u64 (infile_finish (&infile, &diag), STATUS_OK,
          "finishing again does no harm");
  infile_release (&infile);
  unlink (name);
  free (data);
}

/* Only the first bytes are read to recognise a file, however long it is.  */
static void
test_large_file (void)
{
  enum
  {
    SIZE = 8 * 1024 * 1024
  };
  static const size_t wanted[] = { 0, 1, 64, 4096, 10000 };
  char name[SCRATCH_NAME_SIZE];
  scratch_file (name, "gmon", 4);
  if (truncate (name, SIZE) != 0)
    helper_failed ("truncate", name);
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
    {
      struct diag diag = { 0 };
      struct infile infile;
      is_u64 (infile_open (&infile, name, wanted[i], &diag), STATUS_OK,
              "a file of 8 MiB is opened for %zu bytes", wanted[i]);
      is_u64 (infile.size, wanted[i], "and no more than these are read");
      ok (infile.capacity <= 2 * wanted[i] + 4096, "nor is there much room");
      is_u64 (infile_finish (&infile, &diag), STATUS_OK,
              "finishing brings the rest");
      is_u64 (infile.size, SIZE, "all of it");
      ok (infile.mark.known && infile.mark.size == SIZE,
          "its mark is that of the file");
      ok (memcmp (infile.data, "gmon", 5) == 0 && infile.data[SIZE - 1] == 0,
          "from the first byte to the last");
      infile_release (&infile);
    }
  unlink (name);
}

static void
test_missing_file (void)
{
  struct diag diag = { 0 };
  struct infile infile;
  is_u64 (infile_open (&infile, "no/such/file", 64, &diag), STATUS_IO,
          "a missing file is STATUS_IO");
  ok (diag.text != NULL && strstr (diag.text, "no/such/file: ") == diag.text,
      "the message begins with its name");
  infile_release (&infile);
  diag_release (&diag);
}

static void
test_directory (void)
{
  struct diag diag = { 0 };
  struct infile infile;
  is_u64 (infile_open (&infile, ".", 64, &diag), STATUS_IO,
          "a directory cannot be read");
  infile_release (&infile);
  diag_release (&diag);
}

/* Put a pipe in the place of standard input; returns its writing end.  */
static int
pipe_to_stdin (void)
{
  int ends[2];
  if (pipe (ends) != 0 || dup2 (ends[0], STDIN_FILENO) < 0)
    helper_failed ("pipe", "failed");
  close (ends[0]);
  return ends[1];
}

/* A pipe returns what it has at the moment; open must continue to read until
   it has enough.  */
static void
test_pipe (void)
{
  enum
  {
    SIZE = 20000
  };
  unsigned char *data = pattern (SIZE);
  const int end = pipe_to_stdin ();
  if (write (end, data, SIZE) != SIZE)
    helper_failed ("write", "pipe");

  struct diag diag = { 0 };
  struct infile infile;
  is_u64 (infile_open (&infile, "-", 10000, &diag), STATUS_OK,
          "standard input is opened");
  ok (infile.size >= 10000 && !infile.at_end,
      "what is wanted is there before the pipe is closed");
  ok (!infile.mark.known, "a pipe has no mark");
  close (end);
  is_u64 (infile_finish (&infile, &diag), STATUS_OK, "and read to its end");
  ok (infile.size == SIZE && memcmp (infile.data, data, SIZE) == 0,
      "all of it");
  infile_release (&infile);
  ok (dup2 (STDIN_FILENO, STDIN_FILENO) == STDIN_FILENO,
      "standard input stays open");
  free (data);
}

/* One struct for files of several sizes, one after the other.  */
static void
test_reopen (void)
{
  static const size_t sizes[] = { 100, 9000, 0, 50 };
  struct diag diag = { 0 };
  struct infile infile = { 0 };
  const unsigned char *buffer = NULL;
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    {
      char name[SCRATCH_NAME_SIZE];
      unsigned char *data = pattern (sizes[i]);
      scratch_file (name, data, sizes[i]);
      is_u64 (infile_reopen (&infile, name, 64, &diag), STATUS_OK,
              "a file of %zu bytes after another one", sizes[i]);
      is_u64 (infile_finish (&infile, &diag), STATUS_OK, "is read");
      ok (infile.size == sizes[i]
              && (sizes[i] == 0 || memcmp (infile.data, data, sizes[i]) == 0),
          "its bytes are there and no others");
      ok (i < 2 || infile.data == buffer,
          "in the buffer that was large enough");
      buffer = infile.data;
      unlink (name);
      free (data);
    }
  is_u64 (infile_reopen (&infile, "no/such/file", 64, &diag), STATUS_IO,
          "a missing file can be the next one");
  infile_release (&infile);
  diag_release (&diag);
}

static void
test_load (void)
{
  struct packed packed = { 0 };
  enum
  {
    SIZE = 10000
  };
  char name[SCRATCH_NAME_SIZE];
  unsigned char *data = pattern (SIZE);
  scratch_file (name, data, SIZE);
  struct infile infile = { 0 };
  ok (infile_load (&infile, name, false, SIZE + 1, &packed),
      "a file below the limit is loaded");
  ok (infile.regular && infile.at_end && infile.size == SIZE
          && memcmp (infile.data, data, SIZE) == 0,
      "whole, as an ordinary file");
  ok (infile.fd < 0, "and closed");
  struct diag diag = { 0 };
  is_u64 (infile_finish (&infile, &diag), STATUS_OK,
          "finishing it needs no file");
  is_u64 (infile.size, SIZE, "and brings nothing");
  ok (!infile_load (&infile, name, false, SIZE, &packed),
      "one at the limit is not loaded");
  ok (!infile_load (&infile, "/proc/version", false, SIZE, &packed),
      "nor one of the system's, which has no size");
  ok (!infile_load (&infile, "no/such/file", false, SIZE, &packed),
      "nor a missing one");
  ok (!infile_load (&infile, ".", false, SIZE, &packed), "nor a directory");
  ok (!infile_load (&infile, "/dev/null", false, SIZE, &packed),
      "nor a device");
  ok (!infile_load (&infile, "-", false, SIZE, &packed), "nor standard input");
  ok (infile_load (&infile, name, true, SIZE + 1, &packed)
          && infile.size == SIZE,
      "a file that is known to be ordinary is loaded");
  ok (!infile_load (&infile, name, true, SIZE, &packed)
          && !infile_load (&infile, "/proc/version", true, SIZE, &packed)
          && !infile_load (&infile, "no/such/file", true, SIZE, &packed)
          && !infile_load (&infile, "/dev/null", true, SIZE, &packed)
          && !infile_load (&infile, ".", true, SIZE, &packed),
      "but nothing else, and no file that became something else meanwhile");
  is_u64 (infile_reopen (&infile, name, 64, &diag), STATUS_OK,
          "the struct can be used on");
  infile_release (&infile);
  unlink (name);
  free (data);
}

/* A pipe without a writer does not block.  */
static void
test_load_of_pipe (void)
{
  struct packed packed = { 0 };
  char name[SCRATCH_NAME_SIZE];
  scratch_file (name, "", 0);
  unlink (name);
  if (mkfifo (name, 0600) != 0)
    helper_failed ("mkfifo", name);
  struct infile infile = { 0 };
  ok (!infile_load (&infile, name, false, 100, &packed),
      "a named pipe is not loaded");
  infile_release (&infile);
  unlink (name);
}

/* When descriptors or memory run out, the relief is called before that is a
   failure.  */
static void
test_shortage (void)
{
  char name[SCRATCH_NAME_SIZE];
  struct infile infile = { 0 };
  struct shortage shortage;
  struct diag diag = { 0 };
  enum
  {
    SIZE = 1 << 20
  };
  unsigned char *data = pattern (SIZE);
  scratch_file (name, data, SIZE);

  shortage_start (&shortage, SHORT_OF_DESCRIPTORS);
  is_u64 (infile_reopen (&infile, name, 64, &diag), STATUS_OK,
          "a descriptor is given back");
  is_u64 (shortage.asked, 1, "when one is asked for");
  is_u64 (infile_reopen (&infile, "no/such/file", 64, &diag), STATUS_IO,
          "another failure");
  is_u64 (shortage.asked, 1, "is no lack of them");
  diag_release (&diag);
  shortage_start (&shortage, SHORT_OF_DESCRIPTORS);
  memory_set_relief (NULL);
  is_u64 (infile_reopen (&infile, name, 64, &diag), STATUS_IO,
          "with nobody to ask");
  ok (diag.text != NULL && strstr (diag.text, ": cannot open: ") != NULL,
      "it is told");
  shortage_end (&shortage);
  diag_release (&diag);

  if (shortage_works ())
    {
      is_u64 (infile_reopen (&infile, name, 64, &diag), STATUS_OK, "a file");
      shortage_start (&shortage, SHORT_OF_MEMORY);
      is_u64 (infile_finish (&infile, &diag), STATUS_OK,
              "memory is given back");
      is_u64 (shortage.asked, 1, "when it is asked for");
      ok (infile.size == SIZE && memcmp (infile.data, data, SIZE) == 0,
          "and the file is whole");
    }
  else
    skip (4, SHORTAGE_LACKS);
  memory_set_relief (NULL);
  infile_release (&infile);
  unlink (name);
  free (data);
}

/* Buffers are of the size that is needed, never above the limit, and can be
   cut to it.  */
static void
test_buffer_of_load (void)
{
  struct packed packed = { 0 };
  enum
  {
    LIMIT = 5 * INFILE_UNIT
  };
  static const struct
  {
    size_t size, units;
  } files[] = { { 1, 1 },
                { INFILE_UNIT - 1, 1 },
                { INFILE_UNIT, 2 },
                { 2 * INFILE_UNIT, 4 },
                { 3 * INFILE_UNIT, 4 },
                { 4 * INFILE_UNIT, 5 },
                { LIMIT - 1, 5 } };
  struct infile infile = { 0 };
  unsigned char *data = pattern (LIMIT);
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    {
      char name[SCRATCH_NAME_SIZE];
      scratch_file (name, data, files[i].size);
      ok (infile_load (&infile, name, false, LIMIT, &packed)
              && infile.size == files[i].size
              && memcmp (infile.data, data, infile.size) == 0,
          "a file of %zu bytes is loaded", files[i].size);
      is_u64 (infile.capacity, files[i].units * INFILE_UNIT,
              "into so many bytes");
      unlink (name);
    }
  infile.size = 10;
  infile_trim (&infile);
  ok (infile.capacity == INFILE_UNIT && memcmp (infile.data, data, 10) == 0,
      "what is behind the end is given back");
  infile_release (&infile);
  free (data);
}

static void
test_release_of_zeroed (void)
{
  struct infile infile = { 0 };
  infile_release (&infile);
  ok (dup2 (STDIN_FILENO, STDIN_FILENO) == STDIN_FILENO,
      "releasing a zeroed struct does not close standard input");
}

int
main (void)
{
  shortage_prepare ();
  check_file (0, 64);
  check_file (5, 64);
  check_file (64, 64);
  check_file (100000, 64);
  check_file (100000, 0);
  check_file (4096, 4096);
  test_large_file ();
  test_missing_file ();
  test_directory ();
  test_pipe ();
  test_reopen ();
  test_load ();
  test_load_of_pipe ();
  test_buffer_of_load ();
  test_shortage ();
  test_release_of_zeroed ();
  return done ();
}
