/* dwarf.c - DWARF debugging information: opening it, and what is known of its
   units together.  */

#include "config.h"

#include "dwarf/dwarf_units.h"

#include <stdlib.h>

#include "base/pairmap.h"
#include "base/search.h"
#include "dwarf_entries.h"

/* --- Opening ------------------------------------------------------------- */

/* Enter into SEEN the line tables of the units with ranges of their own, or of
   those without, as HAS_RANGES says.  A unit without has only its line table
   to go by.  When another unit has the same one, as those of types, and those
   that dwz makes, it has no code: the table is not its own.  */
static enum status
share_tables (struct dwarf *dwarf, bool has_ranges, struct pairmap *seen)
{
  const bool loses_table
      = !has_ranges && !dwarf->sections.rules.shared_tables_stay;
  for (uint32_t i = 0; i < dwarf->units.count; i++)
    {
      struct dwarf_unit *unit = &dwarf->units.items[i];
      if (!unit->has_lines || unit->has_no_ranges == has_ranges)
        continue;
      const uint32_t *first = pairmap_enter (seen, unit->lines.offset, 0, i);
      if (first == NULL)
        return diag_no_memory (dwarf->diag);
      if (*first != i && loses_table)
        unit->has_lines = false;
      else if (*first != i)
        dwarf->units_share_lines = true;
    }
  return STATUS_OK;
}

static enum status
find_shared_tables (struct dwarf *dwarf)
{
  struct pairmap seen = { 0 };
  enum status status = share_tables (dwarf, true, &seen);
  if (status == STATUS_OK)
    status = share_tables (dwarf, false, &seen);
  pairmap_release (&seen);
  return status;
}

enum status
dwarf_open (struct dwarf **result, const struct dwarf_sections *sections,
            struct diag *diag)
{
  struct dwarf *dwarf = *result = array_new (1, sizeof *dwarf);
  if (dwarf == NULL)
    return diag_no_memory (diag);
  dwarf->sections = *sections;
  dwarf_bound_texts (&dwarf->sections);
  dwarf->diag = diag;
  dwarf_start_budget (dwarf);
  dwarf->abbreviations = array_new (1, sizeof *dwarf->abbreviations);
  enum status status = dwarf->abbreviations != NULL ? dwarf_read_units (dwarf)
                                                    : diag_no_memory (diag);
  if (status == STATUS_OK)
    status = dwarf_check_line_tables (dwarf);
  if (status == STATUS_OK)
    status = find_shared_tables (dwarf);
  return status;
}

/* The unit with index NUMBER gives no addresses: it claims those of its line
   table and of its functions (R3.9g).  */
static enum status
claim_by_contents (struct dwarf *dwarf, uint32_t number)
{
  struct line_table table;
  interval_list *claims = &dwarf->unit_ranges;
  size_t first = claims->count;
  enum status status = dwarf_read_lines (dwarf, number, &table);
  for (size_t i = 0; i < table.sequences.count && status == STATUS_OK; i++)
    {
      const struct line_sequence *sequence = &table.sequences.items[i];
      const struct interval claim
          = { sequence->low_pc, sequence->high_pc, 0, number };
      if (!vec_push (claims, claim))
        status = diag_no_memory (dwarf->diag);
    }
  line_table_release (&table);
  if (status == STATUS_OK)
    status = dwarf_read_functions (dwarf, number, claims);
  dwarf->functions.count = 0;
  for (; first < claims->count; first++)
    claims->items[first].owner = number;
  if (status == STATUS_ABSENT)
    {
      dwarf->is_incomplete = true;
      return STATUS_OK;
    }
  return status;
}

