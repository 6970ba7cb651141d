/* One of three files that each define the static functions helper and setup;
   see main.c.  */

#include "work.h"

KEEP static void
setup (void)
{
  burn (1000000);
}

KEEP static void
helper (unsigned rounds)
{
  burn (rounds);
}

KEEP void
run_three (void)
{
  setup ();
  for (int i = 0; i < 7; i++)
    helper (400000);
}
