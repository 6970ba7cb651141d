/* reader_prof.c - mon.out as System V has it written for prof (R16.20-R16.24).

   A header, how often each function was called, and the bins of a histogram up
   to the end of the file.  Nothing distinguishes this format from others, so
   it is read only if -O says so, and lengths are compared with the file's.  */

#include "config.h"

#include "model/gmon_format.h"
#include "base/i18n.h"
#include "input/reader.h"

struct header
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
decode_header (struct bytes *bytes, bool size_is_known, struct header *header)
{
  if (bytes_left (bytes) < HEADER_WORDS * (size_t)bytes->word_size)
    return false;
  header->low_pc = bytes_word (bytes);
  header->high_pc = bytes_word (bytes);
  header->functions = bytes_count (bytes);
  const size_t left = bytes_left (bytes);
  const size_t count_size = COUNT_WORDS * (size_t)bytes->word_size;
  header->bins = 0;
  if (header->low_pc >= header->high_pc)
    return false;
  if (!size_is_known)
    return true;
  if (header->functions > left / count_size)
    return false;
  header->bins = (left - (size_t)header->functions * count_size) / BIN_SIZE;
  return header->bins <= UINT32_MAX;
}

static enum status
refuse (const struct bytes *bytes)
{
  return diag_fail (bytes->diag, STATUS_FORMAT, PLACE_FILE (bytes->file),
                    _ ("not a profile in the format 'prof': what should be "
                       "its header makes no sense"));
}

static enum status
probe (const struct bytes *head, bool sure)
{
  struct bytes bytes = *head;
  struct header header;
  if (decode_header (&bytes, false, &header))
    return STATUS_OK;
  return sure ? refuse (head) : STATUS_ABSENT;
}

/* Add the calls of each function.  The address of an entry that was not used
   is 0.  */
static enum status
read_counts (struct bytes *bytes, const struct header *header,
             struct profile_builder *builder)
{
  enum status status = STATUS_OK;
  for (uint64_t i = 0; i < header->functions && status == STATUS_OK; i++)
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
  struct header header;
  if (!decode_header (bytes, true, &header))
    return refuse (bytes);
  enum status status = read_counts (bytes, &header, builder);
  const struct histogram_header histogram = { header.low_pc,
                                              header.high_pc,
                                              (uint32_t)header.bins,
                                              CLOCK_RATE,
                                              { "seconds", 's' } };
  uint64_t *bins = NULL;
  if (status == STATUS_OK)
    status = profile_builder_add_histogram (builder, &histogram,
                                            PLACE_FILE (bytes->file), &bins,
                                            bytes->diag);
  if (status == STATUS_OK)
    status = reader_add_bins (bytes, BIN_SIZE, bins, (size_t)header.bins,
                              builder);
  counts->histograms += header.bins > 0;
  builder->so_far.lacks_callers = true;
  return status;
}

const struct reader reader_prof = { probe, NULL, read_prof, NULL, NULL };
