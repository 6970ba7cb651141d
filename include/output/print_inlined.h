/* print_inlined.h - the parts of a function's self time: code of its own and
   functions that were inlined into it (R14.100-R14.109).  */

#ifndef PRINT_INLINED_H
#define PRINT_INLINED_H

#include <stdbool.h>
#include <stdint.h>

#include "analysis/inlining.h"
#include "model/symtab.h"
#include "output/report.h"

enum inlined_kind
{
  INLINED_OWN,      /* code of the function that is in no other one */
  INLINED_FUNCTION, /* of one that was inlined, less what was inlined there */
  INLINED_OTHERS    /* of those that --min-percent leaves out */
};

struct inlined_part
{
  enum inlined_kind kind;
  const struct inlined_row *row; /* INLINED_FUNCTION */
  uint32_t count;                /* INLINED_OTHERS: of rows */
  uint32_t depth;                /* at least 1 */
  double ticks; /* those of all parts are the function's, but for rounding */
};

/* Zeroed, it has no parts.  */
struct inlined_view
{
  const struct inlining *inlining;
  sym_id holder;
  uint32_t next, end; /* places in the order of the rows */
  double own, others; /* ticks of the parts that are not rows, */
  uint32_t left_out;  /* and how many rows are left out */
  double least;       /* ticks of a row that is shown */
  bool own_is_next;
  struct inlined_part part;
};

/* Start VIEW for symbol ID of REPORT, which is borrowed and has inlined
   functions; ALL is 100 percent, in ticks.  Without functions inlined into it
   there are no parts.  O(rows of ID).  Nothing needs to be released.  */
void inlined_view_start (struct inlined_view *view,
                         const struct report *report, sym_id id, double all);

/* The next part, valid until the next call; null behind the last one.  */
const struct inlined_part *inlined_view_next (struct inlined_view *view);

/* --- Text ---------------------------------------------------------------- */

/* Print the name of PART, indented by its depth, and the end of the line: an
   inlined function with the place where it is called (R14.103).  */
void print_inlined_name (const struct report *report,
                         const struct inlined_part *part);

#endif
