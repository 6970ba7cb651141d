/* crediting.h - who is credited with the ticks of bins: the symbols that
   share each.  */

#ifndef CREDITING_H
#define CREDITING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analysis/measured.h"
#include "base/diag.h"
#include "base/memory.h"
#include "model/profile.h"
#include "model/symtab.h"

/* What has to be known of a bin.  */
enum share_detail
{
  SHARE_SYMBOLS,     /* only what each symbol gets of it */
  SHARE_INSTRUCTIONS /* and by which instructions */
};

/* What SYMBOL gets of a bin.  */
struct share
{
  sym_id symbol;
  uint64_t weight; /* above 0; of the bin's WHOLE */
  bool accepted;   /* else the flat profile leaves it out */
};

/* A bin.  What its shares lack of WEIGHT is in no symbol.  */
struct shares
{
  uint64_t low_pc, high_pc; /* its addresses */
  uint64_t weight;
  double whole;             /* the weight that gets all ticks; above 0 */
  unsigned unit;            /* bytes of a unit of weight; 0: an instruction */
  VEC (struct share) items; /* by symbol */
  VEC (uint64_t) starts;    /* if instructions share it: these, as many of each
                               share as it weighs, in the order of ITEMS */
};

/* What WEIGHT gets of the TICKS of the bin.  The order of the operations is
   GNU gprof's (R5.3).  */
static inline double
shares_ticks (const struct shares *shares, uint64_t weight, double ticks)
{
  return (double)weight * ticks / shares->whole;
}

/* --- By what was counted ------------------------------------------------- */

/* The exact rule (--attribution=exact): a bin is the set of addresses that
   profil puts into it.  The instructions that start there share its ticks, and
   each passes its part to the symbol that holds it, up to where that ends.  In
   a table with gaps (object/image.h) every address has a symbol, so every tick
   goes somewhere.  */

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

/* Where the instructions of a symbol start, as far as they were decoded.  */
struct decoded_code
{
  uint64_t next_pc; /* up to here */
  VEC (uint64_t) starts;
};

/* --- Bins ---------------------------------------------------------------- */

/* Who is credited with the ticks of bins, by the rule that the user chose.
   Zeroed at first; for one program only.  */
struct crediting
{
  struct shares shares;       /* of the latest bin */
  struct decoded_code *codes; /* of each symbol; null until one is decoded */
  size_t code_count;
};

/* Set crediting->shares to those of bin number BIN of HISTOGRAM, which is one
   of those of a profile, the first of which is FIRST, with DETAIL.  Of OF the
   profile is not looked at.

   By what was counted, weights are instructions, or addresses if none starts
   in the bin, nobody knows them, or they do not matter for DETAIL.  Each
   function is decoded up to the last bin that needs its instructions, once in
   all calls; 8 bytes for each instruction and 32 per symbol are kept.  With
   SHARE_SYMBOLS only bins of several symbols need them.  STATUS_IO.  Else
   O(shares + bytes of the bin); by GNU gprof's rule O(shares), if symbols are
   found in O(1).  */
enum status crediting_share (struct crediting *crediting,
                             const struct measured *of,
                             const struct histogram *first,
                             const struct histogram *histogram, size_t bin,
                             enum share_detail detail, struct diag *diag);

/* Called for each bin with ticks.  */
typedef void crediting_visitor (void *context, const struct shares *shares,
                                uint64_t ticks);

/* Call VISIT for the bins of OF's profile that have ticks, histogram by
   histogram.  O(bins) and what crediting_share costs for those.  */
enum status crediting_walk (struct crediting *crediting,
                            const struct measured *of,
                            enum share_detail detail, crediting_visitor *visit,
                            void *context, struct diag *diag);

/* Credit all ticks of OF's profile.  What the flat profile leaves out receives
   nothing, and its share is not in *TOTAL.  TICKS holds a zeroed entry for
   each symbol and receives ticks, not seconds; *TOTAL receives the sum of all
   bins less what is left out, and *RECORDING the part of this that is left out
   by default (R2.9).  What crediting_walk costs and returns.  */
enum status crediting_assign (struct crediting *crediting,
                              const struct measured *of, double *ticks,
                              double *total, double *recording,
                              struct diag *diag);

void crediting_release (struct crediting *crediting);

#endif
