/* fuzz_shared.c - profiles of a shared library: those of LD_PROFILE, and others
   of the same format.

   Input: see profiles.h.  */

#include "config.h"

#include "profiles.h"

void
fuzz_one (struct input input)
{
  const struct profile_origin library = { .bias = 0x1000000,
                                          .is_shared = true,
                                          .low_pc = 0x1000000,
                                          .limit_pc = 0x1020000,
                                          .outside_pc = 0x10000ff };
  fuzz_profiles_of (input, FORMAT_MAGIC, &library);
}
