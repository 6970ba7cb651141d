/* propagate.h - time and print flags along the arcs; the time that is in no
   caller's total.  */

#ifndef PROPAGATE_H
#define PROPAGATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/callgraph.h"
#include "analysis/cycles.h"
#include "input/symspec.h"
#include "model/symtab.h"

/* Nodes 0 .. S-1 are the symbols; node S + C - 1 is cycle C as a whole.  All
   times are in ticks.  */
struct analysis
{
  size_t node_count;
  double *self_ticks;   /* sampled in the node itself */
  double *child_ticks;  /* inherited from what it calls */
  double *fraction;     /* share of its time that the call graph counts */
  double *prop_self;    /* fraction x self_ticks */
  double *prop_child;   /* the part of child_ticks that the call graph
                           counts */
  uint64_t *calls;      /* from outside the node */
  uint64_t *self_calls; /* within the node */
  bool *shown;          /* has an entry in the call graph */
  double *arc_self;     /* of each arc: self time it passes to the caller */
  double *arc_child;    /* likewise child time */
  double print_ticks;   /* sum of prop_self over the symbols */

  /* With stacks, of each node; else null.  */
  double *system_self;  /* the part of prop_self that is the system's time, */
  double *system_total; /* and of that with prop_child */
  double *recording;    /* what the recorder took that it called, which is in
                           no time of it */
};

/* Propagate TICKS, the symbols' self time, through GRAPH:

   total(r) = self(r) + sum over r -> e of total(e) calls(r -> e) / calls(e)

   from "Post Processing" in Graham, Kessler and McKusick, gprof: a Call Graph
   Execution Profiler, SIGPLAN '82, pp. 120-126.  The graph's and the time's
   tables of SELECTION say which entries are shown and whose time counts
   (R6.20-R6.30).  The sums are taken in the reference's order, since the last
   bit of a double depends on it.  Each arc is visited twice: O(V + E).  57
   bytes per node and 16 per arc stay, nothing else is needed.  */
void propagate (struct analysis *analysis, const struct callgraph *graph,
                const struct cycles *cycles, const double *ticks,
                const struct selection *selection);

/* Was symbol ID called by others, or sampled?  */
static inline bool
analysis_is_used (const struct analysis *analysis, sym_id id)
{
  return analysis->calls[id] != 0 || analysis->self_ticks[id] != 0;
}

void analysis_release (struct analysis *analysis);

/* --- Time without callers ------------------------------------------------ */

/* Time that is in no caller's total, for it goes up along arcs (R14.54): that
   of libraries and other code without -pg, of the system's functions, and of
   what such code called.  Any total may lack some of it.  */
struct unseen
{
  double ticks; /* in functions of which no caller is known, less those that
                   have none, such as main */
  bool any;     /* such functions have time, or pass some on: times of children
                   are lower bounds */
};

/* What is unseen in GRAPH, of the functions of SYMTAB, after the time was
   propagated.  O(symbols + arcs).  */
struct unseen unseen_find (const struct symtab *symtab,
                           const struct callgraph *graph,
                           const struct analysis *analysis);

/* Is NAME that of a function which the compiler or linker adds to every
   program and which hardly runs?  */
bool is_startup_code (const char *name);

#endif
