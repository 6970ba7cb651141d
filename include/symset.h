/* symset.h - the symbols and arcs a report wants, as sets over ids.

   Zeroed structs are empty sets.  */

#ifndef SYMSET_H
#define SYMSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "symtab.h"
#include "vec.h"

struct symset
{
  uint64_t *words; /* one bit per symbol; null while the set is empty */
  bool any;        /* there is at least one member */
};

/* Add the symbols FIRST .. LIMIT-1 of a table of COUNT symbols.  */
enum status symset_add_range (struct symset *set, size_t count, size_t first,
                              size_t limit, struct diag *diag);

static inline bool
symset_has (const struct symset *set, sym_id id)
{
  return set->any && (set->words[id / 64] >> id % 64 & 1);
}

/* The accept rule for include table I and exclude table E: in I, or I is
   empty and not in E (R2.8).  */
static inline bool
symset_accepts (const struct symset *include, const struct symset *exclude,
                sym_id id)
{
  return include->any ? symset_has (include, id) : !symset_has (exclude, id);
}

void symset_release (struct symset *set);

/* Half-open range of symbols.  */
struct symrun
{
  sym_id first, limit;
};

/* Which specs a caller belongs to.  */
struct arcset_caller
{
  sym_id symbol;
  uint32_t spec;
};

/* A set of arcs, given by specs: every arc from one of a spec's callers to
   one of its callees.  */
struct arcset
{
  VEC (struct arcset_caller) callers; /* sorted by symbol, then spec */
  VEC (struct symrun) callees;        /* spec after spec, ascending */
  VEC (size_t) spec_end; /* where each spec's callees end in CALLEES */
};

/* Begin the next spec, numbered from 0.  */
enum status arcset_add_spec (struct arcset *set, struct diag *diag);

/* Add RUN to the callees of the spec added last; runs ascend.  */
enum status arcset_add_callees (struct arcset *set, struct symrun run,
                                struct diag *diag);

/* Make the symbols of RUN callers of SPEC, which was added before.  */
enum status arcset_add_callers (struct arcset *set, uint32_t spec,
                                struct symrun run, struct diag *diag);

/* Sort, after the last spec and before the first question.  */
void arcset_finish (struct arcset *set);

/* True if some spec was given and has callers, whatever its callees.  */
static inline bool
arcset_any (const struct arcset *set)
{
  return set->callers.count > 0;
}

/* O(log callers + specs of FROM x log callees).  */
bool arcset_has (const struct arcset *set, sym_id from, sym_id to);

void arcset_release (struct arcset *set);

#endif
