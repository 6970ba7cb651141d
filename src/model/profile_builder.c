/* profile_builder.c - makes a profile: append, merge and check histograms,
   arcs, frames of stacks and basic blocks of all files.

   Checks here are those between records; what a record itself can get wrong
   is its reader's.  */

#include "config.h"

#include "model/profile_builder.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/minmax.h"
#include "base/sort.h"

void
profile_builder_start (struct profile_builder *builder,
                       const struct quirks *quirks)
{
  *builder = (struct profile_builder){ .quirks = *quirks };
}

void
profile_builder_set_origin (struct profile_builder *builder,
                            const struct profile_origin *origin)
{
  builder->origin = *origin;
}

void
profile_builder_note_version (struct profile_builder *builder,
                              uint32_t version)
{
  builder->version = version;
}

void
profile_builder_note_blocks (struct profile_builder *builder)
{
  builder->so_far.has_blocks = true;
}

void
profile_builder_note_live (struct profile_builder *builder,
                           uint64_t outside_pc, bool has_stacks)
{
  builder->has_live_stacks = builder->has_live_stacks || has_stacks;
  builder->so_far.calls_are_complete = true;
  builder->so_far.bins_are_addresses = true;
  builder->so_far.has_arcs = true;
  builder->so_far.outside_pc = outside_pc;
}

void
profile_builder_note_signals (struct profile_builder *builder, double signals,
                              double squares)
{
  builder->so_far.signals += signals;
  builder->squares += squares;
}

void
profile_builder_add_excess (struct profile_builder *builder, uint64_t pc,
                            double ticks)
{
  const struct excess none = { .pc = pc };
  const uint32_t fresh = (uint32_t)builder->excesses.count;
  if (pc == 0)
    {
      builder->loose_excess += ticks;
      return;
    }
  const uint32_t number = pairmap_enter (&builder->excess_index, pc, 0, fresh);
  if (number == fresh)
    vec_push (&builder->excesses, none);
  builder->excesses.items[number].ticks += ticks;
}

void
profile_builder_note_bsd (struct profile_builder *builder, uint32_t rate)
{
  struct profile *so_far = &builder->so_far;
  if (so_far->rate == 0)
    so_far->rate = rate;
  so_far->has_arcs = true;
  if (builder->quirks.forgets_blocks)
    so_far->has_blocks = false;
}

/* SCALE of HEADER is not KNOWN, that of the first histogram of the object that
   has a range.  */
static enum status
fail_scale (const struct profile_builder *builder,
            const struct histogram_header *header, double scale,
            const struct object_scale *known, const struct place *where,
            struct diag *diag)
{
  const struct histogram *first = &builder->histograms.items[known->first];
  if (known->first >= builder->histograms.count
      || strcmp (where->file, first->where.file) == 0)
    return diag_fail (diag, STATUS_MISMATCH, where,
                      _ ("a bin covers %g bytes, those before covered %g"),
                      2 * scale, 2 * known->scale);
  return diag_fail (diag, STATUS_MISMATCH, where,
                    /* TRANSLATORS: %s is another profile file.  */
                    _ ("histogram 0x%" PRIx64 "-0x%" PRIx64
                       " has bins of %g bytes, that of 0x%" PRIx64
                       "-0x%" PRIx64 " in '%s' of %g: are they of different "
                       "builds of the program?"),
                    header->low_pc, header->high_pc, 2 * scale, first->low_pc,
                    first->high_pc, first->where.file, 2 * known->scale);
}

/* The scale of the present object.  */
static struct object_scale *
scale_of_object (struct profile_builder *builder)
{
  const struct object_scale none = { 0 };
  while (builder->scales.count <= builder->origin.object)
    vec_push (&builder->scales, none);
  return &builder->scales.items[builder->origin.object];
}

/* STATUS_MISMATCH unless HEADER's unit is that of the first histogram, and its
   scale that of the first one of the object, which becomes *USED; the first
   ones set them.  */
