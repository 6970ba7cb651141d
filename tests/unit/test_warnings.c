/* test_warnings.c - which warnings a run needs, and what they say; and whether
   -c has the code searched.  */

#include "config.h"

#include "analysis/warnings.h"

#include <string.h>
#include <unistd.h>

#include "analysis/callscan.h"
#include "capture.h"
#include "gmon_text.h"
#include "tap.h"
#include "tiny_elf.h"
#include "tiny_program.h"
#include "warned.h"

/* --- What the data tells ------------------------------------------------- */

static const char functions[] = "T 1000 main\nT 1100 a\nT 1200 b\nend 2000";

/* Is EXPECTED said of the full bins of files, which are read in turn up to a
   null?  Nothing, if it is empty.  */
static void
check_full (const char *const *gmons, const char *expected, const char *what)
{
  struct symtab_text table;
  struct profile profile = { 0 };
  struct caught_diag caught;
  symtab_text_build (&table, functions);
  gmon_texts_read (gmons, &profile);
  caught_start (&caught);
  warn_of_full_bins (&profile, &table.symtab, &caught.diag);
  is_warned (&caught, expected, what);
  caught_release (&caught);
  profile_release (&profile);
  symtab_text_release (&table);
}

#define FILES(...) ((const char *const[]){ __VA_ARGS__, NULL })

static void
test_full_bins (void)
{
  check_full (FILES ("hist 1000 1010 100 seconds s 0 61439 3 4\n"), "",
              "61439 ticks");
  /* Each of the bits of 61440, but in several bins.  */
  check_full (FILES ("hist 1000 1010 100 seconds s 32768 16384 8192 4096\n"),
              "", "bins that together have its bits");
  check_full (FILES ("hist 1000 1010 100 seconds s 0 61440 3 4\n"),
              "1 bin is nearly full, at 0x1004 (main)", "61440 ticks");
  check_full (FILES ("hist f00 f10 100 seconds s 0 0 65535 65000\n"),
              "2 bins are nearly full, the first at 0xf08 (no symbol)",
              "bins below all symbols");
}

static void
test_many_bins (void)
{
  /* More bins than a block of bytes.c has, the full one in a block, and with
     the others behind it.  */
  char gmon[4000] = "hist 1000 1258 100 seconds s";
  for (int i = 0; i < 150; i++)
    strcat (gmon, i == 100 || i == 149 ? " 65535" : " 4095");
  strcat (gmon, "\n");
  check_full (FILES (gmon), "2 bins are nearly full, the first at 0x1190 (a)",
              "150 bins");
}

static void
test_sums (void)
{
  static const char full[] = "hist 1000 1010 100 seconds s 65535 0 0 0\n";
  check_full (FILES ("hist 1000 1010 100 seconds s 65535 0 0 0\n"
                     "hist 1000 1010 100 seconds s 1 0 0 0\n"),
              "", "two records of one range");
  check_full (FILES ("hist 1000 1010 100 seconds s 1 0 0 0\n"
                     "hist 1000 1010 100 seconds s 65535 0 0 0\n"),
              "", "the other way round");
  check_full (FILES ("hist 1000 1010 100 seconds s 65535 0 0 0\n"
                     "hist 1010 1020 100 seconds s 1 0 0 0\n"),
              "1 bin is", "records of two ranges");
  check_full (FILES (full, full), "(files with such bins: 2)",
              "one record in each of two files");
  check_full (FILES ("hist 1000 1010 100 seconds s 65535 0 0 0\n"
                     "arc 1000 1100 1\n"),
              "", "arcs to the start of a function");
  check_full (FILES ("hist 1000 1010 100 seconds s 65535 0 0 0\n"
                     "arc 1010 1104 1\n"),
              "1 bin is", "arcs to a place behind it");
  check_full (FILES ("arc 1000 1100 1\n", full), "1 bin is",
              "a sum without full bins before a file without arcs");
}

/* The same of the calls in GMON.  */
static void
check_dropped (const char *gmon, const char *symbols, bool to_elsewhere,
               const char *expected, const char *what)
{
  static const struct arcset none;
  struct symtab_text table;
  struct profile profile = { 0 };
  struct callgraph graph;
  struct caught_diag caught;
  symtab_text_build (&table, symbols);
  gmon_text_read (gmon, &profile);
  caught_start (&caught);
  callgraph_build (&graph, &profile, &table.symtab, &none, &none, NULL, NULL,
                   &caught.diag);
  warn_of_dropped_calls (&graph, to_elsewhere, &caught.diag);
  is_warned (&caught, expected, what);
  caught_release (&caught);
  callgraph_release (&graph);
  profile_release (&profile);
  symtab_text_release (&table);
}

