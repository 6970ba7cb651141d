/* hist.c - histogram time assigned to symbols.

   Bins and symbols both ascend, so one pass merges them.  Addresses are whole
   units of two bytes, the histogram's, and the arithmetic follows the
   reference's operation by operation.  */

#include "config.h"

#include "analysis/hist.h"

#include <math.h>

#include "base/search.h"

static uint64_t
min_u64 (uint64_t a, uint64_t b)
{
  return a < b ? a : b;
}

static uint64_t
max_u64 (uint64_t a, uint64_t b)
{
  return a > b ? a : b;
}

/* Where symbol ID starts.  On a target whose functions begin with data, such
   as VAX, one unit later if the code proper is in another bin (R5.1).  */
static uint64_t
unit_start (const struct crediting *walk, sym_id id)
{
  const uint64_t unit = walk->symtab->start[id] / 2;
  const unsigned offset = walk->target->code_offset;
  if (offset == 0)
    return unit;
  const uint64_t code = (walk->symtab->start[id] + offset) / 2;
  return trunc ((double)(unit - walk->base_pc) / walk->scale)
                 == trunc ((double)(code - walk->base_pc) / walk->scale)
             ? unit
             : unit + 1;
}

/* Where symbol ID ends: at the next one; the last at its limit, or where it
   starts if it lies beyond the text and so covers nothing.  GNU gprof reads
   that end from beyond its table, nearly always as 0 (R5.4).  */
static uint64_t
unit_limit (const struct crediting *walk, sym_id id)
{
  if (id + 1 < walk->symtab->count)
    return unit_start (walk, id + 1);
  const uint64_t limit = walk->last_is_empty ? 0 : walk->symtab->limit[id] / 2;
  return max_u64 (limit, unit_start (walk, id));
}

/* The first symbol that ends above UNIT, or the number of symbols.  */
static sym_id
first_ending_above (const struct crediting *walk, uint64_t unit)
{
  size_t id;
  search_first (id, 0, walk->symtab->count,
                unit_limit (walk, (sym_id)id) > unit);
  return (sym_id)id;
}

/* Divide the COUNT ticks of the bin [LOW, HIGH), of SCALE units, among the
   symbols from ID on.  */
static void
credit_bin (const struct crediting *walk, sym_id id, uint64_t low,
            uint64_t high, double count, double scale)
{
  for (; id < walk->symtab->count; id++)
    {
      const uint64_t start = unit_start (walk, id);
      if (high < start)
        break;
      const uint64_t from = max_u64 (low, start);
      const uint64_t to = min_u64 (high, unit_limit (walk, id));
      if (to <= from)
        continue;
      const double credit = (double)(to - from) * count / scale;
      const bool accepted = symset_accepts (walk->include, walk->exclude, id);
      walk->visitor->credit (walk->visitor->context, id, to - from, credit,
                             accepted);
    }
}

/* Where bin number BIN of HISTOGRAM starts.  */
static uint64_t
bin_start (const struct histogram *histogram, size_t bin)
{
  return histogram->low_pc / 2 + (uint64_t)(histogram->scale * (double)bin);
}

void
hist_credit (const struct crediting *crediting,
             const struct histogram *histogram, size_t bin, double count)
{
  const uint64_t low = bin_start (histogram, bin);
  const sym_id above = symtab_first_above (crediting->symtab, 2 * low + 1);
  /* The symbol before it covers LOW; so may the two before that where two
     start in one unit or one unit late.  */
  credit_bin (crediting, above > 3 ? above - 3 : 0, low,
              bin_start (histogram, bin + 1), count, histogram->scale);
}

static void
walk_one (const struct crediting *walk, const struct profile *profile,
          const struct histogram *histogram)
{
  const double scale = histogram->scale;
  const uint64_t *bins = profile_ticks (profile, histogram);
  sym_id id = first_ending_above (walk, bin_start (histogram, 0));
  for (size_t i = profile_next_ticks (profile, histogram, 0);
       i < histogram->bin_count;
       i = profile_next_ticks (profile, histogram, i + 1))
    {
      const uint64_t low = bin_start (histogram, i);
      const uint64_t high = bin_start (histogram, i + 1);
      walk->visitor->bin (walk->visitor->context, low, high, bins[i]);
      while (id < walk->symtab->count && unit_limit (walk, id) <= low)
        id++;
      credit_bin (walk, id, low, high, (double)bins[i], scale);
    }
}

void
hist_walk (const struct profile *profile, const struct symtab *symtab,
           const struct target *target, const struct symset *include,
           const struct symset *exclude, bool last_is_empty,
           const struct hist_visitor *visitor)
{
  const struct histogram *histograms = profile->histograms.items;
  const size_t count = profile->histograms.count;
  const struct crediting walk
      = { symtab,         target,        include,
          exclude,        last_is_empty, count > 0 ? histograms[0].low_pc : 0,
          profile->scale, visitor };
  for (size_t i = 0; i < count; i++)
    walk_one (&walk, profile, &histograms[i]);
}

/* Where hist_assign's sums go.  */
struct sums
{
  double *ticks;
  double *total;
};

static void
sum_bin (void *context, uint64_t low, uint64_t high, uint64_t count)
{
  const struct sums *sums = context;
  (void)low;
  (void)high;
  *sums->total += (double)count;
}

static void
sum_credit (void *context, sym_id id, uint64_t units, double ticks,
            bool accepted)
{
  const struct sums *sums = context;
  (void)units;
  if (accepted)
    sums->ticks[id] += ticks;
  else
    *sums->total -= ticks;
}

void
hist_assign (const struct profile *profile, const struct symtab *symtab,
             const struct target *target, const struct symset *include,
             const struct symset *exclude, bool last_is_empty, double *ticks,
             double *total)
{
  struct sums sums = { ticks, total };
  const struct hist_visitor visitor = { sum_bin, sum_credit, &sums };
  *total = 0;
  hist_walk (profile, symtab, target, include, exclude, last_is_empty,
             &visitor);
}
