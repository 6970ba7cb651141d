/* dwarf_units.c - the units of DWARF: what the header and the first entry of
   each say, also where entries are in a file of their own; names and code of
   its functions.  */

#include "config.h"

#include <string.h>

#include "base/search.h"
#include "dwarf_entries.h"

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
                                   abbreviations, *widths, &unit->table);
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
      || !dwarf->sections.quirks.misses_base_behind_ranges)
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
      vec_push (&dwarf->units, unit);
    }
  return STATUS_OK;
}

void
dwarf_drop_unread (struct dwarf *dwarf)
{
  interval_list *ranges = &dwarf->unit_ranges;
  while (ranges->count > 0
         && ranges->items[ranges->count - 1].owner >= dwarf->units.count)
    ranges->count--;
}

/* --- What DWARF calls functions ------------------------------------------ */

/* An entry may have a name, a name for the linker, and other entries that
   it is an instance of or that it completes, which have the like.  The
   attributes are taken in the order in which they stand, those of the other
   entry where it is mentioned (R3.9c).  */

enum
{
  DEEPEST = 100 /* entries that refer to each other */
};

/* An entry that is being read, up to some attribute.  */
struct reading
{
  const struct dwarf *dwarf; /* that of the reader, or its supplement */
  const struct dwarf_unit *unit;
  struct cursor cursor;
  uint32_t attribute, end; /* indices in the table of all */
};

struct name_reader
{
  struct dwarf *dwarf;
  struct reading stack[DEEPEST];
  unsigned depth;
  const char *name;
  bool is_linkage;
};

/* The unit that ENTRY, a place in the section, lies in, or null.  */
static const struct dwarf_unit *
unit_around (const struct dwarf *dwarf, const unsigned char *entry)
{
  const struct dwarf_unit *units = dwarf->units.items;
  size_t i;
  search_first (i, 0, dwarf->units.count, units[i].end > entry);
  return i < dwarf->units.count && entry >= units[i].entries ? &units[i]
                                                             : NULL;
}

/* Begin to read ENTRY of DWARF.  */
static enum status
enter (struct name_reader *reader, const struct dwarf *dwarf,
       const unsigned char *entry)
{
  const struct dwarf_unit *unit = unit_around (dwarf, entry);
  if (unit == NULL || reader->depth == DEEPEST)
    return STATUS_ABSENT;
  struct cursor cursor
      = { entry, unit->end, dwarf->sections.big_endian, false };
  const uint64_t code = cursor_leb128 (&cursor);
  const struct abbreviation *abbreviation
      = code != 0
            ? abbreviations_find (dwarf->abbreviations, unit->table, code)
            : NULL;
  if (abbreviation == NULL)
    return STATUS_ABSENT;
  reader->stack[reader->depth++]
      = (struct reading){ dwarf, unit, cursor, abbreviation->first,
                          abbreviation->first + abbreviation->count };
  return STATUS_OK;
}

/* Begin to read the entry that VALUE, in UNIT of DWARF, refers to.  */
static enum status
follow (struct name_reader *reader, const struct dwarf *dwarf,
        const struct dwarf_unit *unit, const struct value *value)
{
  const struct dwarf_section *info = &dwarf->sections.info;
  const unsigned char *base = unit->start;
  switch (value->form)
    {
    case FORM_REF1:
    case FORM_REF2:
    case FORM_REF4:
    case FORM_REF8:
    case FORM_REF_UDATA:
      break;
    case FORM_REF_ADDR:
      base = info->data;
      break;
    case FORM_REF_SIG8:
      return STATUS_OK;
    default: /* in another file, which several programs share */
      dwarf = dwarf->supplement;
      if (dwarf == NULL || dwarf->sections.info.size == 0)
        {
          reader->dwarf->is_incomplete = true;
          return STATUS_ABSENT;
        }
      info = &dwarf->sections.info;
      base = info->data;
    }
  if (value->number >= (uint64_t)(info->data + info->size - base))
    return STATUS_ABSENT;
  return enter (reader, dwarf, base + value->number);
}

/* The text of VALUE in READING, or null: for an empty one, and for one by index
   in a unit that does not say where its texts are.  */