static enum status
agree_on_units (struct profile_builder *builder,
                const struct histogram_header *header,
                const struct place *where, double *used, struct diag *diag)
{
  const double scale
      = histogram_scale (header->low_pc, header->high_pc, header->bin_count);
  if (!builder->so_far.has_histogram)
    {
      builder->so_far.has_histogram = true;
      builder->so_far.rate = header->rate;
      builder->so_far.dimension = header->dimension;
    }
  const struct dimension *dimension = &builder->so_far.dimension;
  if (strcmp (dimension->name, header->dimension.name) != 0
      || dimension->abbreviation != header->dimension.abbreviation)
    return diag_fail (diag, STATUS_MISMATCH, where,
                      /* TRANSLATORS: words from the file, such as "seconds
                         (s)", in no particular language.  */
                      _ ("samples count %s (%.1s), those before counted %s "
                         "(%.1s)"),
                      header->dimension.name, &header->dimension.abbreviation,
                      dimension->name, &dimension->abbreviation);
  struct object_scale *known = scale_of_object (builder);
  *used = known->scale;
  /* A record without range and bins fits everywhere.  */
  if (header->bin_count == 0 && header->low_pc == header->high_pc)
    return STATUS_OK;
  if (!known->is_known)
    *known = (struct object_scale){ scale, true,
                                    (uint32_t)builder->histograms.count };
  if (!builder->scale_known)
    builder->so_far.scale = scale;
  builder->scale_known = true;
  *used = known->scale;
  return fabs (scale - known->scale) > 0.000001
             ? fail_scale (builder, header, scale, known, where, diag)
             : STATUS_OK;
}

/* Append COUNT bins, which are zero.  Pages of the first histogram that no tick
   falls into are never written, so they take no memory.  */
static void
append_bins (struct profile_builder *builder, size_t count)
{
  /* One more than needed, so that there is always an array to point to.  */
  const size_t needed = builder->bins.count + count + 1;
  if (builder->bins.items == NULL)
    vec_reserve_zeroed (&builder->bins, needed);
  else
    {
      vec_reserve (&builder->bins, needed);
      memset (builder->bins.items + builder->bins.count, 0,
              count * sizeof *builder->bins.items);
    }
  builder->bins.count += count;
}

/* The number of HEADER's histogram, a new one with SCALE if need be.  */
static uint32_t
enter_histogram (struct profile_builder *builder,
                 const struct histogram_header *header, double scale,
                 const struct place *where)
{
  const uint32_t fresh = (uint32_t)builder->histograms.count;
  const uint32_t number
      = pairmap_enter (&builder->histogram_index, header->low_pc,
                       header->high_pc, fresh);
  if (number != fresh)
    return number;
  const struct histogram histogram = { header->low_pc,
                                       header->high_pc,
                                       builder->bins.count,
                                       header->bin_count,
                                       header->rate,
                                       scale,
                                       *where,
                                       builder->so_far.bins_are_addresses };
  const struct histogram_use use = { builder->file_count, 0 };
  append_bins (builder, header->bin_count);
  vec_push (&builder->uses, use);
  vec_push (&builder->histograms, histogram);
  return number;
}

/* Must ticks at RATE be converted before they join the others?  Where a rate
   is missing nobody knows how.  */
static bool
is_other_rate (const struct profile_builder *builder, uint32_t rate)
{
  return !builder->quirks.merges_rates && rate != 0
         && builder->so_far.rate != 0 && rate != builder->so_far.rate;
}

/* Where the ticks of histogram NUMBER go, which are at RATE.  */
static uint64_t *
choose_bins (struct profile_builder *builder, uint32_t number, uint32_t rate,
             const struct place *where)
{
  const struct histogram *histogram = &builder->histograms.items[number];
  if (!is_other_rate (builder, rate) || histogram->bin_count == 0)
    return builder->bins.items + histogram->first_bin;
  builder->has_other_rate = true;
  if (builder->so_far.other_rates.file == NULL)
    {
      builder->so_far.other_rates.file = where->file;
      builder->so_far.other_rates.rate = rate;
    }
  return tick_rates_find (&builder->rates, number, rate, histogram->bin_count);
}

