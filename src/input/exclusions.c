/* exclusions.c - which options exclude each other.

   What a format of reports cannot hold is in the table of formats.  */

#include "config.h"

#include "input/exclusions.h"

#include <limits.h>
#include <stdio.h>

#include "base/i18n.h"

/* --- What options ask for ------------------------------------------------ */

unsigned
options_uses (const struct options *options)
{
  const bool is_sum = options->requested & LISTING_SUM;
  /* In the order of enum option_use.  */
  const bool used[] = { options->debug != 0,
                        options->by_line && !is_sum, /* -s implies lines */
                        options->traditional,
                        options->inlined,
                        options->errors,
                        options->exact,
                        options->group_by != GROUP_BY_FUNCTION,
                        options->output_name != NULL,
                        options->top != 0,
                        options->min_percent > 0,
                        options->focus.items.count > 0,
                        options->hide.items.count > 0,
                        options->sort != SORT_NONE,
                        options->run };
  unsigned uses = options->requested;
  for (size_t i = 0; i < sizeof used / sizeof *used; i++)
    uses |= used[i] ? (unsigned)USES_DEBUG << i : 0;
  return uses;
}

void
options_name_use (unsigned uses, char name[USE_NAME_MOST])
{
  /* In the order of enum option_use.  */
  static const char *const names[] = { "-d",         "-l",
                                       "-T",         "--inlined",
                                       "--errors",   "--attribution=exact",
                                       "--group-by", "--output",
                                       "--top",      "--min-percent",
                                       "--focus",    "--hide",
                                       "--sort",     "--run" };
  const struct option_row *row = option_table;
  size_t i = 0;
  while (row->key != 0 && !(row->listing & uses))
    row++;
  if (row->key > UCHAR_MAX)
    snprintf (name, USE_NAME_MOST, "--%s", row->name);
  else if (row->key != 0)
    snprintf (name, USE_NAME_MOST, "-%c", row->key);
  else
    {
      while (!(uses & (unsigned)USES_DEBUG << i))
        i++;
      snprintf (name, USE_NAME_MOST, "%s", names[i]);
    }
}

/* --- Exclusions ---------------------------------------------------------- */

/* Each of ONE excludes each of OTHERS.  */
struct exclusion
{
  unsigned one, others;
};

static const struct exclusion exclusions[] = {
  /* Functions in an order, or files (R1.5).  */
  { LISTING_FILE_ORDER, LISTING_FUNCTION_ORDER },
  /* The style of 4.2BSD has no columns for errors (R14.50).  */
  { USES_ERRORS, USES_TRADITIONAL },
  /* An instruction is of a function, not of a line (R14.110).  */
  { LISTING_ASM, LISTING_SUM | USES_LINES },
  /* These need GNU gprof's symbol table (R14.40).  */
  { USES_EXACT, LISTING_SUM | LISTING_FILE_ORDER },
  /* -s writes a file of its own (R15.3).  */
  { USES_OUTPUT, LISTING_SUM },
  /* What --run records, -s does not add up (R20.60).  */
  { USES_RUN, LISTING_SUM },
  /* Groups are shown where time and calls are, not where lines or single
     functions are (R14.34).  */
  { USES_GROUPS, USES_DEBUG | USES_LINES | LISTING_EXEC | LISTING_SOURCE
                     | LISTING_FUNCTION_ORDER | LISTING_FILE_ORDER
                     | LISTING_SUM | LISTING_PER_FILE | LISTING_DIFF
                     | LISTING_ASM | LISTING_EXPLAIN },
  /* What is inlined is shown under functions, where their time is
     (R14.107).  */
  { USES_INLINED, USES_LINES | USES_TRADITIONAL | USES_GROUPS | LISTING_SUM
                      | LISTING_PER_FILE | LISTING_DIFF },
};

enum status
exclusions_check (const struct options *options, struct diag *diag)
{
  const unsigned uses = options_uses (options);
  char one[USE_NAME_MOST], other[USE_NAME_MOST];
  for (size_t i = 0; i < sizeof exclusions / sizeof *exclusions; i++)
    if ((uses & exclusions[i].one) && (uses & exclusions[i].others))
      {
        options_name_use (uses & exclusions[i].one, one);
        options_name_use (uses & exclusions[i].others, other);
        return diag_fail (diag, STATUS_USAGE, NULL,
                          _ ("'%s' and '%s' exclude each other"), other, one);
      }
  return STATUS_OK;
}
