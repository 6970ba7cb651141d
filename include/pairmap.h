/* pairmap.h - a hash table from pairs of 64-bit keys to 32-bit numbers.

   Arcs are pairs of addresses in a profile and pairs of symbols in the call
   graph; both want "seen before, and where".  A zeroed struct is empty.
   Where a pair is kept depends on a seed, so that nobody can prepare a file
   whose pairs all collide; what is kept does not.  */

#ifndef PAIRMAP_H
#define PAIRMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pairmap_slot
{
  uint64_t first, second;
  uint32_t number;
  bool used;
};

struct pairmap
{
  struct pairmap_slot *slots;
  size_t slot_count; /* zero or a power of two */
  size_t used;
  uint64_t seed; /* differs from run to run */
};

/* The number kept for (FIRST, SECOND).  A new pair is entered with NUMBER.
   Returns a pointer valid until the next call, or null when memory has run
   out.  O(1) on average.  */
const uint32_t *pairmap_enter (struct pairmap *map, uint64_t first,
                               uint64_t second, uint32_t number);

/* The number kept for (FIRST, SECOND), or null if that was not entered.  */
const uint32_t *pairmap_find (const struct pairmap *map, uint64_t first,
                              uint64_t second);

void pairmap_release (struct pairmap *map);

#endif
