/* test_rounding.c - whole numbers for parts of a sum (R15.45, R15.63).  */

#include "config.h"

#include "base/rounding.h"

#include <stdbool.h>

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

static void
check_all (const double *parts, size_t count, double sum,
           const uint64_t *expected, const char *what)
{
  uint64_t whole[4] = { 0 };
  bool same = true;
  rounding_all (whole, parts, count, rounding_half_up (sum));
  for (size_t i = 0; i < count; i++)
    same = same && whole[i] == expected[i];
  ok (same, "all at once: %s", what);
}

static void
test_all (void)
{
  check_all ((const double[]){ 1.2, 1.6, 1.2 }, 3, 4,
             (const uint64_t[]){ 1, 2, 1 }, "the largest remainder");
  check_all ((const double[]){ 1.5, 1.5, 1.5, 1.5 }, 4, 6,
             (const uint64_t[]){ 2, 2, 1, 1 }, "the first of equal ones");
  check_all ((const double[]){ 0.25, 0.25 }, 2, 0.5,
             (const uint64_t[]){ 1, 0 }, "a sum of one half");
  check_all ((const double[]){ 3 }, 1, 7, (const uint64_t[]){ 7 },
             "more than the parts");
  check_all ((const double[]){ 3, 3 }, 2, 4, (const uint64_t[]){ 3, 1 },
             "less than the parts");
  check_all ((const double[]){ 1e300, 1 }, 2, 1e300,
             (const uint64_t[]){ INT64_MAX, 0 }, "more than 63 bits");
  check_all (NULL, 0, 0, NULL, "nothing");
}

int
main (void)
{
  test_all ();
  test_thirds ();
  test_unequal ();
  test_limits ();
  return done ();
}
