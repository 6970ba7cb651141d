/* test_gmon_write.c - profiles added up, written and read again (R4.34 to
   R4.38).  */

#include "config.h"

#include "output/gmon_write.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capture.h"
#include "gmon_text.h"
#include "tap.h"

static const struct target little64 = { .word_size = 8 };
static const char symbols[] = "T 1000 start\n"
                              "T 1010 main\n"
                              "T 1020 f\n"
                              "t 1030 g\n"
                              "l 1040 label\n"
                              "end 1050\n";

static const struct arcset no_arcs;

/* --- Writing ------------------------------------------------------------ */

/* A run: what was read, and the bytes that were written.  */
struct run
{
  struct symtab_text table;
  struct profile_builder builder;
  struct profile profile; /* made of that by run_write */
  struct callgraph graph;
  struct diag diag;
  enum status status;
  unsigned char bytes[16384];
  size_t size;
};

static void
read_bytes (struct run *run, const unsigned char *data, size_t size,
            const struct target *target)
{
  struct record_counts counts = { 0 };
  const struct reader *reader = size > 4 && memcmp (data, "gmon", 4) == 0
                                    ? &reader_magic
                                    : &reader_bsd;
  if (gmon_bytes_read (reader, data, size, target, &run->builder, &counts,
                       &run->diag)
      != STATUS_OK)
    helper_failed ("cannot read", run->diag.text);
}

static void
read_text (struct run *run, const char *text, const struct target *target)
{
  struct gmon_text gmon;
  gmon_text_build (&gmon, target, text);
  read_bytes (run, gmon.bytes.items, gmon.bytes.count, target);
  gmon_text_release (&gmon);
}

static struct run *
run_new (void)
{
  struct run *run = array_new (1, sizeof *run);
  symtab_text_build (&run->table, symbols);
  return run;
}

static void
run_release (struct run *run)
{
  callgraph_release (&run->graph);
  profile_builder_release (&run->builder);
  profile_release (&run->profile);
  symtab_text_release (&run->table);
  diag_release (&run->diag);
  free (run);
}

/* Write what RUN has read; the bytes go to RUN.  */
static void
run_write (struct run *run, const struct target *target,
           enum profile_format format, bool compat)
{
  char name[SCRATCH_NAME_SIZE];
  scratch_file (name, "old", 3);
  const struct symtab *symtab = &run->table.symtab;
  callgraph_release (&run->graph);
  struct block_counts block_counts;
  if (profile_builder_finish (&run->builder, &run->profile, &run->diag)
          != STATUS_OK
      || callgraph_build (&run->graph, &run->profile, symtab, &no_arcs,
                          &no_arcs, NULL, NULL, &run->diag)
             != STATUS_OK)
    helper_failed ("profile", "cannot be used");
  block_counts_build (&block_counts, &run->profile, symtab,
                      compat ? BLOCKS_GNU : BLOCKS_ALL);
  const struct quirks quirks = quirks_of (compat);
  const struct gmon_sum sum = { .profile = &run->profile,
                                .symtab = symtab,
                                .graph = &run->graph,
                                .block_counts = &block_counts,
                                .target = target,
                                .format = format,
                                .quirks = &quirks };
  run->status = gmon_write (name, &sum, &run->diag);
  FILE *file = fopen (name, "rb");
  run->size
      = file != NULL ? fread (run->bytes, 1, sizeof run->bytes, file) : 0;
  if (file == NULL || run->size == sizeof run->bytes || fclose (file) != 0)
    helper_failed ("cannot read back", name);
  unlink (name);
  block_counts_release (&block_counts);
}

/* Are RUN's bytes those of TEXT?  */
static void
wrote (const struct run *run, const char *text, const struct target *target,
       const char *what)
{
  struct gmon_text gmon;
  gmon_text_build (&gmon, target, text);
  is_u64 (run->status, STATUS_OK, "written: %s", what);
  is_u64 (run->size, gmon.bytes.count, "its size");
  ok (run->size == gmon.bytes.count
          && memcmp (run->bytes, gmon.bytes.items, run->size) == 0,
      "its bytes");
  gmon_text_release (&gmon);
}

