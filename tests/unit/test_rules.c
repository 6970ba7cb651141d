/* test_rules.c - the recorder's rules: what .eh_frame says of an instruction.

   Each description is written byte by byte, as DWARF ("Call Frame Information")
   and the LSB (.eh_frame_hdr) define it, with comments that say what it means;
   the rule is compared as a line of text.  */

#include "config.h"

#include <string.h>

#include "own_syscall.h"
#include "recorder/rules.h"
#include "tap.h"

#ifdef HAS_STACKS

#define FP REGISTER_FRAME
#define SP REGISTER_STACK
#define RA REGISTER_RETURN
#define RX REGISTER_OTHER

enum
{
  ROOM = 1 << 19,
  SHARED = 0x2000, /* where in that descriptions begin, behind the header */
  CODE = 1 << 18,  /* and where the function is, behind them */
  CODE_SIZE = 1 << 17,
  NOPS = 3,      /* behind instructions, as assemblers fill them up */
  MOST = 1 << 18 /* bytes of a description */
};

/* A .eh_frame_hdr, the descriptions that it leads to, and code, which nobody
   reads.  */
static struct
{
  unsigned char bytes[ROOM] __attribute__ ((aligned (16)));
  size_t used;
} made;

static uintptr_t
address (size_t offset)
{
  return (uintptr_t)made.bytes + offset;
}

static void
add (const void *bytes, size_t size)
{
  memcpy (made.bytes + made.used, bytes, size);
  made.used += size;
}

/* Put the lower SIZE bytes of NUMBER at AT, the lowest first.  */
static void
put_at (size_t at, uint64_t number, unsigned size)
{
  for (unsigned i = 0; i < size; i++)
    made.bytes[at + i] = (unsigned char)(number >> 8 * i);
}

static void
add_number (uint64_t number, unsigned size)
{
  put_at (made.used, number, size);
  made.used += size;
}

/* A length, to be completed by end_length.  */
static size_t
begin_length (void)
{
  add_number (0, 4);
  return made.used;
}

static void
end_length (size_t begin)
{
  put_at (begin - 4, made.used - begin, 4);
}

/* ------------------------------------------------------------ descriptions */

/* What all functions have in common, with what tests change of it.  */
struct shared
{
  unsigned char version;
  const char *letters;      /* and their zero byte, */
  const char *augmentation; /* size and data of it */
  unsigned augmentation_size;
  unsigned char code_factor, data_factor; /* LEB128, of one byte */
  unsigned char return_register;
  const char *program;
  unsigned program_size;
};

#define BYTES(text) (text), sizeof (text) - 1

/* At first the frame ends a word above the stack pointer, and the return
   address is there.  Code counts in bytes, data in words downwards: 0x78 is
   -8.  */
static const char usual_program[] = { 0x0c, SP, 8, (char)(0x80 | RA), 1 };
static const struct shared usual
    = { 1,    "zR", BYTES ("\1\x1b"), 1,
        0x78, RA,   usual_program,    sizeof usual_program };

/* The same with the augmentation LETTERS.  */
static struct shared
with_letters (const char *letters, const char *augmentation, unsigned size)
{
  struct shared shared = usual;
  shared.letters = letters;
  shared.augmentation = augmentation;
  shared.augmentation_size = size;
  return shared;
}

static void
add_shared (const struct shared *shared)
{
  const size_t begin = begin_length ();
  add_number (0, 4);
  add_number (shared->version, 1);
  add (shared->letters, strlen (shared->letters) + 1);
  add_number (shared->code_factor, 1);
  add_number (shared->data_factor, 1);
  add_number (shared->return_register, 1);
  add (shared->augmentation, shared->augmentation_size);
  add (shared->program, shared->program_size);
  add_number (0, NOPS);
  end_length (begin);
}

/* Begin with what all functions have in common.  */
static void
begin_frames (const struct shared *shared)
{
  memset (made.bytes, 0, sizeof made.bytes);
  made.used = SHARED;
  add_shared (shared);
}

/* Write the header of COUNT functions: its version, the encodings of the
   pointer, the count and the table, and the first two.  */
static void
write_header (unsigned count)
{
  memcpy (made.bytes, "\1\x1b\3\x3b", 4);
  put_at (8, count, 4);
}

