/* vec.h - growable arrays with checked sizes.

   VEC (type) declares the three fields; a zeroed one is empty.  The element
   array is released with free.  */

#ifndef VEC_H
#define VEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#define VEC(type)                                                             \
  struct                                                                      \
  {                                                                           \
    type *items;                                                              \
    size_t count, capacity;                                                   \
  }

/* Make room for NEEDED elements of SIZE bytes.  ITEMS_FIELD is the address
   of the pointer to the elements.  At least doubles, so pushing is O(1) on
   average.  False, with nothing changed, when memory has run out or the size
   would overflow.  */
bool vec_make_room (void *items_field, size_t *capacity, size_t needed,
                    size_t size);

#define vec_reserve(vec, needed)                                              \
  ((needed) <= (vec)->capacity                                                \
   || vec_make_room (&(vec)->items, &(vec)->capacity, (needed),               \
                     sizeof *(vec)->items))

/* Make room for NEEDED elements in VEC, which has no memory yet.  What is in
   them is zero, and large memory takes no room until it is written.  False
   when memory has run out or the size would overflow.  */
#define vec_reserve_zeroed(vec, needed)                                       \
  ((vec)->items = array_new ((needed), sizeof *(vec)->items),                 \
   (vec)->capacity = (vec)->items != NULL ? (needed) : 0,                     \
   (vec)->items != NULL)

/* Append VALUE; false when memory has run out.  */
#define vec_push(vec, value)                                                  \
  (vec_reserve ((vec), (vec)->count + 1)                                      \
   && ((vec)->items[(vec)->count++] = (value), true))

/* Where element INDEX, at most COUNT, is; null in a vector without memory,
   since C does not even allow adding 0 to null.  */
#define vec_at(vec, index)                                                    \
  ((vec)->items != NULL ? (vec)->items + (index) : NULL)

#define vec_release(vec)                                                      \
  (free ((vec)->items), (vec)->items = NULL,                                  \
   (void)((vec)->count = (vec)->capacity = 0))

/* An array that does not grow any more, under the names that it has in a
   vector.  Released with free.  */
#define ARRAY(type)                                                           \
  struct                                                                      \
  {                                                                           \
    type *items;                                                              \
    size_t count;                                                             \
  }

/* Give back the memory of what is beyond COUNT elements of SIZE bytes, or
   beyond the first one.  Nothing changes if that fails.  */
void vec_trim (void *items_field, size_t *capacity, size_t count, size_t size);

/* Move the elements of VEC, which is empty then, to *ARRAY, and free the
   memory for more of them.  */
#define vec_hand_over(vec, array)                                             \
  (vec_trim (&(vec)->items, &(vec)->capacity, (vec)->count,                   \
             sizeof *(vec)->items),                                           \
   (array)->items = (vec)->items, (array)->count = (vec)->count,              \
   (vec)->items = NULL, (void)((vec)->count = (vec)->capacity = 0))

/* COUNT zeroed elements of SIZE bytes, never null for COUNT 0; null when
   memory has run out or the product overflows.  Released with free.  */
void *array_new (size_t count, size_t size);

#endif
