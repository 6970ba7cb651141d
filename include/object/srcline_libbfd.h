/* srcline_libbfd.h - the imitation of libbfd: which function and line it
   gives an address, and the symbol where debugging information does not tell.

   That symbol is the last one at or before the code, however long it is; but
   libbfd keeps its last answer while the code asked about is inside that
   symbol.  Since 2.44 it looks for where the next one begins, among those
   after it in the symbol table (R3.9d).  */

#ifndef SRCLINE_LIBBFD_H
#define SRCLINE_LIBBFD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/memory.h"
#include "dwarf/dwarf.h"
#include "dwarf/dwarf_sections.h"
#include "dwarf/intervals.h"
#include "dwarf/line_table.h"
#include "model/quirks.h"
#include "model/symset.h"
#include "model/symtab.h"

/* SIZE is what the symbol table says, 0 included, and RANK the index there.
   NAME is borrowed.  nearest_sort fills in the rest: for how many bytes the
   symbol stays the answer, and the index of the next one of greater rank.  */
struct nearest_symbol
{
  uint64_t start_pc, size;
  uint32_t rank;
  uint32_t above;
  uint64_t kept;
  const char *name;
};

typedef VEC (struct nearest_symbol) nearest_symbol_list;

/* A zeroed struct has no symbols.  Code below BASE_PC, the start of the
   section that they are in, belongs to the last of them: libbfd takes offsets
   from there for unsigned.  */
struct nearest
{
  uint64_t base_pc;
  nearest_symbol_list symbols; /* ascending after nearest_sort */
  size_t last;                 /* the last answer's index + 1, or 0 */
};

/* Sort the symbols, so far in any order, by address.  Of several at one
   address the longest stays, of those the first.  If it OVERRUNS, as libbfd
   2.40 does, the next symbol ends no answer.  O(n log n).  */
void nearest_sort (struct nearest *nearest, bool overruns);

/* The symbol that the code at PC belongs to, or null.  O(log n).  */
const struct nearest_symbol *nearest_find (struct nearest *nearest,
                                           uint64_t pc);

/* After nearest_find for PC: the next address that may have another answer, or
   UINT64_MAX.  O(log n).  */
uint64_t nearest_next (const struct nearest *nearest, uint64_t pc);

void nearest_release (struct nearest *nearest);

/* --- Files --------------------------------------------------------------- */

/* The right files for what libbfd says (R3.9e).

   Of code whose line program, of DWARF 5, sets no file, libbfd 2.40 says
   that it is from the first file of the list; it is from number 1.  */

struct line_files;

/* The line tables of SECTIONS, whose bytes are borrowed, of a machine with
   addresses of ADDRESS_SIZE bytes; to be closed.  What is damaged is left out.
   O(rows log rows).  */
struct line_files *line_files_read (const struct dwarf_sections *sections,
                                    unsigned address_size);

/* libbfd says that the code at PC is from LINE of PATH: return that path, or,
   if this is the first of a list but should be number 1, that of the latter,
   which lives as long as FILES.  O(log rows).  */
const char *line_files_correct (const struct line_files *files, uint64_t pc,
                                uint32_t line, const char *path);

/* FILES may be null.  */
void line_files_close (struct line_files *files);

/* --- Functions and lines ------------------------------------------------- */

/* GNU gprof asks libbfd where code comes from, so its answers are the ones to
   give.  They depend on the rules by which libbfd reads (R3.9e, R3.9g, R3.9h),
   on the order in which it is asked (R3.10), and on what it remembers of earlier
   questions (R3.9a, R3.9d, R3.9g); and it must not be asked what would keep it
   busy for too long.  A program that did not have to agree with GNU gprof would
   need none of this.  */

/* Our reader, and what libbfd would remember.  */
struct imitation
{
  struct dwarf *dwarf;       /* owned; null if it is not to be asked */
  struct nearest nearest;    /* owned; filled in by others */
  struct unit_memory *units; /* of each unit of DWARF */
  VEC (struct line_table) line_tables; /* of units that were asked */
  interval_list beyond; /* their sequences outside the units' ranges */
  bool overlaps_much;   /* libbfd would need too long for the units */
  bool is_refused;      /* libbfd must not be asked */
};

