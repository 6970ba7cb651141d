/* test_srctext.c - the text of source files, found along a search path.  */

#include "config.h"

#include "object/srctext.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "capture.h"
#include "tap.h"

enum
{
  TOP_SIZE = 4096
};

/* The result of the next read: an errno value, or 0 for success; READ_ENDLESS
   makes all files endless.  */
static int read_fails;

#define READ_ENDLESS (-1)

/* In place of the C library's, for src/base/infile.c.  */
ssize_t
read (int fd, void *buffer, size_t count)
{
  struct iovec place = { buffer, count };
  if (read_fails == READ_ENDLESS)
    return (ssize_t)count;
  if (read_fails == 0)
    return readv (fd, &place, 1);
  errno = read_fails;
  return -1;
}

static void
put_file (const char *name, const void *data, size_t size)
{
  FILE *file = fopen (name, "w");
  if (file == NULL || fwrite (data, 1, size, file) != size
      || fclose (file) != 0)
    helper_failed ("cannot write", name);
}

/* A file that holds its own name.  */
static void
put_named (const char *name)
{
  put_file (name, name, strlen (name));
}

static void
test_path (void)
{
  static const char *const expected[]
      = { "one", "two/", "", "three", "", "", "four" };
  struct search_path path = { 0 };
  search_path_add (&path, "one:two/::three:");
  search_path_add (&path, "");
  search_path_add (&path, "four");
  is_u64 (path.directories.count, 7, "seven, the empty ones included");
  for (size_t i = 0; i < 7 && i < path.directories.count; i++)
    is_text (path.directories.items[i], expected[i], "directory %zu", i + 1);
  search_path_release (&path);
}

/* Searching NAME along PATH finds FOUND (null for nothing) and says
   MESSAGE.  */
static void
check (const char *path_text, const char *name, const char *found,
       const char *message, const char *what)
{
  struct search_path path = { 0 };
  struct caught_diag caught;
  struct srctext text;
  caught_start (&caught);
  if (path_text != NULL)
    search_path_add (&path, path_text);
  const enum status status = srctext_read (&text, &path, name, &caught.diag);
  is_u64 (status, found != NULL ? STATUS_OK : STATUS_ABSENT, "%s", what);
  is_text (text.name, found, "%s", what);
  if (status == STATUS_OK)
    ok (text.file.size == strlen (found)
            && memcmp (text.file.data, found, text.file.size) == 0,
        "its text is read");
  is_text (caught_text (&caught), message, "%s: the message", what);
  is_u64 (caught.diag.status, STATUS_OK, "is no failure");
  srctext_release (&text);
  search_path_release (&path);
  caught_release (&caught);
}

#define MISSING(name)                                                         \
  "prog: " name ": warning: there is no such source file, so it is not "      \
  "annotated\n"
#define IRREGULAR(name)                                                       \
  "prog: " name ": warning: not a regular file, so it is not annotated\n"

/* R9.12  */
static void
test_search (const char *top)
{
  char absolute[TOP_SIZE + 20], in_d2[TOP_SIZE + 20];
  snprintf (absolute, sizeof absolute, "%s/none/a.c", top);
  snprintf (in_d2, sizeof in_d2, "%s/d2", top);
  if (mkdir ("d1", 0777) != 0 || mkdir ("d2", 0777) != 0
      || mkdir ("d2/sub", 0777) != 0)
    helper_failed ("mkdir", "d1, d2");
  put_named ("here.c");
  put_named ("d1/here.c");
  put_named ("d1/a.c");
  put_named ("d2/a.c");
  put_named ("d2/sub/a.c");

  check (NULL, "here.c", "here.c", "", "the name as recorded");
  check ("d1", "here.c", "here.c", "", "before any directory");
  check ("d1:d2", "a.c", "d1/a.c", "", "the first directory that has it");
  check ("d2:d1", "a.c", "d2/a.c", "", "in the order of the path");
  check ("d1:d2", "sub/a.c", "d2/sub/a.c", "",
         "the whole name in all directories");
  check ("d1:d2", "other/a.c", "d1/a.c", "", "and then its base name");
  put_named ("d2//a.c");
  check ("d2/", "a.c", "d2//a.c", "", "a slash is added always");
  char found[TOP_SIZE + 20];
  snprintf (found, sizeof found, "%s/d2/a.c", top);
  put_named (found);
  check (in_d2, absolute, found, "",
         "of an absolute name only the base name is looked for");
  put_named ("d2/a.c");
  check ("d2", "/no/such/sub/", NULL, IRREGULAR ("d2/"),
         "a name that ends in a slash");
  check ("d1:d2", "nosuch.c", NULL, MISSING ("nosuch.c"), "nowhere");
  check ("here.c", "nosuch.c", NULL, MISSING ("nosuch.c"),
         "a file in place of a directory");
  check ("", "nosuch-a.c", NULL, MISSING ("nosuch-a.c"),
         "the empty directory is the root");
}

/* No note is printed of files that are called like sources, and below the
   current directory, the image's and those of the path (R1.9).  */
