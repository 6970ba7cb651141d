/* test_reader.c - gmon.out recognised and read.

   Files come from text, see gmon_text.h, in each of the four combinations of
   word size and byte order.  */

#include "config.h"

#include "input/reader.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capture.h"
#include "gmon_text.h"
#include "tap.h"

static const struct target little64 = { .word_size = 8 };

/* The result of reading.  */
struct result
{
  enum status status;
  struct profile_builder builder;
  struct record_counts counts;
  struct diag diag;
};

static void
read_bytes (struct result *result, const unsigned char *data, size_t size,
            const struct target *target)
{
  *result = (struct result){ 0 };
  result->status
      = gmon_bytes_read (&reader_magic, data, size, target, &result->builder,
                         &result->counts, &result->diag);
}

static void
read_text (struct result *result, const char *text,
           const struct target *target)
{
  struct gmon_text gmon;
  gmon_text_build (&gmon, target, text);
  read_bytes (result, gmon.bytes.items, gmon.bytes.count, target);
  gmon_text_release (&gmon);
}

static void
release (struct result *result)
{
  profile_builder_release (&result->builder);
  diag_release (&result->diag);
}

/* --- What a file holds -------------------------------------------------- */

static const char whole_file[] = "hist 1000 1010 100 seconds s 1 2 3 65535\n"
                                 "arc 1004 2000 7\n"
                                 "block 1000 3 1004 4\n"
                                 "arc 1004 2000 1\n"
                                 "hist 2000 2008 100 seconds s 0 9\n"
                                 "arc fffffff0 1000 4294967295\n"
                                 "block\n";

static void
check_whole_file (const struct target *target)
{
  struct result r;
  read_text (&r, whole_file, target);
  const unsigned bits = target->word_size * 8;
  const char *order = target->big_endian ? "big" : "little";
  is_u64 (r.status, STATUS_OK, "%u bits, %s-endian: a file is read", bits,
          order);
  ok (r.counts.histograms == 2 && r.counts.arcs == 3 && r.counts.blocks == 2,
      "its records are counted");
  is_u64 (r.builder.histograms.count, 2, "two histograms");
  is_u64 (r.builder.histograms.items[1].low_pc, 0x2000, "low");
  is_u64 (r.builder.histograms.items[1].high_pc, 0x2008, "high");
  is_u64 (r.builder.bins.count, 6, "six bins");
  is_u64 (r.builder.bins.items[3], 65535, "bins are not signed");
  is_u64 (r.builder.bins.items[5], 9, "the last bin");
  is_u64 (r.builder.so_far.rate, 100, "the rate");
  is_text (r.builder.so_far.dimension.name, "seconds", "the dimension");
  is_u64 (r.builder.arcs.count, 2, "two different arcs");
  is_u64 (r.builder.arcs.items[0].count, 8, "one of them twice");
  is_u64 (r.builder.arcs.items[1].from_pc, 0xfffffff0u,
          "addresses are not signed");
  is_u64 (r.builder.arcs.items[1].count, UINT32_MAX, "nor are counts");
  release (&r);
}

/* R4.3, R4.10-R4.13.  */
static void
test_whole_files (void)
{
  for (size_t i = 0; i < GMON_TARGETS; i++)
    check_whole_file (&gmon_targets[i]);
}

/* R4.3.  */
static void
test_sign_extension (void)
{
  const struct target mips
      = { .word_size = 4, .big_endian = true, .sign_extend = true };
  struct result r;
  read_text (&r, "arc 80001000 1000 1\n", &mips);
  is_u64 (r.builder.arcs.items[0].from_pc, 0xffffffff80001000u,
          "addresses are widened as the target wants");
  is_u64 (r.builder.arcs.items[0].self_pc, 0x1000, "positive ones, too");
  release (&r);
  read_text (&r, "arc 1000 2000 4294967295\nblock 80001000 4294967295\n",
             &mips);
  is_u64 (r.builder.arcs.items[0].count, UINT32_MAX, "counts are not");
  is_u64 (r.builder.blocks.items[0].pc, 0xffffffff80001000u,
          "nor, unlike their addresses,");
  is_u64 (r.builder.blocks.items[0].count, UINT32_MAX,
          "the counts of blocks, which have the size of a word");
  release (&r);
}

/* The format has 15 bytes for the dimension and no NUL behind them
   (R4.12).  */