/* Let the header's table say that function I, at START, has its description at
   AT.  */
static void
put_entry (unsigned i, size_t start, size_t at)
{
  put_at (12 + (size_t)i * 8, start, 4);
  put_at (12 + (size_t)i * 8 + 4, at, 4);
}

/* How a description has addresses: DW_EH_PE_..., and in so many bytes.  */
struct encoding
{
  unsigned code, size;
  bool has_no_sizes; /* of augmentation data */
};

static const struct encoding usual_encoding = { 0x1b, 4, false };

static void
add_encoded (struct encoding encoding, uint64_t number)
{
  const bool is_leb = (encoding.code & 7) == 1;
  for (; is_leb && encoding.size > 1; encoding.size--)
    {
      add_number (number | 128, 1);
      number = (uint64_t)((int64_t)number >> 7);
    }
  add_number (is_leb ? number & 127 : number, encoding.size);
}

/* The description of the function at START.  Returns where it begins.  */
static size_t
add_function (struct encoding encoding, size_t start, size_t size,
              const char *program, unsigned program_size)
{
  const bool is_distance = (encoding.code & 0x70) == 0x10;
  const size_t begin = begin_length ();
  add_number (begin - SHARED, 4);
  add_encoded (encoding, is_distance ? start - made.used : address (start));
  add_encoded (encoding, size);
  if (!encoding.has_no_sizes)
    add_number (0, 1);
  add (program, program_size);
  add_number (0, NOPS);
  end_length (begin);
  return begin - 4;
}

/* The same for the only function.  */
static size_t
make_function (const struct shared *shared, struct encoding encoding,
               size_t start, size_t size, const char *program,
               unsigned program_size)
{
  begin_frames (shared);
  const size_t at
      = add_function (encoding, start, size, program, program_size);
  put_entry (0, start, at);
  write_header (1);
  return at;
}

/* ------------------------------------------------------------------- texts */

static const char *
register_name (unsigned number)
{
  static char other[8];
  snprintf (other, sizeof other, "r%u", number);
  return number == SP   ? "sp"
         : number == FP ? "fp"
         : number == RX ? "rx"
                        : other;
}

/* RULE as words: where the frame ends, and how many words below that the
   return address and registers are, where they are saved.  */
static const char *
as_text (union rule rule)
{
  static const char *const kinds[]
      = { "none", "", "*", "signal", "return", "outermost", "pointer" };
  static char text[100];
  if (rule.is.kind != RULE_OFFSET && rule.is.kind != RULE_MEMORY)
    return kinds[rule.is.kind];
  int used = snprintf (text, sizeof text, "%s%s%+d, return %u",
                       kinds[rule.is.kind], register_name (rule.is.reg),
                       (int)rule.is.offset - RULE_MIDDLE,
                       (unsigned)rule.is.return_below);
  const size_t room = sizeof text - (size_t)used;
  char *const end = text + used;
  if (rule.is.frame_is_there)
    snprintf (end, room, ", frame there");
  else if (rule.is.other_below == RULE_UNKNOWN)
    snprintf (end, room, ", other lost");
  else if (rule.is.other_below != 0)
    snprintf (end, room, ", other %u", (unsigned)rule.is.other_below);
  else if (rule.is.frame_below != 0)
    snprintf (end, room, ", frame %u", (unsigned)rule.is.frame_below);
  return text;
}

static const char *
rule_at (size_t offset)
{
  return as_text (gprofh_find_rule (address (0), address (offset)));
}

/* The rule of the instruction AT bytes into a function with PROGRAM.  */
static const char *
rule_with (const struct shared *shared, const char *program,
           unsigned program_size, size_t at)
{
  make_function (shared, usual_encoding, CODE, CODE_SIZE, program,
                 program_size);
  return rule_at (CODE + at);
}

/* ------------------------------------------------------------ instructions */

struct instructions
{
  const char *what;
  const char *program;
  unsigned program_size;
  size_t at;
  const char *expected;
};

#define NEG(number) ((char)((number)&127)) /* LEB128 of -64 to -1 */
#define OFFSET(reg) ((char)(0x80 | (reg)))
#define RESTORE(reg) ((char)(0xc0 | (reg)))
#define PROGRAM(...)                                                          \
  (const char[]){ __VA_ARGS__ }, sizeof (const char[]) { __VA_ARGS__ }

