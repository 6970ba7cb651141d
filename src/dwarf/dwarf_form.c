/* dwarf_form.c - how DWARF writes down entries: the forms of values, and
   abbreviations.  */

#include "config.h"

#include "dwarf_form.h"

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

void
value_skip (struct cursor *cursor, const struct attribute *attribute,
            struct dwarf_widths widths)
{
  const int size = attribute->size;
  if (size >= 0)
    cursor_take (cursor, (unsigned)size);
  else if (size == SIZE_LEB128)
    cursor_leb128 (cursor);
  else if (size == SIZE_BLOCK)
    cursor_take (cursor, cursor_leb128 (cursor));
  else if (size == SIZE_TEXT)
    cursor_text (cursor);
  else
    value_take (cursor, attribute, widths);
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
                  struct abbreviation *abbreviation, struct diag *diag)
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
      if (!vec_push (&abbreviations->attributes, attribute))
        return diag_no_memory (diag);
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
                    uint32_t table, uint64_t code, struct diag *diag)
{
  const uint32_t index = (uint32_t)abbreviations->all.count;
  struct abbreviation abbreviation
      = { .tag = (uint32_t)cursor_leb128 (cursor),
          .first = (uint32_t)abbreviations->attributes.count };
  abbreviation.has_children = cursor_u8 (cursor) != 0;
  enum status status = parse_attributes (abbreviations, cursor, section_size,
                                         widths, &abbreviation, diag);
  if (status != STATUS_OK)
    return status;
  abbreviation.count
      = (uint32_t)abbreviations->attributes.count - abbreviation.first;
  struct abbreviation_table *place = &abbreviations->tables.items[table];
  if (code == place->in_sequence + UINT64_C (1)
      && index == place->first + place->in_sequence)
    place->in_sequence++;
  else if (pairmap_enter (&abbreviations->by_code, table, code, index) == NULL)
    return diag_no_memory (diag);
  return vec_push (&abbreviations->all, abbreviation) ? STATUS_OK
                                                      : diag_no_memory (diag);
}

enum status
abbreviations_find_table (struct abbreviations *abbreviations,
                          const struct dwarf_sections *sections,
                          uint64_t offset, struct dwarf_widths widths,
                          uint32_t *table, struct diag *diag)
{
  const uint32_t fresh = (uint32_t)abbreviations->tables.count;
  const uint64_t key = (uint64_t)widths.version << 16
                       | (uint64_t)widths.address << 8 | widths.offset;
  const uint32_t *known
      = pairmap_enter (&abbreviations->table_at, offset, key, fresh);
  if (known == NULL)
    return diag_no_memory (diag);
  *table = *known;
  if (*table != fresh)
    return STATUS_OK;
  const struct abbreviation_table empty
      = { (uint32_t)abbreviations->all.count, 0 };
  if (!vec_push (&abbreviations->tables, empty))
    return diag_no_memory (diag);

  struct cursor cursor
      = cursor_at (&sections->abbrev, offset, sections->big_endian);
  enum status status = STATUS_OK;
  uint64_t code;
  while (status == STATUS_OK && (code = cursor_leb128 (&cursor)) != 0)
    status = parse_abbreviation (abbreviations, &cursor, sections->abbrev.size,
                                 widths, fresh, code, diag);
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
