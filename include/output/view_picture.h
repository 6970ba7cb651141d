/* view_picture.h - what a picture of the call graph shows (R15.67-R15.76):
   functions, cycles and arcs with their shares of all time, without those that
   take little, for a picture of all functions of a large program shows
   nothing.  */

#ifndef VIEW_PICTURE_H
#define VIEW_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "input/options.h"
#include "output/report.h"
#include "output/view_functions.h"

struct picture_function
{
  struct function_row row;
  double share; /* of all time with what it calls, from 0 to 1 */
};

struct picture_arc
{
  struct arc_row row;
  struct function_row caller, callee;
  double share; /* of all time that it passes on, from 0 to 1 */
};

/* What is missing.  */
struct picture_rest
{
  size_t functions;
  double percent; /* of all time, in these functions themselves */
  size_t arcs;
};

/* Is not to be moved while it is in use.  */
struct picture_view
{
  double all;       /* samples; 0 if there are none */
  double time;      /* these in the unit of the profile */
  uint32_t count;   /* of functions, numbered from 0 */
  uint32_t cycles;  /* numbered from 1 */
  double least;     /* percent of all time of a function, */
  double least_arc; /* and of an arc, that is shown */

  /* For the functions below.  */
  struct report report;   /* the one given, with these options: */
  struct options options; /* the user's, but for the smallest share */
  struct functions_view functions;
  size_t arcs; /* so far */
};

/* Start VIEW of REPORT, which is borrowed; to be ended whatever the status.
   What takes too little is left out, by --min-percent if that is given.  As
   functions_view_start_picture.  */
enum status picture_view_start (struct picture_view *view,
                                const struct report *report,
                                struct diag *diag);

/* Function NUMBER, below VIEW->count.  */
struct picture_function picture_view_function (const struct picture_view *view,
                                               uint32_t number);

/* Cycle NUMBER, from 1 to VIEW->cycles.  Its members may not be shown.  */
struct cycle_row picture_view_cycle (const struct picture_view *view,
                                     uint32_t number);

/* Set *NUMBER to that of the function SYMBOL.  False if it is not shown.  */
bool picture_view_number (const struct picture_view *view, sym_id symbol,
                          uint32_t *number);

/* Set *ARC to the next arc that is shown; false behind the last one.  */
bool picture_view_next_arc (struct picture_view *view,
                            struct picture_arc *arc);

/* What is missing, after the last arc.  */
struct picture_rest picture_view_rest (const struct picture_view *view);

void picture_view_end (struct picture_view *view);

#endif