static const char plain[] = "sp+1, return 1";

static void
check_instructions (const struct shared *shared,
                    const struct instructions *all, size_t count)
{
  for (size_t i = 0; i < count; i++)
    is_text (rule_with (shared, all[i].program, all[i].program_size,
                        all[i].at),
             all[i].expected, "%s, %zu bytes into the function", all[i].what,
             all[i].at);
}

#define CHECK_WITH(shared, ...)                                               \
  do                                                                          \
    {                                                                         \
      const struct instructions all[] = { __VA_ARGS__ };                      \
      check_instructions (shared, all, sizeof all / sizeof *all);             \
    }                                                                         \
  while (0)
#define CHECK(...) CHECK_WITH (&usual, __VA_ARGS__)

static void
test_places (void)
{
  /* push of the frame pointer, one byte: the frame is a word larger behind it,
     and the register is in the second word.  */
#define PUSH PROGRAM (0x41, 0x0e, 16, OFFSET (FP), 2)
  /* The same 200, 0x123 and 0x10001 bytes into the function.  */
#define BY_1 PROGRAM (0x02, (char)200, 0x0e, 16)
#define BY_2 PROGRAM (0x03, 0x23, 0x01, 0x0e, 16)
#define BY_4 PROGRAM (0x04, 0x01, 0, 1, 0, 0x0e, 16)
  CHECK ({ "no instructions", PROGRAM (0), 0, plain },
         { "no instructions", PROGRAM (0), CODE_SIZE - 1, plain },
         { "behind the function", PROGRAM (0), CODE_SIZE, "pointer" },
         { "a push", PUSH, 0, plain },
         { "a push", PUSH, 1, "sp+2, return 1, frame 2" },
         { "a distance of a byte", BY_1, 199, plain },
         { "a distance of a byte", BY_1, 200, "sp+2, return 1" },
         { "a distance of two bytes", BY_2, 0x122, plain },
         { "a distance of two bytes", BY_2, 0x123, "sp+2, return 1" },
         { "a distance of four bytes", BY_4, 0x10000, plain },
         { "a distance of four bytes", BY_4, 0x10001, "sp+2, return 1" });
}

static void
test_frames (void)
{
  CHECK ({ "def_cfa", PROGRAM (0x0c, FP, 24), 0, "fp+3, return 1" },
         { "def_cfa_register", PROGRAM (0x0d, FP), 0, "fp+1, return 1" },
         { "def_cfa_register of one that an expression may have",
           PROGRAM (0x0d, 2), 0, "r2+1, return 1" },
         { "register 31, the last one", PROGRAM (0x0d, 31), 0,
           SP == 31 ? plain : "r31+1, return 1" },
         { "register 32", PROGRAM (0x0d, 32), 0, "none" },
         { "def_cfa_sf: -3 * -8", PROGRAM (0x12, FP, NEG (-3)), 0,
           "fp+3, return 1" },
         { "def_cfa_offset_sf: 2 * -8", PROGRAM (0x13, 2), 0,
           "sp-2, return 1" },
         { "an offset of two bytes: 0x7f + 0x80 + 1",
           PROGRAM (0x0e, (char)0x80, 2), 0, "sp+32, return 1" },
         { "an offset that is no whole word", PROGRAM (0x0e, 12), 0, "none" },
         /* 2^19 - 1 words, 2^22 - 8 bytes.  */
         { "the largest offset",
           PROGRAM (0x0e, (char)0xf8, (char)0xff, (char)0xff, 1), 0,
           "sp+524287, return 1" },
         { "a larger one",
           PROGRAM (0x0e, (char)0x80, (char)0x80, (char)0x80, 2), 0, "none" },
         /* 2^19 * -8 and a word more, signed.  */
         { "the smallest offset", PROGRAM (0x13, (char)0x80, (char)0x80, 32),
           0, "sp-524288, return 1" },
         { "a smaller one", PROGRAM (0x13, (char)0x81, (char)0x80, 32), 0,
           "none" });
}

