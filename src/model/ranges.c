/* ranges.c - ranges of addresses that must not overlap.

   Since none of those that are there overlap, the walk down to where a new one
   belongs meets each one that could overlap it.  Recursion is as deep as the
   tree, which is at most twice the number of bits of their count.  */

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

/* Put node FRESH below node AT; returns the node that is then in the place of
   AT.  If there is an overlap nothing changes, and *OTHER is the number of the
   other range.  */
static uint32_t
insert (struct ranges_node *nodes, uint32_t at, uint32_t fresh,
        uint32_t *other)
{
  if (at == 0)
    return fresh;
  if (nodes[fresh].high <= nodes[at].low)
    nodes[at].left = insert (nodes, nodes[at].left, fresh, other);
  else if (nodes[at].high <= nodes[fresh].low)
    nodes[at].right = insert (nodes, nodes[at].right, fresh, other);
  else
    *other = nodes[at].number;
  return *other != RANGE_NONE ? at : split (nodes, skew (nodes, at));
}

uint32_t
ranges_add (struct ranges *ranges, uint64_t low, uint64_t high,
            uint32_t number)
{
  const struct ranges_node none = { 0 };
  const struct ranges_node node
      = { .low = low, .high = high, .number = number, .level = 1 };
  uint32_t other = RANGE_NONE;
  if (ranges->nodes.count == 0)
    vec_push (&ranges->nodes, none);
  const uint32_t fresh = (uint32_t)ranges->nodes.count;
  vec_push (&ranges->nodes, node);
  ranges->root = insert (ranges->nodes.items, ranges->root, fresh, &other);
  if (other != RANGE_NONE)
    ranges->nodes.count--;
  return other;
}

void
ranges_release (struct ranges *ranges)
{
  vec_release (&ranges->nodes);
  ranges->root = 0;
}
