/* callscan_aarch64.c - calls in AArch64 code.

   Branches count as well as branches with link, as in GNU gprof: a branch to
   the start of a function is a call in tail position (R6.52).  */

#include "config.h"

#include "analysis/callscan_arch.h"

/* B and BL differ in the top bit; 26 bits count instructions.  */
#define BRANCH_MASK UINT32_C (0x7c000000)
#define BRANCH UINT32_C (0x14000000)

/* BL, and BLR with its forms that authenticate the pointer.  */
#define LINK_MASK UINT32_C (0xfc000000)
#define LINK UINT32_C (0x94000000)
#define LINK_REGISTER_MASK UINT32_C (0xfefff000)
#define LINK_REGISTER UINT32_C (0xd63f0000)

void
callscan_aarch64 (const struct code_span *span, const struct call_sink *sink)
{
  /* Instructions have their least byte first even where data do not; GNU
     gprof reads them like data, and from wherever the range begins.  */
  const bool big_endian
      = span->quirks->reads_code_like_data && span->big_endian;
  for (size_t i
       = span->quirks->decodes_unaligned_code ? 0 : span_aligned (span, 4);
       i < span->length && span_has (span, i, 4); i += 4)
    {
      const uint32_t instruction = span_u32 (span, i, big_endian);
      if ((instruction & BRANCH_MASK) == BRANCH)
        sink->direct (sink->context,
                      span->pc + i + sign_extended (instruction, 26) * 4);
    }
}

void
callscan_aarch64_jumps (const struct code_span *span,
                        const struct call_sink *sink)
{
  for (size_t i = span_aligned (span, 4);
       i < span->length && span_has (span, i, 4); i += 4)
    {
      const uint32_t instruction = span_u32 (span, i, false);
      if ((instruction & LINK_MASK) == BRANCH)
        sink->direct (sink->context,
                      span->pc + i + sign_extended (instruction, 26) * 4);
    }
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
