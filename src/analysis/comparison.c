/* comparison.c - what has changed between two measurements.  */

#include "config.h"

#include "analysis/comparison.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/placement.h"
#include "base/student.h"
#include "base/vec.h"

enum
{
  LEAST_FILES = 3 /* on each side, for Welch's test */
};

/* How far from 0 a change has to be: standard errors, and the probability to
   be further by chance.  */
struct level
{
  double errors, probability;
};

static const struct level significant = { 3, 0.0027 },
                          possible = { 2, 0.0455 };

/* Units of the profile per tick and file; 0 if there is no rate, as in other
   listings.  */
static double
unit_of (const struct compared_side *side)
{
  return side->rate > 0 ? 1 / side->rate / (double)side->spreads->files : 0;
}

/* Add TICKS with their SPREAD between the files of SIDE to CHANGE.  */
static void
add_time (struct change_side *change, const struct compared_side *side,
          double ticks, const struct spread *spread)
{
  const size_t files = side->spreads->files;
  /* Of one file, not of the mean.  */
  const double unit = unit_of (side) * (double)files;
  change->ticks += ticks;
  change->variance += spread_variance (spread, files) * unit * unit;
}

/* Add what SIDE, number NUMBER, has to the changes and their total.  */
static void
add_side (struct comparison *comparison, int number)
{
  const struct compared_side *side = &comparison->sides[number];
  double sum = 0;
  for (sym_id id = 0; id < side->program->symtab.count; id++)
    {
      const uint32_t match = comparison->matching.of[number][id];
      struct change_side *change = &comparison->changes[match].sides[number];
      add_time (change, side, side->ticks[id], &side->spreads->items[id]);
      change->calls += side->calls[id];
      sum += side->ticks[id];
    }
  add_time (&comparison->total.sides[number], side, sum,
            &side->spreads->total);
}

/* The variance of the mean time of SIDE, by the spread between files.  */
static double
spread_part (const struct comparison *comparison, const struct change *change,
             int side)
{
  return change->sides[side].variance
         / (double)comparison->sides[side].spreads->files;
}

/* The variance of the delta of CHANGE by the spread between files; 0 if there
   are too few, or no file differs from the others of its side.  */
static double
spread_variance_of (const struct comparison *comparison,
                    const struct change *change)
{
  return comparison->by_spread
             ? spread_part (comparison, change, SIDE_OLD)
                   + spread_part (comparison, change, SIDE_NEW)
             : 0;
}

/* A sum of ticks has the variance of a Poisson process, which is itself.  */
static double
sample_variance_of (const struct comparison *comparison,
                    const struct change *change)
{
  double variance = 0;
  for (int side = 0; side < SIDES; side++)
    {
      const double unit = unit_of (&comparison->sides[side]);
      variance += change->sides[side].ticks * unit * unit;
    }
  return variance;
}

/* The degrees of freedom of VARIANCE, that of CHANGE by the spread, with TIMES
   as many files ("The generalization of Student's problem when several
   different population variances are involved", Welch 1947).  */
static double
freedom_of (const struct comparison *comparison, const struct change *change,
            double variance, double times)
{
  double inverse = 0;
  for (int side = 0; side < SIDES; side++)
    {
      const double files = (double)comparison->sides[side].spreads->files;
      const double share = spread_part (comparison, change, side) / variance;
      inverse += share * share / (files * times - 1);
    }
  return 1 / inverse;
}

/* Is CHANGE beyond LEVEL by the spread between files, or would it be with TIMES
   as many?  */
static bool
is_beyond_spread (const struct comparison *comparison,
                  const struct change *change, const struct level *level,
                  double times)
{
  const double variance = spread_variance_of (comparison, change);
  return variance > 0
         && student_tails (change->delta * sqrt (times / variance),
                           freedom_of (comparison, change, variance, times))
                < level->probability;
}

/* The same by the number of samples, unless files vary more than these
   explain (R14.85).  */
static bool
is_beyond_samples (const struct comparison *comparison,
                   const struct change *change, const struct level *level,
                   double times)
{
  const double variance = sample_variance_of (comparison, change);
  return spread_variance_of (comparison, change) <= variance
         && fabs (change->delta) * sqrt (times)
                > level->errors * sqrt (variance);
}

/* Is CHANGE beyond LEVEL?  If so, set its error to that of the test that says
   so.  */
static bool
reaches (const struct comparison *comparison, struct change *change,
         const struct level *level)
{
  const bool by_spread = is_beyond_spread (comparison, change, level, 1);
  if (!by_spread && !is_beyond_samples (comparison, change, level, 1))
    return false;
  change->error = sqrt (by_spread ? spread_variance_of (comparison, change)
                                  : sample_variance_of (comparison, change));
  return true;
}

/* Test the delta of CHANGE, which is possible only for what BOTH programs
   have.  */
