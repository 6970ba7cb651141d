/* test_comparison.c - which changes are significant, and which functions match
   (R14.65-R14.69).  */

#include "config.h"

#include "analysis/comparison.h"

#include <math.h>
#include <stdlib.h>

#include "capture.h"
#include "gmon_text.h"
#include "rng.h"
#include "tap.h"

enum
{
  FILES_MOST = 5
};

/* One side: a program without an image, and its files.  */
struct side
{
  struct symtab_text table;
  struct program program;
  struct target target;
  struct quirks quirks;
  struct profile profile;
  struct measured of;
  struct measurement measurement;
  struct spreads spreads;
};

static void
must (enum status status)
{
  if (status != STATUS_OK)
    helper_failed ("comparison", "a step failed");
}

/* Measure the files TEXTS, up to a null.  */
static void
measure (struct side *side, const char *symbols, const char *const *texts)
{
  struct diag diag = { 0 };
  struct profile_builder builder;
  *side = (struct side){ .target = { .word_size = 8 } };
  symtab_text_build (&side->table, symbols);
  side->program.symtab = side->table.symtab;
  side->program.sources = side->table.sources;
  side->program.all_located = true;
  side->of = (struct measured){ .profile = &side->profile,
                                .symtab = &side->program.symtab,
                                .target = &side->target,
                                .selection = &side->program.selection,
                                .quirks = &side->quirks };
  must (spreads_start (&side->spreads, &side->of, &side->measurement.crediting,
                       &diag));
  profile_builder_start (&builder, &side->quirks);
  builder.keeps_bins = true;
  for (; *texts != NULL; texts++)
    {
      struct gmon_text gmon;
      struct record_counts counts = { 0 };
      gmon_text_build (&gmon, &side->target, *texts);
      builder.file_bins.count = 0;
      must (gmon_bytes_read (&reader_magic, gmon.bytes.items, gmon.bytes.count,
                             &side->target, &builder, &counts, &diag));
      must (spreads_add (&side->spreads, &builder, "file", &diag));
      gmon_text_release (&gmon);
    }
  spreads_finish (&side->spreads);
  gmon_finish (&builder, &side->profile);
  must (measurement_count (&side->measurement, &side->of, false, &diag));
  must (measurement_propagate (&side->measurement, &side->of, &diag));
}

static void
release (struct side *side)
{
  spreads_release (&side->spreads);
  measurement_release (&side->measurement);
  profile_release (&side->profile);
  symtab_text_release (&side->table);
}

static struct compared_side
compared (struct side *side)
{
  return (struct compared_side){ &side->program, &side->of, &side->measurement,
                                 &side->spreads };
}

static enum status
compare (struct comparison *comparison, struct side *old, struct side *new,
         bool same_program)
{
  static const struct options options = { 0 };
  struct diag diag = { 0 };
  struct compared_side a = compared (old), b = compared (new);
  if (same_program)
    b.program = a.program;
  enum status status = comparison_make (comparison, &a, &b, &options, &diag);
  diag_release (&diag);
  return status;
}

static const struct change *
change_of (const struct comparison *comparison, int side, const char *name)
{
  const sym_id id
      = symtab_text_id (&comparison->sides[side].program->symtab, name);
  return &comparison->changes[comparison->matching.of[side][id]];
}

/* --- Errors -------------------------------------------------------------- */

static const char two[] = "T 1000 a\nT 1004 b\nend 1008";

/* Compare lists of files of the program TWO; is the change of a significant,
   and what is its error?  */
static void
check_change (const char *const *old_texts, const char *const *new_texts,
              double delta, double error, bool significant, const char *what)
{
  struct side old, new;
  struct comparison comparison = { 0 };
  measure (&old, two, old_texts);
  measure (&new, two, new_texts);
  must (compare (&comparison, &old, &new, true));
  const struct change *change = change_of (&comparison, SIDE_OLD, "a");
  ok (fabs (change->delta - delta) < 1e-12, "%s: change %g", what,
      change->delta);
  ok (fabs (change->error - error) < 1e-12, "%s: error %g", what,
      change->error);
  ok (change->significant == significant, "%s: significant or not", what);
  comparison_release (&comparison);
  release (&old);
  release (&new);
}

