/* test_unwind.c - the recorder's walk over a stack, made by hand.

   The program is bytes in memory: calls of x86-64 as objdump prints them, and
   for one function a description as .eh_frame has it (test_rules.c has all the
   others).  Nothing of it is executed.  */

#include "config.h"

#include <string.h>
#include <ucontext.h>

#include "one_object.h"
#include "own_syscall.h"
#include "recorder/machine.h"
#include "recorder/reading.h"
#include "recorder/unwind.h"
#include "tap.h"

#if defined __x86_64__ && defined HAS_STACKS

enum
{
  CODE_SIZE = 4096,
  WORDS = 48000, /* of the stack */
  START = 0x400, /* functions: START calls MAIN, and MAIN calls F; */
  MAIN = 0x500,
  F = 0x600,               /* F calls itself, in five places 16 bytes apart, */
  RULED = 0x800,           /* a function that has rules: no frame pointer */
  RETURNS = 0x900,         /* and what returns from a signal */
  IN_START = START + 0x15, /* the addresses behind the calls, */
  IN_MAIN = MAIN + 0x15,
  IN_F = F + 0x15,
  HERE = F + 0x90 /* and where F is interrupted */
};

static struct
{
  unsigned char code[CODE_SIZE];
  uintptr_t stack[WORDS];
} made __attribute__ ((aligned (4096)));

static size_t used; /* words of the stack, from its end */

static uintptr_t
code (unsigned offset)
{
  return (uintptr_t)made.code + offset;
}

static void
put (unsigned offset, const void *bytes, size_t size)
{
  memcpy (made.code + offset, bytes, size);
}

static void
put_number (unsigned offset, unsigned number)
{
  put (offset, &number, sizeof number);
}

/* At AT: call FUNCTION.  */
static void
put_call (unsigned at, unsigned function)
{
  put (at, "\xe8", 1);
  put_number (at + 1, function - (at + 5));
}

/* The frame of RULED ends a word above the stack pointer, where the return
   address is, unless PROGRAM says otherwise.  */
static void
put_rules (const char *program, size_t size)
{
  put (0, "\1\x1b\3\x3b", 4);
  put_number (8, 1); /* function: it begins at, described at */
  put_number (12, RULED);
  put_number (16, 0x40);
  put_number (0x20, 20); /* what is common: its length */
  put (0x28, "\1zR\0\1\x78\x10\1\x1b\x0c\7\10\x90\1", 14);
  put_number (0x40, 28); /* of RULED: its length, what is common, code */
  put_number (0x44, 0x44 - 0x20);
  put_number (0x48, RULED - 0x48);
  put_number (0x4c, 0x40);
  memset (made.code + 0x51, 0, 15);
  put (0x51, program, size);
  gprofh_forget_rules (0, UINT64_MAX);
}

static void
begin (void)
{
  memset (&made, 0, sizeof made);
  used = 0;
  put_call (START + 0x10, MAIN);
  put_call (MAIN + 0x10, F);
  for (unsigned i = 0; i < 5; i++)
    put_call (F + 0x10 + 16 * i, F);
  put_rules ("", 0);
  /* mov $15, %rax; syscall */
  put (RETURNS, "\x48\xc7\xc0\x0f\0\0\0\x0f\5", 9);
  only.live.start = only.text_start = code (0);
  only.live.end = only.text_end = code (CODE_SIZE);
  only.rules = code (0);
}

/* The word on top of the stack.  */
static uintptr_t
top (void)
{
  return (uintptr_t)(made.stack + WORDS - used);
}

static void
push (uintptr_t word)
{
  made.stack[WORDS - ++used] = word;
}

/* Push a return address and the frame pointer; returns the new one.  */
static uintptr_t
push_frame (unsigned link, uintptr_t frame)
{
  push (code (link));
  push (frame);
  return top ();
}

/* The registers at PC, with the stack as it is.  */
static ucontext_t
context_at (unsigned pc, uintptr_t frame)
{
  ucontext_t context;
  memset (&context, 0, sizeof context);
  context.uc_mcontext.gregs[REG_RIP] = (greg_t)code (pc);
  context.uc_mcontext.gregs[REG_RSP] = (greg_t)top ();
  context.uc_mcontext.gregs[REG_RBP] = (greg_t)frame;
  return context;
}

static struct walk *
walk_in (const ucontext_t *context)
{
  static struct walk walk;
  gprofh_walk (&walk, context);
  return &walk;
}

