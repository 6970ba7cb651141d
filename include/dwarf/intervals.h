/* intervals.h - who owns which piece of the code when ranges overlap.  */

#ifndef INTERVALS_H
#define INTERVALS_H

#include <stdint.h>

#include "base/memory.h"

/* OWNER claims the addresses [LOW_PC, HIGH_PC), if there are any.  Of two claims
   to one address that with the lower RANK wins; of equals the greater
   OWNER.  */
struct interval
{
  uint64_t low_pc, high_pc;
  uint64_t rank;
  uint32_t owner;
};

typedef VEC (struct interval) interval_list;

/* Sort CLAIMS by address, and append to PIECES who owns what: ascending and
   apart; what adjoins and has one owner is one piece.
   O(claims log claims).  */
void intervals_resolve (interval_list *claims, interval_list *pieces);

#endif
