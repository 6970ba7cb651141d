/* dwarf_units.h - what the reader of DWARF knows, unit by unit.

   For those who ask units themselves, in an order of their own, as the
   imitation of libbfd does; all others need dwarf.h alone.  Fields are read,
   not written, by others than the reader, except budgets.  */

#ifndef DWARF_UNITS_H
#define DWARF_UNITS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/memory.h"
#include "dwarf/dwarf.h"
#include "dwarf/dwarf_sections.h"
#include "dwarf/intervals.h"
#include "dwarf/line_table.h"

/* What reading may still cost.  The parts of debugging information refer to
   each other, so a file of some kilobytes can take whoever follows all
   references very long, or very much memory: units that share a long line
   table, entries that complete the same entries again and again, names that
   are the ends of one long text.  Compilers stay far below these bounds.  */
struct dwarf_budget
{
  uint64_t work;   /* attributes to look at */
  uint64_t text;   /* bytes of names, and of the paths of rows */
  uint64_t ranges; /* of units and functions */
  bool is_exhausted;
};

enum
{
  /* Bytes of a text, or of a long number, that take as long to look at as an
     attribute.  */
  TEXT_FOR_WORK = 16
};

/* Take COST from PART of BUDGET.  False, and the budget is exhausted, if less
   of it is left.  */
static inline bool
dwarf_budget_take (struct dwarf_budget *budget, uint64_t *part, uint64_t cost)
{
  if (cost > *part)
    {
      budget->is_exhausted = true;
      return false;
    }
  *part -= cost;
  return true;
}

static inline bool
dwarf_take_work (struct dwarf_budget *budget, uint64_t work)
{
  return dwarf_budget_take (budget, &budget->work, work);
}

/* How many bytes of paths there can be in SECTIONS of a real program.  */
uint64_t dwarf_path_budget (const struct dwarf_sections *sections);

struct dwarf_unit
{
  const unsigned char *start;   /* of its header, in .debug_info */
  const unsigned char *entries; /* the first, that of the unit itself */
  const unsigned char *end;
  struct dwarf_widths widths;
  bool has_lines;        /* LINES is set */
  bool has_no_ranges;    /* it gives no addresses */
  bool names_are_linked; /* functions' names are those that the linker knows */
  uint32_t table;        /* of abbreviations */
  uint64_t base;         /* what ranges are relative to */
  uint64_t addr_base, rnglists_base, str_offsets_base;
  const char *split_name; /* the file with its entries, or null: of a unit
                             that was split; see dwarf_open_split */
  uint64_t split_id;      /* the same number in both files */
  uint64_t split_base;    /* what ranges there are relative to */
  uint64_t ranges_base;   /* of these entries, in .debug_ranges */
  bool is_split;          /* it is in that file */
  struct line_table_source lines;
};

/* A function, or an inlined instance of one.  */
struct dwarf_function
{
  uint64_t low_pc;            /* of its first range */
  const unsigned char *entry; /* in .debug_info */
  const char *name;           /* once read; may be null */
  bool is_read;
  bool is_linkage; /* NAME is what the linker knows, or was set */
};

struct dwarf
{
  struct dwarf_sections sections; /* the caller's, but for dwarf_bound_texts */
  struct abbreviations *abbreviations;
  VEC (struct dwarf_unit) units;

  /* What the units claim, owned by their indices: before dwarf_assign_code, in
     the units' order, the ranges that they give; after that, of the units with
     line tables, these ranges and the contents of those that give none.  */
  interval_list unit_ranges;
  interval_list
      pieces; /* the same, ascending and apart: the first unit wins */
  bool units_overlap;
  bool units_share_lines; /* several units have the same line table */

  bool is_incomplete; /* positions can be trusted, places and names cannot */
  VEC (struct dwarf_function) functions;
  VEC (const char *) files; /* paths; what struct dwarf_line_range refers to */
  struct path_store paths;
  struct dwarf_budget budget;
  const struct dwarf *supplement; /* of the file that entries and texts of
                                     several programs were moved to; borrowed,
                                     null if that is not there */
};

/* Decode the line table of UNIT, an index, as line_table_read does.  */
enum status dwarf_read_lines (const struct dwarf *dwarf, uint32_t unit,
                              struct line_table *table);

/* Append the functions of UNIT, an index, that have code to DWARF, and their
   ranges, owned by indices of functions, to RANGES.  STATUS_ABSENT if
   something is damaged or too expensive.  O(bytes of the unit).  */
enum status dwarf_read_functions (struct dwarf *dwarf, uint32_t unit,
                                  interval_list *ranges);

/* Read functions and names of UNIT, an index, as far as that is possible, and
   forget them: to find out what it costs.  */
enum status dwarf_try_functions (struct dwarf *dwarf, uint32_t unit);

/* Of PIECES, which ascend and are apart, the one that holds PC, or null.
   O(log pieces).  */
const struct interval *dwarf_find_piece (const interval_list *pieces,
                                         uint64_t pc);

/* STATUS_UNSUPPORTED, and the budget is exhausted, if units share line tables,
   or these overlap, out of proportion.  O(units).  */
enum status dwarf_check_line_tables (struct dwarf *dwarf);

/* Mark in IS_NEAR, of as many elements as there are units, those that own code
   of NEAR, which ascends.  O(pieces of NEAR log pieces).  */
void dwarf_mark_units (const struct dwarf *dwarf, const interval_list *near,
                       bool *is_near);

/* Forget ranges of a unit that dwarf_open did not read to its end.  */
void dwarf_drop_unread (struct dwarf *dwarf);

/* Open the file of UNIT of MAIN, an index, that has a split_name.  SECTIONS are
   those of that file, copied, of which what it shares with MAIN is ignored; as
   for dwarf_open.  STATUS_ABSENT if the unit is not in that file.  Borrows from
   MAIN.  */
enum status dwarf_open_split (struct dwarf **dwarf, const struct dwarf *main,
                              uint32_t unit,
                              const struct dwarf_sections *sections);

/* To be called before the ranges of all units or functions are read once
   more.  */
void dwarf_renew_ranges (struct dwarf *dwarf);

#endif
