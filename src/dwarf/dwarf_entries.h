/* dwarf_entries.h - what entries of DWARF say: a cursor over a section, forms
   of values, abbreviations, addresses and names.

   Unlike that of bytes.h the cursor records no failure: damaged debugging
   information is not an error, only of no use.  */

#ifndef DWARF_ENTRIES_H
#define DWARF_ENTRIES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/memory.h"
#include "base/pairmap.h"
#include "dwarf/dwarf_sections.h"
#include "dwarf/dwarf_units.h"

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

/* --- How entries are written --------------------------------------------- */

enum
{
  TAG_ENTRY_POINT = 0x03,
  TAG_COMPILE_UNIT = 0x11,
  TAG_INLINED_SUBROUTINE = 0x1d,
  TAG_SUBPROGRAM = 0x2e,

  AT_NAME = 0x03,
  AT_STMT_LIST = 0x10,
  AT_LOW_PC = 0x11,
  AT_HIGH_PC = 0x12,
  AT_LANGUAGE = 0x13,
  AT_COMP_DIR = 0x1b,
  AT_ABSTRACT_ORIGIN = 0x31,
  AT_SPECIFICATION = 0x47,
  AT_RANGES = 0x55,
  AT_CALL_FILE = 0x58,
  AT_CALL_LINE = 0x59,
  AT_LINKAGE_NAME = 0x6e,
  AT_STR_OFFSETS_BASE = 0x72,
  AT_ADDR_BASE = 0x73,
  AT_RNGLISTS_BASE = 0x74,
  AT_DWO_NAME = 0x76,
  AT_MIPS_LINKAGE_NAME = 0x2007,
  AT_GNU_DWO_NAME = 0x2130,
  AT_GNU_DWO_ID = 0x2131,
  AT_GNU_RANGES_BASE = 0x2132,
  AT_GNU_ADDR_BASE = 0x2133,

  FORM_ADDR = 0x01,
  FORM_BLOCK2 = 0x03,
  FORM_BLOCK4 = 0x04,
  FORM_DATA2 = 0x05,
  FORM_DATA4 = 0x06,
  FORM_DATA8 = 0x07,
  FORM_STRING = 0x08,
  FORM_BLOCK = 0x09,
  FORM_BLOCK1 = 0x0a,
  FORM_DATA1 = 0x0b,
  FORM_FLAG = 0x0c,
  FORM_SDATA = 0x0d,
  FORM_STRP = 0x0e,
  FORM_UDATA = 0x0f,
  FORM_REF_ADDR = 0x10,
  FORM_REF1 = 0x11,
  FORM_REF2 = 0x12,
  FORM_REF4 = 0x13,
  FORM_REF8 = 0x14,
  FORM_REF_UDATA = 0x15,
  FORM_INDIRECT = 0x16,
  FORM_SEC_OFFSET = 0x17,
  FORM_EXPRLOC = 0x18,
  FORM_FLAG_PRESENT = 0x19,
  FORM_STRX = 0x1a,
  FORM_ADDRX = 0x1b,
  FORM_REF_SUP4 = 0x1c,
  FORM_STRP_SUP = 0x1d,
  FORM_DATA16 = 0x1e,
  FORM_LINE_STRP = 0x1f,
  FORM_REF_SIG8 = 0x20,
  FORM_IMPLICIT_CONST = 0x21,
  FORM_LOCLISTX = 0x22,
  FORM_RNGLISTX = 0x23,
  FORM_REF_SUP8 = 0x24,
  FORM_STRX1 = 0x25,
  FORM_STRX2 = 0x26,
  FORM_STRX3 = 0x27,
  FORM_STRX4 = 0x28,
  FORM_ADDRX1 = 0x29,
  FORM_ADDRX2 = 0x2a,
  FORM_ADDRX3 = 0x2b,
  FORM_ADDRX4 = 0x2c,
  FORM_GNU_ADDR_INDEX = 0x1f01,
  FORM_GNU_STR_INDEX = 0x1f02,
  FORM_GNU_REF_ALT = 0x1f20,
  FORM_GNU_STRP_ALT = 0x1f21
};

/* How many bytes a value has, if its form does not say that.  */
enum
{
  SIZE_UNKNOWN = -1,
  SIZE_LEB128 = -2,
  SIZE_BLOCK = -3,  /* a length in 7-bit groups comes first */
  SIZE_BLOCK1 = -4, /* a length of 1 byte comes first */
  SIZE_BLOCK2 = -5,
  SIZE_BLOCK4 = -6,
  SIZE_TEXT = -7,
  SIZE_INDIRECT = -8 /* the form comes first */
};

