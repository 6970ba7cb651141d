/* dwarf_split.c - units whose entries are in a file of their own, as compilers
   write them for -gsplit-dwarf.

   The program keeps line tables, addresses and the unit's ranges; what refers
   to these from the other file is relative to what the program's unit says.
   Its own tables of texts and ranges, one of each, need no base.  */

#include "config.h"

#include "dwarf_entries.h"

void
dwarf_drop_unread (struct dwarf *dwarf)
{
  interval_list *ranges = &dwarf->unit_ranges;
  while (ranges->count > 0
         && ranges->items[ranges->count - 1].owner >= dwarf->units.count)
    ranges->count--;
}

/* Let UNIT have what SKELETON, its unit in the program, says.  */
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
                  uint32_t number, const struct dwarf_sections *sections,
                  struct diag *diag)
{
  const struct dwarf_unit *skeleton = &main->units.items[number];
  struct dwarf_sections all = *sections;
  all.line = main->sections.line;
  all.line_str = main->sections.line_str;
  all.ranges = main->sections.ranges;
  all.addr = main->sections.addr;
  enum status status = dwarf_open (result, &all, diag);
  struct dwarf *dwarf = *result;
  if (status != STATUS_OK && status != STATUS_ABSENT)
    return status;
  dwarf->unit_ranges.count = 0;
  status = STATUS_ABSENT;
  for (uint32_t i = 0; i < dwarf->units.count; i++)
    {
      struct dwarf_unit *unit = &dwarf->units.items[i];
      const struct interval all_code = { 0, UINT64_MAX, 0, i };
      const bool is_it = unit->split_id == skeleton->split_id;
      join_units (unit, skeleton);
      if (!is_it || status != STATUS_ABSENT)
        continue;
      status = vec_push (&dwarf->pieces, all_code) ? STATUS_OK
                                                   : diag_no_memory (diag);
    }
  return status;
}
