/* callscan_arm.c - calls in ARM code: BL and BLX with a target, in ARM and in
   Thumb state.

   The encodings are in the ARM Architecture Reference Manual, ARMv7-A and
   ARMv7-R edition, A8.8.25.  GNU gprof does not know this machine.  */

#include "config.h"

#include "analysis/callscan_arch.h"

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
