/* print_help.c - what --help and --version print, from the option table.  */

#include "config.h"

#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "base/i18n.h"
#include "base/paths.h"
#include "input/old_report.h"
#include "input/options.h"
#include "model/live_format.h"
#include "output/printers.h"

enum
{
  HELP_COLUMN = 36,
  LEFT_SIZE = 256 /* bytes of the text to the left of it */
};

static const char *const group_titles[OPTION_GROUPS] = {
  [GROUP_LISTINGS] = N_ ("Listings (default: flat profile and call graph)"),
  [GROUP_CHOICE] = N_ ("Parts of the call graph"),
  [GROUP_SYMBOLS] = N_ ("Symbols"),
  [GROUP_FORMAT] = N_ ("Form"),
  [GROUP_FILES] = N_ ("Files"),
  [GROUP_RUN] = N_ ("Programs that run"),
  [GROUP_OTHER] = N_ ("Other"),
};

/* The groups, and the options in each, what is used most first; options that are
   not named here come last.  */
static const struct
{
  enum option_group group;
  const char *options; /* each a letter or a long name, and a blank */
} help_order[OPTION_GROUPS] = {
  { GROUP_RUN, "run watch keep hz " },
  { GROUP_LISTINGS, "p q explain diff A waits asm cycles per-file per-thread "
                    "C i r R P Q J Z " },
  { GROUP_FORMAT, "b top browse format min-percent focus hide sort group-by "
                  "names errors color z L w T x m t " },
  { GROUP_FILES, "output s library I debug-dir diff-image strict jobs O y " },
  { GROUP_SYMBOLS, "l inlined attribution a D S " },
  { GROUP_CHOICE, "k n N c f F e E " },
  { GROUP_OTHER, "h v pager fail-above gnu-compat d " },
};

/* "  -p, --flat-profile[=SYMSPEC]" in TEXT.  */
static void
describe_option (const struct option_row *row, char *text, size_t size)
{
  const bool has_letter = row->key < 256;
  const bool has_name = row->name != NULL && row->name[0] != '\0';
  int length = snprintf (text, size, has_letter ? "  -%c" : "    ", row->key);
  if (has_name)
    length += snprintf (text + length, size - (size_t)length, "%s--%s",
                        has_letter ? ", " : "  ", row->name);
  if (row->value == NULL)
    return;
  const bool optional = row->argument == ARGUMENT_OPTIONAL;
  const char *before = optional ? "[" : has_name ? "" : " ";
  snprintf (text + length, size - (size_t)length, "%s%s%s%s", before,
            has_name ? "=" : "", _ (row->value), optional ? "]" : "");
}

/* The columns that TEXT takes on a terminal.  */
static size_t
columns_of (const char *text)
{
  wchar_t wide[LEFT_SIZE];
  const size_t length = mbstowcs (wide, text, LEFT_SIZE);
  const int columns = length < LEFT_SIZE ? wcswidth (wide, length) : -1;
  return columns >= 0 ? (size_t)columns : strlen (text);
}

static void
print_option (struct output *output, const struct option_row *row)
{
  char text[LEFT_SIZE];
  describe_option (row, text, sizeof text);
  const size_t columns = columns_of (text);
  output_text (output, text);
  output_blanks (output,
                 columns < HELP_COLUMN - 1 ? HELP_COLUMN - columns : 2);
  output_printf (output, "%s\n", _ (row->help));
}

/* The option called WORD, LENGTH bytes.  */
static const struct option_row *
find_option (const char *word, size_t length)
{
  const struct option_row *row;
  if (length == 1)
    return option_by_letter (*word);
  option_by_name (word, length, &row);
  return row;
}

/* Is ROW one of OPTIONS?  */
static bool
is_among (const struct option_row *row, const char *options)
{
  for (size_t length; *options != '\0'; options += length + 1)
    {
      length = strcspn (options, " ");
      if (find_option (options, length) == row)
        return true;
    }
  return false;
}

static void
print_group (struct output *output, enum option_group group,
             const char *options)
{
  /* TRANSLATORS: the heading of some options, such as "Listings:".  */
  output_printf (output, _ ("\n%s:\n"), _ (group_titles[group]));
  for (const char *word = options; *word != '\0';
       word += strcspn (word, " ") + 1)
    print_option (output, find_option (word, strcspn (word, " ")));
  for (const struct option_row *row = option_table; row->key != 0; row++)
    if (row->group == group && !is_among (row, options))
      print_option (output, row);
}

void
print_help (struct output *output, const char *program)
{
  output_printf (output,
                 _ ("Usage: %s [OPTION]... [IMAGE [PROFILE]...]\n"
                    "  or:  %s --run [OPTION]... [--] PROGRAM "
                    "[ARGUMENT]...\n"
                    "Print where the program IMAGE (a.out) spent its time, "
                    "as recorded in the\n"
                    "PROFILE files (gmon.out; '-' is standard input), or "
                    "while PROGRAM runs.\n"),
                 path_base (program), path_base (program));
  for (size_t i = 0; i < OPTION_GROUPS; i++)
    print_group (output, help_order[i].group, help_order[i].options);
  output_text (
      output,
      _ ("\nA SYMSPEC is FUNCTION, FILE, FILE:FUNCTION, FILE:LINE or LINE; "
         "for arcs\nFROM/TO, each side being one of these.  An argument in "
         "brackets follows without\na blank: -pmain, --flat-profile=main.  "
         "An argument @FILE stands for the words in\nFILE.\n"));
  output_text (output, _ ("\nExamples:\n"
                          "  gprof --run ./prog                  "
                          "run it, and show what took most time\n"
                          "  gprof --run --output=r.html ./prog  "
                          "the same as a page for browsers\n"
                          "  gprof --run --browse ./prog         "
                          "the same, to look around on the terminal\n"
                          "  gprof -b ./prog                     "
                          "flat profile and call graph, last run\n"
                          "  gprof --explain ./prog              "
                          "what its profile can and cannot tell\n"
                          "  gprof --diff=old.out ./prog         "
                          "what changed since the profile old.out\n"
                          "  gprof -b -p -l ./prog               "
                          "the lines that took most of the time\n"
                          "  gprof -b -qwork ./prog              "
                          "callers and callees of the function work\n"
                          "  gprof -s ./prog gp.*                "
                          "add up many runs; gmon.sum has the sum\n"
                          "\nSee also: man gprof, info gprof.\n"));
}

void
print_version (struct output *output)
{
  output_text (output, PACKAGE_STRING "\n");
  /* TRANSLATORS: %s is "gprof/1", the schema of reports in JSON; a live file is
     what the recorder writes while the program runs.  */
  output_printf (output, _ ("JSON schema %s, live files of version %d\n"),
                 REPORT_SCHEMA, LIVE_VERSION);
  output_text (
      output,
      _ ("Prints what GNU gprof 2.44 would, but for the differences that its\n"
         "documentation lists.\n"
         "Licence GPL-3.0-or-later: free software, to be changed and passed "
         "on, with\nno warranty to the extent that the law permits.\n"));
}
