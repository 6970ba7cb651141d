/* comparison.c - which functions of two programs are the same, and what has
   changed between two measurements.  */

#include "config.h"

#include "analysis/comparison.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/memory.h"
#include "base/paths.h"
#include "base/sort.h"
#include "object/demangler.h"

/* --- Which functions are the same ---------------------------------------- */

/* Code without a name is matched by its object.  Then there are three passes
   over the symbols that have no match yet, with names that tell less each
   time.  */

/* Which symbols of one name a pass takes for one function.  */
enum rule
{
  RULE_ONLY,    /* the only ones of both sides */
  RULE_BOTH,    /* as many as there are, if both sides have one */
  RULE_LAST,    /* likewise; of those of one side, each by itself */
  RULE_TOGETHER /* as many as there are */
};

#define UNMATCHED UINT32_MAX

/* A symbol that has no match yet.  */
struct candidate
{
  sym_id symbol;
  uint32_t side;
  const char *name; /* the linker's, then demangled */
  const char *key;  /* by which it is matched in this pass */
};

struct pass
{
  struct matching *matching;
  struct program *programs[SIDES];
  const struct options *options;
  VEC (struct candidate) candidates;
  struct arena memory; /* of names */
  struct diag *diag;
};

/* Make a match of the candidates IDS[0 .. COUNT-1], by RULE.  */
static void
match_group (struct pass *pass, const uint32_t *ids, size_t count,
             enum rule rule)
{
  const uint32_t number = (uint32_t)pass->matching->matches.count;
  struct match match = { .first = { SYM_NONE, SYM_NONE },
                         .is_nameless = rule == RULE_TOGETHER };
  for (size_t i = 0; i < count; i++)
    {
      const struct candidate *candidate = &pass->candidates.items[ids[i]];
      if (match.count[candidate->side]++ == 0)
        match.first[candidate->side] = candidate->symbol;
      pass->matching->of[candidate->side][candidate->symbol] = number;
    }
  vec_push (&pass->matching->matches, match);
}

/* IDS[0 .. COUNT-1] are the candidates of one name.  */
static void
take_group (struct pass *pass, const uint32_t *ids, size_t count,
            enum rule rule)
{
  size_t counts[SIDES] = { 0 };
  for (size_t i = 0; i < count; i++)
    counts[pass->candidates.items[ids[i]].side]++;
  const bool both = counts[SIDE_OLD] > 0 && counts[SIDE_NEW] > 0;
  if (rule == RULE_TOGETHER || (both && (rule != RULE_ONLY || count == SIDES)))
    match_group (pass, ids, count, rule);
  else if (rule == RULE_LAST)
    for (size_t i = 0; i < count; i++)
      match_group (pass, &ids[i], 1, rule);
}

/* Match the candidates by their keys, and drop those that have a match.  */
static void
match_keys (struct pass *pass, enum rule rule)
{
  struct candidate *candidates = pass->candidates.items;
  const size_t count = pass->candidates.count;
  const char **keys = array_new (count, sizeof *keys);
  struct name_order order;
  for (size_t i = 0; i < count; i++)
    keys[i] = candidates[i].key;
  name_order_build (&order, keys, count);
  for (size_t i = 0, end; i < count; i = end)
    {
      const uint32_t rank = order.rank[order.by_name[i]];
      for (end = i + 1; end < count && order.rank[order.by_name[end]] == rank;
           end++)
        ;
      take_group (pass, order.by_name + i, end - i, rule);
    }
  name_order_release (&order);
  free (keys);
  pass->candidates.count = 0;
  for (size_t i = 0; i < count; i++)
    if (pass->matching->of[candidates[i].side][candidates[i].symbol]
        == UNMATCHED)
      candidates[pass->candidates.count++] = candidates[i];
}

/* --- Demangled names ----------------------------------------------------- */

