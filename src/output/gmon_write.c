/* gmon_write.c - gmon.sum: profiles added up and written as one.

   Writes what reader_magic.c and reader_bsd.c read.  What it is given has
   been checked by them; counts may have outgrown their fields since.  */

#include "config.h"

#include "output/gmon_write.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/i18n.h"
#include "base/memory.h"
#include "base/outfile.h"
#include "model/gmon_format.h"

enum
{
  PARTS_MAX = 65536, /* records that one count may be spread over */
  BIN_BLOCK = 1024
};

/* All is walked twice, first without an output, to see whether it fits: what is
   written to a pipe cannot be taken back.  */
struct writer
{
  const struct gmon_sum *sum;
  struct output *output; /* null while that is checked */
  uint64_t bin_limit;    /* the largest count of a bin, */
  uint64_t arc_limit;    /* of an arc */
  uint64_t block_limit;
  struct diag *diag;
};

/* --- Numbers ------------------------------------------------------------ */

/* The low SIZE bytes of VALUE in the target's order.  */
static void
put (const struct writer *writer, unsigned size, uint64_t value)
{
  char bytes[8];
  const bool big_endian = writer->sum->target->big_endian;
  for (unsigned i = 0; i < size; i++)
    bytes[big_endian ? size - 1 - i : i] = (char)(value >> 8 * i & 0xff);
  output_bytes (writer->output, bytes, size);
}

static void
put_word (const struct writer *writer, uint64_t value)
{
  put (writer, writer->sum->target->word_size, value);
}

static void
put_zeros (const struct writer *writer, unsigned count)
{
  for (unsigned i = 0; i < count; i++)
    output_char (writer->output, '\0');
}

/* Into how many parts up to LIMIT to break COUNT; 1 for a COUNT of 0.  */
static uint64_t
parts_of (uint64_t count, uint64_t limit)
{
  return count > 0 ? (count - 1) / limit + 1 : 1;
}

/* Part I of COUNT: LIMIT in all parts but the last.  */
static uint64_t
part_of (uint64_t count, uint64_t limit, uint64_t i)
{
  if (count / limit < i)
    return 0;
  const uint64_t rest = count - i * limit;
  return rest < limit ? rest : limit;
}

static enum status
check_parts (const struct writer *writer, uint64_t count, uint64_t limit)
{
  if (parts_of (count, limit) <= PARTS_MAX)
    return STATUS_OK;
  return diag_fail (writer->diag, STATUS_UNSUPPORTED, NULL,
                    _ ("a sum of %" PRIu64 " is too large for a profile file"),
                    count);
}

/* --- Parts --------------------------------------------------------------- */

/* Is the code at PC in the part of SUM that is written?  */
static bool
has_code (const struct gmon_sum *sum, uint64_t pc)
{
  const struct sum_part *part = &sum->part;
  return !part->is_part || (pc >= part->low_pc && pc < part->limit_pc);
}

/* Is symbol ID?  */
static bool
has_symbol (const struct gmon_sum *sum, sym_id id)
{
  return !sum->part.is_part
         || symtab_object (sum->symtab, id) == sum->part.object;
}

/* Is ARC, and was it counted?  */
static bool
has_arc (const struct gmon_sum *sum, arc_id arc)
{
  return arc < sum->graph->counted
         && has_symbol (sum, sum->graph->to.items[arc]);
}

/* Where calls by symbol ID come from.  */
static uint64_t
caller_pc (const struct gmon_sum *sum, sym_id id)
{
  const uint64_t pc = sum->symtab->start[id];
  const bool is_elsewhere
      = sum->part.is_part
        && (!has_symbol (sum, id) || pc == sum->part.outside_pc);
  return is_elsewhere ? 0 : pc - sum->part.bias;
}

bool
gmon_sum_has_any (const struct gmon_sum *sum)
{
  bool has_any = false;
  for (size_t i = 0; i < sum->profile->histograms.count && !has_any; i++)
    has_any = has_code (sum, sum->profile->histograms.items[i].low_pc);
  for (size_t i = 0; i < callgraph_arc_count (sum->graph) && !has_any; i++)
    has_any = has_arc (sum, sum->graph->child_arc[i]);
  return has_any;
}

/* --- Histograms --------------------------------------------------------- */

static uint64_t
largest_bin (const uint64_t *bins, size_t count)
{
  uint64_t largest = 0;
  for (size_t i = 0; i < count; i++)
    if (bins[i] > largest)
      largest = bins[i];
  return largest;
}

static void
put_histogram_header (const struct writer *writer,
                      const struct histogram *histogram)
{
  const struct profile *profile = writer->sum->profile;
  put (writer, 1, TAG_HISTOGRAM);
  const uint64_t bias = writer->sum->part.bias;
  put_word (writer, histogram->low_pc - bias);
  put_word (writer, histogram->high_pc - bias);
  put (writer, 4, histogram->bin_count);
  put (writer, 4, profile->rate);
  output_bytes (writer->output, profile->dimension.name, DIMENSION_SIZE);
  output_char (writer->output, profile->dimension.abbreviation);
}

