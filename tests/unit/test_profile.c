/* test_profile.c - what profile files hold.  */

#include "config.h"

#include "model/profile.h"

#include <string.h>

#include "gmon_text.h"
#include "tap.h"

static void
test_scale (void)
{
  /* ((high - low) / 2) / bins, the first division being one of integers.  */
  is_double (histogram_scale (0x1000, 0x1010, 4), 2.0, "16 bytes in 4 bins");
  is_double (histogram_scale (0x1000, 0x1011, 4), 2.0,
             "an odd byte is dropped before dividing");
  is_double (histogram_scale (0x1000, 0x1006, 2), 1.5, "6 bytes in 2 bins");
  is_double (histogram_scale (0, 10, 3), 5.0 / 3.0, "10 bytes in 3 bins");
  is_double (histogram_scale (0, 10, 0), 0.0, "no bins, no scale");
}

/* Which of PCS, which ascend, are in the ranges of GMON?  */
static void
check_sampled (const char *gmon, const uint64_t *pcs, size_t count,
               const uint64_t *expected, size_t expected_count,
               const char *what)
{
  struct profile profile;
  uint64_t kept[16];
  memcpy (kept, pcs, count * sizeof *pcs);
  gmon_text_read (gmon, &profile);
  profile_keep_sampled (&profile, kept, &count);
  ok (count == expected_count
          && memcmp (kept, expected, count * sizeof *kept) == 0,
      "%s", what);
  profile_release (&profile);
}

static void
test_keep_sampled (void)
{
  static const uint64_t pcs[]
      = { 0x0fff, 0x1000, 0x1007, 0x1008, 0x2000, 0x2007, 0x2008, UINT64_MAX };
  static const uint64_t inside[] = { 0x1000, 0x1007, 0x2000, 0x2007 };
  check_sampled ("hist 2000 2008 100 s s 1\nhist 1800 1800 100 s s\n"
                 "hist 1000 1008 100 s s 1\n",
                 pcs, 8, inside, 4, "those inside two ranges");
  check_sampled ("hist 1800 1800 100 s s\n", pcs, 8, pcs, 8,
                 "all, where there is no range");
  check_sampled ("hist 3000 3008 100 s s 1\n", pcs, 7, pcs, 0, "none");
}

/* A profile that was never made, or was released, is released, too.  */
static void
test_release (void)
{
  struct profile profile = { 0 };
  profile_release (&profile);
  ok (profile.samples == NULL, "nothing is released");
  gmon_text_read ("hist 1000 1008 100 s s 1\n", &profile);
  profile_release (&profile);
  ok (profile.histograms.items == NULL && profile.histograms.count == 0
          && profile.bins.items == NULL && profile.samples == NULL,
      "what is released is empty");
  profile_release (&profile);
}

int
main (void)
{
  test_scale ();
  test_keep_sampled ();
  test_release ();
  return done ();
}
