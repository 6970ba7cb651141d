/* callscan_machines.c - calls in the code of each machine.  Which of them GNU
   gprof knows, too, is in the table of callscan.c.  */

#include "config.h"

#include "analysis/callscan_arch.h"

/* --- AArch64 ------------------------------------------------------------- */

/* Branches count as well as branches with link, as in GNU gprof: a branch to
   the start of a function is a call in tail position (R6.52).  */

/* B and BL differ in the top bit; 26 bits count instructions.  */
#define BRANCH_MASK UINT32_C (0x7c000000)
#define BRANCH UINT32_C (0x14000000)

/* BL, and BLR with its forms that authenticate the pointer.  */
#define LINK_MASK UINT32_C (0xfc000000)
#define LINK UINT32_C (0x94000000)
#define LINK_REGISTER_MASK UINT32_C (0xfefff000)
#define LINK_REGISTER UINT32_C (0xd63f0000)

/* Report the branches that MASK tells from others, from the offset FIRST
   on.  */
static void
scan_branches (const struct code_span *span, const struct call_sink *sink,
               size_t first, bool big_endian, uint32_t mask)
{
  for (size_t i = first; i < span->length && span_has (span, i, 4); i += 4)
    {
      const uint32_t instruction = span_u32 (span, i, big_endian);
      if ((instruction & mask) == BRANCH)
        sink->direct (sink->context,
                      span->pc + i + sign_extended (instruction, 26) * 4);
    }
}

/* Instructions have their least byte first even where data do not; GNU gprof
   reads them like data, and from wherever the range begins.  */
void
callscan_aarch64 (const struct code_span *span, const struct call_sink *sink)
{
  const struct quirks *quirks = span->quirks;
  scan_branches (span, sink,
                 quirks->decodes_unaligned_code ? 0 : span_aligned (span, 4),
                 quirks->reads_code_like_data && span->big_endian,
                 BRANCH_MASK);
}

void
callscan_aarch64_jumps (const struct code_span *span,
                        const struct call_sink *sink)
{
  scan_branches (span, sink, span_aligned (span, 4), false, LINK_MASK);
}

bool
callscan_aarch64_call_ends (const struct code_span *span, size_t first)
{
  for (size_t end = span_aligned (span, 4); end <= span->length; end += 4)
    {
      if (end < first || end < 4)
        continue;
      const uint32_t instruction = span_u32 (span, end - 4, false);
      if ((instruction & LINK_MASK) == LINK
          || (instruction & LINK_REGISTER_MASK) == LINK_REGISTER)
        return true;
    }
  return false;
}

/* --- Alpha --------------------------------------------------------------- */

/* A call may skip the two instructions at the start of a function that load
   its global pointer (R6.54); see has_second_entry in callscan.c.  */

enum
{
  OPCODE_JUMP = 0x1a, /* JMP, JSR, RET, JSR_COROUTINE: bits 15 and 14 */
  OPCODE_BSR = 0x34   /* 21 bits count instructions from the next one */
};

void
callscan_alpha (const struct code_span *span, const struct call_sink *sink)
{
  const unsigned unit = span->quirks->takes_displacements_for_bytes ? 1 : 4;
  for (size_t i = span_aligned (span, 4);
       i < span->length && span_has (span, i, 4); i += 4)
    {
      const uint32_t instruction = span_u32 (span, i, span->big_endian);
      const uint64_t displacement = sign_extended (instruction, 21);
      if (instruction >> 26 == OPCODE_BSR)
        sink->direct (sink->context, span->pc + i + 4 + displacement * unit);
      else if (instruction >> 26 == OPCODE_JUMP && (instruction >> 14 & 1))
        sink->indirect (sink->context);
    }
}

/* --- ARM ----------------------------------------------------------------- */

/* BL and BLX with a target, in ARM and in Thumb state: ARM Architecture
   Reference Manual, ARMv7-A and ARMv7-R edition, A8.8.25.  */

