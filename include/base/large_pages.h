/* large_pages.h - memory in large pages for runs that need much of it.  */

#ifndef LARGE_PAGES_H
#define LARGE_PAGES_H

/* Let the C library take memory from the kernel in one piece and in large
   pages, since tens of megabytes will be needed.  Costs about 0.1 ms and up to
   two megabytes.  */
void large_pages_expect (void);

#endif