/* What is read from TEXT is written as EXPECTED.  */
static void
check (const char *text, const char *expected, const struct target *target,
       enum profile_format format, bool compat, const char *what)
{
  struct run *run = run_new ();
  read_text (run, text, target);
  run_write (run, target, format, compat);
  wrote (run, expected, target, what);
  run_release (run);
}

/* --- What is written ---------------------------------------------------- */

/* Arcs become arcs between symbols: by the caller's address, the newest of a
   caller first.  Blocks: by symbol, those of one as they came.  9 ticks at 70
   an hour are 6.4 at 50.  */
static const char read_file[] = "arc 1024 1010 2\n"
                                "arc 1014 1030 7\n"
                                "hist 1000 1010 50 hours h 1 2 3 65535\n"
                                "block 1024 5 1014 6 1028 0 900 9 1020 1\n"
                                "arc 1018 1030 1\n"
                                "arc 1014 1044 4\n"
                                "hist 1010 1020 70 hours h 0 0 9 0\n"
                                "arc 1014 1020 0\n"
                                "arc 900 1020 3\n"
                                "arc 1020 1024 6\n"
                                "hist 1000 1010 50 hours h 1 0 0 0\n";
static const char written_file[] = "hist 1000 1010 50 hours h 2 2 3 65535\n"
                                   "hist 1010 1020 50 hours h 0 0 6 0\n"
                                   "arc 1010 1020 0\n"
                                   "arc 1010 1030 12\n"
                                   "arc 1020 1020 6\n"
                                   "arc 1020 1010 2\n"
                                   "block 1014 6 1024 5 1028 0 1020 1\n";

/* Read and written again: the order of a caller's arcs is reversed, all else
   stays.  */
static const char written_again[] = "hist 1000 1010 50 hours h 2 2 3 65535\n"
                                    "hist 1010 1020 50 hours h 0 0 6 0\n"
                                    "arc 1010 1030 12\n"
                                    "arc 1010 1020 0\n"
                                    "arc 1020 1010 2\n"
                                    "arc 1020 1020 6\n"
                                    "block 1014 6 1024 5 1028 0 1020 1\n";

static void
test_magic (void)
{
  for (size_t i = 0; i < GMON_TARGETS; i++)
    {
      check (read_file, written_file, &gmon_targets[i], FORMAT_AUTO, false,
             "a sum");
      check (written_file, written_again, &gmon_targets[i], FORMAT_MAGIC,
             false, "what was written, again");
      check (written_again, written_file, &gmon_targets[i], FORMAT_MAGIC,
             false, "and once more");
    }
}

static void
test_parts (void)
{
  check ("", "", &little64, FORMAT_AUTO, false, "nothing at all");
  check ("arc 1014 1020 1\n", "arc 1010 1020 1\n", &little64, FORMAT_AUTO,
         false, "arcs alone");
  check ("block\n", "block\n", &little64, FORMAT_AUTO, false,
         "a record of no blocks");
  check ("hist 1000 1010 50 seconds s 1\n", "hist 1000 1010 50 seconds s 1\n",
         &little64, FORMAT_AUTO, false, "a histogram alone");
  check ("hist 0 0 50 fifteen-letters x\n", "hist 0 0 50 fifteen-letters x\n",
         &little64, FORMAT_AUTO, false, "an empty histogram");
  check ("arc 900 1020 1\n", "", &little64, FORMAT_AUTO, false,
         "an arc from outside");
}