static void
test_registers (void)
{
  CHECK ({ "offset", PROGRAM (OFFSET (FP), 3), 0, "sp+1, return 1, frame 3" },
         { "offset of another register", PROGRAM (OFFSET (RX), 4), 0,
           "sp+1, return 1, other 4" },
         { "offset of the return address", PROGRAM (OFFSET (RA), 5), 0,
           "sp+1, return 5" },
         { "offset of a register that nobody needs", PROGRAM (OFFSET (1), 5),
           0, plain },
         { "offset_extended", PROGRAM (0x05, FP, 3), 0,
           "sp+1, return 1, frame 3" },
         { "offset_extended_sf", PROGRAM (0x11, FP, 3), 0,
           "sp+1, return 1, frame 3" },
         { "offset_extended_sf above the frame", PROGRAM (0x11, FP, NEG (-3)),
           0, "none" },
         { "same_value", PROGRAM (OFFSET (FP), 3, 0x08, FP), 0, plain },
         { "undefined", PROGRAM (0x07, FP), 0, "none" },
         { "undefined, of another register", PROGRAM (0x07, RX), 0,
           "sp+1, return 1, other lost" },
         { "undefined, of the return address", PROGRAM (0x07, RA), 0,
           "outermost" },
         { "undefined, of the return address and another register",
           PROGRAM (0x07, RA, 0x07, RX), 0, "outermost" },
         { "undefined, and defined again", PROGRAM (0x07, RA, OFFSET (RA), 1),
           0, plain },
         { "register", PROGRAM (0x09, RX, 1), 0,
           "sp+1, return 1, other lost" },
         { "val_offset", PROGRAM (0x14, RX, 1), 0,
           "sp+1, return 1, other lost" },
         { "val_offset_sf", PROGRAM (0x15, RX, 1), 0,
           "sp+1, return 1, other lost" },
         /* 2^14 - 1 and 2^14 words of the frame pointer, 126 and 128 of the
            other register.  */
         { "the farthest place", PROGRAM (OFFSET (FP), (char)0xff, 127), 0,
           "sp+1, return 1, frame 16383" },
         { "a farther one", PROGRAM (OFFSET (FP), (char)0x80, (char)0x80, 1),
           0, "none" },
         { "the farthest place of the return address",
           PROGRAM (OFFSET (RA), (char)0xff, 127), 0, "sp+1, return 16383" },
         { "a farther one of it",
           PROGRAM (OFFSET (RA), (char)0x80, (char)0x80, 1), 0, "none" },
         { "the farthest place of the other register",
           PROGRAM (OFFSET (RX), 126), 0, "sp+1, return 1, other 126" },
         { "a farther one of it", PROGRAM (OFFSET (RX), (char)0x80, 1), 0,
           "sp+1, return 1, other lost" },
         { "a place that has no number",
           PROGRAM (OFFSET (RX), (char)0x80, (char)0x80, (char)0x80,
                    (char)0x80, 2),
           0, "sp+1, return 1, other lost" });
}

/* restore and restore_extended lead to what all functions have in common:
   here the frame pointer is saved where it points itself, and the other
   register in the third word.  */
static void
test_restore (void)
{
  static const char program[]
      = { 0x0c, SP, 8, OFFSET (RA),       1, OFFSET (RX), 3,
          0x10, FP, 2, (char)(0x70 + FP), 0 };
  struct shared saving = usual;
  saving.program = program;
  saving.program_size = sizeof program;
  CHECK_WITH (&saving,
              { "nothing", PROGRAM (0), 0, "sp+1, return 1, frame there" },
              { "offset", PROGRAM (OFFSET (FP), 2, 0x08, RX), 0,
                "sp+1, return 1, frame 2" },
              { "restore", PROGRAM (OFFSET (FP), 2, RESTORE (FP)), 0,
                "sp+1, return 1, frame there" },
              { "restore_extended", PROGRAM (OFFSET (FP), 2, 0x06, FP), 0,
                "sp+1, return 1, frame there" },
              { "restore of another register",
                PROGRAM (0x08, FP, 0x08, RX, RESTORE (RX)), 0,
                "sp+1, return 1, other 3" },
              { "restore of the return address",
                PROGRAM (0x08, FP, 0x08, RX, 0x07, RA, RESTORE (RA)), 0,
                plain },
              { "restore of a register that nobody needs",
                PROGRAM (RESTORE (1)), 0, "sp+1, return 1, frame there" });
}