/* One more record of histogram NUMBER in the present file, at RATE.  */
static void
count_record (struct profile_builder *builder, uint32_t number, uint32_t rate)
{
  struct histogram_use *use = &builder->uses.items[number];
  struct histogram *histogram = &builder->histograms.items[number];
  if (use->file != builder->file_count)
    {
      use->file = builder->file_count;
      use->records = 0;
      builder->repeats_range = true;
    }
  use->records++;
  if (histogram->rate != rate)
    histogram->rate = 0;
}

/* Fail if the range of HEADER ends below its start, or leaves the library that
   it is of.  */
static enum status
check_range (const struct profile_builder *builder,
             const struct histogram_header *header, const struct place *where,
             struct diag *diag)
{
  const struct profile_origin *origin = &builder->origin;
  if (header->low_pc > header->high_pc)
    return diag_fail (diag, STATUS_FORMAT, where,
                      _ ("histogram from 0x%" PRIx64
                         " ends before it starts, at 0x%" PRIx64),
                      header->low_pc, header->high_pc);
  const uint64_t low_pc = header->low_pc + origin->bias;
  const uint64_t size = header->high_pc - header->low_pc;
  if (origin->is_shared
      && (low_pc < origin->low_pc || low_pc > origin->limit_pc
          || size > origin->limit_pc - low_pc))
    return diag_fail (diag, STATUS_MISMATCH, where,
                      _ ("histogram 0x%" PRIx64 "-0x%" PRIx64
                         " is not in the library, which is at 0x%" PRIx64
                         "-0x%" PRIx64 ": was it rebuilt since?"),
                      header->low_pc, header->high_pc,
                      origin->low_pc - origin->bias,
                      origin->limit_pc - origin->bias);
  return STATUS_OK;
}

enum status
profile_builder_add_histogram (struct profile_builder *builder,
                               const struct histogram_header *header,
                               const struct place *where, uint64_t **bins,
                               struct diag *diag)
{
  struct histogram_header moved = *header;
  moved.low_pc += builder->origin.bias;
  moved.high_pc += builder->origin.bias;
  double scale = 0;
  enum status status = check_range (builder, header, where, diag);
  if (status == STATUS_OK)
    status = agree_on_units (builder, &moved, where, &scale, diag);
  if (status != STATUS_OK)
    return status;
  const uint32_t number = enter_histogram (builder, &moved, scale, where);
  const struct histogram *histogram = &builder->histograms.items[number];
  if (histogram->bin_count != header->bin_count)
    return diag_fail (diag, STATUS_MISMATCH, where,
                      _ ("histogram 0x%" PRIx64 "-0x%" PRIx64
                         ": the number of bins is %zu, it was %zu before"),
                      header->low_pc, header->high_pc,
                      (size_t)header->bin_count, (size_t)histogram->bin_count);
  builder->latest_histogram = number;
  builder->latest_rate = header->rate;
  count_record (builder, number, header->rate);
  *bins = choose_bins (builder, number, header->rate, where);
  return STATUS_OK;
}

void
profile_builder_note_full_bins (struct profile_builder *builder, size_t first,
                                uint64_t count)
{
  const uint32_t number = builder->latest_histogram;
  const struct histogram *histogram = &builder->histograms.items[number];
  const double width = (double)(histogram->high_pc - histogram->low_pc)
                       / (double)histogram->bin_count;
  const struct full_bins full
      = { number, histogram->low_pc + (uint64_t)(width * (double)first),
          count };
  vec_push (&builder->full_bins, full);
}

void
profile_builder_note_bin (struct profile_builder *builder, size_t bin,
                          uint64_t ticks)
{
  const struct file_bin noted = { .histogram = builder->latest_histogram,
                                  .rate = builder->latest_rate,
                                  .bin = bin,
                                  .ticks = ticks };
  vec_push (&builder->file_bins, noted);
}

void
profile_builder_note_thread_bin (struct profile_builder *builder,
                                 uint32_t thread, size_t bin, uint64_t ticks)
{
  const struct file_bin noted = { .thread = thread,
                                  .histogram = builder->latest_histogram,
                                  .rate = builder->latest_rate,
                                  .bin = bin,
                                  .ticks = ticks };
  vec_push (&builder->thread_bins, noted);
}

