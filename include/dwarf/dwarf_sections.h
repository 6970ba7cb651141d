/* dwarf_sections.h - what the reader of DWARF is given: the sections of a
   program, and quirks of another reader.  */

#ifndef DWARF_SECTIONS_H
#define DWARF_SECTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/quirks.h"

struct dwarf_section
{
  const unsigned char *data; /* borrowed; null for a section that is absent */
  size_t size;
};

/* The sections of one linked program, decompressed.  */
struct dwarf_sections
{
  struct dwarf_section info, abbrev, line, str, line_str, str_offsets, ranges,
      rnglists, addr;
  bool big_endian;
  bool sign_extend;     /* addresses of 4 bytes are signed (R4.3) */
  struct quirks quirks; /* of the reader whose answers are wanted; zeroed, that
                           is the standard's */
};

/* The version of a unit or line table, and widths that depend on it.  */
struct dwarf_widths
{
  uint8_t version, address, offset; /* the latter two in bytes */
};

/* Cut from SECTIONS what stands behind the last null byte of sections of
   texts, so that every text in them ends.  O(bytes cut).  */
void dwarf_bound_texts (struct dwarf_sections *sections);

/* Does an abbreviation of SECTIONS describe an inlined function?  Compilers
   write none that they do not use.  O(bytes of the abbreviations).  */
bool dwarf_has_inlined (const struct dwarf_sections *sections);

/* The bytes of all SECTIONS.  */
uint64_t dwarf_total_size (const struct dwarf_sections *sections);

#endif
