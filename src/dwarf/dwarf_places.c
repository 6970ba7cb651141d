/* dwarf_places.c - which file and line the code at an address is from, by the
   line tables alone, and how the answer hangs on earlier questions (R3.9g).  */

#include "config.h"

#include <stdlib.h>

#include "dwarf_private.h"

const struct interval *
dwarf_find_piece (const interval_list *pieces, uint64_t pc)
{
  size_t low = 0, high = pieces->count;
  while (low < high)
    {
      const size_t middle = low + (high - low) / 2;
      if (pieces->items[middle].high_pc <= pc)
        low = middle + 1;
      else
        high = middle;
    }
  return low < pieces->count && pieces->items[low].low_pc <= pc
             ? &pieces->items[low]
             : NULL;
}

/* Does SEQUENCE hold code that unit NUMBER does not claim?  */
static bool
is_stray (const struct dwarf *dwarf, uint32_t number,
          const struct line_sequence *sequence)
{
  const struct interval *piece
      = dwarf_find_piece (&dwarf->pieces, sequence->low_pc);
  return piece == NULL || piece->owner != number
         || piece->high_pc < sequence->high_pc;
}

/* Keep the line TABLE of unit NUMBER.  From now on the unit also claims what
   is in it (R3.9g).  */
static enum status
keep_lines (struct dwarf *dwarf, uint32_t number, struct line_table *table)
{
  for (size_t i = 0; i < table->sequences.count; i++)
    {
      const struct line_sequence *sequence = &table->sequences.items[i];
      const struct interval claim
          = { sequence->low_pc, sequence->high_pc, 0, number };
      if (is_stray (dwarf, number, sequence)
          && !vec_push (&dwarf->strays, claim))
        return diag_no_memory (dwarf->diag);
    }
  if (!vec_push (&dwarf->line_tables, *table))
    return diag_no_memory (dwarf->diag);
  dwarf->units.items[number].lines = (uint32_t)(dwarf->line_tables.count - 1);
  return STATUS_OK;
}

/* Look PC up in the line table of unit NUMBER.  STATUS_ABSENT if it is not
   there; DAMAGED tells of a table that cannot be read.  */
static enum status
find_in_unit (struct dwarf *dwarf, uint32_t number, uint64_t pc,
              const char **path, uint32_t *line, bool *damaged)
{
  const struct dwarf_unit *unit = &dwarf->units.items[number];
  enum status status = STATUS_OK;
  if (unit->lines == NO_LINES)
    {
      struct line_table table;
      status = line_table_read (&table, dwarf->sections, unit, dwarf->diag);
      if (status == STATUS_OK)
        status = keep_lines (dwarf, number, &table);
      if (status != STATUS_OK)
        {
          *damaged = status == STATUS_ABSENT;
          line_table_release (&table);
          return status;
        }
    }
  struct line_table *table = &dwarf->line_tables.items[unit->lines];
  const struct line_row *row = line_table_find (table, pc);
  if (row == NULL)
    return STATUS_ABSENT;
  *line = row->line;
  *path = line_table_path (table, row->file, &dwarf->paths, &status,
                           dwarf->diag);
  *damaged |= dwarf->paths.is_full;
  return status;
}

/* The first unit from FIRST on of those with CLAIMS to PC, or DWARF_NONE.  */
static uint32_t
first_claimant (const interval_list *claims, uint64_t pc, uint32_t first)
{
  uint32_t unit = DWARF_NONE;
  for (size_t i = 0; i < claims->count; i++)
    {
      const struct interval *claim = &claims->items[i];
      if (claim->low_pc <= pc && pc < claim->high_pc && claim->owner >= first
          && claim->owner < unit)
        unit = claim->owner;
    }
  return unit;
}

/* The first unit from FIRST on that libbfd would ask about PC, or DWARF_NONE:
   one that tells that it has PC, or that has a stray sequence there.  */
static uint32_t
next_unit (struct dwarf *dwarf, uint64_t pc, uint32_t first, bool *damaged)
{
  enum
  {
    CHEAP = 16 /* so many are looked at in the time of one attribute */
  };
  const struct interval *piece = dwarf_find_piece (&dwarf->pieces, pc);
  *damaged = !dwarf_spend (dwarf, dwarf->strays.count / CHEAP);
  const uint32_t stray = first_claimant (&dwarf->strays, pc, first);
  uint32_t told = DWARF_NONE;
  if (piece != NULL && piece->owner >= first)
    told = piece->owner;
  else if (piece != NULL && dwarf->units_overlap)
    {
      *damaged |= !dwarf_spend (dwarf, 1 + dwarf->unit_ranges.count / CHEAP);
      told = first_claimant (&dwarf->unit_ranges, pc, first);
    }
  return stray < told ? stray : told;
}

