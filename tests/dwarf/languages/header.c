/* Every unit begins with a static function of a header.  */
#include "pinl.h"

int second (int value);

int
main (int argc, char **argv)
{
  return count_down (argc * 1000 + argv[0][0]) + second (argc) == 0;
}
