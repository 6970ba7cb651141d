/* table.h - the tables in which threads count.
   SPDX-License-Identifier: 0BSD

   Each thread has a table that no other one adds to, so nothing is locked.
   Signal handlers of the thread add to it, too, in the middle of anything:
   a slot is claimed, filled and published with single instructions, and a
   handler that meets a claimed slot takes the next one.  The same arc may so
   be in two slots; whoever reads adds them up.

   A table that is nearly full is replaced by a larger one, and nothing is
   copied: arcs that occur again are entered again.  When a thread has ended,
   the next new one continues its table.  */

#ifndef RECORDER_TABLE_H
#define RECORDER_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "recorder/state.h"

/* A struct live_block, and what the recorder keeps of it.  */
struct block
{
  char cookie[LIVE_COOKIE_SIZE];
  uint64_t size;
  uint32_t kind;
  uint32_t thread;
  uint32_t capacity;
  uint32_t used;
  union
  {
    struct
    {
      struct block *next; /* of STATE->blocks */
      uint32_t shift;     /* of a hash value, for the number of a slot */
      uint32_t grow_at;   /* slots */
      int32_t timer;      /* of the thread; -1 if it has none */
      uint32_t is_live;   /* part of the live file */
    } own;
    uint64_t space[4];
  } u;
};

_Static_assert(sizeof (struct block) == sizeof (struct live_block),
               "a block is a live block");

static inline struct live_slot *
block_slots (struct block *block)
{
  return (struct live_slot *)(block + 1);
}

/* Count a call: the entry points end here.  FROM is the return address of the
   function that contains SELF.  */
SAVES_REGISTERS void gprofh_count (uintptr_t from, uintptr_t self);

/* Add COUNT samples at PC.  In a signal handler.  */
void gprofh_sample (uintptr_t pc, uint32_t count);

/* The table of this thread; null if there is no memory.  */
struct block *gprofh_own_table (void);

/* Is the caller the only thread of a new process?  Then it has no table
   yet.  */
void gprofh_forget_table (void);

/* Addresses from START to END, excluding END, were those of object NUMBER,
   which is gone: make them addresses relative to it, in all tables.  Nothing
   executes there any more.  O(slots).  */
void gprofh_retire (uint64_t start, uint64_t end, uint32_t number);

/* The sum of all calls and samples.  O(slots).  */
uint64_t gprofh_sum (void);

#endif
