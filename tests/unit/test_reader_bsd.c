/* test_reader_bsd.c - gmon.out of the BSDs recognised and read.  */

#include "config.h"

#include "input/reader.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capture.h"
#include "model/gmon_format.h"
#include "gmon_text.h"
#include "tap.h"

/* The result of reading.  */
struct result
{
  enum status status;
  struct profile_builder builder;
  struct record_counts counts;
  struct diag diag;
};

static void
read_more (struct result *result, const char *text,
           const struct target *target, const struct reader *reader)
{
  struct gmon_text gmon;
  gmon_text_build (&gmon, target, text);
  result->status
      = gmon_bytes_read (reader, gmon.bytes.items, gmon.bytes.count, target,
                         &result->builder, &result->counts, &result->diag);
  gmon_text_release (&gmon);
}

static void
read_text (struct result *result, const char *text)
{
  *result = (struct result){ 0 };
  read_more (result, text, &gmon_targets[0], &reader_bsd);
}

static void
release (struct result *result)
{
  profile_builder_release (&result->builder);
  diag_release (&result->diag);
}

/* --- What a file holds -------------------------------------------------- */

static const char old_file[] = "bsd 1000 1010 1 2 3 65535\n"
                               "bsdarc 1004 2000 7\n"
                               "bsdarc 1004 2000 1\n"
                               "bsdarc fffffff0 1000 4294967295\n";
static const char new_file[] = "bsd44 1000 1010 200 1 2 3 65535\n"
                               "bsdarc 1004 2000 8\n"
                               "bsdarc fffffff0 1000 4294967295\n";

static void
check_file (const char *text, uint32_t rate, uint64_t arcs,
            const struct target *target)
{
  struct result r = { 0 };
  read_more (&r, text, target, &reader_bsd);
  is_u64 (r.status, STATUS_OK, "%u bits, big-endian %d: a file is read",
          target->word_size * 8, target->big_endian);
  ok (r.counts.histograms == 1 && r.counts.arcs == arcs
          && r.counts.blocks == 0,
      "its records are counted");
  is_u64 (r.builder.histograms.items[0].low_pc, 0x1000, "low");
  is_u64 (r.builder.histograms.items[0].high_pc, 0x1010, "high");
  is_u64 (r.builder.bins.count, 4, "four bins");
  is_u64 (r.builder.bins.items[0], 1, "the first bin");
  is_u64 (r.builder.bins.items[3], 65535, "bins are not signed");
  is_u64 (r.builder.so_far.rate, rate, "the rate");
  ok (strcmp (r.builder.so_far.dimension.name, "seconds") == 0
          && r.builder.so_far.dimension.abbreviation == 's',
      "samples count seconds");
  is_u64 (r.builder.arcs.count, 2, "two different arcs");
  is_u64 (r.builder.arcs.items[0].count, 8, "the first one");
  is_u64 (r.builder.arcs.items[1].from_pc, 0xfffffff0u, "an address");
  is_u64 (r.builder.arcs.items[1].count, UINT32_MAX, "a large count");
  ok (r.builder.so_far.has_histogram && r.builder.so_far.has_arcs,
      "both were seen");
  release (&r);
}

static void
test_files (void)
{
  for (size_t i = 0; i < GMON_TARGETS; i++)
    {
      check_file (old_file, CLOCK_RATE, 3, &gmon_targets[i]);
      check_file (new_file, 200, 2, &gmon_targets[i]);
    }
}

/* R4.3.  */
static void
test_sign_extension (void)
{
  const struct target mips
      = { .word_size = 4, .big_endian = true, .sign_extend = true };
  struct result r = { 0 };
  read_more (&r, "bsd 80001000 80001010 1\nbsdarc 80001004 1000 4294967295\n",
             &mips, &reader_bsd);
  is_u64 (r.builder.histograms.items[0].high_pc, 0xffffffff80001010u,
          "addresses are widened as the target wants");
  is_u64 (r.builder.arcs.items[0].from_pc, 0xffffffff80001004u,
          "in arcs, too");
  is_u64 (r.builder.arcs.items[0].count, UINT32_MAX, "counts are not");
  release (&r);
}