double
profile_builder_ticks (const struct profile_builder *builder,
                       const struct file_bin *bin)
{
  const double ticks = (double)bin->ticks;
  return is_other_rate (builder, bin->rate)
             ? ticks * builder->so_far.rate / bin->rate
             : ticks;
}

enum status
profile_builder_count (uint64_t *bin, uint64_t count, uint64_t pc,
                       const struct place *where, struct diag *diag)
{
  if (count > UINT64_MAX - *bin)
    return diag_fail (diag, STATUS_UNSUPPORTED, where,
                      _ ("the samples at 0x%" PRIx64
                         " add up to 2^64 or more"),
                      pc);
  *bin += count;
  return STATUS_OK;
}

/* --- Ranges that overlap ------------------------------------------------- */

/* Do histograms of different ranges overlap (R4.31)?  Those of one range were
   added up.  */

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

/* STATUS_MISMATCH if a histogram that is new since the last call overlaps
   another one.  O(log histograms) for each of them, in order, so that the ways
   down the tree resemble each other.  */
static enum status
check_ranges (struct profile_builder *builder, struct diag *diag)
{
  const struct histogram *histograms = builder->histograms.items;
  const size_t first = builder->checked_histograms;
  const size_t count = builder->histograms.count - first;
  enum status status = STATUS_OK;
  if (count == 0)
    return STATUS_OK;
  uint32_t *order = array_new (count, sizeof *order);
  for (size_t i = 0; i < count; i++)
    order[i] = (uint32_t)(first + i);
  sort_ids (order, count, compare_ranges, histograms);
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    {
      const uint32_t number = order[i];
      const struct histogram *fresh = &histograms[number];
      if (fresh->low_pc == fresh->high_pc)
        continue;
      const uint32_t other = ranges_add (&builder->ranges, fresh->low_pc,
                                         fresh->high_pc, number);
      if (other != RANGE_NONE)
        status = number > other
                     ? fail_overlap (fresh, &histograms[other], diag)
                     : fail_overlap (&histograms[other], fresh, diag);
    }
  free (order);
  return status;
}

/* --- The end of a file --------------------------------------------------- */

/* STATUS_MISMATCH if only one of the present file, called NAME, and those
   before it has stacks; of live files no file counts as one that has.  */
static enum status
check_kind (struct profile_builder *builder, const char *name,
            struct diag *diag)
{
  struct profile *so_far = &builder->so_far;
  if (builder->file_count == 0 && builder->file_has_stacks)
    so_far->arcs_are_measured = so_far->bins_are_addresses
        = so_far->lacks_calls = true;
  if (so_far->arcs_are_measured == builder->file_has_stacks)
    return STATUS_OK;
  return diag_fail (diag, STATUS_MISMATCH, PLACE_FILE (name),
                    _ ("profiles with sampled stacks and profiles with "
                       "counted calls cannot be added up"));
}

/* Keep what there is to say of the present file, called NAME.  */
static void
keep_file (struct profile_builder *builder, const char *name)
{
  struct profile_file file
      = { .name = name,
          .first_histogram = (uint32_t)builder->checked_histograms,
          .histogram_limit = (uint32_t)builder->histograms.count,
          .first_arc = (uint32_t)builder->checked_arcs,
          .arc_limit = (uint32_t)builder->arcs.count,
          .repeats_range = builder->repeats_range,
          .has_arcs = builder->next_arc > 0 };
  for (size_t i = 0; i < builder->full_bins.count; i++)
    {
      const struct full_bins *full = &builder->full_bins.items[i];
      /* A range that has two records here is a sum, as we write those that 16
         bits cannot hold.  */
      if (builder->uses.items[full->histogram].records > 1)
        continue;
      if (file.full_bins == 0)
        file.full_pc = full->first_pc;
      file.full_bins += full->count;
    }
  if (file.has_arcs)
    file.last_self_pc = builder->arcs.items[builder->next_arc - 1].self_pc;
  if (file.first_histogram < file.histogram_limit
      || file.first_arc < file.arc_limit || file.full_bins > 0)
    vec_push (&builder->files, file);
}