/* Look up where the candidates come from.  */
static enum status
locate_candidates (struct pass *pass)
{
  enum status status = STATUS_OK;
  for (uint32_t side = 0; side < SIDES && status == STATUS_OK; side++)
    {
      struct program *program = pass->programs[side];
      struct symset wanted = { 0 };
      for (size_t i = 0; i < pass->candidates.count; i++)
        {
          const struct candidate *candidate = &pass->candidates.items[i];
          if (candidate->side == side)
            symset_add_range (&wanted, program->symtab.count,
                              candidate->symbol, candidate->symbol + 1);
        }
      if (wanted.any)
        status = program_locate (program, &wanted, pass->diag);
      symset_release (&wanted);
    }
  return status;
}

/* What the object of symbol ID of PROGRAM is called; that of the program itself,
   whose file may have another name on the other side, nothing.  */
static const char *
object_of (const struct program *program, sym_id id)
{
  const size_t number = symtab_object (&program->symtab, id);
  return number > 0 ? program->objects.items[number].label : "";
}

/* The name of CANDIDATE, its object and its source file, apart by line
   feeds.  */
static const char *
with_place (struct pass *pass, const struct candidate *candidate)
{
  const struct program *program = pass->programs[candidate->side];
  const source_id id = program->symtab.file[candidate->symbol];
  const char *object = object_of (program, candidate->symbol);
  const char *file = id != SOURCE_NONE
                         ? path_base (sources_name (&program->sources, id))
                         : "";
  return arena_format (&pass->memory, "%s\n%s\n%s", candidate->name, object,
                       file);
}

/* Give the candidates their demangled names.  */
static void
demangle_candidates (struct pass *pass)
{
  struct demangler demangler;
  const struct options *options = pass->options;
  const struct object *main = program_main (pass->programs[SIDE_NEW]);
  demangler_start (&demangler, main != NULL ? main->image : NULL,
                   options->demangle_style > 0 ? options->demangle_style : 0,
                   &options->quirks);
  for (size_t i = 0; i < pass->candidates.count; i++)
    {
      struct candidate *candidate = &pass->candidates.items[i];
      char *name = demangler_make (&demangler, candidate->name, true);
      if (name != NULL)
        candidate->name = arena_text (&pass->memory, name, strlen (name));
      free (name);
    }
}

/* Match by demangled names and places, then what is left by names alone.  */
static enum status
match_demangled_names (struct pass *pass)
{
  enum status status = locate_candidates (pass);
  if (status != STATUS_OK)
    return status;
  demangle_candidates (pass);
  for (size_t i = 0; i < pass->candidates.count; i++)
    pass->candidates.items[i].key
        = with_place (pass, &pass->candidates.items[i]);
  match_keys (pass, RULE_BOTH);
  for (size_t i = 0; i < pass->candidates.count; i++)
    pass->candidates.items[i].key = pass->candidates.items[i].name;
  match_keys (pass, RULE_LAST);
  return STATUS_OK;
}

/* --- The passes ---------------------------------------------------------- */

/* Does symbol ID of SIDE stand for code that has no name on either side?  Of
   one program, such code is known by its address, but for an object whose
   functions are all without names.  */
static bool
is_nameless (const struct pass *pass, int side, sym_id id)
{
  const struct program *old = pass->programs[SIDE_OLD],
                       *new = pass->programs[SIDE_NEW];
  const struct program *program = pass->programs[side];
  if (!(program->symtab.flags[id] & SYMBOL_GAP) || program_main (old) == NULL
      || program_main (new) == NULL)
    return false;
  const struct image *image = program_object_of (program, id)->image;
  return old != new || (image != NULL && image_is_stripped (image));
}

/* The candidates are the symbols without a match that are NAMELESS, or are
   not.  Numbers of candidates and matches have 32 bits.  */
static void
collect_candidates (struct pass *pass, bool nameless)
{
  for (uint32_t side = 0; side < SIDES; side++)
    {
      const struct program *program = pass->programs[side];
      for (sym_id id = 0; id < program->symtab.count; id++)
        {
          const char *name = program->symtab.name[id];
          if (is_nameless (pass, (int)side, id) != nameless)
            continue;
          const struct candidate candidate
              = { id, side, name, nameless ? object_of (program, id) : name };
          vec_push (&pass->candidates, candidate);
        }
    }
  if (pass->candidates.count >= UNMATCHED)
    memory_lacking ();
}

