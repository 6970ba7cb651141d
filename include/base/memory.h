/* memory.h - memory: plain, in growable arrays, and such as is freed together.

   None of these functions fails: where the system has no memory, what can be
   done without is given back (memory_set_relief), and if that does not help, the
   run ends with one line and status 1.  They are for the main thread; others may
   not end the run.  */

#ifndef MEMORY_H
#define MEMORY_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#if defined __GNUC__
#define MEMORY_PRINTF(string, first)                                          \
  __attribute__ ((format (printf, string, first)))
#else
#define MEMORY_PRINTF(string, first)
#endif

/* SIZE bytes.  Released with free.  */
void *memory_new (size_t size);

/* COUNT zeroed elements of SIZE bytes, never null.  Released with free.  */
void *array_new (size_t count, size_t size);

/* Those at OLD, which may be null, with room for SIZE bytes.  */
void *memory_grow (void *old, size_t size);

/* A copy of TEXT, or of its first LENGTH bytes; or what printf would print.
   Released with free.  */
char *memory_text (const char *text);
char *memory_part (const char *text, size_t length);
char *memory_format (const char *format, ...) MEMORY_PRINTF (1, 2);
char *memory_vformat (const char *format, va_list arguments)
    MEMORY_PRINTF (1, 0);

/* --- Too little of it ---------------------------------------------------- */

/* An owner of memory or descriptors that it can do without.  GIVE_BACK
   releases them and returns whether there were any; the second time there are
   none.  */
struct relief
{
  bool (*give_back) (void *owner);
  void *owner;
};

/* Let RELIEF, which is borrowed, be asked before a lack of memory ends the run;
   null for nobody.  */
void memory_set_relief (const struct relief *relief);

/* To be called when memory or descriptors have run out: true if some were
   released, so that a second attempt may succeed.  Otherwise errno stays.  */
bool memory_relieve (void);

/* Let TELL (OWNER) be called before a lack of memory ends the run: it cleans up,
   and prints the line that says so.  */
void memory_start (void (*tell) (void *owner), void *owner);

/* Memory has run out, in a library: end the run.  */
_Noreturn void memory_lacking (void);

/* --- Growable arrays ----------------------------------------------------- */

/* VEC (type) declares the three fields; a zeroed one is empty.  The element
   array is released with free.  */
#define VEC(type)                                                             \
  struct                                                                      \
  {                                                                           \
    type *items;                                                              \
    size_t count, capacity;                                                   \
  }

/* Make room for NEEDED elements of SIZE bytes.  ITEMS_FIELD is the address
   of the pointer to the elements.  At least doubles, so pushing is O(1) on
   average.  */
void vec_make_room (void *items_field, size_t *capacity, size_t needed,
                    size_t size);

#define vec_reserve(vec, needed)                                              \
  ((needed) <= (vec)->capacity                                                \
       ? (void)0                                                              \
       : vec_make_room (&(vec)->items, &(vec)->capacity, (needed),            \
                        sizeof *(vec)->items))

/* Make room for NEEDED elements in VEC, which has no memory yet.  What is in
   them is zero, and large memory takes no room until it is written.  */
#define vec_reserve_zeroed(vec, needed)                                       \
  ((vec)->items = array_new ((needed), sizeof *(vec)->items),                 \
   (void)((vec)->capacity = (needed)))

/* Append VALUE.  */
#define vec_push(vec, value)                                                  \
  (vec_reserve ((vec), (vec)->count + 1),                                     \
   (void)((vec)->items[(vec)->count++] = (value)))

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

/* --- Memory that is freed together --------------------------------------- */

/* A zeroed struct arena is empty and ready.  What it hands out lives until
   arena_release and is never freed alone.  */

struct arena_block;

struct arena
{
  struct arena_block *blocks;
};

/* SIZE bytes aligned for any type.  */
void *arena_alloc (struct arena *arena, size_t size);

/* A copy of the LENGTH bytes at TEXT with a NUL added.  */
char *arena_text (struct arena *arena, const char *text, size_t length);

/* What printf would print.  */
char *arena_format (struct arena *arena, const char *format, ...)
    MEMORY_PRINTF (2, 3);

void arena_release (struct arena *arena);

/* --- Large pages --------------------------------------------------------- */

/* Let the C library take memory from the kernel in one piece and in large
   pages, since tens of megabytes will be needed.  Costs about 0.1 ms and up to
   two megabytes.  */
void large_pages_expect (void);

#endif