static void
test_states (void)
{
  CHECK ({ "remember_state, restore_state",
           PROGRAM (0x0a, 0x0e, 16, OFFSET (FP), 2, 0x0b), 0, plain },
         { "what was remembered",
           PROGRAM (0x0e, 16, 0x0a, 0x0e, 24, 0x0a, 0x0e, 32, 0x0b), 0,
           "sp+3, return 1" },
         { "what was remembered first",
           PROGRAM (0x0e, 16, 0x0a, 0x0e, 24, 0x0a, 0x0e, 32, 0x0b, 0x0b), 0,
           "sp+2, return 1" },
         { "restore_state alone", PROGRAM (0x0b), 0, "none" },
         { "eight states", PROGRAM (10, 10, 10, 10, 10, 10, 10, 10), 0,
           plain },
         { "nine states", PROGRAM (10, 10, 10, 10, 10, 10, 10, 10, 10), 0,
           "none" });
}

static void
test_expressions (void)
{
  /* def_cfa_expression: breg of the frame pointer with -16, deref.  */
#define BREG_FP (char)(0x70 + FP)
#define BREG_SP (char)(0x70 + SP)
  CHECK (
      { "a word in memory", PROGRAM (0x0f, 3, BREG_FP, NEG (-16), 6), 0,
        "*fp-2, return 1" },
      { "no word in memory", PROGRAM (0x0f, 3, BREG_FP, NEG (-16), 7), 0,
        "none" },
      { "more than a word in memory",
        PROGRAM (0x0f, 4, BREG_FP, NEG (-16), 6, 6), 0, "none" },
      { "less than a word in memory", PROGRAM (0x0f, 2, BREG_FP, NEG (-16), 6),
        0, "none" },
      { "an expression behind the end",
        PROGRAM (0x0f, 100, BREG_FP, NEG (-16), 6), 0, "none" },
      { "another way to define the frame",
        PROGRAM (0x0f, 3, BREG_FP, NEG (-16), 6, 0x0c, SP, 16), 0,
        "sp+2, return 1" },
      { "the frame pointer where it points", PROGRAM (0x10, FP, 2, BREG_FP, 0),
        0, "sp+1, return 1, frame there" },
      { "the frame pointer elsewhere", PROGRAM (0x10, FP, 2, BREG_FP, 8), 0,
        "none" },
      { "the frame pointer where another register points",
        PROGRAM (0x10, FP, 2, BREG_SP, 0), 0, "none" },
      { "the frame pointer by a longer expression",
        PROGRAM (0x10, FP, 3, BREG_FP, 0, 6), 0, "none" },
      { "another register where the frame pointer points",
        PROGRAM (0x10, RX, 2, BREG_FP, 0), 0, "sp+1, return 1, other lost" },
      { "another instruction behind an expression",
        PROGRAM (0x10, RX, 2, BREG_FP, 0, 0x0e, 16), 0,
        "sp+2, return 1, other lost" },
      { "val_expression", PROGRAM (0x16, RX, 2, BREG_FP, 0, 0x0e, 16), 0,
        "sp+2, return 1, other lost" },
      { "val_expression behind the end", PROGRAM (0x16, RX, 100), 0, "none" });
  /* The entry of a linkage table as linkers write it: the stack pointer and 8,
     and a word more from byte 11 of 16 on.  */
#define ENTRY(front, lit, plus)                                               \
  PROGRAM (0x0f, 11, BREG_SP, 8, (char)0x80, 0, front, 0x1a, lit, 0x2a, 0x33, \
           0x24, plus)
#define USUAL_ENTRY ENTRY (0x3f, 0x3b, 0x22)
  CHECK ({ "an entry of a linkage table", USUAL_ENTRY, 0, plain },
         { "an entry of a linkage table", USUAL_ENTRY, 10, plain },
         { "an entry of a linkage table", USUAL_ENTRY, 11, "sp+2, return 1" },
         { "an entry of a linkage table", USUAL_ENTRY, 15, "sp+2, return 1" },
         { "the next entry", USUAL_ENTRY, 16, plain },
         { "a word more from byte 6 on", ENTRY (0x3f, 0x36, 0x22), 5, plain },
         { "a word more from byte 6 on", ENTRY (0x3f, 0x36, 0x22), 6,
           "sp+2, return 1" },
         { "entries of 8 bytes", ENTRY (0x37, 0x36, 0x22), 0, "none" },
         { "a word less", ENTRY (0x3f, 0x36, 0x1c), 0, "none" });
}

