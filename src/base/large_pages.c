/* large_pages.c - memory in large pages for runs that need much of it.

   A page that is touched for the first time costs the kernel more than most of
   what we do with it; a large page costs that once for five hundred small
   ones.  It is only advice: where the C library or the kernel cannot follow
   it, nothing changes.  */

#include "config.h"

#include "base/large_pages.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum
{
  PAGE = 2 << 20,
  RESERVE = 512 << 20, /* addresses; those not used cost nothing */
  STEP = 1 << 20,      /* further growth when these are used up */
  LARGEST = 32 << 20   /* block that may lie there */
};

#if defined __GLIBC__ && defined MADV_HUGEPAGE

/* Are addresses unlimited?  */
static bool
is_unlimited (void)
{
  struct rlimit addresses, data;
  return getrlimit (RLIMIT_AS, &addresses) == 0
         && addresses.rlim_cur == RLIM_INFINITY
         && getrlimit (RLIMIT_DATA, &data) == 0
         && data.rlim_cur == RLIM_INFINITY;
}

void
large_pages_expect (void)
{
  if (!is_unlimited ())
    return;
  mallopt (M_MMAP_THRESHOLD, LARGEST);
  mallopt (M_TRIM_THRESHOLD, -1);
  mallopt (M_TOP_PAD, RESERVE);
  void *end_before = sbrk (0);
  /* Grow the heap by this and RESERVE; volatile, or compilers would leave it
     out.  */
  void *volatile block = malloc (PAGE);
  free (block);
  const uintptr_t first = ((uintptr_t)end_before + PAGE - 1) / PAGE * PAGE;
  const uintptr_t end = (uintptr_t)sbrk (0) / PAGE * PAGE;
  if (end_before != (void *)-1 && first < end)
    madvise ((void *)first, end - first, MADV_HUGEPAGE);
  mallopt (M_TOP_PAD, STEP);
}

#else

void
large_pages_expect (void)
{
}

#endif
