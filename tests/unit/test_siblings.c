/* test_siblings.c - which files of a directory are ordinary ones.  */

#include "config.h"

#include "base/siblings.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture.h"
#include "tap.h"

enum
{
  FILES = 70 /* enough for the list to be read */
};

/* A directory "d" with FILES files f00, f01 and so on.  */
struct many
{
  char home[SCRATCH_NAME_SIZE];
  char names[FILES][8];
  const char *arguments[FILES + 1];
};

static void
put_file (const char *name)
{
  FILE *file = fopen (name, "wb");
  if (file == NULL || fclose (file) != 0)
    helper_failed ("put_file", name);
}

static void
set_up (struct many *many)
{
  scratch_enter (many->home);
  if (mkdir ("d", 0755) != 0)
    helper_failed ("mkdir", "d");
  for (size_t i = 0; i < FILES; i++)
    {
      snprintf (many->names[i], sizeof *many->names, "d/f%02zu", i);
      put_file (many->names[i]);
      many->arguments[i] = many->names[i];
    }
  many->arguments[FILES] = "e/f00";
}

static void
take_down (struct many *many)
{
  for (size_t i = 0; i < FILES; i++)
    unlink (many->names[i]);
  rmdir ("d");
  scratch_leave (many->home);
}

/* Does the system tell the kinds of files in a list?  */
static bool
lists_have_kinds (void)
{
#ifdef HAVE_STRUCT_DIRENT_D_TYPE
  DIR *directory = opendir ("d");
  bool found = false;
  const struct dirent *entry;
  while (directory != NULL && (entry = readdir (directory)) != NULL)
    found = found || entry->d_type == DT_REG;
  if (directory != NULL)
    closedir (directory);
  return found;
#else
  return false;
#endif
}

/* The number of names in the directory of the first of COUNT.  */
static size_t
read_first (struct siblings *siblings, struct many *many, size_t count)
{
  size_t same = 0;
  siblings_read (siblings, many->arguments, count, &same);
  return same;
}

static void
test_many (void)
{
  struct many many;
  struct siblings siblings;
  set_up (&many);
  is_u64 (read_first (&siblings, &many, FILES + 1), FILES,
          "names up to that in another directory");
  if (lists_have_kinds ())
    ok (siblings_is_ordinary (&siblings, "d/f00")
            && siblings_is_ordinary (&siblings, "d/f69")
            && siblings_is_ordinary (&siblings, "d/azAZ09.-_0"),
        "files are ordinary, and names that are not there");
  else
    skip (1, "lists of directories have no kinds here");
  static const char *const doubtful[]
      = { "d/", "d/.", "d/..", "d/f00.", "d/F~1", "d/f 0", "d/f\303\266" };
  for (size_t i = 0; i < sizeof doubtful / sizeof *doubtful; i++)
    ok (!siblings_is_ordinary (&siblings, doubtful[i]), "'%s' may be anything",
        doubtful[i]);
  char name[SIBLINGS_LONGEST + 4] = "d/";
  memset (name + 2, 'x', SIBLINGS_LONGEST + 1);
  ok (!siblings_is_ordinary (&siblings, name),
      "as may a name that is too long");
  take_down (&many);
}

/* Beside a directory, a link and a pipe, names of other lengths are told.  */
static void
test_others (void)
{
  struct many many;
  struct siblings siblings;
  set_up (&many);
  if (mkdir ("d/four", 0755) != 0 || symlink ("four", "d/fives") != 0
      || mkfifo ("d/pipe.6", 0644) != 0)
    helper_failed ("set_up", "d");
  read_first (&siblings, &many, FILES);
  ok (siblings_is_ordinary (&siblings, "d/f00") == lists_have_kinds (),
      "a file is ordinary");
  static const char *const others[]
      = { "d/four", "d/FOUR", "d/name", "d/fives", "d/pipe.6" };
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    ok (!siblings_is_ordinary (&siblings, others[i]),
        "'%s' is as long as something else", others[i]);
  rmdir ("d/four");
  unlink ("d/fives");
  unlink ("d/pipe.6");
  take_down (&many);
}

/* Nothing is told of the files beside one that could be called by a name of
   another length.  */
static void
test_name_that_is_not_plain (void)
{
  struct many many;
  struct siblings siblings;
  set_up (&many);
  if (mkdir ("d/other name", 0755) != 0)
    helper_failed ("mkdir", "other name");
  read_first (&siblings, &many, FILES);
  ok (!siblings_is_ordinary (&siblings, "d/f00"), "a directory 'other name'");
  rmdir ("d/other name");
  take_down (&many);
}

/* Nor of a few, nor where the list has more than twice as many entries; "." and
   ".." are two.  */
static void
test_few_of_many (void)
{
  struct many many;
  struct siblings siblings;
  set_up (&many);
  is_u64 (read_first (&siblings, &many, 63), 63, "63 files");
  ok (!siblings_is_ordinary (&siblings, "d/f00"), "are asked for one by one");
  for (size_t more = 55; more <= 57; more++)
    {
      char name[16];
      for (size_t i = 0; i < more; i++)
        {
          snprintf (name, sizeof name, "d/more%02zu", i);
          put_file (name);
        }
      read_first (&siblings, &many, 64);
      ok (siblings_is_ordinary (&siblings, "d/f00")
              == (more <= 56 && lists_have_kinds ()),
          "64 files of %zu entries", FILES + more + 2);
      for (size_t i = 0; i < more; i++)
        {
          snprintf (name, sizeof name, "d/more%02zu", i);
          unlink (name);
        }
    }
  take_down (&many);
}

/* Names without a directory are in the current one.  */
static void
test_here (void)
{
  struct many many;
  struct siblings siblings;
  size_t same;
  set_up (&many);
  if (chdir ("d") != 0)
    helper_failed ("chdir", "d");
  for (size_t i = 0; i < FILES; i++)
    many.arguments[i] += strlen ("d/");
  siblings_read (&siblings, many.arguments, FILES, &same);
  is_u64 (same, FILES, "names without a slash");
  if (chdir ("..") != 0)
    helper_failed ("chdir", "..");
  ok (siblings_is_ordinary (&siblings, "f00") == lists_have_kinds (),
      "the current directory is read");
  take_down (&many);
}

static void
test_no_directory (void)
{
  const char *names[64];
  struct siblings siblings;
  size_t same;
  for (size_t i = 0; i < 64; i++)
    names[i] = "no/where";
  siblings_read (&siblings, names, 64, &same);
  is_u64 (same, 64, "names in a directory that is not there");
  ok (!siblings_is_ordinary (&siblings, "no/where"), "may be anything");
}

int
main (void)
{
  test_many ();
  test_others ();
  test_name_that_is_not_plain ();
  test_few_of_many ();
  test_here ();
  test_no_directory ();
  return done ();
}
