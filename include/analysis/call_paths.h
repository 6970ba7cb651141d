/* call_paths.h - sampled stacks as call paths of symbols, and the time of
   functions and arcs that follows from them.

   Where samples have stacks, nothing has to be estimated: a function has all
   samples in whose stacks it is, an arc those in whose stacks its callee is
   next to its caller, each sample once.  */

#ifndef CALL_PATHS_H
#define CALL_PATHS_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/callgraph.h"
#include "analysis/cycles.h"
#include "analysis/propagate.h"
#include "analysis/stacks.h"
#include "input/symspec.h"
#include "model/profile.h"
#include "model/symtab.h"

/* What a path ends in.  */
enum path_role
{
  ROLE_FRAME,
  ROLE_STARTER, /* likewise, but what starts programs or threads, and calls
                   nothing */
  ROLE_LOST,    /* as PATH_LOST and PATH_CUT */
  ROLE_CUT,
  ROLE_RECORDER /* the recorder; it leads nowhere */
};

/* The paths of a profile, by their numbers.  Zeroed, there are none.  */
struct call_paths
{
  size_t count;
  const struct call_path *items; /* borrowed from the profile */
  uint32_t *parent; /* of each path: that of its caller, PATH_NONE if there is
                       none, or the arc from there is left out.  What the
                       recorder is between, and what starts programs and
                       threads, is nobody's caller (R20.182, R20.183).  */
  uint8_t *role;    /* of each path: enum path_role */
  sym_id *symbol;   /* of each path: where it ends, or SYM_NONE */
  sym_id *callee; /* of each path: what was called by its caller, the function
                       that has SYMBOL, or SYM_NONE */
  size_t symbol_count;
  sym_id outside; /* stands for callers that nobody knows, or SYM_NONE */
};

/* Is NAME that of a function that starts programs or threads?  Then its place
   among those that call each other there, from 1, else 0.  */
unsigned starter_level (const char *name);

/* Find the symbols of PROFILE's paths, if it has any.  SELECTION's tables
   apply: where an arc is left out, a stack is cut, and its inner part counts.
   O(symbols + paths log symbols).  13 bytes per path.  */
void call_paths_find (struct call_paths *paths, const struct profile *profile,
                      const struct symtab *symtab,
                      const struct selection *selection);

/* Set *FROM and *TO to the ends of the arc by which PATH was called; false if
   there is no such arc.  The caller is PATHS->outside where nobody knows it,
   and with IS_COUNTED also for outermost frames, since calls of these may have
   been counted.  */
bool call_paths_arc (const struct call_paths *paths, size_t path,
                     bool is_counted, sym_id *from, sym_id *to);

/* Set *GROUPED to PATHS with symbol GROUP[s], of GROUPS, in place of s.
   Otherwise like call_paths_find.  */
void call_paths_group (struct call_paths *grouped,
                       const struct call_paths *paths, const sym_id *group,
                       size_t groups);

/* Set the times of ANALYSIS, which propagate has made of GRAPH and CYCLES, to
   what PATHS say (R16.70-R16.74).  SELECTION's tables apply.  O(symbols + arcs
   + paths).  */
void call_paths_measure (const struct call_paths *paths,
                         struct analysis *analysis,
                         const struct callgraph *graph,
                         const struct cycles *cycles,
                         const struct selection *selection);

/* Make stacks of PATHS, with the times that call_paths_measure takes
   (R16.74).  O(paths log paths), 100 bytes per path while at work.  */
void call_paths_stacks (const struct call_paths *paths,
                        const struct selection *selection,
                        struct stacks *stacks);

/* What follows a path in a stack, as its innermost frame, with so much time.  */
struct path_leaf
{
  uint32_t path; /* that of a frame, or PATH_NONE if nobody knows it */
  uint32_t node; /* beyond those of symbols and cycles */
  double time;
};

/* Make stacks of COUNT LEAVES of PATHS.  Frames in no symbol, or whose arc to
   their caller is left out, cut a stack, and its inner part counts; where there is
   none, STACK_LOST is the caller.  O((paths + leaves) log (paths + leaves)), 80
   bytes for each path and leaf while at work.  */
void call_paths_leaf_stacks (const struct call_paths *paths,
                             const struct path_leaf *leaves, size_t count,
                             struct stacks *stacks);

void call_paths_release (struct call_paths *paths);

#endif
