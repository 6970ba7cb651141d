/* dwarf.c - DWARF debugging information: where source positions can change.

   Every line program is run for the addresses of its rows, and every unit is
   walked entry by entry for the attributes that tell addresses.  Both ends of
   a range are noted where they stand; the tree of entries does not matter.

   The cursor is not that of bytes.h, which records a failure when a file is
   cut short: damage here is no failure, libbfd is asked everywhere then.  */

#include "config.h"

#include "dwarf.h"

#include <stdlib.h>

#include "pairmap.h"

/* The few names and forms that tell addresses, and the forms in general, as
   the standard numbers them.  */
enum
{
  TAG_COMPILE_UNIT = 0x11,
  TAG_INLINED_SUBROUTINE = 0x1d,
  TAG_SUBPROGRAM = 0x2e,
  TAG_PARTIAL_UNIT = 0x3c,
  TAG_ENTRY_POINT = 0x03,
  TAG_SKELETON_UNIT = 0x4a,

  AT_LOW_PC = 0x11,
  AT_HIGH_PC = 0x12,
  AT_RANGES = 0x55,
  AT_ADDR_BASE = 0x73,
  AT_RNGLISTS_BASE = 0x74,
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

/* --- A cursor that notes when it has run over the end -------------------- */

struct cursor
{
  const unsigned char *next, *end;
  bool big_endian;
  bool failed;
};

static size_t
left (const struct cursor *cursor)
{
  return (size_t)(cursor->end - cursor->next);
}

/* Take COUNT bytes; null, and the cursor is at its end, if there are fewer.  */
static const unsigned char *
take (struct cursor *cursor, uint64_t count)
{
  const unsigned char *bytes = cursor->next;
  if (count > left (cursor))
    {
      cursor->failed = true;
      cursor->next = cursor->end;
      return NULL;
    }
  cursor->next += count;
  return bytes;
}

/* A number of SIZE bytes, at most 8.  */
static uint64_t
number (struct cursor *cursor, unsigned size)
{
  const unsigned char *bytes = take (cursor, size);
  uint64_t value = 0;
  if (bytes != NULL)
    for (unsigned i = 0; i < size; i++)
      value = value << 8 | bytes[cursor->big_endian ? i : size - 1 - i];
  return value;
}

/* A number in 7-bit groups; what does not fit in 64 bits is lost.  */
static uint64_t
leb128 (struct cursor *cursor)
{
  uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7)
    {
      const uint64_t byte = number (cursor, 1);
      if (shift < 64)
        value |= (byte & 127) << shift;
      if (byte < 128)
        return value;
    }
}

/* The length that a unit begins with, which also tells how wide offsets in it
   are; returns a cursor over the unit and leaves CURSOR behind it.  */
static struct cursor
unit_cursor (struct cursor *cursor, unsigned *offset_size)
{
  uint64_t length = number (cursor, 4);
  *offset_size = 4;
  if (length == 0xffffffff)
    {
      *offset_size = 8;
      length = number (cursor, 8);
    }
  struct cursor unit = *cursor;
  if (take (cursor, length) != NULL)
    unit.end = cursor->next;
  else
    unit.failed = true;
  return unit;
}

/* A cursor over SECTION from OFFSET on; failed if that lies beyond.  */
static struct cursor
cursor_at (const struct dwarf_section *section, uint64_t offset,
           bool big_endian)
{
  struct cursor cursor = { section->data, section->data, big_endian, false };
  if (section->data != NULL)
    cursor.end = section->data + section->size;
  take (&cursor, offset);
  return cursor;
}

/* --- Line programs ------------------------------------------------------ */

struct line_program
{
  struct cursor cursor;
  unsigned minimum_length, operations; /* of and per instruction */
  unsigned line_range, opcode_base;
  const unsigned char *operand_counts; /* of opcodes 1 .. OPCODE_BASE - 1 */
  uint64_t address;
  uint64_t operation;
};

/* Parse the header; what is left at the cursor is the program.  */
static bool
start_program (struct line_program *program, struct cursor unit,
               unsigned offset_size)
{
  const uint64_t version = number (&unit, 2);
  if (version < 2 || version > 5)
    return false;
  if (version == 5)
    take (&unit, 2); /* sizes of addresses and segments */
  const uint64_t header_length = number (&unit, offset_size);
  struct cursor header = unit;
  take (&unit, header_length);
  program->minimum_length = (unsigned)number (&header, 1);
  program->operations = version >= 4 ? (unsigned)number (&header, 1) : 1;
  take (&header, 2); /* is it a statement?  the least line advance */
  program->line_range = (unsigned)number (&header, 1);
  program->opcode_base = (unsigned)number (&header, 1);
  if (program->opcode_base == 0)
    return false;
  program->operand_counts = take (&header, program->opcode_base - 1);
  program->cursor = unit;
  return !unit.failed && !header.failed && program->line_range != 0
         && program->operations != 0;
}

