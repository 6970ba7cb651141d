/* callscan_x86.c - calls in code for i386 and x86-64.

   Instructions of one to fifteen bytes are not told apart: a call is looked
   for at every byte, as GNU gprof does it (R6.51).  A byte 0xe8 that is no
   call has four arbitrary bytes behind it, and hardly ever do they lead to
   the very start of a symbol.  */

#include "config.h"

#include "callscan_arch.h"

enum
{
  CALL_RELATIVE = 0xe8,
  CALL_SIZE = 5
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
                        + (span->gnu_compat
                               ? displacement
                               : sign_extended (displacement, 32)));
    }
}