enum status
profile_builder_end_file (struct profile_builder *builder, const char *name,
                          struct diag *diag)
{
  enum status status = check_kind (builder, name, diag);
  if (status == STATUS_OK)
    status = check_ranges (builder, diag);
  if (status == STATUS_OK)
    keep_file (builder, name);
  builder->checked_histograms = builder->histograms.count;
  builder->checked_arcs = builder->arcs.count;
  builder->full_bins.count = 0;
  builder->so_far.other_rates.files += builder->has_other_rate;
  builder->has_other_rate = builder->repeats_range = false;
  builder->file_has_stacks = false;
  builder->file_count++;
  /* The next file most likely begins with the first arc of all.  */
  builder->next_arc = 0;
  return status;
}

/* --- Stacks -------------------------------------------------------------- */

static const struct dimension seconds = { "seconds", 's' };
static const double half = 0.5; /* a byte is half a unit */

enum status
profile_builder_begin_stacks (struct profile_builder *builder, uint32_t rate,
                              const struct place *where, struct diag *diag)
{
  const struct histogram_header header
      = { .rate = rate, .dimension = seconds };
  double scale;
  builder->latest_rate = rate;
  builder->file_has_stacks = true;
  builder->so_far.has_arcs = true; /* if all stacks have one frame, none */
  enum status status = check_kind (builder, where->file, diag);
  if (status != STATUS_OK)
    return status;
  if (!builder->scale_known)
    builder->so_far.scale = half;
  return agree_on_units (builder, &header, where, &scale, diag);
}

/* The bin of the address PC, in a file with stacks.  */
static uint64_t *
bin_of_address (struct profile_builder *builder, uint64_t pc,
                const struct place *where)
{
  const uint32_t rate = builder->latest_rate;
  const struct histogram_header header = { pc, pc + 1, 1, rate, seconds };
  const uint32_t number = enter_histogram (builder, &header, half, where);
  builder->latest_histogram = number;
  count_record (builder, number, rate);
  return choose_bins (builder, number, rate, where);
}

/* --- The end ------------------------------------------------------------- */

/* Add ticks at other rates to the others.  Histograms by address are a few
   addresses each, so fractions are carried from one to the next.  */
static enum status
convert_rates (struct profile_builder *builder, struct diag *diag)
{
  uint64_t carried = 0;
  uint32_t rate = 0; /* that of CARRIED */
  for (size_t i = 0; i < builder->rates.parts.count; i++)
    {
      const struct tick_rates_part *part = &builder->rates.parts.items[i];
      const struct histogram *histogram
          = &builder->histograms.items[part->histogram];
      if (!histogram->by_address || part->rate != rate)
        carried = part->rate / 2;
      rate = part->rate;
      if (!tick_rates_carry (builder->bins.items + histogram->first_bin,
                             builder->rates.bins.items + part->first_bin,
                             part->bin_count, part->rate, builder->so_far.rate,
                             &carried))
        return diag_fail (diag, STATUS_UNSUPPORTED, &histogram->where,
                          _ ("too many ticks to convert them from %" PRIu32
                             " to %" PRIu32 " a second"),
                          part->rate, builder->so_far.rate);
    }
  return STATUS_OK;
}

/* The samples of all rates, bin by bin; to be freed.  */
static uint64_t *
add_up_samples (const struct profile_builder *builder)
{
  const size_t count = builder->bins.count;
  uint64_t *samples = array_new (count, sizeof *samples);
  memcpy (samples, builder->bins.items, count * sizeof *samples);
  for (size_t i = 0; i < builder->rates.parts.count; i++)
    {
      const struct tick_rates_part *part = &builder->rates.parts.items[i];
      const uint64_t *from = builder->rates.bins.items + part->first_bin;
      uint64_t *to
          = samples + builder->histograms.items[part->histogram].first_bin;
      for (size_t k = 0; k < part->bin_count; k++)
        to[k] = from[k] > UINT64_MAX - to[k] ? UINT64_MAX : to[k] + from[k];
    }
  return samples;
}

/* Find the weight of a tick beyond 1, and what of it has no address
   (R20.126).  */
