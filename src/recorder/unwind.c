/* unwind.c - the stack of a thread that a signal has interrupted.
   SPDX-License-Identifier: 0BSD  */

#include "recorder/unwind.h"

#include <stddef.h>
#include <ucontext.h>

#include "recorder/machine.h"
#include "recorder/objects.h"
#include "recorder/rules.h"

#ifdef HAS_STACKS

enum
{
  WORD = 8,
  CACHE_BITS = 14,     /* 16,384 rules in 256 KiB, of which used pages count */
  REGISTER_WORDS = 34, /* of an mcontext_t, at least those that are read */
  MOST_SIGNALS = 64,   /* that have interrupted each other */
  LEAST_CODE = 4096,   /* no code is at a lower address */
  FUNCTION_MOST = 1 << 16 /* bytes, of one without rules */
};

/* Rules by addresses, for all threads.  A key is the address, changed by the
   rule; so two halves of different threads belong to no address, and nothing
   is locked.  */
static struct
{
  uint64_t key, word;
} cache[1 << CACHE_BITS];

/* What is left of a frame when its function has called another one, or has been
   interrupted.  */
struct frame
{
  uintptr_t pc; /* in the instruction */
  uintptr_t stack, frame, other;
  const ucontext_t
      *all;             /* it was interrupted, with these registers; or null */
  struct window window; /* of the stack */
  unsigned signals;     /* whose frames were passed */
};

enum step
{
  STEP_DONE,
  STEP_OUTERMOST,
  STEP_LOST
};

/* ---------------------------------------------------------------- machines */

#if defined __x86_64__

enum
{
  LINKED_BELOW = 1, /* a call puts the address below the frame, in words */
  CONTEXT_AT = 0    /* of a signal's frame, from the stack pointer, in bytes */
};

/* The register REG, as DWARF counts.  */
static uintptr_t
register_in (const ucontext_t *all, unsigned reg)
{
  static const uint8_t places[]
      = { 13, 12, 14, 11, 9, 8, 10, 15, 0, 1, 2, 3, 4, 5, 6, 7, 16 };
  return reg < sizeof places ? (uintptr_t)all->uc_mcontext.gregs[places[reg]]
                             : 0;
}

static uintptr_t
pc_in (const ucontext_t *all)
{
  return register_in (all, REGISTER_RETURN);
}

static uintptr_t
without_signature (uintptr_t pc)
{
  return pc;
}

bool
gprofh_is_system_call (uintptr_t pc)
{
  struct window window = { 0, 0, 0 };
  uint64_t bytes;
  return (gprofh_read_bytes (&window, pc - 2, 2, &bytes) && bytes == 0x050f)
         || (gprofh_read_bytes (&window, pc, 2, &bytes) && bytes == 0x050f);
}

/* May the word at the STACK pointer be a return address?  Compilers align the
   stack by 16 bytes where they call.  */
static bool
may_be_linked (uintptr_t stack, uintptr_t link, uintptr_t pc)
{
  (void)link;
  (void)pc;
  return stack % 16 == 8;
}

/* Does the instruction before PC call?  E8 and four bytes call *TARGET; FF with 2
   as the extension, of 2 to 7 bytes, calls what is not known here, 0.  */
static bool
follows_call (struct window *window, uintptr_t pc, uintptr_t *target)
{
  uint64_t bytes;
  if (!gprofh_read_bytes (window, pc - WORD, WORD, &bytes))
    return false;
  *target = pc + (uintptr_t)(int32_t)(bytes >> 32);
  if ((bytes >> 24 & 0xff) == 0xe8)
    return true;
  *target = 0;
  for (unsigned size = 2; size <= 7; size++)
    if ((bytes >> 8 * (WORD - size) & 0x38ff) == 0x10ff)
      return true;
  return false;
}

/* Is PC at the start of an entry of a linkage table?  FF 25, after endbr64 and a
   prefix where there are any.  */
static bool
is_in_linkage (struct window *window, uintptr_t pc)
{
  uint64_t bytes;
  if (!gprofh_read_bytes (window, pc, WORD, &bytes))
    return false;
  return (bytes & 0xffff) == 0x25ff || (bytes >> 32 & 0xffff) == 0x25ff
         || (bytes >> 40 & 0xffff) == 0x25ff;
}

/* Does what is at PC return from a signal handler?  Two ways to put 15 into
   eax, and a system call.  */
static bool
returns_from_signal (struct window *window, uintptr_t pc)
{
  uint64_t bytes, last;
  if (!gprofh_read_bytes (window, pc, 8, &bytes))
    return false;
  if ((bytes & 0xffffffffffffff) == 0x050f0000000fb8)
    return true;
  return bytes == 0x0f0000000fc0c748
         && gprofh_read_bytes (window, pc + 8, 1, &last) && last == 0x05;
}

