/* callscan_loongarch.c - calls in LoongArch code: BL, and JIRL behind one of
   the instructions that compute an address near the program counter.

   The encodings are in the LoongArch Reference Manual, volume 1.  GNU gprof
   does not know this machine.  */

#include "config.h"

#include "analysis/callscan_arch.h"

enum
{
  OPCODE_JIRL = 0x13, /* of six bits */
  OPCODE_BL = 0x15,
  OPCODE_PCALAU12I = 0x0d, /* of seven bits */
  OPCODE_PCADDU12I = 0x0e,
  OPCODE_PCADDU18I = 0x0f
};

/* JIRL leaves the return address in register 1 for a call.  */
enum
{
  REGISTER_RA = 1
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
