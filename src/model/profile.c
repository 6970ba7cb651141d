/* profile.c - what profile files hold: histograms, raw arcs, rate; ticks at
   other rates.  */

#include "config.h"

#include "model/profile.h"

#include <stdlib.h>
#include <string.h>

#include "base/sort.h"

double
histogram_scale (uint64_t low_pc, uint64_t high_pc, size_t bin_count)
{
  if (bin_count == 0)
    return 0;
  return (double)((high_pc - low_pc) / 2) / (double)bin_count;
}

size_t
profile_next_ticks (const struct profile *profile,
                    const struct histogram *histogram, size_t bin)
{
  const uint64_t *bins = profile_ticks (profile, histogram);
  while (bin < histogram->bin_count && bins[bin] == 0)
    bin++;
  return bin;
}

void
profile_keep_sampled (const struct profile *profile, uint64_t *pcs,
                      size_t *count)
{
  const size_t histograms = profile->histograms.count;
  size_t ranges = 0, range = 0, kept = 0;
  if (profile->bins_are_addresses)
    return;
  /* The ends of a range have one index in both arrays when these are sorted,
     since ranges do not overlap.  */
  uint64_t *lows = array_new (histograms, sizeof *lows);
  uint64_t *highs = array_new (histograms, sizeof *highs);
  for (size_t i = 0; i < histograms; i++)
    {
      const struct histogram *histogram = &profile->histograms.items[i];
      lows[ranges] = histogram->low_pc;
      highs[ranges] = histogram->high_pc;
      ranges += histogram->low_pc != histogram->high_pc;
    }
  sort_numbers (lows, ranges);
  sort_numbers (highs, ranges);
  for (size_t i = 0; i < *count && ranges > 0; i++)
    {
      while (range < ranges && highs[range] <= pcs[i])
        range++;
      if (range < ranges && lows[range] <= pcs[i])
        pcs[kept++] = pcs[i];
    }
  if (ranges > 0)
    *count = kept;
  free (lows);
  free (highs);
}

void
profile_release (struct profile *profile)
{
  if (profile->samples != profile->bins.items)
    free (profile->samples);
  free (profile->histograms.items);
  free (profile->bins.items);
  free (profile->arcs.items);
  free (profile->blocks.items);
  free (profile->paths.items);
  free (profile->processes.items);
  free (profile->threads.items);
  free (profile->waits.items);
  free (profile->process_ticks.items);
  free (profile->excesses.items);
  free (profile->files.items);
  arena_release (&profile->names);
  *profile = (struct profile){ 0 };
}

/* --- Other rates --------------------------------------------------------- */

uint64_t *
tick_rates_find (struct tick_rates *rates, uint32_t histogram, uint32_t rate,
                 size_t bin_count)
{
  const uint32_t fresh = (uint32_t)rates->parts.count;
  const uint32_t part = pairmap_enter (&rates->index, histogram, rate, fresh);
  if (part == fresh)
    {
      const struct tick_rates_part added
          = { histogram, rate, rates->bins.count, bin_count };
      vec_push (&rates->parts, added);
      vec_reserve (&rates->bins, rates->bins.count + bin_count + 1);
      memset (rates->bins.items + rates->bins.count, 0,
              bin_count * sizeof *rates->bins.items);
      rates->bins.count += bin_count;
    }
  return rates->bins.items + rates->parts.items[part].first_bin;
}

/* CARRIED is a fraction in ticks at TO_RATE times FROM_RATE; always less than
   FROM_RATE.  It begins with a half, so that sums are rounded to the
   nearest.  */
bool
tick_rates_carry (uint64_t *to, const uint64_t *from, size_t count,
                  uint32_t from_rate, uint32_t to_rate, uint64_t *carried)
{
  for (size_t i = 0; i < count; i++)
    {
      const uint64_t whole = from[i] / from_rate;
      /* Both factors are below 2^32, and so the sum fits, too: it is at most
         (FROM_RATE - 1) * (TO_RATE + 1).  */
      *carried += from[i] % from_rate * to_rate;
      const uint64_t rest = *carried / from_rate;
      *carried %= from_rate;
      if (whole > (UINT64_MAX - rest) / to_rate)
        return false;
      const uint64_t ticks = whole * to_rate + rest;
      if (ticks > UINT64_MAX - to[i])
        return false;
      to[i] += ticks;
    }
  return true;
}

void
tick_rates_release (struct tick_rates *rates)
{
  vec_release (&rates->parts);
  vec_release (&rates->bins);
  pairmap_release (&rates->index);
}