static void
test_long_dimension (void)
{
  struct result r;
  read_text (&r, "hist 0 4 1 fifteen-letters x 0\n", &little64);
  is_text (r.builder.so_far.dimension.name, "fifteen-letters",
           "a dimension may fill its field");
  ok (r.builder.so_far.dimension.abbreviation == 'x',
      "the abbreviation follows");
  release (&r);
}

/* R4.10.  */
static void
test_header_only (void)
{
  struct result r;
  read_text (&r, "", &little64);
  is_u64 (r.status, STATUS_OK, "a header alone is a file");
  ok (!r.builder.so_far.has_histogram && !r.builder.so_far.has_arcs,
      "that holds nothing");
  release (&r);
}

static void
test_spare_bytes (void)
{
  struct result r;
  read_text (&r, "raw 67 6d 6f 6e 1 0 0 0 ff ff ff ff ff ff ff ff 1 2 3 4",
             &little64);
  is_u64 (r.status, STATUS_OK, "the spare bytes may be anything");
  release (&r);
}

/* --- Block records are skipped ------------------------------------------ */

static void
check_blocks (const char *text, const char *what, const struct target *target)
{
  struct result r;
  read_text (&r, text, target);
  ok (r.status == STATUS_OK && r.counts.blocks == 2,
      "%s: skipped, %u bits, big-endian %d", what, target->word_size * 8,
      target->big_endian);
  ok (r.builder.arcs.count == 1 && r.builder.arcs.items[0].count == 5,
      "what follows is found");
  release (&r);
}

static void
test_blocks (void)
{
  for (size_t i = 0; i < GMON_TARGETS; i++)
    {
      check_blocks ("magic 1\nblock 1000 1 1008 2 1010 3\nblock\narc 1 2 5\n",
                    "version 1", &gmon_targets[i]);
      check_blocks ("magic 0\noldblock 1000 1 1008 2\noldblock\narc 1 2 5\n",
                    "version 0", &gmon_targets[i]);
    }
}

/* --- Broken files ------------------------------------------------------- */

static bool
is_record_end (const struct gmon_text *gmon, size_t size)
{
  for (size_t i = 0; i < gmon->ends.count; i++)
    if (gmon->ends.items[i] == size)
      return true;
  return false;
}

/* A file cut anywhere is STATUS_FORMAT, or fine if a record ends there.  */
static bool
prefixes_end_in_a_status (const char *text, const struct target *target)
{
  struct gmon_text gmon;
  gmon_text_build (&gmon, target, text);
  bool right = true;
  for (size_t size = 0; size <= gmon.bytes.count; size++)
    {
      struct result r;
      read_bytes (&r, gmon.bytes.items, size, target);
      const enum status expected
          = is_record_end (&gmon, size) ? STATUS_OK : STATUS_FORMAT;
      if (r.status != expected || (expected != STATUS_OK && !r.diag.text))
        {
          tap_note ("%zu bytes: status %d", size, (int)r.status);
          right = false;
        }
      release (&r);
    }
  gmon_text_release (&gmon);
  return right;
}

static void
test_prefixes (void)
{
  for (size_t i = 0; i < GMON_TARGETS; i++)
    {
      ok (prefixes_end_in_a_status (whole_file, &gmon_targets[i]),
          "every prefix of a file, target %zu", i);
      ok (prefixes_end_in_a_status ("magic 0\noldblock 1 2 3 4\narc 1 2 3\n",
                                    &gmon_targets[i]),
          "every prefix with blocks of version 0, target %zu", i);
    }
}

static void
check_broken (const char *text, enum status status, const char *message,
              const char *what)
{
  struct result r;
  read_text (&r, text, &little64);
  is_u64 (r.status, status, "%s", what);
  ok (r.diag.text != NULL && strstr (r.diag.text, message) != NULL,
      "it is told: %s", message);
  release (&r);
}

/* R4.10.  */
static void
test_versions (void)
{
  check_broken ("magic 2\n", STATUS_FORMAT, "typed: at byte 4: version 2 ",
                "version 2 is unknown");
  check_broken ("magic 4294967295\n", STATUS_FORMAT, "version 4294967295 ",
                "so is the last one");
  struct result r;
  const struct target big = gmon_targets[2];
  struct gmon_text gmon;
  gmon_text_build (&gmon, &big, whole_file);
  read_bytes (&r, gmon.bytes.items, gmon.bytes.count, &little64);
  is_u64 (r.status, STATUS_FORMAT, "the other byte order is noticed");
  ok (strstr (r.diag.text, "byte order") != NULL, "and told");
  release (&r);
  gmon_text_release (&gmon);
}

