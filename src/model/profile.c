/* profile.c - what profile files hold: histograms, raw arcs, rate.  */

#include "config.h"

#include "model/profile.h"

#include <stdlib.h>

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
  const size_t count = histogram->bin_count;
  if (bin < count && bins[bin] != 0)
    return bin;
  while (count - bin >= 8
         && (bins[bin] | bins[bin + 1] | bins[bin + 2] | bins[bin + 3]
             | bins[bin + 4] | bins[bin + 5] | bins[bin + 6] | bins[bin + 7])
                == 0)
    bin += 8;
  while (bin < count && bins[bin] == 0)
    bin++;
  return bin;
}

/* The ends of the ranges that are not empty, the lower ones in LOWS and the
   upper ones in HIGHS, both ascending; they belong together since ranges are
   apart.  Returns how many there are.  */
static size_t
collect_ranges (const struct profile *profile, uint64_t *lows, uint64_t *highs)
{
  size_t count = 0;
  for (size_t i = 0; i < profile->histograms.count; i++)
    {
      const struct histogram *histogram = &profile->histograms.items[i];
      if (histogram->low_pc == histogram->high_pc)
        continue;
      lows[count] = histogram->low_pc;
      highs[count++] = histogram->high_pc;
    }
  return count;
}

/* How many of PCS[0 .. COUNT-1] are in one of RANGES ranges; these are moved
   to the front.  */
static size_t
keep_in_ranges (uint64_t *pcs, size_t count, const uint64_t *lows,
                const uint64_t *highs, size_t ranges)
{
  size_t kept = 0, range = 0;
  for (size_t i = 0; i < count; i++)
    {
      while (range < ranges && highs[range] <= pcs[i])
        range++;
      if (range < ranges && lows[range] <= pcs[i])
        pcs[kept++] = pcs[i];
    }
  return kept;
}

enum status
profile_keep_sampled (const struct profile *profile, uint64_t *pcs,
                      size_t *count, struct diag *diag)
{
  if (profile->is_live)
    return STATUS_OK;
  uint64_t *lows = array_new (profile->histograms.count, sizeof *lows);
  uint64_t *highs = array_new (profile->histograms.count, sizeof *highs);
  enum status status
      = lows != NULL && highs != NULL ? STATUS_OK : diag_no_memory (diag);
  const size_t ranges
      = status == STATUS_OK ? collect_ranges (profile, lows, highs) : 0;
  if (status == STATUS_OK)
    status = sort_numbers (lows, ranges, diag);
  if (status == STATUS_OK)
    status = sort_numbers (highs, ranges, diag);
  if (status == STATUS_OK && ranges > 0)
    *count = keep_in_ranges (pcs, *count, lows, highs, ranges);
  free (lows);
  free (highs);
  return status;
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
  free (profile->files.items);
  arena_release (&profile->names);
  *profile = (struct profile){ 0 };
}
