/* profile.c - histograms, raw arcs, rate: append, merge, check.

   Checks here are those between records; what a record itself can get wrong
   is its reader's.  */

#include "config.h"

#include "model/profile.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/sort.h"

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

/* SCALE of HEADER is not that of the first histogram that has a range.  */
static enum status
fail_scale (const struct profile *profile,
            const struct histogram_header *header, double scale,
            const struct place *where, struct diag *diag)
{
  const struct histogram *first = profile->histograms.items;
  const struct histogram *const end = first + profile->histograms.count;
  while (first < end && first->bin_count == 0
         && first->low_pc == first->high_pc)
    first++;
  if (first == end || strcmp (where->file, first->where.file) == 0)
    return diag_fail (diag, STATUS_MISMATCH, where,
                      _ ("a bin covers %g bytes, those before covered %g"),
                      2 * scale, 2 * profile->scale);
  return diag_fail (diag, STATUS_MISMATCH, where,
                    /* TRANSLATORS: %s is another profile file.  */
                    _ ("histogram 0x%" PRIx64 "-0x%" PRIx64
                       " has bins of %g bytes, that of 0x%" PRIx64
                       "-0x%" PRIx64 " in '%s' of %g: are they of different "
                       "builds of the program?"),
                    header->low_pc, header->high_pc, 2 * scale, first->low_pc,
                    first->high_pc, first->where.file, 2 * profile->scale);
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
                      /* TRANSLATORS: words from the file, such as "seconds
                         (s)", in no particular language.  */
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
  return fabs (scale - profile->scale) > 0.000001
             ? fail_scale (profile, header, scale, where, diag)
             : STATUS_OK;
}

static enum status
append_histogram (struct profile *profile,
                  const struct histogram_header *header,
                  const struct place *where, struct diag *diag)
{
  struct histogram fresh = { header->low_pc,
                             header->high_pc,
                             profile->bins.count,
                             header->bin_count,
                             *where,
                             profile->file_count,
                             0 };
  const size_t bins = profile->bins.count + header->bin_count;
  /* One more than needed, so that there is always an array to point to.  */
  if (!diag_try (vec_reserve (&profile->bins, bins + 1), diag)
      || !diag_try (vec_push (&profile->histograms, fresh), diag))
    return diag_no_memory (diag);
  if (header->bin_count > 0)
    memset (profile->bins.items + profile->bins.count, 0,
            header->bin_count * sizeof *profile->bins.items);
  profile->bins.count = bins;
  return STATUS_OK;
}

/* Set *NUMBER to that of HEADER's histogram, a new one if need be.  */
static enum status
enter_histogram (struct profile *profile,
                 const struct histogram_header *header,
                 const struct place *where, uint32_t *number,
                 struct diag *diag)
{
  const size_t fresh = profile->histograms.count;
  if (fresh >= UINT32_MAX)
    return diag_fail (diag, STATUS_UNSUPPORTED, where,
                      _ ("too many histograms"));
  const uint32_t *known;
  if (!diag_try ((known
                  = pairmap_enter (&profile->histogram_index, header->low_pc,
                                   header->high_pc, (uint32_t)fresh)),
                 diag))
    return diag_no_memory (diag);
  *number = *known;
  return *number == fresh ? append_histogram (profile, header, where, diag)
                          : STATUS_OK;
}

/* Must ticks at RATE be converted before they join the others?  Where a rate
   is missing nobody knows how.  */
static bool
is_other_rate (const struct profile *profile, uint32_t rate)
{
  return !profile->merges_rates && rate != 0 && profile->rate != 0
         && rate != profile->rate;
}

/* Set *BINS to where the ticks of histogram NUMBER go, which are at RATE.  */
static enum status
choose_bins (struct profile *profile, uint32_t number, uint32_t rate,
             const struct place *where, uint64_t **bins, struct diag *diag)
{
  const struct histogram *histogram = &profile->histograms.items[number];
  if (!is_other_rate (profile, rate) || histogram->bin_count == 0)
    {
      *bins = profile->bins.items + histogram->first_bin;
      return STATUS_OK;
    }
  profile->has_other_rate = true;
  if (profile->other_rate_file == NULL)
    {
      profile->other_rate_file = where->file;
      profile->other_rate = rate;
    }
  return tick_rates_find (&profile->rates, number, rate, histogram->bin_count,
                          bins, diag);
}

