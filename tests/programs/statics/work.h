/* Common parts of the statics program.  */

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

extern void run_one (void);
extern void run_two (void);
extern void run_three (void);

#endif
