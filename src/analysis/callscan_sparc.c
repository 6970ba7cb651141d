/* callscan_sparc.c - calls in SPARC code (R6.54).  */

#include "config.h"

#include "analysis/callscan_arch.h"

/* CALL has 01 in its top bits; the others count instructions.  */
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
