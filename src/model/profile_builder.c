/* profile_builder.c - histograms and their units, and what becomes of a file:
   append, merge, check.

   Checks here are those between records; what a record itself can get wrong
   is its reader's.  */

#include "config.h"

#include "profile_builder_private.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"

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
                           uint64_t outside_pc)
{
  builder->so_far.is_live = true;
  builder->so_far.has_arcs = true;
  builder->so_far.outside_pc = outside_pc;
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

static bool
same_dimension (const struct dimension *a, const struct dimension *b)
{
  return strcmp (a->name, b->name) == 0 && a->abbreviation == b->abbreviation;
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

/* The scale of the present object, or null.  */
static struct object_scale *
scale_of_object (struct profile_builder *builder, struct diag *diag)
{
  const struct object_scale none = { 0 };
  while (builder->scales.count <= builder->origin.object)
    if (!diag_try (vec_push (&builder->scales, none), diag))
      return NULL;
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
  if (!same_dimension (&builder->so_far.dimension, &header->dimension))
    return diag_fail (diag, STATUS_MISMATCH, where,
                      /* TRANSLATORS: words from the file, such as "seconds
                         (s)", in no particular language.  */
                      _ ("samples count %s (%.1s), those before counted %s "
                         "(%.1s)"),
                      header->dimension.name, &header->dimension.abbreviation,
                      builder->so_far.dimension.name,
                      &builder->so_far.dimension.abbreviation);
  struct object_scale *known = scale_of_object (builder, diag);
  if (known == NULL)
    return diag_no_memory (diag);
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

/* Room for COUNT more bins, which are zero.  Pages of the first histogram that
   no tick falls into are never written, so they take no memory.  */
static bool
make_zeroed_bins (struct profile_builder *builder, size_t count)
{
  /* One more than needed, so that there is always an array to point to.  */
  const size_t needed = builder->bins.count + count + 1;
  if (builder->bins.items == NULL)
    return vec_reserve_zeroed (&builder->bins, needed);
  if (!vec_reserve (&builder->bins, needed))
    return false;
  memset (builder->bins.items + builder->bins.count, 0,
          count * sizeof *builder->bins.items);
  return true;
}

static enum status
append_histogram (struct profile_builder *builder,
                  const struct histogram_header *header, double scale,
                  const struct place *where, struct diag *diag)
{
  struct histogram fresh = { header->low_pc,
                             header->high_pc,
                             builder->bins.count,
                             header->bin_count,
                             header->rate,
                             scale,
                             *where,
                             builder->so_far.is_live };
  const struct histogram_use use = { builder->file_count, 0 };
  if (!diag_try (make_zeroed_bins (builder, header->bin_count), diag)
      || !diag_try (vec_push (&builder->uses, use), diag)
      || !diag_try (vec_push (&builder->histograms, fresh), diag))
    return diag_no_memory (diag);
  builder->bins.count += header->bin_count;
  return STATUS_OK;
}

/* Set *NUMBER to that of HEADER's histogram, a new one with SCALE if need
   be.  */
static enum status
enter_histogram (struct profile_builder *builder,
                 const struct histogram_header *header, double scale,
                 const struct place *where, uint32_t *number,
                 struct diag *diag)
{
  const size_t fresh = builder->histograms.count;
  if (fresh >= UINT32_MAX)
    return diag_fail (diag, STATUS_UNSUPPORTED, where,
                      _ ("too many histograms"));
  const uint32_t *known;
  if (!diag_try ((known
                  = pairmap_enter (&builder->histogram_index, header->low_pc,
                                   header->high_pc, (uint32_t)fresh)),
                 diag))
    return diag_no_memory (diag);
  *number = *known;
  return *number == fresh
             ? append_histogram (builder, header, scale, where, diag)
             : STATUS_OK;
}

/* Must ticks at RATE be converted before they join the others?  Where a rate
   is missing nobody knows how.  */
static bool
is_other_rate (const struct profile_builder *builder, uint32_t rate)
{
  return !builder->quirks.merges_rates && rate != 0
         && builder->so_far.rate != 0 && rate != builder->so_far.rate;
}

/* Set *BINS to where the ticks of histogram NUMBER go, which are at RATE.  */
static enum status
choose_bins (struct profile_builder *builder, uint32_t number, uint32_t rate,
             const struct place *where, uint64_t **bins, struct diag *diag)
{
  const struct histogram *histogram = &builder->histograms.items[number];
  if (!is_other_rate (builder, rate) || histogram->bin_count == 0)
    {
      *bins = builder->bins.items + histogram->first_bin;
      return STATUS_OK;
    }
  builder->has_other_rate = true;
  if (builder->so_far.other_rates.file == NULL)
    {
      builder->so_far.other_rates.file = where->file;
      builder->so_far.other_rates.rate = rate;
    }
  return tick_rates_find (&builder->rates, number, rate, histogram->bin_count,
                          bins, diag);
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

/* Does the range of HEADER end below its start, or leave the library that it
   is of?  */
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
  uint32_t number = 0;
  double scale = 0;
  enum status status = check_range (builder, header, where, diag);
  if (status == STATUS_OK)
    status = agree_on_units (builder, &moved, where, &scale, diag);
  if (status == STATUS_OK)
    status = enter_histogram (builder, &moved, scale, where, &number, diag);
  if (status != STATUS_OK)
    return status;

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
  return choose_bins (builder, number, header->rate, where, bins, diag);
}

enum status
profile_builder_note_full_bins (struct profile_builder *builder, size_t first,
                                uint64_t count, struct diag *diag)
{
  const uint32_t number = builder->latest_histogram;
  const struct histogram *histogram = &builder->histograms.items[number];
  const double width = (double)(histogram->high_pc - histogram->low_pc)
                       / (double)histogram->bin_count;
  const struct full_bins full
      = { number, histogram->low_pc + (uint64_t)(width * (double)first),
          count };
  return diag_try (vec_push (&builder->full_bins, full), diag)
             ? STATUS_OK
             : diag_no_memory (diag);
}

enum status
profile_builder_note_bin (struct profile_builder *builder, size_t bin,
                          uint64_t ticks, struct diag *diag)
{
  const struct file_bin noted
      = { builder->latest_histogram, builder->latest_rate, bin, ticks };
  return diag_try (vec_push (&builder->file_bins, noted), diag)
             ? STATUS_OK
             : diag_no_memory (diag);
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

/* STATUS_MISMATCH if only one of the present file, called NAME, and those
   before it has stacks.  */
static enum status
check_kind (struct profile_builder *builder, const char *name,
            struct diag *diag)
{
  if (builder->file_count == 0)
    builder->so_far.has_stacks = builder->file_has_stacks;
  if (builder->so_far.has_stacks == builder->file_has_stacks)
    return STATUS_OK;
  return diag_fail (diag, STATUS_MISMATCH, PLACE_FILE (name),
                    _ ("profiles with sampled stacks and profiles with "
                       "counted calls cannot be added up"));
}

/* Let FILE know of the full bins in the present file.  A range that has two
   records in it does not count: it is a sum, as we write those that 16 bits
   cannot hold.  */
static void
count_full_bins (const struct profile_builder *builder,
                 struct profile_file *file)
{
  for (size_t i = 0; i < builder->full_bins.count; i++)
    {
      const struct full_bins *full = &builder->full_bins.items[i];
      if (builder->uses.items[full->histogram].records > 1)
        continue;
      if (file->full_bins == 0)
        file->full_pc = full->first_pc;
      file->full_bins += full->count;
    }
}

/* Keep what there is to say of the present file, called NAME.  */
static bool
keep_file (struct profile_builder *builder, const char *name,
           struct diag *diag)
{
  struct profile_file file
      = { .name = name,
          .first_histogram = (uint32_t)builder->checked_histograms,
          .histogram_limit = (uint32_t)builder->histograms.count,
          .first_arc = (uint32_t)builder->checked_arcs,
          .arc_limit = (uint32_t)builder->arcs.count,
          .repeats_range = builder->repeats_range,
          .has_arcs = builder->next_arc > 0 };
  count_full_bins (builder, &file);
  if (file.has_arcs)
    file.last_self_pc = builder->arcs.items[builder->next_arc - 1].self_pc;
  if (file.first_histogram == file.histogram_limit
      && file.first_arc == file.arc_limit && file.full_bins == 0)
    return true;
  return diag_try (vec_push (&builder->files, file), diag);
}

enum status
profile_builder_end_file (struct profile_builder *builder, const char *name,
                          struct diag *diag)
{
  enum status status = check_kind (builder, name, diag);
  if (status == STATUS_OK)
    status = profile_builder_check_ranges (builder, diag);
  if (status == STATUS_OK && !keep_file (builder, name, diag))
    status = diag_no_memory (diag);
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

enum status
profile_builder_find_address (struct profile_builder *builder, uint64_t pc,
                              const struct place *where, uint64_t **bins,
                              struct diag *diag)
{
  const uint32_t rate = builder->latest_rate;
  const struct histogram_header header = { pc, pc + 1, 1, rate, seconds };
  uint32_t number;
  enum status status
      = enter_histogram (builder, &header, half, where, &number, diag);
  if (status != STATUS_OK)
    return status;
  builder->latest_histogram = number;
  builder->histograms.items[number].by_address = true;
  count_record (builder, number, rate);
  return choose_bins (builder, number, rate, where, bins, diag);
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

/* Set *SAMPLES to the samples of all rates, bin by bin; to be freed.  */
static enum status
add_up_samples (const struct profile_builder *builder, uint64_t **samples,
                struct diag *diag)
{
  const size_t count = builder->bins.count;
  if (!diag_try ((*samples = array_new (count, sizeof **samples)) != NULL,
                 diag))
    return diag_no_memory (diag);
  memcpy (*samples, builder->bins.items, count * sizeof **samples);
  for (size_t i = 0; i < builder->rates.parts.count; i++)
    {
      const struct tick_rates_part *part = &builder->rates.parts.items[i];
      const uint64_t *from = builder->rates.bins.items + part->first_bin;
      uint64_t *to
          = *samples + builder->histograms.items[part->histogram].first_bin;
      for (size_t k = 0; k < part->bin_count; k++)
        to[k] = from[k] > UINT64_MAX - to[k] ? UINT64_MAX : to[k] + from[k];
    }
  return STATUS_OK;
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
  vec_release (&builder->scales);
  vec_release (&builder->full_bins);
  vec_release (&builder->file_bins);
  vec_release (&builder->uses);
}

enum status
profile_builder_finish (struct profile_builder *builder,
                        struct profile *profile, struct diag *diag)
{
  uint64_t *samples = NULL;
  enum status status = STATUS_OK;
  *profile = (struct profile){ 0 };
  if (builder->rates.parts.count > 0)
    status = add_up_samples (builder, &samples, diag);
  if (status == STATUS_OK)
    status = convert_rates (builder, diag);
  release_tables (builder);
  if (status != STATUS_OK)
    {
      free (samples);
      return status;
    }
  *profile = builder->so_far;
  profile->file_count = builder->file_count;
  vec_hand_over (&builder->histograms, &profile->histograms);
  vec_hand_over (&builder->bins, &profile->bins);
  vec_hand_over (&builder->arcs, &profile->arcs);
  vec_hand_over (&builder->blocks, &profile->blocks);
  vec_hand_over (&builder->paths, &profile->paths);
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
  vec_release (&builder->files);
  *builder = (struct profile_builder){ 0 };
}