static void
advance (struct line_program *program, uint64_t operations)
{
  const uint64_t sum = program->operation + operations;
  program->address += program->minimum_length * (sum / program->operations);
  program->operation = sum % program->operations;
}

/* Returns true if a row was completed.  */
static bool
extended_opcode (struct line_program *program)
{
  struct cursor operands = program->cursor;
  const uint64_t length = leb128 (&operands);
  program->cursor = operands;
  take (&program->cursor, length);
  operands.end = program->cursor.next;
  if (length == 0)
    return false;
  const uint64_t opcode = number (&operands, 1);
  if (opcode == 2 && length <= 9)
    {
      program->address = number (&operands, (unsigned)length - 1);
      program->operation = 0;
    }
  return opcode == 1;
}

static bool
standard_opcode (struct line_program *program, unsigned opcode)
{
  switch (opcode)
    {
    case 1: /* copy */
      return true;
    case 2: /* advance pc */
      advance (program, leb128 (&program->cursor));
      return false;
    case 8: /* constant add pc */
      advance (program, (255 - program->opcode_base) / program->line_range);
      return false;
    case 9: /* fixed advance pc */
      program->address += number (&program->cursor, 2);
      program->operation = 0;
      return false;
    default:
      for (unsigned i = program->operand_counts[opcode - 1]; i > 0; i--)
        leb128 (&program->cursor);
      return false;
    }
}

/* Run PROGRAM and append the address of each row.  */
static enum status
run_program (struct line_program *program, address_list *positions,
             struct diag *diag)
{
  program->address = program->operation = 0;
  while (left (&program->cursor) > 0)
    {
      const unsigned opcode = (unsigned)number (&program->cursor, 1);
      bool is_row = false, is_end = false;
      if (opcode >= program->opcode_base)
        {
          advance (program,
                   (opcode - program->opcode_base) / program->line_range);
          is_row = true;
        }
      else if (opcode == 0)
        is_row = is_end = extended_opcode (program);
      else
        is_row = standard_opcode (program, opcode);
      if (is_row && !vec_push (positions, program->address))
        return diag_no_memory (diag);
      if (is_end)
        program->address = program->operation = 0;
    }
  return program->cursor.failed ? STATUS_ABSENT : STATUS_OK;
}

static enum status
read_line_tables (const struct dwarf_sections *sections,
                  address_list *positions, struct diag *diag)
{
  struct cursor cursor = cursor_at (&sections->line, 0, sections->big_endian);
  enum status status = STATUS_OK;
  while (left (&cursor) > 0 && status == STATUS_OK)
    {
      unsigned offset_size;
      struct line_program program;
      const struct cursor unit = unit_cursor (&cursor, &offset_size);
      if (unit.failed || !start_program (&program, unit, offset_size))
        return STATUS_ABSENT;
      status = run_program (&program, positions, diag);
    }
  return status;
}

/* --- Abbreviations ------------------------------------------------------ */

struct attribute
{
  uint32_t name, form;
};

struct abbreviation
{
  uint32_t tag;
  uint32_t first, count; /* of its attributes */
};

/* The abbreviations of a unit; those with codes 1, 2, 3, ... one after the
   other need no look-up.  */
struct abbreviation_table
{
  uint32_t first, in_sequence;
};

struct reader
{
  const struct dwarf_sections *sections;
  address_list *positions;
  struct diag *diag;
  VEC (struct attribute) attributes;
  VEC (struct abbreviation) abbreviations;
  VEC (struct abbreviation_table) tables;
  struct pairmap table_at; /* (offset, 0) -> index of the table */
  struct pairmap by_code;  /* (table, code) -> index of the abbreviation */
  size_t range_room;       /* how many more ranges can be told honestly */
};

/* A unit that is being walked.  */
struct unit
{
  struct cursor cursor;
  unsigned version, address_size, offset_size;
  uint32_t table;
  uint64_t base; /* what ranges are relative to */
  uint64_t addr_base, rnglists_base;
};

