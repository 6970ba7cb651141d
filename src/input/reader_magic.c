/* reader_magic.c - gmon.out as the GNU C library writes it (R4.10-R4.14), and
   what it writes about a shared library (R16.30-R16.33); and the bins of a
   histogram, for the BSDs' formats, too.

   The first is a 20-byte header and then records, each with a tag byte in
   front.  Lengths are checked against the bytes that are there before
   anything is stored.  */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "base/i18n.h"
#include "base/minmax.h"
#include "input/reader.h"
#include "model/gmon_format.h"

/* --- Histograms ---------------------------------------------------------- */

/* Note the full ones of COUNT numbers of 2 bytes.  */
static void
find_full_bins (struct bytes *bytes, size_t count,
                struct profile_builder *builder)
{
  uint64_t full = 0;
  size_t first = 0;
  for (size_t i = 0; i < count; i++)
    if (bytes_u16 (bytes) >= FULL_BIN)
      {
        first = full == 0 ? i : first;
        full++;
      }
  if (full > 0)
    profile_builder_note_full_bins (builder, first, full);
}

/* How many of the SIZE bytes at AT are 0 before the first one that is not, or
   before the last few.  */
static size_t
leading_zeros (const unsigned char *at, size_t size)
{
  uint64_t word = 0;
  size_t zeros = 0;
  while (size - zeros >= sizeof word)
    {
      memcpy (&word, at + zeros, sizeof word);
      if (word != 0)
        break;
      zeros += sizeof word;
    }
  return zeros;
}

/* Note those of COUNT numbers of SIZE bytes that are not 0.  */
static void
note_bins (struct bytes bytes, unsigned size, size_t count,
           struct profile_builder *builder)
{
  for (size_t i = 0; i < count; i++)
    {
      const size_t zeros
          = leading_zeros (bytes.next, (count - i) * size) / size;
      bytes.next += zeros * size;
      i += zeros;
      uint64_t ticks = 0;
      if (i < count)
        bytes_add_numbers (&bytes, size, &ticks, 1);
      if (ticks != 0)
        profile_builder_note_bin (builder, i, ticks);
    }
}

void
reader_add_bins (struct bytes *bytes, unsigned size, uint64_t *bins,
                 size_t count, struct profile_builder *builder)
{
  struct bytes again = *bytes;
  const uint64_t bits = bytes_add_numbers (bytes, size, bins, count);
  if (builder->keeps_bins && bits != 0)
    note_bins (again, size, count, builder);
  /* A second look is needed only where a bin may have all these bits.  */
  if (size == 2 && (bits & FULL_BIN) == FULL_BIN)
    find_full_bins (&again, count, builder);
}

/* Add the histogram that follows, header and bins, of a record at WHERE.  Its low
   end is in *LOW_PC then.  */
static enum status
add_histogram (struct bytes *bytes, const struct place *where,
               struct profile_builder *builder, uint64_t *low_pc)
{
  const char *what = N_ ("histogram record");
  enum status status
      = bytes_want (bytes,
                    2 * (uint64_t)bytes->word_size + 8 + DIMENSION_SIZE + 1,
                    what);
  if (status != STATUS_OK)
    return status;

  struct histogram_header header = { 0 };
  *low_pc = header.low_pc = bytes_word (bytes);
  header.high_pc = bytes_word (bytes);
  header.bin_count = bytes_u32 (bytes);
  header.rate = bytes_u32 (bytes);
  memcpy (header.dimension.name, bytes_take (bytes, DIMENSION_SIZE),
          DIMENSION_SIZE);
  header.dimension.abbreviation = (char)bytes_u8 (bytes);

  status = bytes_want (bytes, 2 * (uint64_t)header.bin_count, what);
  if (status != STATUS_OK)
    return status;
  uint64_t *bins = NULL;
  status = profile_builder_add_histogram (builder, &header, where, &bins,
                                          bytes->diag);
  if (status == STATUS_OK)
    reader_add_bins (bytes, 2, bins, header.bin_count, builder);
  return status;
}

/* --- The file ------------------------------------------------------------ */

static enum status
probe (const struct bytes *head, bool sure)
{
  if (bytes_left (head) >= MAGIC_COOKIE_SIZE
      && memcmp (head->next, MAGIC_COOKIE, MAGIC_COOKIE_SIZE) == 0)
    return STATUS_OK;
  return sure ? diag_fail (head->diag, STATUS_FORMAT, PLACE_FILE (head->file),
                           _ ("not a profile in the format 'magic': it does "
                              "not start with 'gmon'"))
              : STATUS_ABSENT;
}