static void
test_bsd (void)
{
  const char *read = "bsdarc 1024 1010 2\nbsdarc 1014 1030 4294967295\n";
  const char *written = "bsdarc 1010 1030 4294967295\nbsdarc 1020 1010 2\n";
  static const struct
  {
    const char *read, *written;
    enum profile_format format;
  } headers[] = {
    { "bsd 1000 1010 1 2", "bsd 1000 1010 1 2", FORMAT_BSD },
    { "bsd44 1000 1010 100 1 2", "bsd 1000 1010 1 2", FORMAT_BSD },
    { "bsd44 1000 1010 99 1 2", "bsd44 1000 1010 99 1 2", FORMAT_BSD },
    { "bsd44 1000 1010 100 1 2", "bsd44 1000 1010 100 1 2", FORMAT_BSD44 },
    { "bsd 1000 1010 1 2", "hist 1000 1010 100 seconds s 1 2", FORMAT_AUTO }
  };
  for (size_t i = 0; i < GMON_TARGETS; i++)
    for (size_t j = 0; j < sizeof headers / sizeof *headers; j++)
      {
        const bool is_bsd = headers[j].format != FORMAT_AUTO;
        char from[200], to[200];
        snprintf (from, sizeof from, "%s\n%s", headers[j].read, read);
        snprintf (to, sizeof to, "%s\n%s", headers[j].written,
                  is_bsd ? written
                         : "arc 1010 1030 4294967295\narc 1020 1010 2\n");
        check (from, to, &gmon_targets[i], headers[j].format, false,
               headers[j].read);
      }
}

/* --- Counts too large for their fields ---------------------------------- */

static void
test_large_bins (void)
{
  /* 65535 + 65535 + 1 and 65535 + 2  */
  check ("hist 1000 1010 50 s s 65535 65535 7 0\n"
         "hist 1000 1010 50 s s 65535 2 0 0\n"
         "hist 1000 1010 50 s s 1 0 0 0\n",
         "hist 1000 1010 50 s s 65535 65535 7 0\n"
         "hist 1000 1010 50 s s 65535 2 0 0\n"
         "hist 1000 1010 50 s s 1 0 0 0\n",
         &little64, FORMAT_AUTO, false, "bins in three records");
  check ("hist 1000 1010 50 s s 65535 65535 0 0\n"
         "hist 1000 1010 50 s s 65535 0 0 0\n",
         "hist 1000 1010 50 s s 65535 65535 0 0\n"
         "hist 1000 1010 50 s s 65535 0 0 0\n",
         &little64, FORMAT_AUTO, false, "twice the largest bin");
  /* 131071 and 65537, modulo 65536  */
  check ("hist 1000 1010 50 s s 65535 65535 7 0\n"
         "hist 1000 1010 50 s s 65535 2 0 0\n"
         "hist 1000 1010 50 s s 1 0 0 0\n",
         "hist 1000 1010 50 s s 65535 1 7 0\n", &little64, FORMAT_AUTO, true,
         "their low bits");
}

/* Bins are written as they were read, however many they are.  */
static void
test_many_bins (void)
{
  static const unsigned counts[] = { 1, 1023, 1024, 1025, 3000 };
  static char text[6 * 3000 + 100];
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
    {
      const unsigned count = counts[i];
      int length
          = sprintf (text, "hist 1000 %x 50 hours h", 0x1000 + 2 * count);
      for (unsigned k = 0; k < count; k++)
        length += sprintf (text + length, " %u", k * 263 % 65536);
      strcpy (text + length, "\n");
      for (size_t t = 0; t < GMON_TARGETS; t++)
        check (text, text, &gmon_targets[t], FORMAT_AUTO, t % 2,
               "one histogram of many bins");
    }
}

