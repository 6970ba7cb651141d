/* comparison.c - what has changed between two measurements.  */

#include "config.h"

#include "analysis/comparison.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/student.h"
#include "base/vec.h"

enum
{
  LEAST_FILES = 3 /* on each side, for Welch's test */
};

#define ERRORS 3           /* standard errors that are significant; */
#define PROBABILITY 0.0027 /* to be that far from 0 by chance */

/* Units of the profile per tick and file; 0 if there is no rate, as in other
   listings.  */
static double
unit_of (const struct compared_side *side)
{
  const double rate = side->of->profile->rate;
  return rate > 0 ? 1 / rate / (double)side->spreads->files : 0;
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
  const struct analysis *analysis = &side->measurement->analysis;
  double sum = 0;
  for (sym_id id = 0; id < side->program->symtab.count; id++)
    {
      const uint32_t match = comparison->matching.of[number][id];
      struct change_side *change = &comparison->changes[match].sides[number];
      add_time (change, side, analysis->self_ticks[id],
                &side->spreads->items[id]);
      change->calls += analysis->calls[id];
      sum += analysis->self_ticks[id];
    }
  add_time (&comparison->total.sides[number], side, sum,
            &side->spreads->total);
}

/* Is the delta of CHANGE significant by Welch's test ("The generalization of
   Student's problem when several different population variances are involved",
   1947)?  False, and nothing is set, if no file differs from the others of its
   side.  */
static bool
test_spread (const struct comparison *comparison, struct change *change)
{
  double parts[SIDES], sum = 0, freedom = 0;
  for (int side = 0; side < SIDES; side++)
    {
      const double files = (double)comparison->sides[side].spreads->files;
      parts[side] = change->sides[side].variance / files;
      sum += parts[side];
    }
  if (!(sum > 0))
    return false;
  for (int side = 0; side < SIDES; side++)
    {
      const double files = (double)comparison->sides[side].spreads->files;
      const double share = parts[side] / sum;
      freedom += share * share / (files - 1);
    }
  change->error = sqrt (sum);
  change->significant
      = student_tails (change->delta / change->error, 1 / freedom)
        < PROBABILITY;
  return true;
}

/* A sum of ticks has the variance of a Poisson process, which is itself.  */
static void
test_samples (const struct comparison *comparison, struct change *change)
{
  double variance = 0;
  for (int side = 0; side < SIDES; side++)
    {
      const double unit = unit_of (&comparison->sides[side]);
      variance += change->sides[side].ticks * unit * unit;
    }
  change->error = sqrt (variance);
  change->significant = fabs (change->delta) > ERRORS * change->error;
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

/* Compute the delta of CHANGE and what else follows from its sides.  */
static void
finish_change (const struct comparison *comparison, struct change *change)
{
  for (int side = 0; side < SIDES; side++)
    change->sides[side].time
        = change->sides[side].ticks * unit_of (&comparison->sides[side]);
  change->delta = change->sides[SIDE_NEW].time - change->sides[SIDE_OLD].time;
  change->calls_differ = calls_differ (comparison, change);
  if (!comparison->by_spread || !test_spread (comparison, change))
    test_samples (comparison, change);
}

static enum status
check_units (const struct comparison *comparison, struct diag *diag)
{
  const struct profile *old = comparison->sides[SIDE_OLD].of->profile,
                       *new = comparison->sides[SIDE_NEW].of->profile;
  if (!old->has_histogram || !new->has_histogram
      || strcmp (old->dimension.name, new->dimension.name) == 0)
    return STATUS_OK;
  return diag_fail (diag, STATUS_MISMATCH, NULL,
                    /* TRANSLATORS: words from the files, such as "seconds",
                       in no particular language.  */
                    _ ("samples of the old profiles count %s, those of the "
                       "new ones %s"),
                    old->dimension.name, new->dimension.name);
}

/* Fill the changes.  */
static void
compare (struct comparison *comparison)
{
  for (int side = 0; side < SIDES; side++)
    add_side (comparison, side);
  for (size_t i = 0; i < comparison->matching.matches.count; i++)
    finish_change (comparison, &comparison->changes[i]);
  finish_change (comparison, &comparison->total);
}

enum status
comparison_make (struct comparison *comparison,
                 const struct compared_side *old,
                 const struct compared_side *new,
                 const struct options *options, struct diag *diag)
{
  *comparison = (struct comparison){ .sides = { *old, *new },
                                     .by_spread
                                     = old->spreads->files >= LEAST_FILES
                                       && new->spreads->files >= LEAST_FILES };
  enum status status = check_units (comparison, diag);
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

void
comparison_release (struct comparison *comparison)
{
  free (comparison->changes);
  matching_release (&comparison->matching);
  *comparison = (struct comparison){ 0 };
}