/* Read the header; *VERSION is that of the format.  */
static enum status
read_header (struct bytes *bytes, struct profile_builder *builder,
             uint32_t *version)
{
  enum status status
      = bytes_want (bytes, MAGIC_HEADER_SIZE, N_ ("file header"));
  if (status != STATUS_OK)
    return status;
  bytes_skip (bytes, MAGIC_COOKIE_SIZE);
  struct place where = bytes_place (bytes);
  *version = bytes_u32 (bytes);
  bytes_skip (bytes, MAGIC_SPARE_SIZE);
  if (*version > MAGIC_VERSION
      && (*version != SHARED_VERSION || builder->quirks.knows_no_libraries))
    return diag_fail (bytes->diag, STATUS_FORMAT, &where,
                      _ ("version %" PRIu32
                         " of the format is unknown, 0 or 1 expected; or "
                         "the file has another byte order than the program"),
                      *version);
  profile_builder_note_version (builder, *version);
  return STATUS_OK;
}

static enum status
read_arc (struct bytes *bytes, struct profile_builder *builder)
{
  enum status status = bytes_want (bytes, 2 * (uint64_t)bytes->word_size + 4,
                                   N_ ("arc record"));
  if (status != STATUS_OK)
    return status;
  struct raw_arc arc;
  arc.from_pc = bytes_word (bytes);
  arc.self_pc = bytes_word (bytes);
  arc.count = bytes_u32 (bytes);
  return profile_builder_add_arc (builder, &arc, bytes->diag);
}

/* Skip a text and its NUL.  */
static enum status
skip_text (struct bytes *bytes, const char *what)
{
  const unsigned char *nul = memchr (bytes->next, '\0', bytes_left (bytes));
  if (nul == NULL)
    return bytes_want (bytes, (uint64_t)bytes_left (bytes) + 1, what);
  bytes->next = nul + 1;
  return STATUS_OK;
}

/* COUNT blocks of version 0: each has count and address, 8 bytes each, then two
   texts and a line number, which the addresses tell better.  */
static enum status
read_old_blocks (struct bytes *bytes, uint32_t count,
                 struct profile_builder *builder, const char *what)
{
  struct raw_block block;
  enum status status = skip_text (bytes, what);
  for (uint32_t i = 0; i < count && status == STATUS_OK; i++)
    {
      status = bytes_want (bytes, 16, what);
      if (status != STATUS_OK)
        return status;
      block.count = bytes_u64 (bytes);
      block.pc = bytes_u64 (bytes);
      status = skip_text (bytes, what);
      if (status == STATUS_OK)
        status = skip_text (bytes, what);
      if (status == STATUS_OK)
        status = bytes_want (bytes, 4, what);
      if (status != STATUS_OK)
        return status;
      bytes_skip (bytes, 4);
      status = profile_builder_add_block (builder, &block, bytes->diag);
    }
  return status;
}

static enum status
read_blocks (struct bytes *bytes, struct profile_builder *builder)
{
  const char *what = N_ ("basic-block record");
  enum status status = bytes_want (bytes, 4, what);
  if (status != STATUS_OK)
    return status;
  profile_builder_note_blocks (builder);
  const uint32_t count = bytes_u32 (bytes);
  if (builder->version == 0)
    return read_old_blocks (bytes, count, builder, what);
  status = bytes_want (bytes, 2 * (uint64_t)bytes->word_size * count, what);
  for (uint32_t i = 0; i < count && status == STATUS_OK; i++)
    {
      struct raw_block block;
      block.pc = bytes_word (bytes);
      block.count = bytes_count (bytes);
      status = profile_builder_add_block (builder, &block, bytes->diag);
    }
  return status;
}

static enum status
read_record (struct bytes *bytes, struct profile_builder *builder,
             struct record_counts *counts)
{
  uint64_t low_pc;
  struct place where;
  const uint8_t tag = bytes_u8 (bytes);
  switch (tag)
    {
    case TAG_HISTOGRAM:
      counts->histograms++;
      where = bytes_place (bytes);
      return add_histogram (bytes, &where, builder, &low_pc);
    case TAG_ARC:
      counts->arcs++;
      return read_arc (bytes, builder);
    case TAG_BLOCKS:
      counts->blocks++;
      return read_blocks (bytes, builder);
    default:
      where = bytes_place (bytes);
      where.offset--; /* at the tag */
      return diag_fail (bytes->diag, STATUS_FORMAT, &where,
                        _ ("unknown tag %u; 0 (histogram), 1 (arc) or 2 "
                           "(basic blocks) expected"),
                        tag);
    }
}

/* --- Shared libraries ---------------------------------------------------- */

/* One histogram and one table of arcs, each behind a tag of four bytes.
   The file has its final size from the beginning, so the number of arcs
   says where they end; addresses in arcs count from the lower end of the
   histogram.  */

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

/* Read what follows the header.  STATUS_FORMAT, also if nobody has told BUILDER
   which library that is.  Warns of a table of arcs that was full.  */
static enum status
read_shared (struct bytes *bytes, struct profile_builder *builder,
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
  const struct place where = bytes_place (bytes);
  enum status status
      = read_tag (bytes, TAG_HISTOGRAM, N_ ("histogram record"));
  if (status == STATUS_OK)
    status = add_histogram (bytes, &where, builder, &low_pc);
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
      /* Addresses count from LOW_PC; a caller of 0 is one outside the library,
         and stays 0.  */
      const uint64_t from = bytes_word (bytes);
      struct raw_arc arc;
      arc.from_pc = from != 0 ? low_pc + from : 0;
      arc.self_pc = low_pc + bytes_word (bytes);
      arc.count = bytes_u32 (bytes);
      status = profile_builder_add_arc (builder, &arc, bytes->diag);
    }
  bytes->next = bytes->end;
  return status;
}

