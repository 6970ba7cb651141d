/* dwarf_bounds.c - whether debugging information makes much of little.

   Its parts refer to each other, so a file of some kilobytes can take whoever
   follows all references very long, or very much memory: units that share a
   long line table, entries that complete the same entries again and again,
   names that are the ends of one long text.  libbfd follows them, so what is
   out of proportion here is not shown to it.  Compilers stay far below all of
   these bounds.  */

#include "config.h"

#include <stdlib.h>

#include "dwarf_private.h"
#include "base/sort.h"

/* The bytes of all sections.  */
static uint64_t
total_size (const struct dwarf_sections *sections)
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
dwarf_path_room (const struct dwarf_sections *sections)
{
  return (UINT64_C (16) << 20) + 8 * total_size (sections);
}

void
dwarf_grant (struct dwarf *dwarf)
{
  const uint64_t size = total_size (dwarf->sections);
  dwarf->work_room = (UINT64_C (16) << 20) + 64 * size;
  dwarf->text_room = (UINT64_C (64) << 20) + 16 * size;
  dwarf->paths.room = dwarf_path_room (dwarf->sections);
}

/* The bytes of the line table of UNIT, as far as they are there.  */
static uint64_t
size_of_lines (const struct dwarf *dwarf, const struct dwarf_unit *unit)
{
  const struct dwarf_sections *sections = dwarf->sections;
  struct cursor cursor
      = cursor_at (&sections->line, unit->line_offset, sections->big_endian);
  unsigned offset_size;
  const struct cursor table = cursor_unit (&cursor, &offset_size);
  return table.failed ? 0 : cursor_left (&table);
}

/* The bytes of the line tables of all units, in *ALL those that several units
   share again and again, in *EACH once.  False when memory has run out.  */
static bool
add_up_lines (const struct dwarf *dwarf, uint64_t *all, uint64_t *each)
{
  struct pairmap seen = { 0 };
  bool has_room = true;
  *all = *each = 0;
  for (size_t i = 0; i < dwarf->units.count && has_room; i++)
    {
      const struct dwarf_unit *unit = &dwarf->units.items[i];
      if (!unit->has_lines)
        continue;
      const uint32_t *first
          = pairmap_enter (&seen, unit->line_offset, 0, (uint32_t)i);
      const uint64_t size = size_of_lines (dwarf, unit);
      has_room = first != NULL;
      *all += size;
      *each += has_room && *first == i ? size : 0;
    }
  pairmap_release (&seen);
  return has_room;
}

enum status
dwarf_check_line_tables (struct dwarf *dwarf)
{
  const struct dwarf_sections *sections = dwarf->sections;
  const uint64_t some = UINT64_C (1) << 20, little = UINT64_C (64) << 10;
  const uint64_t info = sections->info.size, line = sections->line.size;
  uint64_t all, each;
  if (!add_up_lines (dwarf, &all, &each))
    return diag_no_memory (dwarf->diag);
  /* Tables that are not the same lie apart.  */
  dwarf->is_refused
      |= all > some + 32 * (info + line) || each > little + 2 * line;
  return dwarf->is_refused ? STATUS_UNSUPPORTED : STATUS_OK;
}

/* Note whether the COUNT ranges that begin at LOW and end at HIGH, both
   ascending, overlap too much for libbfd.  */
static void
measure_overlap (struct dwarf *dwarf, const uint64_t *low,
                 const uint64_t *high, size_t count)
{
  enum
  {
    FEW = 16 /* units that claim an address; then a list for many will do */
  };
  uint64_t room = (UINT64_C (1) << 20) + 16 * total_size (dwarf->sections);
  uint64_t last_pc = 0;
  for (size_t begun = 0, ended = 0; ended < count;)
    {
      const bool begins = begun < count && low[begun] <= high[ended];
      const uint64_t pc = begins ? low[begun] : high[ended];
      const uint64_t depth = begun - ended;
      if (depth > FEW && pc - last_pc > room / depth)
        {
          dwarf->overlaps_much = true;
          return;
        }
      room -= depth > FEW ? (pc - last_pc) * depth : 0;
      last_pc = pc;
      begun += begins;
      ended += !begins;
    }
}

enum status
dwarf_check_overlap (struct dwarf *dwarf)
{
  const interval_list *ranges = &dwarf->unit_ranges;
  uint64_t *low = array_new (ranges->count, sizeof *low);
  uint64_t *high = array_new (ranges->count, sizeof *high);
  size_t count = 0;
  enum status status
      = low != NULL && high != NULL ? STATUS_OK : diag_no_memory (dwarf->diag);
  for (size_t i = 0; i < ranges->count && status == STATUS_OK; i++)
    if (ranges->items[i].low_pc < ranges->items[i].high_pc)
      {
        low[count] = ranges->items[i].low_pc;
        high[count++] = ranges->items[i].high_pc;
      }
  if (status == STATUS_OK)
    status = sort_numbers (low, count, dwarf->diag);
  if (status == STATUS_OK)
    status = sort_numbers (high, count, dwarf->diag);
  if (status == STATUS_OK)
    measure_overlap (dwarf, low, high, count);
  free (low);
  free (high);
  return status;
}

