/* test_traps.c - warnings of what profiles may not tell truly.  */

#include "config.h"

#include "analysis/traps.h"

#include <string.h>

#include "capture.h"
#include "gmon_text.h"
#include "tap.h"
#include "warned.h"

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
  traps_warn_full_bins (&profile, &table.symtab, &caught.diag);
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
  callgraph_build (&graph, &profile, &table.symtab, &none, &none, NULL,
                   &caught.diag);
  traps_warn_dropped_calls (&graph, to_elsewhere, &caught.diag);
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

/* Does traps_warn_no_samples warn about the samples of GMON?  */
static void
check_samples (const char *gmon, const char *expected, const char *what)
{
  struct profile profile = { 0 };
  struct caught_diag caught;
  gmon_text_read (gmon, &profile);
  caught_start (&caught);
  traps_warn_no_samples (&profile, "gmon.out", &caught.diag);
  is_warned (&caught, expected, what);
  caught_release (&caught);
  profile_release (&profile);
}

static void
test_no_samples (void)
{
  check_samples ("hist 1000 1010 100 seconds s 0 0 1 0\n", "", "a sample");
  check_samples ("hist 1000 1010 100 seconds s 0 0 0 0\n",
                 "gmon.out: warning: there are no samples",
                 "nothing but empty bins");
  check_samples ("hist 1000 1010 100 seconds s 0 0 0 0\n"
                 "hist 2000 2010 100 seconds s 0 0 0 1\n",
                 "", "a sample in another histogram");
}

static void
test_no_graph (void)
{
  struct caught_diag caught;
  caught_start (&caught);
  traps_warn_no_graph ("gmon.out", &caught.diag);
  is_warned (&caught, "gmon.out: warning: the call graph is left out",
             "no calls were counted");
  caught_release (&caught);
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
      traps_warn_dropped_calls (&graph, false, &caught.diag);
      is_warned (&caught, cases[i].expected, "very many");
      caught_release (&caught);
    }
}

int
main (void)
{
  test_full_bins ();
  test_many_bins ();
  test_sums ();
  test_dropped_calls ();
  test_calls_to_elsewhere ();
  test_no_samples ();
  test_no_graph ();
  test_too_many_dropped_calls ();
  return done ();
}
