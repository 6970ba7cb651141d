/* dwarf_cursor.h - a cursor over a section of DWARF that notes when it has run
   over the end.

   Unlike that of bytes.h it records no failure: damaged debugging information
   is not an error, only of no use.  */

#ifndef DWARF_CURSOR_H
#define DWARF_CURSOR_H

#include <stdbool.h>
#include <stdint.h>

#include "dwarf/dwarf_sections.h"

struct cursor
{
  const unsigned char *next, *end;
  bool big_endian;
  bool failed;
};

static inline size_t
cursor_left (const struct cursor *cursor)
{
  return (size_t)(cursor->end - cursor->next);
}

/* Take COUNT bytes; null, and the cursor is at its end, if there are
   fewer.  */
static inline const unsigned char *
cursor_take (struct cursor *cursor, uint64_t count)
{
  const unsigned char *bytes = cursor->next;
  if (count > cursor_left (cursor))
    {
      cursor->failed = true;
      cursor->next = cursor->end;
      return NULL;
    }
  cursor->next += count;
  return bytes;
}

/* A number of SIZE bytes, at most 8.  */
static inline uint64_t
cursor_number (struct cursor *cursor, unsigned size)
{
  const unsigned char *bytes = cursor_take (cursor, size);
  uint64_t value = 0;
  if (bytes == NULL)
    return 0;
  if (cursor->big_endian)
    for (unsigned i = 0; i < size; i++)
      value = value << 8 | bytes[i];
  else
    for (unsigned i = size; i-- > 0;)
      value = value << 8 | bytes[i];
  return value;
}

static inline unsigned
cursor_u8 (struct cursor *cursor)
{
  const unsigned char *byte = cursor_take (cursor, 1);
  return byte != NULL ? *byte : 0;
}

/* The same as cursor_leb128, for numbers of any length.  */
uint64_t cursor_long_leb128 (struct cursor *cursor);

/* A number in 7-bit groups; what does not fit in 64 bits is lost.  Most have
   one group.  */
static inline uint64_t
cursor_leb128 (struct cursor *cursor)
{
  if (cursor->next < cursor->end && *cursor->next < 128)
    return *cursor->next++;
  return cursor_long_leb128 (cursor);
}

static inline int64_t
cursor_signed_leb128 (struct cursor *cursor)
{
  uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7)
    {
      const uint64_t byte = cursor_u8 (cursor);
      if (shift < 64)
        value |= (byte & 127) << shift;
      if (byte >= 128)
        continue;
      if ((byte & 64) && shift + 7 < 64)
        value |= UINT64_MAX << (shift + 7);
      return (int64_t)value;
    }
}

/* A text with its null byte; null if there is no null byte.  */
const char *cursor_text (struct cursor *cursor);

/* The text at OFFSET of SECTION, whose last byte is null, or null if it is not
   inside.  */
static inline const char *
dwarf_text_at (const struct dwarf_section *section, uint64_t offset)
{
  return offset < section->size ? (const char *)section->data + offset : NULL;
}

/* A cursor over SECTION from OFFSET on; failed if that lies beyond.  */
struct cursor cursor_at (const struct dwarf_section *section, uint64_t offset,
                         bool big_endian);

/* Take a unit, which begins with its length: return a cursor over what follows
   that, and set *OFFSET_SIZE to the width of offsets in it, in bytes.  */
struct cursor cursor_unit (struct cursor *cursor, unsigned *offset_size);

/* VALUE, an address of SIZE bytes, in 64 bits.  */
static inline uint64_t
dwarf_widen (const struct dwarf_sections *sections, uint64_t value,
             unsigned size)
{
  return size == 4 && sections->sign_extend
             ? (uint64_t)(int64_t)(int32_t)(uint32_t)value
             : value;
}

/* An address of SIZE bytes.  */
static inline uint64_t
cursor_address (struct cursor *cursor, const struct dwarf_sections *sections,
                unsigned size)
{
  return dwarf_widen (sections, cursor_number (cursor, size), size);
}

#endif