/* Part PART of COUNT BINS; a block at a time, for there may be millions.  */
static void
put_bins (const struct writer *writer, const uint64_t *bins, size_t count,
          uint64_t part)
{
  char block[2 * BIN_BLOCK];
  const unsigned high = writer->sum->target->big_endian ? 0 : 1;
  while (count > 0)
    {
      const size_t now = count < BIN_BLOCK ? count : BIN_BLOCK;
      for (size_t i = 0; i < now; i++)
        {
          const uint64_t value = part_of (bins[i], writer->bin_limit, part);
          block[2 * i + high] = (char)(value >> 8 & 0xff);
          block[2 * i + 1 - high] = (char)(value & 0xff);
        }
      output_bytes (writer->output, block, 2 * now);
      bins += now;
      count -= now;
    }
}

static enum status
write_histograms (const struct writer *writer)
{
  const struct profile *profile = writer->sum->profile;
  enum status status = STATUS_OK;
  for (size_t i = 0; i < profile->histograms.count && status == STATUS_OK; i++)
    {
      const struct histogram *histogram = &profile->histograms.items[i];
      const uint64_t *bins = profile_ticks (profile, histogram);
      const uint64_t largest = largest_bin (bins, histogram->bin_count);
      const uint64_t parts = has_code (writer->sum, histogram->low_pc)
                                 ? parts_of (largest, writer->bin_limit)
                                 : 0;
      status = check_parts (writer, largest, writer->bin_limit);
      for (uint64_t part = 0; writer->output != NULL && part < parts; part++)
        {
          put_histogram_header (writer, histogram);
          put_bins (writer, bins, histogram->bin_count, part);
        }
    }
  return status;
}

/* --- Arcs --------------------------------------------------------------- */

/* One arc between symbols.  TAGGED: with the tag of the magic format, and
   with COUNT_SIZE bytes for the count.  */
static void
write_arc (const struct writer *writer, arc_id arc, bool tagged,
           unsigned count_size)
{
  const struct callgraph *graph = writer->sum->graph;
  const uint64_t *start = writer->sum->symtab->start;
  const uint64_t count = graph->count.items[arc];
  const uint64_t parts = parts_of (count, writer->arc_limit);
  for (uint64_t part = 0; part < parts; part++)
    {
      if (tagged)
        put (writer, 1, TAG_ARC);
      put_word (writer, caller_pc (writer->sum, graph->from.items[arc]));
      put_word (writer, start[graph->to.items[arc]] - writer->sum->part.bias);
      put (writer, count_size, part_of (count, writer->arc_limit, part));
    }
}

/* All arcs by the address of the caller, newest first (R4.35).  */
static enum status
write_arcs (const struct writer *writer, bool tagged, unsigned count_size)
{
  const struct callgraph *graph = writer->sum->graph;
  enum status status = STATUS_OK;
  /* Standing one behind the other, these are in the order of the callers.  */
  for (size_t i = 0; i < callgraph_arc_count (graph) && status == STATUS_OK;
       i++)
    {
      const arc_id arc = graph->child_arc[i];
      if (!has_arc (writer->sum, arc))
        continue;
      status
          = check_parts (writer, graph->count.items[arc], writer->arc_limit);
      if (writer->output != NULL)
        write_arc (writer, arc, tagged, count_size);
    }
  return status;
}

/* --- Basic blocks ------------------------------------------------------- */

/* How many entries block I takes.  */
static uint64_t
block_entries (const struct writer *writer, size_t i)
{
  const struct block_counts *block_counts = writer->sum->block_counts;
  return has_code (writer->sum, block_counts->pc[i])
             ? parts_of (block_counts->count[i], writer->block_limit)
             : 0;
}

static enum status
write_blocks (const struct writer *writer)
{
  const struct block_counts *block_counts = writer->sum->block_counts;
  const size_t limit
      = block_counts_total (block_counts, writer->sum->symtab->count);
  uint64_t entries = 0;
  enum status status = STATUS_OK;
  for (size_t i = 0; i < limit && status == STATUS_OK; i++)
    {
      status
          = check_parts (writer, block_counts->count[i], writer->block_limit);
      entries += block_entries (writer, i);
    }
  if (status == STATUS_OK && entries > UINT32_MAX)
    return diag_fail (writer->diag, STATUS_UNSUPPORTED, NULL,
                      _ ("too many basic blocks"));
  if (writer->output == NULL)
    return status;
  put (writer, 1, TAG_BLOCKS);
  put (writer, 4, entries);
  for (size_t i = 0; i < limit; i++)
    {
      const uint64_t count = block_counts->count[i];
      const uint64_t parts = block_entries (writer, i);
      for (uint64_t part = 0; part < parts; part++)
        {
          put_word (writer, block_counts->pc[i] - writer->sum->part.bias);
          put_word (writer, part_of (count, writer->block_limit, part));
        }
    }
  return STATUS_OK;
}