/* R4.11.  */
static void
test_tags (void)
{
  /* Header 20 bytes, an arc 21.  */
  check_broken ("arc 1 2 3\nraw 3", STATUS_FORMAT,
                "typed: record 2 at byte 41: unknown tag 3", "tag 3");
  check_broken ("arc 1 2 3\nraw ff", STATUS_FORMAT, "unknown tag 255",
                "tag 255");
}

static void
test_record_is_named (void)
{
  check_broken ("arc 1 2 3\nraw 1 0 0", STATUS_FORMAT,
                "typed: record 2 at byte 42: arc record is cut short (bytes "
                "expected: 20, left: 2)",
                "an arc that is cut short");
  check_broken ("hist 0 8 100 seconds s 1 2\nhist 4 c 100 seconds s 1 2\n",
                STATUS_MISMATCH, "record 2 ", "histograms that overlap");
  check_broken ("hist 8 0 100 seconds s 1 2\n", STATUS_FORMAT, "record 1 ",
                "a histogram that ends before it starts");
}

/* A length that the file cannot have is refused before memory is asked
   for.  */
static void
test_impossible_lengths (void)
{
  struct result r;
  read_text (&r,
             "magic 1\n"
             "raw 0  0 10 0 0 0 0 0 0  0 20 0 0 0 0 0 0  ff ff ff ff  64 0 0 0"
             "  73 0 0 0 0 0 0 0 0 0 0 0 0 0 0  73  1 2 3 4\n",
             &little64);
  is_u64 (r.status, STATUS_FORMAT, "a histogram of 4294967295 bins");
  is_u64 (r.builder.bins.capacity, 0, "gets no memory");
  ok (!r.builder.so_far.has_histogram, "and was not seen");
  release (&r);

  read_text (&r, "magic 1\nraw 2 ff ff ff ff 0 0 0 0\n", &little64);
  is_u64 (r.status, STATUS_FORMAT, "4294967295 blocks of version 1");
  release (&r);
  read_text (&r, "magic 0\nraw 2 ff ff ff ff 61 0 0 0 0 0\n", &little64);
  is_u64 (r.status, STATUS_FORMAT, "4294967295 blocks of version 0");
  release (&r);
}

/* --- Files by name ------------------------------------------------------ */

static void
read_named (struct result *result, const char *name)
{
  *result = (struct result){ 0 };
  result->status
      = gmon_file_read (name, FORMAT_AUTO, &little64, &result->builder,
                        &result->counts, &result->diag);
}

static void
check_file (const void *data, size_t size, enum status status,
            const char *what)
{
  char name[SCRATCH_NAME_SIZE];
  struct result r;
  scratch_file (name, data, size);
  read_named (&r, name);
  is_u64 (r.status, status, "%s", what);
  ok (status == STATUS_OK || strstr (r.diag.text, name) == r.diag.text,
      "a message begins with the file's name");
  release (&r);
  unlink (name);
}

/* R4.2.  */
static void
test_recognition (void)
{
  check_file ("", 0, STATUS_FORMAT, "an empty file is no profile");
  check_file ("gmo", 3, STATUS_FORMAT, "nor are three bytes");
  check_file ("gmon", 4, STATUS_FORMAT, "four of them are cut short");
  check_file ("nomg\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 20, STATUS_FORMAT,
              "another magic is not ours");
  check_file ("gmon\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 20, STATUS_OK,
              "gmon is");
  check_file ("\177ELF\2\1\1\0", 8, STATUS_FORMAT, "a program is no profile");
}

static void
test_missing_file (void)
{
  struct result r;
  read_named (&r, "no/such/file");
  is_u64 (r.status, STATUS_IO, "a missing file is STATUS_IO");
  release (&r);
}

static void
test_probe (void)
{
  static const unsigned char magic[] = "gmon";
  struct bytes bytes = { .start = magic, .next = magic, .end = magic + 4 };
  is_u64 (reader_magic.probe (&bytes, false), STATUS_OK,
          "the probe knows gmon");
  ok (bytes.next == magic, "and consumes nothing");
  bytes.end = magic + 3;
  is_u64 (reader_magic.probe (&bytes, false), STATUS_ABSENT, "but not gmo");
}

