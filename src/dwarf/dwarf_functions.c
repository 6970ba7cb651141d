/* dwarf_functions.c - the functions of a unit, and the code that they
   have.  */

#include "config.h"

#include "dwarf_entries.h"

/* Take what the entry with ABBREVIATION at CURSOR says of its addresses.  */
static struct extent
take_extent (const struct dwarf *dwarf, const struct dwarf_unit *unit,
             const struct abbreviation *abbreviation, struct cursor *cursor)
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
  const struct extent extent = take_extent (dwarf, unit, abbreviation, cursor);
  if (cursor->failed)
    return STATUS_ABSENT;
  enum status status = dwarf_read_ranges (dwarf, unit, &extent, id, ranges);
  /* Most entries only declare something and have no code.  */
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

/* Pass over entries of a known length that are no functions, as most are, and
   the ends of lists; leave CURSOR at the first other one.  */
static void
skip_plain_entries (struct dwarf *dwarf, const struct dwarf_unit *unit,
                    struct cursor *cursor)
{
  const struct abbreviations *known = dwarf->abbreviations;
  const struct abbreviation_table table = known->tables.items[unit->table];
  const struct abbreviation *all = vec_at (&known->all, table.first);
  const unsigned char *at = cursor->next;
  while (cursor->end - at >= 2)
    {
      const bool is_long = at[0] >= 128;
      const uint32_t code
          = is_long ? (at[0] & 127U) | (uint32_t)at[1] << 7 : at[0];
      if (at[0] == 0)
        {
          at++;
          continue;
        }
      if ((is_long && at[1] >= 128) || code - 1 >= table.in_sequence)
        break;
      const struct abbreviation *abbreviation = &all[code - 1];
      if (abbreviation->size < 0
          || abbreviation->size > cursor->end - at - 1 - is_long
          || is_function (abbreviation->tag)
          || !dwarf_take_work (&dwarf->budget, abbreviation->count))
        break;
      at += 1 + is_long + abbreviation->size;
    }
  cursor->next = at;
}

enum status
dwarf_read_functions (struct dwarf *dwarf, uint32_t number,
                      interval_list *ranges)
{
  const struct dwarf_unit *unit = &dwarf->units.items[number];
  struct cursor cursor
      = { unit->entries, unit->end, dwarf->sections.big_endian, false };
  enum status status = STATUS_OK;
  while (status == STATUS_OK)
    {
      skip_plain_entries (dwarf, unit, &cursor);
      if (cursor_left (&cursor) == 0)
        break;
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
