/* reading.c - reading memory that may not be there.
   SPDX-License-Identifier: 0BSD  */

#include "recorder/reading.h"

#include <errno.h>

#include "recorder/machine.h"
#include "recorder/state.h"

enum
{
  PROBED = 4096, /* bytes that are there together: pages may be larger */
  ADD = 1        /* EPOLL_CTL_ADD */
};

/* No address: sanitizers of the program do not know of what we read.  */
#define UNCHECKED                                                             \
  __attribute__ ((no_sanitize ("address"), no_sanitize ("thread")))

/* How this system says that memory cannot be read: system calls that fail for
   another reason after they have read their argument.  Emulators may look at the
   other reason first.  */
enum way
{
  WAY_NONE,
  WAY_MASK,
  WAY_EVENT
};

static enum way way;

/* The address of a page that the system keeps for itself.  */
#define NOWHERE (-(uintptr_t)PROBED)

static bool
is_readable_by (enum way by, uintptr_t at)
{
  /* A null pointer stands for no set, and is no error.  */
  if (at < PROBED || by == WAY_NONE)
    return false;
  const long result = by == WAY_MASK
                          ? SYS6 (SYS_rt_sigprocmask, -1, at, 0, 8, 0, 0)
                          : SYS6 (SYS_epoll_ctl, -1, ADD, -1, at, 0, 0);
  return result != -EFAULT;
}

bool
gprofh_can_read (void)
{
  static const enum way ways[] = { WAY_MASK, WAY_EVENT };
  way = WAY_NONE;
  for (unsigned i = 0; i < 2 && way == WAY_NONE; i++)
    if (!is_readable_by (ways[i], NOWHERE)
        && is_readable_by (ways[i], (uintptr_t)&way))
      way = ways[i];
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
      if (!is_readable_by (way, page))
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
