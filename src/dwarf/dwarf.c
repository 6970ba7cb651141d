/* dwarf.c - DWARF debugging information: opening it, what is known of its
   units together, and whether it costs too much to decode.  */

#include "config.h"

#include <stdlib.h>

#include "base/pairmap.h"
#include "base/search.h"
#include "dwarf/dwarf_units.h"
#include "dwarf_entries.h"

/* --- Budget -------------------------------------------------------------- */

/* Cut what stands behind the last null byte of SECTION.  */
static void
end_with_text (struct dwarf_section *section)
{
  if (section->data == NULL)
    section->size = 0;
  while (section->size > 0 && section->data[section->size - 1] != 0)
    section->size--;
}

void
dwarf_bound_texts (struct dwarf_sections *sections)
{
  end_with_text (&sections->str);
  end_with_text (&sections->line_str);
}

uint64_t
dwarf_total_size (const struct dwarf_sections *sections)
{
  const struct dwarf_section *all[]
      = { &sections->info,        &sections->abbrev,   &sections->line,
          &sections->str,         &sections->line_str, &sections->ranges,
          &sections->str_offsets, &sections->rnglists, &sections->addr };
  uint64_t total = 0;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    total += all[i]->size;
  return total;
}

uint64_t
dwarf_path_budget (const struct dwarf_sections *sections)
{
  return (UINT64_C (16) << 20) + 8 * dwarf_total_size (sections);
}

/* Ranges that are read once are not more than there are bytes.  */
void
dwarf_renew_ranges (struct dwarf *dwarf)
{
  const struct dwarf_sections *sections = &dwarf->sections;
  dwarf->budget.ranges
      = sections->info.size + sections->ranges.size + sections->rnglists.size;
}

/* The bytes of the line tables of all units, in *ALL those that several units
   share again and again, in *EACH once.  */
static void
add_up_lines (const struct dwarf *dwarf, uint64_t *all, uint64_t *each)
{
  struct pairmap seen = { 0 };
  *all = *each = 0;
  for (uint32_t i = 0; i < dwarf->units.count; i++)
    {
      const struct dwarf_unit *unit = &dwarf->units.items[i];
      if (!unit->has_lines)
        continue;
      const uint64_t size
          = line_table_size (&dwarf->sections, unit->lines.offset);
      *all += size;
      if (pairmap_enter (&seen, unit->lines.offset, 0, i) == i)
        *each += size;
    }
  pairmap_release (&seen);
}

enum status
dwarf_check_line_tables (struct dwarf *dwarf)
{
  const struct dwarf_sections *sections = &dwarf->sections;
  const uint64_t some = UINT64_C (1) << 20, little = UINT64_C (64) << 10;
  const uint64_t info = sections->info.size, line = sections->line.size;
  uint64_t all, each;
  add_up_lines (dwarf, &all, &each);
  /* Tables that are not the same lie apart.  */
  dwarf->budget.is_exhausted
      |= all > some + 32 * (info + line) || each > little + 2 * line;
  return dwarf->budget.is_exhausted ? STATUS_UNSUPPORTED : STATUS_OK;
}

/* --- Opening ------------------------------------------------------------- */

/* Enter into SEEN the line tables of the units with ranges of their own, or of
   those without, as HAS_RANGES says.  A unit without has only its line table
   to go by.  When another unit has the same one, as those of types, and those
   that dwz makes, it has no code: the table is not its own.  */
static void
share_tables (struct dwarf *dwarf, bool has_ranges, struct pairmap *seen)
{
  const bool loses_table
      = !has_ranges && !dwarf->sections.quirks.keeps_shared_tables;
  for (uint32_t i = 0; i < dwarf->units.count; i++)
    {
      struct dwarf_unit *unit = &dwarf->units.items[i];
      if (!unit->has_lines || unit->has_no_ranges == has_ranges)
        continue;
      if (pairmap_enter (seen, unit->lines.offset, 0, i) == i)
        continue;
      if (loses_table)
        unit->has_lines = false;
      else
        dwarf->units_share_lines = true;
    }
}

enum status
dwarf_open (struct dwarf **result, const struct dwarf_sections *sections)
{
  struct dwarf *dwarf = *result = array_new (1, sizeof *dwarf);
  dwarf->sections = *sections;
  dwarf_bound_texts (&dwarf->sections);
  const uint64_t size = dwarf_total_size (&dwarf->sections);
  dwarf->budget.work = (UINT64_C (16) << 20) + 64 * size;
  dwarf->budget.text = (UINT64_C (64) << 20) + 16 * size;
  dwarf->paths.budget = dwarf_path_budget (&dwarf->sections);
  dwarf_renew_ranges (dwarf);
  dwarf->abbreviations = array_new (1, sizeof *dwarf->abbreviations);
  enum status status = dwarf_read_units (dwarf);
  if (status == STATUS_OK)
    status = dwarf_check_line_tables (dwarf);
  if (status == STATUS_OK)
    {
      struct pairmap seen = { 0 };
      share_tables (dwarf, true, &seen);
      share_tables (dwarf, false, &seen);
      pairmap_release (&seen);
    }
  return status;
}