static struct walk *
walk_from (unsigned pc, uintptr_t frame)
{
  const ucontext_t context = context_at (pc, frame);
  return walk_in (&context);
}

/* What a walk has found, from the inside: offsets in the code, and whether the
   outermost function was reached.  */
static void
check (struct walk *walk, const char *expected, const char *what)
{
  char text[400];
  size_t size = 0;
  text[0] = '\0';
  for (uint32_t i = 0; i < walk->count && size < sizeof text - 40; i++)
    size += (size_t)snprintf (text + size, sizeof text - size, "%x ",
                              (unsigned)(*walk_at (walk, i) - code (0)));
  snprintf (text + size, sizeof text - size, "%s",
            walk->is_complete ? "." : "?");
  is_text (text, expected, "%s", what);
}

/* START, MAIN and COUNT times F, called in turns in so many PLACES of F.
   Returns the frame pointer of the innermost one.  */
static uintptr_t
push_recursion (unsigned count, unsigned places)
{
  uintptr_t frame = push_frame (IN_START, 0);
  frame = push_frame (IN_MAIN, frame);
  for (unsigned i = 0; i < count; i++)
    frame = push_frame (IN_F + 16 * (i % places), frame);
  return frame;
}

static void
test_frame_pointers (void)
{
  begin ();
  check (walk_from (HERE, push_recursion (0, 1)), "690 514 414 .",
         "three functions");
  begin ();
  uintptr_t frame = push_recursion (0, 1);
  push (0);
  push (0);
  check (walk_from (HERE, frame), "690 514 414 .",
         "a function with variables");
  begin ();
  frame = push_recursion (0, 1);
  push (code (IN_F));
  check (walk_from (HERE, frame), "690 614 514 414 .",
         "a return address on top of the stack: not yet a frame");
  begin ();
  frame = push_recursion (0, 1);
  push (code (IN_F));
  push (0);
  check (walk_from (HERE, frame), "690 514 414 .",
         "a return address somewhere");
  /* The call before it is of F, but nobody returns to it.  */
  begin ();
  check (walk_from (IN_F, push_recursion (0, 1)), "615 514 414 .",
         "interrupted behind a call");
  begin ();
  check (walk_from (HERE, 0), "690 ?", "no frame pointer");
  begin ();
  frame = push_recursion (0, 1);
  check (walk_from (HERE, frame + 8), "690 ?",
         "another register in its place");
  check (walk_from (HERE, frame + 4), "690 ?", "half a word");
  check (walk_from (HERE, code (0)), "690 ?", "below the stack");
  check (walk_from (HERE, ~(uintptr_t)4095), "690 ?", "no memory");
}

/* F, called from SIZE bytes of machine code that end where it returns to; its
   caller is in MAIN.  */
static void
check_call (const char *bytes, unsigned size, bool is_call)
{
  begin ();
  put (MAIN + 0x30 - size, bytes, size);
  uintptr_t frame = push_frame (IN_START, 0);
  frame = push_frame (MAIN + 0x30, frame);
  check (walk_from (HERE, frame), is_call ? "690 52f 414 ." : "690 ?",
         is_call ? "a call" : "no call");
}

static void
test_calls (void)
{
  check_call ("\xff\xd0", 2, true);             /* *%rax */
  check_call ("\x41\xff\xd7", 3, true);         /* *%r15 */
  check_call ("\xff\x50\x08", 3, true);         /* *8(%rax) */
  check_call ("\xff\x54\x24\x08", 4, true);     /* *8(%rsp) */
  check_call ("\xff\x15\1\0\0\0", 6, true);     /* *1(%rip) */
  check_call ("\xff\x94\x24\0\1\0\0", 7, true); /* *256(%rsp) */
  check_call ("\xff\xe0", 2, false);            /* jmp *%rax */
  check_call ("\xe9\0\0\0\0", 5, false);        /* jmp */
  check_call ("\xff\x30", 2, false);            /* push (%rax) */
  check_call ("\xe8\xcb\0\0\0", 5, true);       /* of 5fb, before */
  check_call ("\xe8\x61\1\0\0", 5, false);      /* of 691, behind */
}

/* A call leads through a linkage table, in which any function may be meant.  */
static void
test_linkage (void)
{
  static const char *const entries[]
      = { "\xff\x25\0\0\0\0", "\xf3\x0f\x1e\xfa\xff\x25\0\0",
          "\xf3\x0f\x1e\xfa\xf2\xff\x25\0" };
  static const unsigned sizes[] = { 6, 8, 8 };
  for (unsigned i = 0; i < 3; i++)
    {
      begin ();
      put (0x700, entries[i], sizes[i]);
      put_call (MAIN + 0x2b, 0x700);
      uintptr_t frame = push_frame (IN_START, 0);
      frame = push_frame (MAIN + 0x30, frame);
      check (walk_from (HERE, frame), "690 52f 414 .",
             "an entry of a linkage table");
    }
}