static enum status
parse_attributes (struct reader *reader, struct cursor *cursor)
{
  for (;;)
    {
      struct attribute attribute;
      attribute.name = (uint32_t)leb128 (cursor);
      attribute.form = (uint32_t)leb128 (cursor);
      /* Tables that overlap could make much of little.  */
      if (cursor->failed
          || reader->attributes.count > reader->sections->abbrev.size)
        return STATUS_ABSENT;
      if (attribute.form == FORM_IMPLICIT_CONST)
        leb128 (cursor);
      if (attribute.name == 0 && attribute.form == 0)
        return STATUS_OK;
      if (!vec_push (&reader->attributes, attribute))
        return diag_no_memory (reader->diag);
    }
}

/* Parse one abbreviation of TABLE with CODE.  */
static enum status
parse_abbreviation (struct reader *reader, struct cursor *cursor,
                    uint32_t table, uint64_t code)
{
  const uint32_t index = (uint32_t)reader->abbreviations.count;
  struct abbreviation abbreviation
      = { .tag = (uint32_t)leb128 (cursor),
          .first = (uint32_t)reader->attributes.count };
  take (cursor, 1); /* has it children? */
  enum status status = parse_attributes (reader, cursor);
  if (status != STATUS_OK)
    return status;
  abbreviation.count = (uint32_t)reader->attributes.count - abbreviation.first;
  struct abbreviation_table *place = &reader->tables.items[table];
  if (code == place->in_sequence + UINT64_C (1)
      && index == place->first + place->in_sequence)
    place->in_sequence++;
  else if (pairmap_enter (&reader->by_code, table, code, index) == NULL)
    return diag_no_memory (reader->diag);
  return vec_push (&reader->abbreviations, abbreviation)
             ? STATUS_OK
             : diag_no_memory (reader->diag);
}

/* Set *TABLE to the abbreviations at OFFSET, parsed once.  */
static enum status
find_table (struct reader *reader, uint64_t offset, uint32_t *table)
{
  const uint32_t fresh = (uint32_t)reader->tables.count;
  const uint32_t *known = pairmap_enter (&reader->table_at, offset, 0, fresh);
  if (known == NULL)
    return diag_no_memory (reader->diag);
  *table = *known;
  if (*table != fresh)
    return STATUS_OK;
  struct abbreviation_table empty
      = { (uint32_t)reader->abbreviations.count, 0 };
  if (!vec_push (&reader->tables, empty))
    return diag_no_memory (reader->diag);

  struct cursor cursor = cursor_at (&reader->sections->abbrev, offset,
                                    reader->sections->big_endian);
  enum status status = STATUS_OK;
  uint64_t code;
  while (status == STATUS_OK && (code = leb128 (&cursor)) != 0)
    status = parse_abbreviation (reader, &cursor, fresh, code);
  return status == STATUS_OK && cursor.failed ? STATUS_ABSENT : status;
}

/* The abbreviation of UNIT with CODE, or null.  */
static const struct abbreviation *
find_abbreviation (struct reader *reader, const struct unit *unit,
                   uint64_t code)
{
  const struct abbreviation_table *table = &reader->tables.items[unit->table];
  if (code - 1 < table->in_sequence)
    return &reader->abbreviations.items[table->first + (code - 1)];
  const uint32_t *index = pairmap_find (&reader->by_code, unit->table, code);
  return index != NULL ? &reader->abbreviations.items[*index] : NULL;
}

/* --- Attributes --------------------------------------------------------- */

/* The bytes that a value of FORM takes, if that is fixed; else -1.  */
static int
fixed_size (const struct unit *unit, uint32_t form)
{
  switch (form)
    {
    case FORM_FLAG_PRESENT:
    case FORM_IMPLICIT_CONST:
      return 0;
    case FORM_DATA1:
    case FORM_FLAG:
    case FORM_REF1:
    case FORM_STRX1:
    case FORM_ADDRX1:
      return 1;
    case FORM_DATA2:
    case FORM_REF2:
    case FORM_STRX2:
    case FORM_ADDRX2:
      return 2;
    case FORM_STRX3:
    case FORM_ADDRX3:
      return 3;
    case FORM_DATA4:
    case FORM_REF4:
    case FORM_REF_SUP4:
    case FORM_STRX4:
    case FORM_ADDRX4:
      return 4;
    case FORM_DATA8:
    case FORM_REF8:
    case FORM_REF_SIG8:
    case FORM_REF_SUP8:
      return 8;
    case FORM_DATA16:
      return 16;
    case FORM_ADDR:
      return (int)unit->address_size;
    case FORM_REF_ADDR:
      return (int)(unit->version == 2 ? unit->address_size
                                      : unit->offset_size);
    case FORM_STRP:
    case FORM_SEC_OFFSET:
    case FORM_STRP_SUP:
    case FORM_LINE_STRP:
    case FORM_GNU_REF_ALT:
    case FORM_GNU_STRP_ALT:
      return (int)unit->offset_size;
    default:
      return -1;
    }
}

