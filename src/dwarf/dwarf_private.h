/* dwarf_private.h - what the files of the DWARF reader share: the cursor, and
   what is known of units.  */

#ifndef DWARF_PRIVATE_H
#define DWARF_PRIVATE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "dwarf/intervals.h"
#include "dwarf/dwarf.h"
#include "base/pairmap.h"
#include "base/vec.h"

/* --- A cursor that notes when it has run over the end --------------------

   Not that of bytes.h, which records a failure when a file is cut short:
   damage here is no failure, libbfd is asked instead.  */

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

/* The rest of cursor_leb128.  */
uint64_t cursor_long_leb128 (struct cursor *cursor);

/* A number in 7-bit groups; what does not fit in 64 bits is lost.  Most are
   small.  */
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

/* A text that ends with a null byte, or null.  */
const char *cursor_text (struct cursor *cursor);

/* The text at OFFSET of SECTION, which ends with a null byte, or null if it is
   not inside.  */
static inline const char *
dwarf_text_at (const struct dwarf_section *section, uint64_t offset)
{
  return offset < section->size ? (const char *)section->data + offset : NULL;
}

/* A cursor over SECTION from OFFSET on; failed if that lies beyond.  */
struct cursor cursor_at (const struct dwarf_section *section, uint64_t offset,
                         bool big_endian);

/* The length that a unit begins with, which also tells how wide offsets in it
   are; returns a cursor over the unit and leaves CURSOR behind it.  */
struct cursor cursor_unit (struct cursor *cursor, unsigned *offset_size);

/* The address VALUE of SIZE bytes as libbfd widens it.  */
static inline uint64_t
dwarf_widen (const struct dwarf_sections *sections, uint64_t value,
             unsigned size)
{
  return size == 4 && sections->sign_extend
             ? (uint64_t)(int64_t)(int32_t)(uint32_t)value
             : value;
}

/* --- Entries ------------------------------------------------------------- */

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
  AT_LINKAGE_NAME = 0x6e,
  AT_STR_OFFSETS_BASE = 0x72,
  AT_ADDR_BASE = 0x73,
  AT_RNGLISTS_BASE = 0x74,
  AT_MIPS_LINKAGE_NAME = 0x2007,
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

/* Widths that differ between units.  */
struct widths
{
  uint8_t version, address, offset; /* the latter two in bytes */
};

/* How the bytes of a value are told.  */
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
  int32_t size;          /* bytes of all values if that is fixed, else -1 */
};

/* The abbreviations of some units; those with codes 1, 2, 3, ... one after the
   other need no look-up.  */
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
  bool overlap;            /* tables do, and there are too many of them */
};

/* Set *TABLE to the abbreviations at OFFSET, parsed once for each WIDTHS.
   STATUS_ABSENT if they are damaged.  */
enum status abbreviations_find_table (struct abbreviations *abbreviations,
                                      const struct dwarf_sections *sections,
                                      uint64_t offset, struct widths widths,
                                      uint32_t *table, struct diag *diag);

/* The abbreviation of TABLE with CODE, or null.  */
const struct abbreviation *
abbreviations_find (const struct abbreviations *abbreviations, uint32_t table,
                    uint64_t code);

void abbreviations_release (struct abbreviations *abbreviations);

/* How many bytes a value of FORM takes, or SIZE_...  */
int form_size (uint32_t form, struct widths widths);

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
                         struct widths widths);

/* Leave the value of ATTRIBUTE behind.  */
void value_skip (struct cursor *cursor, const struct attribute *attribute,
                 struct widths widths);

/* --- Units --------------------------------------------------------------- */

struct dwarf_unit
{
  const unsigned char *start;   /* of its header */
  const unsigned char *entries; /* the first, that of the unit itself */
  const unsigned char *end;
  struct widths widths;
  bool has_lines;     /* LINE_OFFSET is told */
  bool has_no_ranges; /* it does not tell its addresses */
  bool plain_names;   /* of a language whose names are linkage names */
  uint32_t table;     /* of abbreviations */
  uint64_t base;      /* what ranges are relative to */
  uint64_t addr_base, rnglists_base, str_offsets_base;
  uint64_t line_offset;
  const char *directory; /* of compilation; may be null */
  uint32_t lines;        /* index of its line table, or NO_LINES */
  bool is_asked;         /* see dwarf_answers */
  bool is_vetted;        /* see dwarf_vet */
};

#define NO_LINES UINT32_MAX

/* A function, or an inlined instance of one.  */
struct dwarf_function
{
  uint64_t low_pc;            /* of its first range */
  const unsigned char *entry; /* in .debug_info */
  const char *name;           /* once read; may be null */
  bool is_read;
  bool is_linkage; /* NAME is what the linker knows, or was settled */
};

/* What an entry says about its addresses.  */
struct extent
{
  struct value low, high, ranges;
};

/* --- Line tables --------------------------------------------------------- */

/* The file of a row whose line program sets none and has an empty list
   (R3.9e).  */
#define NO_FILE UINT32_MAX

/* The code from PC up to the next row comes from LINE of FILE.  */
struct line_row
{
  uint64_t pc;
  uint32_t file; /* as the program counts */
  uint32_t line;
};

/* ROWS[FIRST .. FIRST+COUNT-1] ascend; the last only ends the sequence.  */
struct line_sequence
{
  uint64_t low_pc, high_pc;
  uint32_t first, count;
};

