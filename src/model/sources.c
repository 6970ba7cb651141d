/* sources.c - interned source-file names.

   Owns copies of the names; the hash table is at most half full.  */

#include "config.h"

#include "model/sources.h"

#include <string.h>

#include "base/pairmap.h"

/* Names are not trusted, hence the seed.  The constant is odd and otherwise
   arbitrary; the shift brings down the high bits of the product.  */
static size_t
slot_for (const struct sources *sources, const uint32_t *slots,
          size_t slot_count, const char *name)
{
  uint64_t hash = sources->seed;
  for (const char *c = name; *c; c++)
    {
      hash = (hash ^ (unsigned char)*c) * 0x9e3779b97f4a7c15u;
      hash ^= hash >> 32;
    }
  size_t i = (size_t)hash & (slot_count - 1);
  while (slots[i] != 0 && strcmp (sources->names.items[slots[i] - 1], name))
    i = (i + 1) & (slot_count - 1);
  return i;
}

static void
grow (struct sources *sources)
{
  size_t slot_count = sources->slot_count ? sources->slot_count * 2 : 64;
  uint32_t *slots = array_new (slot_count, sizeof *slots);
  if (sources->seed == 0)
    sources->seed = pairmap_seed (slots);
  for (uint32_t id = 0; id < sources->names.count; id++)
    slots[slot_for (sources, slots, slot_count, sources->names.items[id])]
        = id + 1;
  free (sources->slots);
  sources->slots = slots;
  sources->slot_count = slot_count;
}

void
sources_intern (struct sources *sources, const char *name, source_id *id)
{
  if (sources->names.count * 2 >= sources->slot_count)
    grow (sources);
  uint32_t *slot = &sources->slots[slot_for (sources, sources->slots,
                                             sources->slot_count, name)];
  if (*slot == 0)
    {
      const char *copy = arena_text (&sources->memory, name, strlen (name));
      vec_push (&sources->names, copy);
      *slot = (uint32_t)sources->names.count;
    }
  *id = *slot - 1;
}

source_id
sources_find (const struct sources *sources, const char *name)
{
  if (sources->slot_count == 0)
    return SOURCE_NONE;
  const size_t i
      = slot_for (sources, sources->slots, sources->slot_count, name);
  return sources->slots[i] > 0 ? sources->slots[i] - 1 : SOURCE_NONE;
}

const char *
sources_name (const struct sources *sources, source_id id)
{
  return sources->names.items[id];
}

void
sources_release (struct sources *sources)
{
  arena_release (&sources->memory);
  vec_release (&sources->names);
  free (sources->slots);
  *sources = (struct sources){ 0 };
}
