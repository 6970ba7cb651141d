/* dwarf_sections.h - what the reader of DWARF is given: the sections of a
   program, and rules that differ from those of the standard.  */

#ifndef DWARF_SECTIONS_H
#define DWARF_SECTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dwarf_section
{
  const unsigned char *data; /* borrowed; null for a section that is absent */
  size_t size;
};

/* How a reader can deviate from the standard; all false is the standard.  Who
   wants the answers of another reader sets what that one does.  */
struct dwarf_rules
{
  /* In DWARF 5, a line program that sets no file means the first file of its
     list, which has the number 0, instead of number 1.  */
  bool first_file_is_default;
  /* A line table of DWARF 5 is read only if its offsets are as wide as those
     of its unit.  */
  bool offsets_have_width_of_unit;
  /* A unit without addresses keeps a line table that another unit has,
     too.  */
  bool shared_tables_stay;
  /* Ranges of DWARF 5 that a unit or function gives by index are ignored; an
     entry of a list of ranges that gives addresses by index is damage.  */
  bool ranges_by_index_are_unknown;
  /* In .debug_ranges, a base address of 4 bytes is damage.  */
  bool base_of_4_bytes_is_unknown;
  /* A unit's ranges are relative to 0 if its DW_AT_low_pc comes behind its
     DW_AT_ranges.  */
  bool base_must_precede_ranges;
};

/* The sections of one linked program, decompressed.  */
struct dwarf_sections
{
  struct dwarf_section info, abbrev, line, str, line_str, str_offsets, ranges,
      rnglists, addr;
  bool big_endian;
  bool sign_extend; /* addresses of 4 bytes are signed (R4.3) */
  struct dwarf_rules rules;
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
