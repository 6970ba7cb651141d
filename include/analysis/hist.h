/* hist.h - histogram time assigned to symbols.  */

#ifndef HIST_H
#define HIST_H

#include <stdbool.h>
#include <stdint.h>

#include "model/profile.h"
#include "model/symset.h"
#include "model/symtab.h"
#include "model/target.h"

/* Receives bins and the shares of symbols in them.  */
struct hist_visitor
{
  /* A bin with COUNT ticks, not 0, from LOW up to HIGH, both addresses in
     units of two bytes (R5.1).  */
  void (*bin) (void *context, uint64_t low, uint64_t high, uint64_t count);
  /* Symbol ID covers UNITS of that bin, with TICKS.  They are its own if it is
     ACCEPTED, else they are dropped.  */
  void (*credit) (void *context, sym_id id, uint64_t units, double ticks,
                  bool accepted);
  void *context;
};

/* Who is credited with the ticks of bins.  All pointers are borrowed.  */
struct crediting
{
  const struct symtab *symtab;
  const struct target *target;
  const struct symset *include, *exclude; /* see hist_assign */
  bool last_is_empty;                     /* likewise */
  uint64_t base_pc;                       /* low_pc of the first histogram */
  double scale;                           /* the profile's */
  const struct hist_visitor *visitor;
};

/* Report to the visitor the credits of bin number BIN of HISTOGRAM, which has
   COUNT ticks.  O(credits), if symbols are found in O(1).  */
void hist_credit (const struct crediting *crediting,
                  const struct histogram *histogram, size_t bin, double count);

/* Report all bins with ticks to VISITOR, histogram by histogram, each bin
   followed by its credits (R5).  For the other arguments, and the cost, see
   hist_assign.  */
void hist_walk (const struct profile *profile, const struct symtab *symtab,
                const struct target *target, const struct symset *include,
                const struct symset *exclude, bool last_is_empty,
                const struct hist_visitor *visitor);

/* Credit each histogram bin to the symbols it overlaps (R5).

   A symbol covering fraction F of a bin's address range receives F of its
   ticks; addresses are compared in the histogram's units of two bytes.
   Symbols not accepted by INCLUDE and EXCLUDE receive nothing, and their share
   is not in *TOTAL.  TICKS holds symtab->count zeroed entries and receives
   ticks, not seconds; *TOTAL receives the sum of all bins less those shares.
   If LAST_IS_EMPTY the last symbol of the table covers nothing, as in GNU
   gprof, which reads its end from beyond the table (R5.4).
   O(bins + symbols + histograms log symbols).  Cannot fail.  */
void hist_assign (const struct profile *profile, const struct symtab *symtab,
                  const struct target *target, const struct symset *include,
                  const struct symset *exclude, bool last_is_empty,
                  double *ticks, double *total);

#endif
