/* dwarf_units.c - DWARF's units: what each tells of itself, and its
   functions.  */

#include "config.h"

#include "dwarf_private.h"

/* --- Texts --------------------------------------------------------------- */

/* Entry INDEX of the unit's table of texts.  */
static const char *
indexed_text (const struct dwarf *dwarf, const struct dwarf_unit *unit,
              uint64_t index)
{
  const struct dwarf_sections *sections = dwarf->sections;
  const unsigned size = unit->widths.offset;
  struct cursor cursor
      = cursor_at (&sections->str_offsets, unit->str_offsets_base,
                   sections->big_endian);
  if (index > SIZE_MAX / 8 || unit->str_offsets_base == 0)
    return NULL;
  cursor_take (&cursor, index * size);
  const uint64_t offset = cursor_number (&cursor, size);
  return cursor.failed ? NULL : dwarf_text_at (&sections->str, offset);
}

const char *
dwarf_text (const struct dwarf *dwarf, const struct dwarf_unit *unit,
            const struct value *value)
{
  switch (value->form)
    {
    case FORM_STRING:
      return value->text;
    case FORM_STRP:
      return dwarf_text_at (&dwarf->sections->str, value->number);
    case FORM_LINE_STRP:
      return dwarf_text_at (&dwarf->sections->line_str, value->number);
    case FORM_STRX:
    case FORM_STRX1:
    case FORM_STRX2:
    case FORM_STRX3:
    case FORM_STRX4:
    case FORM_GNU_STR_INDEX:
      return indexed_text (dwarf, unit, value->number);
    default:
      return NULL;
    }
}

/* Is the text in a file of its own, shared by several programs?  */
static bool
is_elsewhere (const struct value *value)
{
  return value->form == FORM_GNU_STRP_ALT || value->form == FORM_STRP_SUP
         || value->form == FORM_GNU_REF_ALT || value->form == FORM_REF_SUP4
         || value->form == FORM_REF_SUP8 || value->form == FORM_REF_SIG8;
}

/* --- The entry of a unit ------------------------------------------------- */

/* Parse the header of UNIT and find its abbreviations.  */
static enum status
read_header (struct dwarf *dwarf, struct dwarf_unit *unit,
             struct cursor *cursor)
{
  enum
  {
    TYPE_UNIT = 2,
    SKELETON_UNIT = 4,
    SPLIT_UNIT = 5,
    SPLIT_TYPE_UNIT = 6
  };
  struct widths *widths = &unit->widths;
  uint64_t abbreviations;
  const uint64_t version = cursor_number (cursor, 2);
  if (version < 2 || version > 5)
    return STATUS_ABSENT;
  widths->version = (uint8_t)version;
  if (version == 5)
    {
      const unsigned kind = cursor_u8 (cursor);
      widths->address = (uint8_t)cursor_u8 (cursor);
      abbreviations = cursor_number (cursor, widths->offset);
      if (kind == TYPE_UNIT || kind == SPLIT_TYPE_UNIT)
        cursor_take (cursor, 8 + widths->offset);
      else if (kind == SKELETON_UNIT || kind == SPLIT_UNIT)
        cursor_take (cursor, 8);
    }
  else
    {
      abbreviations = cursor_number (cursor, widths->offset);
      widths->address = (uint8_t)cursor_u8 (cursor);
    }
  if (cursor->failed || (widths->address != 4 && widths->address != 8))
    return STATUS_ABSENT;
  return abbreviations_find_table (&dwarf->abbreviations, dwarf->sections,
                                   abbreviations, *widths, &unit->table,
                                   dwarf->diag);
}

/* Do functions of LANGUAGE go by the same name in the source and in the symbol
   table?  (R3.9a)  */
static bool
has_plain_names (uint64_t language)
{
  enum
  {
    C89 = 0x01,
    C = 0x02,
    COBOL74 = 0x05,
    COBOL85 = 0x06,
    FORTRAN77 = 0x07,
    PASCAL83 = 0x09,
    C99 = 0x0c,
    PLI = 0x0f,
    UPC = 0x12,
    C11 = 0x1d,
    MIPS_ASSEMBLER = 0x8001,
    UNNAMED_4 = 0x8004,
    UNNAMED_6 = 0x8006,
    UNNAMED_7 = 0x8007
  };
  switch (language)
    {
    case C89:
    case C:
    case COBOL74:
    case COBOL85:
    case FORTRAN77:
    case PASCAL83:
    case C99:
    case PLI:
    case UPC:
    case C11:
    case MIPS_ASSEMBLER:
    case UNNAMED_4:
    case UNNAMED_6:
    case UNNAMED_7:
      return true;
    default:
      return false;
    }
}

