/* clones: functions the optimizer copies, splits and renames.

   At -O2 gcc turns scale into scale.constprop.0, total into total.isra.0,
   checked into checked.part.0 and moves part of parse into parse.cold.  These
   are local symbols with a dot in their names.  The time of the program is in
   them, so a reader that drops such names charges the wrong function.

   GNU gprof drops isra, part and cold clones always, and a constprop clone
   only if the next string in the string table has a dot: the file name of
   two.c, which follows the last local symbol of this file.  */

#include "two.h"

static volatile unsigned sink;
static volatile int opaque = 5;

static inline __attribute__ ((always_inline)) void
burn (unsigned rounds)
{
  for (unsigned i = 0; i < rounds; i++)
    sink += i;
}

/* Only its value member is read: gcc passes the member, not the pointer.  */
struct pair
{
  int value;
  int other;
};

static __attribute__ ((noinline)) int
total (const struct pair *p, int n)
{
  int value = p->value;

  burn (200000);
  return value + n;
}

/* The early test is copied into callers, the rest becomes a part.  */
static int
checked (int n)
{
  if (n < 0)
    return 0;
  burn (100000);
  sink += sink / 3;
  burn (100000);
  opaque = opaque * 2 / 2;
  burn (100000);
  return n + opaque;
}

/* Every caller passes 7.  */
static __attribute__ ((noinline)) int
scale (int n, int factor)
{
  burn (300000);
  return n * factor + (factor == 7 ? opaque : sink);
}

/* What leads to a cold call is cold.  */
__attribute__ ((noinline)) int
parse (int n)
{
  if (n % 10 == 3)
    {
      complain (n);
      burn (400000);
      complain (n + 1);
    }
  burn (10000);
  return n;
}

int
main (void)
{
  struct pair p = { opaque, 1 };
  int result = 0;

  for (int i = 0; i < 100; i++)
    {
      p.value = i;
      result += total (&p, i);
      result += parse (i);
      result += scale (opaque, 7);
    }
  for (int i = 0; i < 50; i++)
    result += checked (opaque) + checked (opaque + 1);
  result += other_work (opaque);
  return result == 0;
}
