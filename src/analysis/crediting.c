/* crediting.c - who is credited with the ticks of bins.  */

#include "config.h"

#include "analysis/crediting.h"

#include "analysis/hist.h"

/* The sample at an address is the symbol's that has it (R20.44).  */
static enum status
share_address (struct shares *shares, const struct symtab *symtab,
               const struct histogram *histogram, size_t bin,
               struct diag *diag)
{
  const uint64_t pc = histogram->low_pc + bin;
  const sym_id id = symtab_find (symtab, pc);
  shares->low_pc = pc;
  shares->high_pc = pc + 1;
  shares->weight = 1;
  shares->whole = 1;
  shares->unit = 1;
  return id != SYM_NONE ? shares_push (shares, id, 1, diag) : STATUS_OK;
}

/* Share out BIN as crediting_share does.  */
static enum status
share_bin (struct crediting *crediting, const struct measured *of,
           const struct histogram *first, const struct histogram *histogram,
           size_t bin, enum share_detail detail, struct diag *diag)
{
  struct shares *shares = &crediting->shares;
  if (histogram->by_address)
    return share_address (shares, of->symtab, histogram, bin, diag);
  return of->exact ? attribution_share (&crediting->attribution, shares, of,
                                        histogram, bin, detail, diag)
                   : hist_share (shares, of, first, histogram, bin, diag);
}

enum status
crediting_share (struct crediting *crediting, const struct measured *of,
                 const struct histogram *first,
                 const struct histogram *histogram, size_t bin,
                 enum share_detail detail, struct diag *diag)
{
  const struct symset *tables = of->selection->tables;
  struct shares *shares = &crediting->shares;
  shares->items.count = 0;
  enum status status
      = share_bin (crediting, of, first, histogram, bin, detail, diag);
  for (size_t i = 0; i < shares->items.count; i++)
    shares->items.items[i].accepted
        = symset_accepts (&tables[SPEC_FLAT_INCLUDE],
                          &tables[SPEC_FLAT_EXCLUDE],
                          shares->items.items[i].symbol);
  return status;
}

static enum status
walk_one (struct crediting *crediting, const struct measured *of,
          const struct histogram *histogram, enum share_detail detail,
          crediting_visitor *visit, void *context, struct diag *diag)
{
  const struct profile *profile = of->profile;
  const uint64_t *bins = profile_ticks (profile, histogram);
  enum status status = STATUS_OK;
  for (size_t i = profile_next_ticks (profile, histogram, 0);
       i < histogram->bin_count && status == STATUS_OK;
       i = profile_next_ticks (profile, histogram, i + 1))
    {
      status = crediting_share (crediting, of, profile->histograms.items,
                                histogram, i, detail, diag);
      if (status == STATUS_OK)
        visit (context, &crediting->shares, bins[i]);
    }
  return status;
}

enum status
crediting_walk (struct crediting *crediting, const struct measured *of,
                enum share_detail detail, crediting_visitor *visit,
                void *context, struct diag *diag)
{
  const struct profile *profile = of->profile;
  enum status status = STATUS_OK;
  for (size_t i = 0; i < profile->histograms.count && status == STATUS_OK; i++)
    status = walk_one (crediting, of, &profile->histograms.items[i], detail,
                       visit, context, diag);
  return status;
}

/* Where crediting_assign's sums go.  */
struct sums
{
  double *ticks;
  double *total;
};

static void
add_up (void *context, const struct shares *shares, uint64_t count)
{
  const struct sums *sums = context;
  *sums->total += (double)count;
  for (size_t i = 0; i < shares->items.count; i++)
    {
      const struct share *share = &shares->items.items[i];
      const double ticks = shares_ticks (shares, share->weight, (double)count);
      if (share->accepted)
        sums->ticks[share->symbol] += ticks;
      else
        *sums->total -= ticks;
    }
}

enum status
crediting_assign (struct crediting *crediting, const struct measured *of,
                  double *ticks, double *total, struct diag *diag)
{
  struct sums sums = { ticks, total };
  *total = 0;
  return crediting_walk (crediting, of, SHARE_SYMBOLS, add_up, &sums, diag);
}

void
crediting_release (struct crediting *crediting)
{
  vec_release (&crediting->shares.items);
  attribution_release (&crediting->attribution);
}