/* Values of a unit's entry that can be understood only when all are known.  */
struct unit_values
{
  struct extent extent;
  struct value directory;
  uint32_t tag;
  bool ranges_are_first; /* they come before the low address */
};

/* Take the attributes of the unit's entry.  */
static enum status
take_unit_entry (struct dwarf *dwarf, struct dwarf_unit *unit,
                 struct cursor *cursor, struct unit_values *values)
{
  const uint64_t code = cursor_leb128 (cursor);
  const struct abbreviation *abbreviation
      = abbreviations_find (&dwarf->abbreviations, unit->table, code);
  /* Attributes need not take any bytes.  */
  if (abbreviation == NULL || !dwarf_spend (dwarf, abbreviation->count))
    return STATUS_ABSENT;
  values->tag = abbreviation->tag;
  const struct attribute *attribute
      = vec_at (&dwarf->abbreviations.attributes, abbreviation->first);
  for (uint32_t i = 0; i < abbreviation->count; i++, attribute++)
    {
      const struct value value = value_take (cursor, attribute, unit->widths);
      switch (attribute->name)
        {
        case AT_LOW_PC:
          values->extent.low = value;
          break;
        case AT_HIGH_PC:
          values->extent.high = value;
          break;
        case AT_RANGES:
          values->extent.ranges = value;
          values->ranges_are_first = values->extent.low.form == 0;
          break;
        case AT_STMT_LIST:
          unit->has_lines = true;
          unit->line_offset = value.number;
          break;
        case AT_LANGUAGE:
          unit->plain_names = has_plain_names (value.number);
          break;
        case AT_COMP_DIR:
          values->directory = value;
          break;
        case AT_ADDR_BASE:
        case AT_GNU_ADDR_BASE:
          unit->addr_base = value.number;
          break;
        case AT_RNGLISTS_BASE:
          unit->rnglists_base = value.number;
          break;
        case AT_STR_OFFSETS_BASE:
          unit->str_offsets_base = value.number;
          break;
        }
    }
  return cursor->failed ? STATUS_ABSENT : STATUS_OK;
}

/* An old compiler put the machine's name, a dot and a colon before the
   directory: take them off that of UNIT.  False if DWARF is refused, for many
   units may have one long text.  */
static bool
cut_machine (struct dwarf *dwarf, struct dwarf_unit *unit)
{
  const char *directory = unit->directory;
  const size_t length = strcspn (directory, ":");
  if (length > 0 && directory[length] == ':' && directory[length - 1] == '.'
      && directory[length + 1] == '/')
    unit->directory = directory + length + 1;
  return dwarf_spend (dwarf, length / TEXT_FOR_WORK);
}

/* Understand VALUES, and append the ranges of UNIT, the next one.  */
static enum status
use_unit_values (struct dwarf *dwarf, struct dwarf_unit *unit,
                 const struct unit_values *values)
{
  bool failed = false;
  if (is_elsewhere (&values->directory))
    dwarf->is_odd = true;
  unit->directory = dwarf_text (dwarf, unit, &values->directory);
  if (unit->directory != NULL && unit->directory[0] == '\0')
    unit->directory = NULL;
  if (unit->directory != NULL && !cut_machine (dwarf, unit))
    return STATUS_ABSENT;
  uint64_t base = 0;
  if (values->extent.low.form != 0 && values->tag == TAG_COMPILE_UNIT)
    base = dwarf_address (dwarf, unit, &values->extent.low, &failed);
  /* libbfd does not look ahead.  */
  if (!values->ranges_are_first
      || !dwarf->sections->quirks.misses_base_behind_ranges)
    unit->base = base;
  const size_t before = dwarf->unit_ranges.count;
  enum status status
      = dwarf_read_ranges (dwarf, unit, &values->extent,
                           (uint32_t)dwarf->units.count, &dwarf->unit_ranges);
  unit->base = base;
  unit->has_no_ranges = dwarf->unit_ranges.count == before;
  return status == STATUS_OK && failed ? STATUS_ABSENT : status;
}

