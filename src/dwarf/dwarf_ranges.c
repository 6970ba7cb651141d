/* dwarf_ranges.c - the addresses that an entry of DWARF claims.  */

#include "config.h"

#include "dwarf_entries.h"

/* The ranges of one owner, as they are collected.  */
struct collector
{
  struct dwarf *dwarf;
  const struct dwarf_unit *unit;
  interval_list *claims;
  size_t first; /* of the owner's claims */
  uint32_t owner;
};

/* Extend a claim that [LOW_PC, HIGH_PC) adjoins: the first, or else the newest
   one (R3.9b).  An owner of more than a few ranges has them far apart, so not
   all are compared.  */
static bool
join_range (const struct collector *collector, uint64_t low_pc,
            uint64_t high_pc)
{
  enum
  {
    COMPARED = 64
  };
  struct interval *claims = vec_at (collector->claims, collector->first);
  const size_t count = collector->claims->count - collector->first;
  for (size_t i = 0; i < count && i < COMPARED; i++)
    {
      struct interval *claim = &claims[i == 0 ? 0 : count - i];
      if (claim->high_pc == low_pc)
        {
          claim->high_pc = high_pc;
          return true;
        }
      if (claim->low_pc == high_pc)
        {
          claim->low_pc = low_pc;
          return true;
        }
    }
  return false;
}

/* Count a range, or another entry of a list, for many entries can refer to one
   long list.  False if there are too many.  */
static bool
count_entry (const struct collector *collector)
{
  struct dwarf_budget *budget = &collector->dwarf->budget;
  return dwarf_budget_take (budget, &budget->ranges, 1);
}

/* A range that ends before it begins holds no code, but its start may be that
   of the first range.  */
static void
add_range (const struct collector *collector, uint64_t low_pc,
           uint64_t high_pc)
{
  const struct interval claim = { low_pc, high_pc, 0, collector->owner };
  if (low_pc != high_pc && !join_range (collector, low_pc, high_pc))
    vec_push (collector->claims, claim);
}

/* The ranges at OFFSET of .debug_ranges, up to DWARF 4.  */
static enum status
add_old_ranges (const struct collector *collector, uint64_t offset)
{
  const struct dwarf_sections *sections = &collector->dwarf->sections;
  const unsigned size = collector->unit->widths.address;
  const uint64_t highest
      = dwarf_widen (sections, size == 8 ? UINT64_MAX : UINT32_MAX, size);
  struct cursor cursor
      = cursor_at (&sections->ranges, offset, sections->big_endian);
  uint64_t base = collector->unit->base;
  for (;;)
    {
      const uint64_t low = cursor_address (&cursor, sections, size);
      const uint64_t high = cursor_address (&cursor, sections, size);
      if (cursor.failed)
        return STATUS_ABSENT;
      if (low == 0 && high == 0)
        return STATUS_OK;
      if (!count_entry (collector))
        return STATUS_ABSENT;
      if (low == highest && high != highest)
        {
          if (size == 4 && sections->quirks.misses_base_of_32_bits)
            return STATUS_ABSENT;
          base = high;
        }
      else
        add_range (collector, base + low, base + high);
    }
}

/* One entry of a list of .debug_rnglists, of kind KIND.  STATUS_ABSENT if that
   is unknown.  */
