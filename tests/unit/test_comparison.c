/* test_comparison.c - which changes are significant, and which functions match
   (R14.65-R14.69, R14.82-R14.84).  */

#include "config.h"

#include "analysis/comparison.h"
#include "analysis/measurement.h"

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
  spreads_start (&side->spreads, &side->of, &side->measurement.crediting);
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
  const struct profile *profile = &side->profile;
  return (struct compared_side){ &side->program,
                                 profile->rate,
                                 profile_weight (profile),
                                 NULL,
                                 0,
                                 profile->has_histogram
                                     ? profile->dimension.name
                                     : NULL,
                                 side->measurement.analysis.self_ticks,
                                 side->measurement.analysis.calls,
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

enum outcome
{
  NOTHING,
  POSSIBLE,
  SIGNIFICANT
};

static enum outcome
outcome_of (const struct change *change)
{
  return change->significant ? SIGNIFICANT
         : change->possible  ? POSSIBLE
                             : NOTHING;
}

/* Compare lists of files of the program TWO; is the change of a significant,
   and what is its error?  */
static void
check_change (const char *const *old_texts, const char *const *new_texts,
              double delta, double error, enum outcome outcome,
              const char *what)
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
  is_u64 (outcome_of (change), outcome, "%s: significant or not", what);
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
                sqrt (2138) / 100, POSSIBLE, "13.8 % of 1,000 samples");
  check_change (TEXTS (HIST "1000 5"), TEXTS (HIST "1139 5"), 1.39,
                sqrt (2139) / 100, SIGNIFICANT, "13.9 %");
  check_change (TEXTS (HIST "1000 5"), TEXTS (HIST "1100 5"), 1,
                sqrt (2100) / 100, POSSIBLE, "10 % of 1,000 samples");
  /* 91^2 is less, 92^2 more, than 4 * (2000 + 91) and 4 * (2000 + 92).  */
  check_change (TEXTS (HIST "1000 5"), TEXTS (HIST "1091 5"), 0.91,
                sqrt (2091) / 100, NOTHING, "9.1 %");
  check_change (TEXTS (HIST "1000 5"), TEXTS (HIST "1092 5"), 0.92,
                sqrt (2092) / 100, POSSIBLE, "9.2 %");
  check_change (TEXTS (HIST "1900 5"), TEXTS (HIST "2090 5"), 1.9,
                sqrt (3990) / 100, SIGNIFICANT, "10 % of 1,900 samples");
  check_change (TEXTS (HIST "1000 5"), TEXTS (HIST "861 5"), -1.39,
                sqrt (1861) / 100, SIGNIFICANT, "less time");
  check_change (TEXTS (HIST "0 5"), TEXTS (HIST "9 5"), 0.09, 0.03, POSSIBLE,
                "three errors are not beyond three");
  check_change (TEXTS (HIST "0 5"), TEXTS (HIST "4 5"), 0.04, 0.02, NOTHING,
                "two errors are not beyond two");
  check_change (TEXTS (HIST "0 5"), TEXTS (HIST "0 5"), 0, 0, NOTHING,
                "no time");
  /* 400 ticks at 200 a second are 2 s with an error of 20 / 200 s.  */
  check_change (TEXTS (HIST "100 5"),
                TEXTS ("hist 1000 1008 200 seconds s 400 5"), 1,
                sqrt (0.01 + 0.01), SIGNIFICANT, "another rate");
  check_change (TEXTS ("hist 1000 1008 0 seconds s 100 5"),
                TEXTS ("hist 1000 1008 0 seconds s 400 5"), 0, 0, NOTHING,
                "no rate, no time");
  /* Two files against one: means.  */
  check_change (TEXTS (HIST "100 5", HIST "140 5"), TEXTS (HIST "130 5"), 0.1,
                sqrt (240 / 4.0 + 130) / 100, NOTHING, "two files and one");
}

