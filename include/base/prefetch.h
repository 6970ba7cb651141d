/* prefetch.h - memory that will be needed.  */

#ifndef PREFETCH_H
#define PREFETCH_H

/* Have what is at ADDRESS brought near while other work goes on.  It does not
   have to be a valid address.  Compilers that believe a function to do nothing
   else leave it out; hence the other instruction, which is none.  */
#ifdef __GNUC__
#define prefetch(address)                                                     \
  do                                                                          \
    {                                                                         \
      __builtin_prefetch (address);                                           \
      __asm__ __volatile__("");                                               \
    }                                                                         \
  while (0)
#else
#define prefetch(address) ((void)(address))
#endif

#endif