static void
test_large_counts (void)
{
  check ("arc 1014 1020 4294967295\narc 1014 1020 4294967295\n"
         "arc 1018 1020 5\n",
         "arc 1010 1020 4294967295\narc 1010 1020 4294967295\n"
         "arc 1010 1020 5\n",
         &little64, FORMAT_AUTO, false, "an arc in three records");
  /* 2 * 4294967295 + 5 modulo 2^32  */
  check ("arc 1014 1020 4294967295\narc 1014 1020 4294967295\n"
         "arc 1018 1020 5\n",
         "arc 1010 1020 3\n", &little64, FORMAT_AUTO, true, "its low bits");
  check ("block 1014 4294967295\nblock 1014 1 1018 2\n",
         "block 1014 4294967295 1014 1 1018 2\n", &gmon_targets[1],
         FORMAT_AUTO, false, "a block of 32 bits in two entries");
  check ("block 1014 4294967295\nblock 1014 1 1018 2\n",
         "block 1014 4294967296 1018 2\n", &little64, FORMAT_AUTO, false,
         "one of 64 bits in one");
  check ("bsd 1000 1010 1 2\nbsdarc 1014 1020 4294967295\n"
         "bsdarc 1014 1020 4294967295\n",
         "bsd 1000 1010 1 2\nbsdarc 1010 1020 4294967295\n"
         "bsdarc 1010 1020 4294967295\n",
         &gmon_targets[1], FORMAT_BSD, false, "an arc of BSD, 32 bits");
  check ("bsd 1000 1010 1 2\nbsdarc 1014 1020 4294967295\n"
         "bsdarc 1014 1020 4294967295\n",
         "bsd 1000 1010 1 2\nbsdarc 1010 1020 8589934590\n", &little64,
         FORMAT_BSD, false, "and 64");
}

static void
check_refused (struct run *run, enum profile_format format,
               const char *message)
{
  run_write (run, &little64, format, false);
  is_u64 (run->status, STATUS_UNSUPPORTED, "refused: %s", message);
  ok (run->diag.text != NULL && strstr (run->diag.text, message) != NULL,
      "that is told");
  ok (run->size == 3 && memcmp (run->bytes, "old", 3) == 0,
      "the old file is as it was");
  run_release (run);
}

static void
test_refusals (void)
{
  struct run *run = run_new ();
  read_text (run, "bsd 1000 1010 65535 2\n", &little64);
  read_text (run, "bsd 1000 1010 1 2\n", &little64);
  check_refused (run, FORMAT_BSD, "65536 samples in 2 bins");

  /* 65536 records hold 65536 * 65535 ticks and not one more.  */
  run = run_new ();
  read_text (run, "hist 1000 1010 50 s s 1\n", &little64);
  run->builder.bins.items[0] = UINT64_C (65536) * 65535 + 1;
  check_refused (run, FORMAT_AUTO, "4294901761 is too large");
  run = run_new ();
  read_text (run, "arc 1014 1020 1\n", &little64);
  run->builder.arcs.items[0].count = UINT64_MAX;
  check_refused (run, FORMAT_AUTO, "18446744073709551615 is too large");
  run = run_new ();
  read_text (run, "arc 1014 1020 1\narc 1024 1030 1\n", &little64);
  run->builder.arcs.items[1].count = UINT64_C (1) << 48;
  check_refused (run, FORMAT_AUTO, "281474976710656 is too large");
}

/* What is typed in here has PARTS_MAX = 65536 records for one count and not one
   more.  Nothing is kept of what is written.  */
static void
check_limit (const char *text, uint64_t arc, uint64_t bin,
             enum profile_format format, enum status expected)
{
  struct run *run = run_new ();
  struct block_counts no_blocks = { 0 };
  read_text (run, text, &little64);
  if (run->builder.arcs.count > 0)
    run->builder.arcs.items[0].count = arc;
  if (run->builder.bins.count > 0)
    run->builder.bins.items[0] = bin;
  if (profile_builder_finish (&run->builder, &run->profile, &run->diag)
          != STATUS_OK
      || callgraph_build (&run->graph, &run->profile, &run->table.symtab,
                          &no_arcs, &no_arcs, NULL, NULL, &run->diag)
             != STATUS_OK)
    helper_failed ("profile", "cannot be used");
  const struct quirks none = { 0 };
  const struct gmon_sum sum = { .profile = &run->profile,
                                .symtab = &run->table.symtab,
                                .graph = &run->graph,
                                .block_counts = &no_blocks,
                                .target = &little64,
                                .format = format,
                                .quirks = &none };
  is_u64 (gmon_write ("/dev/null", &sum, &run->diag), expected,
          "%" PRIu64 " calls, %" PRIu64 " ticks", arc, bin);
  run_release (run);
}

