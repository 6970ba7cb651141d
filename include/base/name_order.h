/* name_order.h - symbols in the order of their names.

   Listings fall back to names where times and calls are equal, which in a
   large program they mostly are.  Names are long, lie all over memory and
   share their beginnings, so they are compared once for all listings, and
   from then on by rank.  */

#ifndef NAME_ORDER_H
#define NAME_ORDER_H

#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

struct name_order
{
  uint32_t *by_name; /* ids ascending by name, equal names by id */
  uint32_t *rank;    /* of each id; equal names have equal ranks, and
                        rank[a] < rank[b] where strcmp says less */
};

/* Order the ids 0 .. COUNT-1 by NAMES, eight bytes of the names at a time:
   O((COUNT + all bytes that names share) log COUNT), and 37 bytes per id while
   at work, 8 afterwards.  STATUS_NO_MEMORY is the only failure; to be released
   in any case.  */
enum status name_order_build (struct name_order *order,
                              const char *const *names, size_t count,
                              struct diag *diag);

void name_order_release (struct name_order *order);

#endif