enum status
dwarf_assign_code (struct dwarf *dwarf)
{
  interval_list *ranges = &dwarf->unit_ranges;
  enum status status = STATUS_OK;
  for (uint32_t i = 0; i < dwarf->units.count && status == STATUS_OK; i++)
    if (dwarf->units.items[i].has_no_ranges && dwarf->units.items[i].has_lines)
      status = claim_by_contents (dwarf, i);
  size_t kept = 0;
  for (size_t i = 0; i < ranges->count; i++)
    {
      struct interval claim = ranges->items[i];
      claim.rank = claim.owner; /* the first unit wins */
      if (claim.low_pc < claim.high_pc
          && dwarf->units.items[claim.owner].has_lines)
        ranges->items[kept++] = claim;
    }
  ranges->count = kept;
  if (status == STATUS_OK)
    status = intervals_resolve (ranges, &dwarf->pieces, dwarf->diag);
  for (size_t i = 1; i < kept; i++)
    if (ranges->items[i].low_pc < ranges->items[i - 1].high_pc)
      dwarf->units_overlap = true;
  return status;
}

void
dwarf_close (struct dwarf *dwarf)
{
  if (dwarf == NULL)
    return;
  if (dwarf->abbreviations != NULL)
    abbreviations_release (dwarf->abbreviations);
  free (dwarf->abbreviations);
  vec_release (&dwarf->units);
  vec_release (&dwarf->unit_ranges);
  vec_release (&dwarf->pieces);
  vec_release (&dwarf->functions);
  vec_release (&dwarf->files);
  arena_release (&dwarf->paths.memory);
  free (dwarf);
}

/* --- Units and files ----------------------------------------------------- */

enum status
dwarf_read_lines (const struct dwarf *dwarf, uint32_t number,
                  struct line_table *table)
{
  return line_table_read (table, &dwarf->sections,
                          &dwarf->units.items[number].lines, dwarf->diag);
}

const struct interval *
dwarf_find_piece (const interval_list *pieces, uint64_t pc)
{
  const struct interval *piece = pieces->items;
  size_t i;
  search_first (i, 0, pieces->count, piece[i].high_pc > pc);
  return i < pieces->count && piece[i].low_pc <= pc ? &piece[i] : NULL;
}

const char *
dwarf_path (const struct dwarf *dwarf, uint32_t file)
{
  return dwarf->files.items[file];
}

/* --- Positions ----------------------------------------------------------- */

/* Append both ends of CLAIMS.  */
static enum status
push_claims (const interval_list *claims, address_list *positions,
             struct diag *diag)
{
  for (size_t i = 0; i < claims->count; i++)
    if (!vec_push (positions, claims->items[i].low_pc)
        || !vec_push (positions, claims->items[i].high_pc))
      return diag_no_memory (diag);
  return STATUS_OK;
}

/* Append the rows of the line table of UNIT, an index, unless SEEN has it
   already.  */
static enum status
push_rows (struct dwarf *dwarf, uint32_t unit, struct pairmap *seen,
           address_list *positions)
{
  const uint32_t *first
      = pairmap_enter (seen, dwarf->units.items[unit].lines.offset, 0, unit);
  if (first == NULL)
    return diag_no_memory (dwarf->diag);
  if (*first != unit)
    return STATUS_OK;
  struct line_table table;
  enum status status = dwarf_read_lines (dwarf, unit, &table);
  for (size_t i = 0; i < table.rows.count && status == STATUS_OK; i++)
    if (!vec_push (positions, table.rows.items[i].pc))
      status = diag_no_memory (dwarf->diag);
  line_table_release (&table);
  return status;
}

enum status
dwarf_list_positions (struct dwarf *dwarf, address_list *positions)
{
  interval_list ranges = { 0 };
  struct pairmap seen = { 0 };
  if (dwarf_is_exhausted (dwarf))
    return STATUS_ABSENT;
  dwarf_renew_ranges (dwarf);
  enum status status
      = push_claims (&dwarf->unit_ranges, positions, dwarf->diag);
  for (uint32_t i = 0; i < dwarf->units.count && status == STATUS_OK; i++)
    {
      if (dwarf->units.items[i].has_lines)
        status = push_rows (dwarf, i, &seen, positions);
      if (status == STATUS_OK)
        status = dwarf_read_functions (dwarf, i, &ranges);
    }
  if (status == STATUS_OK)
    status = push_claims (&ranges, positions, dwarf->diag);
  vec_release (&ranges);
  pairmap_release (&seen);
  return status;
}
