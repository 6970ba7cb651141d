/* reader_unix.c - gmon.out as the BSDs write it (R4.20-R4.22), and mon.out of
   System V (R16.20-R16.24).  */

#include "config.h"

#include <inttypes.h>

#include "base/i18n.h"
#include "input/reader.h"
#include "model/gmon_format.h"

/* --- The BSDs ------------------------------------------------------------ */

/* A header, the bins of one histogram, and arcs up to the end of the file.
   There is no magic word at the start, so almost anything may look like
   such a header: nothing in it is believed before it was compared with the
   rest of the file (R4.20-R4.22).  */

enum
{
  LEAST_SIZE = 20 /* of a profile in any format (R4.1) */
};

/* What a pipe must not exceed to be taken for a profile.  Text that is read
   as a header claims more.  */
#define SAMPLES_PLAUSIBLE (UINT32_C (128) << 20) /* bytes */
#define BIN_PLAUSIBLE (UINT32_C (64) << 10)      /* bytes of code per bin */

struct header
{
  uint64_t low_pc, high_pc;
  uint32_t sample_size; /* bytes that all bins take, and perhaps some more */
  unsigned bin_size;    /* bytes */
  uint32_t rate;        /* 0 if the header does not say */
  bool is_44;
};

/* The bytes of a bin, from the first spare word of the header.  FreeBSD keeps
   there how many bits a bin has, negative if they are signed; elsewhere it is
   zero or means nothing, and bins have 16 bits.  */
static unsigned
bin_size_of (uint32_t bits)
{
  const uint32_t magnitude = bits > INT32_MAX ? 0 - bits : bits;
  return magnitude == 8 || magnitude == 32 || magnitude == 64 ? magnitude / 8
                                                              : 2;
}

/* What follows the version of 4.4BSD.  GNU gprof, too, takes a file that ends
   within the spare bytes.  */
static void
decode_rest_of_44 (struct bytes *bytes, struct header *header)
{
  bytes_skip (bytes, 4);
  header->rate = bytes_u32 (bytes);
  const size_t left = bytes_left (bytes);
  size_t spare = left < BSD44_SPARE_SIZE ? left : BSD44_SPARE_SIZE;
  if (spare >= 4)
    {
      header->bin_size = bin_size_of (bytes_u32 (bytes));
      spare -= 4;
    }
  bytes_skip (bytes, spare);
}

/* Take the header from BYTES, or say what is wrong with it.  ONLY_44: the
   old header will not do.  */
static const char *
decode_header (struct bytes *bytes, bool only_44, struct header *header)
{
  const unsigned old_size = bsd_header_size (bytes->word_size, false);
  if (bytes_left (bytes) < LEAST_SIZE || bytes_left (bytes) < old_size + 4)
    return _ ("the file is too short for a profile of the BSDs");
  *header = (struct header){ .bin_size = 2 };
  header->low_pc = bytes_word (bytes);
  header->high_pc = bytes_word (bytes);
  const uint32_t all_size = bytes_u32 (bytes);
  struct bytes ahead = *bytes;
  header->is_44 = bytes_u32 (&ahead) == BSD44_VERSION;
  if (only_44 && !header->is_44)
    return _ ("not a profile in the format '4.4bsd': its header is another");
  if (header->is_44 && bytes_left (&ahead) < 4)
    return _ ("the file is too short for a profile of the BSDs");
  const unsigned header_size
      = bsd_header_size (bytes->word_size, header->is_44);
  if (header->low_pc > header->high_pc || all_size < header_size)
    return _ ("not a profile of the BSDs: what should be its header makes no "
              "sense");
  header->sample_size = all_size - header_size;
  if (header->is_44)
    decode_rest_of_44 (bytes, header);
  return NULL;
}

static enum status
probe (const struct bytes *head, bool only_44, bool sure)
{
  struct bytes bytes = *head;
  struct header header;
  const char *complaint = decode_header (&bytes, only_44, &header);
  if (complaint == NULL)
    return STATUS_OK;
  return sure ? diag_fail (head->diag, STATUS_FORMAT, PLACE_FILE (head->file),
                           "%s", complaint)
              : STATUS_ABSENT;
}

static enum status
probe_any (const struct bytes *head, bool sure)
{
  return probe (head, false, sure);
}

static enum status
probe_44 (const struct bytes *head, bool sure)
{
  return probe (head, true, sure);
}

static bool
plausible (const struct bytes *head)
{
  struct bytes bytes = *head;
  struct header header;
  if (decode_header (&bytes, false, &header) != NULL)
    return false;
  const uint32_t bins = header.sample_size / header.bin_size;
  const uint64_t range = header.high_pc - header.low_pc;
  return bins > 0 && header.sample_size <= SAMPLES_PLAUSIBLE && range > 0
         && range / bins <= BIN_PLAUSIBLE;
}