static const char *
text_of (struct name_reader *reader, const struct reading *reading,
         const struct value *value)
{
  const char *text = dwarf_text (reading->dwarf, reading->unit, value);
  const bool is_indexed
      = value->form == FORM_STRX
        || (FORM_STRX1 <= value->form && value->form <= FORM_STRX4);
  if (text == NULL && !is_indexed)
    reader->dwarf->is_incomplete = true;
  return text != NULL && text[0] != '\0' ? text : NULL;
}

/* Take one attribute of the entry on top.  */
static enum status
take_attribute (struct name_reader *reader, struct reading *reading,
                const struct attribute *attribute)
{
  const struct dwarf_unit *unit = reading->unit;
  const uint32_t name = attribute->name;
  const bool is_own = reader->depth == 1;
  const unsigned char *const before = reading->cursor.next;
  const struct value value
      = value_take (&reading->cursor, attribute, unit->widths);
  const uint64_t size = (uint64_t)(reading->cursor.next - before);
  /* Two entries may refer to one other, which refers to another one twice, and
     so on: attributes and bytes are counted.  */
  if (reading->cursor.failed
      || !dwarf_take_work (&reader->dwarf->budget, 1 + size / TEXT_FOR_WORK))
    return STATUS_ABSENT;
  if (name == AT_SPECIFICATION || (name == AT_ABSTRACT_ORIGIN && is_own))
    return follow (reader, reading->dwarf, unit, &value);
  if (name == AT_LINKAGE_NAME || name == AT_MIPS_LINKAGE_NAME)
    {
      reader->name = text_of (reader, reading, &value);
      reader->is_linkage = true;
    }
  else if (name == AT_NAME && reader->name == NULL)
    {
      reader->name = text_of (reader, reading, &value);
      reader->is_linkage |= unit->names_are_linked;
    }
  return STATUS_OK;
}

enum status
dwarf_name_function (struct dwarf *dwarf, uint32_t id, struct dwarf_name *name)
{
  struct dwarf_function *function = &dwarf->functions.items[id];
  enum status status = STATUS_OK;
  if (!function->is_read)
    {
      struct name_reader reader; /* its stack is large and set as it grows */
      reader.dwarf = dwarf;
      reader.depth = 0;
      reader.name = NULL;
      reader.is_linkage = false;
      status = enter (&reader, dwarf, function->entry);
      while (status == STATUS_OK && reader.depth > 0)
        {
          struct reading *top = &reader.stack[reader.depth - 1];
          if (top->attribute == top->end)
            reader.depth--;
          else
            status = take_attribute (&reader, top,
                                     &top->dwarf->abbreviations->attributes
                                          .items[top->attribute++]);
        }
      /* Many names may be the ends of one long text, and whoever compares or
         prints them reads all of each.  */
      if (status == STATUS_OK && reader.name != NULL
          && !dwarf_budget_take (&dwarf->budget, &dwarf->budget.text,
                                 strlen (reader.name)))
        status = STATUS_ABSENT;
      function->name = reader.name;
      function->is_linkage = reader.is_linkage;
      function->is_read = true;
      if (dwarf->is_incomplete)
        status = STATUS_ABSENT;
    }
  *name = (struct dwarf_name){ function->name, function->low_pc,
                               function->is_linkage };
  return status;
}

void
dwarf_set_name (struct dwarf *dwarf, uint32_t id, const char *name)
{
  struct dwarf_function *function = &dwarf->functions.items[id];
  function->name = name;
  function->is_linkage = function->is_read = true;
}

/* --- The functions of a unit, and the code that they have ---------------- */

struct extent
dwarf_take_extent (const struct dwarf *dwarf, const struct dwarf_unit *unit,
                   const struct abbreviation *abbreviation,
                   struct cursor *cursor)
{
  struct extent extent = { 0 };
  const struct attribute *attribute
      = vec_at (&dwarf->abbreviations->attributes, abbreviation->first);
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
      case AT_CALL_FILE:
        extent.call_file = value_take (cursor, attribute, unit->widths);
        break;
      case AT_CALL_LINE:
        extent.call_line = value_take (cursor, attribute, unit->widths);
        break;
      default:
        value_skip (cursor, attribute, unit->widths);
      }
  return extent;
}