/* R4.21, R4.22.  */
static void
test_no_bins (void)
{
  struct result r;
  read_text (&r, "bsd 1000 1010\nbsdarc 1004 2000 7\n");
  is_u64 (r.status, STATUS_OK, "a file without bins is a file");
  ok (r.counts.histograms == 0 && r.builder.so_far.has_histogram,
      "its histogram is not counted but seen");
  is_u64 (r.builder.so_far.rate, CLOCK_RATE, "its rate is known");
  release (&r);
}

/* If the size of the bins is odd, the last byte belongs to what follows.  */
static void
test_odd_size (void)
{
  struct result r;
  read_text (&r, "raw 0 10 0 0 0 0 0 0  10 10 0 0 0 0 0 0  17 0 0 0  7 0\n"
                 "bsdarc 1 2 3\n");
  is_u64 (r.status, STATUS_OK, "samples of 3 bytes");
  is_u64 (r.builder.bins.count, 1, "are one bin");
  is_u64 (r.builder.arcs.items[0].count, 3, "and arcs follow it");
  release (&r);
}

/* FreeBSD writes the width of a bin behind the rate.  The file is written with
   bins of 16 bits; RAW are the bytes that stand for them.  */
static void
check_width (const char *bits, const char *raw, unsigned bytes,
             uint64_t expected, const char *what)
{
  char text[300];
  snprintf (text, sizeof text,
            "raw 0 10 0 0 0 0 0 0  10 10 0 0 0 0 0 0  %x 0 0 0\n"
            "raw 79 18 5 0  64 0 0 0  %s  0 0 0 0 0 0 0 0  %s\n"
            "bsdarc 1 2 3\n",
            40 + bytes, bits, raw);
  struct result r;
  read_text (&r, text);
  is_u64 (r.status, STATUS_OK, "%s", what);
  is_u64 (r.builder.bins.items[0], expected, "the first bin");
  is_u64 (r.builder.arcs.count, 1, "the arc is found");
  release (&r);
}

static void
test_widths (void)
{
  const char *raw = "81 2 3 4 5 6 7 8";
  check_width ("0 0 0 0", raw, 8, 0x0281, "no width: 16 bits");
  check_width ("8 0 0 0", raw, 8, 0x81, "8 bits");
  check_width ("10 0 0 0", raw, 8, 0x0281, "16 bits");
  check_width ("20 0 0 0", raw, 8, 0x04030281, "32 bits");
  check_width ("40 0 0 0", raw, 8, UINT64_C (0x0807060504030281), "64 bits");
  check_width ("e0 ff ff ff", raw, 8, 0x04030281, "32 bits with sign");
  check_width ("1 2 3 4", raw, 8, 0x0281, "no sense: 16 bits");
}

/* --- Several files ------------------------------------------------------ */

/* Read FIRST and then SECOND, which ends in STATUS with words of MESSAGE.  */
static void
check_pair (const char *first, const struct reader *first_reader,
            const char *second, enum status status, const char *message)
{
  struct result r = { 0 };
  read_more (&r, first, &gmon_targets[0], first_reader);
  is_u64 (r.status, STATUS_OK, "a file is read");
  read_more (&r, second, &gmon_targets[0], &reader_bsd);
  is_u64 (r.status, status, "after it, %.*s", (int)strcspn (second, "\n"),
          second);
  ok (message == NULL
          || (r.diag.text != NULL && strstr (r.diag.text, message) != NULL),
      "it is told: %s", message ? message : "nothing");
  release (&r);
}