struct attribute
{
  uint32_t name;
  uint16_t form;
  int8_t size;      /* bytes of a value, or SIZE_... */
  int64_t constant; /* the value of FORM_IMPLICIT_CONST */
};

struct abbreviation
{
  uint32_t tag;
  uint32_t first, count; /* of its attributes */
  int16_t size;          /* bytes of all values if fixed and few, else -1 */
  bool has_children;     /* entries follow that are inside */
};

/* The abbreviations of some units; those with codes 1, 2, 3 and so on, in this
   order, are found by index.  */
struct abbreviation_table
{
  uint32_t first, in_sequence;
};

struct abbreviations
{
  VEC (struct attribute) attributes;
  VEC (struct abbreviation) all;
  VEC (struct abbreviation_table) tables;
  struct pairmap table_at; /* (offset, widths) -> index of the table */
  struct pairmap by_code;  /* (table, code) -> index of the abbreviation */
  bool is_excessive;       /* tables overlap and have too many attributes */
};

/* Set *TABLE to the abbreviations at OFFSET, parsed once for each WIDTHS.
   STATUS_ABSENT if they are damaged.  */
enum status abbreviations_find_table (struct abbreviations *abbreviations,
                                      const struct dwarf_sections *sections,
                                      uint64_t offset,
                                      struct dwarf_widths widths,
                                      uint32_t *table);

/* The abbreviation of TABLE with CODE, or null.  */
const struct abbreviation *
abbreviations_find (const struct abbreviations *abbreviations, uint32_t table,
                    uint64_t code);

void abbreviations_release (struct abbreviations *abbreviations);

/* How many bytes a value of FORM takes, or SIZE_...  */
int form_size (uint32_t form, struct dwarf_widths widths);

/* A value as it stands: a number, an index, an offset; 0 for a block.  TEXT is
   set for one that stands in the entry.  */
struct value
{
  uint32_t form; /* 0 for none */
  uint64_t number;
  const char *text;
};

/* Take the value of ATTRIBUTE.  */
struct value value_take (struct cursor *cursor,
                         const struct attribute *attribute,
                         struct dwarf_widths widths);

/* Pass over the value of ATTRIBUTE, as is done with nearly all of them.  */
static inline void
value_skip (struct cursor *cursor, const struct attribute *attribute,
            struct dwarf_widths widths)
{
  if (attribute->size >= 0)
    cursor_take (cursor, (size_t)attribute->size);
  else
    value_take (cursor, attribute, widths);
}

/* --- What entries say ---------------------------------------------------- */

/* What an entry says about its addresses and, if it is an instance of a function
   that was inlined, about its call.  */
struct extent
{
  struct value low, high, ranges;
  struct value call_file, call_line;
};

/* Take that of the entry with ABBREVIATION, of UNIT; CURSOR is behind the
   abbreviation's code.  */
struct extent dwarf_take_extent (const struct dwarf *dwarf,
                                 const struct dwarf_unit *unit,
                                 const struct abbreviation *abbreviation,
                                 struct cursor *cursor);

/* The address that VALUE gives in UNIT; *FAILED if it gives none.  */
uint64_t dwarf_address (const struct dwarf *dwarf,
                        const struct dwarf_unit *unit,
                        const struct value *value, bool *failed);

/* The address at index INDEX of those of UNIT in .debug_addr; *FAILED if there
   is none.  */
uint64_t dwarf_indexed_address (const struct dwarf *dwarf,
                                const struct dwarf_unit *unit, uint64_t index,
                                bool *failed);

/* The text that VALUE gives in UNIT, or null.  */
const char *dwarf_text (const struct dwarf *dwarf,
                        const struct dwarf_unit *unit,
                        const struct value *value);

/* Append to CLAIMS the ranges that EXTENT, of an entry of UNIT, gives to
   OWNER; ranges that adjoin may become one.  */
enum status dwarf_read_ranges (struct dwarf *dwarf,
                               const struct dwarf_unit *unit,
                               const struct extent *extent, uint32_t owner,
                               interval_list *claims);

/* Go with CURSOR from behind the code of an entry with ABBREVIATION to the
   next one.  */
void dwarf_skip_entry (const struct dwarf *dwarf,
                       const struct abbreviation *abbreviation,
                       struct dwarf_widths widths, struct cursor *cursor);

/* Append all units to DWARF, and the ranges that they give.  STATUS_ABSENT
   behind the last that can be understood.  */
enum status dwarf_read_units (struct dwarf *dwarf);

#endif
