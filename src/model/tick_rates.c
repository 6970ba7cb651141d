/* tick_rates.c - ticks taken at other rates than the run's, converted to it.

   All arithmetic is in whole numbers.  Callers pass no rate of 0.  */

#include "config.h"

#include "model/tick_rates.h"

#include <string.h>

#include "base/i18n.h"

static enum status
append_part (struct tick_rates *rates, uint32_t histogram, uint32_t rate,
             size_t bin_count, struct diag *diag)
{
  const struct tick_rates_part part
      = { histogram, rate, rates->bins.count, bin_count };
  const size_t bins = rates->bins.count + bin_count;
  if (!diag_try (vec_reserve (&rates->bins, bins + 1), diag)
      || !diag_try (vec_push (&rates->parts, part), diag))
    return diag_no_memory (diag);
  memset (rates->bins.items + rates->bins.count, 0,
          bin_count * sizeof *rates->bins.items);
  rates->bins.count = bins;
  return STATUS_OK;
}

enum status
tick_rates_find (struct tick_rates *rates, uint32_t histogram, uint32_t rate,
                 size_t bin_count, uint64_t **bins, struct diag *diag)
{
  const size_t fresh = rates->parts.count;
  if (fresh >= UINT32_MAX)
    return diag_fail (diag, STATUS_UNSUPPORTED, NULL,
                      _ ("too many histograms"));
  const uint32_t *number;
  if (!diag_try ((number = pairmap_enter (&rates->index, histogram, rate,
                                          (uint32_t)fresh)),
                 diag))
    return diag_no_memory (diag);
  const uint32_t part = *number;
  enum status status = STATUS_OK;
  if (part == fresh)
    status = append_part (rates, histogram, rate, bin_count, diag);
  if (status == STATUS_OK)
    *bins = rates->bins.items + rates->parts.items[part].first_bin;
  return status;
}

bool
tick_rates_convert (uint64_t *to, const uint64_t *from, size_t count,
                    uint32_t from_rate, uint32_t to_rate)
{
  uint64_t carried = from_rate / 2;
  return tick_rates_carry (to, from, count, from_rate, to_rate, &carried);
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