/* Of the same calls again and again two are kept.  */
static void
test_recursion (void)
{
  static const char *const expected[]
      = { "690 614 614 514 414 .", "690 624 614 624 614 514 414 .",
          "690 634 624 614 634 624 614 514 414 .",
          "690 644 634 624 614 644 634 624 614 514 414 ." };
  for (unsigned places = 1; places <= 4; places++)
    {
      begin ();
      check (walk_from (HERE, push_recursion (12, places)),
             expected[places - 1], "a recursion of 12 calls");
    }
  begin ();
  check (walk_from (HERE, push_recursion (2, 1)), expected[0], "of two");
}

/* A deep stack that does not repeat has gaps; F calls itself in five
   places.  */
static void
test_depth (void)
{
  begin ();
  struct walk *walk = walk_from (HERE, push_recursion (2000, 5));
  ok (walk->is_complete && walk->count == 2003, "2,003 functions");
  is_u64 (*walk_at (walk, 0), code (HERE), "the innermost one");
  bool are_right = true;
  for (uint32_t i = 1; i < WALK_INNER; i++)
    are_right
        = are_right
          && *walk_at (walk, i) == code (IN_F - 1 + 16 * ((2000 - i) % 5));
  ok (are_right, "those up to WALK_INNER");
  for (uint32_t i = 2003 - WALK_OUTER; i < 2001; i++)
    are_right
        = are_right
          && *walk_at (walk, i) == code (IN_F - 1 + 16 * ((2000 - i) % 5));
  ok (are_right && *walk_at (walk, 2001) == code (IN_MAIN - 1)
          && *walk_at (walk, 2002) == code (IN_START - 1),
      "the WALK_OUTER outermost ones");
  begin ();
  walk = walk_from (HERE, push_recursion (WALK_FRAMES - 3, 5));
  ok (walk->is_complete && walk->count == WALK_FRAMES,
      "as many frames as are looked at");
  begin ();
  walk = walk_from (HERE, push_recursion (WALK_FRAMES - 2, 5));
  ok (!walk->is_complete && walk->count == WALK_FRAMES + 1, "one more");
}

static void
test_rules (void)
{
  begin ();
  uintptr_t frame = push_recursion (0, 1);
  push (code (IN_F));
  check (walk_from (RULED + 0x20, frame), "820 614 514 414 .",
         "a function that has a rule");
  check (walk_from (RULED + 0x3f, frame), "83f 614 514 414 .",
         "the last byte of it");
  begin ();
  push (0);
  check (walk_from (RULED + 0x20, 0), "820 .", "the return address 0");
  begin ();
  push (8);
  check (walk_from (RULED + 0x20, 0), "820 ?", "no return address");
  /* As a coroutine begins: nobody has called it.  */
  begin ();
  push (code (RULED));
  check (walk_from (RULED + 0x20, 0), "820 800 .",
         "the start of a function that has a rule");
}

#define RULES(program) put_rules ((program), sizeof (program) - 1)

/* The frame ends at other registers than the stack pointer, or where they
   point.  */
static void
test_registers (void)
{
  begin ();
  RULES ("\x0c\6\x10\x86\2"); /* %rbp + 16, where it is saved, too */
  uintptr_t frame = push_recursion (0, 1);
  frame = push_frame (IN_F, frame);
  push (0);
  check (walk_from (RULED, frame), "800 614 514 414 .", "the frame pointer");
  check (walk_from (RULED, frame + 4), "800 ?", "half a word");
  check (walk_from (RULED, frame - 32), "800 ?", "a frame below the stack");
  check (walk_from (RULED, ~(uintptr_t)4095), "800 ?", "no memory");
  begin ();
  RULES ("\x0f\3\x76\x78\6"); /* the word at %rbp - 8 */
  frame = push_recursion (0, 1);
  push (frame - 8);
  push (code (IN_F));
  check (walk_from (RULED, frame), "800 614 514 414 .", "a word in memory");
  check (walk_from (RULED, ~(uintptr_t)4095), "800 ?", "no word in memory");
}

