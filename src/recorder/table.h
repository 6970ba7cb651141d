/* table.h - the tables in which threads count.
   SPDX-License-Identifier: 0BSD

   Each thread has a table that no other one adds to, so nothing is locked.
   Slots are taken in the order in which arcs first occur, as those that occur
   together then lie together in memory; a table of their numbers, the index,
   finds them: by the address of the call, or by a hash value if another arc is
   there.  Signal handlers of the thread add to it, too, in the middle of
   anything: a slot is taken, filled and entered in the index with single
   instructions.  A handler that comes in between does not find the arc and
   takes another slot; whoever reads adds both up.

   A table that is full is replaced by a larger one, and nothing is
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
      uint32_t *index;    /* numbers of slots, from 1; 0: none */
      uint32_t mask;      /* of places in the index */
      uint16_t shift;     /* of a hash value, for a place in the index */
      uint16_t is_live;   /* part of the live file */
      uint32_t failures;  /* to replace the table by a larger one */
      int32_t timer;      /* of the thread; -1 if it has none */
    } own;
    uint64_t space[4];
  } u;
};

_Static_assert(sizeof (struct block) == sizeof (struct live_block),
               "a block is a live block");

/* A LIVE_ARCS and so on.  */
static inline uint32_t
block_kind (const struct block *block)
{
  return block->kind & ((UINT32_C (1) << LIVE_KIND_BITS) - 1);
}

/* The number of slots that are taken.  */
static inline uint32_t
block_used (const struct block *block)
{
  const uint32_t used = *(const volatile uint32_t *)&block->used;
  return used < block->capacity ? used : block->capacity;
}

static inline struct live_slot *
block_slots (struct block *block)
{
  return (struct live_slot *)(block + 1);
}

/* A place in the index of T for what FROM and SELF say.  Fibonacci hashing: the
   upper bits of the product depend on all bits of both.  */
static inline uintptr_t
block_place (const struct block *t, uintptr_t from, uintptr_t self)
{
#if UINTPTR_MAX > UINT32_MAX
  uint64_t mixed = (self << 32 | self >> 32) + from;
  return mixed * UINT64_C (0x9e3779b97f4a7c15) >> t->u.own.shift;
#else
  uint32_t mixed = self * UINT32_C (0x85ebca6b) + from;
  return mixed * UINT32_C (0x9e3779b9) >> t->u.own.shift;
#endif
}

/* The place after PLACE; the first one comes after the last one.  */
static inline uintptr_t
block_next_place (const struct block *t, uintptr_t place)
{
  return (place + 1) & t->u.own.mask;
}

/* Count a call: the entry points end here.  FROM is the return address of the
   function that contains SELF.  The name is one of those that listings leave
   out (R2.9), GNU gprof's, too; it is exported so that a library without a
   symbol table has it.  */
SAVES_REGISTERS PROTECTED void __mcount_internal (uintptr_t from,
                                                  uintptr_t self);

/* Add COUNT samples at PC, which one signal brings.  In a signal handler.  */
void gprofh_sample (uintptr_t pc, uint32_t count);

/* A table for what KIND of block says, which this thread alone adds to: that of
   its seat, or a new one; null if there is no memory.  */
struct block *gprofh_table (uint32_t kind);

/* A larger one instead of T, which is full; null if there is none.  Not tried
   each time when it has failed.  */
struct block *gprofh_larger_table (struct block *t);

/* The table of this thread; null if there is no memory.  */
struct block *gprofh_own_table (void);

/* Where the timer of this thread is; null if it has no table.  */
int32_t *gprofh_own_timer (void);

/* The caller is the only thread of a new process, so it has no table yet: the
   one that it had in its parent, or null.  */
struct block *gprofh_forget_table (void);

/* Addresses from START to END, excluding END, were those of object NUMBER,
   which is gone: make them addresses relative to it, in all tables.  Nothing
   executes there any more.  Whether there are any.  O(slots).  */
bool gprofh_retire (uint64_t start, uint64_t end, uint32_t number);

/* Object NUMBER, which was gone, is there again: make what is relative to it
   addresses again, in all tables.  O(slots).  */
void gprofh_revive (uint64_t start, uint64_t end, uint32_t number);

/* The sum of all calls and samples.  O(slots).  */
uint64_t gprofh_sum (void);

#endif
