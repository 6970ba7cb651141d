/* arena.c - memory that is freed together.

   Owns a chain of blocks, newest first; big requests get a block of their
   own.  */

#include "config.h"

#include "base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum
{
  BLOCK_SIZE = 64 * 1024
};

struct arena_block
{
  struct arena_block *older;
  size_t used, size;
  alignas (max_align_t) unsigned char bytes[];
};

void *
arena_alloc (struct arena *arena, size_t size)
{
  const size_t unit = alignof (max_align_t);
  if (size > SIZE_MAX / 2)
    return NULL;
  size_t wanted = (size + unit - 1) / unit * unit;
  struct arena_block *block = arena->blocks;
  if (block == NULL || block->size - block->used < wanted)
    {
      size_t capacity = wanted > BLOCK_SIZE ? wanted : BLOCK_SIZE;
      block = malloc (sizeof *block + capacity);
      if (block == NULL)
        return NULL;
      *block = (struct arena_block){ arena->blocks, 0, capacity };
      arena->blocks = block;
    }
  void *memory = block->bytes + block->used;
  block->used += wanted;
  return memory;
}

char *
arena_text (struct arena *arena, const char *text, size_t length)
{
  char *copy = length < SIZE_MAX ? arena_alloc (arena, length + 1) : NULL;
  if (copy != NULL)
    {
      memcpy (copy, text, length);
      copy[length] = '\0';
    }
  return copy;
}

void
arena_release (struct arena *arena)
{
  while (arena->blocks != NULL)
    {
      struct arena_block *block = arena->blocks;
      arena->blocks = block->older;
      free (block);
    }
}
