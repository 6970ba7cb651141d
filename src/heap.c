/* heap.c - memory in large pages for runs that need much of it.

   A page that is touched for the first time costs the kernel more than most of
   what we do with it; with large pages it is paid once for five hundred.  It
   is only advice: where the C library or the kernel cannot follow it, nothing
   changes.  */

#include "config.h"

#include "heap.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum
{
  PAGE = 2 << 20,
  ROOM = 128 << 20,  /* of addresses; what is not used costs nothing */
  LARGEST = 32 << 20 /* piece of memory that may lie there */
};

void
heap_expect_much (void)
{
#if defined __GLIBC__ && defined MADV_HUGEPAGE
  mallopt (M_TOP_PAD, ROOM);
  mallopt (M_TRIM_THRESHOLD, ROOM);
  mallopt (M_MMAP_THRESHOLD, LARGEST);
  void *end_before = sbrk (0);
  /* Grow the heap by this and ROOM; volatile, or it would be left out.  */
  void *volatile block = malloc (PAGE);
  free (block);
  const uintptr_t first = ((uintptr_t)end_before + PAGE - 1) / PAGE * PAGE;
  const uintptr_t end = (uintptr_t)sbrk (0) / PAGE * PAGE;
  if (end_before != (void *)-1 && first < end)
    madvise ((void *)first, end - first, MADV_HUGEPAGE);
#endif
}