/* Does what follows the header, BYTES, fit into a file of SIZE bytes?  */
static bool
fits_shared (struct bytes bytes, uint64_t size)
{
  const uint64_t rest
      = 4 + 2 * (uint64_t)bytes.word_size + 8 + DIMENSION_SIZE + 1;
  if (bytes_left (&bytes) < rest)
    return false;
  const uint32_t tag = bytes_u32 (&bytes);
  const uint64_t low_pc = bytes_word (&bytes);
  const uint64_t high_pc = bytes_word (&bytes);
  const uint64_t bins = bytes_u32 (&bytes);
  return tag == TAG_HISTOGRAM && low_pc < high_pc
         && MAGIC_HEADER_SIZE + rest + 2 * bins + 8 <= size;
}

/* --- The file ------------------------------------------------------------ */

static enum status
read_magic (struct bytes *bytes, struct profile_builder *builder,
            struct record_counts *counts)
{
  uint32_t version = 0;
  enum status status = read_header (bytes, builder, &version);
  if (status == STATUS_OK && version == SHARED_VERSION)
    return read_shared (bytes, builder, counts);
  while (status == STATUS_OK && bytes_left (bytes) > 0)
    {
      bytes->record++;
      status = read_record (bytes, builder, counts);
    }
  return status;
}

/* The bytes that the record at BYTES has, as far as what is there of it tells;
   0 for an unknown tag.  */
static uint64_t
record_size (const struct bytes *record)
{
  struct bytes bytes = *record;
  const unsigned words = 2 * bytes.word_size;
  const uint8_t tag = bytes_u8 (&bytes);
  uint64_t size = words + 4; /* of what stands in front of bins or blocks */
  if (tag == TAG_HISTOGRAM)
    size += 4 + DIMENSION_SIZE + 1;
  else if (tag == TAG_BLOCKS)
    size = 4;
  else if (tag != TAG_ARC)
    return 0;
  if (size <= bytes_left (&bytes) && tag != TAG_ARC)
    {
      if (tag == TAG_HISTOGRAM)
        bytes_skip (&bytes, words);
      const uint64_t count = bytes_u32 (&bytes);
      size += count * (tag == TAG_HISTOGRAM ? 2 : words);
    }
  return size + 1;
}

/* The record at BYTES is no histogram, or one that a program could have.  */
static bool
makes_sense (const struct bytes *record)
{
  struct bytes bytes = *record;
  if (bytes_u8 (&bytes) != TAG_HISTOGRAM
      || bytes_left (&bytes) < 2 * (size_t)bytes.word_size)
    return true;
  const uint64_t low_pc = bytes_word (&bytes);
  return low_pc < bytes_word (&bytes);
}

/* Leave the header behind, if all of it is there.  */
static bool
skip_header (struct bytes *bytes, uint32_t *version)
{
  if (bytes_left (bytes) < MAGIC_HEADER_SIZE)
    return false;
  bytes_skip (bytes, MAGIC_COOKIE_SIZE);
  *version = bytes_u32 (bytes);
  bytes_skip (bytes, MAGIC_SPARE_SIZE);
  return true;
}

/* The records end where the file does, or go beyond what is there of a file
   whose size is not known.  Blocks of version 0 are not looked into.  */
static bool
fits (const struct bytes *so_far, uint64_t size)
{
  struct bytes bytes = *so_far;
  uint32_t version;
  if (!skip_header (&bytes, &version))
    return false;
  if (version == SHARED_VERSION)
    return fits_shared (bytes, size);
  while (version == MAGIC_VERSION && bytes_left (&bytes) > 0)
    {
      const uint64_t here = record_size (&bytes);
      if (here == 0 || !makes_sense (&bytes))
        return false;
      if (here > bytes_left (&bytes))
        return size == UINT64_MAX;
      bytes_skip (&bytes, (size_t)here);
    }
  return version == MAGIC_VERSION;
}

/* Blocks of version 0 have texts in them; their files are read to the end.  */
static bool
is_hopeless (const struct bytes *so_far)
{
  struct bytes bytes = *so_far;
  uint32_t version;
  uint64_t size = 1;
  if (!skip_header (&bytes, &version))
    return false;
  while (version == MAGIC_VERSION && size > 0 && bytes_left (&bytes) > 0)
    {
      size = record_size (&bytes);
      bytes_skip (&bytes, (size_t)min_u64 (size, bytes_left (&bytes)));
    }
  return size == 0 || (version > MAGIC_VERSION && version != SHARED_VERSION);
}

const struct reader reader_magic = {
  .probe = probe, .read = read_magic, .fits = fits, .is_hopeless = is_hopeless
};