static void
test_dropped_calls (void)
{
  check_dropped ("arc 1000 1104 5\narc 1010 1204 1\n", functions, true, "",
                 "calls between symbols");
  check_dropped ("arc 500 1104 0\n", functions, true, "",
                 "an arc without calls");
  check_dropped ("arc 500 1104 1\n", functions, false,
                 "1 call is left out (from no symbol: 1, to no function: 0): "
                 "from 0x500 to 0x1104\n",
                 "a caller below all symbols");
  check_dropped ("arc 1000 1104 5\narc 1000 300 70000\narc 500 300 2\n"
                 "arc 500 1104 4000000000\n",
                 functions, false,
                 "4000070002 calls are left out (from no symbol: 4000000002, "
                 "to no function: 70000): the first from 0x1000 to 0x300",
                 "more of them");
  check_dropped (
      "arc 1200 1004 3\n", "L 1000 label\nT 1200 main\nend 2000", false,
      "3 calls are left out (from no symbol: 0, to no function: 3): "
      "the first from 0x1200 to 0x1004\n",
      "a label without a function below");
}

static void
test_calls_to_elsewhere (void)
{
  check_dropped ("arc 1000 7f001104 1\n", functions, true,
                 "1 call is left out (from no symbol: 0, to no function: 1): "
                 "from 0x1000 to 0x7f001104; usually one end is in a shared "
                 "library or plugin\n",
                 "a call of a library");
  check_dropped ("arc 1000 7f001104 2\n", functions, true,
                 "2 calls are left out (from no symbol: 0, to no function: "
                 "2): the first from 0x1000 to 0x7f001104; usually one end "
                 "is in a shared library or plugin\n",
                 "two of them");
}

/* What is counted ends at 2^64 - 1, in one of the sums or in both.  */
static void
test_too_many_dropped_calls (void)
{
  static const struct
  {
    uint64_t without_caller, without_callee;
    const char *expected;
  } cases[]
      = { { UINT64_MAX, 0, "2^64 - 1 calls or more are left out: the first" },
          { UINT64_MAX, 1, "from 0x500 to 0x1100" },
          { UINT64_MAX / 2 + 1, UINT64_MAX / 2 + 1, "2^64 - 1 calls or more" },
          { UINT64_MAX - 2, 1,
            "18446744073709551614 calls are left out (from no symbol: "
            "18446744073709551613, to no function: 1): the first from 0x500 "
            "to 0x1100" } };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      const struct callgraph graph
          = { .dropped = { .without_caller = cases[i].without_caller,
                           .without_callee = cases[i].without_callee,
                           .first = { 0x500, 0x1100, 1 } } };
      struct caught_diag caught;
      caught_start (&caught);
      warn_of_dropped_calls (&graph, false, &caught.diag);
      is_warned (&caught, cases[i].expected, "very many");
      caught_release (&caught);
    }
}

/* --- What the user wants ------------------------------------------------- */

static struct tiny_program tiny;
static char image[SCRATCH_NAME_SIZE];

/* From now on OPTIONS are the user's, a text that ends where the name of the
   image belongs.  */
static void
set_options (const char *options)
{
  char line[80];
  options_release (&tiny.options);
  snprintf (line, sizeof line, "%s%s", options, image);
  tiny_options (&tiny, line);
}

/* What is warned of about the profile GMON.  */
static void
check_profile (const char *options, const char *gmon, enum status expected,
               const char *warning, bool is_mismatch)
{
  struct profile profile = { 0 };
  struct caught_diag caught;
  struct mismatch found;
  gmon_text_read (gmon, &profile);
  caught_start (&caught);
  set_options (options);
  is_u64 (warn_of_profile (&profile, &tiny.options, &tiny.program, &found,
                           &caught.diag),
          expected, "'%s': status", options);
  is_warned (&caught, warning, "a profile");
  is_u64 (found.text != NULL, is_mismatch, "mismatched or not");
  free (found.text);
  caught_release (&caught);
  profile_release (&profile);
}

static void
test_profiles (void)
{
  static const char good[] = "hist 1000 1010 100 seconds s 1 2 3 4\n";
  static const char other[] = "hist 401000 401010 100 seconds s 1 2 3 4\n";
  static const char full[] = "hist 1000 1010 100 seconds s 1 65535 3 4\n";
  check_profile ("", good, STATUS_OK, "", false);
  check_profile ("", other, STATUS_OK, "no histogram touches the code", true);
  check_profile ("", full, STATUS_OK, "65535", false);
  check_profile ("--strict ", other, STATUS_MISMATCH, "", true);
}

