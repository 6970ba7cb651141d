/* arena.h - memory that is freed together.

   A zeroed struct arena is empty and ready.  What it hands out lives until
   arena_release and is never freed alone.  */

#ifndef ARENA_H
#define ARENA_H

#include <stddef.h>

struct arena_block;

struct arena
{
  struct arena_block *blocks;
};

/* SIZE bytes aligned for any type, or null when memory has run out.  */
void *arena_alloc (struct arena *arena, size_t size);

/* A copy of the LENGTH bytes at TEXT with a NUL added, or null.  */
char *arena_text (struct arena *arena, const char *text, size_t length);

void arena_release (struct arena *arena);

#endif
