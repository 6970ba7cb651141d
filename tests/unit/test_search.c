/* test_search.c - the binary search.  */

#include "config.h"

#include "base/search.h"

#include <stdint.h>

#include "tap.h"

struct range
{
  uint64_t start, end;
};

static const struct range ranges[]
    = { { 0, 10 }, { 10, 20 }, { 20, 20 }, { 20, 20 }, { 30, UINT64_MAX } };

enum
{
  COUNT = sizeof ranges / sizeof *ranges
};

static size_t
first_ending_above (uint64_t pc)
{
  size_t i;
  search_first (i, 0, COUNT, ranges[i].end > pc);
  return i;
}

static void
test_members (void)
{
  is_u64 (first_ending_above (0), 0, "below all ends");
  is_u64 (first_ending_above (9), 0, "just below the first end");
  is_u64 (first_ending_above (10), 1, "at an end");
  is_u64 (first_ending_above (20), 4, "behind several equal ones");
  is_u64 (first_ending_above (UINT64_MAX), COUNT, "above all");
  size_t i;
  search_first (i, 0, COUNT, ranges[i].start >= 20);
  is_u64 (i, 2, "the first of several equal ones");
}

/* In every part of every short array, wherever the claim begins to hold.  */
static void
test_all_parts (void)
{
  enum
  {
    MOST = 33
  };
  unsigned wrong = 0, too_many = 0, outside = 0;
  for (size_t from = 0; from <= MOST; from++)
    for (size_t to = from; to <= MOST; to++)
      for (size_t first = 0; first <= MOST; first++)
        {
          unsigned questions = 0, log = 0;
          size_t i;
          search_first (i, from, to,
                        (questions++, outside += i < from || i >= to,
                         i >= first));
          while ((to - from) >> log != 0)
            log++;
          wrong += i != (first < from ? from : first > to ? to : first);
          too_many += questions > log;
        }
  is_u64 (wrong, 0, "all parts of arrays of up to 33");
  is_u64 (outside, 0, "nothing else is looked at");
  is_u64 (too_many, 0, "in as many steps as the number has binary digits");
}

/* FROM greater than any sum of two may be.  */
static void
test_large_numbers (void)
{
  size_t i;
  search_first (i, SIZE_MAX - 9, SIZE_MAX, i >= SIZE_MAX - 3);
  is_u64 (i, SIZE_MAX - 3, "no sum overflows");
  search_first (i, 0, SIZE_MAX, i > SIZE_MAX / 2);
  is_u64 (i, SIZE_MAX / 2 + 1, "of all numbers that there are");
}

int
main (void)
{
  test_members ();
  test_all_parts ();
  test_large_numbers ();
  return done ();
}
