/* print_inlined.h - what the parts of a function's self time are called, in
   all listings that show them.  */

#ifndef PRINT_INLINED_H
#define PRINT_INLINED_H

#include "output/report.h"
#include "output/view_inlined.h"

/* Print the name of PART, indented by its depth, and the end of the line: an
   inlined function with the place where it is called (R14.103).  */
void print_inlined_name (const struct report *report,
                         const struct inlined_part *part);

#endif
