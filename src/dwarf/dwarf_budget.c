/* dwarf_budget.c - whether debugging information costs more to decode than its
   size justifies, see struct dwarf_budget.  */

#include "config.h"

#include "base/pairmap.h"
#include "dwarf_entries.h"

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

void
dwarf_start_budget (struct dwarf *dwarf)
{
  const uint64_t size = dwarf_total_size (&dwarf->sections);
  dwarf->budget.work = (UINT64_C (16) << 20) + 64 * size;
  dwarf->budget.text = (UINT64_C (64) << 20) + 16 * size;
  dwarf->paths.budget = dwarf_path_budget (&dwarf->sections);
  dwarf_renew_ranges (dwarf);
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
          = pairmap_enter (&seen, unit->lines.offset, 0, (uint32_t)i);
      const uint64_t size
          = line_table_size (&dwarf->sections, unit->lines.offset);
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
  const struct dwarf_sections *sections = &dwarf->sections;
  const uint64_t some = UINT64_C (1) << 20, little = UINT64_C (64) << 10;
  const uint64_t info = sections->info.size, line = sections->line.size;
  uint64_t all, each;
  if (!add_up_lines (dwarf, &all, &each))
    return diag_no_memory (dwarf->diag);
  /* Tables that are not the same lie apart.  */
  dwarf->budget.is_exhausted
      |= all > some + 32 * (info + line) || each > little + 2 * line;
  return dwarf->budget.is_exhausted ? STATUS_UNSUPPORTED : STATUS_OK;
}

bool
dwarf_is_exhausted (const struct dwarf *dwarf)
{
  return dwarf->budget.is_exhausted || dwarf->paths.is_exhausted
         || (dwarf->abbreviations != NULL
             && dwarf->abbreviations->is_excessive);
}
