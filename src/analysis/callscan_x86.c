/* callscan_x86.c - calls in code for i386 and x86-64.

   Where instructions, of one to fifteen bytes, begin is not known: a call is
   looked for at every byte, as in GNU gprof (R6.51).  A byte 0xe8 that is no
   call has four arbitrary bytes behind it, which hardly ever lead to the very
   start of a symbol.  */

#include "config.h"

#include "analysis/callscan_arch.h"

enum
{
  CALL_RELATIVE = 0xe8,
  CALL_SIZE = 5,
  CALL_INDIRECT = 0xff, /* with 2 in the middle of the next byte */
  INDIRECT_MOST = 7
};

void
callscan_x86 (const struct code_span *span, const struct call_sink *sink)
{
  for (size_t i = 0; i < span->length; i++)
    {
      if (span->bytes[i] != CALL_RELATIVE || !span_has (span, i, CALL_SIZE))
        continue;
      const uint64_t displacement = span_u32 (span, i + 1, false);
      /* GNU gprof takes it for unsigned and so misses calls backwards.  */
      sink->direct (sink->context,
                    span->pc + i + CALL_SIZE
                        + (span->quirks->misses_calls_backwards
                               ? displacement
                               : sign_extended (displacement, 32)));
    }
}

void
callscan_x86_jumps (const struct code_span *span, const struct call_sink *sink)
{
  enum
  {
    JUMP = 0xe9,
    SHORT_JUMP = 0xeb,
    LONG = 0x0f, /* a conditional jump if 0x80 .. 0x8f follows */
    CONDITIONAL = 0x80
  };
  for (size_t i = 0; i < span->length; i++)
    {
      if (span->bytes[i] == SHORT_JUMP && span_has (span, i, 2))
        sink->direct (sink->context,
                      span->pc + i + 2
                          + sign_extended (span->bytes[i + 1], 8));
      const size_t opcode = span->bytes[i] == LONG;
      if ((span->bytes[i] != JUMP && !opcode)
          || !span_has (span, i, opcode + CALL_SIZE)
          || (opcode && (span->bytes[i + 1] & 0xf0) != CONDITIONAL))
        continue;
      sink->direct (
          sink->context,
          span->pc + i + opcode + CALL_SIZE
              + sign_extended (span_u32 (span, i + opcode + 1, false), 32));
    }
}

/* The bytes of `call *OPERAND' if that begins at BYTES, AVAILABLE of which are
   there; 0 if not.  (Intel 64 and IA-32 Architectures Software Developer's
   Manual, volume 2, 2.1.5)  */
static size_t
indirect_size (const unsigned char *bytes, size_t available)
{
  enum
  {
    CALL_FIELD = 2,
    IN_REGISTER = 3,
    HAS_SIB = 4,
    NO_BASE = 5
  };
  if (available < 2 || (bytes[1] >> 3 & 7) != CALL_FIELD)
    return 0;
  const unsigned mod = bytes[1] >> 6, rm = bytes[1] & 7;
  if (mod == IN_REGISTER)
    return 2;
  const bool sib = rm == HAS_SIB;
  if (sib && available < 3)
    return 0;
  const unsigned base = sib ? bytes[2] & 7 : rm;
  const size_t displacement
      = mod == 1 ? 1 : (mod == 2 || base == NO_BASE ? 4 : 0);
  return 2 + sib + displacement;
}

bool
callscan_x86_call_ends (const struct code_span *span, size_t first)
{
  const unsigned char *bytes = span->bytes;
  for (size_t i = first > INDIRECT_MOST ? first - INDIRECT_MOST : 0;
       i < span->length; i++)
    {
      size_t size = 0;
      if (bytes[i] == CALL_RELATIVE)
        size = CALL_SIZE;
      else if (bytes[i] == CALL_INDIRECT)
        size = indirect_size (bytes + i, span->length - i);
      if (size > 0 && i + size >= first && i + size <= span->length)
        return true;
    }
  return false;
}