/* In ARM state the program counter reads eight bytes ahead.  */
static void
scan_arm (const struct code_span *span, const struct call_sink *sink)
{
  for (size_t i = span_aligned (span, 4);
       i < span->length && span_has (span, i, 4); i += 4)
    {
      const uint32_t instruction = span_u32 (span, i, span->big_endian);
      const bool always = instruction >> 28 == 0xf;
      const uint64_t target
          = span->pc + i + 8 + sign_extended (instruction, 24) * 4;
      if (!always && (instruction & 0x0f000000) == 0x0b000000)
        sink->direct (sink->context, target);
      else if ((instruction & 0xfe000000) == 0xfa000000)
        /* BLX into Thumb code; bit 24 is a half-word.  */
        sink->direct (sink->context, target + (instruction >> 24 & 1) * 2);
    }
}

/* The displacement of the 4-byte Thumb call FIRST SECOND.  Two of its bits
   are inverted where the sign is clear, so that the processors that knew only
   22 bits saw them set.  */
static uint64_t
thumb_displacement (uint32_t first, uint32_t second)
{
  const uint32_t sign = first >> 10 & 1;
  const uint32_t i1 = ~(second >> 13 ^ sign) & 1;
  const uint32_t i2 = ~(second >> 11 ^ sign) & 1;
  return sign_extended (sign << 24 | i1 << 23 | i2 << 22
                            | (first & 0x3ff) << 12 | (second & 0x7ff) << 1,
                        25);
}

/* In Thumb state the program counter reads four bytes ahead.  */
static void
scan_thumb (const struct code_span *span, const struct call_sink *sink)
{
  size_t size;
  for (size_t i = span_aligned (span, 2);
       i < span->length && span_has (span, i, 2); i += size)
    {
      const uint32_t first = span_u16 (span, i, span->big_endian);
      size = first >> 11 >= 0x1d ? 4 : 2;
      if (first >> 11 != 0x1e || !span_has (span, i, 4))
        continue;
      const uint32_t second = span_u16 (span, i + 2, span->big_endian);
      const uint64_t pc = span->pc + i + 4;
      if (second >> 14 != 3)
        continue;
      if (second >> 12 & 1)
        sink->direct (sink->context, pc + thumb_displacement (first, second));
      else if (!(second & 1))
        /* BLX into ARM code, which is aligned.  */
        sink->direct (sink->context, (pc & ~UINT64_C (3))
                                         + thumb_displacement (first, second));
    }
}

void
callscan_arm (const struct code_span *span, const struct call_sink *sink)
{
  if (span->kind == CODE_THUMB)
    scan_thumb (span, sink);
  else
    scan_arm (span, sink);
}

/* --- LoongArch ----------------------------------------------------------- */

/* BL, and JIRL behind one of the instructions that compute an address near the
   program counter: LoongArch Reference Manual, volume 1.  */

enum
{
  OPCODE_JIRL = 0x13, /* of six bits */
  OPCODE_BL = 0x15,
  OPCODE_PCALAU12I = 0x0d, /* of seven bits */
  OPCODE_PCADDU12I = 0x0e,
  OPCODE_PCADDU18I = 0x0f,
  REGISTER_RA = 1 /* for the return address */
};

/* Does INSTRUCTION, at PC, set a register that JIRL can use to a known
   address?  */
static bool
sets_base (uint32_t instruction, uint64_t pc, uint64_t *base)
{
  const uint64_t number = sign_extended (instruction >> 5, 20);
  switch (instruction >> 25)
    {
    case OPCODE_PCALAU12I:
      *base = (pc + (number << 12)) & ~UINT64_C (0xfff);
      return true;
    case OPCODE_PCADDU12I:
      *base = pc + (number << 12);
      return true;
    case OPCODE_PCADDU18I:
      *base = pc + (number << 18);
      return true;
    default:
      return false;
    }
}

/* Report the pair of INSTRUCTION at OFFSET and the next one, if it is a
   call.  */
static void
scan_pair (const struct code_span *span, size_t offset, uint32_t instruction,
           const struct call_sink *sink)
{
  uint64_t base;
  if (!sets_base (instruction, span->pc + offset, &base)
      || !span_has (span, offset, 8))
    return;
  const uint32_t next = span_u32 (span, offset + 4, false);
  if (next >> 26 == OPCODE_JIRL && (next & 0x1f) == REGISTER_RA
      && (next >> 5 & 0x1f) == (instruction & 0x1f))
    sink->direct (sink->context, base + sign_extended (next >> 10, 16) * 4);
}