enum status
dwarf_read_units (struct dwarf *dwarf)
{
  struct cursor cursor
      = cursor_at (&dwarf->sections->info, 0, dwarf->sections->big_endian);
  while (cursor_left (&cursor) > 0)
    {
      struct dwarf_unit unit = { .start = cursor.next, .lines = NO_LINES };
      unsigned offset_size;
      struct cursor entries = cursor_unit (&cursor, &offset_size);
      unit.widths.offset = (uint8_t)offset_size;
      if (entries.failed)
        return STATUS_ABSENT;
      enum status status = read_header (dwarf, &unit, &entries);
      unit.entries = entries.next;
      unit.end = entries.end;
      struct unit_values values = { 0 };
      if (status == STATUS_OK && cursor_left (&entries) > 0)
        status = take_unit_entry (dwarf, &unit, &entries, &values);
      if (status == STATUS_OK)
        status = use_unit_values (dwarf, &unit, &values);
      if (status != STATUS_OK)
        return status;
      if (!vec_push (&dwarf->units, unit))
        return diag_no_memory (dwarf->diag);
    }
  return STATUS_OK;
}

/* --- Functions ----------------------------------------------------------- */

/* Take what the entry with ABBREVIATION at CURSOR says of its addresses.  */
static struct extent
take_extent (const struct dwarf *dwarf, const struct dwarf_unit *unit,
             const struct abbreviation *abbreviation, struct cursor *cursor)
{
  struct extent extent = { 0 };
  const struct attribute *attribute
      = vec_at (&dwarf->abbreviations.attributes, abbreviation->first);
  for (uint32_t i = 0; i < abbreviation->count; i++, attribute++)
    switch (attribute->name)
      {
      case AT_LOW_PC:
        extent.low = value_take (cursor, attribute, unit->widths);
        break;
      case AT_HIGH_PC:
        extent.high = value_take (cursor, attribute, unit->widths);
        break;
      case AT_RANGES:
        extent.ranges = value_take (cursor, attribute, unit->widths);
        break;
      default:
        value_skip (cursor, attribute, unit->widths);
      }
  return extent;
}

/* The cursor is behind the code of the function's ENTRY.  */
static enum status
add_function (struct dwarf *dwarf, const struct dwarf_unit *unit,
              const unsigned char *entry,
              const struct abbreviation *abbreviation, struct cursor *cursor,
              interval_list *ranges)
{
  const uint32_t id = (uint32_t)dwarf->functions.count;
  const size_t first = ranges->count;
  const struct extent extent = take_extent (dwarf, unit, abbreviation, cursor);
  if (cursor->failed)
    return STATUS_ABSENT;
  enum status status = dwarf_read_ranges (dwarf, unit, &extent, id, ranges);
  /* Most entries only declare something.  */
  if (status != STATUS_OK || ranges->count == first)
    return status;
  const struct dwarf_function function
      = { .low_pc = ranges->items[first].low_pc, .entry = entry };
  return vec_push (&dwarf->functions, function) ? STATUS_OK
                                                : diag_no_memory (dwarf->diag);
}

static bool
is_function (uint32_t tag)
{
  return tag == TAG_SUBPROGRAM || tag == TAG_INLINED_SUBROUTINE
         || tag == TAG_ENTRY_POINT;
}

static void
skip_entry (const struct dwarf *dwarf, const struct abbreviation *abbreviation,
            struct widths widths, struct cursor *cursor)
{
  if (abbreviation->size >= 0)
    {
      cursor_take (cursor, (unsigned)abbreviation->size);
      return;
    }
  const struct attribute *attribute
      = vec_at (&dwarf->abbreviations.attributes, abbreviation->first);
  for (uint32_t i = 0; i < abbreviation->count; i++)
    value_skip (cursor, &attribute[i], widths);
}

enum status
dwarf_read_functions (struct dwarf *dwarf, uint32_t unit_number,
                      interval_list *ranges)
{
  const struct dwarf_unit *unit = &dwarf->units.items[unit_number];
  struct cursor cursor
      = { unit->entries, unit->end, dwarf->sections->big_endian, false };
  enum status status = STATUS_OK;
  while (cursor_left (&cursor) > 0 && status == STATUS_OK)
    {
      const unsigned char *entry = cursor.next;
      const uint64_t code = cursor_leb128 (&cursor);
      if (code == 0)
        continue;
      const struct abbreviation *abbreviation
          = abbreviations_find (&dwarf->abbreviations, unit->table, code);
      /* Attributes need not take any bytes.  */
      if (abbreviation == NULL || !dwarf_spend (dwarf, abbreviation->count))
        return STATUS_ABSENT;
      if (is_function (abbreviation->tag))
        status
            = add_function (dwarf, unit, entry, abbreviation, &cursor, ranges);
      else
        skip_entry (dwarf, abbreviation, unit->widths, &cursor);
    }
  return status == STATUS_OK && cursor.failed ? STATUS_ABSENT : status;
}