/* Begin: no symbol has a match.  */
static void
start_matching (struct pass *pass)
{
  for (int side = 0; side < SIDES; side++)
    {
      const size_t count = pass->programs[side]->symtab.count;
      uint32_t *of = array_new (count, sizeof *of);
      for (size_t i = 0; i < count; i++)
        of[i] = UNMATCHED;
      pass->matching->of[side] = of;
    }
}

/* Both sides are one program.  */
static void
match_themselves (struct pass *pass)
{
  struct matching *matching = pass->matching;
  for (size_t i = 0; i < pass->candidates.count; i++)
    {
      const sym_id id = pass->candidates.items[i].symbol;
      const struct match match = { { id, id }, { 1, 1 }, false };
      if (matching->of[SIDE_OLD][id] != UNMATCHED)
        continue;
      matching->of[SIDE_OLD][id] = matching->of[SIDE_NEW][id]
          = (uint32_t)matching->matches.count;
      vec_push (&matching->matches, match);
    }
}

/* Match the symbols of the programs OLD and NEW, which may be the same
   one.  */
static enum status
matching_make (struct matching *matching, struct program *old,
               struct program *new, const struct options *options,
               struct diag *diag)
{
  struct pass pass = { .matching = matching,
                       .programs = { old, new },
                       .options = options,
                       .diag = diag };
  enum status status = STATUS_OK;
  start_matching (&pass);
  collect_candidates (&pass, true);
  match_keys (&pass, RULE_TOGETHER);
  collect_candidates (&pass, false);
  if (old == new)
    match_themselves (&pass);
  else
    {
      match_keys (&pass, RULE_ONLY);
      status = match_demangled_names (&pass);
    }
  vec_release (&pass.candidates);
  arena_release (&pass.memory);
  return status;
}

static void
matching_release (struct matching *matching)
{
  vec_release (&matching->matches);
  for (size_t side = 0; side < SIDES; side++)
    free (matching->of[side]);
  *matching = (struct matching){ 0 };
}

/* --- What has changed ---------------------------------------------------- */

enum
{
  LEAST_FILES = 3 /* on each side, for Welch's test */
};

/* Degrees of freedom of Student's distribution, the last one the normal
   distribution's.  */
static const double freedoms[] = { 2, 2.5, 3, 4, 6, 10, 20, INFINITY };

enum
{
  FREEDOMS = sizeof freedoms / sizeof *freedoms
};

/* How far from 0 a change has to be: the probability to be further by chance,
   on both sides, and how many standard errors have it for each of
   FREEDOMS.  */
struct level
{
  double probability;
  double errors[FREEDOMS];
};

static const struct level significant
    = { 0.0027, { 19.206, 12.242, 9.219, 6.620, 4.904, 3.957, 3.422, 3 } },
    possible
    = { 0.0455, { 4.527, 3.732, 3.307, 2.869, 2.517, 2.284, 2.133, 2 } };

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

/* By how much the variance of the ticks of symbol ID is greater than they are
   (R20.126).  It is never less: ticks of higher rates are rounded.  */
