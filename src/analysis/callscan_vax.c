/* callscan_vax.c - calls in VAX code: the CALLS instruction (R6.55).

   Operands have a mode in the upper half of their first byte and a register in
   the lower, or are a small number.  Where instructions begin is not known, so
   a call is looked for at every byte.  */

#include "config.h"

#include "analysis/callscan_arch.h"

enum
{
  OPCODE_CALLS = 0xfb,
  IMMEDIATE = 0x8f, /* a number of four bytes follows */
  REGISTER_PC = 0xf
};

enum
{
  MODE_LITERAL_LIMIT = 4, /* below: a number of six bits */
  MODE_REGISTER_DEFERRED = 6,
  MODE_BYTE = 0xa,
  MODE_BYTE_DEFERRED,
  MODE_WORD,
  MODE_WORD_DEFERRED,
  MODE_LONG,
  MODE_LONG_DEFERRED
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

/* Bytes of the displacement that follows an operand in MODE; 0 if none
   does.  */
static size_t
displacement_size (unsigned mode)
{
  switch (mode)
    {
    case MODE_BYTE:
    case MODE_BYTE_DEFERRED:
      return 1;
    case MODE_WORD:
    case MODE_WORD_DEFERRED:
      return 2;
    case MODE_LONG:
    case MODE_LONG_DEFERRED:
      return 4;
    default:
      return 0;
    }
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
scan_one (const struct code_span *span, size_t offset,
          const struct call_sink *sink)
{
  const size_t first_size = count_size (span, offset + 1);
  const size_t second = offset + 1 + first_size;
  if (span->bytes[offset] != OPCODE_CALLS || first_size == 0
      || !span_has (span, second, 1))
    return 1;
  const unsigned mode = span->bytes[second] >> 4;
  const bool relative = (span->bytes[second] & 0xf) == REGISTER_PC;
  const size_t size = displacement_size (mode);
  const size_t end = second + 1 + size;
  if (!span_has (span, offset, end - offset))
    return 1;
  switch (mode)
    {
    case MODE_BYTE:
    case MODE_WORD:
    case MODE_LONG:
      if (!relative)
        return 1;
      /* Counted from the end of the operand; GNU gprof adds it to the start
         of the instruction.  */
      sink->direct (sink->context,
                    span->pc
                        + (span->quirks->counts_from_opcode ? offset + size
                                                            : end)
                        + displacement_at (span, second + 1, size));
      return end - offset;
    case MODE_REGISTER_DEFERRED:
    case MODE_BYTE_DEFERRED:
    case MODE_WORD_DEFERRED:
    case MODE_LONG_DEFERRED:
      sink->indirect (sink->context);
      return end - offset;
    default:
      return 1;
    }
}

void
callscan_vax (const struct code_span *span, const struct call_sink *sink)
{
  for (size_t i = 0; i < span->length; i += scan_one (span, i, sink))
    continue;
}