static void
test_pairs (void)
{
  check_pair (old_file, &reader_bsd, old_file, STATUS_OK, NULL);
  check_pair (new_file, &reader_bsd, new_file, STATUS_OK, NULL);
  check_pair (new_file, &reader_bsd, old_file, STATUS_OK, NULL);
  check_pair (old_file, &reader_bsd, new_file, STATUS_MISMATCH,
              "the rate is 200 a second, the first one was 100");
  check_pair (old_file, &reader_bsd, "bsd 1000 1008 1 2 3 4\n",
              STATUS_MISMATCH, "4 bins over 0x1000-0x1008");
  check_pair (old_file, &reader_bsd, "bsd 1000 1010 1 2\n", STATUS_MISMATCH,
              "2 bins");
  check_pair (old_file, &reader_bsd, "bsd 2000 2010 1 2 3 4\n",
              STATUS_MISMATCH, "0x2000");
  const char *magic = "hist 1000 1010 50 hours h 1 2 3 4\n";
  check_pair (magic, &reader_magic, old_file, STATUS_OK, NULL);
  check_pair (magic, &reader_magic, new_file, STATUS_MISMATCH, "the rate");
  /* The first histogram counts, not the last.  */
  check_pair ("hist 1000 1010 50 hours h 1 2 3 4\n"
              "hist 1010 1020 50 hours h 1 2 3 4\n",
              &reader_magic, old_file, STATUS_OK, NULL);
  check_pair ("hist 1010 1020 50 hours h 1 2 3 4\n"
              "hist 1000 1010 50 hours h 1 2 3 4\n",
              &reader_magic, old_file, STATUS_MISMATCH, "the first one");
}

static void
test_sums (void)
{
  struct result r = { 0 };
  read_more (&r,
             "hist 1000 1010 0 hours h 1 2 3 4\narc 1004 2000 2\n"
             "block 1000 3\n",
             &gmon_targets[0], &reader_magic);
  read_more (&r, old_file, &gmon_targets[0], &reader_bsd);
  is_u64 (r.builder.bins.items[3], 65539, "ticks of both formats add up");
  is_u64 (r.builder.arcs.items[0].count, 10, "so do calls");
  is_text (r.builder.so_far.dimension.name, "hours",
           "the first dimension stays");
  is_u64 (r.builder.so_far.rate, CLOCK_RATE,
          "a rate of 0 becomes the clock's");
  ok (r.builder.so_far.has_blocks, "blocks are remembered");
  is_u64 (r.builder.version, 1, "the version is that of the file before");
  r.builder.quirks.forgets_blocks = true;
  read_more (&r, old_file, &gmon_targets[0], &reader_bsd);
  ok (!r.builder.so_far.has_blocks, "or forgotten, if that is wanted");
  release (&r);
}

/* --- Broken files ------------------------------------------------------- */

static void
check_broken (const char *text, const char *message)
{
  struct result r;
  read_text (&r, text);
  is_u64 (r.status, STATUS_FORMAT, "not read: %.*s", (int)strcspn (text, "\n"),
          text);
  ok (r.diag.text != NULL && strstr (r.diag.text, message) != NULL,
      "it is told: %s", message);
  is_u64 (r.builder.bins.capacity, 0, "and no memory asked for");
  release (&r);
}

static void
test_broken (void)
{
  check_broken ("bsd 1010 1000 1 2\n", "makes no sense");
  check_broken ("raw 0 10 0 0 0 0 0 0  10 10 0 0 0 0 0 0  13 0 0 0  7 0 0 0\n",
                "makes no sense");
  check_broken ("raw 0 10 0 0 0 0 0 0  10 10 0 0 0 0 0 0  0 0 0 0  7 0 0 0\n",
                "makes no sense");
  check_broken ("raw 0 10 0 0 0 0 0 0  10 10 0 0 0 0 0 0"
                "  fe ff ff ff  7 0 0 0\n",
                "(bytes of samples expected: 4294967274, left: 4)");
  check_broken ("raw 0 10 0 0 0 0 0 0  10 10 0 0 0 0 0 0  ff ff ff 7f 7 0 0\n",
                "too short");
  check_broken ("raw 1 2 3\n", "too short");
}