void
callscan_loongarch (const struct code_span *span, const struct call_sink *sink)
{
  for (size_t i = span_aligned (span, 4);
       i < span->length && span_has (span, i, 4); i += 4)
    {
      const uint32_t instruction = span_u32 (span, i, false);
      if (instruction >> 26 == OPCODE_BL)
        /* The upper ten of 26 bits stand behind the lower sixteen.  */
        sink->direct (sink->context,
                      span->pc + i
                          + sign_extended ((instruction & 0x3ff) << 16
                                               | (instruction >> 10 & 0xffff),
                                           26)
                                * 4);
      else
        scan_pair (span, i, instruction, sink);
    }
}

/* --- MIPS ---------------------------------------------------------------- */

/* JAL: 26 bits count instructions within 256 megabytes (R6.53).  */
#define JAL_MASK UINT32_C (0xfc000000)
#define JAL UINT32_C (0x0c000000)

/* BAL, which the linker makes of other calls where it reaches: 16 bits count
   instructions from the next one.  */
#define BAL_MASK UINT32_C (0xffff0000)
#define BAL UINT32_C (0x04110000)

/* JALR that leaves the return address in register 31.  */
#define JALR_MASK UINT32_C (0xfc00f83f)
#define JALR UINT32_C (0x0000f809)

void
callscan_mips (const struct code_span *span, const struct call_sink *sink)
{
  for (size_t i
       = span->quirks->decodes_unaligned_code ? 0 : span_aligned (span, 4);
       i < span->length && span_has (span, i, 4); i += 4)
    {
      const uint32_t instruction = span_u32 (span, i, span->big_endian);
      const uint64_t pc = span->pc + i;
      /* The region is that of the next instruction; GNU gprof takes that of
         the call.  */
      const uint64_t region
          = (span->quirks->takes_region_of_call ? pc : pc + 4)
            & ~0x0fffffffull;
      if ((instruction & JAL_MASK) == JAL)
        sink->direct (sink->context, region | (instruction & ~JAL_MASK) << 2);
      else if ((instruction & BAL_MASK) == BAL && !span->quirks->misses_bal)
        sink->direct (sink->context,
                      pc + 4 + sign_extended (instruction, 16) * 4);
      else if ((instruction & JALR_MASK) == JALR)
        sink->indirect (sink->context);
    }
}

/* --- PowerPC ------------------------------------------------------------- */

/* BL and BLA: Power ISA, book I, section 2.4.  Opcode 18; bit 0: leave the
   return address, bit 1: absolute.  */
#define CALL_MASK UINT32_C (0xfc000001)
#define BRANCH_LINK UINT32_C (0x48000001)

void
callscan_powerpc (const struct code_span *span, const struct call_sink *sink)
{
  for (size_t i = span_aligned (span, 4);
       i < span->length && span_has (span, i, 4); i += 4)
    {
      const uint32_t instruction = span_u32 (span, i, span->big_endian);
      if ((instruction & CALL_MASK) != BRANCH_LINK)
        continue;
      const bool absolute = instruction & 2;
      sink->direct (sink->context,
                    (absolute ? 0 : span->pc + i)
                        + sign_extended (instruction & 0x03fffffc, 26));
    }
}

bool
callscan_powerpc_sets_toc (const struct code_span *span)
{
  if (!span_has (span, 0, 8))
    return false;
  const uint32_t first = span_u32 (span, 0, span->big_endian);
  const uint32_t second = span_u32 (span, 4, span->big_endian);
  /* addis 2,12,N or lis 2,N with addi 2,2,N; in the large code model
     ld 2,-8(12) with add 2,2,12.  */
  return ((first >> 16 == 0x3c4c || first >> 16 == 0x3c40)
          && second >> 16 == 0x3842)
         || (first == 0xe84cfff8 && second == 0x7c426214);
}

/* --- RISC-V -------------------------------------------------------------- */