static void
weigh (struct profile_builder *builder, const uint64_t *samples)
{
  struct profile *so_far = &builder->so_far;
  double ticks = 0, count = 0;
  if (builder->squares <= 0)
    return;
  for (size_t i = 0; i < builder->bins.count; i++)
    {
      ticks += (double)builder->bins.items[i];
      count += (double)samples[i];
    }
  if (ticks > 0)
    so_far->loose_excess = builder->loose_excess / ticks;
  if (count > 0)
    so_far->surplus = ticks / count * (1 + builder->squares / count) - 1;
}

/* Live files may have stacks, or not (R20.180).  */
static void
settle_stacks (struct profile_builder *builder)
{
  struct profile *so_far = &builder->so_far;
  if (!so_far->calls_are_complete)
    return;
  if (!builder->has_live_stacks && builder->waits.count == 0)
    {
      vec_release (&builder->paths);
      vec_release (&builder->process_ticks);
    }
  so_far->arcs_are_measured = builder->has_live_stacks;
  so_far->lacks_calls = builder->has_live_stacks && builder->arcs.count == 0;
}

/* What only building needs.  */
static void
release_tables (struct profile_builder *builder)
{
  tick_rates_release (&builder->rates);
  ranges_release (&builder->ranges);
  pairmap_release (&builder->histogram_index);
  pairmap_release (&builder->arc_index);
  pairmap_release (&builder->block_index);
  pairmap_release (&builder->path_index);
  pairmap_release (&builder->thread_index);
  pairmap_release (&builder->wait_index);
  pairmap_release (&builder->excess_index);
  vec_release (&builder->scales);
  vec_release (&builder->full_bins);
  vec_release (&builder->file_bins);
  vec_release (&builder->thread_bins);
  vec_release (&builder->uses);
}

enum status
profile_builder_finish (struct profile_builder *builder,
                        struct profile *profile, struct diag *diag)
{
  uint64_t *samples
      = builder->rates.parts.count > 0 ? add_up_samples (builder) : NULL;
  *profile = (struct profile){ 0 };
  const enum status status = convert_rates (builder, diag);
  if (status != STATUS_OK)
    {
      free (samples);
      return status;
    }
  weigh (builder, samples != NULL ? samples : builder->bins.items);
  settle_stacks (builder);
  release_tables (builder);
  *profile = builder->so_far;
  profile->file_count = builder->file_count;
  profile->has_process_ticks = builder->keeps_processes;
  vec_hand_over (&builder->histograms, &profile->histograms);
  vec_hand_over (&builder->bins, &profile->bins);
  vec_hand_over (&builder->arcs, &profile->arcs);
  vec_hand_over (&builder->blocks, &profile->blocks);
  vec_hand_over (&builder->paths, &profile->paths);
  vec_hand_over (&builder->processes, &profile->processes);
  vec_hand_over (&builder->threads, &profile->threads);
  vec_hand_over (&builder->waits, &profile->waits);
  vec_hand_over (&builder->process_ticks, &profile->process_ticks);
  vec_hand_over (&builder->excesses, &profile->excesses);
  vec_hand_over (&builder->files, &profile->files);
  profile->samples = samples != NULL ? samples : profile->bins.items;
  profile_builder_release (builder);
  return STATUS_OK;
}

void
profile_builder_release (struct profile_builder *builder)
{
  release_tables (builder);
  vec_release (&builder->histograms);
  vec_release (&builder->bins);
  vec_release (&builder->arcs);
  vec_release (&builder->blocks);
  vec_release (&builder->paths);
  vec_release (&builder->processes);
  vec_release (&builder->threads);
  vec_release (&builder->waits);
  vec_release (&builder->process_ticks);
  vec_release (&builder->excesses);
  vec_release (&builder->files);
  *builder = (struct profile_builder){ 0 };
}

/* --- Arcs ---------------------------------------------------------------- */

/* The arc between these two addresses of the program, maybe a new one without
   calls.  The profiles of one program mostly have the same arcs one after the
   other, so it is often the one that followed, some time ago, what was added
   last.  */
