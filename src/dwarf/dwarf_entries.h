/* dwarf_entries.h - what entries of DWARF say: values, addresses, units.  For
   the files of the reader.  */

#ifndef DWARF_ENTRIES_H
#define DWARF_ENTRIES_H

#include "dwarf/dwarf_units.h"
#include "dwarf_form.h"

/* What an entry says about its addresses.  */
struct extent
{
  struct value low, high, ranges;
};

/* The address that VALUE gives in UNIT; *FAILED if it gives none.  */
uint64_t dwarf_address (const struct dwarf *dwarf,
                        const struct dwarf_unit *unit,
                        const struct value *value, bool *failed);

/* The address at index INDEX of those of UNIT in .debug_addr; *FAILED if there
   is none.  */
uint64_t dwarf_indexed_address (const struct dwarf *dwarf,
                                const struct dwarf_unit *unit, uint64_t index,
                                bool *failed);

/* The text that VALUE gives in UNIT, or null.  */
const char *dwarf_text (const struct dwarf *dwarf,
                        const struct dwarf_unit *unit,
                        const struct value *value);

/* Append to CLAIMS the ranges that EXTENT, of an entry of UNIT, gives to
   OWNER; ranges that adjoin may become one.  */
enum status dwarf_read_ranges (struct dwarf *dwarf,
                               const struct dwarf_unit *unit,
                               const struct extent *extent, uint32_t owner,
                               interval_list *claims);

/* Go with CURSOR from behind the code of an entry with ABBREVIATION to the
   next one.  */
void dwarf_skip_entry (const struct dwarf *dwarf,
                       const struct abbreviation *abbreviation,
                       struct dwarf_widths widths, struct cursor *cursor);

/* Give DWARF, whose sections are known, its budget.  */
void dwarf_start_budget (struct dwarf *dwarf);

/* Append all units to DWARF, and the ranges that they give.  STATUS_ABSENT
   behind the last that can be understood.  */
enum status dwarf_read_units (struct dwarf *dwarf);

#endif
