/* statics: static functions of one name in several files.

   one.c, two.c, three.c and this file each have a static function helper, the
   first three also a static function setup.  The index tells them apart by
   file name; symspecs like two.c:helper choose one.  */

#include "work.h"

KEEP static void
helper (unsigned rounds)
{
  burn (rounds);
}

int
main (void)
{
  for (int i = 0; i < 11; i++)
    helper (1000000);
  for (int i = 0; i < 2; i++)
    run_one ();
  for (int i = 0; i < 3; i++)
    run_two ();
  run_three ();
  return 0;
}
