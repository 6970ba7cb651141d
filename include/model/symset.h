/* symset.h - the symbols and arcs a report wants, as sets over ids.

   Zeroed structs are empty sets.  */

#ifndef SYMSET_H
#define SYMSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"
#include "base/pairmap.h"
#include "model/symtab.h"

struct symset
{
  uint64_t *words; /* one bit per symbol; null while the set is empty */
  bool any;        /* there is at least one member */
};

/* Add the symbols FIRST .. LIMIT-1 of a table of COUNT symbols.  */
void symset_add_range (struct symset *set, size_t count, size_t first,
                       size_t limit);

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

/* A symbol belongs to a group.  */
struct arcset_member
{
  sym_id symbol;
  uint32_t group;
};

typedef VEC (struct arcset_member) arcset_members;

/* A set of arcs, given by specs.  Thousands of specs may name the same callers
   or callees, so groups are kept apart from specs and numbered by the caller,
   callers and callees independently.  */
struct arcset
{
  arcset_members callers, callees; /* sorted by symbol, then group */
  struct pairmap specs; /* pairs of a group of callers and one of callees */
};

/* Let GROUP of MEMBERS, the callers or callees of a set, have the symbols of
   RUN.  */
void arcset_add (arcset_members *members, uint32_t group, struct symrun run);

/* Add the arcs from the group CALLERS to the group CALLEES.  */
void arcset_add_spec (struct arcset *set, uint32_t callers, uint32_t callees);

/* Sort, after the last addition and before the first question.  */
void arcset_finish (struct arcset *set);

/* True if there are callers, whatever they may call.  */
static inline bool
arcset_any (const struct arcset *set)
{
  return set->callers.count > 0;
}

/* O(log members + groups of FROM x groups of TO).  Symspecs put a symbol into
   a handful of groups at most.  */
bool arcset_has (const struct arcset *set, sym_id from, sym_id to);

void arcset_release (struct arcset *set);

#endif