static void
test_change (const struct comparison *comparison, struct change *change,
             bool both)
{
  const double spread = spread_variance_of (comparison, change);
  change->error
      = sqrt (spread > 0 ? spread : sample_variance_of (comparison, change));
  change->significant = reaches (comparison, change, &significant);
  change->possible = both && !change->significant
                     && reaches (comparison, change, &possible);
}

/* Are the calls per file different?  A * M and B * N are compared without
   overflow.  No side has 0 files.  */
static bool
calls_differ (const struct comparison *comparison, const struct change *change)
{
  const uint64_t a = change->sides[SIDE_OLD].calls,
                 b = change->sides[SIDE_NEW].calls,
                 n = comparison->sides[SIDE_OLD].spreads->files,
                 m = comparison->sides[SIDE_NEW].spreads->files;
  return a / n != b / m || a % n * m != b % m * n;
}

/* Compute the delta of CHANGE, of what BOTH programs have or not, and what
   else follows from its sides.  */
static void
finish_change (const struct comparison *comparison, struct change *change,
               bool both)
{
  for (int side = 0; side < SIDES; side++)
    change->sides[side].time
        = change->sides[side].ticks * unit_of (&comparison->sides[side]);
  change->delta = change->sides[SIDE_NEW].time - change->sides[SIDE_OLD].time;
  change->calls_differ = calls_differ (comparison, change);
  test_change (comparison, change, both);
}

static bool
has_ticks (const struct change *change)
{
  return change->sides[SIDE_OLD].ticks > 0
         || change->sides[SIDE_NEW].ticks > 0;
}

enum status
comparison_check_units (const char *old, const char *new, struct diag *diag)
{
  if (old == NULL || new == NULL || strcmp (old, new) == 0)
    return STATUS_OK;
  return diag_fail (diag, STATUS_MISMATCH, NULL,
                    /* TRANSLATORS: words from the files, such as "seconds",
                       in no particular language.  */
                    _ ("samples of the old profiles count %s, those of the "
                       "new ones %s"),
                    old, new);
}

/* Fill the changes.  */
static void
compare (struct comparison *comparison)
{
  for (int side = 0; side < SIDES; side++)
    add_side (comparison, side);
  for (size_t i = 0; i < comparison->matching.matches.count; i++)
    {
      const struct match *match = &comparison->matching.matches.items[i];
      const bool both
          = match->count[SIDE_OLD] > 0 && match->count[SIDE_NEW] > 0;
      finish_change (comparison, &comparison->changes[i], both);
      comparison->compared += both && has_ticks (&comparison->changes[i]);
    }
  finish_change (comparison, &comparison->total, true);
}

/* Do the files tell how times vary?  */
static bool
has_spread (const struct spreads *spreads)
{
  return spreads->files >= LEAST_FILES && !spreads->has_sums;
}

enum status
comparison_make (struct comparison *comparison,
                 const struct compared_side *old,
                 const struct compared_side *new,
                 const struct options *options, struct diag *diag)
{
  *comparison
      = (struct comparison){ .sides = { *old, *new },
                             .by_spread = has_spread (old->spreads)
                                          && has_spread (new->spreads) };
  enum status status = comparison_check_units (old->unit, new->unit, diag);
  if (status == STATUS_OK)
    status = matching_make (&comparison->matching, old->program, new->program,
                            options, diag);
  if (status != STATUS_OK)
    return status;
  comparison->changes = array_new (comparison->matching.matches.count,
                                   sizeof *comparison->changes);
  if (comparison->changes == NULL)
    return diag_no_memory (diag);
  compare (comparison);
  return STATUS_OK;
}

double
comparison_chance (const struct comparison *comparison)
{
  return (double)comparison->compared
         * (possible.probability - significant.probability);
}

double
comparison_needs (const struct comparison *comparison,
                  const struct change *change)
{
  enum
  {
    MOST = 100 /* more than enough: (3/2)^2, and less where files are few */
  };
  int tenths = 10;
  do
    tenths++;
  while (
      tenths < MOST
      && !is_beyond_spread (comparison, change, &significant, tenths / 10.0)
      && !is_beyond_samples (comparison, change, &significant, tenths / 10.0));
  return tenths / 10.0;
}

bool
change_percent (const struct change *change, double *percent)
{
  const double before = change->sides[SIDE_OLD].time;
  *percent = before > 0 ? 100 * change->delta / before : 0;
  return before > 0;
}

bool
comparison_grew (const struct comparison *comparison, double percent)
{
  for (size_t i = 0; i < comparison->matching.matches.count; i++)
    {
      const struct change *change = &comparison->changes[i];
      double growth;
      if (change->significant && change->delta > 0
          && (!change_percent (change, &growth) || growth > percent))
        return true;
    }
  return false;
}

EVERY_RUN void
comparison_release (struct comparison *comparison)
{
  free (comparison->changes);
  matching_release (&comparison->matching);
  *comparison = (struct comparison){ 0 };
}
