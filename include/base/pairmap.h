/* pairmap.h - a hash table from pairs of 64-bit keys to 32-bit numbers.

   Arcs are pairs of addresses in a profile and pairs of symbols in the call
   graph; both want "seen before, and where".  A zeroed struct is empty.
   The slot of a pair depends on a seed, so that nobody can prepare a file
   whose pairs all collide; results do not depend on it.  */

#ifndef PAIRMAP_H
#define PAIRMAP_H

#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"

struct pairmap_entry
{
  uint64_t first, second;
  uint32_t number;
};

/* Where an entry is found.  The hash decides nearly always without a look at
   the entry, and lets the table grow without one.  */
struct pairmap_slot
{
  uint32_t hash;
  uint32_t entry; /* index + 1, or 0 if the slot is free */
};

/* Slots are at most two thirds full: 36 to 48 bytes per pair, and room for the
   entries to grow.  */
struct pairmap
{
  VEC (struct pairmap_entry) entries; /* in the order of entering */
  struct pairmap_slot *slots;
  size_t slot_count; /* zero or a power of two, at most 2^32 */
  uint64_t seed;     /* differs from run to run */
};

/* A seed that the author of a file cannot know, also for other hash tables;
   MEMORY is any address of the caller's.  */
uint64_t pairmap_seed (const void *memory);

/* The number kept for (FIRST, SECOND).  A new pair is entered with NUMBER; there
   is memory for two thirds of 2^32 pairs.  O(1) on average.  */
uint32_t pairmap_enter (struct pairmap *map, uint64_t first, uint64_t second,
                        uint32_t number);

/* The number kept for (FIRST, SECOND), or null if that was not entered.  */
const uint32_t *pairmap_find (const struct pairmap *map, uint64_t first,
                              uint64_t second);

void pairmap_release (struct pairmap *map);

#endif
