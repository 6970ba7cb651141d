/* ranges.h - ranges of addresses that must not overlap.

   A balanced tree (A. Andersson, "Balanced Search Trees Made Simple", 1993),
   so in whatever order ranges come, each costs a walk down of at most twice
   the logarithm of their number.  32 bytes a range.  */

#ifndef RANGES_H
#define RANGES_H

#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"

/* The range [low, high) called NUMBER, as a node of the tree.  */
struct ranges_node
{
  uint64_t low, high;
  uint32_t number;
  uint32_t left, right; /* nodes, 0 for none */
  uint32_t level;       /* 1 for a leaf, 0 for no node */
};

/* A zeroed one is empty.  */
struct ranges
{
  VEC (struct ranges_node) nodes; /* the first one is no node */
  uint32_t root;
};

#define RANGE_NONE UINT32_MAX

/* Add [LOW, HIGH), which is not empty, as NUMBER, one of fewer than 2^32 - 1,
   unless it shares an address with one that is there.  Returns the number of
   that, or RANGE_NONE.  O(log ranges).  */
uint32_t ranges_add (struct ranges *ranges, uint64_t low, uint64_t high,
                     uint32_t number);

void ranges_release (struct ranges *ranges);

#endif
