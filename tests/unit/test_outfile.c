/* test_outfile.c - a file that is written whole or not at all.  */

#include "config.h"

#include "outfile.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture.h"
#include "tap.h"

static void
put_file (const char *name, const char *text)
{
  FILE *file = fopen (name, "w");
  if (file == NULL || fputs (text, file) < 0 || fclose (file) != 0)
    helper_failed ("cannot write", name);
}

/* What file NAME holds, in TEXT.  */
static const char *
get_file (const char *name, char *text, size_t size)
{
  FILE *file = fopen (name, "r");
  if (file == NULL)
    return NULL;
  const size_t got = fread (text, 1, size - 1, file);
  text[got] = '\0';
  fclose (file);
  return text;
}

static bool
exists (const char *name)
{
  struct stat about;
  return lstat (name, &about) == 0;
}

static void
test_new_file (struct output *output)
{
  struct outfile outfile;
  struct diag diag = { 0 };
  char text[100];
  is_u64 (outfile_open (&outfile, "new", output, &diag), STATUS_OK,
          "a new file is begun");
  output_text (output, "some text\n");
  ok (!exists ("new"), "it is not there before it is complete");
  is_u64 (outfile_finish (&outfile, &diag), STATUS_OK, "it is finished");
  is_text (get_file ("new", text, sizeof text), "some text\n",
           "and holds what was written");
  ok (!exists (outfile.temporary), "under one name only");
  const mode_t mask = umask (0);
  umask (mask);
  struct stat about;
  ok (stat ("new", &about) == 0 && (about.st_mode & 0777) == (0666 & ~mask),
      "with the usual permissions");
  unlink ("new");
}

static void
test_replaced_file (struct output *output)
{
  struct outfile outfile;
  struct diag diag = { 0 };
  struct stat about;
  char text[100];
  put_file ("old", "old");
  if (chmod ("old", 0640) != 0)
    helper_failed ("chmod", "old");
  is_u64 (outfile_open (&outfile, "old", output, &diag), STATUS_OK,
          "a regular file may be replaced");
  output_text (output, "new");
  is_text (get_file ("old", text, sizeof text), "old", "it stays until then");
  is_u64 (outfile_finish (&outfile, &diag), STATUS_OK, "it is replaced");
  is_text (get_file ("old", text, sizeof text), "new", "by the new text");
  ok (stat ("old", &about) == 0 && (about.st_mode & 0777) == 0640,
      "which has the permissions of the old one");
  unlink ("old");
}

static void
test_discarded_file (struct output *output)
{
  struct outfile outfile;
  struct diag diag = { 0 };
  char text[100];
  put_file ("old", "old");
  outfile_open (&outfile, "old", output, &diag);
  ok (exists (outfile.temporary), "what is written is somewhere");
  output_text (output, "new");
  outfile_discard (&outfile);
  is_text (get_file ("old", text, sizeof text), "old",
           "after all, the old file stays");
  ok (!exists (outfile.temporary), "and nothing is left");
  unlink ("old");
}

/* Writing fails: the descriptor cannot be written to.  */
static void
test_failed_file (struct output *output)
{
  struct outfile outfile;
  struct diag diag = { 0 };
  char text[100];
  put_file ("old", "old");
  outfile_open (&outfile, "old", output, &diag);
  const int full = open ("/dev/null", O_RDONLY);
  if (full < 0 || dup2 (full, output->fd) < 0)
    helper_failed ("dup2", "/dev/null");
  close (full);
  output_text (output, "new");
  is_u64 (outfile_finish (&outfile, &diag), STATUS_IO,
          "a failed write is noticed");
  ok (diag.text != NULL && strncmp (diag.text, "old: cannot write: ", 19) == 0,
      "and named after the file that was asked for");
  is_text (get_file ("old", text, sizeof text), "old", "the old file stays");
  ok (!exists (outfile.temporary), "and nothing is left");
  unlink ("old");
  diag_release (&diag);
}

/* What must not be replaced is told, and stays.  */
static void
check_refused (struct output *output, const char *name, const char *what)
{
  struct outfile outfile;
  struct diag diag = { 0 };
  is_u64 (outfile_open (&outfile, name, output, &diag), STATUS_IO,
          "%s is not replaced", what);
  ok (diag.text != NULL && strncmp (diag.text, name, strlen (name)) == 0,
      "the message names it");
  ok (exists (name), "it is still there");
  diag_release (&diag);
}

static void
test_refused (struct output *output)
{
  char text[100];
  if (mkdir ("directory", 0777) != 0 || mkfifo ("pipe", 0666) != 0
      || symlink ("elsewhere", "link") != 0 || symlink ("none", "dead") != 0)
    helper_failed ("cannot make", "files to be refused");
  put_file ("elsewhere", "precious");
  check_refused (output, "directory", "a directory");
  check_refused (output, "pipe", "a pipe");
  check_refused (output, "link", "a symbolic link");
  check_refused (output, "dead", "a symbolic link to nowhere");
  is_text (get_file ("elsewhere", text, sizeof text), "precious",
           "what the link leads to stays as it was");
  ok (!exists ("none"), "and nothing is made there");
  rmdir ("directory");
  unlink ("pipe");
  unlink ("link");
  unlink ("dead");
  unlink ("elsewhere");
}

static void
test_no_directory (struct output *output)
{
  struct outfile outfile;
  struct diag diag = { 0 };
  put_file ("file", "");
  is_u64 (outfile_open (&outfile, "file/x", output, &diag), STATUS_IO,
          "a file holds no files");
  diag_release (&diag);
  unlink ("file");
}

static void
test_read_only (struct output *output)
{
  put_file ("locked", "locked");
  if (chmod ("locked", 0444) != 0)
    helper_failed ("chmod", "locked");
  if (access ("locked", W_OK) == 0)
    skip (3, "no file is locked for this user");
  else
    check_refused (output, "locked", "a file that must not be written");
  unlink ("locked");
}

int
main (void)
{
  char directory[] = "scratch-XXXXXX";
  if (mkdtemp (directory) == NULL || chdir (directory) != 0)
    helper_failed ("mkdtemp", directory);
  struct output *output = malloc (sizeof *output);
  test_new_file (output);
  test_replaced_file (output);
  test_discarded_file (output);
  test_failed_file (output);
  test_refused (output);
  test_no_directory (output);
  test_read_only (output);
  free (output);
  ok (chdir ("..") == 0 && rmdir (directory) == 0,
      "the directory is empty again");
  return done ();
}