static void
test_expected (void)
{
  static const struct
  {
    const char *image, *name;
    bool expected;
  } cases[] = { { "../prog", "../here.c", true },
                { "../d2/prog", "../d2/a.c", true },
                { "../d2/prog", "../d2/sub/a.c", true },
                { "../d2/prog", "../here.c", true },
                { "../d2/prog", "../here", false },
                { "../d2/prog", "here.c", true },
                { "prog", "here.c", true },
                { "prog", "../here", false } };
  if (link ("here.c", "here") != 0)
    helper_failed ("link", "here");
  if (chdir ("d1") != 0)
    helper_failed ("chdir", "d1");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      struct search_path path = { 0 };
      struct caught_diag caught;
      struct srctext text;
      caught_start (&caught);
      is_u64 (search_path_expect (&path, cases[i].image, &caught.diag),
              STATUS_OK, "the image is %s", cases[i].image);
      is_u64 (srctext_read (&text, &path, cases[i].name, &caught.diag),
              STATUS_OK, "a source file is %s", cases[i].name);
      ok ((strstr (caught_text (&caught), "lies outside") == NULL)
              == cases[i].expected,
          "%s", cases[i].expected ? "no note" : "a note");
      srctext_release (&text);
      search_path_release (&path);
      caught_release (&caught);
    }
  if (chdir ("..") != 0)
    helper_failed ("chdir", "..");
  unlink ("here");
}

static void
test_obstacles (void)
{
  if (mkdir ("dir.c", 0777) != 0 || mkfifo ("pipe.c", 0666) != 0
      || symlink ("here.c", "link.c") != 0 || symlink ("loop.c", "loop.c") != 0
      || symlink ("/dev/zero", "zero.c") != 0)
    helper_failed ("cannot make", "obstacles");
  put_named ("d1/dir.c");
  put_named ("locked.c");
  check (NULL, "dir.c", NULL, IRREGULAR ("dir.c"), "a directory");
  check (NULL, "pipe.c", NULL, IRREGULAR ("pipe.c"), "a pipe");
  check (NULL, "zero.c", NULL, IRREGULAR ("zero.c"), "an endless device");
  check ("d1", "dir.c", "d1/dir.c", "", "a later directory may have it");
  check ("d2:d1/nosuch", "dir.c", NULL, IRREGULAR ("dir.c"),
         "the message is about what was there");
  check (NULL, "loop.c", NULL,
         "prog: loop.c: warning: not annotated: Too many levels of symbolic "
         "links\n",
         "a link to itself");
  if (chmod ("locked.c", 0) == 0 && access ("locked.c", R_OK) == 0)
    skip (4, "no file is locked for this user");
  else
    check (NULL, "locked.c", NULL,
           "prog: locked.c: warning: not annotated: Permission denied\n",
           "a locked file");
  struct search_path none = { 0 };
  struct diag diag = { 0 };
  struct srctext text;
  ok (srctext_read (&text, &none, "link.c", &diag) == STATUS_OK
          && text.file.size == 6,
      "a link to a regular file is one");
  srctext_release (&text);
}

static void
test_contents (void)
{
  static const size_t sizes[] = { 0, 1, 4096, 100000 };
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    {
      struct search_path none = { 0 };
      struct diag diag = { 0 };
      struct srctext text;
      char *data = calloc (1, sizes[i] + 1);
      if (sizes[i] > 0)
        data[sizes[i] - 1] = 'x';
      put_file ("text.c", data, sizes[i]);
      is_u64 (srctext_read (&text, &none, "text.c", &diag), STATUS_OK,
              "a file of %zu bytes", sizes[i]);
      ok (text.file.size == sizes[i]
              && memcmp (text.file.data, data, sizes[i]) == 0,
          "is read whole, NUL bytes included");
      srctext_release (&text);
      free (data);
    }
}

/* A file that can be opened and not read, as some of /proc, is not annotated;
   only a failure of the system is one of ours.  */
static void
test_unreadable (void)
{
  static const struct
  {
    int error;
    const char *name;
  } passed[] = { { EAGAIN, "EAGAIN" },
                 { EINVAL, "EINVAL" },
                 { EPERM, "EPERM" },
                 { ESTALE, "ESTALE" } };
  put_named ("text.c");
  for (size_t i = 0; i < sizeof passed / sizeof *passed; i++)
    {
      char message[200];
      snprintf (message, sizeof message,
                "prog: text.c: warning: not annotated: %s\n",
                strerror (passed[i].error));
      read_fails = passed[i].error;
      check (NULL, "text.c", NULL, message, passed[i].name);
    }
  read_fails = READ_ENDLESS;
  check (NULL, "text.c", NULL,
         "prog: text.c: warning: has more than 536870912 bytes, so it is not "
         "annotated\n",
         "a file without end");

  struct search_path none = { 0 };
  struct diag diag = { 0 };
  struct srctext text;
  read_fails = EIO;
  is_u64 (srctext_read (&text, &none, "text.c", &diag), STATUS_IO,
          "a disk that fails");
  char message[200];
  snprintf (message, sizeof message, "text.c: cannot read: %s",
            strerror (EIO));
  is_text (diag.text, message, "is told");
  diag_release (&diag);
  read_fails = 0;
  check (NULL, "text.c", "text.c", "", "nothing of this stays");
}

static void
clean_up (void)
{
  static const char *const names[]
      = { "here.c", "d1/here.c", "d1/a.c", "d2/a.c", "d2/sub/a.c", "d1/dir.c",
          "pipe.c", "link.c",    "loop.c", "zero.c", "locked.c",   "text.c",
          "d2/sub", "d1",        "d2",     "dir.c" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (remove (names[i]) != 0)
      tap_note ("%s cannot be removed", names[i]);
}

int
main (void)
{
  char directory[SCRATCH_NAME_SIZE], top[TOP_SIZE];
  scratch_enter (directory);
  if (getcwd (top, sizeof top) == NULL)
    helper_failed ("getcwd", directory);
  test_path ();
  test_search (top);
  test_expected ();
  test_obstacles ();
  test_contents ();
  test_unreadable ();
  clean_up ();
  scratch_leave (directory);
  return done ();
}
