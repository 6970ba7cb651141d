/* fuzz_walk.c - the recorder's walk over a stack: rules, code and stack may be
   anything.

   Input: a byte for each register, R, of which each word is R * 16 bytes into
   the memory below, or if R is 255 no address; two bytes, where in it the
   interrupted instruction is; a byte, where rules are looked for; two bytes for
   each word of the stack, the upper half of the memory: where in it the word
   points to, or if it is odd that number itself; and the lower half: a
   .eh_frame_hdr with what it leads to, and code.  */

#include "config.h"

#include "fuzz.h"

#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "../unit/one_object.h"
#include "../unit/own_syscall.h"
#include "recorder/machine.h"
#include "recorder/rules.h"
#include "recorder/unwind.h"

enum
{
  HALF = 4096,
  REGISTERS = 31,
  STACK_WORDS = 64
};

#ifdef HAS_STACKS

static unsigned char memory[2 * HALF] __attribute__ ((aligned (4096)));

/* Put the word that INPUT has next at AT.  */
static void
put_word (struct input *input, unsigned char *at)
{
  const unsigned value = input_u16 (input);
  const uintptr_t word
      = value % 2 != 0 ? value : (uintptr_t)memory + value % sizeof memory;
  memcpy (at, &word, sizeof word);
}

static void
set_registers (struct input *input, ucontext_t *context)
{
  for (unsigned i = 0; i < REGISTERS; i++)
    {
      const unsigned value = input_u8 (input);
      const uintptr_t word
          = value == 255 ? ~(uintptr_t)value
                         : (uintptr_t)memory + HALF + (value - 128) * 16;
#if defined __x86_64__
      if (i < NGREG)
        context->uc_mcontext.gregs[i] = (greg_t)word;
#else
      context->uc_mcontext.regs[i] = word;
      context->uc_mcontext.sp = word;
#endif
    }
  const uintptr_t pc = (uintptr_t)memory + input_u16 (input) % HALF;
#if defined __x86_64__
  context->uc_mcontext.gregs[REG_RIP] = (greg_t)pc;
#else
  context->uc_mcontext.pc = pc;
#endif
}

void
fuzz_one (struct input input)
{
  static struct walk walk;
  ucontext_t context;
  if (!gprofh_can_read (false))
    fuzz_give_up ("looking for memory");
  memset (&context, 0, sizeof context);
  memset (memory, 0, sizeof memory);
  set_registers (&input, &context);
  /* The lower half of the memory is the object.  */
  only.rules = (uintptr_t)memory + input_u8 (&input);
  only.live.start = only.text_start = (uintptr_t)memory;
  only.live.end = only.text_end = (uintptr_t)memory + HALF;
  for (unsigned i = 0; i < STACK_WORDS; i++)
    put_word (&input, memory + HALF + (size_t)i * 8);
  const struct input object = input_part (&input, HALF);
  if (object.left > 0)
    memcpy (memory, object.next, object.left);
  gprofh_walk (&walk, &context);
  gprofh_forget_rules (only.live.start, only.live.end);
  if (walk.count == 0 || walk.count > WALK_FRAMES + 1)
    abort ();
  /* All callers are in the object.  */
  for (uint32_t i = 1; i < walk.count && i < WALK_INNER; i++)
    if (gprofh_object_of (*walk_at (&walk, i)) == NULL)
      abort ();
}

#else

void
fuzz_one (struct input input)
{
  (void)input;
}

#endif
