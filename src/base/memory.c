/* memory.c - memory, without which a run ends.  */

#include "config.h"

#include "base/memory.h"

#ifdef HAVE_LIBIBERTY_DEMANGLE_H
#include <libiberty/libiberty.h>
#else
#include <libiberty.h>
#endif
#include <stdalign.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

/* What happens when there is none: a matter of the process, like its standard
   descriptors.  */
static struct
{
  const struct relief *relief;
  void (*tell) (void *owner);
  void *owner;
} lack;

/* --- Too little of it ---------------------------------------------------- */

void
memory_start (void (*tell) (void *owner), void *owner)
{
  lack.tell = tell;
  lack.owner = owner;
}

void
memory_set_relief (const struct relief *relief)
{
  lack.relief = relief;
}

bool
memory_relieve (void)
{
  return lack.relief != NULL && lack.relief->give_back (lack.relief->owner);
}

_Noreturn void
memory_lacking (void)
{
  if (lack.tell != NULL)
    lack.tell (lack.owner);
  exit (EXIT_FAILURE);
}

/* --- Plain --------------------------------------------------------------- */

/* COUNT times SIZE, which no memory is large enough for if that overflows; at
   least 1.  */
static size_t
size_of (size_t count, size_t size)
{
  if (size > 0 && count > SIZE_MAX / 2 / size)
    memory_lacking ();
  return count * size > 0 ? count * size : 1;
}

void *
memory_grow (void *old, size_t size)
{
  const size_t wanted = size_of (size, 1);
  void *memory;
  while ((memory = realloc (old, wanted)) == NULL)
    if (!memory_relieve ())
      memory_lacking ();
  return memory;
}

void *
memory_new (size_t size)
{
  return memory_grow (NULL, size);
}

void *
array_new (size_t count, size_t size)
{
  const size_t wanted = size_of (count, size);
  void *memory;
  while ((memory = calloc (wanted, 1)) == NULL)
    if (!memory_relieve ())
      memory_lacking ();
  return memory;
}

char *
memory_part (const char *text, size_t length)
{
  char *copy = memory_new (length + 1);
  memcpy (copy, text, length);
  copy[length] = '\0';
  return copy;
}

char *
memory_text (const char *text)
{
  return memory_part (text, strlen (text));
}

char *
memory_vformat (const char *format, va_list arguments)
{
  va_list again;
  va_copy (again, arguments);
  const int length = vsnprintf (NULL, 0, format, again);
  va_end (again);
  const size_t size = length > 0 ? (size_t)length + 1 : 1;
  char *text = memory_new (size);
  text[0] = '\0';
  vsnprintf (text, size, format, arguments);
  return text;
}

char *
memory_format (const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  char *text = memory_vformat (format, arguments);
  va_end (arguments);
  return text;
}

/* --- For libiberty and libbfd ------------------------------------------- */

/* In place of libiberty's own, which have a message of two lines.  */

void *
xmalloc (size_t size)
{
  return memory_new (size);
}

void *
xcalloc (size_t count, size_t size)
{
  return array_new (count, size);
}

void *
xrealloc (void *old, size_t size)
{
  return memory_grow (old, size);
}

void
xmalloc_failed (size_t size)
{
  (void)size;
  memory_lacking ();
}

void
xmalloc_set_program_name (const char *name)
{
  (void)name;
}

/* --- Growable arrays ----------------------------------------------------- */

void
vec_make_room (void *items_field, size_t *capacity, size_t needed, size_t size)
{
  if (needed <= *capacity)
    return;
  size_t chosen = *capacity < SIZE_MAX / 2 ? *capacity * 2 : SIZE_MAX;
  if (chosen < 16)
    chosen = 16;
  if (chosen < needed || chosen > SIZE_MAX / 2 / size)
    chosen = needed;

  /* The field has some "type *" type; memcpy moves the pointer without
     pretending that it is a "void *".  */
  void *items;
  memcpy (&items, items_field, sizeof items);
  items = memory_grow (items, size_of (chosen, size));
  memcpy (items_field, &items, sizeof items);
  *capacity = chosen;
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

/* --- Memory that is freed together --------------------------------------- */

/* Owns a chain of blocks, newest first; big requests get a block of their
   own.  */

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
    memory_lacking ();
  size_t wanted = (size + unit - 1) / unit * unit;
  struct arena_block *block = arena->blocks;
  if (block == NULL || block->size - block->used < wanted)
    {
      size_t capacity = wanted > BLOCK_SIZE ? wanted : BLOCK_SIZE;
      block = memory_new (sizeof *block + capacity);
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
  char *copy = arena_alloc (arena, length + 1);
  memcpy (copy, text, length);
  copy[length] = '\0';
  return copy;
}

char *
arena_format (struct arena *arena, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  char *text = memory_vformat (format, arguments);
  va_end (arguments);
  char *copy = arena_text (arena, text, strlen (text));
  free (text);
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

/* --- Large pages --------------------------------------------------------- */

/* Memory in large pages for runs that need much of it.

   A page that is touched for the first time costs the kernel more than most
   of what we do with it; a large page costs that once for five hundred
   small ones.  It is only advice: where the C library or the kernel cannot
   follow it, nothing changes.  */

#ifdef __GLIBC__
#include <malloc.h>
#endif

enum
{
  PAGE = 2 << 20,
  RESERVE = 512 << 20, /* addresses; those not used cost nothing */
  STEP = 1 << 20,      /* further growth when these are used up */
  LARGEST = 32 << 20   /* block that may lie there */
};

#if defined __GLIBC__ && defined MADV_HUGEPAGE

/* Are addresses unlimited?  */
static bool
is_unlimited (void)
{
  struct rlimit addresses, data;
  return getrlimit (RLIMIT_AS, &addresses) == 0
         && addresses.rlim_cur == RLIM_INFINITY
         && getrlimit (RLIMIT_DATA, &data) == 0
         && data.rlim_cur == RLIM_INFINITY;
}

void
large_pages_expect (void)
{
  if (!is_unlimited ())
    return;
  mallopt (M_MMAP_THRESHOLD, LARGEST);
  mallopt (M_TRIM_THRESHOLD, -1);
  mallopt (M_TOP_PAD, RESERVE);
  void *end_before = sbrk (0);
  /* Grow the heap by this and RESERVE; volatile, or compilers would leave it
     out.  */
  void *volatile block = malloc (PAGE);
  free (block);
  const uintptr_t first = ((uintptr_t)end_before + PAGE - 1) / PAGE * PAGE;
  const uintptr_t end = (uintptr_t)sbrk (0) / PAGE * PAGE;
  if (end_before != (void *)-1 && first < end)
    madvise ((void *)first, end - first, MADV_HUGEPAGE);
  mallopt (M_TOP_PAD, STEP);
}

#else

void
large_pages_expect (void)
{
}

#endif
