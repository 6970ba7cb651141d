/* table.c - the tables in which threads count.
   SPDX-License-Identifier: 0BSD  */

#include "recorder/table.h"

#include "recorder/live.h"
#include "recorder/objects.h"
#include "recorder/own_stack.h"
#include "recorder/sampler.h"
#include "recorder/threads.h"

/* No number of a thread.  */
#define UNKNOWN_THREAD UINT32_MAX

/* Callers that stand for LIVE_SAMPLE and LIVE_SQUARES; no code is there.  */
#define SAMPLE UINTPTR_MAX
#define SQUARES (UINTPTR_MAX - 1)

enum
{
  ADDRESS_BITS = 8 * (int)sizeof (uintptr_t),
  CALL_BYTES = 4, /* from one return address to the next, at least as a rule */
  FIRST_BITS = 8, /* 125 slots, with the block's header one page */
  MOST_BITS = 28, /* 4 GiB */
  STACK_BITS
  = 20,          /* 16 MiB, since no two stacks of a deep recursion may be the
                      same */
  FAST_BITS = 14 /* up to here tables grow by four, then by two */
};

/* Of this thread.  At a fixed offset from the thread pointer, so that it is
   there without a call; null if the thread has counted nothing.  */
static __thread struct block *table
    __attribute__ ((tls_model ("initial-exec")));

/* The place in the index of T where the search for an arc begins.  Calls that
   follow each other in the code, as they often do in time, have places that
   follow each other in memory.  */
static inline uintptr_t
near_place (const struct block *t, uintptr_t from)
{
  return from / CALL_BYTES & t->u.own.mask;
}

/* What a slot has for the caller FROM.  */
static inline uint64_t
key_of (uintptr_t from)
{
  return from >= SQUARES ? (uint64_t)(int64_t)(intptr_t)from : from;
}

static inline bool
holds (const struct live_slot *slot, uintptr_t from, uintptr_t self)
{
  return slot->self == self && slot->from == key_of (from);
}

/* The slot of an arc, if the first place of its search has it; else null.  */
static inline __attribute__ ((always_inline)) struct live_slot *
near_slot (const struct block *t, uintptr_t from, uintptr_t self)
{
  struct live_slot *before_first = (struct live_slot *)(uintptr_t)(t + 1) - 1;
  struct live_slot *slot = before_first + t->u.own.index[near_place (t, from)];
  return slot > before_first && holds (slot, from, self) ? slot : NULL;
}

/* The slot of an arc, or null if T does not have it.  Half of the index is
   empty, so every search ends.  */
static inline __attribute__ ((always_inline)) struct live_slot *
find (const struct block *t, uintptr_t from, uintptr_t self)
{
  const uint32_t *index = t->u.own.index;
  struct live_slot *before_first = (struct live_slot *)(uintptr_t)(t + 1) - 1;
  uint32_t number = index[near_place (t, from)];
  uintptr_t place = block_place (t, from, self);
  while (number != 0)
    {
      if (holds (before_first + number, from, self))
        return before_first + number;
      number = index[place];
      place = block_next_place (t, place);
    }
  return NULL;
}

/* A table of THREAD for what KIND says, with an index of 2^BITS places and slots
   for half of them, less what makes whole pages of it all; null if there is no
   memory.  */
static struct block *
new_table (uint32_t kind, uint32_t bits, uint32_t thread)
{
  const uint32_t places = UINT32_C (1) << bits;
  const uint32_t capacity = places / 2 - 3;
  struct block *t
      = gprofh_block (kind, (uint64_t)capacity * sizeof (struct live_slot)
                                + (uint64_t)places * sizeof (uint32_t));
  if (t == NULL)
    return NULL;
  t->capacity = capacity;
  t->u.own.index = (uint32_t *)(void *)(block_slots (t) + capacity);
  t->u.own.mask = places - 1;
  t->u.own.shift = (uint16_t)(ADDRESS_BITS - bits);
  t->u.own.timer = -1;
  t->thread = thread;
  gprofh_block_publish (t);
  return t;
}

struct block *
gprofh_table (uint32_t kind)
{
  const uint32_t caller = (uint32_t)SYS3 (SYS_gettid, 0, 0, 0);
  struct live_thread *seat = gprofh_take_seat (caller);
  struct block *t = seat != NULL ? gprofh_seat_table (seat, kind) : NULL;
  if (t == NULL)
    {
      const uint32_t number = seat != NULL ? seat->number : 0;
      t = new_table (kind | number << LIVE_KIND_BITS, FIRST_BITS, caller);
    }
  if (t == NULL)
    return NULL;
  __atomic_store_n (&t->thread, caller, __ATOMIC_RELEASE);
  if (seat != NULL)
    gprofh_set_seat_table (seat, kind, t);
  return t;
}

