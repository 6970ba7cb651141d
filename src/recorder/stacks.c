/* stacks.c - samples with the stack that each was taken in.
   SPDX-License-Identifier: 0BSD  */

#include "recorder/stacks.h"

#include "recorder/live.h"
#include "recorder/own_stack.h"
#include "recorder/rules.h"
#include "recorder/state.h"
#include "recorder/table.h"
#include "recorder/unwind.h"

#define OF_THREAD static __thread __attribute__ ((tls_model ("initial-exec")))

/* Of this thread; null if there is none yet.  */
OF_THREAD struct block *tree;

/* Where its last sample was counted.  */
OF_THREAD struct live_slot *last;

/* It takes one.  Signals wait meanwhile, but not all emulators let them.  */
OF_THREAD bool is_sampling;

void
gprofh_forget_stacks (void)
{
  tree = NULL;
  last = NULL;
  is_sampling = false;
}

/* The number of the slot of SELF that FROM calls; 0 if T has no room.  If the
   file was cut short meanwhile, FROM is gone.  */
static uint32_t
number_of (struct block *t, uint64_t from, uint64_t self)
{
  struct live_slot *slots = block_slots (t);
  /* Another thread may make the block again.  */
  if (*(uint32_t *const volatile *)&t->u.own.index == NULL
      || t->u.own.shift == 0)
    return 0;
  uintptr_t place = block_place (t, (uintptr_t)from, (uintptr_t)self);
  for (uint32_t number; (number = t->u.own.index[place]) != 0;
       place = block_next_place (t, place))
    if (slots[number - 1].self == self && slots[number - 1].from == from)
      return number;
  const uint32_t used = *(const volatile uint32_t *)&t->used;
  if (used >= t->capacity)
    return 0;
  slots[used].from = from <= used ? from : LIVE_LOST;
  slots[used].self = self;
  own_order ();
  *(volatile uint32_t *)&t->used = used + 1;
  t->u.own.index[place] = used + 1;
  return used + 1;
}

/* The number of the slot of address INNERMOST of WALK; 0 if T has no room.  */
static uint32_t
enter (struct block *t, struct walk *walk, uint32_t innermost)
{
  uint64_t from = walk->is_complete ? LIVE_OUTERMOST : LIVE_LOST;
  uint32_t number = 0;
  for (uint32_t i = walk->count; i > innermost; i--, from = number)
    {
      uint64_t self = *walk_at (walk, i - 1);
      if (i > WALK_INNER && walk->count - i >= WALK_OUTER)
        {
          self = LIVE_CUT;
          i = WALK_INNER + 1;
        }
      number = number_of (t, from, self);
      if (number == 0)
        return 0;
    }
  return number;
}

/* -------------------------------------------------------------------- waits */

/* The address of WALK that calls the function that returns to FROM; its count if
   there is none where it should be.  */
static uint32_t
find_caller (struct walk *walk, uintptr_t from)
{
  enum
  {
    OWN = 4 /* frames of ours, at most */
  };
  for (uint32_t i = 0; i < OWN && i < walk->count; i++)
    if (*walk_at (walk, i) == from - 1)
      return i;
  return walk->count;
}

/* The slots of T for what FOUND is, by their enum live_wait; false if there is no
   room.  */
static bool
enter_wait (struct block *t, struct walk *walk, uint32_t caller,
            const struct stack_wait *found, struct live_slot **slots)
{
  const uint32_t from = enter (t, walk, caller);
  if (from == 0)
    return false;
  for (uint32_t i = 0; i < LIVE_WAIT_KINDS; i++)
    {
      const uint32_t number
          = number_of (t, from,
                       LIVE_WAIT + i * LIVE_WAIT_STEP + found->function);
      if (number == 0)
        return false;
      slots[i] = block_slots (t) + (number - 1);
    }
  return true;
}