static void
test_spread (void)
{
  /* Means 100 and 110, variances 1 and 1: error sqrt (2/3), t 12.2, 4 degrees
     of freedom, probability 0.00026.  */
  check_change (TEXTS (HIST "99 5", HIST "100 5", HIST "101 5"),
                TEXTS (HIST "109 5", HIST "110 5", HIST "111 5"), 0.1,
                sqrt (2.0 / 3) / 100, SIGNIFICANT, "small spread");
  /* 5 more: t 6.1, probability 0.0036.  2 more: t 2.4, probability 0.07.  */
  check_change (TEXTS (HIST "99 5", HIST "100 5", HIST "101 5"),
                TEXTS (HIST "104 5", HIST "105 5", HIST "106 5"), 0.05,
                sqrt (2.0 / 3) / 100, POSSIBLE, "half the change");
  check_change (TEXTS (HIST "99 5", HIST "100 5", HIST "101 5"),
                TEXTS (HIST "101 5", HIST "102 5", HIST "103 5"), 0.02,
                sqrt (2.0 / 3) / 100, NOTHING, "a fifth of it");
  check_change (TEXTS (HIST "5 5", HIST "5 5", HIST "5 5"),
                TEXTS (HIST "6 5", HIST "6 5", HIST "6 5"), 0.01,
                sqrt (33) / 300, NOTHING, "no spread: samples decide");
  /* Variances 1000 and 1000, as sampling makes them: error sqrt (400), t 5, 8
     degrees of freedom, probability 0.0011.  */
  check_change (TEXTS (HIST "960 5", HIST "980 5", HIST "1000 5",
                       HIST "1020 5", HIST "1040 5"),
                TEXTS (HIST "1060 5", HIST "1080 5", HIST "1100 5",
                       HIST "1120 5", HIST "1140 5"),
                1, 0.2, SIGNIFICANT, "10 % of 1,000 samples in 5 files");
  /* Variances 100 and 100, error sqrt (200/3), t 4.9, 4 degrees of freedom,
     probability 0.008; but samples have the error sqrt (300 + 420) / 3 = 8.9, which is
     more, and 40 is 4.5 of that (R14.85).  */
  check_change (TEXTS (HIST "90 5", HIST "100 5", HIST "110 5"),
                TEXTS (HIST "130 5", HIST "140 5", HIST "150 5"), 0.4,
                sqrt (720) / 300, SIGNIFICANT,
                "less spread than samples have");
  /* Variances 400 and 400: error sqrt (800/3) = 16.3, t 2.4, which nothing
     but samples would find.  */
  check_change (TEXTS (HIST "80 5", HIST "100 5", HIST "120 5"),
                TEXTS (HIST "120 5", HIST "140 5", HIST "160 5"), 0.4,
                sqrt (800.0 / 3) / 100, NOTHING, "more spread");
}

/* The limits are those of tables of Student's distribution.  */
static void
test_freedom (void)
{
  /* Variances 10000 and 10000: error 81.65, 4 degrees of freedom, of which
     540.5 and 234.3 have the probabilities 0.0027 and 0.0455.  */
  check_change (TEXTS (HIST "1900 5", HIST "2000 5", HIST "2100 5"),
                TEXTS (HIST "1360 5", HIST "1460 5", HIST "1560 5"), -5.4,
                sqrt (20000.0 / 3) / 100, POSSIBLE, "below the limit of 4");
  check_change (TEXTS (HIST "1900 5", HIST "2000 5", HIST "2100 5"),
                TEXTS (HIST "1359 5", HIST "1459 5", HIST "1559 5"), -5.41,
                sqrt (20000.0 / 3) / 100, SIGNIFICANT, "beyond it");
  check_change (TEXTS (HIST "1900 5", HIST "2000 5", HIST "2100 5"),
                TEXTS (HIST "2134 5", HIST "2234 5", HIST "2334 5"), 2.34,
                sqrt (20000.0 / 3) / 100, NOTHING, "below the lower limit");
  check_change (TEXTS (HIST "1900 5", HIST "2000 5", HIST "2100 5"),
                TEXTS (HIST "2135 5", HIST "2235 5", HIST "2335 5"), 2.35,
                sqrt (20000.0 / 3) / 100, POSSIBLE, "beyond it");
  /* Variances 90000 and 10000: error 182.57, 2.44 degrees of freedom, limits
     2335 and 694, within one percent.  */
  check_change (TEXTS (HIST "3700 5", HIST "4000 5", HIST "4300 5"),
                TEXTS (HIST "1589 5", HIST "1689 5", HIST "1789 5"), -23.11,
                sqrt (100000.0 / 3) / 100, POSSIBLE, "below the limit of 2.4");
  check_change (TEXTS (HIST "3700 5", HIST "4000 5", HIST "4300 5"),
                TEXTS (HIST "1541 5", HIST "1641 5", HIST "1741 5"), -23.59,
                sqrt (100000.0 / 3) / 100, SIGNIFICANT, "beyond it");
  check_change (TEXTS (HIST "3700 5", HIST "4000 5", HIST "4300 5"),
                TEXTS (HIST "4587 5", HIST "4687 5", HIST "4787 5"), 6.87,
                sqrt (100000.0 / 3) / 100, NOTHING, "below the lower limit");
  check_change (TEXTS (HIST "3700 5", HIST "4000 5", HIST "4300 5"),
                TEXTS (HIST "4601 5", HIST "4701 5", HIST "4801 5"), 7.01,
                sqrt (100000.0 / 3) / 100, POSSIBLE, "beyond it");
}

/* --- What would be significant ------------------------------------------- */