static void
skip_text (struct cursor *cursor)
{
  while (number (cursor, 1) != 0)
    continue;
}

/* Take a value of FORM, whose size is in the data; 0 for blocks and texts.  */
static uint64_t
take_sized (struct cursor *cursor, uint32_t form)
{
  switch (form)
    {
    case FORM_SDATA:
    case FORM_UDATA:
    case FORM_REF_UDATA:
    case FORM_STRX:
    case FORM_ADDRX:
    case FORM_LOCLISTX:
    case FORM_RNGLISTX:
    case FORM_GNU_ADDR_INDEX:
    case FORM_GNU_STR_INDEX:
      return leb128 (cursor);
    case FORM_BLOCK1:
      take (cursor, number (cursor, 1));
      return 0;
    case FORM_BLOCK2:
      take (cursor, number (cursor, 2));
      return 0;
    case FORM_BLOCK4:
      take (cursor, number (cursor, 4));
      return 0;
    case FORM_BLOCK:
    case FORM_EXPRLOC:
      take (cursor, leb128 (cursor));
      return 0;
    case FORM_STRING:
      skip_text (cursor);
      return 0;
    default: /* a form from the future: nobody knows how long it is */
      cursor->failed = true;
      return 0;
    }
}

/* Take a value of *FORM, which becomes what it says if it is indirect.  */
static uint64_t
take_value (struct unit *unit, uint32_t *form)
{
  if (*form == FORM_INDIRECT)
    *form = (uint32_t)leb128 (&unit->cursor);
  const int size = fixed_size (unit, *form);
  if (size < 0)
    return take_sized (&unit->cursor, *form);
  if (size <= 8)
    return number (&unit->cursor, (unsigned)size);
  take (&unit->cursor, (uint64_t)size);
  return 0;
}

/* --- Addresses ---------------------------------------------------------- */

/* What an entry says about its addresses.  */
struct extent
{
  uint64_t low, high, ranges;
  uint32_t low_form, high_form, ranges_form; /* 0 for none */
};

/* Entry INDEX of the table of addresses.  */
static uint64_t
indexed_address (const struct reader *reader, struct unit *unit,
                 uint64_t index)
{
  struct cursor cursor = cursor_at (&reader->sections->addr, unit->addr_base,
                                    reader->sections->big_endian);
  if (index > SIZE_MAX / 8)
    cursor.failed = true;
  else
    take (&cursor, index * unit->address_size);
  const uint64_t address = number (&cursor, unit->address_size);
  unit->cursor.failed |= cursor.failed;
  return address;
}

static bool
is_index (uint32_t form)
{
  return form == FORM_ADDRX || form == FORM_GNU_ADDR_INDEX
         || (FORM_ADDRX1 <= form && form <= FORM_ADDRX4);
}

static uint64_t
address_of (const struct reader *reader, struct unit *unit, uint64_t value,
            uint32_t form)
{
  return is_index (form) ? indexed_address (reader, unit, value) : value;
}

static enum status
note_range (struct reader *reader, uint64_t low, uint64_t high)
{
  /* Lists that are told again and again could make much of little.  */
  if (reader->range_room == 0)
    return STATUS_ABSENT;
  reader->range_room--;
  return vec_push (reader->positions, low)
                 && vec_push (reader->positions, high)
             ? STATUS_OK
             : diag_no_memory (reader->diag);
}

/* The ranges at OFFSET of .debug_ranges, up to DWARF 4.  */
static enum status
note_old_ranges (struct reader *reader, struct unit *unit, uint64_t offset)
{
  struct cursor cursor = cursor_at (&reader->sections->ranges, offset,
                                    reader->sections->big_endian);
  const uint64_t highest = unit->address_size == 8 ? UINT64_MAX : UINT32_MAX;
  uint64_t base = unit->base;
  enum status status = STATUS_OK;
  while (status == STATUS_OK)
    {
      const uint64_t low = number (&cursor, unit->address_size);
      const uint64_t high = number (&cursor, unit->address_size);
      if (cursor.failed)
        return STATUS_ABSENT;
      if (low == 0 && high == 0)
        break;
      if (low == highest)
        base = high;
      else
        status = note_range (reader, base + low, base + high);
    }
  return status;
}

