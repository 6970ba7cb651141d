/* table.c - the tables in which threads count.
   SPDX-License-Identifier: 0BSD  */

#include "recorder/table.h"

#include <errno.h>

#include "recorder/live.h"
#include "recorder/sampler.h"

enum
{
  FIRST_BITS = 7, /* 128 slots, with the block's header one page */
  MOST_BITS = 28, /* 6 GiB */
  FAST_BITS = 13, /* up to here tables grow by four, then by two */
  ADOPTION_TRIES = 16
};

/* Of this thread.  At a fixed offset from the thread pointer, so that it is
   there without a call; null if the thread has counted nothing.  */
static __thread struct block *table
    __attribute__ ((tls_model ("initial-exec")));

/* The slot of TABLE where the search for an arc begins.  Fibonacci hashing:
   the upper bits of the product depend on all bits of both addresses.  */
static inline uint32_t
first_slot (const struct block *t, uintptr_t from, uintptr_t self)
{
#if UINTPTR_MAX > UINT32_MAX
  uint64_t mixed = (self << 32 | self >> 32) + from;
  return (uint32_t)(mixed * UINT64_C (0x9e3779b97f4a7c15) >> t->u.own.shift);
#else
  uint32_t mixed = self * UINT32_C (0x85ebca6b) + from;
  return mixed * UINT32_C (0x9e3779b9) >> t->u.own.shift;
#endif
}

static inline bool
holds (const struct live_slot *slot, uintptr_t from, uintptr_t self)
{
  return slot->self == self
         && slot->from == (from == UINTPTR_MAX ? LIVE_SAMPLE : from);
}

/* Slots that may be taken of CAPACITY.  The others stay empty, so every search
   ends.  */
static inline uint32_t
limit (uint32_t capacity)
{
  return capacity - capacity / 16;
}

static struct block *
new_table (uint32_t bits, uint32_t thread)
{
  const uint32_t capacity = UINT32_C (1) << bits;
  struct block *t = gprofh_block (LIVE_ARCS, (uint64_t)capacity
                                                 * sizeof (struct live_slot));
  if (t == NULL)
    return NULL;
  t->capacity = capacity;
  t->u.own.shift = (UINTPTR_MAX > UINT32_MAX ? 64 : 32) - bits;
  t->u.own.grow_at = capacity - capacity / 4;
  t->u.own.timer = -1;
  t->thread = thread;
  gprofh_block_publish (t);
  return t;
}

/* Is THREAD one that has ended, or the caller?  */
static bool
is_free (uint32_t thread, uint32_t caller)
{
  return thread == caller
         || (thread != 0
             && SYS3 (SYS_tgkill, STATE->process, thread, 0) == -ESRCH);
}

/* The table of a thread that has ended, now CALLER's; null if none is found
   soon.  */