/* The least and the greatest length at which GNU gprof refuses TEXT.  A cut
   of at least LEAST bytes is read if it is beyond the bins (R4.1, R4.20).  */
static bool
prefixes_end_in_a_status (const char *text, const struct target *target,
                          size_t least, size_t samples_end, size_t arc_size)
{
  struct gmon_text gmon;
  gmon_text_build (&gmon, target, text);
  bool right = true;
  for (size_t size = 0; size <= gmon.bytes.count; size++)
    {
      struct result r = { 0 };
      r.status = gmon_bytes_read (&reader_bsd, gmon.bytes.items, size, target,
                                  &r.builder, &r.counts, &r.diag);
      const bool good = size >= least && size >= samples_end;
      const uint64_t arcs = good ? (size - samples_end) / arc_size : 0;
      if (r.status != (good ? STATUS_OK : STATUS_FORMAT)
          || r.counts.arcs != arcs || (!good && r.diag.text == NULL))
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
      const size_t word = gmon_targets[i].word_size;
      ok (prefixes_end_in_a_status (old_file, &gmon_targets[i], 20,
                                    2 * word + 4 + 8, 3 * word),
          "every prefix of an old file, target %zu", i);
      ok (prefixes_end_in_a_status (new_file, &gmon_targets[i], 20,
                                    2 * word + 24 + 8, 3 * word),
          "every prefix of a file of 4.4BSD, target %zu", i);
      /* The spare bytes of the header may be missing (R4.20).  */
      struct gmon_text gmon;
      gmon_text_build (&gmon, &gmon_targets[i], "bsd44 1000 1010 100\n");
      struct result r = { 0 };
      r.status
          = gmon_bytes_read (&reader_bsd, gmon.bytes.items, 2 * word + 12,
                             &gmon_targets[i], &r.builder, &r.counts, &r.diag);
      is_u64 (r.status, STATUS_OK, "a header that ends with the rate");
      release (&r);
      gmon_text_release (&gmon);
    }
}

/* --- Files by name ------------------------------------------------------ */

static void
check_named (const void *data, size_t size, enum profile_format format,
             enum status status, const char *what)
{
  char name[SCRATCH_NAME_SIZE];
  struct result r = { 0 };
  scratch_file (name, data, size);
  r.status = gmon_file_read (name, format, &gmon_targets[0], &r.builder,
                             &r.counts, &r.diag);
  is_u64 (r.status, status, "%s", what);
  ok (status == STATUS_OK
          || (r.diag.text != NULL && strstr (r.diag.text, name)),
      "a message names the file");
  release (&r);
  unlink (name);
}

static void
check_formats (const char *text, const enum status statuses[4],
               const char *what)
{
  static const struct
  {
    const char *name;
    enum profile_format format;
  } formats[] = { { "auto", FORMAT_AUTO },
                  { "magic", FORMAT_MAGIC },
                  { "bsd", FORMAT_BSD },
                  { "4.4bsd", FORMAT_BSD44 } };
  struct gmon_text gmon;
  gmon_text_build (&gmon, &gmon_targets[0], text);
  for (int i = 0; i < 4; i++)
    {
      char label[100];
      snprintf (label, sizeof label, "%s with -O %s", what, formats[i].name);
      check_named (gmon.bytes.items, gmon.bytes.count, formats[i].format,
                   statuses[i], label);
    }
  gmon_text_release (&gmon);
}

