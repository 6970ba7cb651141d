/* dwarf_units.c - the units of DWARF: what the header and the first entry of
   each say.  */

#include "config.h"

#include "dwarf_entries.h"

#include <string.h>

/* Is the text in a file of its own, shared by several programs?  */
static bool
is_elsewhere (const struct value *value)
{
  return value->form == FORM_GNU_STRP_ALT || value->form == FORM_STRP_SUP
         || value->form == FORM_GNU_REF_ALT || value->form == FORM_REF_SUP4
         || value->form == FORM_REF_SUP8 || value->form == FORM_REF_SIG8;
}

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
  struct dwarf_widths *widths = &unit->widths;
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
        unit->split_id = cursor_number (cursor, 8);
    }
  else
    {
      abbreviations = cursor_number (cursor, widths->offset);
      widths->address = (uint8_t)cursor_u8 (cursor);
    }
  if (cursor->failed || (widths->address != 4 && widths->address != 8))
    return STATUS_ABSENT;
  return abbreviations_find_table (dwarf->abbreviations, &dwarf->sections,
                                   abbreviations, *widths, &unit->table,
                                   dwarf->diag);
}

/* Do functions of LANGUAGE have the same name in the source and in the symbol
   table?  (R3.9a)  */
static bool
names_are_linked (uint64_t language)
{
  static const uint16_t languages[] = {
    0x01,   0x02,   0x0c,   0x1d,  0x12, /* C89, C, C99, C11, UPC */
    0x05,   0x06,   0x07,   0x09,  0x0f, /* Cobol, Fortran 77, Pascal, PL/I */
    0x8001, 0x8004, 0x8006, 0x8007       /* assembler; three without names */
  };
  for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
    if (languages[i] == language)
      return true;
  return false;
}

/* Values of a unit's entry that can be interpreted only when all are
   known.  */
struct unit_values
{
  struct extent extent;
  struct value directory, split_name;
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
      = abbreviations_find (dwarf->abbreviations, unit->table, code);
  /* Attributes may have no bytes, so they are counted.  */
  if (abbreviation == NULL
      || !dwarf_take_work (&dwarf->budget, abbreviation->count))
    return STATUS_ABSENT;
  values->tag = abbreviation->tag;
  const struct attribute *attribute
      = vec_at (&dwarf->abbreviations->attributes, abbreviation->first);
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
          unit->lines.offset = value.number;
          break;
        case AT_LANGUAGE:
          unit->names_are_linked = names_are_linked (value.number);
          break;
        case AT_COMP_DIR:
          values->directory = value;
          break;
        case AT_ADDR_BASE:
        case AT_GNU_ADDR_BASE:
          unit->addr_base = value.number;
          break;
        case AT_DWO_NAME:
        case AT_GNU_DWO_NAME:
          values->split_name = value;
          break;
        case AT_GNU_DWO_ID:
          unit->split_id = value.number;
          break;
        case AT_GNU_RANGES_BASE:
          unit->ranges_base = value.number;
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

/* Remove from the directory of UNIT what an old compiler put before it: the
   machine's name, a dot and a colon.  False if the budget is exhausted, for
   many units may have one long text.  */
static bool
cut_machine (struct dwarf *dwarf, struct dwarf_unit *unit)
{
  const char *directory = unit->lines.directory;
  const size_t length = strcspn (directory, ":");
  if (length > 0 && directory[length] == ':' && directory[length - 1] == '.'
      && directory[length + 1] == '/')
    unit->lines.directory = directory + length + 1;
  return dwarf_take_work (&dwarf->budget, length / TEXT_FOR_WORK);
}

/* Interpret VALUES, and append the ranges of UNIT, the next one.  */
static enum status
use_unit_values (struct dwarf *dwarf, struct dwarf_unit *unit,
                 const struct unit_values *values)
{
  bool failed = false, unknown = false;
  if (is_elsewhere (&values->directory))
    dwarf->is_incomplete = true;
  unit->lines.directory = dwarf_text (dwarf, unit, &values->directory);
  unit->split_name = dwarf_text (dwarf, unit, &values->split_name);
  if (unit->lines.directory != NULL && unit->lines.directory[0] == '\0')
    unit->lines.directory = NULL;
  if (unit->lines.directory != NULL && !cut_machine (dwarf, unit))
    return STATUS_ABSENT;
  uint64_t base = 0;
  if (values->extent.low.form != 0 && values->tag == TAG_COMPILE_UNIT)
    base = dwarf_address (dwarf, unit, &values->extent.low, &failed);
  if (values->extent.low.form != 0)
    unit->split_base
        = dwarf_address (dwarf, unit, &values->extent.low, &unknown);
  if (!values->ranges_are_first
      || !dwarf->sections.rules.base_must_precede_ranges)
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
      = cursor_at (&dwarf->sections.info, 0, dwarf->sections.big_endian);
  while (cursor_left (&cursor) > 0)
    {
      struct dwarf_unit unit = { .start = cursor.next };
      unsigned offset_size;
      struct cursor entries = cursor_unit (&cursor, &offset_size);
      unit.widths.offset = (uint8_t)offset_size;
      if (entries.failed)
        return STATUS_ABSENT;
      enum status status = read_header (dwarf, &unit, &entries);
      unit.lines.widths = unit.widths;
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