bool
dwarf_is_refused (const struct dwarf *dwarf)
{
  return dwarf->is_refused || dwarf->paths.is_full
         || dwarf->abbreviations.overlap;
}

/* --- Before libbfd is asked ---------------------------------------------- */

/* How long libbfd takes to put the rows of TABLE in order, step by step, in
   terms of attributes looked at: measured.  */
static uint64_t
work_of_ordering (const struct line_table *table)
{
  const uint64_t size = cursor_left (&table->program) / 96;
  return table->is_disordered ? size * size : 0;
}

/* libbfd keeps its path with each row.  */
static enum status
vet_lines (struct dwarf *dwarf, const struct dwarf_unit *unit)
{
  struct line_table table;
  enum status status
      = line_table_read (&table, dwarf->sections, unit, dwarf->diag);
  if (!dwarf_spend (dwarf, work_of_ordering (&table)))
    status = STATUS_ABSENT;
  for (size_t i = 0; i < table.rows.count && status == STATUS_OK; i++)
    {
      const char *path = line_table_path (&table, table.rows.items[i].file,
                                          &dwarf->paths, &status, dwarf->diag);
      const size_t length = path != NULL ? strlen (path) : 0;
      if (length > dwarf->text_room)
        {
          dwarf->is_refused = true;
          status = STATUS_ABSENT;
        }
      else
        dwarf->text_room -= length;
    }
  line_table_release (&table);
  return status;
}

static enum status
vet_functions (struct dwarf *dwarf, uint32_t unit)
{
  interval_list ranges = { 0 };
  struct dwarf_name name;
  const size_t before = dwarf->functions.count;
  const bool was_odd = dwarf->is_odd;
  enum status status = dwarf_read_functions (dwarf, unit, &ranges);
  for (size_t i = before; i < dwarf->functions.count && status == STATUS_OK;
       i++)
    {
      status = dwarf_name_function (dwarf, (uint32_t)i, &name);
      if (status == STATUS_ABSENT && !dwarf_is_refused (dwarf))
        status = STATUS_OK;
    }
  dwarf->functions.count = before;
  dwarf->is_odd = was_odd;
  vec_release (&ranges);
  return status;
}

/* Read UNIT as far as libbfd would.  What cannot be read libbfd will not
   understand either.  */
static enum status
vet_unit (struct dwarf *dwarf, uint32_t number)
{
  struct dwarf_unit *unit = &dwarf->units.items[number];
  if (unit->is_vetted)
    return STATUS_OK;
  unit->is_vetted = true;
  enum status status = vet_lines (dwarf, unit);
  if (status != STATUS_NO_MEMORY)
    status = vet_functions (dwarf, number);
  return status == STATUS_ABSENT ? STATUS_OK : status;
}

enum status
dwarf_vet_all (struct dwarf *dwarf)
{
  enum status status = dwarf_check_line_tables (dwarf);
  if (status == STATUS_OK)
    status = dwarf_check_overlap (dwarf);
  dwarf->is_refused |= dwarf->overlaps_much;
  dwarf_grant_ranges (dwarf);
  for (uint32_t i = 0; i < dwarf->units.count && status == STATUS_OK
                       && !dwarf_is_refused (dwarf);
       i++)
    status = vet_unit (dwarf, i);
  return status == STATUS_OK && dwarf_is_refused (dwarf) ? STATUS_UNSUPPORTED
                                                         : status;
}

enum status
dwarf_vet (struct dwarf *dwarf, uint64_t pc)
{
  enum status status = STATUS_OK;
  dwarf->is_refused |= dwarf->overlaps_much;
  if (!dwarf_is_refused (dwarf))
    dwarf_grant_ranges (dwarf);
  for (size_t i = 0; i < dwarf->unit_ranges.count && status == STATUS_OK
                     && !dwarf_is_refused (dwarf);
       i++)
    {
      const struct interval *range = &dwarf->unit_ranges.items[i];
      if (range->low_pc > pc)
        break;
      if (range->high_pc > pc)
        status = vet_unit (dwarf, range->owner);
    }
  return status == STATUS_OK && dwarf_is_refused (dwarf) ? STATUS_UNSUPPORTED
                                                         : status;
}
