/* shares.h - the symbols that share the ticks of a bin.  */

#ifndef SHARES_H
#define SHARES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/vec.h"
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
};

/* What WEIGHT gets of the TICKS of the bin.  The order of the operations is
   GNU gprof's (R5.3).  */
static inline double
shares_ticks (const struct shares *shares, uint64_t weight, double ticks)
{
  return (double)weight * ticks / shares->whole;
}

/* Append a share for SYMBOL.  STATUS_NO_MEMORY.  */
static inline enum status
shares_push (struct shares *shares, sym_id symbol, uint64_t weight,
             struct diag *diag)
{
  const struct share share = { symbol, weight, false };
  return diag_try (vec_push (&shares->items, share), diag)
             ? STATUS_OK
             : diag_no_memory (diag);
}

#endif
