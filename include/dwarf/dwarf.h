/* dwarf.h - DWARF debugging information: which line of which function each
   piece of code comes from.

   A reader of line tables, of functions, inlined ones included, and of their
   addresses, for DWARF 2 to 5 in one linked ELF file.  Its answers are those
   of libbfd's nearest-line lookup, which the reference takes them from (R3.9,
   R3.17), but for libbfd's memory of earlier questions about names (R3.10).
   It trusts nothing in the sections; whatever is damaged or of a kind that it
   does not know ends with STATUS_ABSENT, and libbfd has to be asked.  */

#ifndef DWARF_H
#define DWARF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/vec.h"
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
  struct quirks quirks; /* those of libbfd 2.40 (R3.9e, R3.9g, R3.9h) */
};

struct dwarf;

/* Read the units' headers and ranges; lines and functions wait until somebody
   asks.  SECTIONS are borrowed for as long as *DWARF lives.  STATUS_ABSENT,
   and *DWARF is null, if the information cannot be understood;
   STATUS_UNSUPPORTED if it makes much of little, so that libbfd, which would
   follow it, must not be asked either.  O(units + ranges).  */
enum status dwarf_open (struct dwarf **dwarf,
                        const struct dwarf_sections *sections,
                        struct diag *diag);

/* The source file and line of the code at PC, from the line tables alone.
   *PATH lives as long as DWARF.  STATUS_ABSENT if they are not known; *DAMAGED
   says that this is because a table cannot be understood.  A unit whose line
   table was needed once also claims all the code in it, even where its ranges
   do not (R3.9g), so the order of questions can matter.  Decodes the line
   table of a unit when it is first needed; O(log) after that, and O(sequences
   beyond the ranges of their units), which compilers hardly write.  */
enum status dwarf_find_line (struct dwarf *dwarf, uint64_t pc,
                             const char **path, uint32_t *line, bool *damaged);

#define DWARF_NONE UINT32_MAX

/* The code in [LOW_PC, HIGH_PC), not empty, comes from LINE of FILE and
   belongs to FUNCTION, the innermost of inlined ones; both may be
   DWARF_NONE.  */
struct dwarf_stretch
{
  uint64_t low_pc, high_pc;
  uint32_t file, line;
  uint32_t function;
  uint32_t unit;
};

typedef VEC (struct dwarf_stretch) stretch_list;

typedef VEC (uint64_t) address_list;

/* Before dwarf_find_line is asked about ADDRESSES, which ascend: see to those
   of them that are not in the ranges of a unit, but in its line table.  With
   claims_when_asked, *RECALLS tells whether there are any, and so answers hang
   on other questions before; else it is false, and the units claim them from
   now on (R3.9g).  Only the units near such addresses, and those of DWARF 2,
   are looked at: others tell all their code.  Decodes the line tables of
   these.  */
enum status dwarf_recalls (struct dwarf *dwarf, const address_list *addresses,
                           bool *recalls);

/* Append to STRETCHES all stretches of the program, ascending and apart.  If
   NEAR is not null, those around its addresses will do: of the units that
   claim these, and of what lies before them.  STATUS_ABSENT if something is
   damaged.  Decodes all of these units:
   O(bytes of the sections + (rows + functions) log).  */
enum status dwarf_list_stretches (struct dwarf *dwarf,
                                  const address_list *near,
                                  stretch_list *stretches);

/* Whether libbfd would answer about PC, which STRETCH holds, as STRETCH says:
   always, but with claims_when_asked only if PC is in the ranges of a unit, or
   if the stretch's unit was asked about such code before, which this notes
   (R3.9g).
   O(log units).  */
bool dwarf_answers (struct dwarf *dwarf, const struct dwarf_stretch *stretch,
                    uint64_t pc);

/* The path of FILE, which is not DWARF_NONE.  Lives as long as DWARF.  */
const char *dwarf_path (const struct dwarf *dwarf, uint32_t file);

/* What FUNCTION is called.  While IS_LINKAGE is false, NAME, which may be
   null, is not what the linker knows, and the symbol table may know better;
   see dwarf_settle_name.  */
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
void dwarf_settle_name (struct dwarf *dwarf, uint32_t function,
                        const char *name);

/* Append to POSITIONS, in no order and with repetitions, every address at
   which file, line or function may be others than at the byte before: rows of
   line tables, both ends of ranges.  STATUS_ABSENT if something is damaged.
   For those who ask libbfd.  */
enum status dwarf_list_positions (struct dwarf *dwarf,
                                  address_list *positions);

/* Did DWARF, perhaps later than dwarf_open, turn out to make much of little?
   What was asked then ended with STATUS_ABSENT.  */
bool dwarf_is_refused (const struct dwarf *dwarf);

/* To be called before libbfd is asked about PC: reads the units that claim it,
   each once.  STATUS_UNSUPPORTED if DWARF is or must be refused.
   O(bytes of these units).  */
enum status dwarf_vet (struct dwarf *dwarf, uint64_t pc);

/* The same for all units, where libbfd will be asked about anything.  */
enum status dwarf_vet_all (struct dwarf *dwarf);

/* DWARF may be null.  */
void dwarf_close (struct dwarf *dwarf);

/* The files of all code whose line program, of DWARF 5, sets none (R3.9e), for
   those who ask libbfd.  */
struct dwarf_files;

/* Read the line tables of SECTIONS, which are borrowed for as long as *FILES
   lives, of a machine with addresses of ADDRESS_SIZE bytes.  What is damaged
   is left out.  STATUS_NO_MEMORY.  O(rows log rows).  */
enum status dwarf_files_read (struct dwarf_files **files,
                              const struct dwarf_sections *sections,
                              unsigned address_size, struct diag *diag);

/* libbfd says that the code at PC is from LINE of PATH: return that path, or,
   if this is the first of a list but should be number 1, that of the latter,
   which lives as long as FILES.  O(log rows).  */
const char *dwarf_files_correct (const struct dwarf_files *files, uint64_t pc,
                                 uint32_t line, const char *path);

/* FILES may be null.  */
void dwarf_files_close (struct dwarf_files *files);

#endif
