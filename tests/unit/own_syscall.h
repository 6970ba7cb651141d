/* own_syscall.h - the recorder's system calls, for tests without its entry
   points, which have them on some machines.  To be included once.  */

#ifndef OWN_SYSCALL_H
#define OWN_SYSCALL_H

#include <unistd.h>

#include "recorder/machine.h"

#if defined __i386__ || defined __arm__
long
gprofh_syscall (long number, long a, long b, long c, long d, long e, long f)
{
  return syscall (number, a, b, c, d, e, f);
}
#endif

#endif
