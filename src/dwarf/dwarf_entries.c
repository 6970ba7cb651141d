/* dwarf_entries.c - a cursor over a section of DWARF, and how entries are
   written: forms of values, abbreviations, values that refer to tables of the
   unit.  */

#include "config.h"

#include <string.h>

#include "dwarf_entries.h"

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

/* --- Forms --------------------------------------------------------------- */

int
form_size (uint32_t form, struct dwarf_widths widths)
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
      return widths.address;
    case FORM_REF_ADDR:
      return widths.version == 2 ? widths.address : widths.offset;
    case FORM_STRP:
    case FORM_SEC_OFFSET:
    case FORM_STRP_SUP:
    case FORM_LINE_STRP:
    case FORM_GNU_REF_ALT:
    case FORM_GNU_STRP_ALT:
      return widths.offset;
    case FORM_SDATA:
    case FORM_UDATA:
    case FORM_REF_UDATA:
    case FORM_STRX:
    case FORM_ADDRX:
    case FORM_LOCLISTX:
    case FORM_RNGLISTX:
    case FORM_GNU_ADDR_INDEX:
    case FORM_GNU_STR_INDEX:
      return SIZE_LEB128;
    case FORM_BLOCK:
    case FORM_EXPRLOC:
      return SIZE_BLOCK;
    case FORM_BLOCK1:
      return SIZE_BLOCK1;
    case FORM_BLOCK2:
      return SIZE_BLOCK2;
    case FORM_BLOCK4:
      return SIZE_BLOCK4;
    case FORM_STRING:
      return SIZE_TEXT;
    case FORM_INDIRECT:
      return SIZE_INDIRECT;
    default: /* a form from the future: nobody knows how long it is */
      return SIZE_UNKNOWN;
    }
}

/* Take the block behind a length of SIZE bytes.  */
static void
take_block (struct cursor *cursor, unsigned size)
{
  cursor_take (cursor, cursor_number (cursor, size));
}

struct value
value_take (struct cursor *cursor, const struct attribute *attribute,
            struct dwarf_widths widths)
{
  struct value value = { attribute->form, 0, NULL };
  int size = attribute->size;
  if (size == SIZE_INDIRECT)
    {
      value.form = (uint32_t)cursor_leb128 (cursor);
      size = form_size (value.form, widths);
    }
  switch (size)
    {
    case SIZE_UNKNOWN:
    case SIZE_INDIRECT:
      cursor->failed = true;
      break;
    case SIZE_LEB128:
      value.number = cursor_leb128 (cursor);
      break;
    case SIZE_BLOCK:
      cursor_take (cursor, cursor_leb128 (cursor));
      break;
    case SIZE_BLOCK1:
      take_block (cursor, 1);
      break;
    case SIZE_BLOCK2:
      take_block (cursor, 2);
      break;
    case SIZE_BLOCK4:
      take_block (cursor, 4);
      break;
    case SIZE_TEXT:
      value.text = cursor_text (cursor);
      break;
    case 0:
      value.number = (uint64_t)attribute->constant;
      break;
    default:
      if (size <= 8)
        value.number = cursor_number (cursor, (unsigned)size);
      else
        cursor_take (cursor, (unsigned)size);
    }
  return value;
}

/* --- Abbreviations ------------------------------------------------------- */

enum
{
  HARMLESS = 1 << 16 /* attributes: a megabyte */
};

bool
dwarf_has_inlined (const struct dwarf_sections *sections)
{
  struct cursor cursor
      = cursor_at (&sections->abbrev, 0, sections->big_endian);
  while (cursor_left (&cursor) > 0)
    {
      uint64_t name, form;
      /* A code of 0 ends a table, and the next one follows.  */
      if (cursor_leb128 (&cursor) == 0)
        continue;
      if (cursor_leb128 (&cursor) == TAG_INLINED_SUBROUTINE)
        return true;
      cursor_take (&cursor, 1);
      do
        {
          name = cursor_leb128 (&cursor);
          form = cursor_leb128 (&cursor);
          if (form == FORM_IMPLICIT_CONST)
            cursor_signed_leb128 (&cursor);
        }
      while ((name != 0 || form != 0) && !cursor.failed);
    }
  return false;
}

/* Parse the attributes of ABBREVIATION up to the pair of zeros.  */
static enum status
parse_attributes (struct abbreviations *abbreviations, struct cursor *cursor,
                  size_t section_size, struct dwarf_widths widths,
                  struct abbreviation *abbreviation)
{
  for (;;)
    {
      struct attribute attribute
          = { .name = (uint32_t)cursor_leb128 (cursor) };
      const uint64_t form = cursor_leb128 (cursor);
      attribute.form = (uint16_t)form;
      attribute.size = (int8_t)form_size ((uint32_t)form, widths);
      /* Tables that overlap can have far more attributes than bytes.  */
      abbreviations->is_excessive
          = abbreviations->attributes.count > section_size + HARMLESS;
      if (cursor->failed || form > UINT16_MAX || abbreviations->is_excessive)
        return STATUS_ABSENT;
      if (attribute.form == FORM_IMPLICIT_CONST)
        attribute.constant = cursor_signed_leb128 (cursor);
      else
        attribute.constant = attribute.form == FORM_FLAG_PRESENT;
      if (attribute.name == 0 && form == 0)
        return STATUS_OK;
      vec_push (&abbreviations->attributes, attribute);
      if (attribute.size < 0 || abbreviation->size > INT16_MAX - 16)
        abbreviation->size = -1;
      else if (abbreviation->size >= 0)
        abbreviation->size = (int16_t)(abbreviation->size + attribute.size);
    }
}