/* JAL, the pair AUIPC and JALR, and on 32-bit machines the compressed C.JAL:
   The RISC-V Instruction Set Manual, volume I.  A jump is a call if it leaves
   the return address in x1 or x5, the link registers.  */

enum
{
  OPCODE_AUIPC = 0x17,
  OPCODE_JALR = 0x67,
  OPCODE_JAL = 0x6f
};

/* Bytes of the instruction that begins with the two of PARCEL, and 2 for one
   that no extension defines.  */
static size_t
riscv_size (uint32_t parcel)
{
  if ((parcel & 3) != 3)
    return 2;
  if ((parcel & 0x1c) != 0x1c)
    return 4;
  if ((parcel & 0x3f) == 0x1f)
    return 6;
  if ((parcel & 0x7f) == 0x3f)
    return 8;
  const uint32_t more = parcel >> 12 & 7;
  return more == 7 ? 2 : 10 + 2 * more;
}

/* BITS bits of VALUE from FROM up, moved to TO.  */
static uint32_t
field (uint32_t value, unsigned from, unsigned bits, unsigned to)
{
  return (value >> from & ((UINT32_C (1) << bits) - 1)) << to;
}

static bool
is_link (uint32_t instruction)
{
  const uint32_t destination = field (instruction, 7, 5, 0);
  return destination == 1 || destination == 5;
}

static uint64_t
jal_displacement (uint32_t i)
{
  return sign_extended (field (i, 31, 1, 20) | field (i, 12, 8, 12)
                            | field (i, 20, 1, 11) | field (i, 21, 10, 1),
                        21);
}

static uint64_t
compressed_displacement (uint32_t i)
{
  return sign_extended (field (i, 12, 1, 11) | field (i, 11, 1, 4)
                            | field (i, 9, 2, 8) | field (i, 8, 1, 10)
                            | field (i, 7, 1, 6) | field (i, 6, 1, 7)
                            | field (i, 3, 3, 1) | field (i, 2, 1, 5),
                        12);
}

/* An instruction of four bytes at OFFSET.  */
static void
scan_word (const struct code_span *span, size_t offset,
           const struct call_sink *sink)
{
  const uint32_t instruction = span_u32 (span, offset, false);
  const uint64_t pc = span->pc + offset;
  if ((instruction & 0x7f) == OPCODE_JAL && is_link (instruction))
    sink->direct (sink->context, pc + jal_displacement (instruction));
  if ((instruction & 0x7f) != OPCODE_AUIPC || !span_has (span, offset, 8))
    return;
  const uint32_t next = span_u32 (span, offset + 4, false);
  if ((next & 0x707f) == OPCODE_JALR && is_link (next)
      && field (next, 15, 5, 0) == field (instruction, 7, 5, 0))
    sink->direct (sink->context,
                  (pc + sign_extended (instruction & 0xfffff000, 32)
                   + sign_extended (next >> 20, 12))
                      & ~UINT64_C (1));
}

void
callscan_riscv (const struct code_span *span, const struct call_sink *sink)
{
  size_t size;
  for (size_t i = span_aligned (span, 2);
       i < span->length && span_has (span, i, 2); i += size)
    {
      /* Instructions have their least byte first even where data do not.  */
      const uint32_t parcel = span_u16 (span, i, false);
      size = riscv_size (parcel);
      if (size == 4 && span_has (span, i, 4))
        scan_word (span, i, sink);
      else if (size == 2 && (parcel & 0xe003) == 0x2001
               && span->word_size == 4)
        sink->direct (sink->context,
                      span->pc + i + compressed_displacement (parcel));
    }
}

/* --- S/390 --------------------------------------------------------------- */

/* BRASL and BRAS: z/Architecture Principles of Operation.  */

/* Bytes of an instruction, from its first byte.  */
static size_t
s390_size (unsigned char first)
{
  static const unsigned char sizes[] = { 2, 4, 4, 6 };
  return sizes[first >> 6];
}