struct block *
gprofh_own_table (void)
{
  if (table != NULL)
    return table;
  if (gprofh_is_sandboxed ())
    return table = new_table (LIVE_ARCS, FIRST_BITS, UNKNOWN_THREAD);
  struct block *t = gprofh_table (LIVE_ARCS);
  if (t == NULL)
    return NULL;
  gprofh_thread_timer (&t->u.own.timer);
  table = t;
  return t;
}

int32_t *
gprofh_own_timer (void)
{
  return table != NULL ? &table->u.own.timer : NULL;
}

struct block *
gprofh_forget_table (void)
{
  struct block *last = table;
  table = NULL;
  return last;
}

struct block *
gprofh_larger_table (struct block *t)
{
  const uint32_t failures = t->u.own.failures;
  if ((failures & (failures - 1)) != 0)
    {
      t->u.own.failures++;
      return NULL;
    }
  uint32_t bits = ADDRESS_BITS - t->u.own.shift;
  bits += bits < FAST_BITS ? 2 : 1;
  const uint32_t most = block_kind (t) == LIVE_STACKS ? STACK_BITS : MOST_BITS;
  struct block *larger
      = bits > most ? NULL : new_table (t->kind, bits, t->thread);
  if (larger == NULL)
    {
      t->u.own.failures++;
      return NULL;
    }
  larger->u.own.timer = t->u.own.timer;
  gprofh_set_seat_table (gprofh_seat (), block_kind (t), larger);
  __atomic_store_n (&t->thread, 0, __ATOMIC_RELEASE);
  return larger;
}

/* A larger table for this thread, instead of T, which is full; null if there
   is none.  */
static struct block *
grown (struct block *t)
{
  struct block *larger = gprofh_larger_table (t);
  if (larger != NULL)
    table = larger;
  return larger;
}

static void
lose (uintptr_t from, uint32_t count)
{
  if (from == SAMPLE)
    gprofh_lose_samples (count);
  else if (from != SQUARES)
    gprofh_lose_calls (count);
}

/* Take a slot of T for an arc that occurred COUNT times, and then enter it in
   the index: false if T is full.  */
static bool
append (struct block *t, uintptr_t from, uintptr_t self, uint32_t count)
{
  const uint32_t number = own_fetch_add (&t->used, 1);
  if (number >= t->capacity)
    {
      own_fetch_add (&t->used, UINT32_MAX);
      return false;
    }
  struct live_slot *slot = block_slots (t) + number;
  slot->from = key_of (from);
  own_add (&slot->count, count);
  own_order ();
  *(volatile uint64_t *)&slot->self = self;
  own_order ();
  uintptr_t i = near_place (t, from);
  if (own_claim (&t->u.own.index[i], number + 1))
    return true;
  i = block_place (t, from, self);
  while (!own_claim (&t->u.own.index[i], number + 1))
    i = block_next_place (t, i);
  return true;
}

/* Add COUNT to an arc of this thread that its table does not have: whether it
   is the first one.  */
static bool
enter (uintptr_t from, uintptr_t self, uint32_t count)
{
  const bool is_first = table == NULL;
  struct block *t = gprofh_own_table ();
  if (t == NULL || self == LIVE_EMPTY)
    {
      lose (from, count);
      return is_first;
    }
  gprofh_notice (self);
  if (from < SQUARES)
    gprofh_notice (from);
  /* An object that came again brings its slots.  */
  t = table;
  struct live_slot *slot = find (t, from, self);
  if (slot != NULL)
    {
      own_add (&slot->count, count);
      return is_first;
    }
  while (t != NULL && !append (t, from, self, count))
    t = table == t ? grown (t) : table;
  if (t == NULL)
    lose (from, count);
  return is_first;
}

/* The same for a sample.  Its handler lets no signal in, as enter_call does for
   a thread that has begun.  */
static bool
enter_sample (uintptr_t from, uintptr_t self, uint32_t count)
{
  enter (from, self, count);
  return false;
}

/* Enter an arc that this thread has room for, between objects that are known,
   as nearly all are: on the caller's stack, and without a system call.  */
