/* callscan_powerpc.c - calls in POWER and PowerPC code: BL and BLA.

   The encodings are in the Power ISA, book I, section 2.4.  GNU gprof does not
   know this machine.  */

#include "config.h"

#include "analysis/callscan_arch.h"

/* Opcode 18; bit 0: leave the return address, bit 1: absolute.  */
#define BRANCH_MASK UINT32_C (0xfc000001)
#define BRANCH_LINK UINT32_C (0x48000001)

void
callscan_powerpc (const struct code_span *span, const struct call_sink *sink)
{
  for (size_t i = span_aligned (span, 4);
       i < span->length && span_has (span, i, 4); i += 4)
    {
      const uint32_t instruction = span_u32 (span, i, span->big_endian);
      if ((instruction & BRANCH_MASK) != BRANCH_LINK)
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