/* Open the reader for SECTIONS, which are copied, with the rules of QUIRKS.
   STATUS_ABSENT if libbfd is to be asked instead, since the information cannot
   be understood; STATUS_UNSUPPORTED if nobody is to be asked, since following
   it would take too long.  IMITATION is to be closed in any case.
   O(units + ranges log).  */
enum status imitation_open (struct imitation *imitation,
                            const struct dwarf_sections *sections,
                            const struct quirks *quirks);

/* IMITATION may be zeroed, and is so afterwards.  */
void imitation_close (struct imitation *imitation);

/* --- Order --------------------------------------------------------------- */

/* One question about where symbol ID starts.  The answer counts for the symbol
   if IS_KEPT, else only for the source file that it registers.  */
typedef enum status imitation_visit (void *context, sym_id id, bool is_kept);

/* Call VISIT with CONTEXT for each question that GNU gprof would ask about the
   symbols in WANTED, or all if that is null, in its order.  The first failure
   ends it.  */
enum status imitation_ask_each (const struct symtab *symtab,
                                const struct symset *wanted,
                                imitation_visit *visit, void *context);

/* --- Memory -------------------------------------------------------------- */

/* To be called before imitation_find_line is asked about ADDRESSES, which
   ascend: look for those that are not in the ranges of a unit, but in its line
   table.  With claims_when_asked, return whether there are any, so that
   answers depend on questions about other symbols; else false, and the units
   claim these addresses from now on (R3.9g).  Decodes the line
   tables of units near such addresses, and of those of DWARF 2: others give
   ranges for all their code.  */
bool imitation_check_memory (struct imitation *imitation,
                             const address_list *addresses);

/* Set *PATH and *LINE to the source file and line of the code at PC, from the
   line tables alone.  *PATH lives as long as IMITATION.  STATUS_ABSENT if they
   are not known; *ASK_LIBBFD says that this is because we do not understand
   the information.  A unit that was asked once also claims the code of its
   line table outside its ranges (R3.9g), so the order of questions can matter.
   Decodes the line table of a unit when it is first needed; O(log) after that,
   and O(sequences beyond the ranges of their units), of which compilers hardly
   write any.  */
enum status imitation_find_line (struct imitation *imitation, uint64_t pc,
                                 const char **path, uint32_t *line,
                                 bool *ask_libbfd);

/* Append all line ranges of the program to RANGES, see
   dwarf_list_line_ranges.  STATUS_ABSENT if libbfd is to be asked.  */
enum status imitation_list_ranges (struct imitation *imitation,
                                   const address_list *near,
                                   line_range_list *ranges);

/* Would libbfd answer about PC, which RANGE holds, as RANGE says?  Always, but
   with claims_when_asked only if PC is in the ranges of a unit, or if the unit
   of RANGE was asked about such code before, which this notes (R3.9g).
   O(log units).  */
bool imitation_knows (struct imitation *imitation,
                      const struct dwarf_line_range *range, uint64_t pc);

/* Set *NAME to what libbfd would call the function at PC, or to null if it
   would not know; RANGE, which may be null, is what DWARF says of PC.  A
   function without a name for the linker gets its name from the first question
   about it (R3.9a).  */
enum status imitation_name (struct imitation *imitation, uint64_t pc,
                            const struct dwarf_line_range *range,
                            const char **name);

/* --- Limits -------------------------------------------------------------- */

/* Append to POSITIONS where libbfd is to be asked, see dwarf_list_positions.
   STATUS_ABSENT if that is not known.  */
enum status imitation_list_positions (struct imitation *imitation,
                                      address_list *positions);

/* May libbfd be asked about PC?  Reads the units that claim it, each once, as
   far as libbfd would; not if that costs more than the size of the information
   justifies.  O(bytes of these units).  */
bool imitation_vet (struct imitation *imitation, uint64_t pc);

/* The same for all units, if libbfd will be asked about any code.  */
bool imitation_vet_all (struct imitation *imitation);

#endif
