/* pairmap.c - a hash table from pairs of 64-bit keys to 32-bit numbers.

   Open addressing with linear probing, at most half full.  */

#include "config.h"

#include "pairmap.h"

#include <stdlib.h>
#include <time.h>

#include "vec.h"

/* Spread both keys over all bits; the constants are odd and otherwise
   arbitrary.  */
static size_t
spread (uint64_t seed, uint64_t first, uint64_t second)
{
  uint64_t mixed = (first ^ seed) * 0x9e3779b97f4a7c15u;
  mixed ^= mixed >> 32;
  mixed = (mixed + second) * (seed | 1);
  mixed ^= mixed >> 31;
  mixed *= 0xd1b54a32d192ed03u;
  return (size_t)(mixed ^ mixed >> 29);
}

/* A number that the author of a file cannot know: from the clock and from
   where the system put our memory.  */
static uint64_t
make_seed (const void *memory)
{
  struct timespec now = { 0 };
  clock_gettime (CLOCK_REALTIME, &now);
  uint64_t seed = (uint64_t)now.tv_nsec * 0xff51afd7ed558ccdu;
  seed ^= (uint64_t)now.tv_sec ^ (uint64_t)(uintptr_t)memory << 20;
  return seed * 0xc4ceb9fe1a85ec53u ^ seed >> 33;
}

static struct pairmap_slot *
slot_of (const struct pairmap *map, uint64_t first, uint64_t second)
{
  const size_t mask = map->slot_count - 1;
  size_t i = spread (map->seed, first, second) & mask;
  while (map->slots[i].used
         && (map->slots[i].first != first || map->slots[i].second != second))
    i = (i + 1) & mask;
  return &map->slots[i];
}

static bool
grow (struct pairmap *map)
{
  struct pairmap larger
      = { .slot_count = map->slot_count * 2, .seed = map->seed };
  if (larger.slot_count == 0)
    larger.slot_count = 64;
  larger.slots = array_new (larger.slot_count, sizeof *larger.slots);
  if (larger.slots == NULL)
    return false;
  if (larger.seed == 0)
    larger.seed = make_seed (larger.slots);
  for (size_t i = 0; i < map->slot_count; i++)
    {
      const struct pairmap_slot *slot = &map->slots[i];
      if (slot->used)
        *slot_of (&larger, slot->first, slot->second) = *slot;
    }
  larger.used = map->used;
  free (map->slots);
  *map = larger;
  return true;
}

const uint32_t *
pairmap_enter (struct pairmap *map, uint64_t first, uint64_t second,
               uint32_t number)
{
  if (map->used * 2 >= map->slot_count && !grow (map))
    return NULL;
  struct pairmap_slot *slot = slot_of (map, first, second);
  if (!slot->used)
    {
      *slot = (struct pairmap_slot){ first, second, number, true };
      map->used++;
    }
  return &slot->number;
}

const uint32_t *
pairmap_find (const struct pairmap *map, uint64_t first, uint64_t second)
{
  if (map->slot_count == 0)
    return NULL;
  const struct pairmap_slot *slot = slot_of (map, first, second);
  return slot->used ? &slot->number : NULL;
}

void
pairmap_release (struct pairmap *map)
{
  free (map->slots);
  *map = (struct pairmap){ 0 };
}