/* ---------------------------------------------------------------- the rest */

static void
test_others (void)
{
  /* 2^63 in ten bytes, and the same in eleven.  */
#define LONG                                                                  \
  (char)0x80, (char)0x80, (char)0x80, (char)0x80, (char)0x80, (char)0x80,     \
      (char)0x80, (char)0x80, (char)0x80
  CHECK ({ "GNU_args_size", PROGRAM (0x2e, 3, 0x0e, 16), 0, "sp+2, return 1" },
         { "a number of ten bytes", PROGRAM (0x2e, LONG, 1, 0x0e, 16), 0,
           "sp+2, return 1" },
         { "a number of eleven bytes",
           PROGRAM (0x2e, LONG, (char)0x81, 0, 0x0e, 16), 0, "none" },
         { "negate_ra_state", PROGRAM (0x2d), 0, plain },
         { "an instruction that nobody knows", PROGRAM (0x3f), 0, "none" },
         { "one behind the place", PROGRAM (0x41, 0x3f), 0, plain },
         { "a number behind the end", PROGRAM (0x0e, 16, 0x04), 0, "none" });
}

/* Where a function begins, in each encoding.  */
static void
check_pointer (unsigned code, unsigned size, size_t start,
               const char *expected, const char *what)
{
  const struct encoding encoding = { code, size, false };
  const char data[] = { 1, (char)code };
  const struct shared shared = with_letters ("zR", data, sizeof data);
  make_function (&shared, encoding, start, 0x40, PROGRAM (0));
  is_text (rule_at (start), expected, "%s", what);
  if (strcmp (expected, plain) != 0)
    return;
  is_text (rule_at (start + 0x3f), plain, "%s, the last byte", what);
  is_text (rule_at (start + 0x40), "pointer", "%s, behind it", what);
}

static void
test_pointers (void)
{
  enum
  {
    BEFORE = SHARED / 2,
    BEHIND = SHARED * 2
  };
  check_pointer (0x00, 8, BEHIND, plain, "an address");
  check_pointer (0x04, 8, BEHIND, plain, "udata8");
  check_pointer (0x0c, 8, BEFORE, plain, "sdata8");
  check_pointer (0x01, 8, BEHIND, plain, "uleb128");
  check_pointer (0x09, 8, BEHIND, plain, "sleb128");
  check_pointer (0x10, 8, BEFORE, plain, "a distance of 8 bytes");
  check_pointer (0x11, 2, BEHIND, plain, "a distance as uleb128");
  check_pointer (0x12, 2, BEHIND, plain, "a distance as udata2");
  check_pointer (0x12, 2, BEFORE, "pointer", "a negative one as udata2");
  check_pointer (0x13, 4, BEHIND, plain, "a distance as udata4");
  check_pointer (0x13, 4, BEFORE, "pointer", "a negative one as udata4");
  check_pointer (0x19, 2, BEFORE, plain, "a negative distance as sleb128");
  check_pointer (0x19, 3, BEHIND, plain, "a distance as sleb128");
  check_pointer (0x1a, 2, BEFORE, plain, "a negative distance as sdata2");
  check_pointer (0x1a, 2, BEHIND, plain, "a distance as sdata2");
  check_pointer (0x1b, 4, BEFORE, plain, "a negative distance as sdata4");
  check_pointer (0x9b, 4, BEHIND, "none", "the address of an address");
  check_pointer (0x2b, 4, BEHIND, "none", "a distance from the code");
  check_pointer (0x50, 8, BEHIND, "none", "an aligned address");
  check_pointer (0x05, 8, BEHIND, "none", "a size that nobody knows");
  check_pointer (0xff, 8, BEHIND, "none", "no address");
}