static bool
enter_at_once (uintptr_t from, uintptr_t self, uint32_t count)
{
  struct block *t = table;
  return t != NULL && self != LIVE_EMPTY && gprofh_knows (self)
         && (from >= SQUARES || gprofh_knows (from))
         && append (t, from, self, count);
}

/* Two arguments like __mcount_internal, as the entry points save the registers
   of these two and compilers none of arguments.  */
NEVER_INLINE SAVES_REGISTERS static void
enter_call (uintptr_t from, uintptr_t self)
{
  if (!enter_at_once (from, self, 1))
    gprofh_on_own_stack (enter, from, self, 1);
  NO_TAIL_CALL ();
}

/* Count a call that is not where it should be.  */
NEVER_INLINE SAVES_REGISTERS static void
count_far (uintptr_t from, uintptr_t self)
{
  const struct block *t = table;
  struct live_slot *slot = t != NULL ? find (t, from, self) : NULL;
  if (LIKELY (slot != NULL))
    own_add (&slot->count, 1);
  else
    enter_call (from, self);
  NO_TAIL_CALL ();
}

SAVES_REGISTERS void
__mcount_internal (uintptr_t from, uintptr_t self)
{
  const struct block *t = table;
  struct live_slot *slot
      = LIKELY (t != NULL) ? near_slot (t, from, self) : NULL;
  if (LIKELY (slot != NULL))
    own_add (&slot->count, 1);
  else
    count_far (from, self);
  NO_TAIL_CALL ();
}

/* Add COUNT to what is counted at PC for the caller FROM.  */
static void
count_at (uintptr_t pc, uintptr_t from, uint32_t count)
{
  const struct block *t = table;
  struct live_slot *slot = t != NULL ? find (t, from, pc) : NULL;
  if (slot != NULL)
    own_add (&slot->count, count);
  else if (!enter_at_once (from, pc, count))
    gprofh_on_own_stack (enter_sample, from, pc, count);
}

void
gprofh_sample (uintptr_t pc, uint32_t count)
{
  const uint64_t squares = (uint64_t)count * (count - 1);
  count_at (pc, SAMPLE, count);
  if (squares > 0)
    count_at (pc, SQUARES,
              squares < UINT32_MAX ? (uint32_t)squares : UINT32_MAX);
  const uintptr_t signals
      = __atomic_add_fetch (&STATE->signals, 1, __ATOMIC_RELAXED);
  if (STATE->header != NULL)
    STATE->header->signals = signals;
}

/* KEY, if it is in the SIZE bytes from FROM, as one in those from TO.  */
static bool
move_key (uint64_t *key, uint64_t from, uint64_t size, uint64_t to)
{
  const uint64_t pc = *key;
  if (pc - from >= size || pc >= LIVE_SQUARES)
    return false;
  *(volatile uint64_t *)key = pc - from + to;
  return true;
}

static bool
move_slots (struct block *t, bool has_callers, uint64_t from, uint64_t size,
            uint64_t to)
{
  bool any = false;
  for (uint32_t i = 0; i < block_used (t); i++)
    {
      struct live_slot *slot = block_slots (t) + i;
      if (slot->self == LIVE_EMPTY)
        continue;
      any |= move_key (&slot->self, from, size, to);
      if (has_callers)
        any |= move_key (&slot->from, from, size, to);
    }
  return any;
}

static bool
move_keys (uint64_t from, uint64_t size, uint64_t to)
{
  bool any = false;
  struct block *t = __atomic_load_n (&STATE->blocks, __ATOMIC_ACQUIRE);
  for (; t != NULL; t = t->u.own.next)
    {
      const uint32_t kind = block_kind (t);
      if (kind == LIVE_THREAD)
        any |= move_key (&block_seat (t)->start, from, size, to);
      else if (kind == LIVE_ARCS || kind == LIVE_STACKS)
        any |= move_slots (t, kind == LIVE_ARCS, from, size, to);
    }
  return any;
}

bool
gprofh_retire (uint64_t start, uint64_t end, uint32_t number)
{
  return move_keys (start, end - start, live_gone (number));
}

void
gprofh_revive (uint64_t start, uint64_t end, uint32_t number)
{
  move_keys (live_gone (number), end - start, start);
}

uint64_t
gprofh_sum (void)
{
  uint64_t sum = 0;
  struct block *t = __atomic_load_n (&STATE->blocks, __ATOMIC_ACQUIRE);
  for (; t != NULL; t = t->u.own.next)
    for (uint32_t i = 0; block_kind (t) == LIVE_ARCS && i < block_used (t);
         i++)
      sum += block_slots (t)[i].count;
  return sum;
}