#else

enum
{
  LINKED_BELOW = 0, /* in a register */
  CONTEXT_AT = 128  /* behind a siginfo_t */
};

static uintptr_t
register_in (const ucontext_t *all, unsigned reg)
{
  return (uintptr_t)(reg < 31 ? all->uc_mcontext.regs[reg]
                              : all->uc_mcontext.sp);
}

static uintptr_t
pc_in (const ucontext_t *all)
{
  return (uintptr_t)all->uc_mcontext.pc;
}

/* PC without the signature that pointer authentication puts into it.  */
static uintptr_t
without_signature (uintptr_t pc)
{
  register uintptr_t link __asm__("x30") = pc;
  __asm__("hint 7" : "+r"(link)); /* xpaclri */
  return link;
}

bool
gprofh_is_system_call (uintptr_t pc)
{
  struct window window = { 0, 0, 0 };
  uint64_t word;
  return (gprofh_read_bytes (&window, pc - 4, 4, &word) && word == 0xd4000001)
         || (gprofh_read_bytes (&window, pc, 4, &word) && word == 0xd4000001);
}

/* Is PC in an entry of a linkage table?  It ends with br x17.  */
static bool
is_in_linkage (struct window *window, uintptr_t pc)
{
  uint64_t word;
  for (unsigned i = 0; i < 4; i++)
    if (gprofh_read_bytes (window, pc + 4 * i, 4, &word) && word == 0xd61f0220)
      return true;
  return false;
}

/* May LINK, which is in the link register, lead out of the function at PC?  After
   a call it leads into it, but where nothing is called, in a linkage table.  */
static bool
may_be_linked (uintptr_t stack, uintptr_t link, uintptr_t pc)
{
  struct window window = { 0, 0, 0 };
  (void)stack;
  return link - pc + FUNCTION_MOST >= 2 * FUNCTION_MOST
         || is_in_linkage (&window, pc);
}

/* Does the instruction before PC call?  bl calls *TARGET; blr, also with pointer
   authentication, what is not known here, 0.  */
static bool
follows_call (struct window *window, uintptr_t pc, uintptr_t *target)
{
  uint64_t word;
  if (!gprofh_read_bytes (window, pc - 4, 4, &word))
    return false;
  *target = pc - 4 + (uintptr_t)((int32_t)((uint32_t)word << 6) >> 4);
  if ((word & 0xfc000000) == 0x94000000)
    return true;
  *target = 0;
  return (word & 0xfffffc1f) == 0xd63f0000
         || (word & 0xfefff800) == 0xd63f0800;
}

/* mov x8, 139; svc 0.  */
static bool
returns_from_signal (struct window *window, uintptr_t pc)
{
  uint64_t words;
  return gprofh_read_bytes (window, pc, 8, &words)
         && words == 0xd4000001d2801168;
}

#endif

/* ------------------------------------------------------------------- rules */

/* Find the rule of PC: false if it is in no object that is known.  */
static bool
rule_of (uintptr_t pc, union rule *rule)
{
  const uint64_t place
      = pc * UINT64_C (0x9e3779b97f4a7c15) >> (64 - CACHE_BITS);
  uintptr_t target;
  struct window window = { 0, 0, 0 };
  if (pc < LEAST_CODE)
    return false;
  rule->word = __atomic_load_n (&cache[place].word, __ATOMIC_RELAXED);
  if (LIKELY (
          (__atomic_load_n (&cache[place].key, __ATOMIC_RELAXED) ^ rule->word)
          == pc))
    return true;
  const struct object *object = gprofh_object_of (pc);
  if (object == NULL)
    {
      gprofh_notice (pc);
      object = gprofh_object_of (pc);
    }
  if (object == NULL)
    return false;
  rule->word = 0;
  rule->is.kind = RULE_POINTER;
  if (returns_from_signal (&window, pc + 1)
      && !follows_call (&window, pc + 1, &target))
    rule->is.kind = RULE_RETURN;
  else if (object->rules != 0)
    *rule = gprofh_find_rule (object->rules, pc);
  __atomic_store_n (&cache[place].key, pc ^ rule->word, __ATOMIC_RELAXED);
  __atomic_store_n (&cache[place].word, rule->word, __ATOMIC_RELAXED);
  return true;
}

void
gprofh_forget_rules (uint64_t start, uint64_t end)
{
  for (unsigned i = 0; i < 1U << CACHE_BITS; i++)
    {
      const uint64_t pc = cache[i].key ^ cache[i].word;
      if (pc >= start && pc < end)
        __atomic_store_n (&cache[i].key, ~cache[i].word, __ATOMIC_RELAXED);
    }
}

/* -------------------------------------------------------------------- steps */