#define TEXTS(...)                                                            \
  (const char *const[]) { __VA_ARGS__, NULL }
#define HIST "hist 1000 1008 100 seconds s "

static void
test_samples (void)
{
  /* 138^2 is less, 139^2 more, than 9 * (2000 + 138) and 9 * (2000 + 139).  */
  check_change (TEXTS (HIST "1000 5"), TEXTS (HIST "1138 5"), 1.38,
                sqrt (2138) / 100, false, "13.8 % of 1,000 samples");
  check_change (TEXTS (HIST "1000 5"), TEXTS (HIST "1139 5"), 1.39,
                sqrt (2139) / 100, true, "13.9 %");
  check_change (TEXTS (HIST "1000 5"), TEXTS (HIST "1100 5"), 1,
                sqrt (2100) / 100, false, "10 % of 1,000 samples");
  check_change (TEXTS (HIST "1900 5"), TEXTS (HIST "2090 5"), 1.9,
                sqrt (3990) / 100, true, "10 % of 1,900 samples");
  check_change (TEXTS (HIST "1000 5"), TEXTS (HIST "861 5"), -1.39,
                sqrt (1861) / 100, true, "less time");
  check_change (TEXTS (HIST "0 5"), TEXTS (HIST "9 5"), 0.09, 0.03, false,
                "three errors are not beyond three");
  check_change (TEXTS (HIST "0 5"), TEXTS (HIST "0 5"), 0, 0, false,
                "no time");
  /* 400 ticks at 200 a second are 2 s with an error of 20 / 200 s.  */
  check_change (TEXTS (HIST "100 5"),
                TEXTS ("hist 1000 1008 200 seconds s 400 5"), 1,
                sqrt (0.01 + 0.01), true, "another rate");
  check_change (TEXTS ("hist 1000 1008 0 seconds s 100 5"),
                TEXTS ("hist 1000 1008 0 seconds s 400 5"), 0, 0, false,
                "no rate, no time");
  /* Two files against one: means.  */
  check_change (TEXTS (HIST "100 5", HIST "140 5"), TEXTS (HIST "130 5"), 0.1,
                sqrt (240 / 4.0 + 130) / 100, false, "two files and one");
}

static void
test_spread (void)
{
  /* Means 100 and 110, variances 1 and 1: error sqrt (2/3), t 12.2, 4 degrees
     of freedom, probability 0.00026.  */
  check_change (TEXTS (HIST "99 5", HIST "100 5", HIST "101 5"),
                TEXTS (HIST "109 5", HIST "110 5", HIST "111 5"), 0.1,
                sqrt (2.0 / 3) / 100, true, "small spread");
  /* 5 more: t 6.1, probability 0.0036.  */
  check_change (TEXTS (HIST "99 5", HIST "100 5", HIST "101 5"),
                TEXTS (HIST "104 5", HIST "105 5", HIST "106 5"), 0.05,
                sqrt (2.0 / 3) / 100, false, "half the change");
  check_change (TEXTS (HIST "5 5", HIST "5 5", HIST "5 5"),
                TEXTS (HIST "6 5", HIST "6 5", HIST "6 5"), 0.01,
                sqrt (33) / 300, false, "no spread: samples decide");
}

/* --- Two samplings of one truth ------------------------------------------ */

enum
{
  FUNCTIONS = 500
};

/* FUNCTIONS functions of 4 bytes.  */
static void
write_symbols (char *text)
{
  for (int i = 0; i < FUNCTIONS; i++)
    text += sprintf (text, "T %x f%d\n", 0x1000 + 4 * i, i);
  sprintf (text, "end %x\n", 0x1000 + 4 * FUNCTIONS);
}

/* Draw SAMPLES samples; function I takes a share that falls with I.  */
static void
write_samples (struct rng *rng, unsigned samples, char *text)
{
  unsigned bins[FUNCTIONS] = { 0 };
  while (samples-- > 0)
    {
      const double x = rng_below (rng, 1u << 30) / (double)(1u << 30);
      bins[(int)(FUNCTIONS * x * x * x)]++;
    }
  text += sprintf (text, "hist 1000 %x 100 seconds s", 0x1000 + 4 * FUNCTIONS);
  for (int i = 0; i < FUNCTIONS; i++)
    text += sprintf (text, " %u", bins[i]);
}

