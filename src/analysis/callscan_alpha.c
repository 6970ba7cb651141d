/* callscan_alpha.c - calls in Alpha code (R6.54).

   A call may skip the two instructions at the start of a function that load
   its global pointer; see has_second_entry in callscan.c.  */

#include "config.h"

#include "analysis/callscan_arch.h"

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
