/* test_hints.c - what may have led to it that an input file is not there.  */

#include "config.h"

#include "input/hints.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capture.h"
#include "tap.h"
#include "tiny_elf.h"
#include "tiny_program.h"

/* The hint has PART, or there is none if that is null.  */
static void
hint_is (struct diag *diag, const char *part, const char *what)
{
  ok (part == NULL ? diag->hint == NULL
                   : diag->hint != NULL && strstr (diag->hint, part) != NULL,
      "%s: %s", what, part != NULL ? part : "no hint");
  if (diag->hint != NULL)
    tap_note ("%s", diag->hint);
  diag_release (diag);
}

static void
fail (struct diag *diag, enum status status)
{
  *diag = (struct diag){ .program = "bin/gprof" };
  diag_fail (diag, status, NULL, "failed");
}

/* --- An image ------------------------------------------------------------- */

/* What LINE says where its image cannot be opened.  */
static void
check_image (const char *line, enum status status, const char *part)
{
  struct tiny_program tiny = { 0 };
  struct diag diag;
  tiny_options (&tiny, line);
  fail (&diag, status);
  errno = ENOENT; /* of some other file */
  hint_of_absence (&tiny.options, tiny.options.image, NULL, &diag);
  hint_is (&diag, part, line);
  tiny_release (&tiny);
}

static void
test_image (void)
{
  check_image ("-b", STATUS_IO, "usage: gprof [OPTION]");
  check_image ("none", STATUS_IO, NULL);
  check_image ("none", STATUS_FORMAT, NULL);
  check_image ("-p -", STATUS_IO, NULL);
  check_image ("-p .", STATUS_IO, NULL);
  check_image ("-p fact", STATUS_IO, "-pfact");
  check_image ("--flat-profile fact", STATUS_IO, "--flat-profile=fact");
  check_image ("-p a/b", STATUS_IO, NULL);
  check_image ("-b fact", STATUS_IO, NULL);
}

/* --- A profile ------------------------------------------------------------ */

/* What is said of the profile NAME, which is the last word of LINE, of a
   program with SYMBOLS.  */
static void
check_profile (const char *program, const char *symbols, const char *options,
               const char *name, enum status status, const char *part)
{
  char image[SCRATCH_NAME_SIZE], line[100];
  struct tiny_program tiny = { 0 };
  struct diag diag = { 0 };
  if (!tiny_elf (image, program, symbols))
    helper_failed ("tiny_elf", "failed");
  snprintf (line, sizeof line, "%s %s %s", image, options, name);
  tiny_options (&tiny, line);
  if (tiny_load (&tiny, &diag) != STATUS_OK)
    helper_failed ("tiny_load", diag.text);
  fail (&diag, status);
  hint_of_absence (&tiny.options, tiny.options.profiles.items[0],
                   program_main (&tiny.program), &diag);
  hint_is (&diag, part, name);
  tiny_release (&tiny);
  unlink (image);
}

static void
test_profile (const char *program)
{
  static const char plain[] = "global func text 1000 main\n";
  static const char profiled[] = "global func text 1000 main\n"
                                 "global func text 1010 __monstartup\n"
                                 "global func text 1020 mcount\n";
  check_profile (program, plain, "-b", "gmon.out", STATUS_IO, "exit");
  check_profile (program, plain, "-b", "gmon.out", STATUS_FORMAT, NULL);
  check_profile (program, profiled, "-b", "none/gmon.out", STATUS_IO,
                 "and only if it ends by exit");
  check_profile (program, plain, "-b", "gmon.sum", STATUS_IO, NULL);
  check_profile (program, plain, "-p", "fact", STATUS_IO, "-pfact");
}

int
main (int argc, char **argv)
{
  char image[SCRATCH_NAME_SIZE];
  test_image ();
  if (argc < 1 || !tiny_elf (image, argv[0], "global func text 1000 main\n"))
    {
      skip (1, "this is no 64-bit ELF system");
      return done ();
    }
  unlink (image);
  test_profile (argv[0]);
  return done ();
}
