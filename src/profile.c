/* profile.c - histograms, raw arcs, rate: append, merge, check.

   Checks here are those between records; what a record itself can get wrong
   is its reader's.  */

#include "config.h"

#include "profile.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "i18n.h"
#include "sort.h"

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
      profile->dimension = header->dimension;
    }
  if (!same_dimension (&profile->dimension, &header->dimension))
    return diag_fail (diag, STATUS_MISMATCH, where,
                      _ ("samples count %s (%.1s), those before counted %s "
                         "(%.1s)"),
                      header->dimension.name, &header->dimension.abbreviation,
                      profile->dimension.name,
                      &profile->dimension.abbreviation);
  /* A record without range and bins fits everywhere.  */
  if (header->bin_count == 0 && header->low_pc == header->high_pc)
    return STATUS_OK;
  if (!profile->scale_known)
    {
      profile->scale_known = true;
      profile->scale = scale;
    }
  if (fabs (scale - profile->scale) > 0.000001)
    return diag_fail (diag, STATUS_MISMATCH, where,
                      _ ("a bin covers %g bytes, those before covered %g"),
                      2 * scale, 2 * profile->scale);
  return STATUS_OK;
}

static enum status
append_histogram (struct profile *profile,
                  const struct histogram_header *header,
                  const struct place *where, struct diag *diag)
{
  struct histogram fresh = { header->low_pc, header->high_pc,
                             profile->bins.count, header->bin_count, *where };
  const size_t bins = profile->bins.count + header->bin_count;
  /* One more than needed, so that there is always an array to point to.  */
  if (!vec_reserve (&profile->bins, bins + 1)
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

  const size_t fresh = profile->histograms.count;
  if (fresh >= UINT32_MAX)
    return diag_fail (diag, STATUS_UNSUPPORTED, where,
                      _ ("too many histograms"));
  const uint32_t *number
      = pairmap_enter (&profile->histogram_index, header->low_pc,
                       header->high_pc, (uint32_t)fresh);
  if (number == NULL)
    return diag_no_memory (diag);
  if (*number == fresh)
    status = append_histogram (profile, header, where, diag);
  if (status != STATUS_OK)
    return status;

  const struct histogram *histogram = &profile->histograms.items[*number];
  if (histogram->bin_count != header->bin_count)
    return diag_fail (diag, STATUS_MISMATCH, where,
                      _ ("histogram 0x%" PRIx64 "-0x%" PRIx64
                         ": the number of bins is %zu, it was %zu before"),
                      header->low_pc, header->high_pc, header->bin_count,
                      histogram->bin_count);
  *bins = profile->bins.items + histogram->first_bin;
  return STATUS_OK;
}

static int
compare_ranges (uint32_t a, uint32_t b, const void *context)
{
  const struct histogram *histograms = context;
  const struct histogram *x = &histograms[a], *y = &histograms[b];
  if (x->low_pc != y->low_pc)
    return x->low_pc < y->low_pc ? -1 : 1;
  return x->high_pc < y->high_pc ? -1 : x->high_pc > y->high_pc;
}

static enum status
fail_overlap (const struct histogram *a, const struct histogram *b,
              struct diag *diag)
{
  return diag_fail (diag, STATUS_MISMATCH, &a->where,
                    _ ("histogram 0x%" PRIx64 "-0x%" PRIx64
                       " overlaps one of another range, 0x%" PRIx64
                       "-0x%" PRIx64),
                    a->low_pc, a->high_pc, b->low_pc, b->high_pc);
}

/* ORDER has the histograms by ascending range.  Whatever overlaps an earlier
   one overlaps the one that has reached highest so far.  */
static enum status
find_overlap (const struct profile *profile, const uint32_t *order,
              struct diag *diag)
{
  const struct histogram *histograms = profile->histograms.items;
  uint32_t highest = order[0];
  for (size_t i = 1; i < profile->histograms.count; i++)
    {
      const struct histogram *reach = &histograms[highest];
      const struct histogram *next = &histograms[order[i]];
      if (next->low_pc < reach->high_pc && next->low_pc < next->high_pc)
        return order[i] > highest ? fail_overlap (next, reach, diag)
                                  : fail_overlap (reach, next, diag);
      if (next->high_pc > reach->high_pc)
        highest = order[i];
    }
  return STATUS_OK;
}

enum status
profile_check (struct profile *profile, struct diag *diag)
{
  const size_t count = profile->histograms.count;
  if (count == profile->checked_histograms)
    return STATUS_OK;
  uint32_t *order = array_new (count, sizeof *order);
  if (order == NULL)
    return diag_no_memory (diag);
  for (size_t i = 0; i < count; i++)
    order[i] = (uint32_t)i;
  enum status status = sort_ids (order, count, compare_ranges,
                                 profile->histograms.items, diag);
  if (status == STATUS_OK)
    status = find_overlap (profile, order, diag);
  profile->checked_histograms = count;
  free (order);
  return status;
}

/* The profiles of one program mostly have the same arcs one after the other.
   Is ARC the one that followed, some time ago, what was added last?  */
static bool
is_expected (const struct profile *profile, const struct raw_arc *arc)
{
  const uint32_t next = profile->next_arc;
  return next < profile->arcs.count
         && profile->arcs.items[next].from_pc == arc->from_pc
         && profile->arcs.items[next].self_pc == arc->self_pc;
}

/* Add ARC to ITEM, which has the same addresses.  */
static enum status
add_calls (struct raw_arc *item, const struct raw_arc *arc, struct diag *diag)
{
  if (arc->count > UINT64_MAX - item->count)
    return diag_fail (diag, STATUS_UNSUPPORTED, NULL,
                      _ ("the calls from 0x%" PRIx64 " to 0x%" PRIx64
                         " add up to 2^64 or more"),
                      arc->from_pc, arc->self_pc);
  item->count += arc->count;
  return STATUS_OK;
}

enum status
profile_add_arc (struct profile *profile, const struct raw_arc *arc,
                 struct diag *diag)
{
  profile->has_arcs = true;
  if (is_expected (profile, arc))
    return add_calls (&profile->arcs.items[profile->next_arc++], arc, diag);
  if (profile->arcs.count >= UINT32_MAX)
    return diag_fail (diag, STATUS_UNSUPPORTED, NULL, _ ("too many arcs"));
  const uint32_t fresh = (uint32_t)profile->arcs.count;
  const uint32_t *number
      = pairmap_enter (&profile->arc_index, arc->from_pc, arc->self_pc, fresh);
  if (number == NULL)
    return diag_no_memory (diag);
  profile->next_arc = *number + 1;
  if (*number == fresh)
    return vec_push (&profile->arcs, *arc) ? STATUS_OK : diag_no_memory (diag);
  return add_calls (&profile->arcs.items[*number], arc, diag);
}

enum status
profile_add_block (struct profile *profile, const struct raw_block *block,
                   struct diag *diag)
{
  if (profile->blocks.count >= UINT32_MAX)
    return diag_fail (diag, STATUS_UNSUPPORTED, NULL,
                      _ ("too many basic blocks"));
  const uint32_t fresh = (uint32_t)profile->blocks.count;
  const uint32_t *number
      = pairmap_enter (&profile->block_index, block->pc, 0, fresh);
  if (number == NULL)
    return diag_no_memory (diag);
  if (*number == fresh)
    return vec_push (&profile->blocks, *block) ? STATUS_OK
                                               : diag_no_memory (diag);
  struct raw_block *item = &profile->blocks.items[*number];
  if (block->count > UINT64_MAX - item->count)
    return diag_fail (diag, STATUS_UNSUPPORTED, NULL,
                      _ ("the executions of the basic block at 0x%" PRIx64
                         " add up to 2^64 or more"),
                      block->pc);
  item->count += block->count;
  return STATUS_OK;
}

void
profile_finish (struct profile *profile)
{
  pairmap_release (&profile->histogram_index);
  pairmap_release (&profile->arc_index);
  pairmap_release (&profile->block_index);
}

void
profile_release (struct profile *profile)
{
  profile_finish (profile);
  vec_release (&profile->histograms);
  vec_release (&profile->bins);
  vec_release (&profile->arcs);
  vec_release (&profile->blocks);
  *profile = (struct profile){ 0 };
}