/* On the recorder's stack, if it has one here.  */
static bool
add_wait (uintptr_t what, uintptr_t unused, uint32_t count)
{
  const struct stack_wait *found = (const struct stack_wait *)what;
  struct live_slot *slots[LIVE_WAIT_KINDS];
  struct walk walk;
  (void)unused;
  walk.count = 0;
  if (gprofh_settings.has_stacks)
    gprofh_walk_from (&walk, &found->here);
  uint32_t caller = find_caller (&walk, found->from);
  if (caller == walk.count)
    {
      walk.is_complete = false;
      walk.count = 1;
      walk.kept[0] = found->from - 1;
      caller = 0;
    }
  if (tree == NULL)
    tree = gprofh_table (LIVE_STACKS);
  for (struct block *t = tree; t != NULL; t = gprofh_larger_table (t))
    {
      tree = t;
      if (!enter_wait (t, &walk, caller, found, slots))
        continue;
      own_add (&slots[LIVE_WAIT_COUNT]->count, count);
      slots[LIVE_WAIT_TIME]->count += found->time;
      if (found->time > slots[LIVE_WAIT_LONGEST]->count)
        slots[LIVE_WAIT_LONGEST]->count = found->time;
      return false;
    }
  gprofh_lacks (LIVE_NO_STACKS);
  return false;
}

void
gprofh_stack_wait (const struct stack_wait *found)
{
  if (!is_sampling)
    gprofh_on_own_stack (add_wait, (uintptr_t)found, 0, 1);
}

/* ------------------------------------------------------------------ samples */

#ifdef HAS_STACKS

bool
gprofh_can_take_stacks (bool is_emulated)
{
  return gprofh_can_read (is_emulated);
}

/* The slot of WALK, in a larger tree if that is needed.  */
static struct live_slot *
slot_of (struct walk *walk)
{
  if (tree == NULL)
    tree = gprofh_table (LIVE_STACKS);
  for (struct block *t = tree; t != NULL; t = gprofh_larger_table (t))
    {
      uint32_t number = enter (t, walk, 0);
      if (number != 0 && walk->is_system)
        number = number_of (t, number, LIVE_SYSTEM);
      tree = t;
      if (number != 0)
        return block_slots (t) + (number - 1);
    }
  return NULL;
}

/* Waits may have made the tree larger since the last sample.  */
OF_THREAD struct block *tree_of_last;

/* The walk is on the recorder's stack, as that of the thread may be small.  */
static bool
sample (uintptr_t context, uintptr_t unused, uint32_t count)
{
  struct walk walk;
  (void)unused;
  gprofh_walk (&walk, (const void *)context);
  last = slot_of (&walk);
  tree_of_last = tree;
  if (last != NULL)
    own_add (&last->count, count);
  return last != NULL;
}

void
gprofh_stack_sample (const void *context, uint32_t count)
{
  bool is_counted = false;
  if (is_sampling || gprofh_is_sandboxed ())
    return;
  is_sampling = true;
  last = NULL;
  if (!gprofh_try_own_stack (sample, (uintptr_t)context, 0, count, &is_counted)
      || !is_counted)
    gprofh_lacks (LIVE_NO_STACKS);
  is_sampling = false;
}

uintptr_t
gprofh_last_address (uintptr_t otherwise)
{
  const struct live_slot *slot = last;
  if (slot != NULL && slot->self == LIVE_SYSTEM)
    slot = slot->from <= tree_of_last->capacity
               ? block_slots (tree_of_last) + slot->from - 1
               : NULL;
  return slot != NULL ? (uintptr_t)slot->self : otherwise;
}

void
gprofh_stack_again (uint32_t count)
{
  if (last != NULL)
    own_add (&last->count, count);
}

#else

bool
gprofh_can_take_stacks (bool is_emulated)
{
  (void)is_emulated;
  return false;
}

void
gprofh_stack_sample (const void *context, uint32_t count)
{
  (void)context;
  (void)count;
}

uintptr_t
gprofh_last_address (uintptr_t otherwise)
{
  return otherwise;
}

void
gprofh_stack_again (uint32_t count)
{
  (void)count;
}

#endif