static unsigned
count_significant (struct rng *rng, unsigned samples, int files,
                   unsigned *functions)
{
  static char symbols[FUNCTIONS * 20], texts[2 * FILES_MOST][FUNCTIONS * 12];
  const char *lists[2][FILES_MOST + 1] = { { 0 }, { 0 } };
  struct side sides[2];
  struct comparison comparison = { 0 };
  unsigned significant = 0;
  write_symbols (symbols);
  for (int side = 0; side < 2; side++)
    {
      for (int i = 0; i < files; i++)
        {
          lists[side][i] = texts[side * FILES_MOST + i];
          write_samples (rng, samples, texts[side * FILES_MOST + i]);
        }
      measure (&sides[side], symbols, lists[side]);
    }
  must (compare (&comparison, &sides[0], &sides[1], true));
  for (int i = 0; i < FUNCTIONS; i++)
    {
      const struct change *change = &comparison.changes[i];
      significant += change->significant;
      *functions += change->sides[0].ticks > 0 || change->sides[1].ticks > 0;
    }
  comparison_release (&comparison);
  release (&sides[0]);
  release (&sides[1]);
  return significant;
}

static void
test_chance (int files)
{
  struct rng rng = { 7 };
  unsigned significant = 0, functions = 0;
  for (unsigned samples = 100; samples <= 30000; samples *= 3)
    for (int i = 0; i < 4; i++)
      significant += count_significant (&rng, samples, files, &functions);
  ok (significant * 100 <= functions,
      "%d files: of %u functions that did not change, %u changed", files,
      functions, significant);
}

/* --- Growth -------------------------------------------------------------- */

static void
test_growth (void)
{
  struct side old, new;
  struct comparison comparison = { 0 };
  measure (&old, two, TEXTS (HIST "1000 400"));
  measure (&new, two, TEXTS (HIST "1200 400"));
  must (compare (&comparison, &old, &new, true));
  ok (comparison_grew (&comparison, 0), "something grew");
  ok (comparison_grew (&comparison, 19.9), "by more than 19.9 %%");
  ok (!comparison_grew (&comparison, 20), "not by more than 20 %%");
  comparison_release (&comparison);
  must (compare (&comparison, &new, &old, true));
  ok (!comparison_grew (&comparison, 0), "what got faster did not grow");
  comparison_release (&comparison);
  release (&new);
  measure (&new, two, TEXTS (HIST "1000 401"));
  must (compare (&comparison, &old, &new, true));
  ok (!comparison_grew (&comparison, 0), "what may be chance is no growth");
  comparison_release (&comparison);
  release (&old);
  measure (&old, two, TEXTS (HIST "1000 0"));
  must (compare (&comparison, &old, &new, true));
  ok (comparison_grew (&comparison, 1e300), "from nothing, it is any growth");
  comparison_release (&comparison);
  release (&old);
  release (&new);
}

static void
test_calls (void)
{
  struct side old, new;
  struct comparison comparison = { 0 };
  measure (&old, two,
           TEXTS ("arc 1000 1004 3\n", "arc 1000 1004 4\narc 1004 1000 6"));
  measure (&new, two,
           TEXTS ("arc 1000 1004 7\n", "arc 1004 1000 3", "arc 1004 1000 6",
                  "arc 1000 1004 3"));
  must (compare (&comparison, &old, &new, true));
  ok (change_of (&comparison, SIDE_OLD, "b")->calls_differ,
      "7 calls in 2 files are not 10 in 4");
  ok (change_of (&comparison, SIDE_OLD, "a")->calls_differ,
      "6 calls in 2 files are not 9 in 4");
  comparison_release (&comparison);
  release (&new);
  measure (&new, two,
           TEXTS ("arc 1000 1004 7\n", "arc 1004 1000 3", "arc 1004 1000 9",
                  "arc 1000 1004 7"));
  must (compare (&comparison, &old, &new, true));
  ok (!change_of (&comparison, SIDE_OLD, "b")->calls_differ,
      "7 calls in 2 files are 14 in 4");
  ok (!change_of (&comparison, SIDE_OLD, "a")->calls_differ,
      "6 calls in 2 files are 12 in 4");
  comparison_release (&comparison);
  release (&old);
  release (&new);
}

