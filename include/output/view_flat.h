/* view_flat.h - the rows of the flat profile (R7): chosen, ordered, added up
   and in their units.  */

#ifndef VIEW_FLAT_H
#define VIEW_FLAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/sort.h"
#include "model/symtab.h"
#include "output/print_inlined.h"
#include "output/report.h"

/* A unit of time per call: FACTOR of them are one unit of the profile.  */
struct time_unit
{
  char prefix; /* such as 'm'; a blank for the profile's own unit */
  double factor;
};

/* The unit in which TIME has one to three digits; beyond the ends of the table,
   the unit at that end.  */
const struct time_unit *time_unit_for (double time);

struct flat_row
{
  sym_id symbol;
  const struct inlined_part *part; /* of the function's self time; null for the
                                      row of the function itself.  Only times
                                      of it are below.  */
  double percent;                  /* of all time */
  double cumulative;     /* time of this row and of those before it */
  double self;           /* time */
  uint64_t calls;        /* 0 where none were counted */
  double self_per_call;  /* in the view's unit; 0 without calls */
  double total_per_call; /* likewise, with what it calls */
  double system;         /* the part of self that is the system's */

  /* With --errors (R14.50), else 0: the standard errors of three of them,  */
  double self_error, self_per_call_error, total_per_call_error;
  bool few_samples;    /* fewer than FEW_SAMPLES in the function itself, */
  bool is_lower_bound; /* CALLS may be too few */
};

struct flat_view
{
  /* For the heading.  */
  const struct time_unit *unit; /* of the times per call */
  double sample_time;           /* the time that one sample stands for */
  bool has_time;                /* any was sampled */
  double total;                 /* all time, if so */
  double sample_percent;        /* the share of one sample in it */
  size_t count;                 /* of the rows */
  size_t left_out;              /* rows that options leave out; */
  double left_out_time;         /* their own time */

  /* For the functions below.  */
  const struct report *report;
  struct sort_item *items;
  size_t next;
  double all_ticks, ticks_so_far;
  inlined_part_list parts; /* of the function of the last row */
  size_t next_part;
  struct flat_row row;
};

/* Start VIEW of REPORT, which is borrowed; to be ended.  O(symbols + rows log
   rows).  */
void flat_view_start (struct flat_view *view, const struct report *report);

/* The next row, valid until the next call; null behind the last one.  */
const struct flat_row *flat_view_next (struct flat_view *view);

void flat_view_end (struct flat_view *view);

/* --- For other views of functions ---------------------------------------- */

/* Has ID a row, if no option leaves it out?  (R7.7)  */
bool flat_view_has_row (const struct report *report, sym_id id);

/* Sort ITEMS[0 .. *COUNT-1], which are symbols with their self ticks and calls,
   and leave those that options ask for by times with the CHILDREN's of each
   node.  *COUNT becomes how many these are.  What shown_choose costs.  */
struct shown flat_view_choose (const struct report *report,
                               const double *children, struct sort_item *items,
                               size_t *count);

#endif