static struct raw_arc *
enter_arc (struct profile_builder *builder, uint64_t from_pc, uint64_t self_pc)
{
  uint32_t number = builder->next_arc;
  const struct raw_arc *next = vec_at (&builder->arcs, number);
  builder->so_far.has_arcs = true;
  if (number >= builder->arcs.count || next->from_pc != from_pc
      || next->self_pc != self_pc)
    {
      const uint32_t fresh = (uint32_t)builder->arcs.count;
      const struct raw_arc arc = { from_pc, self_pc, 0 };
      number = pairmap_enter (&builder->arc_index, from_pc, self_pc, fresh);
      if (number == fresh)
        vec_push (&builder->arcs, arc);
    }
  builder->next_arc = number + 1;
  return &builder->arcs.items[number];
}

/* ARC, of a file of ORIGIN, with its ends where they are in the program.  */
static struct raw_arc
move_arc (const struct profile_origin *origin, const struct raw_arc *arc)
{
  const uint64_t size = origin->limit_pc - origin->low_pc;
  struct raw_arc moved = { arc->from_pc + origin->bias,
                           arc->self_pc + origin->bias, arc->count };
  if (!origin->is_shared)
    return moved;
  if (arc->from_pc == 0 || moved.from_pc - origin->low_pc >= size)
    moved.from_pc = origin->outside_pc;
  if (moved.self_pc - origin->low_pc >= size)
    moved.self_pc = UINT64_MAX;
  return moved;
}

enum status
profile_builder_add_arc (struct profile_builder *builder,
                         const struct raw_arc *in_file, struct diag *diag)
{
  const struct raw_arc arc = move_arc (&builder->origin, in_file);
  struct raw_arc *item = enter_arc (builder, arc.from_pc, arc.self_pc);
  if (arc.count > UINT64_MAX - item->count)
    return diag_fail (diag, STATUS_UNSUPPORTED, NULL,
                      _ ("the calls from 0x%" PRIx64 " to 0x%" PRIx64
                         " add up to 2^64 or more"),
                      arc.from_pc, arc.self_pc);
  item->count += arc.count;
  return STATUS_OK;
}

/* --- Stacks -------------------------------------------------------------- */

/* ITEM, which is found again by KEY, as a path.  */
static uint32_t
enter_path (struct profile_builder *builder, const struct call_path *item,
            uint64_t key)
{
  const uint32_t fresh = (uint32_t)builder->paths.count;
  const uint32_t number
      = pairmap_enter (&builder->path_index, item->parent, key, fresh);
  if (number == fresh)
    vec_push (&builder->paths, *item);
  return number;
}

uint32_t
profile_builder_add_frame (struct profile_builder *builder, uint32_t path,
                           uint64_t pc)
{
  const struct call_path item = { .pc = pc, .parent = path };
  if (path != PATH_NONE && !builder->so_far.calls_are_complete)
    enter_arc (builder, builder->paths.items[path].pc, pc);
  return enter_path (builder, &item, pc);
}

uint32_t
profile_builder_add_mark (struct profile_builder *builder, uint32_t path,
                          enum path_kind kind)
{
  /* No frame of a live file is so high: it would be one of nowhere.  */
  const uint64_t marks = UINT64_MAX - 16;
  const struct call_path item = { .parent = path, .kind = kind };
  return enter_path (builder, &item, marks + kind);
}

void
profile_builder_add_path (struct profile_builder *builder, uint32_t path,
                          uint64_t count, uint32_t rate, bool is_system)
{
  struct call_path *item = &builder->paths.items[path];
  const struct file_bin bin = { .rate = rate, .ticks = count };
  const double ticks = profile_builder_ticks (builder, &bin);
  item->ticks += ticks;
  if (is_system)
    item->system += ticks;
  if (builder->keeps_processes && builder->processes.count > 0)
    {
      const struct process_ticks part
          = { (uint32_t)builder->processes.count - 1, path, ticks };
      vec_push (&builder->process_ticks, part);
    }
  builder->so_far.knows_system = builder->so_far.knows_system || is_system;
}

enum status
profile_builder_add_samples (struct profile_builder *builder, uint32_t path,
                             uint64_t count, const struct place *where,
                             struct diag *diag)
{
  struct call_path *item = &builder->paths.items[path];
  uint64_t *samples = bin_of_address (builder, item->pc, where);
  const enum status status
      = profile_builder_count (samples, count, item->pc, where, diag);
  if (status != STATUS_OK)
    return status;
  const struct file_bin bin = { .histogram = builder->latest_histogram,
                                .rate = builder->latest_rate,
                                .ticks = count };
  profile_builder_add_path (builder, path, count, bin.rate, false);
  if (builder->keeps_bins)
    vec_push (&builder->file_bins, bin);
  return STATUS_OK;
}

