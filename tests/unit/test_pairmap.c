/* test_pairmap.c - a hash table from pairs of keys to numbers.  */

#include "config.h"

#include "base/pairmap.h"

#include "rng.h"
#include "tap.h"

static void
test_first_number_stays (void)
{
  struct pairmap map = { 0 };
  is_u64 (pairmap_enter (&map, 1, 2, 10), 10, "a new pair keeps its number");
  is_u64 (pairmap_enter (&map, 1, 2, 11), 10, "an old pair has the first");
  is_u64 (pairmap_enter (&map, 2, 1, 12), 12, "the order of keys matters");
  is_u64 (pairmap_enter (&map, 0, 0, 13), 13, "zeros are a pair");
  is_u64 (pairmap_enter (&map, 0, 0, 14), 13, "like any other");
  is_u64 (pairmap_enter (&map, UINT64_MAX, UINT64_MAX, 15), 15,
          "so are the greatest keys");
  is_u64 (map.entries.count, 4, "four pairs are kept");
  pairmap_release (&map);
  ok (map.slots == NULL && map.entries.count == 0, "a released map is empty");
  is_u64 (pairmap_enter (&map, 1, 2, 16), 16, "and has forgotten all");
  pairmap_release (&map);
}

/* Addresses of calls as they come: aligned, close together.  */
static void
test_many_pairs (void)
{
  enum
  {
    SIDE = 300
  };
  struct pairmap map = { 0 };
  bool entered = true, found = true;
  for (uint32_t i = 0; i < SIDE * SIDE; i++)
    entered = entered
              && pairmap_enter (&map, 0x401000 + i / SIDE * 16,
                                0x401000 + i % SIDE * 16, i)
                     == i;
  for (uint32_t i = 0; i < SIDE * SIDE; i++)
    found = found
            && pairmap_enter (&map, 0x401000 + i / SIDE * 16,
                              0x401000 + i % SIDE * 16, 0)
                   == i;
  ok (entered, "%d pairs are new", SIDE * SIDE);
  ok (found, "and found again after growing");
  is_u64 (map.entries.count, SIDE * SIDE, "each is kept once");
  ok (map.entries.count * 3 <= map.slot_count * 2,
      "a third of the slots is free");
  pairmap_release (&map);
}

/* The seed decides where a pair is kept, never which number.  */
static void
test_seeds (void)
{
  enum
  {
    PAIRS = 200000
  };
  struct pairmap maps[]
      = { { .seed = 0 }, { .seed = 1 }, { .seed = UINT64_MAX } };
  struct rng rng = { 41 };
  bool same = true;
  for (uint32_t i = 0; i < PAIRS; i++)
    {
      const uint64_t first = rng_below (&rng, 500);
      const uint64_t second = rng_below (&rng, 500);
      const uint32_t number = pairmap_enter (&maps[0], first, second, i);
      same = same && pairmap_enter (&maps[1], first, second, i) == number
             && pairmap_enter (&maps[2], first, second, i) == number;
    }
  ok (same, "%d pairs have the same numbers, whatever the seed", PAIRS);
  ok (maps[0].seed != 0, "a map without seed chose one");
  ok (maps[1].seed == 1 && maps[2].seed == UINT64_MAX, "others keep theirs");
  is_u64 (maps[1].entries.count, maps[0].entries.count,
          "all have as many pairs");
  is_u64 (maps[2].entries.count, maps[0].entries.count, "each only once");
  for (size_t i = 0; i < 3; i++)
    pairmap_release (&maps[i]);
}

/* Without a seed these pairs would all have one hash, and a lookup of the last
   would pass by all others: the second key cancels the first one's part in the
   hash.  */
static void
test_prepared_pairs (void)
{
  enum
  {
    PAIRS = 200000
  };
  struct pairmap map = { 0 };
  bool found = true;
  for (uint32_t round = 0; round < 2; round++)
    for (uint32_t i = 0; i < PAIRS; i++)
      {
        uint64_t part = i * UINT64_C (0x9e3779b97f4a7c15);
        part ^= part >> 32;
        found = found && pairmap_enter (&map, i, 0 - part, round ? 0 : i) == i;
      }
  ok (found, "%d pairs that were made to collide are kept", PAIRS);
  is_u64 (map.entries.count, PAIRS, "each once");
  pairmap_release (&map);
}

int
main (void)
{
  test_first_number_stays ();
  test_many_pairs ();
  test_seeds ();
  test_prepared_pairs ();
  return done ();
}
