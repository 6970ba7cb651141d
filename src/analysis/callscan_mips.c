/* callscan_mips.c - calls in MIPS code (R6.53).  */

#include "config.h"

#include "analysis/callscan_arch.h"

/* JAL: 26 bits count instructions within 256 megabytes.  */
#define JAL_MASK UINT32_C (0xfc000000)
#define JAL UINT32_C (0x0c000000)

/* BAL, which the linker makes of other calls where it reaches: 16 bits count
   instructions from the next one.  */
#define BAL_MASK UINT32_C (0xffff0000)
#define BAL UINT32_C (0x04110000)

/* JALR that leaves the return address in register 31.  */
#define JALR_MASK UINT32_C (0xfc00f83f)
#define JALR UINT32_C (0x0000f809)

static void
scan_one (const struct code_span *span, uint64_t pc, uint32_t instruction,
          const struct call_sink *sink)
{
  /* The region is that of the next instruction; GNU gprof takes that of the
     call.  */
  const uint64_t region
      = (span->quirks->takes_region_of_call ? pc : pc + 4) & ~0x0fffffffull;
  if ((instruction & JAL_MASK) == JAL)
    sink->direct (sink->context, region | (instruction & ~JAL_MASK) << 2);
  else if ((instruction & BAL_MASK) == BAL && !span->quirks->misses_bal)
    sink->direct (sink->context, pc + 4 + sign_extended (instruction, 16) * 4);
  else if ((instruction & JALR_MASK) == JALR)
    sink->indirect (sink->context);
}

void
callscan_mips (const struct code_span *span, const struct call_sink *sink)
{
  for (size_t i
       = span->quirks->decodes_unaligned_code ? 0 : span_aligned (span, 4);
       i < span->length && span_has (span, i, 4); i += 4)
    scan_one (span, span->pc + i, span_u32 (span, i, span->big_endian), sink);
}