/* Two files add up, and more bytes than the probe asks for are there.  */
static void
test_two_files (void)
{
  struct gmon_text gmon;
  char name[SCRATCH_NAME_SIZE];
  gmon_text_build (&gmon, &little64, whole_file);
  scratch_file (name, gmon.bytes.items, gmon.bytes.count);
  struct result r = { 0 };
  for (unsigned i = 0; i < 2; i++)
    r.status = gmon_file_read (name, FORMAT_AUTO, &little64, &r.builder,
                               &r.counts, &r.diag);
  is_u64 (r.status, STATUS_OK, "the same file twice");
  is_u64 (r.builder.bins.items[3], 2 * 65535, "doubles ticks");
  is_u64 (r.builder.arcs.items[0].count, 16, "and calls");
  is_u64 (r.counts.arcs, 6, "and counts of records");
  release (&r);
  unlink (name);
  gmon_text_release (&gmon);
}

/* --- Files of other machines --------------------------------------------- */

/* Read TEXT as a program of WRITER writes it with an image of TARGET, through
   a file.  The result's text, to be freed, is "" for no failure.  */
static char *
read_elsewhere (const char *text, const struct target *writer,
                const struct target *target, size_t less)
{
  char name[SCRATCH_NAME_SIZE];
  struct gmon_text gmon;
  struct result r = { 0 };
  gmon_text_build (&gmon, writer, text);
  scratch_file (name, gmon.bytes.items, gmon.bytes.count - less);
  gmon_file_read (name, FORMAT_AUTO, target, &r.builder, &r.counts, &r.diag);
  char *said = memory_text (r.diag.text != NULL ? r.diag.text : "");
  unlink (name);
  release (&r);
  gmon_text_release (&gmon);
  return said;
}

/* The message about WRITER's file with an image of TARGET.  */
static const char *
expected_words (const struct target *writer, const struct target *target)
{
  if (writer->big_endian != target->big_endian)
    return writer->big_endian
               ? "written by a big-endian program, but the image is little"
               : "written by a little-endian program, but the image is big";
  return writer->word_size == 4
             ? "written by a 32-bit program, but the image is a 64-bit one"
             : "written by a 64-bit program, but the image is a 32-bit one";
}

/* A file of each machine with an image of each other one.  */
static void
test_other_machines (void)
{
  static const char magic[] = "hist 401000 401100 100 seconds s 1 2 3 65535\n"
                              "arc 401004 401020 7\narc 401014 401080 1\n";
  static const char *const texts[]
      = { magic, "bsd44 401000 401100 100 1 2 3 4\nbsdarc 401004 401020 7\n",
          "bsd 401000 401100 1 2 3 4\nbsdarc 401004 401020 7\n" };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    for (size_t w = 0; w < GMON_TARGETS; w++)
      for (size_t t = 0; t < GMON_TARGETS; t++)
        {
          char *said = read_elsewhere (texts[i], &gmon_targets[w],
                                       &gmon_targets[t], 0);
          if (w == t)
            is_text (said, "", "its own machine %zu, text %zu", w, i);
          else
            ok (strstr (said,
                        expected_words (&gmon_targets[w], &gmon_targets[t]))
                    != NULL,
                "text %zu of machine %zu on %zu: %s", i, w, t, said);
          free (said);
        }
}

/* A damaged file is not taken for one of another machine.  */
static void
test_damaged_is_no_other (void)
{
  static const char text[] = "hist 401000 401100 100 seconds s 1 2 3 65535\n"
                             "arc 401004 401020 7\n";
  for (size_t t = 0; t < GMON_TARGETS; t++)
    for (size_t less = 1; less < 24; less++)
      {
        char *said
            = read_elsewhere (text, &gmon_targets[t], &gmon_targets[t], less);
        ok (strstr (said, "written by") == NULL,
            "machine %zu, %zu bytes less: %s", t, less, said);
        free (said);
      }
}

int
main (void)
{
  test_whole_files ();
  test_sign_extension ();
  test_long_dimension ();
  test_header_only ();
  test_spare_bytes ();
  test_blocks ();
  test_prefixes ();
  test_versions ();
  test_tags ();
  test_record_is_named ();
  test_impossible_lengths ();
  test_recognition ();
  test_missing_file ();
  test_probe ();
  test_two_files ();
  test_other_machines ();
  test_damaged_is_no_other ();
  return done ();
}
