/* stacks.h - synthesised stacks: the time of a call graph as a tree of call
   paths.

   A profile of arcs has no stacks.  They are made up from the assumption that
   propagation makes, that each call of a function costs the same: starting
   from what nobody calls, the time of a function is divided over its callers'
   paths in proportion to the counts of the arcs.  */

#ifndef STACKS_H
#define STACKS_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/callgraph.h"
#include "analysis/cycles.h"
#include "analysis/propagate.h"
#include "base/sort.h"

enum
{
  STACKS_MOST = 10000,          /* paths */
  STACKS_FRAMES_MOST = 1000000, /* frames of all paths together */
  STACKS_DEPTH_MOST = 1000      /* frames of a path, but for STACK_OTHER */
};

/* Nodes that are no function.  */
#define STACK_OTHER UINT32_MAX      /* what was left out here */
#define STACK_LOST (UINT32_MAX - 1) /* callers that nobody knows */
#define STACK_CUT (UINT32_MAX - 2)  /* frames that the recorder left out */
#define STACK_RECORDING (UINT32_MAX - 3) /* the recorder itself */
#define STACK_NONE TREE_NONE             /* no path */

/* A path is one frame more than its parent.  Times are in ticks.  */
struct stack
{
  uint32_t
      parent;     /* index of the path without the last frame, or STACK_NONE */
  uint32_t node;  /* the last frame: a node of the analysis, or one of the
                     above */
  uint32_t depth; /* frames, from 1 */
  double total;   /* with what is called from there */
  double self;    /* without; 0 for a cycle as a whole */
};

/* Depth first, a path before those that continue it, what takes most first,
   STACK_OTHER last.  */
struct stacks
{
  struct stack *items;
  size_t count;
  uint32_t deepest; /* depth of the deepest one */
  double total;     /* sum of the paths' own times: print_ticks */
};

/* Make the stacks of ANALYSIS.  A function is on a path once: its calls of
   itself are no frames, and a cycle is one frame, with those members below it
   that take time themselves or call what does.

   Paths that have little of all time are left out, more of them if the others
   do not fit into STACKS_MOST and STACKS_FRAMES_MOST; paths with the frame
   STACK_OTHER stand for them (R15.43).

   Among equals the node with the lower number comes first.  O(V + E log E),
   and at most 17 times the size of the output.  Memory: 16 bytes per arc whose
   time matters, 20 per node, and 400,000.  */
void stacks_make (struct stacks *stacks, const struct callgraph *graph,
                  const struct cycles *cycles,
                  const struct analysis *analysis);

/* Set WHOLE[0 .. count-1] to the own times of the paths as whole numbers, UNIT
   to the tick, that add up to the total (R15.45).  Memory: 60 bytes per path.
   O(count log count).  */
void stacks_round (const struct stacks *stacks, double unit, uint64_t *whole);

/* Set PATH[0 .. depth-1] to the indices of the paths that lead to path INDEX,
   the outermost first, INDEX last.  */
void stacks_path (const struct stacks *stacks, uint32_t index, uint32_t *path);

void stacks_release (struct stacks *stacks);

#endif