/* --- Time that passed ----------------------------------------------------- */

void
profile_builder_add_process (struct profile_builder *builder,
                             const struct profile_process *process)
{
  vec_push (&builder->processes, *process);
}

uint32_t
profile_builder_add_thread (struct profile_builder *builder,
                            const struct profile_thread *thread)
{
  const uint32_t process = (uint32_t)builder->processes.count - 1;
  const struct profile_thread none
      = { .process = process, .seat = thread->seat };
  const uint32_t fresh = (uint32_t)builder->threads.count;
  if (thread->seat == 0)
    return THREAD_NONE;
  const uint32_t number
      = pairmap_enter (&builder->thread_index, process, thread->seat, fresh);
  if (number == fresh)
    vec_push (&builder->threads, none);
  struct profile_thread *item = &builder->threads.items[number];
  if (item->start_pc == 0)
    item->start_pc = thread->start_pc;
  if (item->name[0] == '\0')
    memcpy (item->name, thread->name, sizeof item->name);
  item->count += thread->count;
  item->elapsed = add_u64 (item->elapsed, thread->elapsed);
  item->processor = add_u64 (item->processor, thread->processor);
  return number;
}

void
profile_builder_add_thread_samples (struct profile_builder *builder,
                                    uint32_t thread, uint64_t count,
                                    uint32_t rate)
{
  const struct file_bin bin = { .rate = rate, .ticks = count };
  if (thread != THREAD_NONE)
    builder->threads.items[thread].ticks
        += profile_builder_ticks (builder, &bin);
}

void
profile_builder_add_thread_system (struct profile_builder *builder,
                                   uint32_t thread, uint64_t count,
                                   uint32_t rate)
{
  const struct file_bin bin = { .rate = rate, .ticks = count };
  if (thread != THREAD_NONE)
    builder->threads.items[thread].system
        += profile_builder_ticks (builder, &bin);
}

void
profile_builder_add_thread_calls (struct profile_builder *builder,
                                  uint32_t thread, uint64_t count)
{
  if (thread == THREAD_NONE)
    return;
  struct profile_thread *item = &builder->threads.items[thread];
  item->calls = add_u64 (item->calls, count);
}

void
profile_builder_add_wait (struct profile_builder *builder,
                          const struct raw_wait *wait)
{
  const struct raw_wait none = { .path = wait->path,
                                 .function = wait->function,
                                 .thread = wait->thread };
  const uint32_t fresh = (uint32_t)builder->waits.count;
  const uint32_t number
      = pairmap_enter (&builder->wait_index,
                       (uint64_t)wait->thread << 32 | wait->path,
                       wait->function, fresh);
  if (number == fresh)
    vec_push (&builder->waits, none);
  struct raw_wait *item = &builder->waits.items[number];
  item->unfinished += wait->unfinished;
  item->count = add_u64 (item->count, wait->count);
  item->time = add_u64 (item->time, wait->time);
  item->longest = max_u64 (item->longest, wait->longest);
}

/* --- Basic blocks --------------------------------------------------------- */

enum status
profile_builder_add_block (struct profile_builder *builder,
                           const struct raw_block *in_file, struct diag *diag)
{
  const struct raw_block block = { in_file->pc + builder->origin.bias, 0 };
  const uint32_t fresh = (uint32_t)builder->blocks.count;
  const uint32_t number
      = pairmap_enter (&builder->block_index, block.pc, 0, fresh);
  if (number == fresh)
    vec_push (&builder->blocks, block);
  struct raw_block *item = &builder->blocks.items[number];
  if (in_file->count > UINT64_MAX - item->count)
    return diag_fail (diag, STATUS_UNSUPPORTED, NULL,
                      _ ("the executions of the basic block at 0x%" PRIx64
                         " add up to 2^64 or more"),
                      block.pc);
  item->count += in_file->count;
  return STATUS_OK;
}