/* The unit with index NUMBER gives no addresses: it claims those of its line
   table and of its functions (R3.9g).  */
static void
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
      vec_push (claims, claim);
    }
  line_table_release (&table);
  if (status == STATUS_OK)
    status = dwarf_read_functions (dwarf, number, claims);
  dwarf->functions.count = 0;
  for (; first < claims->count; first++)
    claims->items[first].owner = number;
  if (status != STATUS_OK)
    dwarf->is_incomplete = true;
}

void
dwarf_assign_code (struct dwarf *dwarf)
{
  interval_list *ranges = &dwarf->unit_ranges;
  for (uint32_t i = 0; i < dwarf->units.count; i++)
    if (dwarf->units.items[i].has_no_ranges && dwarf->units.items[i].has_lines)
      claim_by_contents (dwarf, i);
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
  intervals_resolve (ranges, &dwarf->pieces);
  for (size_t i = 1; i < kept; i++)
    if (ranges->items[i].low_pc < ranges->items[i - 1].high_pc)
      dwarf->units_overlap = true;
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

/* Let UNIT have what SKELETON, its unit in the program, says: that keeps line
   tables, addresses and ranges.  The tables of texts and ranges in the file of
   UNIT, one of each, need no base.  */
static void
join_units (struct dwarf_unit *unit, const struct dwarf_unit *skeleton)
{
  const bool is_wide = unit->widths.offset == 8;
  const bool has_headers = unit->widths.version >= 5; /* the tables have */
  unit->is_split = true;
  unit->split_name = NULL;
  unit->has_lines = skeleton->has_lines;
  unit->lines = skeleton->lines;
  unit->base = skeleton->split_base;
  unit->addr_base = skeleton->addr_base;
  unit->ranges_base = skeleton->ranges_base;
  unit->rnglists_base = is_wide ? 20 : 12;
  unit->str_offsets_base = !has_headers ? 0 : is_wide ? 16 : 8;
}

enum status
dwarf_open_split (struct dwarf **result, const struct dwarf *main,
                  uint32_t number, const struct dwarf_sections *sections)
{
  const struct dwarf_unit *skeleton = &main->units.items[number];
  struct dwarf_sections all = *sections;
  all.line = main->sections.line;
  all.line_str = main->sections.line_str;
  all.ranges = main->sections.ranges;
  all.addr = main->sections.addr;
  enum status status = dwarf_open (result, &all);
  struct dwarf *dwarf = *result;
  if (status != STATUS_OK && status != STATUS_ABSENT)
    return status;
  dwarf->unit_ranges.count = 0;
  status = STATUS_ABSENT;
  for (uint32_t i = 0; i < dwarf->units.count; i++)
    {
      struct dwarf_unit *unit = &dwarf->units.items[i];
      const struct interval all_code = { 0, UINT64_MAX, 0, i };
      if (status == STATUS_ABSENT && unit->split_id == skeleton->split_id)
        {
          vec_push (&dwarf->pieces, all_code);
          status = STATUS_OK;
        }
      join_units (unit, skeleton);
    }
  return status;
}

/* --- Units and files ----------------------------------------------------- */

enum status
dwarf_read_lines (const struct dwarf *dwarf, uint32_t number,
                  struct line_table *table)
{
  return line_table_read (table, &dwarf->sections,
                          &dwarf->units.items[number].lines);
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
static void
push_claims (const interval_list *claims, address_list *positions)
{
  for (size_t i = 0; i < claims->count; i++)
    {
      vec_push (positions, claims->items[i].low_pc);
      vec_push (positions, claims->items[i].high_pc);
    }
}

/* Append the rows of the line table of UNIT, an index, unless SEEN has it
   already.  */
static enum status
push_rows (struct dwarf *dwarf, uint32_t unit, struct pairmap *seen,
           address_list *positions)
{
  const uint64_t offset = dwarf->units.items[unit].lines.offset;
  if (pairmap_enter (seen, offset, 0, unit) != unit)
    return STATUS_OK;
  struct line_table table;
  enum status status = dwarf_read_lines (dwarf, unit, &table);
  for (size_t i = 0; i < table.rows.count && status == STATUS_OK; i++)
    vec_push (positions, table.rows.items[i].pc);
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
  push_claims (&dwarf->unit_ranges, positions);
  enum status status = STATUS_OK;
  for (uint32_t i = 0; i < dwarf->units.count && status == STATUS_OK; i++)
    {
      if (dwarf->units.items[i].has_lines)
        status = push_rows (dwarf, i, &seen, positions);
      if (status == STATUS_OK)
        status = dwarf_read_functions (dwarf, i, &ranges);
    }
  if (status == STATUS_OK)
    push_claims (&ranges, positions);
  vec_release (&ranges);
  pairmap_release (&seen);
  return status;
}
