/* same_names.h - which functions of a report need their source files to be told
   apart (R16.46).  */

#ifndef SAME_NAMES_H
#define SAME_NAMES_H

#include "base/diag.h"
#include "input/program.h"
#include "model/symset.h"
#include "output/names.h"

/* Add to SAME, which is zeroed, those of the symbols SHOWN of PROGRAM, which are
   located then, that have the name of another one in the same object, but not all
   of these are from one source file.  The status is that of program_locate.
   O(symbols + shown log shown) and what name_order_build costs for these.  */
enum status same_names_find (struct same_names *same, struct program *program,
                             const struct symset *shown, struct diag *diag);

void same_names_release (struct same_names *same);

#endif
