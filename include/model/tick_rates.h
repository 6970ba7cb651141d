/* tick_rates.h - ticks taken at other rates than the run's, converted to it.

   Such ticks are added up separately for each rate and converted once, when
   all files were read, so that rounding errors do not grow with their number.
   Needs memory only if rates do differ: then 8 bytes per bin and rate.  */

#ifndef TICK_RATES_H
#define TICK_RATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/pairmap.h"
#include "base/vec.h"

/* The ticks of one histogram at one rate.  */
struct tick_rates_part
{
  uint32_t histogram; /* its number in the profile */
  uint32_t rate;      /* ticks per unit of the dimension */
  size_t first_bin;   /* index into the bins below */
  size_t bin_count;
};

/* Zeroed, it is empty.  */
struct tick_rates
{
  VEC (struct tick_rates_part) parts; /* in the order of first appearance */
  VEC (uint64_t) bins;
  struct pairmap index;
};

/* Set *BINS to the bins for ticks of histogram number HISTOGRAM, which has
   BIN_COUNT bins, at RATE; valid until the next call.  O(1) on average.  */
enum status tick_rates_find (struct tick_rates *rates, uint32_t histogram,
                             uint32_t rate, size_t bin_count, uint64_t **bins,
                             struct diag *diag);

/* Add to each of TO[0 .. COUNT-1] what FROM has there, ticks at FROM_RATE, in
   ticks at TO_RATE; neither rate is 0.  Fractions are carried to the next bin:
   for any N, what is added to the first N bins differs by at most half a tick
   from their ticks times TO_RATE / FROM_RATE; a bin without ticks gets none.
   False, and TO is unusable, if a sum does not fit into 64 bits.  */
bool tick_rates_convert (uint64_t *to, const uint64_t *from, size_t count,
                         uint32_t from_rate, uint32_t to_rate);

/* The same, where the bins go on with others at the same rates: *CARRIED, at
   first FROM_RATE / 2, is handed on from call to call.  */
bool tick_rates_carry (uint64_t *to, const uint64_t *from, size_t count,
                       uint32_t from_rate, uint32_t to_rate,
                       uint64_t *carried);

void tick_rates_release (struct tick_rates *rates);

#endif
