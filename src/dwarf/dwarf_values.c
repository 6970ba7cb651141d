/* dwarf_values.c - what values of entries mean that refer to tables of their
   unit: addresses and texts.  */

#include "config.h"

#include "dwarf_entries.h"

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
