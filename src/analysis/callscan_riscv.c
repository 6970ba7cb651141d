/* callscan_riscv.c - calls in RISC-V code: JAL, the pair AUIPC and JALR, and
   on 32-bit machines the compressed C.JAL.

   The encodings are in The RISC-V Instruction Set Manual, volume I.  A jump
   is a call if it leaves the return address in x1 or x5, the link registers.
   GNU gprof does not know this machine.  */

#include "config.h"

#include "analysis/callscan_arch.h"

enum
{
  OPCODE_AUIPC = 0x17,
  OPCODE_JALR = 0x67,
  OPCODE_JAL = 0x6f
};

/* Bytes of the instruction that begins with the two of PARCEL, and 2 for one
   that no extension defines.  */
static size_t
instruction_size (uint32_t parcel)
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
      size = instruction_size (parcel);
      if (size == 4 && span_has (span, i, 4))
        scan_word (span, i, sink);
      else if (size == 2 && (parcel & 0xe003) == 0x2001
               && span->word_size == 4)
        sink->direct (sink->context,
                      span->pc + i + compressed_displacement (parcel));
    }
}
