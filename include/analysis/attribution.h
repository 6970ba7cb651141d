/* attribution.h - the exact rule of who gets the ticks of a bin
   (--attribution=exact): what the C library counted.

   A bin is the set of addresses that profil puts into it.  The instructions
   that start there share its ticks, and each passes its part to the symbol
   that holds it, up to where that ends.  In a table with gaps (object/extents.h)
   every address has a symbol, so every tick goes somewhere.  */

#ifndef ATTRIBUTION_H
#define ATTRIBUTION_H

#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "analysis/measured.h"
#include "model/profile.h"
#include "analysis/shares.h"
#include "model/symtab.h"
#include "base/vec.h"

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
  uint64_t next_pc;      /* up to here */
  VEC (uint64_t) starts; /* a bit for each byte of the symbol */
};

/* What was decoded of one program.  Zeroed, it is nothing.  */
struct attribution
{
  uint32_t *place; /* of each symbol in CODES, plus 1; 0 if none; null until
                      a symbol is decoded */
  VEC (struct decoded_code) codes;
};

/* Set SHARES, which has none, to those of BIN of HISTOGRAM.  Weights are
   instructions, or addresses if none starts in the bin, nobody knows them, or
   they do not matter for DETAIL.  All calls with one ATTRIBUTION are about the
   same program.  STATUS_IO, STATUS_NO_MEMORY.  Decodes each function up to the
   last bin that needs its instructions, once in all calls, and keeps a bit for
   each byte of it and 4 bytes per symbol; with SHARE_SYMBOLS only bins of
   several symbols need them.  Else O(shares + bytes of the bin).  */
enum status attribution_share (struct attribution *attribution,
                               struct shares *shares,
                               const struct measured *of,
                               const struct histogram *histogram, size_t bin,
                               enum share_detail detail, struct diag *diag);

/* The first address from LOW_PC on where an instruction of symbol ID starts,
   as far as attribution_share has decoded it; HIGH_PC if there is none below
   that.  O(bytes between).  */
uint64_t attribution_next_start (const struct attribution *attribution,
                                 const struct symtab *symtab, sym_id id,
                                 uint64_t low_pc, uint64_t high_pc);

void attribution_release (struct attribution *attribution);

#endif
