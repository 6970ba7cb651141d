/* view_stack_changes.h - stacks of old and new profiles beside each other
   (R15.50).  */

#ifndef VIEW_STACK_CHANGES_H
#define VIEW_STACK_CHANGES_H

#include <stddef.h>
#include <stdint.h>

#include "analysis/comparison.h"
#include "base/memory.h"
#include "base/sort.h"
#include "output/report.h"

/* Frames of these names have samples on at least one side.  */
struct stack_change
{
  const char **frames; /* the outermost first; until the next row is asked
                          for */
  size_t depth;
  uint64_t samples[SIDES];
};

/* A stack of one side.  */
struct side_stack
{
  size_t first; /* frame */
  uint32_t depth, side;
  uint64_t samples;
};

struct stack_changes_view
{
  /* For the functions below.  */
  struct arena memory;      /* of names */
  VEC (const char *) names; /* of the frames of both sides, */
  struct name_order order;  /* which these are for */
  VEC (uint32_t) frames;    /* of all stacks: places in NAMES */
  VEC (struct side_stack) stacks;
  uint32_t *sorted; /* places in STACKS */
  size_t next;
  VEC (const char *) path; /* of the row */
  struct stack_change row;
};

/* Start VIEW of REPORT, which is borrowed and has an old one; to be ended.
   Samples are whole ones of the new profiles: those of the old ones become as
   many as in as many profiles, at their rate.  What stacks_view_start costs for
   both, and O(frames of all stacks * log stacks).  */
void stack_changes_view_start (struct stack_changes_view *view,
                               const struct report *report);

/* The next row, by the names of its frames, the outermost first, as bytes;
   null behind the last one.  */
const struct stack_change *
stack_changes_view_next (struct stack_changes_view *view);

void stack_changes_view_end (struct stack_changes_view *view);

#endif