void
callscan_s390 (const struct code_span *span, const struct call_sink *sink)
{
  size_t size;
  for (size_t i = span_aligned (span, 2); i < span->length; i += size)
    {
      const unsigned char *bytes = span->bytes + i;
      size = s390_size (bytes[0]);
      if (size == 2 || !span_has (span, i, size) || (bytes[1] & 0xf) != 5)
        continue;
      /* The displacement counts half-words.  */
      if (bytes[0] == 0xc0)
        sink->direct (sink->context,
                      span->pc + i
                          + sign_extended (span_u32 (span, i + 2, true), 32)
                                * 2);
      else if (bytes[0] == 0xa7)
        sink->direct (sink->context,
                      span->pc + i
                          + sign_extended (span_u16 (span, i + 2, true), 16)
                                * 2);
    }
}

/* --- SPARC --------------------------------------------------------------- */

/* CALL has 01 in its top bits; the others count instructions (R6.54).  */
#define FORMAT_MASK UINT32_C (0xc0000000)
#define CALL UINT32_C (0x40000000)

void
callscan_sparc (const struct code_span *span, const struct call_sink *sink)
{
  const unsigned unit = span->quirks->takes_displacements_for_bytes ? 1 : 4;
  for (size_t i = span_aligned (span, 4);
       i < span->length && span_has (span, i, 4); i += 4)
    {
      const uint32_t instruction = span_u32 (span, i, span->big_endian);
      const uint64_t displacement = sign_extended (instruction, 30);
      const uint32_t format = instruction & FORMAT_MASK;
      if (span->quirks->takes_much_for_calls ? format != 0 : format == CALL)
        sink->direct (sink->context, span->pc + i + displacement * unit);
    }
}

/* --- VAX ----------------------------------------------------------------- */

/* The CALLS instruction (R6.55).  Operands have a mode in the upper half of
   their first byte and a register in the lower, or are a small number.  Where
   instructions begin is not known, so a call is looked for at every byte.  */

enum
{
  OPCODE_CALLS = 0xfb,
  IMMEDIATE = 0x8f, /* a number of four bytes follows */
  REGISTER_PC = 0xf
};

/* The modes of a displacement of a byte, two and four bytes; each is followed
   by the one in which the address of the operand is there, deferred.  */
enum
{
  MODE_LITERAL_LIMIT = 4, /* below: a number of six bits */
  MODE_REGISTER_DEFERRED = 6,
  MODE_BYTE = 0xa
};

/* Bytes of the first operand, the number of arguments, at OFFSET; 0 if it
   is of another kind.  */
static size_t
count_size (const struct code_span *span, size_t offset)
{
  if (!span_has (span, offset, 1))
    return 0;
  const unsigned operand = span->bytes[offset];
  if (operand >> 4 < MODE_LITERAL_LIMIT)
    return 1;
  return operand == IMMEDIATE ? 5 : 0;
}

/* The displacement of SIZE bytes at OFFSET.  */
static uint64_t
displacement_at (const struct code_span *span, size_t offset, size_t size)
{
  const uint64_t value
      = bytes_decode (span->bytes + offset, (unsigned)size, false);
  return sign_extended (value, (unsigned)size * 8);
}

/* Report the call at OFFSET, if there is one; returns how many bytes it has,
   or 1.  */
static size_t
scan_vax_call (const struct code_span *span, size_t offset,
               const struct call_sink *sink)
{
  const size_t first_size = count_size (span, offset + 1);
  const size_t second = offset + 1 + first_size;
  if (span->bytes[offset] != OPCODE_CALLS || first_size == 0
      || !span_has (span, second, 1))
    return 1;
  const unsigned mode = span->bytes[second] >> 4;
  const bool relative = (span->bytes[second] & 0xf) == REGISTER_PC;
  const bool deferred
      = mode == MODE_REGISTER_DEFERRED || (mode > MODE_BYTE && mode % 2 != 0);
  const size_t size
      = mode >= MODE_BYTE ? (size_t)1 << (mode - MODE_BYTE) / 2 : 0;
  const size_t end = second + 1 + size;
  if (!span_has (span, offset, end - offset)
      || (!deferred && (mode < MODE_BYTE || !relative)))
    return 1;
  /* Counted from the end of the operand; GNU gprof adds it to the start of the
     instruction.  */
  if (deferred)
    sink->indirect (sink->context);
  else
    sink->direct (sink->context,
                  span->pc
                      + (span->quirks->counts_from_opcode ? offset + size
                                                          : end)
                      + displacement_at (span, second + 1, size));
  return end - offset;
}

