/* dwarf.h - DWARF debugging information: which line of which function each
   piece of code comes from.

   A reader of line tables, of functions, inlined ones included, and of their
   addresses, for DWARF 2 to 5 in one linked ELF file.  It trusts nothing in
   the sections: what is damaged, or of a kind that it does not know, ends with
   STATUS_ABSENT, and so does what costs more to decode than its size
   justifies.  Where the standard leaves open what overlapping or disordered
   information means, doc/behaviour.md tells what we take it for (R3.9a to
   R3.9h).  */

#ifndef DWARF_H
#define DWARF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/memory.h"
#include "dwarf/dwarf_sections.h"
#include "dwarf/intervals.h"

struct dwarf;

/* Read the units' headers and the ranges that they give; lines and functions
   wait until somebody asks.  SECTIONS are copied; what they point to is
   borrowed for as long as *DWARF lives.

   STATUS_ABSENT if the information cannot be understood: *DWARF knows the
   units before the damage, and may only be passed to functions of
   dwarf_units.h.  STATUS_UNSUPPORTED if it is too expensive.  *DWARF is to be
   closed in any case.  O(units + ranges).  */
enum status dwarf_open (struct dwarf **dwarf,
                        const struct dwarf_sections *sections);

/* Find out which unit owns which code; a unit without ranges has the code in
   its line table and functions.  To be called after dwarf_open, before what
   follows.  O(ranges log ranges), and what decoding units without ranges
   costs.  */
void dwarf_assign_code (struct dwarf *dwarf);

#define DWARF_NONE UINT32_MAX

/* The code in [LOW_PC, HIGH_PC), not empty, comes from LINE of FILE and
   belongs to FUNCTION, the innermost of inlined ones; both may be
   DWARF_NONE.  */
struct dwarf_line_range
{
  uint64_t low_pc, high_pc;
  uint32_t file, line;
  uint32_t function;
  uint32_t unit;
};

typedef VEC (struct dwarf_line_range) line_range_list;

typedef VEC (uint64_t) address_list;

/* Append to RANGES all line ranges of the program, ascending and apart.  If
   NEAR is not null, those around its addresses are enough: of the units that
   own these, and of what lies before them.  STATUS_ABSENT if something is
   damaged.  Decodes all of these units:
   O(bytes of the sections + (rows + functions) log).  */
enum status dwarf_list_line_ranges (struct dwarf *dwarf,
                                    const address_list *near,
                                    line_range_list *ranges);

/* The path of FILE, which is not DWARF_NONE.  Lives as long as DWARF.  */
const char *dwarf_path (const struct dwarf *dwarf, uint32_t file);

/* What FUNCTION is called.  While IS_LINKAGE is false, NAME, which may be
   null, is not what the linker knows, and the symbol table may know better;
   see dwarf_set_name.  */
struct dwarf_name
{
  const char *name;
  uint64_t low_pc; /* of the function's first range */
  bool is_linkage;
};

/* Set *NAME to that of FUNCTION, not DWARF_NONE.  The text lives as long as
   the sections.  STATUS_ABSENT if something is damaged.  */
enum status dwarf_name_function (struct dwarf *dwarf, uint32_t function,
                                 struct dwarf_name *name);

/* From now on FUNCTION is called NAME, borrowed.  */
void dwarf_set_name (struct dwarf *dwarf, uint32_t function, const char *name);

/* An instance of a function that was inlined.  */
struct dwarf_inlined
{
  uint32_t parent;     /* the instance that it was inlined into; DWARF_NONE if
                        that is a function itself */
  struct dwarf *dwarf; /* that was asked, borrowed; and */
  uint32_t function;   /* see dwarf_name_function */
  uint32_t call_line;
  const char *call_file; /* path; null where that or the line is unknown.
                            Lives as long as DWARF.  */
};

typedef VEC (struct dwarf_inlined) inlined_list;

/* Append to INLINED the inlined instances in the units that IS_NEAR marks,
   parents first.  Append to CLAIMS the code that they claim as owners, indices
   in INLINED; intervals_resolve gives it to the innermost.  What is inlined
   more than DWARF_DEEPEST_INLINED deep belongs to the instance around it.  A
   unit that is damaged loses what follows the damage.  O(bytes of these
   units).  */
void dwarf_list_inlined (struct dwarf *dwarf, const bool *is_near,
                         inlined_list *inlined, interval_list *claims);

enum
{
  DWARF_DEEPEST_INLINED = 250
};

/* Append to POSITIONS, in no order and with repetitions, every address at
   which file, line or function may differ from those at the byte before: rows
   of line tables, both ends of ranges.  STATUS_ABSENT if something is
   damaged.  */
enum status dwarf_list_positions (struct dwarf *dwarf,
                                  address_list *positions);

/* Did it turn out, perhaps later than by dwarf_open, that reading DWARF costs
   more than its size justifies?  What was asked then ended with
   STATUS_ABSENT.  */
bool dwarf_is_exhausted (const struct dwarf *dwarf);

/* DWARF may be null.  */
void dwarf_close (struct dwarf *dwarf);

#endif
