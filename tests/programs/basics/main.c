/* basics: a small tree of calls with fixed counts.

   main calls outer 10 times and leaf 5 times; outer calls middle 20 times
   each; middle calls leaf 30 times each.  The last function is a sibling that
   shares leaf, so leaf has three parents.  */

#include "work.h"

KEEP void
leaf (unsigned rounds)
{
  burn (rounds);
}

KEEP void
middle (void)
{
  for (int i = 0; i < 30; i++)
    leaf (10000);
}

KEEP void
outer (void)
{
  for (int i = 0; i < 20; i++)
    middle ();
  burn (2000000);
}

KEEP void
sibling (void)
{
  leaf (1000000);
  leaf (2000000);
}

int
main (void)
{
  for (int i = 0; i < 10; i++)
    outer ();
  for (int i = 0; i < 5; i++)
    leaf (1000000);
  sibling ();
  burn (5000000);
  return 0;
}