/* set_loc: 0x50 bytes into the function the frame becomes a word larger.  */
static void
test_set_location (void)
{
  const size_t at = make_function (&usual, usual_encoding, CODE, 0x100,
                                   PROGRAM (0x01, 0, 0, 0, 0, 0x0e, 16));
  /* Behind the length, the distance, two addresses, and the size of nothing;
     it counts from where it is.  */
  const size_t place = at + 4 + 4 + 8 + 1 + 1;
  put_at (place, CODE + 0x50 - place, 4);
  is_text (rule_at (CODE + 0x4f), plain, "before a place that is set");
  is_text (rule_at (CODE + 0x50), "sp+2, return 1", "at a place that is set");
}

/* What functions have in common, with other letters.  */
static void
check_letters (const char *letters, const char *augmentation, unsigned size,
               const char *expected)
{
  const struct shared shared = with_letters (letters, augmentation, size);
  is_text (rule_with (&shared, PROGRAM (0), 0), expected, "letters %s",
           letters);
}

static void
test_letters (void)
{
  /* A personality routine, 4 bytes of distance to its address, or 8 bytes of
     address; and the encoding of language-specific data.  */
  check_letters ("zPLR", BYTES ("\7\x9b\1\2\3\4\xff\x1b"), plain);
  check_letters ("zRPL", BYTES ("\7\x1b\x9b\1\2\3\4\xff"), plain);
  check_letters ("zPLR", BYTES ("\13\0\1\2\3\4\5\6\7\10\xff\x1b"), plain);
  check_letters ("zPLR", BYTES ("\13\x50\1\2\3\4\5\6\7\10\x1b\x1b"), "none");
  check_letters ("zPLR", BYTES ("\13\5\1\2\3\4\5\6\7\10\x1b\x1b"), "none");
  check_letters ("zRS", BYTES ("\1\x1b"), "signal");
  check_letters ("zRB", BYTES ("\1\x1b"), plain);
  check_letters ("zRG", BYTES ("\1\x1b"), plain);
  check_letters ("zRX", BYTES ("\1\x1b"), "none");
  check_letters ("zRBGBGB", BYTES ("\1\x1b"), plain);
  check_letters ("zRBGBGBG", BYTES ("\1\x1b"), "none");
  check_letters ("eh", BYTES ("\1\x1b"), "none");
  /* More data than its letters need, and more than there is.  */
  check_letters ("zR", BYTES ("\3\x1b\x3f\x3f"), plain);
  check_letters ("zR", BYTES ("\77\x1b"), "none");
}

static void
test_no_letters (void)
{
  const struct shared shared = with_letters ("", "", 0);
  const struct encoding address_alone = { 0x00, 8, true };
  make_function (&shared, address_alone, CODE, CODE_SIZE, PROGRAM (0x0e, 24));
  is_text (rule_at (CODE), "sp+3, return 1", "no letters");
}

static void
test_shared (void)
{
  struct shared shared = usual;
  shared.version = 3;
  is_text (rule_with (&shared, PROGRAM (0), 0), plain, "version 3");
  shared.version = 4;
  is_text (rule_with (&shared, PROGRAM (0), 0), "none", "version 4");
  shared.version = 2;
  is_text (rule_with (&shared, PROGRAM (0), 0), "none", "version 2");
  shared = usual;
  shared.return_register = RA - 1;
  is_text (rule_with (&shared, PROGRAM (0), 0), "none",
           "the return address in another register");
  shared = usual;
  shared.code_factor = 4;
  is_text (rule_with (&shared, PUSH, 3), plain, "code in words of 4 bytes");
  is_text (rule_with (&shared, PUSH, 4), "sp+2, return 1, frame 2",
           "the second word of it");
  is_text (rule_with (&shared, BY_1, 799), plain, "200 words of it");
  is_text (rule_with (&shared, BY_1, 800), "sp+2, return 1",
           "the word after 200 of them");
  shared = usual;
  shared.data_factor = 0x7c; /* -4 */
  is_text (rule_with (&shared, PROGRAM (OFFSET (RA), 4), 0), "sp+1, return 2",
           "data in units of 4 bytes");
  is_text (rule_with (&shared, PROGRAM (OFFSET (RA), 3), 0), "none",
           "a place that is no whole word");
  shared = usual;
  shared.program = "\x3f";
  shared.program_size = 1;
  is_text (rule_with (&shared, PROGRAM (0x0e, 16), 0), "none",
           "what is common has an instruction that nobody knows");
}