static void
check_needs (const char *const *old_texts, const char *const *new_texts,
             double needs, const char *what)
{
  struct side old, new;
  struct comparison comparison = { 0 };
  measure (&old, two, old_texts);
  measure (&new, two, new_texts);
  must (compare (&comparison, &old, &new, true));
  const struct change *change = change_of (&comparison, SIDE_OLD, "a");
  ok (change->possible, "%s is possible", what);
  is_double (comparison_needs (&comparison, change), needs,
             "%s: what it needs", what);
  comparison_release (&comparison);
  release (&old);
  release (&new);
}

/* N times the samples make the errors sqrt (N) times as many (R14.83).  */
static void
test_needs (void)
{
  /* 2.18 errors: 9 * 2100 / 100^2 = 1.89.  */
  check_needs (TEXTS (HIST "1000 5"), TEXTS (HIST "1100 5"), 1.9,
               "10 % of 1,000 samples");
  check_needs (TEXTS (HIST "0 5"), TEXTS (HIST "9 5"), 1.1, "three errors");
  /* 9 * 2092 / 92^2 = 2.22.  */
  check_needs (TEXTS (HIST "1000 5"), TEXTS (HIST "1092 5"), 2.3,
               "little more than two errors");
  /* t 6.1 with 4 degrees of freedom has the probability 0.0036; with 1.1 times
     the files t 6.4 with 4.6 that of 0.0019.  */
  check_needs (TEXTS (HIST "99 5", HIST "100 5", HIST "101 5"),
               TEXTS (HIST "104 5", HIST "105 5", HIST "106 5"), 1.1,
               "a change by spreads");
}

/* What only one program has is never a possible change, nor is it compared.  */
static void
test_compared (void)
{
  struct side old, new;
  struct comparison comparison = { 0 };
  measure (&old, "T 1000 a\nT 1004 gone\nend 1008",
           TEXTS ("hist 1000 1008 100 seconds s 100 8"));
  measure (&new, "T 1000 a\nT 1004 fresh\nend 1008",
           TEXTS ("hist 1000 1008 100 seconds s 140 8"));
  must (compare (&comparison, &old, &new, false));
  is_u64 (comparison.compared, 1, "what both have is compared");
  is_double (comparison_chance (&comparison), 0.0428, "what chance makes");
  ok (change_of (&comparison, SIDE_OLD, "a")->possible, "one in both");
  ok (!change_of (&comparison, SIDE_OLD, "gone")->possible, "one gone");
  ok (!change_of (&comparison, SIDE_NEW, "fresh")->possible, "a new one");
  ok (!comparison_grew (&comparison, 0), "what is possible is no growth");
  comparison_release (&comparison);
  release (&old);
  release (&new);
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

struct outcomes
{
  unsigned significant, possible;
  double expected; /* possible ones */
  unsigned functions;
};

static void
count_outcomes (struct rng *rng, unsigned samples, int files,
                struct outcomes *outcomes)
{
  static char symbols[FUNCTIONS * 20], texts[2 * FILES_MOST][FUNCTIONS * 12];
  const char *lists[2][FILES_MOST + 1] = { { 0 }, { 0 } };
  struct side sides[2];
  struct comparison comparison = { 0 };
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
      outcomes->significant += change->significant;
      outcomes->possible += change->possible;
    }
  outcomes->functions += (unsigned)comparison.compared;
  outcomes->expected += comparison_chance (&comparison);
  comparison_release (&comparison);
  release (&sides[0]);
  release (&sides[1]);
}

static void
test_chance (int files)
{
  struct rng rng = { 7 };
  struct outcomes outcomes = { 0 };
  for (unsigned samples = 100; samples <= 30000; samples *= 3)
    for (int i = 0; i < 4; i++)
      count_outcomes (&rng, samples, files, &outcomes);
  ok (outcomes.significant * 100 <= outcomes.functions,
      "%d files: of %u functions that did not change, %u changed", files,
      outcomes.functions, outcomes.significant);
  ok (outcomes.possible <= outcomes.expected * 1.15,
      "%d files: %u may have changed, %.0f expected", files, outcomes.possible,
      outcomes.expected);
}

/* --- One function that takes 10 % more ----------------------------------- */

enum
{
  PAIRS = 1000
};

/* A number from Poisson's distribution with mean MEAN: the sum of MEAN numbers
   of mean 1, each one less than the random factors below 1 that it takes to
   get below 1/e.  */
static unsigned
draw_poisson (struct rng *rng, unsigned mean)
{
  unsigned number = 0;
  for (; mean > 0; mean--)
    for (double product = 1;; number++)
      {
        product *= rng_below (rng, 1u << 31) / (double)(1u << 31);
        if (product < 0.36787944117144233)
          break;
      }
  return number;
}