/* The file's histogram must be like the first of the run (R4.21).  */
static enum status
agree_on_histogram (const struct header *header, uint32_t bins,
                    const struct profile_builder *builder,
                    const struct place *where, struct diag *diag)
{
  if (builder->histograms.count == 0)
    return STATUS_OK;
  const struct histogram *first = &builder->histograms.items[0];
  if (first->low_pc != header->low_pc || first->high_pc != header->high_pc
      || first->bin_count != bins)
    return diag_fail (diag, STATUS_MISMATCH, where,
                      /* TRANSLATORS: %s is another profile file.  */
                      _ ("the histogram has %" PRIu32 " bins over 0x%" PRIx64
                         "-0x%" PRIx64
                         ", the first one, in '%s', had %zu over 0x%" PRIx64
                         "-0x%" PRIx64),
                      bins, header->low_pc, header->high_pc, first->where.file,
                      (size_t)first->bin_count, first->low_pc, first->high_pc);
  if (header->is_44 && header->rate != builder->so_far.rate)
    return diag_fail (diag, STATUS_MISMATCH, where,
                      _ ("the rate is %" PRIu32
                         " a second, the first one was %" PRIu32),
                      header->rate, builder->so_far.rate);
  return STATUS_OK;
}

/* BINS can take what BYTES has for them.  Bins of 8 bytes fill no more than
   63 bits; then no number of narrower ones that follow, in this file or in
   others, reaches 2^64.  */
static enum status
check_room (const struct bytes *bytes, const struct header *header,
            const uint64_t *bins, size_t bin_count)
{
  struct bytes ahead = *bytes;
  for (size_t i = 0; header->bin_size == 8 && i < bin_count; i++)
    {
      const uint64_t ticks = bytes_u64 (&ahead);
      if (bins[i] > INT64_MAX || ticks > INT64_MAX - bins[i])
        return diag_fail (bytes->diag, STATUS_UNSUPPORTED,
                          PLACE_FILE (bytes->file),
                          _ ("the samples of bin %zu add up to 2^63 or more"),
                          i);
    }
  return STATUS_OK;
}

static enum status
read_samples (struct bytes *bytes, const struct header *header,
              struct profile_builder *builder, struct record_counts *counts)
{
  const struct place *where = PLACE_FILE (bytes->file);
  const uint32_t bin_count = header->sample_size / header->bin_size;
  const uint64_t size = (uint64_t)bin_count * header->bin_size;
  if (size > bytes_left (bytes))
    return diag_fail (bytes->diag, STATUS_FORMAT, where,
                      _ ("not a profile, or one of the BSDs that is cut short "
                         "(bytes of samples expected: %" PRIu64
                         ", left: %zu)"),
                      size, bytes_left (bytes));
  enum status status
      = agree_on_histogram (header, bin_count, builder, where, bytes->diag);
  if (status != STATUS_OK)
    return status;
  struct histogram_header histogram = { header->low_pc,
                                        header->high_pc,
                                        bin_count,
                                        header->rate,
                                        { "seconds", 's' } };
  if (builder->so_far.has_histogram)
    histogram.dimension = builder->so_far.dimension;
  uint64_t *bins = NULL;
  status = profile_builder_add_histogram (builder, &histogram, where, &bins,
                                          bytes->diag);
  if (status == STATUS_OK)
    status = check_room (bytes, header, bins, bin_count);
  if (status == STATUS_OK)
    reader_add_bins (bytes, header->bin_size, bins, bin_count, builder);
  counts->histograms += bin_count > 0;
  return status;
}

/* Arcs up to the end; a piece of one at the end is dropped (R4.20).  */
static enum status
read_arcs (struct bytes *bytes, struct profile_builder *builder,
           struct record_counts *counts)
{
  const size_t size = 3 * (size_t)bytes->word_size;
  enum status status = STATUS_OK;
  while (status == STATUS_OK && bytes_left (bytes) >= size)
    {
      struct raw_arc arc;
      arc.from_pc = bytes_word (bytes);
      arc.self_pc = bytes_word (bytes);
      arc.count = bytes_count (bytes);
      counts->arcs++;
      status = profile_builder_add_arc (builder, &arc, bytes->diag);
    }
  return status;
}

static enum status
read_bsd (struct bytes *bytes, struct profile_builder *builder,
          struct record_counts *counts)
{
  struct header header;
  const char *complaint = decode_header (bytes, false, &header);
  if (complaint != NULL)
    return diag_fail (bytes->diag, STATUS_FORMAT, PLACE_FILE (bytes->file),
                      "%s", complaint);
  enum status status = read_samples (bytes, &header, builder, counts);
  if (status == STATUS_OK)
    status = read_arcs (bytes, builder, counts);
  if (status == STATUS_OK)
    profile_builder_note_bsd (builder, CLOCK_RATE);
  return status;
}

