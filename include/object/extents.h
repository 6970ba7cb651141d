/* extents.h - where functions end, and which code belongs to none
   (--attribution=exact).

   Without this, a symbol reaches to the next one, over whatever lies
   between.  */

#ifndef EXTENTS_H
#define EXTENTS_H

#include <stdint.h>

#include "base/memory.h"
#include "dwarf/dwarf.h"
#include "model/symtab.h"

/* A range of addresses: [low_pc, high_pc).  */
struct extent
{
  uint64_t low_pc, high_pc;
};

typedef VEC (struct extent) extent_list;

/* What the objects of a program say, in no order.  Release each list.  */
struct extents
{
  extent_list functions; /* those that have a size */
  extent_list sections;  /* those that hold code */
  address_list barriers; /* where objects begin; no function or gap reaches
                            across one */
};

/* Append to SYMBOLS, which are functions in any order, gaps: where none of
   them has an address, from 0 to the end of all addresses.  A function ends
   where the longest of EXTENTS that begins at its address does, without one
   where its section does, and in any case where the next function begins
   (R14.42).  A gap also ends where a section begins or ends.  Sorts EXTENTS.
   O((symbols + extents) log).  */
void extents_add_gaps (struct extents *extents, symbol_list *symbols);

void extents_release (struct extents *extents);

#endif