static void
test_limits (void)
{
  const uint64_t calls = UINT64_C (65536) * UINT32_MAX;
  const uint64_t ticks = UINT64_C (65536) * UINT16_MAX;
  check_limit ("arc 1014 1020 1\n", calls, 0, FORMAT_AUTO, STATUS_OK);
  check_limit ("arc 1014 1020 1\n", calls + 1, 0, FORMAT_AUTO,
               STATUS_UNSUPPORTED);
  check_limit ("hist 1000 1010 50 s s 1\n", 0, ticks, FORMAT_AUTO, STATUS_OK);
  check_limit ("hist 1000 1010 50 s s 1\n", 0, ticks + 1, FORMAT_AUTO,
               STATUS_UNSUPPORTED);
  check_limit ("bsd 1000 1010 1 2\n", 0, 65535, FORMAT_BSD, STATUS_OK);
  check_limit ("bsd 1000 1010 1 2\n", 0, 65536, FORMAT_BSD,
               STATUS_UNSUPPORTED);
}

/* --- Blocks ------------------------------------------------------------- */

/* A file has less than 2^32 blocks: no 65536 of 65536 records each.  The last
   one is refused for itself, too.  */
static void
test_many_blocks (void)
{
  enum
  {
    COUNT = 65536
  };
  struct run *run = run_new ();
  const size_t symbol_count = run->table.symtab.count;
  struct block_counts blocks
      = { .start = array_new (symbol_count + 1, sizeof *blocks.start),
          .pc = array_new (COUNT, sizeof *blocks.pc),
          .count = array_new (COUNT, sizeof *blocks.count) };
  blocks.start[symbol_count] = COUNT;
  for (size_t i = 0; i < COUNT; i++)
    blocks.count[i] = UINT64_C (65536) * UINT32_MAX;
  run->profile.has_blocks = true;
  const struct quirks none = { 0 };
  const struct gmon_sum sum = { .profile = &run->profile,
                                .symtab = &run->table.symtab,
                                .graph = &run->graph,
                                .block_counts = &blocks,
                                .target = &gmon_targets[1],
                                .quirks = &none };
  is_u64 (gmon_write ("/dev/null", &sum, &run->diag), STATUS_UNSUPPORTED,
          "2^32 entries");
  is_text (run->diag.text, "too many basic blocks", "are too many");
  diag_release (&run->diag);
  run->diag = (struct diag){ 0 };
  blocks.count[COUNT - 1]++;
  is_u64 (gmon_write ("/dev/null", &sum, &run->diag), STATUS_UNSUPPORTED,
          "a count for more than 65536 of them");
  ok (strstr (run->diag.text, "281474976645121 is too large") != NULL,
      "is too large for itself");
  blocks.start[symbol_count] = 1;
  diag_release (&run->diag);
  run->diag = (struct diag){ 0 };
  is_u64 (gmon_write ("/dev/null", &sum, &run->diag), STATUS_OK,
          "one for as many is not");
  block_counts_release (&blocks);
  run_release (run);
}

/* GNU gprof keeps ten blocks of a symbol.  */
static void
test_slots (void)
{
  const char *text = "block 1010 1 1011 2 1012 3 1013 4 1014 5 1030 6 1015 7"
                     " 1016 8 1017 9 1018 10 1019 11 101a 12 101b 13\n"
                     "block 1010 1 101b 1\n";
  check (text,
         "block 1010 2 1011 2 1012 3 1013 4 1014 5 1015 7"
         " 1016 8 1017 9 1018 10 1019 11 101a 12 101b 14 1030 6\n",
         &little64, FORMAT_AUTO, false, "twelve blocks of a symbol");
  check (text,
         "block 1010 2 1011 2 1012 3 1013 4 1014 5 1015 7"
         " 1016 8 1017 9 1018 10 1019 11 1030 6\n",
         &little64, FORMAT_AUTO, true, "ten of them");
}

/* --- Sums of sums ------------------------------------------------------- */

static const char other_file[] = "hist 1000 1010 50 hours h 9 65535 1 65535\n"
                                 "arc 1014 1020 4294967295\n"
                                 "arc 1014 1030 4294967295\n"
                                 "block 1020 4 1041 2\n";

