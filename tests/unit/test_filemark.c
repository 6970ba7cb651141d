/* test_filemark.c - has a file changed since it was read (R4.38)?  */

#include "config.h"

#include "base/filemark.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture.h"
#include "tap.h"

/* Write TEXT to NAME, with the modification time SECONDS.  */
static void
put (const char *name, const char *text, time_t seconds)
{
  const struct timespec times[2]
      = { { .tv_sec = seconds, .tv_nsec = 5 }, { .tv_sec = seconds } };
  FILE *file = fopen (name, "w");
  if (file == NULL || fputs (text, file) < 0 || fclose (file) != 0
      || utimensat (AT_FDCWD, name, times, 0) != 0)
    helper_failed ("cannot write", name);
}

static struct filemark
mark_of (const char *name)
{
  struct stat about;
  if (stat (name, &about) != 0)
    helper_failed ("stat", name);
  return filemark_of (&about);
}

static void
test_marks (void)
{
  const struct filemark none = { 0 };
  put ("a", "text", 100);
  const struct filemark first = mark_of ("a");
  struct filemark now = mark_of ("a");
  ok (filemark_equal (&first, &now), "a file is as it was");
  chmod ("a", 0400);
  link ("a", "b");
  now = mark_of ("b");
  ok (filemark_equal (&first, &now), "also with another mode and name");
  chmod ("a", 0600);
  put ("a", "text", 101);
  now = mark_of ("a");
  ok (filemark_same_file (&first, &now) && !filemark_equal (&first, &now),
      "another time");
  put ("a", "texts", 100);
  now = mark_of ("a");
  ok (filemark_same_file (&first, &now) && !filemark_equal (&first, &now),
      "another size");
  put ("c", "text", 100);
  now = mark_of ("c");
  ok (!filemark_same_file (&first, &now) && !filemark_equal (&first, &now),
      "another file");
  now = mark_of (".");
  ok (!now.known && !filemark_same_file (&now, &now), "a directory is none");
  ok (!filemark_equal (&none, &none), "nor is nothing");
  unlink ("a");
  unlink ("b");
  unlink ("c");
}

static void
add (struct filemarks *marks, const char *name)
{
  const struct filemark mark = mark_of (name);
  filemarks_add (marks, name, &mark);
}

/* "sum" will be written; NAME was read when it had the time WHEN.  Has it
   changed?  */
static bool
changed (const struct filemarks *marks)
{
  const struct filemark now = mark_of ("sum");
  return filemarks_changed (marks, &now);
}

static void
test_changes (void)
{
  struct filemarks marks = { 0 };
  put ("sum", "text", 100);
  put ("other", "text", 100);
  if (symlink ("sum", "link") != 0)
    helper_failed ("symlink", "link");
  filemarks_start (&marks, "sum");
  add (&marks, "other");
  ok (!changed (&marks), "not read and not changed");
  put ("sum", "text", 101);
  ok (!changed (&marks), "changed, but not read");
  add (&marks, "link");
  ok (!changed (&marks), "changed before it was read");
  put ("sum", "text", 102);
  ok (changed (&marks), "changed after it was read, by another name");
  filemarks_release (&marks);

  filemarks_start (&marks, "sum");
  add (&marks, "./sum");
  ok (!changed (&marks), "read and not changed");
  rename ("other", "sum");
  ok (changed (&marks), "read and replaced");
  filemarks_release (&marks);

  unlink ("sum");
  filemarks_start (&marks, "sum");
  put ("sum", "text", 103);
  ok (!changed (&marks), "made while nothing was read");
  add (&marks, "sum");
  ok (!changed (&marks), "and then read");
  add (&marks, "sum");
  put ("sum", "text", 104);
  add (&marks, "sum");
  ok (changed (&marks), "read before it was changed and after");
  filemarks_release (&marks);
  unlink ("link");
  unlink ("sum");
}

/* Standard input has no name to look up again.  */
static void
test_standard_input (void)
{
  struct filemarks marks = { 0 };
  put ("sum", "text", 100);
  put ("new", "text", 100);
  const int fd = open ("sum", O_RDONLY);
  if (fd < 0 || dup2 (fd, STDIN_FILENO) != STDIN_FILENO)
    helper_failed ("open", "sum");
  close (fd);
  const struct filemark mark = mark_of ("sum");
  filemarks_start (&marks, "sum");
  filemarks_add (&marks, "-", &mark);
  ok (!changed (&marks), "read from standard input");
  rename ("new", "sum");
  ok (changed (&marks), "and replaced meanwhile");
  filemarks_release (&marks);
  unlink ("sum");
}

int
main (void)
{
  char directory[SCRATCH_NAME_SIZE];
  scratch_enter (directory);
  test_marks ();
  test_changes ();
  test_standard_input ();
  scratch_leave (directory);
  return done ();
}