/* One entry of a list of .debug_rnglists, of kind KIND.  STATUS_ABSENT if that
   is unknown.  */
static enum status
note_list_entry (struct reader *reader, struct unit *unit,
                 struct cursor *cursor, uint64_t kind, uint64_t *base)
{
  uint64_t low, high;
  switch (kind)
    {
    case 1: /* base address, by index */
      *base = indexed_address (reader, unit, leb128 (cursor));
      return STATUS_OK;
    case 5: /* base address */
      *base = number (cursor, unit->address_size);
      return STATUS_OK;
    case 2: /* start and end, by index */
      low = indexed_address (reader, unit, leb128 (cursor));
      high = indexed_address (reader, unit, leb128 (cursor));
      break;
    case 3: /* start by index, and length */
      low = indexed_address (reader, unit, leb128 (cursor));
      high = low + leb128 (cursor);
      break;
    case 4: /* two offsets */
      low = *base + leb128 (cursor);
      high = *base + leb128 (cursor);
      break;
    case 6: /* start and end */
      low = number (cursor, unit->address_size);
      high = number (cursor, unit->address_size);
      break;
    case 7: /* start and length */
      low = number (cursor, unit->address_size);
      high = low + leb128 (cursor);
      break;
    default:
      return STATUS_ABSENT;
    }
  return note_range (reader, low, high);
}

/* The ranges at OFFSET of .debug_rnglists.  */
static enum status
note_range_list (struct reader *reader, struct unit *unit, uint64_t offset)
{
  struct cursor cursor = cursor_at (&reader->sections->rnglists, offset,
                                    reader->sections->big_endian);
  uint64_t base = unit->base;
  enum status status = STATUS_OK;
  uint64_t kind;
  while (status == STATUS_OK && (kind = number (&cursor, 1)) != 0)
    status = note_list_entry (reader, unit, &cursor, kind, &base);
  return status == STATUS_OK && cursor.failed ? STATUS_ABSENT : status;
}

/* The ranges that EXTENT points to.  */
static enum status
note_ranges (struct reader *reader, struct unit *unit,
             const struct extent *extent)
{
  if (unit->version < 5)
    return note_old_ranges (reader, unit, extent->ranges);
  if (extent->ranges_form != FORM_RNGLISTX)
    return note_range_list (reader, unit, extent->ranges);
  struct cursor cursor
      = cursor_at (&reader->sections->rnglists, unit->rnglists_base,
                   reader->sections->big_endian);
  if (extent->ranges > SIZE_MAX / 8)
    return STATUS_ABSENT;
  take (&cursor, extent->ranges * unit->offset_size);
  const uint64_t offset = number (&cursor, unit->offset_size);
  return cursor.failed
             ? STATUS_ABSENT
             : note_range_list (reader, unit, unit->rnglists_base + offset);
}

static enum status
note_extent (struct reader *reader, struct unit *unit,
             const struct extent *extent)
{
  if (extent->low_form != 0 && extent->high_form != 0)
    {
      const uint64_t low
          = address_of (reader, unit, extent->low, extent->low_form);
      const bool is_address
          = extent->high_form == FORM_ADDR || is_index (extent->high_form);
      const uint64_t high
          = is_address
                ? address_of (reader, unit, extent->high, extent->high_form)
                : low + extent->high;
      enum status status = note_range (reader, low, high);
      if (status != STATUS_OK)
        return status;
    }
  return extent->ranges_form != 0 ? note_ranges (reader, unit, extent)
                                  : STATUS_OK;
}

/* --- Entries ------------------------------------------------------------ */

static bool
is_unit_tag (uint32_t tag)
{
  return tag == TAG_COMPILE_UNIT || tag == TAG_PARTIAL_UNIT
         || tag == TAG_SKELETON_UNIT;
}

static bool
has_extent (uint32_t tag)
{
  return is_unit_tag (tag) || tag == TAG_SUBPROGRAM
         || tag == TAG_INLINED_SUBROUTINE || tag == TAG_ENTRY_POINT;
}

