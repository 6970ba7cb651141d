/* test_pairmap.c - a hash table from pairs of keys to numbers.  */

#include "config.h"

#include "pairmap.h"

#include "tap.h"

static void
test_first_number_stays (void)
{
  struct pairmap map = { 0 };
  is_u64 (*pairmap_enter (&map, 1, 2, 10), 10, "a new pair keeps its number");
  is_u64 (*pairmap_enter (&map, 1, 2, 11), 10, "an old pair has the first");
  is_u64 (*pairmap_enter (&map, 2, 1, 12), 12, "the order of keys matters");
  is_u64 (*pairmap_enter (&map, 0, 0, 13), 13, "zeros are a pair");
  is_u64 (*pairmap_enter (&map, 0, 0, 14), 13, "like any other");
  is_u64 (*pairmap_enter (&map, UINT64_MAX, UINT64_MAX, 15), 15,
          "so are the greatest keys");
  is_u64 (map.used, 4, "four pairs are kept");
  pairmap_release (&map);
  ok (map.slots == NULL && map.used == 0, "a released map is empty");
  is_u64 (*pairmap_enter (&map, 1, 2, 16), 16, "and has forgotten all");
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
              && *pairmap_enter (&map, 0x401000 + i / SIDE * 16,
                                 0x401000 + i % SIDE * 16, i)
                     == i;
  for (uint32_t i = 0; i < SIDE * SIDE; i++)
    found = found
            && *pairmap_enter (&map, 0x401000 + i / SIDE * 16,
                               0x401000 + i % SIDE * 16, 0)
                   == i;
  ok (entered, "%d pairs are new", SIDE * SIDE);
  ok (found, "and found again after growing");
  is_u64 (map.used, SIDE * SIDE, "each is kept once");
  ok (map.used * 2 <= map.slot_count + 2, "the table is at most half full");
  pairmap_release (&map);
}

int
main (void)
{
  test_first_number_stays ();
  test_many_pairs ();
  return done ();
}
