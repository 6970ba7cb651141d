/* fuzz_magic.c - the reader of gmon.out files of the GNU C library.

   Input: see profiles.h.  */

#include "config.h"

#include "profiles.h"

void
fuzz_one (struct input input)
{
  fuzz_profiles (input, FORMAT_MAGIC);
}