/* The header of 4.4BSD, or a plausible older one, tells of bins behind which
   arcs fill the file.  */
static bool
fits (const struct bytes *so_far, uint64_t size)
{
  struct bytes bytes = *so_far;
  struct header header;
  if (decode_header (&bytes, false, &header) != NULL
      || header.low_pc >= header.high_pc
      || (!header.is_44 && !plausible (so_far)) || size == UINT64_MAX)
    return false;
  const uint64_t before
      = (uint64_t)(bytes.next - bytes.start) + header.sample_size;
  return before <= size && (size - before) % (3 * bytes.word_size) == 0;
}

const struct reader reader_bsd = {
  .probe = probe_any, .plausible = plausible, .read = read_bsd, .fits = fits
};
const struct reader reader_bsd44 = { .probe = probe_44, .read = read_bsd };

/* --- System V ------------------------------------------------------------ */

/* A header, how often each function was called, and the bins of a
   histogram up to the end of the file.  Nothing distinguishes this format
   from others, so it is read only if -O says so, and lengths are compared
   with the file's.  */

struct prof_header
{
  uint64_t low_pc, high_pc;
  uint64_t functions; /* counts that follow */
  uint64_t bins;      /* of 2 bytes, behind them */
};

enum
{
  HEADER_WORDS = 3,
  COUNT_WORDS = 2,
  BIN_SIZE = 2
};

/* Take the header from BYTES; false if it cannot be one.  SIZE_IS_KNOWN: they
   are the whole file, so what it claims is compared with that.  */
static bool
decode_prof_header (struct bytes *bytes, bool size_is_known,
                    struct prof_header *prof_header)
{
  if (bytes_left (bytes) < HEADER_WORDS * (size_t)bytes->word_size)
    return false;
  prof_header->low_pc = bytes_word (bytes);
  prof_header->high_pc = bytes_word (bytes);
  prof_header->functions = bytes_count (bytes);
  const size_t left = bytes_left (bytes);
  const size_t count_size = COUNT_WORDS * (size_t)bytes->word_size;
  prof_header->bins = 0;
  if (prof_header->low_pc >= prof_header->high_pc)
    return false;
  if (!size_is_known)
    return true;
  if (prof_header->functions > left / count_size)
    return false;
  prof_header->bins
      = (left - (size_t)prof_header->functions * count_size) / BIN_SIZE;
  return prof_header->bins <= UINT32_MAX;
}

static enum status
refuse (const struct bytes *bytes)
{
  return diag_fail (bytes->diag, STATUS_FORMAT, PLACE_FILE (bytes->file),
                    _ ("not a profile in the format 'prof': what should be "
                       "its header makes no sense"));
}

static enum status
probe_prof (const struct bytes *head, bool sure)
{
  struct bytes bytes = *head;
  struct prof_header prof_header;
  if (decode_prof_header (&bytes, false, &prof_header))
    return STATUS_OK;
  return sure ? refuse (head) : STATUS_ABSENT;
}

/* Add the calls of each function.  The address of an entry that was not used
   is 0.  */
static enum status
read_counts (struct bytes *bytes, const struct prof_header *prof_header,
             struct profile_builder *builder)
{
  enum status status = STATUS_OK;
  for (uint64_t i = 0; i < prof_header->functions && status == STATUS_OK; i++)
    {
      struct raw_arc arc;
      arc.from_pc = arc.self_pc = bytes_word (bytes);
      arc.count = bytes_count (bytes);
      if (arc.self_pc != 0)
        status = profile_builder_add_arc (builder, &arc, bytes->diag);
    }
  return status;
}

static enum status
read_prof (struct bytes *bytes, struct profile_builder *builder,
           struct record_counts *counts)
{
  struct prof_header prof_header;
  if (!decode_prof_header (bytes, true, &prof_header))
    return refuse (bytes);
  enum status status = read_counts (bytes, &prof_header, builder);
  const struct histogram_header histogram = { prof_header.low_pc,
                                              prof_header.high_pc,
                                              (uint32_t)prof_header.bins,
                                              CLOCK_RATE,
                                              { "seconds", 's' } };
  uint64_t *bins = NULL;
  if (status == STATUS_OK)
    status = profile_builder_add_histogram (builder, &histogram,
                                            PLACE_FILE (bytes->file), &bins,
                                            bytes->diag);
  if (status == STATUS_OK)
    reader_add_bins (bytes, BIN_SIZE, bins, (size_t)prof_header.bins, builder);
  counts->histograms += prof_header.bins > 0;
  builder->so_far.lacks_callers = true;
  return status;
}

const struct reader reader_prof = { .probe = probe_prof, .read = read_prof };
