/* dwarf_cursor.c - a cursor over a section of DWARF.  */

#include "config.h"

#include "dwarf_cursor.h"

#include <string.h>

uint64_t
cursor_long_leb128 (struct cursor *cursor)
{
  uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7)
    {
      const uint64_t byte = cursor_u8 (cursor);
      if (shift < 64)
        value |= (byte & 127) << shift;
      if (byte < 128)
        return value;
    }
}

const char *
cursor_text (struct cursor *cursor)
{
  const void *end = memchr (cursor->next, '\0', cursor_left (cursor));
  const char *text = (const char *)cursor->next;
  if (end == NULL)
    {
      cursor->failed = true;
      cursor->next = cursor->end;
      return NULL;
    }
  cursor->next = (const unsigned char *)end + 1;
  return text;
}

struct cursor
cursor_at (const struct dwarf_section *section, uint64_t offset,
           bool big_endian)
{
  static const unsigned char nothing[1];
  struct cursor cursor = { nothing, nothing, big_endian, false };
  if (section->data != NULL)
    {
      cursor.next = section->data;
      cursor.end = section->data + section->size;
    }
  cursor_take (&cursor, offset);
  return cursor;
}

struct cursor
cursor_unit (struct cursor *cursor, unsigned *offset_size)
{
  uint64_t length = cursor_number (cursor, 4);
  *offset_size = 4;
  if (length == 0xffffffff)
    {
      *offset_size = 8;
      length = cursor_number (cursor, 8);
    }
  struct cursor unit = *cursor;
  if (cursor_take (cursor, length) != NULL)
    unit.end = cursor->next;
  else
    unit.failed = true;
  return unit;
}