static enum status
add_list_entry (const struct collector *collector, struct cursor *cursor,
                unsigned kind, uint64_t *base)
{
  enum
  {
    BASE_BY_INDEX = 1,
    BOTH_BY_INDEX,
    START_BY_INDEX,
    TWO_OFFSETS,
    BASE,
    START_AND_END,
    START_AND_LENGTH
  };
  const struct dwarf *dwarf = collector->dwarf;
  const struct dwarf_unit *unit = collector->unit;
  const unsigned size = unit->widths.address;
  uint64_t low, high;
  bool *failed = &cursor->failed;
  if (kind < TWO_OFFSETS && dwarf->sections.quirks.ignores_ranges_by_index)
    return STATUS_ABSENT;
  switch (kind)
    {
    case BASE_BY_INDEX:
      *base = dwarf_indexed_address (dwarf, unit, cursor_leb128 (cursor),
                                     failed);
      return STATUS_OK;
    case BASE:
      *base = cursor_address (cursor, &dwarf->sections, size);
      return STATUS_OK;
    case BOTH_BY_INDEX:
      low = dwarf_indexed_address (dwarf, unit, cursor_leb128 (cursor),
                                   failed);
      high = dwarf_indexed_address (dwarf, unit, cursor_leb128 (cursor),
                                    failed);
      break;
    case START_BY_INDEX:
      low = dwarf_indexed_address (dwarf, unit, cursor_leb128 (cursor),
                                   failed);
      high = low + cursor_leb128 (cursor);
      break;
    case TWO_OFFSETS:
      low = *base + cursor_leb128 (cursor);
      high = *base + cursor_leb128 (cursor);
      break;
    case START_AND_END:
      low = cursor_address (cursor, &dwarf->sections, size);
      high = cursor_address (cursor, &dwarf->sections, size);
      break;
    case START_AND_LENGTH:
      low = cursor_address (cursor, &dwarf->sections, size);
      high = low + cursor_leb128 (cursor);
      break;
    default:
      return STATUS_ABSENT;
    }
  if (cursor->failed)
    return STATUS_ABSENT;
  add_range (collector, low, high);
  return STATUS_OK;
}

/* The ranges at OFFSET of .debug_rnglists.  */
static enum status
add_range_list (const struct collector *collector, uint64_t offset)
{
  const struct dwarf_sections *sections = &collector->dwarf->sections;
  struct cursor cursor
      = cursor_at (&sections->rnglists, offset, sections->big_endian);
  uint64_t base = collector->unit->base;
  enum status status = STATUS_OK;
  unsigned kind;
  while (status == STATUS_OK && (kind = cursor_u8 (&cursor)) != 0)
    status = count_entry (collector)
                 ? add_list_entry (collector, &cursor, kind, &base)
                 : STATUS_ABSENT;
  return status == STATUS_OK && cursor.failed ? STATUS_ABSENT : status;
}

static enum status
add_ranges (const struct collector *collector, const struct value *ranges)
{
  const struct dwarf_sections *sections = &collector->dwarf->sections;
  const struct dwarf_unit *unit = collector->unit;
  if (unit->widths.version < 5)
    return add_old_ranges (collector,
                           ranges->number
                               + (unit->is_split ? unit->ranges_base : 0));
  if (ranges->form != FORM_RNGLISTX)
    return add_range_list (collector, ranges->number);
  if (sections->quirks.ignores_ranges_by_index)
    return STATUS_OK;
  struct cursor cursor = cursor_at (&sections->rnglists, unit->rnglists_base,
                                    sections->big_endian);
  if (ranges->number > SIZE_MAX / 8)
    return STATUS_ABSENT;
  cursor_take (&cursor, ranges->number * unit->widths.offset);
  const uint64_t offset = cursor_number (&cursor, unit->widths.offset);
  return cursor.failed
             ? STATUS_ABSENT
             : add_range_list (collector, unit->rnglists_base + offset);
}

enum status
dwarf_read_ranges (struct dwarf *dwarf, const struct dwarf_unit *unit,
                   const struct extent *extent, uint32_t owner,
                   interval_list *claims)
{
  const struct collector collector
      = { dwarf, unit, claims, claims->count, owner };
  enum status status = STATUS_OK;
  if (extent->ranges.form != 0)
    status = add_ranges (&collector, &extent->ranges);
  if (status != STATUS_OK || extent->high.form == 0)
    return status;
  bool failed = false;
  const uint64_t low = extent->low.form != 0
                           ? dwarf_address (dwarf, unit, &extent->low, &failed)
                           : 0;
  const uint64_t high
      = extent->high.form == FORM_ADDR
            ? dwarf_address (dwarf, unit, &extent->high, &failed)
            : low + extent->high.number;
  if (failed || !count_entry (&collector))
    return STATUS_ABSENT;
  add_range (&collector, low, high);
  return STATUS_OK;
}
