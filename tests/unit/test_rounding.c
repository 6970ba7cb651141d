/* test_rounding.c - whole numbers for parts of a sum (R15.63).  */

#include "config.h"

#include "base/rounding.h"

#include "tap.h"

static void
test_thirds (void)
{
  struct rounding rounding = { 0 };
  uint64_t sum = 0;
  for (int i = 0; i < 30; i++)
    {
      const uint64_t next = rounding_next (&rounding, 1.0 / 3);
      ok (next <= 1, "a third is 0 or 1");
      sum += next;
    }
  is_u64 (sum, 10, "thirty thirds are ten");
  is_u64 (rounding.whole, 10, "which are handed out");
}

static void
test_unequal (void)
{
  struct rounding rounding = { 0 };
  is_u64 (rounding_next (&rounding, 17.142857), 17, "down");
  is_u64 (rounding_next (&rounding, 6.857143), 7, "the next one gets it");
  is_u64 (rounding_next (&rounding, 0), 0, "nothing for nothing");
  is_u64 (rounding_next (&rounding, 0.5), 1, "a half is rounded up");
  is_u64 (rounding_next (&rounding, 0.5), 0, "and the next one is not");
}

static void
test_limits (void)
{
  struct rounding rounding = { 0 };
  is_u64 (rounding_next (&rounding, 1e19), 10000000000000000000u,
          "a large number");
  is_u64 (rounding_next (&rounding, 1e19), UINT64_MAX - 10000000000000000000u,
          "no more than there are numbers");
  is_u64 (rounding_next (&rounding, 1e19), 0, "then nothing");
}

int
main (void)
{
  test_thirds ();
  test_unequal ();
  test_limits ();
  return done ();
}
