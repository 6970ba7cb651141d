/* view_diff.h - the rows of --diff (R14.70, R14.82-R14.84): what has changed,
   what may have changed, and the rest in one row.  */

#ifndef VIEW_DIFF_H
#define VIEW_DIFF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/comparison.h"
#include "output/names.h"
#include "output/report.h"

enum diff_kind
{
  DIFF_MATCHED,
  DIFF_NEW,      /* the old program does not have it */
  DIFF_GONE,     /* the new program does not have it */
  DIFF_AMBIGUOUS /* several functions of one name, added up */
};

/* Times are in the unit of the profile, per profile.  */
struct diff_row
{
  uint32_t number; /* of the match; 0 of all functions */
  enum diff_kind kind;
  const struct match *match;
  const struct change *change;
  bool has_percent; /* the old time is not 0 */
  double percent;
  double needs; /* of a possible change: comparison_needs; else 0 */
};

/* Rows that are not shown alone.  */
struct diff_rest
{
  size_t functions;    /* that have time or calls */
  size_t calls_differ; /* of these */
  double time[SIDES];
  double delta;     /* new time less old time */
  uint32_t largest; /* number of the match with the largest change */
};

struct diff_view
{
  size_t files[SIDES];
  bool by_spread; /* errors come from the spread between profiles */
  size_t count;   /* of the rows; possible changes are the last ones */
  struct diff_rest left_out; /* possible changes without a row */
  struct diff_rest rest;     /* neither significant nor possible */
  struct diff_row total;

  /* For the functions below.  */
  const struct report *report;
  const struct comparison *comparison;
  struct names old_names; /* of functions that are gone */
  uint32_t *order;        /* numbers of the matches */
  size_t next;
  struct diff_row row;
};

/* Start VIEW of REPORT, which is borrowed and has a comparison; to be ended.
   With -z, all functions have rows.  --top limits the possible changes; without
   it, text has ten of them, or with -z all.  O(matches + rows log rows).  */
void diff_view_start (struct diff_view *view, const struct report *report);

/* The row of match NUMBER, also if it is not one of those below.  */
struct diff_row diff_view_row (const struct diff_view *view, uint32_t number);

/* The next row, valid until the next call; null behind the last one.  */
const struct diff_row *diff_view_next (struct diff_view *view);

/* What to call the function of ROW, which is VIEW's.  */
const char *diff_view_name (struct diff_view *view,
                            const struct diff_row *row);

/* Set *ROW to that of the function which has the largest change of REST, which
   is VIEW's.  False if there is no function, or none has changed.  */
bool diff_view_largest (const struct diff_view *view,
                        const struct diff_rest *rest, struct diff_row *row);

void diff_view_end (struct diff_view *view);

#endif
