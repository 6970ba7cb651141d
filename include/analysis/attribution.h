/* attribution.h - samples credited to symbols by what the C library counted
   (--attribution=exact).

   A bin is the set of addresses that profil puts into it.  The instructions
   that start there share its ticks, and each passes its part to the symbol
   that holds it, up to where that ends.  In a table with gaps (object/extents.h)
   every address has a symbol, so every tick goes somewhere.  */

#ifndef ATTRIBUTION_H
#define ATTRIBUTION_H

#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "model/profile.h"
#include "model/symset.h"
#include "model/symtab.h"
#include "object/instructions.h"

/* How far apart bins are: bin number BIN holds the addresses of which
   (pc - low_pc) / 2 * SCALE / 65536 is BIN.  monstartup of the GNU C library
   computes the scale as (float) 2 * bins / range * 65536, an integer of at
   most 65536.  */
uint64_t profil_scale (const struct histogram *histogram);

/* Set [*LOW_PC, *HIGH_PC) to the addresses of BIN of HISTOGRAM.  If the scale
   is 0, profil would have counted nothing: then the range is cut into equal
   parts.  */
void profil_bin (const struct histogram *histogram, uint64_t bin,
                 uint64_t *low_pc, uint64_t *high_pc);

/* Credit each bin of PROFILE to the symbols of SYMTAB.  INSTRUCTIONS[i]
   tells where those of object I start; if it is null, or none starts in a bin,
   all addresses of the bin share its ticks.  Symbols not accepted by INCLUDE and EXCLUDE
   receive nothing, and their share leaves *TOTAL.  TICKS holds symtab->count
   zeroed entries.  Decodes the functions in which ticks were counted, each
   once: O(bins + symbols + bytes of these + histograms log symbols).
   STATUS_IO, STATUS_NO_MEMORY.  */
enum status attribute_exactly (const struct profile *profile,
                               const struct symtab *symtab,
                               struct instructions *const *instructions,
                               const struct symset *include,
                               const struct symset *exclude, double *ticks,
                               double *total, struct diag *diag);

#endif
