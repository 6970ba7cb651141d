/* test_warnings_pairing.c - do this image and this profile belong together?

   The image has code from 0x1000 to 0x3100, see tiny_elf.h.  */

#include "config.h"

#include "analysis/warnings.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/callscan.h"
#include "capture.h"
#include "gmon_text.h"
#include "tap.h"
#include "tiny_elf.h"
#include "warned.h"

static struct program subject;

/* Four functions of 0x400 bytes.  */
static const char functions[] = "T 1000 main\nT 1400 a\nT 1800 b\nT 1c00 c\n"
                                "end 3000";

/* Open the file NAME as the subject; messages call it "prog".  */
static void
open_program (const char *name)
{
  struct diag diag = { 0 };
  subject = (struct program){ 0 };
  struct object object;
  if (object_open (&object, name, 0, "gprof", &diag) != STATUS_OK)
    helper_failed ("object_open", diag.text);
  vec_push (&subject.objects, object);
  subject.objects.items[0].name = "prog";
}

/* What is compared.  */
static struct pairing
pair_of (const struct profile *profile, const struct symtab *symtab,
         bool full_table)
{
  return (struct pairing){ .program = &subject,
                           .profile = profile,
                           .profile_name = "gmon.out",
                           .symtab = symtab,
                           .full_table = full_table };
}

/* What warn_of_pairing says of GMON and SYMBOLS, "" for nothing.  */
static void
check_symbols (const char *symbols, const char *gmon, bool full_table,
               const char *expected, const char *what)
{
  struct symtab_text table;
  struct profile profile = { 0 };
  struct caught_diag caught;
  symtab_text_build (&table, symbols);
  gmon_text_read (gmon, &profile);
  caught_start (&caught);
  const struct pairing pair = pair_of (&profile, &table.symtab, full_table);
  struct mismatch found;
  warn_of_pairing (&pair, &found, &caught.diag);
  is_warned (&caught, expected, what);
  is_u64 (found.text != NULL, expected[0] != '\0', "that is told");
  free (found.text);
  is_u64 (caught.diag.status, STATUS_OK, "it is no failure");
  caught_release (&caught);
  profile_release (&profile);
  symtab_text_release (&table);
}

static void
check (const char *gmon, bool full_table, const char *expected,
       const char *what)
{
  check_symbols (functions, gmon, full_table, expected, what);
}

static void
test_good_profiles (void)
{
  check ("hist 1000 1010 100 seconds s 1 2 3 4\n"
         "arc 1004 1408 1\narc 1404 1808 1\narc 1410 1808 1\n",
         true, "", "a profile of this image");
  check ("", true, "", "an empty profile");
  check ("hist 1000 1010 100 seconds s 0 0 0 0\n", true, "", "no samples");
  check ("hist 3000 3010 100 seconds s 1 2 3 4\n", true, "",
         "samples in a section of code after .text");
}

static void
test_outside_code (void)
{
  check ("hist 401000 401010 100 seconds s 1 2 3 4\n", true,
         "no histogram touches the code of 'prog'",
         "a histogram far from the code");
  check ("hist 4000 4010 100 seconds s 0 0 0 0\n", true, "no histogram",
         "one of data, even without samples");
  check ("hist 5000 5000 100 seconds s\n", true, "",
         "an empty range says nothing");
  check ("hist 401000 401010 100 seconds s 0 0 0 0\n"
         "hist 2000 2000 100 seconds s\n",
         true, "no histogram", "an empty range in the code touches nothing");
  check ("hist 401000 401010 100 seconds s 1 2 3 4\n"
         "hist 1000 1010 100 seconds s 0 0 0 0\n",
         true, "100% of the samples lie outside",
         "one of two histograms in the code, without samples");
}

/* 0x3000 to 0x3200 in 8 bins of 0x40 bytes: the first four are code.  */
static void
test_most_samples_outside (void)
{
  check ("hist 3000 3200 100 seconds s 10 0 0 0 0 0 0 30\n", true,
         "75% of the samples", "30 of 40 samples outside");
  check ("hist 3000 3200 100 seconds s 0 0 0 20 20 0 0 0\n", true, "",
         "half of them prove nothing");
  check ("hist 3000 3200 100 seconds s 0 0 0 49 51 0 0 0\n", true,
         "51% of the samples", "51 percent do");
}

