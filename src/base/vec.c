/* vec.c - growable arrays with checked sizes.  */

#include "config.h"

#include "base/vec.h"

#include <stdint.h>
#include <string.h>

bool
vec_make_room (void *items_field, size_t *capacity, size_t needed, size_t size)
{
  if (needed <= *capacity)
    return true;
  size_t chosen = *capacity < SIZE_MAX / 2 ? *capacity * 2 : SIZE_MAX;
  if (chosen < 16)
    chosen = 16;
  if (chosen < needed)
    chosen = needed;
  if (chosen > SIZE_MAX / 2 / size)
    chosen = needed;
  if (chosen > SIZE_MAX / 2 / size)
    return false;

  /* The field has some "type *" type; memcpy moves the pointer without
     pretending that it is a "void *".  */
  void *items;
  memcpy (&items, items_field, sizeof items);
  items = realloc (items, chosen * size);
  if (items == NULL)
    return false;
  memcpy (items_field, &items, sizeof items);
  *capacity = chosen;
  return true;
}

void
vec_trim (void *items_field, size_t *capacity, size_t count, size_t size)
{
  const size_t chosen = count > 0 ? count : 1;
  if (chosen >= *capacity)
    return;
  void *items;
  memcpy (&items, items_field, sizeof items);
  items = realloc (items, chosen * size);
  if (items == NULL)
    return;
  memcpy (items_field, &items, sizeof items);
  *capacity = chosen;
}

void *
array_new (size_t count, size_t size)
{
  if (count > SIZE_MAX / 2 / size)
    return NULL; /* here, since sanitizers end a program that asks for it */
  return calloc (count > 0 ? count : 1, size);
}