static struct block *
adopted (uint32_t caller)
{
  unsigned tries = ADOPTION_TRIES;
  struct block *t = __atomic_load_n (&STATE->blocks, __ATOMIC_ACQUIRE);
  for (; t != NULL && tries > 0; t = t->u.own.next)
    {
      uint32_t thread = __atomic_load_n (&t->thread, __ATOMIC_RELAXED);
      if (t->kind != LIVE_ARCS || thread == 0)
        continue;
      tries--;
      if (is_free (thread, caller)
          && __atomic_compare_exchange_n (&t->thread, &thread, caller, false,
                                          __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
        return t;
    }
  return NULL;
}

struct block *
gprofh_own_table (void)
{
  if (table != NULL)
    return table;
  const uint32_t caller = (uint32_t)SYS3 (SYS_gettid, 0, 0, 0);
  struct block *t = adopted (caller);
  if (t == NULL)
    t = new_table (FIRST_BITS, caller);
  if (t == NULL)
    return NULL;
  gprofh_thread_timer (&t->u.own.timer);
  table = t;
  return t;
}

void
gprofh_forget_table (void)
{
  table = NULL;
}

/* A larger table for this thread, instead of T; T if there is none.  */
static struct block *
grown (struct block *t)
{
  uint32_t bits = (uint32_t)__builtin_ctz (t->capacity);
  bits += bits < FAST_BITS ? 2 : 1;
  struct block *larger = bits > MOST_BITS ? NULL : new_table (bits, t->thread);
  if (larger == NULL)
    {
      /* Try again when some more slots are taken.  */
      t->u.own.grow_at += t->capacity / 32;
      return t;
    }
  larger->u.own.timer = t->u.own.timer;
  table = larger;
  __atomic_store_n (&t->thread, 0, __ATOMIC_RELEASE);
  return larger;
}

static void
lose (uintptr_t from, uint32_t count)
{
  if (from == UINTPTR_MAX)
    gprofh_lose_samples (count);
  else
    gprofh_lose_calls (count);
}

/* Make *SLOT, which is claimed, that of an arc that occurred COUNT times.  */
static void
fill (struct live_slot *slot, uintptr_t from, uintptr_t self, uint32_t count)
{
  slot->from = from == UINTPTR_MAX ? LIVE_SAMPLE : from;
  own_add (&slot->count, count);
  own_order ();
  *(volatile uint64_t *)&slot->self = self;
}

/* Add COUNT to an arc of this thread that its table perhaps does not have.  */
NEVER_INLINE static void
enter (uintptr_t from, uintptr_t self, uint32_t count)
{
  struct block *t = gprofh_own_table ();
  if (t != NULL && t->used >= t->u.own.grow_at)
    t = grown (t);
  if (t == NULL || self <= LIVE_BUSY)
    {
      lose (from, count);
      return;
    }
  /* First the number, so that handlers in between cannot take too many.  */
  const bool has_space = own_fetch_add (&t->used, 1) < limit (t->capacity);
  for (uint32_t i = first_slot (t, from, self);; i++)
    {
      struct live_slot *slot = block_slots (t) + (i & (t->capacity - 1));
      if (holds (slot, from, self))
        {
          own_add (&slot->count, count);
          break;
        }
      if (slot->self != LIVE_EMPTY)
        continue;
      if (!has_space)
        {
          lose (from, count);
          break;
        }
      if (own_claim ((uintptr_t *)&slot->self, LIVE_BUSY))
        {
          fill (slot, from, self, count);
          return;
        }
    }
  own_fetch_add (&t->used, UINT32_MAX);
}

/* Add COUNT to an arc of this thread, if its table has it: whether it has.  */
static inline __attribute__ ((always_inline)) bool
add (uintptr_t from, uintptr_t self, uint32_t count)
{
  struct block *t = table;
  if (!LIKELY (t != NULL))
    return false;
  struct live_slot *slots = block_slots (t);
  const uint32_t mask = t->capacity - 1;
  for (uint32_t i = first_slot (t, from, self);; i = (i + 1) & mask)
    {
      if (LIKELY (holds (slots + i, from, self)))
        {
          own_add (&slots[i].count, count);
          return true;
        }
      if (slots[i].self == LIVE_EMPTY)
        return false;
    }
}

/* Two arguments like gprofh_count, as the entry points save the registers of
   these two and compilers none of arguments.  */
NEVER_INLINE SAVES_REGISTERS static void
enter_call (uintptr_t from, uintptr_t self)
{
  enter (from, self, 1);
  NO_TAIL_CALL ();
}

SAVES_REGISTERS void
gprofh_count (uintptr_t from, uintptr_t self)
{
  if (!LIKELY (add (from, self, 1)))
    enter_call (from, self);
  NO_TAIL_CALL ();
}

void
gprofh_sample (uintptr_t pc, uint32_t count)
{
  if (!add (UINTPTR_MAX, pc, count))
    enter (UINTPTR_MAX, pc, count);
}

/* KEY, relative to object NUMBER if it was an address of it.  */
static void
retire_key (uint64_t *key, uint64_t start, uint64_t end, uint32_t number)
{
  const uint64_t pc = *key;
  if (pc >= start && pc < end)
    *(volatile uint64_t *)key
        = LIVE_GONE | (uint64_t)number << LIVE_OFFSET_BITS | (pc - start);
}

void
gprofh_retire (uint64_t start, uint64_t end, uint32_t number)
{
  struct block *t = __atomic_load_n (&STATE->blocks, __ATOMIC_ACQUIRE);
  for (; t != NULL; t = t->u.own.next)
    for (uint32_t i = 0; t->kind == LIVE_ARCS && i < t->capacity; i++)
      {
        struct live_slot *slot = block_slots (t) + i;
        if (slot->self <= LIVE_BUSY)
          continue;
        retire_key (&slot->self, start, end, number);
        retire_key (&slot->from, start, end, number);
      }
}

uint64_t
gprofh_sum (void)
{
  uint64_t sum = 0;
  struct block *t = __atomic_load_n (&STATE->blocks, __ATOMIC_ACQUIRE);
  for (; t != NULL; t = t->u.own.next)
    for (uint32_t i = 0; t->kind == LIVE_ARCS && i < t->capacity; i++)
      sum += block_slots (t)[i].count;
  return sum;
}
