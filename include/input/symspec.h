/* symspec.h - what the user calls a function, a line, a file or an arc: FILE,
   FUNCTION, FILE:FUNCTION, LINE, FILE:LINE, and FROM/TO of any two (R2.1-R2.5);
   and the include and exclude tables, made of what such specs match.  */

#ifndef SYMSPEC_H
#define SYMSPEC_H

#include <stdint.h>

#include "base/diag.h"
#include "input/options.h"
#include "model/symset.h"
#include "model/symtab.h"
#include "model/target.h"

/* What was selected, one set per table; the two tables of arcs apart.  */
struct selection
{
  struct symset tables[SPEC_TABLES];
  struct arcset arcs_include, arcs_exclude;
};

void selection_release (struct selection *selection);

/* Does any spec name a file or a line, so that the symbols must be located
   before they can be matched?  */
bool symspecs_need_lines (const struct options *options);

/* Is NAME that of a routine which counts calls, and which is left out by
   default (R2.9)?  */
bool symspec_leaves_out (const char *name);

/* Demangles names.  */
struct spec_demangler
{
  /* NAME as in the source, with the types of arguments if WITH_ARGUMENTS, to
     be freed.  Null if that is no other name.  */
  char *(*demangle) (void *context, const char *name, bool with_arguments);
  void *context;
};

/* Match the specs of OPTIONS, and the profiling routines that are left out by
   default (R2.9), against SYMTAB.  A spec that matches no name as it is
   spelled is tried on demangled names, which DEMANGLER makes (null for none),
   and as a pattern (R2.7a), but not with --gnu-compat.  A spec that still
   matches nothing causes a warning, with a similar name if there is one, and
   is ignored.

   O(symbols + specs log specs) time and memory, since specs that mean the same
   count once.  If a spec matches nothing as spelled, every function's name is
   demangled twice more, once again for all patterns, and once for similar
   names; each pattern costs its length for each byte of a name, and similar
   names are looked for only for a few specs.  */
void
symspecs_select (struct selection *selection, const struct options *options,
                 const struct symtab *symtab, const struct sources *sources,
                 const struct target *target,
                 const struct spec_demangler *demangler, struct diag *diag);

#endif
