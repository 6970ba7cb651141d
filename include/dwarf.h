/* dwarf.h - DWARF debugging information: where source positions can change.

   A reader of the line tables and of the address ranges of units, functions
   and inlined functions; what these are called is none of its business.  It
   trusts nothing in the sections.  */

#ifndef DWARF_H
#define DWARF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "vec.h"

struct dwarf_section
{
  const unsigned char *data; /* borrowed; null for a section that is absent */
  size_t size;
};

/* The sections of one linked program, decompressed.  */
struct dwarf_sections
{
  struct dwarf_section info, abbrev, line, ranges, rnglists, addr;
  bool big_endian;
};

typedef VEC (uint64_t) address_list;

/* Append to POSITIONS, in no order and with repetitions, every address at
   which file, line or function may be others than at the byte before: rows of
   line tables, ends of sequences, both ends of ranges.  DWARF 2 to 5.
   STATUS_ABSENT if the information is damaged or of a kind that is not
   understood; POSITIONS may then lack some.  O(bytes of the sections).  */
enum status dwarf_positions (const struct dwarf_sections *sections,
                             address_list *positions, struct diag *diag);

#endif
