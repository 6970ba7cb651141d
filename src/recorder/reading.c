/* reading.c - reading memory that may not be there.
   SPDX-License-Identifier: 0BSD  */

#include "recorder/reading.h"

#include <errno.h>
#include <sys/uio.h>

#include "recorder/machine.h"
#include "recorder/state.h"

enum
{
  PROBED = 4096,    /* bytes that are there together: pages may be larger */
  MOST_PROBES = 128 /* some 50 microseconds */
};

/* No address: sanitizers of the program do not know of what we read.  */
#define UNCHECKED                                                             \
  __attribute__ ((no_sanitize ("address"), no_sanitize ("thread")))

/* How the system says that memory cannot be read.  */
enum way
{
  WAY_NONE,
  WAY_MASK, /* the call has no such operation, but reads its argument first */
  WAY_COPY  /* it copies a byte: emulators do that, too, and valgrind takes it
               for no error of the program */
};

static enum way way;

/* The address of a page that the system keeps for itself.  */
#define NOWHERE (-(uintptr_t)PROBED)

static bool
is_readable_by (enum way by, uintptr_t at)
{
  /* A null pointer stands for no set, and is no error.  */
  if (at < PROBED)
    return false;
  if (by == WAY_MASK)
    return SYS6 (SYS_rt_sigprocmask, -1, at, 0, 8, 0, 0) == -EINVAL;
  char byte;
  const struct iovec to = { &byte, 1 }, from = { (void *)at, 1 };
  return by == WAY_COPY
         && SYS6 (SYS_process_vm_readv, SYS3 (SYS_getpid, 0, 0, 0), &to, 1,
                  &from, 1, 0)
                == 1;
}

static bool
works (enum way by)
{
  return !is_readable_by (by, NOWHERE) && is_readable_by (by, (uintptr_t)&way);
}

bool
gprofh_can_read (bool is_emulated)
{
  way = !is_emulated && works (WAY_MASK) ? WAY_MASK
        : works (WAY_COPY)               ? WAY_COPY
                                         : WAY_NONE;
  return way != WAY_NONE;
}

bool
gprofh_is_there (struct window *window, uintptr_t at, uintptr_t size)
{
  const uintptr_t end = at + size;
  if (LIKELY (at >= window->low && end <= window->high && end >= at))
    return true;
  if (end < at)
    return false;
  uintptr_t page = at / PROBED * PROBED;
  if (page >= window->low && page < window->high)
    page = window->high;
  else if (page != window->high)
    window->low = window->high = page;
  for (; page < end; page += PROBED)
    {
      if (++window->probes > MOST_PROBES || !is_readable_by (way, page))
        return false;
      window->high = page + PROBED;
    }
  return true;
}

UNCHECKED bool
gprofh_read (struct window *window, uintptr_t at, uintptr_t *word)
{
  if (at % sizeof *word != 0 || !gprofh_is_there (window, at, sizeof *word))
    return false;
  *word = *(const volatile uintptr_t *)at;
  return true;
}

UNCHECKED bool
gprofh_read_bytes (struct window *window, uintptr_t at, unsigned size,
                   uint64_t *number)
{
  if (!gprofh_is_there (window, at, size))
    return false;
  const volatile unsigned char *bytes = (const volatile unsigned char *)at;
  *number = 0;
  for (unsigned i = 0; i < size; i++)
    *number |= (uint64_t)bytes[i] << 8 * i;
  return true;
}
