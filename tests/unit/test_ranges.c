/* test_ranges.c - ranges of addresses that must not overlap.  */

#include "config.h"

#include "model/profile_builder.h"

#include "rng.h"
#include "tap.h"

static void
test_overlaps (void)
{
  struct ranges ranges = { 0 };
  is_u64 (ranges_add (&ranges, 0x1000, 0x1010, 7), RANGE_NONE,
          "a first range");
  is_u64 (ranges_add (&ranges, 0x1010, 0x1020, 8), RANGE_NONE,
          "touching its end");
  is_u64 (ranges_add (&ranges, 0xff0, 0x1000, 9), RANGE_NONE,
          "touching its start");
  is_u64 (ranges_add (&ranges, 0x1004, 0x1008, 1), 7, "inside");
  is_u64 (ranges_add (&ranges, 0x1000, 0x1010, 1), 7, "the same");
  is_u64 (ranges_add (&ranges, 0x101f, 0x1040, 1), 8, "across an end");
  is_u64 (ranges_add (&ranges, 0xf00, 0xff1, 1), 9, "across a start");
  is_u64 (ranges_add (&ranges, 0, UINT64_MAX, 1), 9,
          "around them all, of which the lowest is told");
  is_u64 (ranges_add (&ranges, 0x1020, 0x1040, 2), RANGE_NONE,
          "none of these was added");
  is_u64 (ranges_add (&ranges, 0, 1, 3), RANGE_NONE, "the first address");
  is_u64 (ranges_add (&ranges, UINT64_MAX - 1, UINT64_MAX, 4), RANGE_NONE,
          "and the last");
  ranges_release (&ranges);
  is_u64 (ranges_add (&ranges, 0x1004, 0x1008, 1), RANGE_NONE,
          "nothing is left after a release");
  ranges_release (&ranges);
}

/* The greatest depth of a tree of COUNT nodes: node and right child may have
   one level, never three in a row, so a level has two nodes at most on a way
   down and its subtree at least 2^level - 1 nodes.  */
static unsigned
most_levels (size_t count)
{
  unsigned bits = 0;
  while (((size_t)1 << bits) <= count + 1)
    bits++;
  return 2 * bits;
}

static unsigned
depth (const struct ranges *ranges, uint32_t at)
{
  const struct ranges_node *node = &ranges->nodes.items[at];
  if (at == 0)
    return 0;
  const unsigned left = depth (ranges, node->left);
  const unsigned right = depth (ranges, node->right);
  return 1 + (left > right ? left : right);
}

/* Where the I-th of COUNT ranges lies.  */
typedef uint32_t place_of (uint32_t i, uint32_t count);

static uint32_t
ascending (uint32_t i, uint32_t count)
{
  (void)count;
  return i;
}

static uint32_t
descending (uint32_t i, uint32_t count)
{
  return count - 1 - i;
}

static uint32_t
from_both_ends (uint32_t i, uint32_t count)
{
  return i % 2 == 0 ? i / 2 : count - 1 - i / 2;
}

static uint32_t
from_the_middle (uint32_t i, uint32_t count)
{
  return i % 2 == 0 ? count / 2 + i / 2 : count / 2 - 1 - i / 2;
}

/* 7919 is a prime and divides no power of two.  */
static uint32_t
scattered (uint32_t i, uint32_t count)
{
  return (uint32_t)((uint64_t)i * 7919 % count);
}

/* In every order of insertion each range costs a logarithm of steps: twice as
   many ranges make the walk down at most two steps longer, not twice as
   long.  */
static void
test_orders (void)
{
  static place_of *const orders[]
      = { ascending, descending, from_both_ends, from_the_middle, scattered };
  static const char *const names[]
      = { "ascending", "descending", "from both ends", "from the middle",
          "scattered" };
  for (size_t k = 0; k < sizeof orders / sizeof *orders; k++)
    for (uint32_t count = 8192; count <= 65536; count *= 2)
      {
        struct ranges ranges = { 0 };
        size_t added = 0, found = 0;
        for (uint32_t i = 0; i < count; i++)
          {
            const uint64_t low = 64 * (uint64_t)orders[k](i, count);
            added += ranges_add (&ranges, low, low + 64, i) == RANGE_NONE;
          }
        for (uint32_t i = 0; i < count; i++)
          {
            const uint64_t low = 64 * (uint64_t)orders[k](i, count);
            found += ranges_add (&ranges, low + 63, low + 64, i) == i;
          }
        const unsigned steps = depth (&ranges, ranges.root);
        ok (added == count && found == count, "%u ranges, %s", count,
            names[k]);
        ok (steps <= most_levels (count), "at most %u steps: %u",
            most_levels (count), steps);
        ranges_release (&ranges);
      }
}

/* Against looking at all of them.  */
static void
test_random (void)
{
  enum
  {
    ROUNDS = 300,
    MOST = 60
  };
  struct rng rng = { 5 };
  bool same = true;
  unsigned overlapping = 0;
  for (unsigned round = 0; round < ROUNDS; round++)
    {
      struct ranges ranges = { 0 };
      uint64_t lows[MOST], highs[MOST];
      uint32_t count = 0;
      for (unsigned i = 0; i < MOST; i++)
        {
          const uint64_t low = rng_below (&rng, 400);
          const uint64_t high = low + 1 + rng_below (&rng, 9);
          bool overlaps = false;
          uint64_t lowest = UINT64_MAX;
          for (uint32_t j = 0; j < count; j++)
            if (low < highs[j] && lows[j] < high)
              {
                overlaps = true;
                lowest = lows[j] < lowest ? lows[j] : lowest;
              }
          const uint32_t other = ranges_add (&ranges, low, high, count);
          same = same && (other != RANGE_NONE) == overlaps
                 && (!overlaps || (other < count && lows[other] == lowest));
          overlapping += overlaps;
          if (!overlaps)
            {
              lows[count] = low;
              highs[count++] = high;
            }
        }
      ranges_release (&ranges);
    }
  ok (same, "%d times %d random ranges overlap where they do", ROUNDS, MOST);
  ok (overlapping > ROUNDS && overlapping < ROUNDS * (MOST - 5),
      "%u of them do", overlapping);
}

int
main (void)
{
  test_overlaps ();
  test_orders ();
  test_random ();
  return done ();
}
