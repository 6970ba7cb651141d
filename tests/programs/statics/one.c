/* One of three files that each define the static functions helper and setup;
   see main.c.  */

#include "work.h"

KEEP static void
setup (void)
{
  burn (10000000);
}

KEEP static void
helper (unsigned rounds)
{
  burn (rounds);
}

KEEP void
run_one (void)
{
  setup ();
  for (int i = 0; i < 3; i++)
    helper (200000);
}
