/* fuzz_bsd.c - the reader of gmon.out files of the BSDs, and recognition.

   Input: a byte, how the format is chosen: recognised, one of the BSDs, or
   that of 4.4BSD; then as in profiles.h.  */

#include "config.h"

#include "profiles.h"

void
fuzz_one (struct input input)
{
  static const enum profile_format formats[]
      = { FORMAT_AUTO, FORMAT_BSD, FORMAT_BSD44 };
  fuzz_profiles (input, formats[input_u8 (&input) % 3]);
}
