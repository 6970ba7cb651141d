/* print_help.c - what --help and --version print, from the option table.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "print_help.h"
#include "i18n.h"
#include "options.h"

enum
{
  HELP_COLUMN = 36,
  HELP_ROOM = 256 /* bytes for what is to the left of it */
};

static const char *const group_titles[OPTION_GROUPS] = {
  [GROUP_LISTINGS] = N_ ("Listings (default: flat profile and call graph)"),
  [GROUP_CHOICE] = N_ ("Parts of the call graph"),
  [GROUP_SYMBOLS] = N_ ("Symbols"),
  [GROUP_FORMAT] = N_ ("Form"),
  [GROUP_FILES] = N_ ("Files"),
  [GROUP_OTHER] = N_ ("Other"),
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
  wchar_t wide[HELP_ROOM];
  const size_t length = mbstowcs (wide, text, HELP_ROOM);
  const int columns = length < HELP_ROOM ? wcswidth (wide, length) : -1;
  return columns >= 0 ? (size_t)columns : strlen (text);
}

static void
print_group (struct output *output, enum option_group group)
{
  bool titled = false;
  for (const struct option_row *row = option_table; row->key != 0; row++)
    {
      char text[HELP_ROOM];
      if (row->group != group)
        continue;
      if (!titled)
        output_printf (output, "\n%s:\n", _ (group_titles[group]));
      titled = true;
      describe_option (row, text, sizeof text);
      const size_t columns = columns_of (text);
      output_text (output, text);
      output_blanks (output,
                     columns < HELP_COLUMN - 1 ? HELP_COLUMN - columns : 2);
      output_printf (output, "%s\n", _ (row->help));
    }
}

void
print_help (struct output *output, const char *program)
{
  output_printf (output,
                 _ ("Usage: %s [OPTION]... [IMAGE [PROFILE]...]\n"
                    "Print where the program IMAGE (a.out) spent its time, "
                    "as recorded in the\n"
                    "PROFILE files (gmon.out; '-' is standard input).\n"),
                 program);
  for (unsigned group = 0; group < OPTION_GROUPS; group++)
    print_group (output, (enum option_group)group);
  output_text (
      output,
      _ ("\nA SYMSPEC is FUNCTION, FILE, FILE:FUNCTION, FILE:LINE or LINE; "
         "for arcs\nFROM/TO, each side being one of these.  An argument "
         "@FILE stands for the\nwords in FILE.\n"));
}

void
print_version (struct output *output)
{
  output_text (output, PACKAGE_STRING "\n");
  output_text (
      output,
      _ ("Prints what GNU gprof 2.40 would, but for the differences that its\n"
         "documentation lists.\n"
         "Licence GPL-3.0-or-later: free software, to be changed and passed "
         "on, with\nno warranty to the extent that the law permits.\n"));
}
