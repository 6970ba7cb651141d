/* callgraph.h - raw arcs become arcs between symbols, coalesced, adjacent
   both ways.  */

#ifndef CALLGRAPH_H
#define CALLGRAPH_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/callscan.h"
#include "base/diag.h"
#include "base/memory.h"
#include "model/profile.h"
#include "model/symset.h"
#include "model/symtab.h"

struct call_paths;

typedef uint32_t arc_id;

#define ARC_NONE UINT32_MAX

/* Calls that became no arcs, except those that the tables of arcs leave
   out.  Numbers that do not fit are UINT64_MAX.  */
struct dropped_calls
{
  uint64_t without_caller; /* the call site is in no symbol */
  uint64_t without_callee; /* the target is in none, or in no function */
  struct raw_arc first;    /* the first dropped arc that has calls */
};

/* Arcs are numbered in the order of their first appearance.  The arcs out of
   symbol S are child_arc[child_start[S]] .. child_arc[child_start[S+1]-1],
   newest first, and those into it likewise under parent_*.  A symbol may have
   an arc to itself; its count is in SELF_CALLS and not in CALLS, unless the
   profile LACKS_CALLERS.  */
struct callgraph
{
  size_t symbol_count;
  bool lacks_callers;
  bool counts_all; /* as calls_are_complete of the profile: none was lost */
  VEC (sym_id) from;
  VEC (sym_id) to;
  VEC (uint64_t) count;
  size_t counted;  /* arcs before this one are the profile's, the others were
                     only found in the code */
  uint64_t *calls; /* into each symbol from others */
  uint64_t *self_calls;               /* of each symbol by itself */
  arc_id *child_start, *parent_start; /* one more than symbols */
  arc_id *child_arc, *parent_arc;
  /* Calls of unknown targets, which are no arcs: for each symbol that makes
     any, the first arc that is newer, else ARC_NONE; null if none does.  */
  arc_id *indirect;
  const char *indirect_name; /* what they are called; not owned */
  struct dropped_calls dropped;
};

/* --- Single arcs -------------------------------------------------------- */

/* What becomes of a raw arc.  */
enum arc_fate
{
  ARC_KEPT,
  ARC_WITHOUT_CALLER,   /* the call site is in no symbol */
  ARC_WITHOUT_CALLEE,   /* what is called is in no symbol */
  ARC_WITHOUT_FUNCTION, /* it is in none that is a function, nor is there one
                           below */
  ARC_UNWANTED          /* the tables of arcs leave it out */
};

struct arc_resolver
{
  const struct symtab *symtab; /* all borrowed */
  const struct arcset *include, *exclude;
  sym_id outside;   /* stands for callers in no function; SYM_NONE if none
                       does */
  sym_id *function; /* of each symbol: itself, or the nearest function below,
                       or SYM_NONE */
  bool has_returns; /* callers are where calls return to, and stacks have where
                       the same calls are */
  uint64_t outside_pc; /* but for this caller, which nobody knows */
};

/* Prepare to resolve arcs of PROFILE against SYMTAB and the tables INCLUDE and
   EXCLUDE.  O(symbols).  */
void arc_resolver_start (struct arc_resolver *resolver,
                         const struct profile *profile,
                         const struct symtab *symtab,
                         const struct arcset *include,
                         const struct arcset *exclude);

/* Set *FROM and *TO to the symbols that RAW leads from and to, SYM_NONE where
   there is none.  Returns what becomes of RAW (R4.32, R2.10).
   O(log symbols).  */
enum arc_fate arc_resolve (const struct arc_resolver *resolver,
                           const struct raw_arc *raw, sym_id *from,
                           sym_id *to);

/* The same of a call by the symbol FROM of what the symbol *TO is in.  */
enum arc_fate arc_resolve_call (const struct arc_resolver *resolver,
                                sym_id from, sym_id *to);

void arc_resolver_release (struct arc_resolver *resolver);

/* --- The graph ---------------------------------------------------------- */

/* Resolve PROFILE's arcs against SYMTAB and keep those that INCLUDE and
   EXCLUDE accept (R4.32, R2.10).  Arcs with an end outside every symbol are
   dropped.  They are followed by those of PATHS and of CALLS, if these are not
   null, with count 0 unless they are there already (R6.4).  What
   starts programs and threads is no caller where there are PATHS (R20.183).
   STATUS_UNSUPPORTED: all
   counts add up to 2^64 or more.  O(symbols + arcs).

   Memory: 24 bytes per arc and 24 per symbol; while at work 20 more per raw
   arc and 16 per symbol.  */
enum status
callgraph_build (struct callgraph *graph, const struct profile *profile,
                 const struct symtab *symtab, const struct arcset *include,
                 const struct arcset *exclude, const struct call_paths *paths,
                 const struct callscan *calls, struct diag *diag);

/* Count the calls of symbols in GRAPH, and make its arcs adjacent.  It has
   SYMBOL_COUNT, FROM, TO and COUNT, at most one arc between the same two
   symbols.  O(symbols + arcs).  */
void callgraph_link (struct callgraph *graph);

static inline size_t
callgraph_arc_count (const struct callgraph *graph)
{
  return graph->count.count;
}

void callgraph_release (struct callgraph *graph);

#endif
