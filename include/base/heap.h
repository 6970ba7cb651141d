/* heap.h - memory in large pages for runs that need much of it.  */

#ifndef HEAP_H
#define HEAP_H

/* Tens of megabytes will be asked for: let the C library take them from the
   kernel in one piece and in large pages.  Costs about 0.1 ms and up to two
   megabytes.  */
void heap_expect_much (void);

#endif
