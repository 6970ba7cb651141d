/* cycles: several cycles in one graph.

   ping/pong         two functions calling each other
   red/green/blue    a ring of three, disjoint from the first
   inner1/inner2     a ring inside the larger ring of the nested group:
   nest1/nest2       nest1 -> nest2 -> inner1 <-> inner2 -> nest1, one cycle
   left/right        two rings joined by a bridge: left1 <-> left2 -> bridge
                     -> right1 <-> right2, two cycles, bridge in neither
   alone             calls itself: a self arc, not a cycle  */

#include "work.h"

static void pong (int depth);

KEEP static void
ping (int depth)
{
  burn (150000);
  if (depth > 0)
    pong (depth - 1);
}

KEEP static void
pong (int depth)
{
  burn (100000);
  if (depth > 0)
    ping (depth - 1);
}

KEEP void
alone (int depth)
{
  burn (100000);
  if (depth > 0)
    alone (depth - 1);
}

KEEP static void
spin (void)
{
  burn (5000000);
}

int
main (void)
{
  for (int i = 0; i < 50; i++)
    ping (9);
  pong (1);
  for (int i = 0; i < 20; i++)
    ring (6);
  for (int i = 0; i < 10; i++)
    nest (8);
  for (int i = 0; i < 5; i++)
    left1 (4);
  alone (99);
  spin ();
  return 0;
}
