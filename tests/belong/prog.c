/* prog.c - a program of which several builds differ little.

   -DMORE adds a function before the others.  -DSWAPPED exchanges two of
   different length, so that the code is as long as before.  -DPADDED_LATE
   moves what stands between the start of each function and its calls behind
   these; the code is as long as before and the functions start where they
   did.

   It takes more processor time than some samples.  */

#include <time.h>

#define NOPS __asm__ volatile(".rept 64\n\tnop\n\t.endr")

#ifdef PADDED_LATE
#define EARLY
#define LATE NOPS
#else
#define EARLY NOPS
#define LATE
#endif

volatile long sum;

#ifdef MORE
__attribute__ ((noinline)) int
more (int n)
{
  for (int i = 0; i < n; i++)
    sum += i * n;
  return (int)sum;
}
#endif

#define SHORT                                                                 \
  __attribute__ ((noinline)) int shorter (int n)                              \
  {                                                                           \
    sum += n;                                                                 \
    return n + 1;                                                             \
  }
#define LONG                                                                  \
  __attribute__ ((noinline)) int longer (int n)                               \
  {                                                                           \
    NOPS;                                                                     \
    NOPS;                                                                     \
    sum += n * 2;                                                             \
    return n - 1;                                                             \
  }

#ifdef SWAPPED
LONG SHORT
#else
SHORT LONG
#endif

    __attribute__ ((noinline)) int
    work (int n)
{
  for (int i = 0; i < n; i++)
    sum += i ^ n;
  return (int)sum;
}

#define CALLER(name, callee)                                                  \
  __attribute__ ((noinline)) int name (int n)                                 \
  {                                                                           \
    EARLY;                                                                    \
    n += callee (n);                                                          \
    LATE;                                                                     \
    return n;                                                                 \
  }

CALLER (one, shorter)
CALLER (two, longer)
CALLER (three, work)
CALLER (four, shorter)

int
main (void)
{
  for (int i = 0; i < 2000 || clock () < CLOCKS_PER_SEC / 5; i++)
    {
      one (i);
      two (i);
      three (10000);
      four (i);
    }
#ifdef MORE
  more (10);
#endif
  return 0;
}
