/* entry_called.c - where functions compiled with -pg call us, on AArch64.
   SPDX-License-Identifier: 0BSD

   The compiler calls _mcount like any function.  gcc passes the return address
   of the calling function, clang does not; so it is taken from the frame
   record, which functions compiled with -pg always have.  */

#include "recorder/life.h"
#include "recorder/state.h"
#include "recorder/table.h"

#if defined __aarch64__

EXPORTED void _mcount (void);

/* PC without the signature that pointer authentication puts into it.  */
static uintptr_t
without_signature (uintptr_t pc)
{
  register uintptr_t link __asm__("x30") = pc;
  __asm__("hint 7" : "+r"(link)); /* xpaclri */
  return link;
}

void
_mcount (void)
{
  const uintptr_t *const *frame = __builtin_frame_address (0);
  const uintptr_t from = without_signature (frame[0][1]);
  const uintptr_t self
      = without_signature ((uintptr_t)__builtin_return_address (0));
  if (LIKELY (*(volatile unsigned char *)&STATE->is_on))
    gprofh_count (from, self);
  else if (gprofh_settings.is_ready)
    gprofh_wake (from, self);
}

#else
typedef int not_this_machine;
#endif