struct line_file
{
  const char *name;
  uint64_t directory;
  const char *path; /* composed when asked for */
};

struct line_table
{
  VEC (struct line_row) rows;
  VEC (struct line_sequence) sequences; /* in the program's order, then
                                           ascending and apart */
  VEC (struct line_file) files;
  VEC (const char *) directories;
  const char *directory; /* of compilation */
  bool counts_from_zero; /* files and directories, as from DWARF 5 on */
  bool is_disordered;    /* so much that it was given up */
  struct cursor program; /* its opcodes */
};

/* Where paths are kept: in MEMORY, not many more than ROOM bytes.  */
struct path_store
{
  struct arena memory;
  uint64_t room;
  bool is_full; /* a path was not kept */
};

/* Decode the line table of UNIT.  STATUS_ABSENT if it is damaged.
   O(rows log rows).  */
enum status line_table_read (struct line_table *table,
                             const struct dwarf_sections *sections,
                             const struct dwarf_unit *unit, struct diag *diag);

/* The row that covers PC, or null.  O(log rows).  */
const struct line_row *line_table_find (const struct line_table *table,
                                        uint64_t pc);

/* The path of FILE, kept in PATHS, or null if it has none; *STATUS tells of
   memory that has run out, and is STATUS_ABSENT if PATHS is full.  */
const char *line_table_path (struct line_table *table, uint32_t file,
                             struct path_store *paths, enum status *status,
                             struct diag *diag);

void line_table_release (struct line_table *table);

/* --- All together -------------------------------------------------------- */

struct dwarf
{
  const struct dwarf_sections *sections; /* the caller's, but for texts without
                                            an end */
  struct dwarf_sections own_sections;
  struct diag *diag;
  struct abbreviations abbreviations;
  VEC (struct dwarf_unit) units;
  interval_list unit_ranges; /* in the units' order */
  interval_list pieces;      /* the same, ascending and apart */
  interval_list strays;      /* sequences, of the line tables read so far, that
                             reach beyond what their units claim */
  bool units_overlap;
  bool is_odd; /* positions can be trusted, places and names cannot */
  VEC (struct line_table) line_tables;
  VEC (struct dwarf_function) functions;
  VEC (const char *) files; /* their paths */
  struct path_store paths;
  size_t range_room; /* how many more ranges can be told honestly */

  /* What may still be spent before the information is refused, see
     dwarf_bounds.c: attributes looked at, bytes of the paths of rows.  */
  uint64_t work_room, text_room;
  bool is_refused;
  bool overlaps_much; /* to be refused if libbfd is to be asked */
};

/* Leave out of SECTIONS what would be a text without an end.  */
void dwarf_bound_texts (struct dwarf_sections *sections);

/* How many bytes of paths there can honestly be in SECTIONS.  */
uint64_t dwarf_path_room (const struct dwarf_sections *sections);

/* The piece of PIECES, which ascend and are apart, that holds PC, or null.
   O(log pieces).  */
const struct interval *dwarf_find_piece (const interval_list *pieces,
                                         uint64_t pc);

/* Give DWARF, whose sections are known, what it may spend.  */
void dwarf_grant (struct dwarf *dwarf);

/* Who reads all ranges begins with what there can honestly be.  */
void dwarf_grant_ranges (struct dwarf *dwarf);

enum
{
  /* Bytes of a text, or of a long number, that take as long to look at as an
     attribute.  */
  TEXT_FOR_WORK = 16
};

/* Spend WORK.  False, and DWARF is refused, if there is less of it left.  */
static inline bool
dwarf_spend (struct dwarf *dwarf, uint64_t work)
{
  if (work > dwarf->work_room)
    {
      dwarf->is_refused = true;
      return false;
    }
  dwarf->work_room -= work;
  return true;
}

/* STATUS_UNSUPPORTED if units share line tables, or these overlap, so much
   that DWARF is refused; STATUS_NO_MEMORY.  */
enum status dwarf_check_line_tables (struct dwarf *dwarf);

/* libbfd lists the units that claim an address, byte by byte where they are
   many.  Note whether that would take too much.  STATUS_NO_MEMORY.  */
enum status dwarf_check_overlap (struct dwarf *dwarf);

/* Read the units' headers, what they tell of themselves, and their ranges.  */
enum status dwarf_read_units (struct dwarf *dwarf);

/* Append the functions of UNIT that have code to dwarf->functions, and their
   ranges to RANGES.  */
enum status dwarf_read_functions (struct dwarf *dwarf, uint32_t unit,
                                  interval_list *ranges);

/* Append to CLAIMS the ranges that EXTENT, of an entry of UNIT, tells for
   OWNER; ranges that adjoin may become one.  */
enum status dwarf_read_ranges (struct dwarf *dwarf,
                               const struct dwarf_unit *unit,
                               const struct extent *extent, uint32_t owner,
                               interval_list *claims);

/* The address that VALUE tells in UNIT; *FAILED if it is none.  */
uint64_t dwarf_address (const struct dwarf *dwarf,
                        const struct dwarf_unit *unit,
                        const struct value *value, bool *failed);

/* The text that VALUE tells in UNIT, or null.  */
const char *dwarf_text (const struct dwarf *dwarf,
                        const struct dwarf_unit *unit,
                        const struct value *value);

#endif
