/* dwarf_form.h - how DWARF writes down entries: tags, attributes, the forms of
   their values, and abbreviations.  */

#ifndef DWARF_FORM_H
#define DWARF_FORM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/pairmap.h"
#include "base/vec.h"
#include "dwarf_cursor.h"

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
                                      uint32_t *table, struct diag *diag);

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

/* Skip the value of ATTRIBUTE.  */
void value_skip (struct cursor *cursor, const struct attribute *attribute,
                 struct dwarf_widths widths);

#endif