static void
test_formats (void)
{
  check_formats (old_file,
                 (enum status[]){ STATUS_OK, STATUS_FORMAT, STATUS_OK,
                                  STATUS_FORMAT },
                 "an old file");
  check_formats (new_file,
                 (enum status[]){ STATUS_OK, STATUS_FORMAT, STATUS_OK,
                                  STATUS_OK },
                 "a file of 4.4BSD");
  check_formats ("arc 1 2 3\n",
                 (enum status[]){ STATUS_OK, STATUS_OK, STATUS_FORMAT,
                                  STATUS_FORMAT },
                 "a magic file");
  check_named ("", 0, FORMAT_BSD, STATUS_FORMAT, "an empty file");
  check_named ("\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\2\0\x3e\0\1\0\0\0", 24,
               FORMAT_AUTO, STATUS_FORMAT, "a program");
  struct diag diag = { 0 };
  struct options options = { .format = FORMAT_PROF };
  is_u64 (reader_check_format (&options, &diag), STATUS_OK,
          "prof has a flat profile");
  options.requested = LISTING_FLAT | LISTING_GRAPH;
  is_u64 (reader_check_format (&options, &diag), STATUS_UNSUPPORTED,
          "but no call graph (R16.23)");
  diag_release (&diag);
}

/* --- Pipes -------------------------------------------------------------- */

/* Feed TEXT to a pipe and read that as standard input.  */
static void
check_pipe (const char *text, enum profile_format format, enum status status,
            const char *what)
{
  struct gmon_text gmon;
  gmon_text_build (&gmon, &gmon_targets[0], text);
  int ends[2];
  if (pipe (ends) != 0 || dup2 (ends[0], STDIN_FILENO) < 0)
    helper_failed ("pipe", "failed");
  if (write (ends[1], gmon.bytes.items, gmon.bytes.count)
      != (ssize_t)gmon.bytes.count)
    helper_failed ("write", "pipe");
  close (ends[0]);
  close (ends[1]);
  struct result r = { 0 };
  r.status = gmon_file_read ("-", format, &gmon_targets[0], &r.builder,
                             &r.counts, &r.diag);
  is_u64 (r.status, status, "%s", what);
  release (&r);
  gmon_text_release (&gmon);
}

static void
test_pipes (void)
{
  check_pipe (old_file, FORMAT_AUTO, STATUS_OK, "an old file in a pipe");
  check_pipe (new_file, FORMAT_AUTO, STATUS_OK, "one of 4.4BSD");
  check_pipe (old_file, FORMAT_BSD, STATUS_OK, "one that is sure to be BSD");
  check_pipe ("bsd 1000 1000 1 2\n", FORMAT_AUTO, STATUS_FORMAT,
              "bins without a range are not plausible");
  check_pipe ("bsd 1000 1000 1 2\n", FORMAT_BSD, STATUS_OK,
              "unless one is sure");
  check_pipe ("bsd 0 1000000 1 2\n", FORMAT_AUTO, STATUS_FORMAT,
              "nor are bins of 8 MiB");
}

/* Endless text, as from yes, is refused after its beginning.  */
static void
test_plausible (void)
{
  static const char *const texts[]
      = { "y\ny\ny\ny\ny\ny\ny\ny\ny\ny\ny\ny\ny\ny\ny\ny\n",
          "hello world, hello world, hello world, hello world, hello world",
          "                                                               ",
          "\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t" };
  for (size_t i = 0; i < GMON_TARGETS; i++)
    for (size_t j = 0; j < sizeof texts / sizeof *texts; j++)
      {
        const unsigned char *data = (const unsigned char *)texts[j];
        const struct bytes head = { .start = data,
                                    .next = data,
                                    .end = data + strlen (texts[j]),
                                    .word_size = gmon_targets[i].word_size,
                                    .big_endian = gmon_targets[i].big_endian };
        ok (!reader_bsd.plausible (&head), "text %zu, target %zu", j, i);
      }
}

int
main (void)
{
  test_files ();
  test_sign_extension ();
  test_no_bins ();
  test_odd_size ();
  test_widths ();
  test_pairs ();
  test_sums ();
  test_broken ();
  test_prefixes ();
  test_formats ();
  test_pipes ();
  test_plausible ();
  return done ();
}