/* Registers that only some functions use, and a frame without a word.  */
static void
test_other_registers (void)
{
  begin ();
  RULES ("\x0c\3\x10\x83\2"); /* %rbx + 16, where it is saved, too */
  push (0);
  push (0);
  const uintptr_t outer = top ();
  push (code (RULED + 0x10));
  push (outer);
  ucontext_t context = context_at (RULED, 1);
  context.uc_mcontext.gregs[REG_RBX] = (greg_t)top ();
  check (walk_in (&context), "800 80f .", "%rbx, and that of the caller");
  RULES ("\x0c\3\x10\7\3"); /* %rbx + 16, which nobody has saved */
  check (walk_in (&context), "800 80f ?", "%rbx, and none of the caller");
  begin ();
  RULES ("\x0c\x0c\x08"); /* %r12 + 8 */
  push (0);
  push (code (RULED + 0x10));
  context = context_at (RULED, 1);
  context.uc_mcontext.gregs[REG_R12] = (greg_t)top ();
  check (walk_in (&context), "800 80f ?", "%r12, and nobody's of the caller");
  begin ();
  RULES ("\x0e\0"); /* %rsp: only what is interrupted can have no frame */
  push (0);
  push (code (RULED + 0x10));
  used--;
  check (walk_from (RULED, 1), "800 80f ?", "nothing on the stack");
}

/* A handler returns to what returns from the signal, whose frame says what was
   interrupted.  */
static void
test_signal (void)
{
  begin ();
  const uintptr_t frame = push_recursion (1, 1);
  const ucontext_t interrupted = context_at (HERE, frame);
  used += sizeof interrupted / sizeof *made.stack;
  memcpy ((void *)top (), &interrupted, sizeof interrupted);
  push (code (RETURNS));
  check (walk_from (RULED, 0), "800 900 690 614 514 414 .", "a handler");
  put (RETURNS, "\xb8\x0f\0\0\0\x0f\5", 7); /* mov $15, %eax; syscall */
  gprofh_forget_rules (0, UINT64_MAX);
  check (walk_from (RULED, 0), "800 900 690 614 514 414 .",
         "another way to return");
  only.live.end = code (RETURNS - 1);
  gprofh_forget_rules (0, UINT64_MAX);
  check (walk_from (RULED, 0), "800 690 614 514 414 .",
         "what returns is in no object");
  check (walk_from (RETURNS, 0), "900 ?", "interrupted in no object");
  only.live.end = code (CODE_SIZE);
  put (RETURNS, "\xb8\x10\0\0\0\x0f\5", 7); /* another system call */
  gprofh_forget_rules (0, UINT64_MAX);
  check (walk_from (RULED, 1), "800 8ff ?", "another system call");
}

static void
test_system_calls (void)
{
  begin ();
  put (HERE, "\x0f\5", 2); /* syscall */
  const uintptr_t frame = push_recursion (0, 1);
  ok (walk_from (HERE + 2, frame)->is_system, "behind a system call");
  ok (walk_from (HERE, frame)->is_system, "before it is done again");
  ok (!walk_from (HERE + 1, frame)->is_system, "in the middle of one");
  ok (!walk_from (HERE + 3, frame)->is_system, "a byte behind it");
}

/* Two threads may make halves of an entry; and code may be gone.  */
static void
test_forgetting (void)
{
  begin ();
  const uintptr_t frame = push_recursion (0, 1);
  push (code (IN_F));
  check (walk_from (RULED + 0x20, frame), "820 614 514 414 .", "a rule");
  put_number (0x4c, 0x10); /* the function is smaller */
  check (walk_from (RULED + 0x20, frame), "820 614 514 414 .",
         "rules are kept");
  push (0);
  gprofh_forget_rules (code (RULED), code (RULED + 0x20));
  check (walk_from (RULED + 0x20, frame), "820 .",
         "and only those of other code are forgotten");
  gprofh_forget_rules (code (RULED + 0x20), code (RULED + 0x21));
  check (walk_from (RULED + 0x20, frame), "820 514 414 .",
         "those of this code are forgotten");
}

int
main (void)
{
  if (!gprofh_can_read (false))
    {
      skip (1, "the system cannot say what memory is there");
      return done ();
    }
  test_frame_pointers ();
  test_calls ();
  test_linkage ();
  test_recursion ();
  test_depth ();
  test_rules ();
  test_registers ();
  test_other_registers ();
  test_signal ();
  test_system_calls ();
  test_forgetting ();
  return done ();
}

#else

int
main (void)
{
  skip (1, "the code is of x86-64");
  return done ();
}

#endif
