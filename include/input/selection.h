/* selection.h - the include and exclude tables, made of what symspecs
   match.  */

#ifndef SELECTION_H
#define SELECTION_H

#include <stdint.h>

#include "base/diag.h"
#include "input/options.h"
#include "model/symset.h"
#include "model/symtab.h"
#include "base/vec.h"

/* What was selected, one set per table; the two tables of arcs apart.  */
struct selection
{
  struct symset tables[SPEC_TABLES];
  struct arcset arcs_include, arcs_exclude;
};

/* A run of adjacent symbols that the spec with number SPEC matches (R2.5).
   Where several begin with one symbol, the least ORDER comes first.  */
struct spec_entry
{
  struct symrun run;
  uint32_t order;
  uint32_t spec;
};

typedef VEC (struct spec_entry) entry_list;

/* Replace the runs of ENTRIES, which ascend within a spec and whose specs
   stand together, by the symbols that they cover: those whose addresses lie
   between the start of the first and the end of the last symbol of the run,
   but before the spec's next run.  With -l that is more than the run, for
   functions lie over lines.  With --gnu-compat all specs are one table, where
   a later entry hides what is left of an earlier one (R2.6), or, FOR_ARCS,
   only one that begins with the same symbol (R2.10); and a run whose last
   symbol lies beyond the text ends with the text.
   O(entries log entries).  */
void entries_cover (entry_list *entries, const struct symtab *symtab,
                    const struct options *options, bool for_arcs);

/* Replace the runs of ENTRIES by the symbols that may be called: those of the
   run; with --gnu-compat the functions that lie wholly between its ends, which
   with -l can be other ones, and are fewer if it ends beyond the text (R2.6d,
   R2.10).  */
enum status entries_hold (entry_list *entries, const struct symtab *symtab,
                          const struct options *options, struct diag *diag);

void selection_release (struct selection *selection);

#endif