/* What is warned of about calls that have no place in the graph.  */
static void
check_calls (const char *options, uint64_t from_pc, bool mismatched,
             const char *warning, const char *end)
{
  const struct callgraph graph
      = { .dropped = { .without_caller = 1,
                       .first = { .from_pc = from_pc, .self_pc = 0x1000 } } };
  struct caught_diag caught;
  caught_start (&caught);
  set_options (options);
  warn_of_calls (&graph, tiny.options.requested, &tiny.program, mismatched,
                 &caught.diag);
  is_warned (&caught, warning, "dropped calls");
  ok (strstr (caught_text (&caught), end) != NULL, "and how that ends");
  caught_release (&caught);
}

static void
test_calls (void)
{
  static const char left_out[] = "1 call is left out";
  static const char reason[] = "shared library or plugin";
  struct caught_diag caught;
  check_calls ("-q ", 0x1004, false, left_out, "to 0x1000\n");
  check_calls ("-q ", 0x701004, false, left_out, reason);
  check_calls ("-q ", 0x701004, true, left_out, "to 0x1000\n");
  check_calls ("-i ", 0x1004, false, "", "");
  caught_start (&caught);
  set_options ("-q ");
  const struct callgraph whole = { 0 };
  warn_of_calls (&whole, tiny.options.requested, &tiny.program, false,
                 &caught.diag);
  is_warned (&caught, "", "no call is left out");
  caught_release (&caught);
}

/* What is warned of about the samples of GMON, of which a flat profile shows
   TICKS.  */
static void
check_samples (const char *options, double ticks, const char *gmon,
               const char *warning, const char *what)
{
  struct profile profile = { 0 };
  struct caught_diag caught;
  gmon_text_read (gmon, &profile);
  caught_start (&caught);
  set_options (options);
  warn_of_samples (&profile, tiny.options.requested, &tiny.options, ticks,
                   &caught.diag);
  is_warned (&caught, warning, what);
  caught_release (&caught);
  profile_release (&profile);
}

static void
test_samples (void)
{
  static const char none[] = "hist 1000 1010 100 seconds s 0 0 0 0\n";
  static const char warning[] = "gmon.out: warning: there are no samples";
  check_samples ("-p ", 0, none, warning, "nothing but empty bins");
  check_samples ("-q ", 0, none, "", "no flat profile");
  check_samples ("-p ", 3, none, "", "a flat profile that has ticks");
  check_samples ("-p ", 0, "hist 1000 1010 100 seconds s 0 0 1 0\n", "",
                 "a sample that is left out");
  check_samples ("-p ", 0,
                 "hist 1000 1010 100 seconds s 0 0 0 0\n"
                 "hist 2000 2010 100 seconds s 0 0 0 1\n",
                 "", "a sample in another histogram");
}

static void
test_no_graph (void)
{
  struct caught_diag caught;
  caught_start (&caught);
  set_options ("");
  warn_of_no_graph (&tiny.options, &caught.diag);
  is_warned (&caught, "gmon.out: warning: the call graph is left out",
             "no calls were counted");
  caught_release (&caught);
}

/* What -c finds with OPTIONS in a profile like GMON.  */
static void
check_static (const char *options, const char *gmon, bool searched)
{
  struct callscan found = { 0 };
  struct profile profile = { 0 };
  struct diag diag = { 0 };
  gmon_text_read (gmon, &profile);
  set_options (options);
  const struct measured of
      = measured_of (&tiny.program, program_target (&tiny.program), &profile,
                     &tiny.options);
  is_u64 (callscan_find_all (&found, &tiny.options, &tiny.program, &of, &diag),
          STATUS_OK, "'%s'", options);
  is_u64 (found.indirect_name != NULL, searched, "the code is searched");
  callscan_release (&found);
  profile_release (&profile);
  diag_release (&diag);
}

int
main (int argc, char **argv)
{
  struct diag diag = { 0 };
  test_full_bins ();
  test_many_bins ();
  test_sums ();
  test_dropped_calls ();
  test_calls_to_elsewhere ();
  test_too_many_dropped_calls ();
  if (argc < 1 || !tiny_elf (image, argv[0], "global func text 1000 main\n"))
    {
      skip (1, "this is no 64-bit ELF system");
      return done ();
    }
  set_options ("");
  if (tiny_load (&tiny, &diag) != STATUS_OK)
    helper_failed ("tiny_load", diag.text);
  test_profiles ();
  test_calls ();
  test_samples ();
  test_no_graph ();
  check_static ("", "arc 1004 1000 1\n", false);
  check_static ("-c ", "arc 1004 1000 1\n",
                callscan_knows (program_target (&tiny.program),
                                &tiny.options.quirks));
  check_static ("-c ", "hist 1000 1010 100 seconds s 1 2 3 4\n", false);
  unlink (image);
  tiny_release (&tiny);
  return done ();
}