static bool
value_of (const struct frame *frame, unsigned reg, uintptr_t *value)
{
  if (reg == REGISTER_STACK)
    *value = frame->stack;
  else if (reg == REGISTER_FRAME)
    *value = frame->frame;
  else if (reg == REGISTER_OTHER)
    *value = frame->other;
  else if (frame->all != NULL)
    *value = register_in (frame->all, reg);
  else
    return false;
  return true;
}

/* Let FRAME be that of the caller, which ends at END and goes on at LINK.  */
static enum step
go_on (struct frame *frame, uintptr_t end, uintptr_t link)
{
  if (link < LEAST_CODE)
    return link == 0 ? STEP_OUTERMOST : STEP_LOST;
  frame->pc = without_signature (link) - 1;
  frame->stack = end;
  frame->all = NULL;
  return STEP_DONE;
}

/* A register of the caller: the word BELOW words below END, or if that is 0
   what *VALUE is already.  */
static bool
restore (struct frame *frame, uintptr_t end, unsigned below, uintptr_t *value)
{
  return below == 0
         || gprofh_read (&frame->window, end - (uintptr_t)below * WORD, value);
}

static enum step
step_by_rule (struct frame *frame, union rule rule)
{
  uintptr_t end, link = 0, pointer = frame->frame;
  if (!value_of (frame, rule.is.reg, &end))
    return STEP_LOST;
  end += ((uintptr_t)rule.is.offset - RULE_MIDDLE) * WORD;
  if (rule.is.kind == RULE_MEMORY && !gprofh_read (&frame->window, end, &end))
    return STEP_LOST;
  if (end % WORD != 0 || end < frame->stack
      || (end == frame->stack && frame->all == NULL))
    return STEP_LOST;
  if (rule.is.return_below == 0 && (LINKED_BELOW > 0 || frame->all == NULL))
    return STEP_LOST;
  if (frame->all != NULL)
    link = register_in (frame->all, REGISTER_RETURN);
  if (!restore (frame, end, rule.is.return_below, &link)
      || !restore (frame, end, rule.is.frame_below, &pointer)
      || (rule.is.other_below != RULE_UNKNOWN
          && !restore (frame, end, rule.is.other_below, &frame->other))
      || (rule.is.frame_is_there
          && !gprofh_read (&frame->window, frame->frame, &pointer)))
    return STEP_LOST;
  if (rule.is.other_below == RULE_UNKNOWN)
    frame->other = 0;
  frame->frame = pointer;
  return go_on (frame, end, link);
}

static void
interrupted (struct frame *frame, const ucontext_t *all)
{
  frame->pc = pc_in (all);
  frame->stack = register_in (all, REGISTER_STACK);
  frame->frame = register_in (all, REGISTER_FRAME);
  frame->other = register_in (all, REGISTER_OTHER);
  frame->all = all;
}

/* The frame of a signal holds what it has interrupted.  */
static enum step
step_by_signal (struct frame *frame)
{
  const uintptr_t at = frame->stack + CONTEXT_AT;
  const ucontext_t *all = (const ucontext_t *)at;
  if (at % WORD != 0 || ++frame->signals > MOST_SIGNALS
      || !gprofh_is_there (&frame->window, at,
                           offsetof (ucontext_t, uc_mcontext)
                               + REGISTER_WORDS * WORD))
    return STEP_LOST;
  interrupted (frame, all);
  frame->window.low = frame->window.high = 0;
  return STEP_DONE;
}

/* Is LINK where a call returns to that may be one of the function at PC, which
   has no rule?  A direct one leads to it or through a linkage table, where any
   call may have ended that jumps.  */
static bool
is_return (uintptr_t link, uintptr_t pc)
{
  struct window window = { 0, 0, 0 };
  uintptr_t target;
  const struct object *object = gprofh_object_of (link);
  if (object == NULL || link < object->text_start || link > object->text_end
      || !follows_call (&window, link, &target))
    return false;
  if (target == 0 || is_in_linkage (&window, target)
      || is_in_linkage (&window, pc))
    return true;
  union rule rule;
  return object == gprofh_object_of (pc) && target <= pc
         && pc - target < FUNCTION_MOST && rule_of (target, &rule)
         && rule.is.kind == RULE_POINTER;
}

/* There is no rule.  A function that was interrupted may not have changed the
   stack yet; else its frame pointer may be one.  */