/* Calls go to a function's start, or a little behind it.  */
static void
test_call_targets (void)
{
  check ("arc 1000 1500 1\narc 1000 1900 1\narc 1000 1c00 1\n", true,
         "66% of the call targets", "two of three targets inside functions");
  check ("arc 1000 1500 1\narc 1000 1900 1\narc 1000 1c00 1\n", false, "",
         "the same, but the table is not complete");
  check ("arc 1000 1500 1\narc 1000 1800 1\n", true, "",
         "half of them prove nothing");
  check ("arc 1000 1480 1\narc 1000 1880 1\n", true, "",
         "128 bytes behind the start are a prologue");
  check ("arc 1000 1481 1\narc 1000 1881 1\n", true, "100% of the call",
         "129 are none");
  check_symbols ("T 1000 main\nend 1010", "arc 1000 100f 1\n", true, "",
                 "the last byte of a short function");
  check_symbols ("T 1000 main\nend 1010", "arc 1000 1010 1\n", true,
                 "100% of the call", "and the next one, which is of none");
  check ("arc 1000 1400 1\narc 1000 1404 1\narc 1000 1408 1\n", true,
         "66% of the call", "three targets in one function are two too many");
  check ("arc 1000 1400 1\narc 1004 1400 1\narc 1008 1500 1\n", true, "",
         "a target counts once, however many callers it has");
  check ("arc 1000 500 1\narc 1000 9000 1\narc 1000 1400 1\n", true,
         "66% of the call", "targets outside all functions are strange");
  check ("hist 1000 2000 100 seconds s 1 2 3 4\n"
         "arc 1000 500 1\narc 1000 9000 1\narc 1000 1400 1\n",
         true, "", "those outside all histograms are not judged");
}

