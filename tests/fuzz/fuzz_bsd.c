/* fuzz_bsd.c - the readers of files of the BSDs and of prof, and recognition.

   Input: a byte, how the format is chosen: recognised, one of the BSDs, that of
   4.4BSD, or prof; then as in profiles.h.  */

#include "config.h"

#include "profiles.h"

void
fuzz_one (struct input input)
{
  static const enum profile_format formats[]
      = { FORMAT_AUTO, FORMAT_BSD, FORMAT_BSD44, FORMAT_PROF };
  fuzz_profiles (input, formats[input_u8 (&input) % 4]);
}