/* Read the function at ENTRY; CURSOR is behind the code of its
   abbreviation.  */
static enum status
add_function (struct dwarf *dwarf, const struct dwarf_unit *unit,
              const unsigned char *entry,
              const struct abbreviation *abbreviation, struct cursor *cursor,
              interval_list *ranges)
{
  const uint32_t id = (uint32_t)dwarf->functions.count;
  const size_t first = ranges->count;
  const struct extent extent
      = dwarf_take_extent (dwarf, unit, abbreviation, cursor);
  if (cursor->failed)
    return STATUS_ABSENT;
  enum status status = dwarf_read_ranges (dwarf, unit, &extent, id, ranges);
  /* Most entries only declare something and have no code.  */
  if (status != STATUS_OK || ranges->count == first)
    return status;
  const struct dwarf_function function
      = { .low_pc = ranges->items[first].low_pc, .entry = entry };
  vec_push (&dwarf->functions, function);
  return STATUS_OK;
}

static bool
is_function (uint32_t tag)
{
  return tag == TAG_SUBPROGRAM || tag == TAG_INLINED_SUBROUTINE
         || tag == TAG_ENTRY_POINT;
}

void
dwarf_skip_entry (const struct dwarf *dwarf,
                  const struct abbreviation *abbreviation,
                  struct dwarf_widths widths, struct cursor *cursor)
{
  if (abbreviation->size >= 0)
    {
      cursor_take (cursor, (uint64_t)abbreviation->size);
      return;
    }
  const struct attribute *attribute
      = vec_at (&dwarf->abbreviations->attributes, abbreviation->first);
  for (uint32_t i = 0; i < abbreviation->count; i++)
    value_skip (cursor, &attribute[i], widths);
}

enum status
dwarf_read_functions (struct dwarf *dwarf, uint32_t number,
                      interval_list *ranges)
{
  const struct dwarf_unit *unit = &dwarf->units.items[number];
  struct cursor cursor
      = { unit->entries, unit->end, dwarf->sections.big_endian, false };
  enum status status = STATUS_OK;
  while (status == STATUS_OK && cursor_left (&cursor) > 0)
    {
      const unsigned char *entry = cursor.next;
      const uint64_t code = cursor_leb128 (&cursor);
      if (code == 0)
        continue;
      const struct abbreviation *abbreviation
          = abbreviations_find (dwarf->abbreviations, unit->table, code);
      /* Attributes may have no bytes, so they are counted.  */
      if (abbreviation == NULL
          || !dwarf_take_work (&dwarf->budget, abbreviation->count))
        return STATUS_ABSENT;
      if (is_function (abbreviation->tag))
        status
            = add_function (dwarf, unit, entry, abbreviation, &cursor, ranges);
      else
        dwarf_skip_entry (dwarf, abbreviation, unit->widths, &cursor);
    }
  return status == STATUS_OK && cursor.failed ? STATUS_ABSENT : status;
}

enum status
dwarf_try_functions (struct dwarf *dwarf, uint32_t unit)
{
  interval_list ranges = { 0 };
  struct dwarf_name name;
  const size_t before = dwarf->functions.count;
  const bool was_incomplete = dwarf->is_incomplete;
  enum status status = dwarf_read_functions (dwarf, unit, &ranges);
  for (size_t i = before; i < dwarf->functions.count && status == STATUS_OK;
       i++)
    {
      status = dwarf_name_function (dwarf, (uint32_t)i, &name);
      if (status == STATUS_ABSENT && !dwarf_is_exhausted (dwarf))
        status = STATUS_OK;
    }
  dwarf->functions.count = before;
  dwarf->is_incomplete = was_incomplete;
  vec_release (&ranges);
  return status;
}

bool
dwarf_is_exhausted (const struct dwarf *dwarf)
{
  return dwarf->budget.is_exhausted || dwarf->paths.is_exhausted
         || dwarf->abbreviations->is_excessive;
}
