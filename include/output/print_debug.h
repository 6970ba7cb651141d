/* print_debug.h - what -d prints: how the numbers of the listings came about.

   All of it is printed at the end, from finished values; no stage takes part
   in it.  Every line begins with "debug N: ", N being the bit of -d that asked
   for it (R11.1), so grep can select or remove it:

       debug 8: arc main@0x1000 to work@0x1010 count 3

   A symbol is NAME@ADDRESS, since names need not be unique; addresses are
   hexadecimal and bytes of the program, times are ticks.  Control characters
   are shown as octal escapes.  */

#ifndef PRINT_DEBUG_H
#define PRINT_DEBUG_H

#include "analysis/measured.h"
#include "base/diag.h"
#include "output/report.h"

/* Print a section for each bit of the user's -d that has a topic, in the order
   of the bits, about REPORT, which is numbered, and OF, from which it was made.
   Does not count as a listing (R0.4).  STATUS_IO where code is decoded or
   source files are looked for.  O(lines), and the searches for these files.  */
enum status print_debug (const struct report *report,
                         const struct measured *of, struct diag *diag);

#endif
