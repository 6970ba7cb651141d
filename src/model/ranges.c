/* ranges.c - ranges of addresses that must not overlap.

   Recursion is as deep as the tree, which is at most twice the number of bits of
   their count.  */

#include "config.h"

#include "model/profile_builder.h"

/* A node whose left child has its own level moves below that child.  */
static uint32_t
skew (struct ranges_node *nodes, uint32_t at)
{
  const uint32_t left = nodes[at].left;
  if (left == 0 || nodes[left].level != nodes[at].level)
    return at;
  nodes[at].left = nodes[left].right;
  nodes[left].right = at;
  return left;
}

/* The middle one of three of the same level to the right goes up.  */
static uint32_t
split (struct ranges_node *nodes, uint32_t at)
{
  const uint32_t right = nodes[at].right;
  if (right == 0 || nodes[nodes[right].right].level != nodes[at].level)
    return at;
  nodes[at].right = nodes[right].left;
  nodes[right].left = at;
  nodes[right].level++;
  return right;
}

/* Put node FRESH, which overlaps none, below node AT; returns the node that is
   then in the place of AT.  */
static uint32_t
insert (struct ranges_node *nodes, uint32_t at, uint32_t fresh)
{
  if (at == 0)
    return fresh;
  if (nodes[fresh].low < nodes[at].low)
    nodes[at].left = insert (nodes, nodes[at].left, fresh);
  else
    nodes[at].right = insert (nodes, nodes[at].right, fresh);
  return split (nodes, skew (nodes, at));
}

uint32_t
ranges_add (struct ranges *ranges, uint64_t low, uint64_t high,
            uint32_t number)
{
  const struct ranges_node none = { 0 };
  const struct ranges_node node
      = { .low = low, .high = high, .number = number, .level = 1 };
  if (ranges->nodes.count == 0)
    vec_push (&ranges->nodes, none);
  /* The lowest range that ends above LOW decides.  */
  const struct ranges_node *nodes = ranges->nodes.items;
  uint32_t other = 0;
  for (uint32_t at = ranges->root; at != 0;
       at = nodes[at].high > low ? nodes[at].left : nodes[at].right)
    if (nodes[at].high > low)
      other = at;
  if (other != 0 && nodes[other].low < high)
    return nodes[other].number;
  const uint32_t fresh = (uint32_t)ranges->nodes.count;
  vec_push (&ranges->nodes, node);
  ranges->root = insert (ranges->nodes.items, ranges->root, fresh);
  return RANGE_NONE;
}

void
ranges_release (struct ranges *ranges)
{
  vec_release (&ranges->nodes);
  ranges->root = 0;
}