/* Parse one abbreviation of TABLE with CODE.  */
static enum status
parse_abbreviation (struct abbreviations *abbreviations, struct cursor *cursor,
                    size_t section_size, struct dwarf_widths widths,
                    uint32_t table, uint64_t code)
{
  const uint32_t index = (uint32_t)abbreviations->all.count;
  struct abbreviation abbreviation
      = { .tag = (uint32_t)cursor_leb128 (cursor),
          .first = (uint32_t)abbreviations->attributes.count };
  abbreviation.has_children = cursor_u8 (cursor) != 0;
  enum status status = parse_attributes (abbreviations, cursor, section_size,
                                         widths, &abbreviation);
  if (status != STATUS_OK)
    return status;
  abbreviation.count
      = (uint32_t)abbreviations->attributes.count - abbreviation.first;
  struct abbreviation_table *place = &abbreviations->tables.items[table];
  if (code == place->in_sequence + UINT64_C (1)
      && index == place->first + place->in_sequence)
    place->in_sequence++;
  else
    pairmap_enter (&abbreviations->by_code, table, code, index);
  vec_push (&abbreviations->all, abbreviation);
  return STATUS_OK;
}

enum status
abbreviations_find_table (struct abbreviations *abbreviations,
                          const struct dwarf_sections *sections,
                          uint64_t offset, struct dwarf_widths widths,
                          uint32_t *table)
{
  const uint32_t fresh = (uint32_t)abbreviations->tables.count;
  const uint64_t key = (uint64_t)widths.version << 16
                       | (uint64_t)widths.address << 8 | widths.offset;
  *table = pairmap_enter (&abbreviations->table_at, offset, key, fresh);
  if (*table != fresh)
    return STATUS_OK;
  const struct abbreviation_table empty
      = { (uint32_t)abbreviations->all.count, 0 };
  vec_push (&abbreviations->tables, empty);

  struct cursor cursor
      = cursor_at (&sections->abbrev, offset, sections->big_endian);
  enum status status = STATUS_OK;
  uint64_t code;
  while (status == STATUS_OK && (code = cursor_leb128 (&cursor)) != 0)
    status = parse_abbreviation (abbreviations, &cursor, sections->abbrev.size,
                                 widths, fresh, code);
  return status == STATUS_OK && cursor.failed ? STATUS_ABSENT : status;
}

const struct abbreviation *
abbreviations_find (const struct abbreviations *abbreviations, uint32_t table,
                    uint64_t code)
{
  const struct abbreviation_table *place = &abbreviations->tables.items[table];
  if (code - 1 < place->in_sequence)
    return &abbreviations->all.items[place->first + (code - 1)];
  const uint32_t *index = pairmap_find (&abbreviations->by_code, table, code);
  return index != NULL ? &abbreviations->all.items[*index] : NULL;
}

void
abbreviations_release (struct abbreviations *abbreviations)
{
  vec_release (&abbreviations->attributes);
  vec_release (&abbreviations->all);
  vec_release (&abbreviations->tables);
  pairmap_release (&abbreviations->table_at);
  pairmap_release (&abbreviations->by_code);
}

/* --- Values that refer to tables of the unit ----------------------------- */

static bool
is_index (uint32_t form)
{
  return form == FORM_ADDRX || form == FORM_GNU_ADDR_INDEX
         || (FORM_ADDRX1 <= form && form <= FORM_ADDRX4);
}

uint64_t
dwarf_indexed_address (const struct dwarf *dwarf,
                       const struct dwarf_unit *unit, uint64_t index,
                       bool *failed)
{
  struct cursor cursor = cursor_at (&dwarf->sections.addr, unit->addr_base,
                                    dwarf->sections.big_endian);
  if (index > SIZE_MAX / 8)
    cursor.failed = true;
  else
    cursor_take (&cursor, index * unit->widths.address);
  const uint64_t address
      = cursor_address (&cursor, &dwarf->sections, unit->widths.address);
  *failed |= cursor.failed;
  return address;
}

uint64_t
dwarf_address (const struct dwarf *dwarf, const struct dwarf_unit *unit,
               const struct value *value, bool *failed)
{
  return is_index (value->form)
             ? dwarf_indexed_address (dwarf, unit, value->number, failed)
             : dwarf_widen (&dwarf->sections, value->number,
                            unit->widths.address);
}

/* Entry INDEX of the unit's table of texts.  */
static const char *
indexed_text (const struct dwarf *dwarf, const struct dwarf_unit *unit,
              uint64_t index)
{
  const struct dwarf_sections *sections = &dwarf->sections;
  const unsigned size = unit->widths.offset;
  struct cursor cursor
      = cursor_at (&sections->str_offsets, unit->str_offsets_base,
                   sections->big_endian);
  if (index > SIZE_MAX / 8 || (unit->str_offsets_base == 0 && !unit->is_split))
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
      return dwarf_text_at (&dwarf->sections.str, value->number);
    case FORM_LINE_STRP:
      return dwarf_text_at (&dwarf->sections.line_str, value->number);
    case FORM_STRP_SUP:
    case FORM_GNU_STRP_ALT:
      return dwarf->supplement != NULL
                 ? dwarf_text_at (&dwarf->supplement->sections.str,
                                  value->number)
                 : NULL;
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
