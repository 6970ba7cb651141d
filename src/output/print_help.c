/* print_help.c - what --help and --version print, from the option table.  */

#include "config.h"

#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "base/i18n.h"
#include "base/paths.h"
#include "input/options.h"
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

/* The groups, and the letters of the options in each, most used first; options
   without a letter come last.  */
static const struct
{
  enum option_group group;
  const char *letters;
} help_order[OPTION_GROUPS] = {
  { GROUP_LISTINGS, "pqACirRPQJZB" },
  { GROUP_FORMAT, "bzxmtwLT" },
  { GROUP_SYMBOLS, "laDS" },
  { GROUP_CHOICE, "knNcfFeE" },
  { GROUP_FILES, "sIOy" },
  { GROUP_RUN, "" },
  { GROUP_OTHER, "hvd" },
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

static void
print_group (struct output *output, enum option_group group,
             const char *letters)
{
  /* TRANSLATORS: the heading of some options, such as "Listings:".  */
  output_printf (output, _ ("\n%s:\n"), _ (group_titles[group]));
  for (const char *letter = letters; *letter != '\0'; letter++)
    print_option (output, option_by_letter (*letter));
  for (const struct option_row *row = option_table; row->key != 0; row++)
    if (row->group == group
        && (row->key >= 256 || strchr (letters, row->key) == NULL))
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
    print_group (output, help_order[i].group, help_order[i].letters);
  output_text (
      output,
      _ ("\nA SYMSPEC is FUNCTION, FILE, FILE:FUNCTION, FILE:LINE or LINE; "
         "for arcs\nFROM/TO, each side being one of these.  An argument in "
         "brackets follows without\na blank: -pmain, --flat-profile=main.  "
         "An argument @FILE stands for the words in\nFILE.\n"));
  output_text (
      output,
      _ ("\nExamples:\n"
         "  gprof -b ./prog         flat profile and call graph of the last "
         "run\n"
         "  gprof -b -p -l ./prog   the lines that took most of the time\n"
         "  gprof -b -qwork ./prog  who calls the function work, and what it "
         "calls\n"
         "  gprof -s ./prog gp.*    add up many runs; they are in gmon.sum "
         "then\n"
         "\nSee also: man gprof, info gprof.\n"));
}

void
print_version (struct output *output)
{
  output_text (output, PACKAGE_STRING "\n");
  output_text (
      output,
      _ ("Prints what GNU gprof 2.44 would, but for the differences that its\n"
         "documentation lists.\n"
         "Licence GPL-3.0-or-later: free software, to be changed and passed "
         "on, with\nno warranty to the extent that the law permits.\n"));
}