/* Lengths and distances that cannot be: each is put where the usual one is.  */
static void
test_lengths (void)
{
  static const struct
  {
    const char *what;
    bool is_of_function;
    unsigned at;
    uint64_t number;
    const char *expected;
  } all[] = {
    { "a function's length: all there is", true, 0, MOST, plain },
    { "a function's length: too much", true, 0, MOST + 1, "none" },
    { "a function's length: 3", true, 0, 3, "none" },
    { "a function's length: of 64 bits", true, 0, UINT32_MAX, "none" },
    { "a function's link: to itself", true, 4, 4, "none" },
    { "a function's link: to nowhere", true, 4, UINT32_MAX, "none" },
    { "the common length: too much", false, 0, MOST + 1, "none" },
    { "the common length: 3", false, 0, 3, "none" },
    { "the common number: 1", false, 4, 1, "none" },
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    {
      const size_t function = make_function (&usual, usual_encoding, CODE,
                                             CODE_SIZE, PROGRAM (0));
      put_at ((all[i].is_of_function ? function : SHARED) + all[i].at,
              all[i].number, 4);
      is_text (rule_at (CODE), all[i].expected, "%s", all[i].what);
    }
}

/* ---------------------------------------------------------------- the table */

/* COUNT functions of 16 bytes, 32 bytes apart; of each the frame ends another
   number of words above the stack pointer.  */
static void
make_table (unsigned count)
{
  begin_frames (&usual);
  for (unsigned i = 0; i < count; i++)
    put_entry (i, CODE + 32 * i,
               add_function (usual_encoding, CODE + 32 * i, 16,
                             PROGRAM (0x0e, (char)(8 * (i + 1)))));
  write_header (count);
}

static void
test_table (void)
{
  for (unsigned count = 0; count <= 8; count++)
    {
      char expected[100];
      bool are_right = true;
      make_table (count);
      is_text (rule_at (CODE - 1), "pointer", "%u functions: before the first",
               count);
      for (unsigned i = 0; i < count; i++)
        {
          const size_t start = CODE + 32 * i;
          snprintf (expected, sizeof expected, "sp+%u, return 1", i + 1);
          are_right = are_right && strcmp (rule_at (start), expected) == 0
                      && strcmp (rule_at (start + 15), expected) == 0
                      && strcmp (rule_at (start + 16), "pointer") == 0
                      && strcmp (rule_at (start + 31), "pointer") == 0;
        }
      ok (are_right, "%u functions: each, and what is between them", count);
    }
}

static void
test_header (void)
{
  static const struct
  {
    const char *what;
    unsigned at, size;
    uint64_t number;
    const char *expected;
  } all[] = {
    { "version 2", 0, 1, 2, "pointer" },
    { "a pointer that nobody needs, in an encoding that nobody knows", 1, 1,
      0x05, "pointer" },
    { "a count of 8 bytes", 2, 1, 0x0c, "pointer" },
    { "a signed count of 4 bytes", 2, 1, 0x0b, plain },
    { "a table of another kind", 3, 1, 0x1b, "pointer" },
    { "fewer functions", 8, 4, 0, "pointer" },
    { "more functions than there is memory", 8, 4, UINT32_MAX, "pointer" },
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    {
      make_table (1);
      put_at (all[i].at, all[i].number, all[i].size);
      is_text (rule_at (CODE), all[i].expected, "%s", all[i].what);
    }
  is_text (as_text (gprofh_find_rule (~(uintptr_t)8191, address (CODE))),
           "pointer", "a header that is not there");
}

int
main (void)
{
  if (!gprofh_can_read (false))
    {
      skip (1, "the system cannot say what memory is there");
      return done ();
    }
  test_places ();
  test_frames ();
  test_registers ();
  test_restore ();
  test_states ();
  test_expressions ();
  test_others ();
  test_pointers ();
  test_set_location ();
  test_letters ();
  test_no_letters ();
  test_shared ();
  test_lengths ();
  test_table ();
  test_header ();
  return done ();
}

#else

int
main (void)
{
  skip (1, "no stacks are walked on this machine");
  return done ();
}

#endif
