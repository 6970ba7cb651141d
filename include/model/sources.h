/* sources.h - interned source-file names.

   Ids count up from zero in the order of registration; listings that want the
   newest first walk them backwards (R3.15).  */

#ifndef SOURCES_H
#define SOURCES_H

#include <stdint.h>

#include "base/memory.h"

typedef uint32_t source_id;

#define SOURCE_NONE UINT32_MAX

struct sources
{
  struct arena memory;
  VEC (const char *) names;
  uint32_t *slots; /* hash table of ids + 1, 0 for free */
  size_t slot_count;
  uint64_t seed; /* differs from run to run, so that nobody can prepare names
                    that all collide; ids do not depend on it */
};

/* Set *ID to the id of NAME, registering a copy when it is new.  O(length) on
   average.  */
void sources_intern (struct sources *sources, const char *name, source_id *id);

/* The id of NAME, or SOURCE_NONE if it was not registered.  */
source_id sources_find (const struct sources *sources, const char *name);

/* The full name; ID must be valid.  Lives as long as SOURCES.  */
const char *sources_name (const struct sources *sources, source_id id);

void sources_release (struct sources *sources);

#endif
