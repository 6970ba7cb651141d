/* print_inlined.h - the parts of a function's self time: code of its own and
   functions that were inlined into it (R14.100-R14.109).  */

#ifndef PRINT_INLINED_H
#define PRINT_INLINED_H

#include <stdbool.h>
#include <stdint.h>

#include "analysis/inlining.h"
#include "base/memory.h"
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

typedef VEC (struct inlined_part) inlined_part_list;

/* Let PARTS be those of symbol ID of REPORT, which has inlined functions; ALL is
   100 percent, in ticks.  Without functions inlined into it there are no parts.
   Rows of REPORT's inlining are borrowed.  O(rows of ID).  */
void inlined_parts (inlined_part_list *parts, const struct report *report,
                    sym_id id, double all);

/* --- Text ---------------------------------------------------------------- */

/* Print the name of PART, indented by its depth, and the end of the line: an
   inlined function with the place where it is called (R14.103).  */
void print_inlined_name (const struct report *report,
                         const struct inlined_part *part);

#endif