/* The code from 0x1000 to 0x3100 is two sections that touch.  */
static void
test_edges_of_code (void)
{
  static const struct
  {
    uint64_t low_pc, high_pc;
    bool has_code;
    const char *what;
  } cases[] = {
    { 0, 0x1000, false, "all below" },
    { 0xfff, 0x1000, false, "the byte directly below" },
    { 0, 0x1001, true, "all below and the first byte" },
    { 0x1000, 0x1001, true, "the first byte" },
    { 0x2fff, 0x3001, true, "across two sections" },
    { 0x30ff, 0x3100, true, "the last byte" },
    { 0x30ff, UINT64_MAX, true, "the last byte and all above" },
    { 0x3100, 0x3101, false, "the byte directly above" },
    { 0x3100, UINT64_MAX, false, "all above" },
    { 0, UINT64_MAX, true, "everything" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    is_u64 (program_has_code (&subject, cases[i].low_pc, cases[i].high_pc),
            cases[i].has_code, "0x%" PRIx64 " to 0x%" PRIx64 ": %s",
            cases[i].low_pc, cases[i].high_pc, cases[i].what);
  ok (!program_is_code (&subject, UINT64_MAX),
      "the last address of all is none");
}

/* However long a range is, code in it is found: here 0x2100 bytes among 256
   million.  */
static void
test_little_code_in_long_range (void)
{
  check ("hist 0 10000000 100 seconds s 0 0\n", true, "",
         "a long range with little code in it");
  check ("hist 4000 10000000 100 seconds s 0 0\n", true, "no histogram",
         "one that starts behind the code");
}

/* Stepping through such a range would not end, and its size nearly wraps
   around.  */
static void
test_longest_ranges (void)
{
  check ("hist 0 ffffffffffffffff 100 seconds s 0\n", true, "",
         "all addresses in a bin");
  check ("hist 0 ffffffffffffffff 100 seconds s 1\n", true,
         "100% of the samples", "the same with a sample");
  check ("hist 0 ffffffffffffffff 100 seconds s 1 1\n", true,
         "100% of the samples", "in two bins");
  check ("hist 1 ffffffffffffffff 100 seconds s 1\n", true,
         "100% of the samples", "from the second address on");
  check ("hist 4000 ffffffffffffffff 100 seconds s 1 1\n", true,
         "no histogram", "all that lies behind the code");
}

/* A record of a few bytes may claim any range; what it costs must not depend
   on that range.  */
static void
test_many_ranges_without_bins (void)
{
  enum
  {
    RANGES = 100000,
    SIZE = 0x10000
  };
  struct profile_builder builder = { 0 };
  struct profile profile;
  struct symtab_text table;
  struct caught_diag caught;
  symtab_text_build (&table, functions);
  caught_start (&caught);
  for (uint64_t i = 0; i < RANGES; i++)
    {
      const uint64_t low_pc = 0x100000 + i * SIZE;
      const struct histogram_header head
          = { low_pc, low_pc + SIZE, 0, 100, { "seconds", 's' } };
      uint64_t *bins;
      if (profile_builder_add_histogram (&builder, &head, PLACE_FILE ("typed"),
                                         &bins, &caught.diag)
          != STATUS_OK)
        helper_failed ("profile_builder_add_histogram", caught.diag.text);
    }
  gmon_finish (&builder, &profile);
  const struct pairing pair = pair_of (&profile, &table.symtab, true);
  struct mismatch found;
  is_u64 (warn_of_pairing (&pair, &found, &caught.diag), STATUS_OK,
          "%d ranges without bins are judged", RANGES);
  is_u64 (caught.diag.warnings, 1, "in one warning");
  free (found.text);
  caught_release (&caught);
  symtab_text_release (&table);
  profile_release (&profile);
}

/* Is EXPECTED said of the files FIRST, SECOND and THIRD, the last of which may
   be null?  */
static void
check_files (const char *first, const char *second, const char *third,
             bool full_table, const char *expected, const char *what)
{
  const char *const gmons[] = { first, second, third, NULL };
  struct symtab_text table;
  struct profile profile = { 0 };
  struct caught_diag caught;
  symtab_text_build (&table, functions);
  gmon_texts_read (gmons, &profile);
  caught_start (&caught);
  const struct pairing pair = pair_of (&profile, &table.symtab, full_table);
  struct mismatch found;
  warn_of_pairing (&pair, &found, &caught.diag);
  free (found.text);
  is_warned (&caught, expected, what);
  caught_release (&caught);
  profile_release (&profile);
  symtab_text_release (&table);
}

/* Two builds of a program, of which one is the image's.  */
static void
test_ranges_of_files (void)
{
  static const char in[] = "hist 1000 1010 100 seconds s 1 2 3 4\n";
  static const char more_in[] = "hist 1010 1020 100 seconds s 1 2 3 4\n";
  static const char out[] = "hist 401000 401010 100 seconds s 1 0 0 0\n";
  static const char more_out[] = "hist 402000 402010 100 seconds s 1 0 0 0\n";
  static const char both[] = "hist 1000 1010 100 seconds s 1 2 3 4\n"
                             "hist 401000 401010 100 seconds s 1 0 0 0\n";
  static const char calls[] = "arc 1004 1408 1\n";
  check_files (in, out, NULL, true,
               "histogram 0x401000-0x401010 lies outside the code of 'prog', "
               "unlike 0x1000-0x1010 in 'typed'",
               "the second file is outside");
  check_files (out, in, NULL, true, "histogram 0x401000-0x401010 lies",
               "the first one is");
  check_files (calls, in, out, true, "histogram 0x401000-0x401010 lies",
               "a file without histograms does not matter");
  check_files (in, more_in, NULL, true, "", "two ranges of code in two files");
  check_files (in, both, NULL, true, "", "one range more in the second file");
  check_files (both, in, out, true, "", "one range less in the others");
  check_files (out, more_out, NULL, true, "no histogram touches",
               "if none is in the code, that is what is said");
}

static void
test_targets_of_files (void)
{
  static const char old[]
      = "arc 1000 1408 1\narc 1000 1808 1\narc 1000 1c08 1\n";
  static const char moved[]
      = "arc 1000 1428 1\narc 1000 1828 1\narc 1000 1c28 1\n";
  check_files (old, moved, NULL, true, "3 of 3 arcs lead to other places",
               "all functions have moved");
  check_files (old, old, moved, true, "typed: warning: 3 of 3 arcs",
               "in the third file");
  check_files (old, moved, NULL, false, "",
               "the same, but the table is not complete");
  check_files (old, "arc 1000 1428 1\narc 1000 1828 1\n", NULL, true, "",
               "two arcs prove nothing");
  check_files (old,
               "arc 1000 1428 1\narc 1000 1828 1\narc 1000 1c28 1\n"
               "arc 1004 1408 1\narc 1004 1808 1\narc 1004 1c08 1\n",
               NULL, true, "", "nor do three of six");
  check_files ("arc 1000 1408 1\n",
               "arc 1000 1808 1\narc 1000 1828 1\narc 1000 1c08 1\n"
               "arc 1000 1c28 1\n",
               NULL, true, "", "nor do places that only one file has");
  check_files (old, "arc 1000 1400 1\narc 1000 1800 1\narc 1000 1c00 1\n",
               NULL, true, "", "nor does a sum");
  check_files ("arc 1000 1400 1\narc 1000 1800 1\narc 1000 1c00 1\n", old,
               NULL, true, "", "before the profile or behind it");
}

/* The first sign is enough.  */
static void
test_one_line_at_most (void)
{
  check ("hist 401000 401010 100 seconds s 1 2 3 4\narc 1 401000 1\n", true,
         "no histogram touches", "histograms and targets both elsewhere");
}

/* Ask of an image of SYMBOLS besides main what warn_of_pairing says of GMON;
   with STRICT, as a failure.  */
static void
check_image (const char *program, const char *symbols, const char *gmon,
             bool strict, const char *expected, const char *what)
{
  char name[SCRATCH_NAME_SIZE], text[512];
  struct diag diag = { 0 };
  const struct program kept = subject;
  symbol_list list = { 0 };
  const struct symbol_filter filter = { 0 };
  struct symtab_text table;
  struct profile profile = { 0 };
  struct caught_diag caught;
  snprintf (text, sizeof text, "%sglobal func text 1000 main\n", symbols);
  if (!tiny_elf (name, program, text))
    helper_failed ("tiny_elf", "no file");
  open_program (name);
  if (object_read_symbols (program_main (&subject), &filter, &list, &diag)
      != STATUS_OK)
    helper_failed ("object_read_symbols", diag.text);
  unlink (name);
  symtab_text_build (&table, functions);
  gmon_text_read (gmon, &profile);
  caught_start (&caught);
  struct pairing pair = pair_of (&profile, &table.symtab, true);
  pair.strict = strict;
  struct mismatch sign;
  const enum status status = warn_of_pairing (&pair, &sign, &caught.diag);
  const bool found = sign.text != NULL;
  free (sign.text);
  is_u64 (found, expected[0] != '\0', "%s: %s", what,
          found ? "found" : "not found");
  if (strict)
    {
      is_u64 (status, found ? STATUS_MISMATCH : STATUS_OK, "the status");
      ok (!found || strstr (caught.diag.text, expected) != NULL,
          "the failure says '%s'", expected);
    }
  else
    is_warned (&caught, expected, what);
  caught_release (&caught);
  profile_release (&profile);
  symtab_text_release (&table);
  vec_release (&list);
  program_release (&subject);
  subject = kept;
}

#define HOSTED "global none undef 0 __libc_start_main\n"

/* The image has its first byte at 0x1000.  */
static void
test_start_code (const char *program)
{
  static const char gmon[] = "hist 1000 1010 100 seconds s 1 2 3 4\n";
  static const char says[] = "'prog' writes no profiles";
  check_image (program, HOSTED, gmon, false, says, "no start code");
  check_image (program, HOSTED, gmon, true, says, "the same, strictly");
  check_image (program, HOSTED "weak none undef 0 __gmon_start__\n", gmon,
               false, says, "one that nobody defines");
  check_image (program, HOSTED "global none undef 0 mcount\n", gmon, false,
               says, "compiled with -pg, but not linked");
  check_image (program, HOSTED "global func text 1010 __gmon_start__\n", gmon,
               false, "", "the linker's start code");
  check_image (program,
               HOSTED "global none undef 0 __monstartup@GLIBC_2.2.5\n", gmon,
               false, "", "a call of what it calls");
  check_image (program, HOSTED "global none undef 0 monstartup\n", gmon, false,
               "", "a call by the program itself");
  check_image (program, "global none undef 0 exit\n", gmon, false, "",
               "not a program of the C library");
  check_image (program, HOSTED, "hist 1004 1014 100 seconds s 1 2 3 4\n",
               false, "", "a histogram that begins within the image");
}

#define LIMITS                                                                \
  "global func text 1010 __gmon_start__\n"                                    \
  "global none abs 1002 __executable_start\n"                                 \
  "global none text 2ffd etext\n"

/* 0x1002 is rounded down to 0x1000, 0x2ffd up to 0x3000.  */
static void
test_limits (const char *program)
{
  static const char other[] = "hist 1000 2ffc 100 seconds s 1 2 3 4\n";
  check_image (program, LIMITS, "hist 1000 3000 100 seconds s 1 2 3 4\n",
               false, "", "the limits of the text");
  check_image (program, LIMITS, other, false,
               "the histogram covers 0x1000-0x2ffc, but those of 'prog' cover "
               "0x1000-0x3000",
               "text that ends below");
  check_image (program, LIMITS, other, true, "the histogram covers",
               "the same, strictly");
  check_image (program, LIMITS, "hist 1000 3004 100 seconds s 1 2 3 4\n",
               false, "the histogram covers 0x1000-0x3004",
               "text that ends above");
  check_image (program, LIMITS, "hist 1004 2ffc 100 seconds s 1 2 3 4\n",
               false, "", "a range of the program's own");
  check_image (program, LIMITS "global none undef 0 monstartup\n", other,
               false, "", "a program that chooses its range");
  check_image (program, "local none data 4000 etext\n" LIMITS, other, false,
               "", "two symbols called etext");
  check_image (program, "local none text 2ffd etext\n" LIMITS, other, false,
               "the histogram covers", "two that mean the same");
  check_image (program,
               "global none abs 1000 __executable_start\n"
               "global none text 3000 etext\n",
               other, false, "", "no start code of -pg");
}

/* All code is zeros, so nothing is a call.  */
static void
test_calls (const char *program)
{
  static const char arcs[]
      = "hist 1000 2000 100 seconds s 1 2 3 4\narc 1004 1408 1\n";
  if (!callscan_knows_returns (program_target (&subject)))
    {
      skip (1, "calls of this machine cannot be told");
      return;
    }
  check_image (program, "global none undef 0 mcount\n", arcs, false,
               "call targets that are not behind a call of the profiler in "
               "'prog': 1 of 1, the first is 0x1408",
               "a target that no call returns to");
  check_image (program, "global none undef 0 mcount\n", arcs, true,
               "call targets that are not", "the same, strictly");
  check_image (program, "global none undef 0 mcount\n",
               "hist 1000 2000 100 seconds s 1 2 3 4\narc 1004 3008 1\n",
               false, "", "one outside the histogram");
  check_image (program, "global none undef 0 mcount\n",
               "hist 1000 2000 100 seconds s 1 2 3 4\narc 1004 1400 1\n",
               false, "", "one of a sum");
  check_image (program, "global func text 1010 mcount\n", arcs, false, "",
               "an image that is not of the C library");
  check_image (program,
               HOSTED "global func text 1010 mcount\n"
                      "global func text 1020 __monstartup\n",
               arcs, false, "call targets", "one that is");
}

int
main (int argc, char **argv)
{
  char name[SCRATCH_NAME_SIZE];
  if (argc < 1 || !tiny_elf (name, argv[0], "global func text 1000 main\n"))
    {
      skip (1, "this is no 64-bit ELF system");
      return done ();
    }
  open_program (name);
  unlink (name);
  test_good_profiles ();
  test_outside_code ();
  test_most_samples_outside ();
  test_call_targets ();
  test_edges_of_code ();
  test_little_code_in_long_range ();
  test_longest_ranges ();
  test_many_ranges_without_bins ();
  test_ranges_of_files ();
  test_targets_of_files ();
  test_one_line_at_most ();
  test_start_code (argv[0]);
  test_limits (argv[0]);
  test_calls (argv[0]);
  program_release (&subject);
  return done ();
}
