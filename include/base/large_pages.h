/* large_pages.h - memory in large pages for runs that need much of it.  */

#ifndef LARGE_PAGES_H
#define LARGE_PAGES_H

/* Tens of megabytes will be asked for: let the C library take them from the
   kernel in one piece and in large pages.  Costs about 0.1 ms and up to two
   megabytes.  */
void large_pages_expect (void);

#endif