/* --- Matching ------------------------------------------------------------ */

static void
check_match (const struct comparison *comparison, int side, sym_id id,
             uint32_t old_count, uint32_t new_count, const char *what)
{
  const struct match *match
      = &comparison->matching.matches.items[comparison->matching.of[side][id]];
  is_u64 (match->count[SIDE_OLD], old_count, "%s: old symbols", what);
  is_u64 (match->count[SIDE_NEW], new_count, "%s: new symbols", what);
}

static void
test_matching (void)
{
  struct side old, new;
  struct comparison comparison = { 0 };
  measure (&old,
           "T 1000 kept\nt 1010 twin a/x.c:1\nt 1020 twin a/y.c:1\n"
           "t 1030 same\nt 1040 same\nT 1050 gone\nt 1060 split x.c:1\n"
           "t 1070 lost\nt 1080 lost\nt 1090 doubled\nend 10a0",
           TEXTS ("hist 1000 1070 100 seconds s 1 2 3 4 5 6 7"));
  measure (&new,
           "t 1000 twin b/y.c:9\nt 1010 twin b/x.c:9\nt 1020 same\n"
           "T 1030 kept\nT 1040 new\nt 1050 split x.c:1\nt 1060 split y.c:1\n"
           "t 1070 doubled\nt 1080 doubled\nend 1090",
           TEXTS ("hist 1000 1070 100 seconds s 10 20 30 40 50 60 70"));
  must (compare (&comparison, &old, &new, false));
  check_match (&comparison, SIDE_OLD, 0, 1, 1, "a name that both have");
  is_double (change_of (&comparison, SIDE_OLD, "kept")->sides[SIDE_NEW].ticks,
             40, "with the time of the new one");
  check_match (&comparison, SIDE_OLD, 1, 1, 1, "two, told apart by file");
  is_u64 (comparison.matching.of[SIDE_OLD][1],
          comparison.matching.of[SIDE_NEW][1], "one in x.c");
  is_u64 (comparison.matching.of[SIDE_OLD][2],
          comparison.matching.of[SIDE_NEW][0], "one in y.c");
  check_match (&comparison, SIDE_OLD, 3, 2, 1, "ambiguous");
  is_u64 (comparison.matching.of[SIDE_OLD][4],
          comparison.matching.of[SIDE_NEW][2], "all of that name");
  is_double (change_of (&comparison, SIDE_OLD, "same")->sides[SIDE_OLD].ticks,
             9, "added up");
  check_match (&comparison, SIDE_OLD, 5, 1, 0, "gone");
  check_match (&comparison, SIDE_NEW, 4, 0, 1, "new");
  check_match (&comparison, SIDE_OLD, 6, 1, 1, "one that is in its old file");
  is_u64 (comparison.matching.of[SIDE_OLD][6],
          comparison.matching.of[SIDE_NEW][5], "and not in the other");
  check_match (&comparison, SIDE_NEW, 6, 0, 1, "that is new");
  check_match (&comparison, SIDE_OLD, 7, 1, 0, "one of two that are gone");
  check_match (&comparison, SIDE_OLD, 8, 1, 0, "the other one");
  check_match (&comparison, SIDE_OLD, 9, 1, 2, "one that has become two");
  comparison_release (&comparison);
  release (&old);
  release (&new);
}

static void
test_units (void)
{
  struct side old, new;
  struct comparison comparison = { 0 };
  measure (&old, two, TEXTS (HIST "1000 5"));
  measure (&new, two, TEXTS ("hist 1000 1008 100 misses m 1000 5"));
  is_u64 (compare (&comparison, &old, &new, true), STATUS_MISMATCH,
          "seconds are not misses");
  comparison_release (&comparison);
  release (&old);
  release (&new);
}

int
main (void)
{
  test_samples ();
  test_spread ();
  test_chance (1);
  test_chance (2);
  test_chance (5);
  test_growth ();
  test_calls ();
  test_matching ();
  test_units ();
  return done ();
}
