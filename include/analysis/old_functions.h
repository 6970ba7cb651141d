/* old_functions.h - old reports as one side of a comparison: which functions
   their rows are, and what these have in all of them (R15.145-R15.147).  */

#ifndef OLD_FUNCTIONS_H
#define OLD_FUNCTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "analysis/spreads.h"
#include "base/diag.h"
#include "input/old_report.h"
#include "input/program.h"

/* Zeroed, it is empty.  */
struct old_functions
{
  struct program own;      /* what the reports know of a program, */
  struct program *program; /* which is it, or the one that was given */
  sym_id *of;              /* of each row: its symbol there */
};

/* Find the functions of REPORTS, borrowed, in PROGRAM, likewise: one of the
   same name at the same address.  If a row has none, or the build-id of the
   image is another one than that of a report, the reports are about another
   program, which is made of their names and source files.  To be released in
   any case.  STATUS_IO.  O(rows log rows).  */
enum status old_functions_make (struct old_functions *functions,
                                const struct old_reports *reports,
                                struct program *program, struct diag *diag);

/* Add REPORTS to TICKS and CALLS of each symbol of the program, the samples as
   ticks of RATE, and to SPREADS.  O(rows + reports * symbols).  */
void old_functions_add (const struct old_functions *functions,
                        const struct old_reports *reports, double rate,
                        double *ticks, uint64_t *calls,
                        struct spreads *spreads);

void old_functions_release (struct old_functions *functions);

#endif
