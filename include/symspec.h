/* symspec.h - what the user calls a function, a line, a file or an arc,
   matched against the symbol table.

   FILE, FUNCTION, FILE:FUNCTION, LINE, FILE:LINE, and FROM/TO of any two
   (R2.1-R2.5).  */

#ifndef SYMSPEC_H
#define SYMSPEC_H

#include "options.h"
#include "selection.h"
#include "symset.h"
#include "symtab.h"
#include "target.h"

/* Does any spec name a file or a line, so that the symbols must be located
   before they can be matched?  */
bool symspecs_need_lines (const struct options *options);

/* Match the specs of OPTIONS, and the profiling routines that are left out by
   default (R2.9), against SYMTAB.  A spec that matches nothing is told in a
   warning and otherwise counts as not given.  O(symbols + specs log specs)
   time and memory, since specs that mean the same count once.  */
enum status symspecs_select (struct selection *selection,
                             const struct options *options,
                             const struct symtab *symtab,
                             const struct sources *sources,
                             const struct target *target, struct diag *diag);

#endif
