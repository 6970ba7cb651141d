/* reader_shared.c - what the C library writes about a shared library for
   LD_PROFILE (R16.30-R16.33).

   One histogram and one table of arcs, each behind a tag of four bytes.  The
   file has its final size from the beginning, so the number of arcs says where
   they end; addresses in arcs count from the lower end of the histogram.  */

#include "config.h"

#include "reader_shared.h"

#include <inttypes.h>

#include "base/i18n.h"
#include "model/gmon_format.h"

static const char table_name[] = N_ ("table of arcs");

/* Read the tag in front of WHAT, which is WANTED.  */
static enum status
read_tag (struct bytes *bytes, uint32_t wanted, const char *what)
{
  enum status status = bytes_want (bytes, 4, what);
  if (status != STATUS_OK)
    return status;
  struct place where = bytes_place (bytes);
  const uint32_t tag = bytes_u32 (bytes);
  return tag == wanted
             ? STATUS_OK
             : diag_fail (bytes->diag, STATUS_FORMAT, &where,
                          /* TRANSLATORS: of a profile.  */
                          _ ("unknown tag %" PRIu32 "; %" PRIu32 " expected"),
                          tag, wanted);
}

static enum status
read_histogram (struct bytes *bytes, struct profile_builder *builder,
                uint64_t *low_pc)
{
  const struct place where = bytes_place (bytes);
  enum status status
      = read_tag (bytes, TAG_HISTOGRAM, N_ ("histogram record"));
  return status == STATUS_OK
             ? reader_add_histogram (bytes, &where, builder, low_pc)
             : status;
}

/* Add the next arc, whose addresses count from LOW_PC.  A caller of 0 is one
   outside the library, and stays 0.  */
static enum status
read_arc (struct bytes *bytes, struct profile_builder *builder,
          uint64_t low_pc)
{
  const uint64_t from = bytes_word (bytes);
  struct raw_arc arc;
  arc.from_pc = from != 0 ? low_pc + from : 0;
  arc.self_pc = low_pc + bytes_word (bytes);
  arc.count = bytes_u32 (bytes);
  return profile_builder_add_arc (builder, &arc, bytes->diag);
}

/* The table ends with the file.  A table of *COUNT arcs, which the C library
   had no place for, ends between two.  */
static enum status
check_table (struct bytes *bytes, uint32_t *count)
{
  const uint64_t size = 2 * (uint64_t)bytes->word_size + 4;
  const uint64_t places = bytes_left (bytes) / size;
  if (*count <= places)
    return STATUS_OK;
  if (places == 0 || bytes_left (bytes) % size != 0)
    return bytes_want (bytes, *count * size, table_name);
  const struct place where = bytes_place (bytes);
  diag_warn (bytes->diag, &where,
             _ ("the table of arcs was full: %" PRIu64
                " are not in it, nor are their calls"),
             *count - places);
  *count = (uint32_t)places;
  return STATUS_OK;
}

enum status
reader_read_shared (struct bytes *bytes, struct profile_builder *builder,
                    struct record_counts *counts)
{
  uint64_t low_pc = 0;
  uint32_t count = 0;
  if (!builder->origin.is_shared)
    return diag_fail (bytes->diag, STATUS_FORMAT, PLACE_FILE (bytes->file),
                      _ ("a profile of a shared library, made with "
                         "LD_PROFILE: name that with --library=LIBRARY:%s"),
                      bytes->file);
  bytes->record++;
  counts->histograms++;
  enum status status = read_histogram (bytes, builder, &low_pc);
  if (status == STATUS_OK)
    {
      bytes->record++;
      status = read_tag (bytes, TAG_ARC, table_name);
    }
  if (status == STATUS_OK)
    status = bytes_want (bytes, 4, table_name);
  if (status == STATUS_OK)
    {
      count = bytes_u32 (bytes);
      status = check_table (bytes, &count);
    }
  for (uint32_t i = 0; i < count && status == STATUS_OK; i++)
    {
      bytes->record++;
      counts->arcs++;
      status = read_arc (bytes, builder, low_pc);
    }
  bytes->next = bytes->end;
  return status;
}

bool
reader_fits_shared (const struct bytes *so_far, uint64_t size)
{
  struct bytes bytes = *so_far;
  const uint64_t words = 2 * (uint64_t)bytes.word_size;
  const uint64_t header
      = MAGIC_HEADER_SIZE + 4 + words + 8 + DIMENSION_SIZE + 1;
  if (bytes_left (&bytes) < header)
    return false;
  bytes_skip (&bytes, MAGIC_HEADER_SIZE);
  const uint32_t tag = bytes_u32 (&bytes);
  const uint64_t low_pc = bytes_word (&bytes);
  const uint64_t high_pc = bytes_word (&bytes);
  const uint64_t bins = bytes_u32 (&bytes);
  return tag == TAG_HISTOGRAM && low_pc < high_pc
         && header + 2 * bins + 8 <= size;
}
