/* callscan_s390.c - calls in code for ESA/390 and z/Architecture: BRASL and
   BRAS.

   The encodings are in the z/Architecture Principles of Operation.  GNU gprof
   does not know this machine.  */

#include "config.h"

#include "analysis/callscan_arch.h"

/* Bytes of an instruction, from its first byte.  */
static size_t
instruction_size (unsigned char first)
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
      size = instruction_size (bytes[0]);
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