/* Take the attributes of one entry.  */
static struct extent
take_entry (const struct reader *reader, struct unit *unit,
            const struct abbreviation *abbreviation)
{
  struct extent extent = { 0 };
  const struct attribute *attribute
      = reader->attributes.items + abbreviation->first;
  for (uint32_t i = 0; i < abbreviation->count; i++, attribute++)
    {
      uint32_t form = attribute->form;
      const uint64_t value = take_value (unit, &form);
      switch (attribute->name)
        {
        case AT_LOW_PC:
          extent.low = value;
          extent.low_form = form;
          break;
        case AT_HIGH_PC:
          extent.high = value;
          extent.high_form = form;
          break;
        case AT_RANGES:
          extent.ranges = value;
          extent.ranges_form = form;
          break;
        case AT_ADDR_BASE:
        case AT_GNU_ADDR_BASE:
          unit->addr_base = value;
          break;
        case AT_RNGLISTS_BASE:
          unit->rnglists_base = value;
          break;
        }
    }
  return extent;
}

/* Walk all entries of UNIT.  */
static enum status
walk_entries (struct reader *reader, struct unit *unit)
{
  enum status status = STATUS_OK;
  while (left (&unit->cursor) > 0 && status == STATUS_OK)
    {
      const uint64_t code = leb128 (&unit->cursor);
      if (code == 0)
        continue;
      const struct abbreviation *abbreviation
          = find_abbreviation (reader, unit, code);
      if (abbreviation == NULL)
        return STATUS_ABSENT;
      const struct extent extent = take_entry (reader, unit, abbreviation);
      if (unit->cursor.failed)
        return STATUS_ABSENT;
      if (is_unit_tag (abbreviation->tag) && extent.low_form != 0)
        unit->base = address_of (reader, unit, extent.low, extent.low_form);
      if (has_extent (abbreviation->tag))
        status = note_extent (reader, unit, &extent);
    }
  return status == STATUS_OK && unit->cursor.failed ? STATUS_ABSENT : status;
}

/* Parse the header of UNIT and find its abbreviations.  */
static enum status
start_unit (struct reader *reader, struct unit *unit)
{
  enum
  {
    TYPE_UNIT = 2,
    SKELETON_UNIT = 4,
    SPLIT_UNIT = 5,
    SPLIT_TYPE_UNIT = 6
  };
  struct cursor *cursor = &unit->cursor;
  uint64_t abbreviations;
  unit->version = (unsigned)number (cursor, 2);
  if (unit->version < 2 || unit->version > 5)
    return STATUS_ABSENT;
  if (unit->version == 5)
    {
      const uint64_t kind = number (cursor, 1);
      unit->address_size = (unsigned)number (cursor, 1);
      abbreviations = number (cursor, unit->offset_size);
      if (kind == TYPE_UNIT || kind == SPLIT_TYPE_UNIT)
        take (cursor, 8 + unit->offset_size);
      else if (kind == SKELETON_UNIT || kind == SPLIT_UNIT)
        take (cursor, 8);
    }
  else
    {
      abbreviations = number (cursor, unit->offset_size);
      unit->address_size = (unsigned)number (cursor, 1);
    }
  if (cursor->failed || (unit->address_size != 4 && unit->address_size != 8))
    return STATUS_ABSENT;
  return find_table (reader, abbreviations, &unit->table);
}

static enum status
read_units (struct reader *reader)
{
  struct cursor cursor
      = cursor_at (&reader->sections->info, 0, reader->sections->big_endian);
  enum status status = STATUS_OK;
  while (left (&cursor) > 0 && status == STATUS_OK)
    {
      struct unit unit = { 0 };
      unit.cursor = unit_cursor (&cursor, &unit.offset_size);
      if (unit.cursor.failed)
        return STATUS_ABSENT;
      status = start_unit (reader, &unit);
      if (status == STATUS_OK)
        status = walk_entries (reader, &unit);
    }
  return status;
}

enum status
dwarf_positions (const struct dwarf_sections *sections,
                 address_list *positions, struct diag *diag)
{
  enum status status = read_line_tables (sections, positions, diag);
  if (status != STATUS_OK)
    return status;
  struct reader reader
      = { .sections = sections,
          .positions = positions,
          .diag = diag,
          .range_room = sections->info.size + sections->ranges.size
                        + sections->rnglists.size };
  status = read_units (&reader);
  vec_release (&reader.attributes);
  vec_release (&reader.abbreviations);
  vec_release (&reader.tables);
  pairmap_release (&reader.table_at);
  pairmap_release (&reader.by_code);
  return status;
}