void
callscan_vax (const struct code_span *span, const struct call_sink *sink)
{
  for (size_t i = 0; i < span->length; i += scan_vax_call (span, i, sink))
    continue;
}

/* --- x86 ----------------------------------------------------------------- */

/* Where instructions, of one to fifteen bytes, begin is not known: a call
   is looked for at every byte, as in GNU gprof (R6.51).  A byte 0xe8 that
   is no call has four arbitrary bytes behind it, which hardly ever lead to
   the very start of a symbol.  */

enum
{
  CALL_RELATIVE = 0xe8,
  CALL_SIZE = 5,
  CALL_INDIRECT = 0xff, /* with 2 in the middle of the next byte */
  INDIRECT_MOST = 7
};

void
callscan_x86 (const struct code_span *span, const struct call_sink *sink)
{
  for (size_t i = 0; i < span->length; i++)
    {
      if (span->bytes[i] != CALL_RELATIVE || !span_has (span, i, CALL_SIZE))
        continue;
      const uint64_t displacement = span_u32 (span, i + 1, false);
      /* GNU gprof takes it for unsigned and so misses calls backwards.  */
      sink->direct (sink->context,
                    span->pc + i + CALL_SIZE
                        + (span->quirks->misses_calls_backwards
                               ? displacement
                               : sign_extended (displacement, 32)));
    }
}

void
callscan_x86_jumps (const struct code_span *span, const struct call_sink *sink)
{
  enum
  {
    JUMP = 0xe9,
    SHORT_JUMP = 0xeb,
    LONG = 0x0f, /* a conditional jump if 0x80 .. 0x8f follows */
    CONDITIONAL = 0x80
  };
  for (size_t i = 0; i < span->length; i++)
    {
      if (span->bytes[i] == SHORT_JUMP && span_has (span, i, 2))
        sink->direct (sink->context,
                      span->pc + i + 2
                          + sign_extended (span->bytes[i + 1], 8));
      const size_t opcode = span->bytes[i] == LONG;
      if ((span->bytes[i] != JUMP && !opcode)
          || !span_has (span, i, opcode + CALL_SIZE)
          || (opcode && (span->bytes[i + 1] & 0xf0) != CONDITIONAL))
        continue;
      sink->direct (
          sink->context,
          span->pc + i + opcode + CALL_SIZE
              + sign_extended (span_u32 (span, i + opcode + 1, false), 32));
    }
}

/* The bytes of `call *OPERAND' if that begins at BYTES, AVAILABLE of which are
   there; 0 if not.  (Intel 64 and IA-32 Architectures Software Developer's
   Manual, volume 2, 2.1.5)  */
static size_t
indirect_size (const unsigned char *bytes, size_t available)
{
  enum
  {
    CALL_FIELD = 2,
    IN_REGISTER = 3,
    HAS_SIB = 4,
    NO_BASE = 5
  };
  if (available < 2 || (bytes[1] >> 3 & 7) != CALL_FIELD)
    return 0;
  const unsigned mod = bytes[1] >> 6, rm = bytes[1] & 7;
  if (mod == IN_REGISTER)
    return 2;
  const bool sib = rm == HAS_SIB;
  if (sib && available < 3)
    return 0;
  const unsigned base = sib ? bytes[2] & 7 : rm;
  const size_t displacement
      = mod == 1 ? 1 : (mod == 2 || base == NO_BASE ? 4 : 0);
  return 2 + sib + displacement;
}

bool
callscan_x86_call_ends (const struct code_span *span, size_t first)
{
  const unsigned char *bytes = span->bytes;
  for (size_t i = first > INDIRECT_MOST ? first - INDIRECT_MOST : 0;
       i < span->length; i++)
    {
      size_t size = 0;
      if (bytes[i] == CALL_RELATIVE)
        size = CALL_SIZE;
      else if (bytes[i] == CALL_INDIRECT)
        size = indirect_size (bytes + i, span->length - i);
      if (size > 0 && i + size >= first && i + size <= span->length)
        return true;
    }
  return false;
}
