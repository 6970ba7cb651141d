/* shown.h - which rows of a listing are shown, and in which order: --top,
   --min-percent, --focus, --hide and --sort (R14.1-R14.5).

   The choice is made among the rows that a listing would have without these
   options, after all times were computed, so none changes.  */

#ifndef SHOWN_H
#define SHOWN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/sort.h"
#include "input/options.h"

struct report;

/* What the options leave out.  */
struct shown
{
  size_t left_out;       /* rows */
  double left_out_ticks; /* their own time; that of a cycle as a whole is its
                            members', so it does not count */
};

/* The times that a listing shows, in ticks by node.  */
struct shown_times
{
  const double *self, *child;
  double all; /* 100 percent; nothing has a share if it is not above 0 */
};

/* May OPTIONS leave out rows?  */
static inline bool
shown_leaves_out (const struct options *options)
{
  return options->top != 0 || options->min_percent > 0
         || options->focus.count > 0 || options->hide.count > 0;
}

/* Or sort them?  */
static inline bool
shown_chooses (const struct options *options)
{
  return shown_leaves_out (options) || options->sort != SORT_NONE;
}

/* Do they ask for the source files of all functions?  */
static inline bool
shown_by_file (const struct options *options)
{
  return options->focus.count > 0 || options->hide.count > 0
         || options->sort == SORT_FILE;
}

/* Leave of ITEMS[0 .. *COUNT-1], whose ids are nodes of REPORT in the order of
   the listing, those that the options show, in the order that they ask for;
   the other members of an item stay with it.  *COUNT becomes how many these
   are.

   Only --focus and --hide demangle the names of all items, and only they and
   --sort=file need source places.  O(*COUNT log *COUNT), and for --focus and
   --hide what regexec costs for each.  */
void shown_choose (struct shown *shown, const struct report *report,
                   const struct shown_times *times, struct sort_item *items,
                   size_t *count);

#endif
