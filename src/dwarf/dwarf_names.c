/* dwarf_names.c - what DWARF calls functions.

   An entry may have a name, a name for the linker, and other entries that it
   is an instance of or that it completes, which have the like.  The attributes
   are taken in the order in which they stand, those of the other entry where
   it is mentioned (R3.9c).  */

#include "config.h"

#include "dwarf_entries.h"

#include <string.h>

#include "base/search.h"

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

static bool
is_indexed_text (uint32_t form)
{
  return form == FORM_STRX || (FORM_STRX1 <= form && form <= FORM_STRX4);
}

/* The text of VALUE in READING, or null: for an empty one, and for one by index in a unit
   that does not say where its texts are.  */
static const char *
text_of (struct name_reader *reader, const struct reading *reading,
         const struct value *value)
{
  const char *text = dwarf_text (reading->dwarf, reading->unit, value);
  if (text == NULL && !is_indexed_text (value->form))
    reader->dwarf->is_incomplete = true;
  return text != NULL && text[0] != '\0' ? text : NULL;
}

/* Count the bytes of NAME.  Many names may be the ends of one long text, and
   whoever compares or prints them reads all of each.  */
static enum status
count_name (struct dwarf *dwarf, const char *name)
{
  struct dwarf_budget *budget = &dwarf->budget;
  const size_t length = name != NULL ? strlen (name) : 0;
  return dwarf_budget_take (budget, &budget->text, length) ? STATUS_OK
                                                           : STATUS_ABSENT;
}

/* Skip the value of ATTRIBUTE if VALUE is null, or else take it into *VALUE.
   Two entries may refer to one other, which refers to another one twice, and
   so on: attributes and bytes are counted.  */
static enum status
pass_value (struct name_reader *reader, struct reading *reading,
            const struct attribute *attribute, struct value *value)
{
  struct cursor *cursor = &reading->cursor;
  const unsigned char *const before = cursor->next;
  if (value != NULL)
    *value = value_take (cursor, attribute, reading->unit->widths);
  else
    value_skip (cursor, attribute, reading->unit->widths);
  const uint64_t size = (uint64_t)(cursor->next - before);
  return !cursor->failed
                 && dwarf_take_work (&reader->dwarf->budget,
                                     1 + size / TEXT_FOR_WORK)
             ? STATUS_OK
             : STATUS_ABSENT;
}

/* Take one attribute of the entry on top.  */
static enum status
take_attribute (struct name_reader *reader, struct reading *reading,
                const struct attribute *attribute)
{
  const struct dwarf_unit *unit = reading->unit;
  const uint32_t name = attribute->name;
  const bool is_own = reader->depth == 1;
  if (name != AT_NAME && name != AT_LINKAGE_NAME
      && name != AT_MIPS_LINKAGE_NAME && name != AT_SPECIFICATION
      && !(name == AT_ABSTRACT_ORIGIN && is_own))
    return pass_value (reader, reading, attribute, NULL);
  struct value value;
  enum status status = pass_value (reader, reading, attribute, &value);
  if (status != STATUS_OK)
    return status;
  if (name == AT_SPECIFICATION || name == AT_ABSTRACT_ORIGIN)
    return follow (reader, reading->dwarf, unit, &value);
  if (name != AT_NAME)
    {
      reader->name = text_of (reader, reading, &value);
      reader->is_linkage = true;
    }
  else if (reader->name == NULL)
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
      struct name_reader reader;
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
      if (status == STATUS_OK)
        status = count_name (dwarf, reader.name);
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
