/* profile.c - histograms, raw arcs, rate: append, merge, check.

   Checks here are those between records; what a record itself can get wrong
   is its reader's.  */

#include "config.h"

#include "profile.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "i18n.h"

double
histogram_scale (uint64_t low_pc, uint64_t high_pc, size_t bin_count)
{
  if (bin_count == 0)
    return 0;
  return (double)((high_pc - low_pc) / 2) / (double)bin_count;
}

static bool
same_dimension (const struct dimension *a, const struct dimension *b)
{
  return strcmp (a->name, b->name) == 0 && a->abbreviation == b->abbreviation;
}

/* Do two histograms share an address without being the same range?  Touching
   is allowed.  */
static bool
overlaps (const struct histogram *histogram,
          const struct histogram_header *header)
{
  return histogram->low_pc < header->high_pc
         && header->low_pc < histogram->high_pc;
}

/* STATUS_MISMATCH unless HEADER's unit and scale are those of the first
   histogram; the first one sets them.  */
static enum status
agree_on_units (struct profile *profile, const struct histogram_header *header,
                const struct place *where, struct diag *diag)
{
  const double scale
      = histogram_scale (header->low_pc, header->high_pc, header->bin_count);
  if (!profile->has_histogram)
    {
      profile->has_histogram = true;
      profile->rate = header->rate;
      profile->scale = scale;
      profile->dimension = header->dimension;
      return STATUS_OK;
    }
  if (!same_dimension (&profile->dimension, &header->dimension))
    return diag_fail (diag, STATUS_MISMATCH, where,
                      _ ("samples count %s (%c), those before counted %s "
                         "(%c)"),
                      header->dimension.name, header->dimension.abbreviation,
                      profile->dimension.name,
                      profile->dimension.abbreviation);
  if (fabs (scale - profile->scale) > 0.000001)
    return diag_fail (diag, STATUS_MISMATCH, where,
                      _ ("a bin covers %g bytes, those before covered %g"),
                      2 * scale, 2 * profile->scale);
  return STATUS_OK;
}

static enum status
append_histogram (struct profile *profile,
                  const struct histogram_header *header, struct diag *diag)
{
  struct histogram fresh = { header->low_pc, header->high_pc,
                             profile->bins.count, header->bin_count };
  const size_t bins = profile->bins.count + header->bin_count;
  if (!vec_reserve (&profile->bins, bins)
      || !vec_push (&profile->histograms, fresh))
    return diag_no_memory (diag);
  if (header->bin_count > 0)
    memset (profile->bins.items + profile->bins.count, 0,
            header->bin_count * sizeof *profile->bins.items);
  profile->bins.count = bins;
  return STATUS_OK;
}

enum status
profile_add_histogram (struct profile *profile,
                       const struct histogram_header *header,
                       const struct place *where, uint64_t **bins,
                       struct diag *diag)
{
  if (header->low_pc > header->high_pc)
    return diag_fail (diag, STATUS_FORMAT, where,
                      _ ("histogram from 0x%" PRIx64
                         " ends before it starts, at 0x%" PRIx64),
                      header->low_pc, header->high_pc);
  enum status status = agree_on_units (profile, header, where, diag);
  if (status != STATUS_OK)
    return status;

  for (size_t i = 0; i < profile->histograms.count; i++)
    {
      const struct histogram *known = &profile->histograms.items[i];
      if (known->low_pc == header->low_pc && known->high_pc == header->high_pc
          && known->bin_count == header->bin_count)
        {
          *bins = profile->bins.items + known->first_bin;
          return STATUS_OK;
        }
      if (overlaps (known, header))
        return diag_fail (diag, STATUS_MISMATCH, where,
                          _ ("histogram 0x%" PRIx64 "-0x%" PRIx64
                             " overlaps one of another range, 0x%" PRIx64
                             "-0x%" PRIx64),
                          header->low_pc, header->high_pc, known->low_pc,
                          known->high_pc);
    }

  status = append_histogram (profile, header, diag);
  if (status == STATUS_OK)
    *bins = profile->bins.items + profile->bins.count - header->bin_count;
  return status;
}

enum status
profile_add_arc (struct profile *profile, const struct raw_arc *arc,
                 struct diag *diag)
{
  profile->has_arcs = true;
  if (profile->arcs.count >= UINT32_MAX)
    return diag_fail (diag, STATUS_UNSUPPORTED, NULL, _ ("too many arcs"));
  const uint32_t fresh = (uint32_t)profile->arcs.count;
  const uint32_t *number
      = pairmap_enter (&profile->arc_index, arc->from_pc, arc->self_pc, fresh);
  if (number == NULL)
    return diag_no_memory (diag);
  if (*number == fresh)
    return vec_push (&profile->arcs, *arc) ? STATUS_OK : diag_no_memory (diag);
  profile->arcs.items[*number].count += arc->count;
  return STATUS_OK;
}

void
profile_release (struct profile *profile)
{
  vec_release (&profile->histograms);
  vec_release (&profile->bins);
  vec_release (&profile->arcs);
  pairmap_release (&profile->arc_index);
  *profile = (struct profile){ 0 };
}
