/* grouping.h - functions added up by clones, file, directory, namespace or
   object: a symbol table, a graph and ticks of groups, from which time is
   propagated and listings are made as if groups were functions.  */

#ifndef GROUPING_H
#define GROUPING_H

#include "analysis/measurement.h"
#include "base/diag.h"
#include "input/options.h"
#include "input/program.h"
#include "input/symspec.h"
#include "model/sources.h"
#include "model/symtab.h"

/* Zeroed until it is made.  Groups have the numbers of their symbols in
   SYMTAB, in the order of their first functions; what they are called is no
   linker name, except for clones.  */
struct grouping
{
  struct sources keys; /* what makes a group, as text */
  sym_id *group;       /* of each symbol; SYM_NONE if it was not used */
  struct symtab symtab;
  struct selection selection;
  struct measured of; /* of groups */
  struct measurement measurement;
};

/* Group the functions of PROGRAM as OPTIONS say, and propagate the time of
   MEASUREMENT, which is made OF these functions and propagated itself, among
   groups.  Arcs between the same two groups are one arc; those within a group
   are calls of it by itself.  A group is in an include table if one of its
   used functions is, and in an exclude table if all of them are.  Source files
   are looked up as needed.

   Fails as program_locate does; to be released in any case.  O(symbols + arcs
   + length of names) besides what demangling and propagation cost.  All but
   GROUPING is borrowed.  */
enum status grouping_make (struct grouping *grouping,
                           const struct options *options,
                           struct program *program, const struct measured *of,
                           const struct measurement *measurement,
                           struct diag *diag);

void grouping_release (struct grouping *grouping);

#endif
