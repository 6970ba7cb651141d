/* test_image_message.c - libbfd's own messages become lines like ours.

   libbfd's function for them is called as it calls it itself.  */

#include "config.h"

#include "object/image.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capture.h"
#include "tap.h"

/* libbfd's; its format is nearly printf's.  */
void _bfd_error_handler (const char *format, ...);

static const char *program;

/* Standard error, caught in a file.  */
struct caught
{
  FILE *file;
  int saved;
  char text[8000];
};

static void
catch_start (struct caught *caught)
{
  caught->file = tmpfile ();
  caught->saved = dup (STDERR_FILENO);
  if (caught->file == NULL || caught->saved < 0
      || dup2 (fileno (caught->file), STDERR_FILENO) < 0)
    helper_failed ("cannot catch", "standard error");
}

/* The message without the program's name, which must be there.  */
static const char *
catch_end (struct caught *caught)
{
  dup2 (caught->saved, STDERR_FILENO);
  close (caught->saved);
  rewind (caught->file);
  const size_t size
      = fread (caught->text, 1, sizeof caught->text - 1, caught->file);
  caught->text[size] = '\0';
  fclose (caught->file);
  const size_t prefix = strlen (program);
  return strncmp (caught->text, program, prefix) == 0
                 && strncmp (caught->text + prefix, ": ", 2) == 0
             ? caught->text + prefix + 2
             : caught->text;
}

#define CHECK(expected, ...)                                                  \
  do                                                                          \
    {                                                                         \
      struct caught caught;                                                   \
      catch_start (&caught);                                                  \
      _bfd_error_handler (__VA_ARGS__);                                       \
      is_text (catch_end (&caught), expected "\n", "%s", expected);           \
    }                                                                         \
  while (0)

static void
test_texts (void)
{
  CHECK ("no argument", "no argument");
  CHECK ("file: main -5 ff", "%s: %s %d %x", "file", "main", -5, 255);
  CHECK ("\\033[2Jx", "%s", "\033[2Jx");
  errno = EINTR;
  CHECK ("twice", "twice");
  is_u64 ((uint64_t)errno, EINTR, "errno stays");
}

/* Each line begins with the program's name.  */
static void
test_lines (void)
{
  struct caught caught;
  char expected[1000];
  snprintf (expected, sizeof expected, "one\n%s: two\n", program);
  catch_start (&caught);
  _bfd_error_handler ("one\ntwo");
  is_text (catch_end (&caught), expected, "two lines");
}

static void
test_length (void)
{
  enum
  {
    LONG = 5000,
    MOST = 1000
  };
  struct caught caught;
  char *name = malloc (LONG + 1);
  memset (name, 'x', LONG);
  name[LONG] = '\0';
  catch_start (&caught);
  _bfd_error_handler ("%s: %s", name, name);
  const char *text = catch_end (&caught);
  is_u64 (strlen (text), MOST + strlen ("\n"), "a long line is cut");
  ok (strcmp (text + MOST - 3, "...\n") == 0, "and says so");
  free (name);
}

/* Of many lines at once, some are printed.  */
static void
test_number (void)
{
  enum
  {
    LINES = 100,
    MOST = 20
  };
  struct caught caught;
  char text[2 * LINES + 1];
  for (size_t i = 0; i < LINES; i++)
    memcpy (text + 2 * i, "x\n", 3);
  catch_start (&caught);
  _bfd_error_handler ("%s", text);
  unsigned count = 0;
  const char *got = catch_end (&caught);
  for (const char *c = got; (c = strchr (c, '\n')) != NULL; c++)
    count++;
  is_u64 (count, MOST + 1, "20 lines, and one more");
  ok (strstr (got, ": and so on\n") != NULL, "which says that there are more");
}

int
main (int argc, char **argv)
{
  struct diag diag = { .stream = stderr };
  struct image *image;
#ifndef HAVE_MEMFD_CREATE
  skip (1, "without memfd_create libbfd prints its messages itself");
  return done ();
#endif
  program = argv[0];
  if (argc < 1 || image_open (&image, argv[0], argv[0], &diag) != STATUS_OK)
    helper_failed ("image_open", diag.text);
  test_texts ();
  test_lines ();
  test_length ();
  test_number ();
  image_close (image);
  return done ();
}