/* One more record of HISTOGRAM in the present file.  */
static void
count_record (struct profile *profile, struct histogram *histogram)
{
  if (histogram->file != profile->file_count)
    {
      histogram->file = profile->file_count;
      histogram->records = 0;
      profile->repeats_range = true;
    }
  histogram->records++;
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
  uint32_t number = 0;
  enum status status = agree_on_units (profile, header, where, diag);
  if (status == STATUS_OK)
    status = enter_histogram (profile, header, where, &number, diag);
  if (status != STATUS_OK)
    return status;

  struct histogram *histogram = &profile->histograms.items[number];
  if (histogram->bin_count != header->bin_count)
    return diag_fail (diag, STATUS_MISMATCH, where,
                      _ ("histogram 0x%" PRIx64 "-0x%" PRIx64
                         ": the number of bins is %zu, it was %zu before"),
                      header->low_pc, header->high_pc, header->bin_count,
                      histogram->bin_count);
  profile->latest_histogram = number;
  count_record (profile, histogram);
  return choose_bins (profile, number, header->rate, where, bins, diag);
}

enum status
profile_note_full_bins (struct profile *profile, size_t first, uint64_t count,
                        struct diag *diag)
{
  const uint32_t number = profile->latest_histogram;
  const struct histogram *histogram = &profile->histograms.items[number];
  const double width = (double)(histogram->high_pc - histogram->low_pc)
                       / (double)histogram->bin_count;
  const struct full_bins full
      = { number, histogram->low_pc + (uint64_t)(width * (double)first),
          count };
  return diag_try (vec_push (&profile->full_bins, full), diag)
             ? STATUS_OK
             : diag_no_memory (diag);
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

/* A came after B.  */
static enum status
fail_overlap (const struct histogram *a, const struct histogram *b,
              struct diag *diag)
{
  if (strcmp (a->where.file, b->where.file) == 0)
    return diag_fail (diag, STATUS_MISMATCH, &a->where,
                      _ ("histogram 0x%" PRIx64 "-0x%" PRIx64
                         " overlaps one of another range, 0x%" PRIx64
                         "-0x%" PRIx64),
                      a->low_pc, a->high_pc, b->low_pc, b->high_pc);
  return diag_fail (diag, STATUS_MISMATCH, &a->where,
                    /* TRANSLATORS: %s is another profile file.  */
                    _ ("histogram 0x%" PRIx64 "-0x%" PRIx64
                       " overlaps one of another range, 0x%" PRIx64
                       "-0x%" PRIx64 " in '%s': are they of different builds "
                       "of the program?"),
                    a->low_pc, a->high_pc, b->low_pc, b->high_pc,
                    b->where.file);
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

/* Set *ORDER to the numbers of the histograms from FIRST on, by ascending
   range; to be freed.  */
static enum status
order_ranges (const struct profile *profile, size_t first, uint32_t **order,
              struct diag *diag)
{
  const size_t count = profile->histograms.count - first;
  if (!diag_try ((*order = array_new (count, sizeof **order)) != NULL, diag))
    return diag_no_memory (diag);
  for (size_t i = 0; i < count; i++)
    (*order)[i] = (uint32_t)(first + i);
  return sort_ids (*order, count, compare_ranges, profile->histograms.items,
                   diag);
}

/* Compare all histograms.  */
static enum status
check_by_sorting (const struct profile *profile, struct diag *diag)
{
  uint32_t *order;
  enum status status = order_ranges (profile, 0, &order, diag);
  if (status == STATUS_OK)
    status = find_overlap (profile, order, diag);
  free (order);
  return status;
}

/* Put histogram NUMBER among the others in the tree.  */
static enum status
enter_range (struct profile *profile, uint32_t number, struct diag *diag)
{
  const struct histogram *histograms = profile->histograms.items;
  const struct histogram *fresh = &histograms[number];
  uint32_t other = RANGE_NONE;
  if (fresh->low_pc == fresh->high_pc)
    return STATUS_OK;
  enum status status = ranges_add (&profile->ranges, fresh->low_pc,
                                   fresh->high_pc, number, &other, diag);
  if (other == RANGE_NONE)
    return status;
  return number > other ? fail_overlap (fresh, &histograms[other], diag)
                        : fail_overlap (&histograms[other], fresh, diag);
}

/* Compare those that are not yet in the tree with those that are.  In order,
   so that the ways down the tree resemble each other.  */
static enum status
check_by_tree (struct profile *profile, struct diag *diag)
{
  const size_t first = profile->ordered_histograms;
  uint32_t *order;
  enum status status = order_ranges (profile, first, &order, diag);
  for (size_t i = 0;
       i < profile->histograms.count - first && status == STATUS_OK; i++)
    status = enter_range (profile, order[i], diag);
  profile->ordered_histograms = profile->histograms.count;
  free (order);
  return status;
}

/* STATUS_MISMATCH if histograms overlap.  A file that at least doubles their
   number pays for sorting them all; what others bring is looked for in a tree,
   since there may be as many files as histograms.  */
static enum status
check_ranges (struct profile *profile, struct diag *diag)
{
  const size_t before = profile->checked_histograms;
  const size_t fresh = profile->histograms.count - before;
  if (fresh == 0)
    return STATUS_OK;
  return fresh >= before ? check_by_sorting (profile, diag)
                         : check_by_tree (profile, diag);
}

/* Let FILE know of the full bins in the present file.  A range that has two
   records in it does not count: it is a sum, as we write those that 16 bits
   cannot hold.  */
static void
count_full_bins (const struct profile *profile, struct profile_file *file)
{
  for (size_t i = 0; i < profile->full_bins.count; i++)
    {
      const struct full_bins *full = &profile->full_bins.items[i];
      if (profile->histograms.items[full->histogram].records > 1)
        continue;
      if (file->full_bins == 0)
        file->full_pc = full->first_pc;
      file->full_bins += full->count;
    }
}

/* Keep what there is to say of the present file, called NAME.  */
static bool
keep_file (struct profile *profile, const char *name, struct diag *diag)
{
  struct profile_file file
      = { .name = name,
          .first_histogram = (uint32_t)profile->checked_histograms,
          .histogram_limit = (uint32_t)profile->histograms.count,
          .first_arc = (uint32_t)profile->checked_arcs,
          .arc_limit = (uint32_t)profile->arcs.count,
          .repeats_range = profile->repeats_range,
          .has_arcs = profile->next_arc > 0 };
  count_full_bins (profile, &file);
  if (file.has_arcs)
    file.last_self_pc = profile->arcs.items[profile->next_arc - 1].self_pc;
  if (file.first_histogram == file.histogram_limit
      && file.first_arc == file.arc_limit && file.full_bins == 0)
    return true;
  return diag_try (vec_push (&profile->files, file), diag);
}

enum status
profile_end_file (struct profile *profile, const char *name, struct diag *diag)
{
  enum status status = check_ranges (profile, diag);
  if (status == STATUS_OK && !keep_file (profile, name, diag))
    status = diag_no_memory (diag);
  profile->checked_histograms = profile->histograms.count;
  profile->checked_arcs = profile->arcs.count;
  profile->full_bins.count = 0;
  profile->other_rate_files += profile->has_other_rate;
  profile->has_other_rate = profile->repeats_range = false;
  profile->file_count++;
  /* The next file most likely begins with the first arc of all.  */
  profile->next_arc = 0;
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
  const uint32_t *number;
  if (!diag_try ((number = pairmap_enter (&profile->arc_index, arc->from_pc,
                                          arc->self_pc, fresh)),
                 diag))
    return diag_no_memory (diag);
  profile->next_arc = *number + 1;
  if (*number == fresh)
    return diag_try (vec_push (&profile->arcs, *arc), diag)
               ? STATUS_OK
               : diag_no_memory (diag);
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
  const uint32_t *number;
  if (!diag_try ((number = pairmap_enter (&profile->block_index, block->pc, 0,
                                          fresh)),
                 diag))
    return diag_no_memory (diag);
  if (*number == fresh)
    return diag_try (vec_push (&profile->blocks, *block), diag)
               ? STATUS_OK
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

/* Add ticks at other rates to the others.  */
static enum status
convert_rates (struct profile *profile, struct diag *diag)
{
  for (size_t i = 0; i < profile->rates.parts.count; i++)
    {
      const struct tick_rates_part *part = &profile->rates.parts.items[i];
      const struct histogram *histogram
          = &profile->histograms.items[part->histogram];
      if (!tick_rates_convert (profile->bins.items + histogram->first_bin,
                               profile->rates.bins.items + part->first_bin,
                               part->bin_count, part->rate, profile->rate))
        return diag_fail (diag, STATUS_UNSUPPORTED, &histogram->where,
                          _ ("too many ticks to convert them from %" PRIu32
                             " to %" PRIu32 " a second"),
                          part->rate, profile->rate);
    }
  return STATUS_OK;
}

static void
release_tables (struct profile *profile)
{
  tick_rates_release (&profile->rates);
  ranges_release (&profile->ranges);
  pairmap_release (&profile->histogram_index);
  pairmap_release (&profile->arc_index);
  pairmap_release (&profile->block_index);
  vec_release (&profile->full_bins);
}

enum status
profile_finish (struct profile *profile, struct diag *diag)
{
  enum status status = convert_rates (profile, diag);
  release_tables (profile);
  return status;
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
  release_tables (profile);
  vec_release (&profile->histograms);
  vec_release (&profile->bins);
  vec_release (&profile->arcs);
  vec_release (&profile->blocks);
  vec_release (&profile->files);
  *profile = (struct profile){ 0 };
}
