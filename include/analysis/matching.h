/* matching.h - which functions of two programs, or of two builds of one, are
   the same (R14.65).  */

#ifndef MATCHING_H
#define MATCHING_H

#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/vec.h"
#include "input/options.h"
#include "input/program.h"
#include "model/symtab.h"

enum
{
  SIDE_OLD,
  SIDE_NEW,
  SIDES
};

/* Symbols that are taken for one function.  One of both sides, or only one of
   one side; where more have one name and nothing tells them apart, all of
   them.  */
struct match
{
  sym_id first[SIDES];   /* SYM_NONE for none */
  uint32_t count[SIDES]; /* how many symbols */
};

struct matching
{
  VEC (struct match) matches;
  uint32_t *of[SIDES]; /* of each symbol, the number of its match */
};

/* Match the symbols of the programs OLD and NEW, which may be the same one;
   then each symbol matches itself.  Else those that have one linker name, and
   are the only ones on both sides that have it, match; of the others, those
   that have the same demangled name and, by their base names, source file and
   object; then those that have the same demangled name.  Looks up the source
   places of these others.  MATCHING is zeroed, to be released in any case.
   STATUS_NO_MEMORY, or what program_locate says.  O(symbols log symbols).  */
enum status matching_make (struct matching *matching, struct program *old,
                           struct program *new, const struct options *options,
                           struct diag *diag);

void matching_release (struct matching *matching);

#endif