static double
excess_of (const struct compared_side *side, sym_id id)
{
  return side->excess != NULL
             ? fmax (side->excess[id] + side->ticks[id] * side->loose, 0)
             : side->ticks[id] * (side->weight - 1);
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
      const double excess = excess_of (side, id);
      add_time (change, side, side->ticks[id], &side->spreads->items[id]);
      change->excess += excess;
      change->calls += side->calls[id];
      sum += side->ticks[id];
      comparison->total.sides[number].excess += excess;
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

/* A number of signals has the variance of a Poisson process, which is itself:
   of ticks, see profile_weight.  */
static double
sample_variance_of (const struct comparison *comparison,
                    const struct change *change)
{
  double variance = 0;
  for (int side = 0; side < SIDES; side++)
    {
      const double unit = unit_of (&comparison->sides[side]);
      variance += (change->sides[side].ticks + change->sides[side].excess)
                  * unit * unit;
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

/* The errors of LEVEL with FREEDOM, 2 or more.  Their logarithm over the
   inverse of FREEDOM is nearly a straight line between those in the table: the
   result is less than 0.5 % too large.  */
static double
errors_of (const struct level *level, double freedom)
{
  size_t i = 1;
  while (freedom > freedoms[i])
    i++;
  const double before = 1 / freedoms[i - 1], after = 1 / freedoms[i];
  const double share = (1 / freedom - after) / (before - after);
  return pow (level->errors[i - 1], share) * pow (level->errors[i], 1 - share);
}

/* Is CHANGE beyond LEVEL, or would it be with TIMES as many files?  By the
   spread between files or, unless these vary more than samples explain, by the
   number of samples (R14.85).  *VARIANCE becomes that of what says so; if
   nothing does, that by the spread, if there is any.  */
static bool
is_beyond (const struct comparison *comparison, const struct change *change,
           const struct level *level, double times, double *variance)
{
  const double spread = spread_variance_of (comparison, change);
  const double samples = sample_variance_of (comparison, change);
  const double delta = fabs (change->delta);
  const bool by_spread
      = spread > 0
        && delta * sqrt (times / spread)
               > errors_of (level,
                            freedom_of (comparison, change, spread, times));
  const bool by_samples
      = !by_spread && spread <= samples
        && delta * sqrt (times) > level->errors[FREEDOMS - 1] * sqrt (samples);
  *variance = by_samples || !(spread > 0) ? samples : spread;
  return by_spread || by_samples;
}

/* Test the delta of CHANGE, which is possible only for what BOTH programs
   have.  */
static void
test_change (const struct comparison *comparison, struct change *change,
             bool both)
{
  double variance;
  change->significant
      = is_beyond (comparison, change, &significant, 1, &variance);
  change->possible
      = both && !change->significant
        && is_beyond (comparison, change, &possible, 1, &variance);
  change->error = sqrt (variance);
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

/* Were calls of a function counted on SIDE, if the other side is OTHER?  What has
   time was called.  */
static bool
counts_calls (const struct change_side *side, const struct change_side *other)
{
  return side->calls > 0 || (!(side->ticks > 0) && other->calls > 0);
}

/* Compute the delta of CHANGE, of what BOTH programs have or not, and what
   else follows from its sides.  */
static void
finish_change (const struct comparison *comparison, struct change *change,
               bool both)
{
  struct change_side *a = &change->sides[SIDE_OLD],
                     *b = &change->sides[SIDE_NEW];
  a->time = a->ticks * unit_of (&comparison->sides[SIDE_OLD]);
  b->time = b->ticks * unit_of (&comparison->sides[SIDE_NEW]);
  a->has_calls = counts_calls (a, b);
  b->has_calls = counts_calls (b, a);
  change->delta = b->time - a->time;
  change->calls_differ
      = a->has_calls && b->has_calls && calls_differ (comparison, change);
  test_change (comparison, change, both);
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
  const size_t count = comparison->matching.matches.count;
  comparison->changes = array_new (count, sizeof *comparison->changes);
  for (int side = 0; side < SIDES; side++)
    add_side (comparison, side);
  for (size_t i = 0; i < count; i++)
    {
      const struct match *match = &comparison->matching.matches.items[i];
      struct change *change = &comparison->changes[i];
      const bool both
          = match->count[SIDE_OLD] > 0 && match->count[SIDE_NEW] > 0;
      finish_change (comparison, change, both);
      comparison->compared += both
                              && (change->sides[SIDE_OLD].ticks > 0
                                  || change->sides[SIDE_NEW].ticks > 0);
    }
  finish_change (comparison, &comparison->total, true);
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
  double variance;
  do
    tenths++;
  while (tenths < MOST
         && !is_beyond (comparison, change, &significant, tenths / 10.0,
                        &variance));
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

void
comparison_release (struct comparison *comparison)
{
  free (comparison->changes);
  matching_release (&comparison->matching);
  *comparison = (struct comparison){ 0 };
}
