/* entry_called.c - where functions compiled with -pg call us, on machines
   where that is a call like any other; and where the entry points of others go
   on.
   SPDX-License-Identifier: 0BSD  */

#include "recorder/life.h"
#include "recorder/state.h"
#include "recorder/table.h"

#if defined __x86_64__ || defined __i386__
typedef int has_entry_points_of_its_own;
#else

/* From any entry point: the function that contains SELF was called, and
   returns to FROM.  */
void gprofh_called (uintptr_t from, uintptr_t self);

void
gprofh_called (uintptr_t from, uintptr_t self)
{
  if (LIKELY (*(volatile unsigned char *)&STATE->is_on))
    __mcount_internal (from, self);
  else if (gprofh_settings.is_ready)
    gprofh_wake (from, self);
}

#endif

#if defined __aarch64__

/* PC without the signature that pointer authentication puts into it.  */
static uintptr_t
without_signature (uintptr_t pc)
{
  register uintptr_t link __asm__("x30") = pc;
  __asm__("hint 7" : "+r"(link)); /* xpaclri */
  return link;
}

EXPORTED void _mcount (void);

/* gcc passes the return address of the calling function, clang does not; so
   it is taken from the frame record, which functions compiled with -pg always
   have.  */
void
_mcount (void)
{
  const uintptr_t *const *frame = __builtin_frame_address (0);
  gprofh_called (without_signature (frame[0][1]),
                 without_signature ((uintptr_t)__builtin_return_address (0)));
}

#elif defined __riscv

EXPORTED void _mcount (uintptr_t from);

/* As gcc calls it.  */
void
_mcount (uintptr_t from)
{
  gprofh_called (from, (uintptr_t)__builtin_return_address (0));
}

#elif defined __powerpc64__

EXPORTED void _mcount (void);

/* The caller has made its frame, and each frame knows the one before.  */
void
_mcount (void)
{
  gprofh_called ((uintptr_t)__builtin_return_address (1),
                 (uintptr_t)__builtin_return_address (0));
}

#endif