/* COUNT of all arcs FROM one symbol TO another.  */
static uint64_t
count_between (const struct run *run, sym_id from, sym_id to)
{
  const struct callgraph *graph = &run->graph;
  uint64_t count = 0;
  for (size_t i = 0; i < callgraph_arc_count (graph); i++)
    if (graph->from.items[i] == from && graph->to.items[i] == to)
      count += graph->count.items[i];
  return count;
}

/* Do A and B hold the same sums?  The order may differ: each writing reverses
   that of a caller's arcs.  */
static bool
same_sums (const struct run *a, const struct run *b)
{
  const size_t bins = a->profile.bins.count;
  bool same = a->size == b->size && bins == b->profile.bins.count
              && memcmp (a->profile.bins.items, b->profile.bins.items,
                         bins * sizeof *a->profile.bins.items)
                     == 0;
  for (sym_id from = 0; from < a->table.symtab.count; from++)
    for (sym_id to = 0; to < a->table.symtab.count; to++)
      same
          = same && count_between (a, from, to) == count_between (b, from, to);
  return same;
}

/* The sum of what FIRST wrote, if it is not null, of TEXTS[FROM .. TO-1], and
   of what LAST wrote.  */
static struct run *
add_up (const struct run *first, const char *const *texts, int from, int to,
        const struct run *last, const struct target *target)
{
  struct run *run = run_new ();
  if (first != NULL)
    read_bytes (run, first->bytes, first->size, target);
  for (int i = from; i < to; i++)
    read_text (run, texts[i], target);
  if (last != NULL)
    read_bytes (run, last->bytes, last->size, target);
  run_write (run, target, FORMAT_AUTO, false);
  return run;
}

/* (A + B) + C, A + (B + C) and A + B + C are the same.  */
static void
check_associative (const struct target *target)
{
  static const char *const texts[3] = { read_file, other_file,
                                        "hist 1000 1010 50 hours h 0 0 0 1\n"
                                        "arc 1014 1020 1\narc 1030 1040 2\n" };
  struct run *all = add_up (NULL, texts, 0, 3, NULL, target);
  struct run *first = add_up (NULL, texts, 0, 2, NULL, target);
  struct run *left = add_up (first, texts, 2, 3, NULL, target);
  struct run *last = add_up (NULL, texts, 1, 3, NULL, target);
  struct run *right = add_up (NULL, texts, 0, 1, last, target);
  ok (same_sums (all, left), "(A + B) + C is A + B + C");
  ok (same_sums (all, right), "and so is A + (B + C)");
  ok (!same_sums (all, first) && !same_sums (all, last),
      "which A + B and B + C are not");
  is_u64 (all->profile.bins.items[3], 65535 + 65535 + 1, "ticks add up");
  is_u64 (count_between (all, 1, 2), UINT64_C (4294967296), "so do calls");
  run_release (all);
  run_release (first);
  run_release (left);
  run_release (last);
  run_release (right);
}

static void
test_sums_of_sums (void)
{
  for (size_t i = 0; i < GMON_TARGETS; i++)
    check_associative (&gmon_targets[i]);
}

static void
test_unwritable (void)
{
  struct diag diag = { 0 };
  struct run *run = run_new ();
  const struct block_counts block_counts = { 0 };
  const struct quirks quirks = { 0 };
  const struct gmon_sum sum = { .profile = &run->profile,
                                .symtab = &run->table.symtab,
                                .graph = &run->graph,
                                .block_counts = &block_counts,
                                .target = &little64,
                                .quirks = &quirks };
  is_u64 (gmon_write ("no/such/file", &sum, &diag), STATUS_IO,
          "a file that cannot be made is STATUS_IO");
  diag_release (&diag);
  run_release (run);
}

int
main (void)
{
  test_magic ();
  test_parts ();
  test_bsd ();
  test_large_bins ();
  test_many_bins ();
  test_large_counts ();
  test_refusals ();
  test_limits ();
  test_many_blocks ();
  test_slots ();
  test_sums_of_sums ();
  test_unwritable ();
  return done ();
}
