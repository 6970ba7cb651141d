/* test_image_message.c - libbfd's own messages become lines like ours.

   libbfd's function for them is called as it calls it itself; what is expected
   is what printf prints, but for libbfd's two conversions.  */

#include "config.h"

#include "object/image.h"

#include <inttypes.h>
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
test_numbers (void)
{
  CHECK ("no argument", "no argument");
  CHECK ("100% of it", "100%% of it");
  CHECK ("-5 7 z", "%d %u %c", -5, 7U, 'z');
  CHECK ("-5 4294967291 fffffffb", "%i %u %x", -5, (unsigned)-5, -5);
  CHECK ("-1 18446744073709551615", "%ld %llu", -1L, ~0ULL);
  CHECK ("ffffffffffffffff 8", "%lx %zu", ~0UL, (size_t)8);
  CHECK ("0xff 0 0x10", "%#x %#x %#" PRIx64, 255, 0, UINT64_C (16));
  CHECK ("000000ff   12 17", "%08x %4d %o", 255, 12, 15);
  CHECK ("   12", "%*d", 5, 12);
  CHECK ("1234 5", "%'d %'u", 1234, 5U);
}

static void
test_texts (void)
{
  CHECK ("file: main", "%s: %s", "file", "main");
  CHECK ("(null)", "%s", (char *)NULL);
  CHECK ("abc abc", "%.3s %.*s", "abcdef", 3, "abcdef");
  CHECK ("\\033[2J\\012x", "%s", "\033[2J\nx");
  CHECK ("one line", "one line\n");
}

/* As translators may write.  */
static void
test_positions (void)
{
  CHECK ("b a", "%2$s %1$s", "a", "b");
  CHECK ("7 of x: 7", "%2$d of %1$s: %2$d", "x", 7);
}

/* No argument of unknown type is used.  */
static void
test_unknown (void)
{
  CHECK ("a %y b", "a %y b", 1);
  CHECK ("%2$s without the first", "%2$s without the first", "a", "b");
  CHECK ("%1$d %1$s", "%1$d %1$s", 3);
  CHECK ("at the end %", "at the end %");
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
  is_u64 (strlen (text), MOST + strlen ("...\n"), "a long line is cut");
  ok (strcmp (text + MOST, "...\n") == 0, "and says so");
  free (name);
}

int
main (int argc, char **argv)
{
  struct diag diag = { .stream = stderr };
  struct image *image;
  program = argv[0];
  if (argc < 1 || image_open (&image, argv[0], argv[0], &diag) != STATUS_OK)
    helper_failed ("image_open", diag.text);
  test_numbers ();
  test_texts ();
  test_positions ();
  test_unknown ();
  test_length ();
  image_close (image);
  return done ();
}