enum status
dwarf_find_line (struct dwarf *dwarf, uint64_t pc, const char **path,
                 uint32_t *line, bool *damaged)
{
  enum status status = STATUS_ABSENT;
  uint32_t unit = 0;
  *path = NULL;
  *line = 0;
  *damaged = dwarf->is_odd || dwarf_is_refused (dwarf);
  while (status == STATUS_ABSENT && !*damaged)
    {
      unit = next_unit (dwarf, pc, unit, damaged);
      if (*damaged || unit == DWARF_NONE)
        break;
      status = find_in_unit (dwarf, unit++, pc, path, line, damaged);
    }
  return status == STATUS_OK && (*path == NULL || *line == 0) ? STATUS_ABSENT
                                                              : status;
}

bool
dwarf_answers (struct dwarf *dwarf, const struct dwarf_stretch *stretch,
               uint64_t pc)
{
  struct dwarf_unit *unit = &dwarf->units.items[stretch->unit];
  if (!dwarf->sections->quirks.claims_when_asked)
    return true;
  unit->is_asked |= dwarf_find_piece (&dwarf->pieces, pc) != NULL;
  return unit->is_asked;
}

/* The first of ADDRESSES, which ascend, that is PC or above, or their
   count.  */
static size_t
first_address (const address_list *addresses, uint64_t pc)
{
  size_t low = 0, high = addresses->count;
  while (low < high)
    {
      const size_t middle = low + (high - low) / 2;
      if (addresses->items[middle] < pc)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Note in WANTED whose line tables may reach to one of ADDRESSES that nobody
   claims: the last unit that begins before it, and all of DWARF 2, which could
   tell no more than one range.  */
static void
choose_reaching (const struct dwarf *dwarf, const address_list *addresses,
                 bool *wanted)
{
  const interval_list *pieces = &dwarf->pieces;
  bool any = false;
  for (size_t i = 0, below = 0; i < addresses->count; i++)
    {
      const uint64_t pc = addresses->items[i];
      while (below < pieces->count && pieces->items[below].low_pc <= pc)
        below++;
      if (below > 0 && pieces->items[below - 1].high_pc > pc)
        continue;
      any = true;
      if (below > 0)
        wanted[pieces->items[below - 1].owner] = true;
    }
  for (size_t i = 0; i < dwarf->units.count && any; i++)
    wanted[i] |= dwarf->units.items[i].widths.version == 2;
}

/* Does a stray sequence of TABLE, that of unit NUMBER, hold one of ADDRESSES
   that nobody claims?  */
static bool
reaches (const struct dwarf *dwarf, uint32_t number,
         const struct line_table *table, const address_list *addresses)
{
  for (size_t i = 0; i < table->sequences.count; i++)
    {
      const struct line_sequence *sequence = &table->sequences.items[i];
      size_t next = first_address (addresses, sequence->low_pc);
      if (!is_stray (dwarf, number, sequence))
        continue;
      for (; next < addresses->count
             && addresses->items[next] < sequence->high_pc;
           next++)
        if (dwarf_find_piece (&dwarf->pieces, addresses->items[next]) == NULL)
          return true;
    }
  return false;
}

/* If the line table of unit NUMBER holds one of ADDRESSES that nobody claims,
   set *RECALLS, or keep the table.  STATUS_ABSENT if it cannot be read.  */
static enum status
look_for_strays (struct dwarf *dwarf, uint32_t number,
                 const address_list *addresses, bool *recalls)
{
  struct line_table table;
  const struct dwarf_unit *unit = &dwarf->units.items[number];
  enum status status
      = line_table_read (&table, dwarf->sections, unit, dwarf->diag);
  if (status == STATUS_OK && reaches (dwarf, number, &table, addresses))
    {
      *recalls = dwarf->sections->quirks.claims_when_asked;
      if (!*recalls)
        {
          status = keep_lines (dwarf, number, &table);
          if (status == STATUS_OK)
            return STATUS_OK;
        }
    }
  line_table_release (&table);
  return status;
}

enum status
dwarf_recalls (struct dwarf *dwarf, const address_list *addresses,
               bool *recalls)
{
  *recalls = false;
  bool *wanted = array_new (dwarf->units.count, sizeof *wanted);
  if (wanted == NULL)
    return diag_no_memory (dwarf->diag);
  choose_reaching (dwarf, addresses, wanted);
  enum status status = STATUS_OK;
  for (uint32_t i = 0; i < dwarf->units.count && !*recalls
                       && (status == STATUS_OK || status == STATUS_ABSENT);
       i++)
    {
      const struct dwarf_unit *unit = &dwarf->units.items[i];
      if (wanted[i] && unit->has_lines && unit->lines == NO_LINES)
        status = look_for_strays (dwarf, i, addresses, recalls);
    }
  free (wanted);
  return status == STATUS_ABSENT ? STATUS_OK : status;
}
