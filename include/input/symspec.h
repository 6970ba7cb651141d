/* symspec.h - what the user calls a function, a line, a file or an arc,
   matched against the symbol table.

   FILE, FUNCTION, FILE:FUNCTION, LINE, FILE:LINE, and FROM/TO of any two
   (R2.1-R2.5).  */

#ifndef SYMSPEC_H
#define SYMSPEC_H

#include "input/options.h"
#include "input/selection.h"
#include "model/symset.h"
#include "model/symtab.h"
#include "model/target.h"

/* Does any spec name a file or a line, so that the symbols must be located
   before they can be matched?  */
bool symspecs_need_lines (const struct options *options);

/* What makes names that people can read of those that a linker knows.  */
struct spec_demangler
{
  /* NAME as it was written, with what the function takes if WITH_ARGUMENTS, to
     be freed.  Null if it has no other form; errno is ENOMEM then if that is
     only for lack of memory.  */
  char *(*demangle) (void *context, const char *name, bool with_arguments);
  void *context;
};

/* Match the specs of OPTIONS, and the profiling routines that are left out by
   default (R2.9), against SYMTAB.  A spec that matches no name as it is
   spelled is tried on demangled names, which DEMANGLER makes (null for none),
   and as a pattern (R2.7a), but not with --gnu-compat.  What matches nothing,
   even so, is told in a warning, with a name that is near, and otherwise
   counts as not given.

   O(symbols + specs log specs) time and memory, since specs that mean the same
   count once.  If a spec matches nothing as spelled, every function's name is
   demangled twice more, once again for all patterns, and once for names that
   are near; each pattern costs its length for each byte of a name, and only a
   few specs are told what is near.  */
enum status
symspecs_select (struct selection *selection, const struct options *options,
                 const struct symtab *symtab, const struct sources *sources,
                 const struct target *target,
                 const struct spec_demangler *demangler, struct diag *diag);

#endif
