/* Common parts of the cycles program.  */

#ifndef WORK_H
#define WORK_H

#if defined __GNUC__ && !defined __clang__
# define KEEP __attribute__ ((noipa))
#else
# define KEEP __attribute__ ((noinline))
#endif

static inline __attribute__ ((always_inline)) void
burn (unsigned rounds)
{
  volatile unsigned sink = 0;

  for (unsigned i = 0; i < rounds; i++)
    sink += i;
}

extern void ring (int depth);
extern void nest (int depth);
extern void left1 (int depth);

#endif
