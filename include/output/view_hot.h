/* view_hot.h - source lines of the functions that take most time, with the
   samples taken in their code and the calls made there (R15.88).  */

#ifndef VIEW_HOT_H
#define VIEW_HOT_H

#include <stdint.h>

#include "base/memory.h"
#include "model/sources.h"
#include "model/symset.h"
#include "model/symtab.h"
#include "output/report.h"

/* A line as far as it is code of one function.  */
struct hot_row
{
  source_id file;
  uint32_t line;
  sym_id symbol;
  double samples;
  uint64_t calls; /* from there */
};

typedef VEC (struct hot_row) hot_row_list;

/* The lines of a function in the file that it begins in.  */
struct hot_function
{
  sym_id symbol;
  source_id file;
  uint32_t first, last;
};

typedef VEC (struct hot_function) hot_function_list;

/* Add to WANTED the symbols of SYMTAB that have a hundredth or more of ALL
   ticks themselves, so at most 100; SELF_TICKS is of each.  O(symbols).  */
void hot_view_choose (struct symset *wanted, const struct symtab *symtab,
                      const double *self_ticks, double all);

/* Let FUNCTIONS, which are empty, be those that hot_view_choose chooses of
   REPORT, in the order of the table, as far as their lines are known.
   O(functions * symbols + lines).  */
void hot_view_functions (hot_function_list *functions,
                         const struct report *report);

/* Let ROWS, which are empty, be those of what REPORT has sampled in code, and
   of the first lines of FUNCTIONS, which may be null: by file, line and symbol,
   each once.  There are none without line information.  O(n log n) in ranges,
   calls and lines.  */
void hot_view_rows (hot_row_list *rows, const hot_function_list *functions,
                    const struct report *report);

#endif
