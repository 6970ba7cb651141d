/* pairmap.c - a hash table from pairs of 64-bit keys to 32-bit numbers.

   Open addressing with linear probing.  Slots are small, so that the table
   stays in the processor's caches long after the entries do not.  */

#include "config.h"

#include "base/pairmap.h"

#include <stdlib.h>
#include <time.h>

/* Spread both keys over all bits; the constants are odd and otherwise
   arbitrary.  */
static uint32_t
spread (uint64_t seed, uint64_t first, uint64_t second)
{
  uint64_t mixed = (first ^ seed) * 0x9e3779b97f4a7c15u;
  mixed ^= mixed >> 32;
  mixed = (mixed + second) * (seed | 1);
  mixed ^= mixed >> 31;
  mixed *= 0xd1b54a32d192ed03u;
  return (uint32_t)((mixed ^ mixed >> 29) >> 16);
}

/* From the clock and from an address that the system chose.  */
uint64_t
pairmap_seed (const void *memory)
{
  struct timespec now = { 0 };
  clock_gettime (CLOCK_REALTIME, &now);
  uint64_t seed = (uint64_t)now.tv_nsec * 0xff51afd7ed558ccdu;
  seed ^= (uint64_t)now.tv_sec ^ (uint64_t)(uintptr_t)memory << 20;
  return seed * 0xc4ceb9fe1a85ec53u ^ seed >> 33;
}

/* The slot of the pair with HASH, or the free one where it would go.  */
static struct pairmap_slot *
slot_of (const struct pairmap *map, uint32_t hash, uint64_t first,
         uint64_t second)
{
  const size_t mask = map->slot_count - 1;
  for (size_t i = hash & mask;; i = (i + 1) & mask)
    {
      struct pairmap_slot *slot = &map->slots[i];
      if (slot->entry == 0)
        return slot;
      if (slot->hash != hash)
        continue;
      const struct pairmap_entry *entry = &map->entries.items[slot->entry - 1];
      if (entry->first == first && entry->second == second)
        return slot;
    }
}

static void
grow (struct pairmap *map)
{
  if (map->slot_count > (size_t)1 << 31)
    memory_lacking ();
  const size_t count = map->slot_count > 0 ? map->slot_count * 2 : 64;
  struct pairmap_slot *slots = array_new (count, sizeof *slots);
  if (map->seed == 0)
    map->seed = pairmap_seed (slots);
  for (size_t i = 0; i < map->slot_count; i++)
    {
      if (map->slots[i].entry == 0)
        continue;
      size_t to = map->slots[i].hash & (count - 1);
      while (slots[to].entry != 0)
        to = (to + 1) & (count - 1);
      slots[to] = map->slots[i];
    }
  free (map->slots);
  map->slots = slots;
  map->slot_count = count;
}

uint32_t
pairmap_enter (struct pairmap *map, uint64_t first, uint64_t second,
               uint32_t number)
{
  if (map->entries.count >= map->slot_count / 3 * 2)
    grow (map);
  const uint32_t hash = spread (map->seed, first, second);
  struct pairmap_slot *slot = slot_of (map, hash, first, second);
  if (slot->entry == 0)
    {
      const struct pairmap_entry entry = { first, second, number };
      vec_push (&map->entries, entry);
      *slot = (struct pairmap_slot){ hash, (uint32_t)map->entries.count };
    }
  return map->entries.items[slot->entry - 1].number;
}

const uint32_t *
pairmap_find (const struct pairmap *map, uint64_t first, uint64_t second)
{
  if (map->slot_count == 0)
    return NULL;
  const uint32_t hash = spread (map->seed, first, second);
  const struct pairmap_slot *slot = slot_of (map, hash, first, second);
  return slot->entry != 0 ? &map->entries.items[slot->entry - 1].number : NULL;
}

void
pairmap_release (struct pairmap *map)
{
  vec_release (&map->entries);
  free (map->slots);
  *map = (struct pairmap){ 0 };
}