/* Compare FILES files of 1,000 samples, by chance a few more or less, with as
   many of 1,100.  */
static enum outcome
draw_outcome (struct rng *rng, int files)
{
  char texts[2][FILES_MOST][60];
  const char *lists[2][FILES_MOST + 1] = { { 0 }, { 0 } };
  struct side sides[2];
  struct comparison comparison = { 0 };
  for (int side = 0; side < 2; side++)
    {
      for (int i = 0; i < files; i++)
        {
          sprintf (texts[side][i], HIST "%u 5",
                   draw_poisson (rng, side == 0 ? 1000 : 1100));
          lists[side][i] = texts[side][i];
        }
      measure (&sides[side], two, lists[side]);
    }
  must (compare (&comparison, &sides[0], &sides[1], true));
  const enum outcome outcome
      = outcome_of (change_of (&comparison, SIDE_OLD, "a"));
  comparison_release (&comparison);
  release (&sides[0]);
  release (&sides[1]);
  return outcome;
}

struct found
{
  double significant, found; /* percent of the comparisons */
};

static struct found
find (int files)
{
  struct rng rng = { 11 };
  unsigned counts[SIGNIFICANT + 1] = { 0 };
  for (int i = 0; i < PAIRS; i++)
    counts[draw_outcome (&rng, files)]++;
  return (struct found){ 100.0 * counts[SIGNIFICANT] / PAIRS,
                         100.0 * (PAIRS - counts[NOTHING]) / PAIRS };
}

/* In comparisons of FILES files a side, the function should be significant in
   about SIGNIFICANT percent, and found, significant or possible, in about
   FOUND percent.  */
static void
check_found (int files, double significant, double found)
{
  const struct found got = find (files);
  ok (fabs (got.significant - significant) < 5,
      "%d files: significant in %.1f %%", files, got.significant);
  ok (fabs (got.found - found) < 5, "%d files: found in %.1f %%", files,
      got.found);
}

/* At least that.  */
static void
check_found_at_least (int files, double significant, double found)
{
  const struct found got = find (files);
  ok (got.significant >= significant, "%d files: significant in %.1f %%",
      files, got.significant);
  ok (got.found >= found, "%d files: found in %.1f %%", files, got.found);
}

static void
test_slower (void)
{
  /* 100 samples more are 100 / sqrt (2100) = 2.18 errors on average, and vary
     by one.  Beyond three is P (Z > 3 - 2.18) = 21 %, beyond two P (Z > 2 -
     2.18) = 57 %.  */
  check_found (1, 21, 57);
  /* In two files a side 200 / sqrt (4200) = 3.09 errors: P (Z > 3 - 3.09) =
     53 %, P (Z > 2 - 3.09) = 86 %.  */
  check_found (2, 53, 86);
  /* In four files 400 / sqrt (8400) = 4.36 errors.  If they vary no more than
     samples do, which is so for P (chi-square of 6 < 6) = 58 %, they are beyond
     three for P (Z > 3 - 4.36) = 91 % and beyond two for 99 %.  If they vary
     more, Student's t has to be above 2.45 to be possible: with about 1.2
     times the error, P (Z > 2.45 * 1.2 - 4.36) = 92 %, less what the variance
     of that factor takes away.  */
  check_found_at_least (4, 0.58 * 91, 90);
  /* In five files 4.88 errors, and 57 % of 97 %.  */
  check_found_at_least (5, 0.57 * 97, 95);
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
           "t 1070 lost\nt 1080 lost\nt 1090 doubled\n"
           "t 10a0 copy h.h:1\nt 10b0 copy h.h:1\n"
           "t 10c0 copy g.h:1\nt 10d0 copy g.h:1\nend 10e0",
           TEXTS ("hist 1000 1070 100 seconds s 1 2 3 4 5 6 7"));
  measure (&new,
           "t 1000 twin b/y.c:9\nt 1010 twin b/x.c:9\nt 1020 same\n"
           "T 1030 kept\nT 1040 new\nt 1050 split x.c:1\nt 1060 split y.c:1\n"
           "t 1070 doubled\nt 1080 doubled\n"
           "t 1090 copy h.h:1\nt 10a0 copy g.h:1\nt 10b0 copy g.h:1\n"
           "end 10c0",
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
  check_match (&comparison, SIDE_OLD, 10, 2, 1, "copies of a header, by file");
  check_match (&comparison, SIDE_NEW, 10, 2, 2, "and those of another header");
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
  test_freedom ();
  test_needs ();
  test_compared ();
  test_slower ();
  test_chance (1);
  test_chance (2);
  test_chance (5);
  test_growth ();
  test_calls ();
  test_matching ();
  test_units ();
  return done ();
}