static enum step
step_by_pointer (struct frame *frame)
{
  uintptr_t link, next;
  if (frame->all != NULL)
    {
      link = without_signature (register_in (frame->all, REGISTER_RETURN));
      if (may_be_linked (frame->stack, link, frame->pc)
          && restore (frame, frame->stack + LINKED_BELOW * WORD, LINKED_BELOW,
                      &link)
          && is_return (link, frame->pc))
        return go_on (frame, frame->stack + LINKED_BELOW * WORD, link);
    }
  else if (frame->frame == 0)
    return STEP_OUTERMOST;
  if (frame->frame < frame->stack
      || !gprofh_read (&frame->window, frame->frame, &next)
      || !gprofh_read (&frame->window, frame->frame + WORD, &link)
      || !is_return (without_signature (link), frame->pc))
    return STEP_LOST;
  const uintptr_t end = frame->frame + 2 * WORD;
  frame->frame = next;
  return go_on (frame, end, link);
}

/* The same for FRAME.  Handlers return to the start of what returns from a signal:
   its address is kept.  A coroutine returns to the start of a function that nobody
   has called: likewise, and the stack ends there.  */
static bool
rule_of_call (struct frame *frame, union rule *rule)
{
  struct window window = { 0, 0, 0 };
  uintptr_t target;
  union rule next;
  const bool is_known = rule_of (frame->pc, rule);
  if (!is_known || frame->all != NULL)
    return is_known;
  if (rule->is.kind == RULE_RETURN)
    frame->pc++;
  else if (rule->is.kind == RULE_POINTER
           && !follows_call (&window, frame->pc + 1, &target)
           && rule_of (frame->pc + 1, &next) && next.is.kind != RULE_POINTER)
    {
      frame->pc++;
      rule->is.kind = RULE_OUTERMOST;
    }
  return true;
}

/* Code in no object calls nobody that is known, unless the system put it there
   for handlers to return to.  */
static enum step
step (struct frame *frame, bool is_known, union rule rule)
{
  struct window window = { 0, 0, 0 };
  if (!is_known)
    return frame->all == NULL && returns_from_signal (&window, frame->pc + 1)
               ? step_by_signal (frame)
               : STEP_LOST;
  switch (rule.is.kind)
    {
    case RULE_OFFSET:
    case RULE_MEMORY:
      return step_by_rule (frame, rule);
    case RULE_RETURN:
      return frame->all == NULL ? step_by_signal (frame) : STEP_LOST;
    case RULE_SIGNAL:
      return frame->all != NULL ? step_by_signal (frame) : STEP_LOST;
    case RULE_POINTER:
      return step_by_pointer (frame);
    case RULE_OUTERMOST:
      return STEP_OUTERMOST;
    default:
      return STEP_LOST;
    }
}

/* ------------------------------------------------------------------- walks */

/* Do the last SIZE addresses of WALK stand there three times?  */
static bool
repeats (struct walk *walk, uint32_t size)
{
  const uint32_t last = walk->count - 1;
  if (walk->count < 3 * size)
    return false;
  for (uint32_t i = 0; i < size; i++)
    {
      const uintptr_t pc = *walk_at (walk, last - i);
      if (*walk_at (walk, last - i - size) != pc
          || *walk_at (walk, last - i - 2 * size) != pc)
        return false;
    }
  return true;
}

/* Add PC.  Of a recursion, the same calls again and again, two are kept: so
   every function stays, and who called whom.  */
static void
keep (struct walk *walk, uintptr_t pc)
{
  *walk_at (walk, walk->count++) = pc;
  for (uint32_t size = 1; size <= WALK_REPEATED; size++)
    if (repeats (walk, size))
      {
        walk->count -= size;
        return;
      }
}

static void
walk_on (struct walk *walk, struct frame *frame)
{
  union rule rule;
  enum step result = STEP_DONE;
  walk->count = 0;
  for (uint32_t i = 0; result == STEP_DONE; i++)
    {
      const bool is_known = rule_of_call (frame, &rule);
      if (is_known || i == 0)
        keep (walk, frame->pc);
      result = i < WALK_FRAMES ? step (frame, is_known, rule) : STEP_LOST;
    }
  walk->is_complete = result == STEP_OUTERMOST;
}

void
gprofh_walk (struct walk *walk, const void *context)
{
  struct frame frame = { .all = NULL };
  interrupted (&frame, context);
  walk->is_system = gprofh_is_system_call (frame.pc);
  walk_on (walk, &frame);
}

void
gprofh_walk_from (struct walk *walk, const struct here *here)
{
  struct frame frame = { .pc = here->pc,
                         .stack = here->stack,
                         .frame = here->frame,
                         .other = here->other };
  walk->is_system = false;
  walk_on (walk, &frame);
}

#else

bool
gprofh_is_system_call (uintptr_t pc)
{
  (void)pc;
  return false;
}

void
gprofh_walk_from (struct walk *walk, const struct here *here)
{
  (void)here;
  walk->count = 0;
}

void
gprofh_forget_rules (uint64_t start, uint64_t end)
{
  (void)start;
  (void)end;
}

#endif
