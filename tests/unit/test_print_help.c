/* test_print_help.c - what --help and --version print.  */

#include "config.h"

#include "output/printers.h"

#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "input/old_report.h"
#include "input/options.h"
#include "tap.h"

static char *
help (void)
{
  struct capture capture;
  capture_start (&capture);
  print_help (&capture.output, "gprof");
  return capture_end (&capture, NULL);
}

static void
test_width (void)
{
  char *text = help ();
  unsigned lines = 0, wide = 0;
  for (const char *line = text; *line != '\0'; lines++)
    {
      const size_t length = strcspn (line, "\n");
      if (length > 80 && wide++ < 5)
        tap_note ("%zu columns: %.*s", length, (int)length, line);
      line += length + (line[length] == '\n');
    }
  is_u64 (wide, 0, "all %u lines fit 80 columns", lines);
  ok (strchr (text, '\t') == NULL, "no tabs");
  ok (text[strlen (text) - 1] == '\n', "the last line ends");
  free (text);
}

/* The lines that describe options are as many as these.  */
static void
test_each_once (void)
{
  char *text = help ();
  size_t described = 0, rows = 0;
  for (const char *line = text; *line != '\0';)
    {
      described += strncmp (line, "  -", 3) == 0
                   || strncmp (line, "      --", 8) == 0;
      line += strcspn (line, "\n") + 1;
    }
  while (option_table[rows].key != 0)
    rows++;
  is_u64 (described, rows, "each option is described once");
  free (text);
}

static void
test_directory (void)
{
  struct capture capture;
  capture_start (&capture);
  print_help (&capture.output, "./_build/main/gprof");
  char *text = capture_end (&capture, NULL);
  ok (strncmp (text, "Usage: gprof ", 13) == 0,
      "the program's directory is left out");
  free (text);
}

static void
test_usage (void)
{
  char *text = help ();
  ok (strncmp (text, "Usage: gprof ", 13) == 0,
      "the first line begins with the usage");
  ok (strstr (text, "\n  or:  gprof --run ") != NULL,
      "the second one has that of --run");
  free (text);
}

/* Is there a line for ROW, with its letter and long name?  */
static bool
describes (const char *text, const struct option_row *row)
{
  char start[100];
  const bool has_letter = row->key < 256;
  const bool has_name = row->name != NULL && row->name[0] != '\0';
  if (has_letter && has_name)
    snprintf (start, sizeof start, "\n  -%c, --%s", row->key, row->name);
  else if (has_letter)
    snprintf (start, sizeof start, "\n  -%c", row->key);
  else
    snprintf (start, sizeof start, "\n      --%s", row->name);
  return strstr (text, start) != NULL;
}

static void
test_options (void)
{
  char *text = help ();
  for (const struct option_row *row = option_table; row->key != 0; row++)
    {
      char letter[4] = "";
      if (row->key < 256)
        snprintf (letter, sizeof letter, "-%c ", row->key);
      ok (describes (text, row), "%s--%s is described", letter,
          row->name ? row->name : "");
    }
  free (text);
}

/* What is used most comes first, and the last lines show how.  */
static void
test_order (void)
{
  static const char *const lines[] = { "\n  or:  gprof --run ",
                                       "\n      --run ",
                                       "\n      --watch",
                                       "\n  -p, --flat-profile",
                                       "\n      --explain ",
                                       "\n      --diff=",
                                       "\n  -B ",
                                       "\n  -b, --brief",
                                       "\n      --top",
                                       "\n      --browse ",
                                       "\n  -m, --min-count",
                                       "\n  -E ",
                                       "\nExamples:\n  gprof --run ",
                                       "\n  gprof --run --output=",
                                       "\n  gprof --run --browse ",
                                       "\n  gprof --explain ",
                                       "\n  gprof --diff=" };
  char *text = help ();
  const char *place = text;
  for (size_t i = 0; i < sizeof lines / sizeof *lines && place != NULL; i++)
    {
      place = strstr (place, lines[i]);
      ok (place != NULL, "the lines of --help are in order, line %zu", i);
    }
  free (text);
}

static void
test_arguments (void)
{
  char *text = help ();
  ok (strstr (text, "-p, --flat-profile[=SYMSPEC]") != NULL,
      "optional arguments stand in brackets");
  ok (strstr (text, "-w, --width=N ") != NULL, "required ones do not");
  ok (strstr (text, "-k FROM/TO ") != NULL, "behind a letter, a blank");
  free (text);
}

static void
test_version (void)
{
  struct capture capture;
  capture_start (&capture);
  print_version (&capture.output);
  char *text = capture_end (&capture, NULL);
  const size_t length = strlen (PACKAGE_STRING);
  ok (strncmp (text, PACKAGE_STRING, length) == 0 && text[length] == '\n',
      "the first line is name and version");
  ok (strstr (text,
              "\nJSON schema " REPORT_SCHEMA ", live files of version 1\n")
          != NULL,
      "a line has the versions of formats (R15.27)");
  free (text);
}

int
main (void)
{
  test_width ();
  test_usage ();
  test_directory ();
  test_each_once ();
  test_options ();
  test_order ();
  test_arguments ();
  test_version ();
  return done ();
}
