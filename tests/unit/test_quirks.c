/* test_quirks.c - the deviations that --gnu-compat switches on.  */

#include "config.h"

#include <string.h>

#include "model/quirks.h"
#include "tap.h"

/* How many flags of QUIRKS, which has nothing but flags, are on.  */
static size_t
count_flags (const struct quirks *quirks)
{
  unsigned char bytes[sizeof *quirks];
  memcpy (bytes, quirks, sizeof bytes);
  size_t count = 0;
  for (size_t i = 0; i < sizeof bytes; i++)
    count += bytes[i] == true;
  return count;
}

int
main (void)
{
  const struct quirks zeroed = { 0 };
  const struct quirks ours = quirks_of (false), gnu = quirks_of (true);
  is_u64 (count_flags (&zeroed), 0, "a zeroed value has no quirk");
  is_u64 (count_flags (&ours), 0, "without --gnu-compat there is none");
  is_u64 (count_flags (&gnu), sizeof gnu / sizeof (bool),
          "with --gnu-compat none of the flags is forgotten");
  return done ();
}