/* --- Files -------------------------------------------------------------- */

static enum status
write_magic (const struct writer *writer)
{
  const struct profile *profile = writer->sum->profile;
  enum status status = STATUS_OK;
  if (writer->output != NULL)
    {
      output_text (writer->output, MAGIC_COOKIE);
      put (writer, 4, MAGIC_VERSION);
      put_zeros (writer, MAGIC_SPARE_SIZE);
    }
  if (profile->has_histogram)
    status = write_histograms (writer);
  if (status == STATUS_OK && profile->has_arcs)
    status = write_arcs (writer, true, 4);
  if (status == STATUS_OK && profile->has_blocks)
    status = write_blocks (writer);
  return status;
}

/* Is the header before the bins that of 4.4BSD (R4.37)?  */
static bool
has_header_of_44 (const struct gmon_sum *sum)
{
  return sum->format == FORMAT_BSD44 || sum->profile->rate != CLOCK_RATE;
}

/* The histogram that is written in the format of the BSDs, or null.  */
static const struct histogram *
first_histogram (const struct gmon_sum *sum)
{
  const struct profile *profile = sum->profile;
  for (size_t i = 0; i < profile->histograms.count; i++)
    if (has_code (sum, profile->histograms.items[i].low_pc))
      return &profile->histograms.items[i];
  return NULL;
}

/* HISTOGRAM, the first, with a header before it (R4.37).  */
static enum status
write_bsd_samples (const struct writer *writer,
                   const struct histogram *histogram)
{
  const struct profile *profile = writer->sum->profile;
  const uint64_t *bins = profile_ticks (profile, histogram);
  const uint64_t largest = largest_bin (bins, histogram->bin_count);
  const bool is_44 = has_header_of_44 (writer->sum);
  const uint64_t size
      = 2 * (uint64_t)histogram->bin_count
        + bsd_header_size (writer->sum->target->word_size, is_44);
  if (largest > writer->bin_limit || size > UINT32_MAX)
    return diag_fail (writer->diag, STATUS_UNSUPPORTED, NULL,
                      _ ("%" PRIu64 " samples in %zu bins are too many for "
                         "the format of the BSDs; -O auto writes another"),
                      largest, (size_t)histogram->bin_count);
  if (writer->output == NULL)
    return STATUS_OK;
  put_word (writer, histogram->low_pc - writer->sum->part.bias);
  put_word (writer, histogram->high_pc - writer->sum->part.bias);
  put (writer, 4, size);
  if (is_44)
    {
      put (writer, 4, BSD44_VERSION);
      put (writer, 4, profile->rate);
      put_zeros (writer, BSD44_SPARE_SIZE);
    }
  put_bins (writer, bins, histogram->bin_count, 0);
  return STATUS_OK;
}

static enum status
write_bsd (const struct writer *writer)
{
  const struct histogram *histogram = first_histogram (writer->sum);
  enum status status = STATUS_OK;
  if (histogram != NULL)
    status = write_bsd_samples (writer, histogram);
  return status == STATUS_OK
             ? write_arcs (writer, false, writer->sum->target->word_size)
             : status;
}

static bool
is_bsd (const struct gmon_sum *sum)
{
  return sum->format == FORMAT_BSD || sum->format == FORMAT_BSD44;
}

static struct writer
writer_for (const struct gmon_sum *sum, struct diag *diag)
{
  const uint64_t word_limit
      = sum->target->word_size == 8 ? UINT64_MAX : UINT32_MAX;
  struct writer writer = { .sum = sum,
                           .bin_limit = UINT16_MAX,
                           .arc_limit = is_bsd (sum) ? word_limit : UINT32_MAX,
                           .block_limit = word_limit,
                           .diag = diag };
  if (sum->quirks->truncates_sums)
    writer.bin_limit = writer.arc_limit = writer.block_limit = UINT64_MAX;
  return writer;
}

enum status
gmon_write (const char *name, const struct gmon_sum *sum, struct diag *diag)
{
  struct writer writer = writer_for (sum, diag);
  enum status (*const write) (const struct writer *)
      = is_bsd (sum) ? write_bsd : write_magic;
  enum status status = write (&writer);
  if (status != STATUS_OK)
    return status;
  struct outfile *outfile = array_new (1, sizeof *outfile);
  status = outfile_open (outfile, name, OUTFILE_ANYTHING,
                         sum->listings != NULL ? sum->listings->fd : -1, diag);
  if (status == STATUS_OK)
    {
      writer.output = &outfile->output;
      write (&writer);
      status = outfile_commit (outfile, sum->inputs, diag);
    }
  free (outfile);
  return status;
}
