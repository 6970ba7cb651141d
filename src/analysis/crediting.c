/* crediting.c - who is credited with the ticks of bins: by GNU gprof's rule,
   or by what the C library counted.  */

#include "config.h"

#include "analysis/crediting.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/measured.h"
#include "base/diag.h"
#include "base/minmax.h"
#include "base/search.h"
#include "input/symspec.h"
#include "model/profile.h"

/* Append a share for SYMBOL.  */
static void
push_share (struct shares *shares, sym_id symbol, uint64_t weight)
{
  const struct share share = { symbol, weight, false };
  vec_push (&shares->items, share);
}

/* --- GNU gprof's rule ---------------------------------------------------- */

/* Addresses are whole units of two bytes, the histogram's, and the arithmetic
   follows the reference's operation by operation.  */

/* What places symbols among the units of a histogram.  */
struct units
{
  const struct symtab *symtab;
  unsigned code_offset;
  bool last_is_empty;
  uint64_t base_pc; /* of the first histogram */
  double scale;
};

/* Where symbol ID, which is at UNIT, starts if functions begin with data, as
   on VAX: one unit later if the code proper is in another bin (R5.1).  */
static uint64_t
code_start (const struct units *units, sym_id id, uint64_t unit)
{
  const uint64_t code = (units->symtab->start[id] + units->code_offset) / 2;
  return trunc ((double)(unit - units->base_pc) / units->scale)
                 == trunc ((double)(code - units->base_pc) / units->scale)
             ? unit
             : unit + 1;
}

/* Where symbol ID starts.  */
static inline uint64_t
unit_start (const struct units *units, sym_id id)
{
  const uint64_t unit = units->symtab->start[id] / 2;
  return units->code_offset == 0 ? unit : code_start (units, id, unit);
}

/* Does symbol ID end before the next one starts, as the last one of an object
   and the one for callers elsewhere do?  */
static inline bool
ends_early (const struct symtab *symtab, sym_id id)
{
  return id + 1 < symtab->count && symtab->limit[id] < symtab->start[id + 1];
}

/* Where symbol ID ends: at the next one, or before that where another object
   begins; the last at its limit, or where it starts if it lies beyond the text
   and so covers nothing.  GNU gprof reads that end from beyond its table,
   nearly always as 0 (R5.4).  */
static uint64_t
unit_limit (const struct units *units, sym_id id)
{
  const struct symtab *symtab = units->symtab;
  if (ends_early (symtab, id))
    return max_u64 ((symtab->limit[id] + 1) / 2, unit_start (units, id));
  if (id + 1 < symtab->count)
    return unit_start (units, id + 1);
  const uint64_t limit = units->last_is_empty ? 0 : symtab->limit[id] / 2;
  return max_u64 (limit, unit_start (units, id));
}

/* Where bin number BIN of HISTOGRAM starts.  */
static uint64_t
bin_start (const struct histogram *histogram, size_t bin)
{
  return histogram->low_pc / 2 + (uint64_t)(histogram->scale * (double)bin);
}

/* Set SHARES, which has none, to those of BIN of HISTOGRAM.  FIRST is the
   first histogram of the profile.  Weights are units.  */
static void
hist_share (struct shares *shares, const struct measured *of,
            const struct histogram *first, const struct histogram *histogram,
            size_t bin)
{
  const struct units units = { of->symtab, of->target->code_offset,
                               of->quirks->last_symbol_covers_nothing,
                               first->low_pc, histogram->scale };
  const uint64_t low = bin_start (histogram, bin);
  const uint64_t high = bin_start (histogram, bin + 1);
  shares->low_pc = low * 2;
  shares->high_pc = high * 2;
  shares->weight = high - low;
  shares->whole = histogram->scale;
  shares->unit = 2;
  if (of->symtab->count == 0)
    return;
  /* The last symbol that starts at LOW or below is the first that covers it;
     two may start in one unit, or one unit late.  */
  const sym_id above = symtab_first_above (of->symtab, 2 * low + 1);
  sym_id id = above > 0 ? above - 1 : 0;
  uint64_t start = unit_start (&units, id);
  while (id > 0 && start > low)
    start = unit_start (&units, --id);
  while (id < of->symtab->count && start < high)
    {
      const uint64_t limit = unit_limit (&units, id);
      const uint64_t from = max_u64 (low, start), to = min_u64 (high, limit);
      if (to > from)
        push_share (shares, id, to - from);
      start = limit;
      id++;
      if (ends_early (of->symtab, id - 1))
        start = unit_start (&units, id);
    }
}

/* --- By what was counted ------------------------------------------------- */

/* The instructions of a symbol are decoded from its start, up to the last
   bin that needs them, and where they start is kept, so none is decoded
   twice, in whatever order bins come.  */

enum
{
  SCALE_ONE = 65536 /* of profil: a bin for each two bytes */
};

uint64_t
profil_scale (const struct histogram *histogram)
{
  const uint64_t range = histogram->high_pc - histogram->low_pc;
  const uint64_t bytes = 2 * (uint64_t)histogram->bin_count;
  if (bytes >= range)
    return SCALE_ONE;
  return (uint64_t)((float)bytes / (float)range * (float)SCALE_ONE);
}

static uint64_t
add_saturated (uint64_t a, uint64_t b)
{
  return a + b < a ? UINT64_MAX : a + b;
}

/* Where BIN begins, SCALE being the histogram's: the first address that profil
   does not put into a bin before it.  */
static uint64_t
counted_bin_start (const struct histogram *histogram, uint64_t scale,
                   uint64_t bin)
{
  const uint64_t bins = histogram->bin_count;
  const uint64_t range = histogram->high_pc - histogram->low_pc;
  const uint64_t offset = scale > 0
                              ? (bin * SCALE_ONE + scale - 1) / scale * 2
                              : range / bins * bin + range % bins * bin / bins;
  return add_saturated (histogram->low_pc, offset);
}

void
profil_bin (const struct histogram *histogram, uint64_t bin, uint64_t *low_pc,
            uint64_t *high_pc)
{
  const uint64_t scale = profil_scale (histogram);
  *low_pc = counted_bin_start (histogram, scale, bin);
  *high_pc = counted_bin_start (histogram, scale, bin + 1);
}

/* --- Instructions ------------------------------------------------------- */

/* Where symbol ID ends.  With -l functions overlap their lines.  */
static uint64_t
limit_of (const struct symtab *symtab, sym_id id)
{
  return id + 1 < symtab->count && symtab->start[id + 1] < symtab->limit[id]
             ? symtab->start[id + 1]
             : symtab->limit[id];
}

/* Decode symbol ID of OF, which CODE is, up to HIGH_PC, unless that was
   done.  */
static enum status
decode (struct decoded_code *code, const struct measured *of, sym_id id,
        uint64_t high_pc, struct diag *diag)
{
  const struct symtab *symtab = of->symtab;
  struct instruction next;
  if (code->next_pc < symtab->start[id])
    code->next_pc = symtab->start[id];
  if (code->next_pc >= high_pc)
    return STATUS_OK;
  struct instructions *decoder = of->instructions[symtab_object (symtab, id)];
  enum status status = instructions_seek (decoder, code->next_pc,
                                          limit_of (symtab, id), diag);
  while (status == STATUS_OK && code->next_pc < high_pc
         && instructions_next (decoder, &next))
    {
      code->next_pc = next.pc + next.length;
      vec_push (&code->starts, next.pc);
    }
  if (code->next_pc < high_pc)
    code->next_pc = high_pc;
  return status;
}

/* Append the instructions of symbol ID that start in [LOW_PC, HIGH_PC), which
   lies in it, to those that share the bin.  */
static enum status
list_starts (struct crediting *crediting, const struct measured *of, sym_id id,
             uint64_t low_pc, uint64_t high_pc, struct diag *diag)
{
  if (crediting->codes == NULL)
    {
      crediting->code_count = of->symtab->count;
      crediting->codes
          = array_new (crediting->code_count, sizeof *crediting->codes);
    }
  struct decoded_code *code = &crediting->codes[id];
  enum status status = decode (code, of, id, high_pc, diag);
  size_t i;
  search_first (i, 0, code->starts.count, code->starts.items[i] >= low_pc);
  for (; i < code->starts.count && code->starts.items[i] < high_pc; i++)
    vec_push (&crediting->shares.starts, code->starts.items[i]);
  return status;
}

/* List the symbols that have addresses of the bin, by these or, if BY_START,
   by instructions.  */
static enum status
list_shares (struct crediting *crediting, const struct measured *of,
             bool by_start, struct diag *diag)
{
  const struct symtab *symtab = of->symtab;
  struct shares *shares = &crediting->shares;
  const sym_id above = symtab_first_above (symtab, shares->low_pc);
  enum status status = STATUS_OK;
  shares->unit = by_start ? 0 : 1;
  for (sym_id id = above > 0 ? above - 1 : 0;
       id < symtab->count && symtab->start[id] < shares->high_pc
       && status == STATUS_OK;
       id++)
    {
      const uint64_t from = max_u64 (symtab->start[id], shares->low_pc);
      const uint64_t to = min_u64 (limit_of (symtab, id), shares->high_pc);
      uint64_t weight = to > from ? to - from : 0;
      if (by_start && weight > 0)
        {
          const size_t before = shares->starts.count;
          status = list_starts (crediting, of, id, from, to, diag);
          weight = shares->starts.count - before;
        }
      shares->weight += weight;
      if (weight > 0)
        push_share (shares, id, weight);
    }
  return status;
}

/* Set the shares, of which there are none, to those of BIN of HISTOGRAM, as
   crediting_share says.  */
static enum status
share_counted (struct crediting *crediting, const struct measured *of,
               const struct histogram *histogram, size_t bin,
               enum share_detail detail, struct diag *diag)
{
  struct shares *shares = &crediting->shares;
  enum status status = STATUS_OK;
  bool by_start = of->instructions != NULL;
  profil_bin (histogram, bin, &shares->low_pc, &shares->high_pc);
  shares->weight = 0;
  if (by_start && detail == SHARE_SYMBOLS)
    {
      /* A symbol that is alone gets everything, wherever its instructions
         start.  */
      status = list_shares (crediting, of, false, diag);
      by_start = shares->items.count > 1;
      if (by_start)
        {
          shares->items.count = 0;
          shares->weight = 0;
        }
    }
  if (status == STATUS_OK && by_start)
    status = list_shares (crediting, of, true, diag);
  if (status == STATUS_OK && shares->weight == 0)
    status = list_shares (crediting, of, false, diag);
  /* A table without gaps may have no symbol there.  */
  if (shares->weight == 0)
    shares->weight = 1;
  shares->whole = (double)shares->weight;
  return status;
}

/* --- Bins ---------------------------------------------------------------- */

/* The sample at an address is the symbol's that has it (R20.44).  */
static void
share_address (struct shares *shares, const struct symtab *symtab,
               const struct histogram *histogram, size_t bin)
{
  const uint64_t pc = histogram->low_pc + bin;
  const sym_id id = symtab_find (symtab, pc);
  shares->low_pc = pc;
  shares->high_pc = pc + 1;
  shares->weight = 1;
  shares->whole = 1;
  shares->unit = 1;
  if (id != SYM_NONE)
    push_share (shares, id, 1);
}

enum status
crediting_share (struct crediting *crediting, const struct measured *of,
                 const struct histogram *first,
                 const struct histogram *histogram, size_t bin,
                 enum share_detail detail, struct diag *diag)
{
  const struct symset *tables = of->selection->tables;
  struct shares *shares = &crediting->shares;
  enum status status = STATUS_OK;
  shares->items.count = shares->starts.count = 0;
  if (histogram->by_address)
    share_address (shares, of->symtab, histogram, bin);
  else if (of->exact)
    status = share_counted (crediting, of, histogram, bin, detail, diag);
  else
    hist_share (shares, of, first, histogram, bin);
  for (size_t i = 0; i < shares->items.count; i++)
    shares->items.items[i].accepted
        = symset_accepts (&tables[SPEC_FLAT_INCLUDE],
                          &tables[SPEC_FLAT_EXCLUDE],
                          shares->items.items[i].symbol);
  return status;
}

enum status
crediting_walk (struct crediting *crediting, const struct measured *of,
                enum share_detail detail, crediting_visitor *visit,
                void *context, struct diag *diag)
{
  const struct profile *profile = of->profile;
  const struct histogram *histograms = profile->histograms.items;
  enum status status = STATUS_OK;
  for (size_t i = 0; i < profile->histograms.count && status == STATUS_OK; i++)
    {
      const struct histogram *histogram = &histograms[i];
      const uint64_t *bins = profile_ticks (profile, histogram);
      for (size_t bin = profile_next_ticks (profile, histogram, 0);
           bin < histogram->bin_count && status == STATUS_OK;
           bin = profile_next_ticks (profile, histogram, bin + 1))
        {
          status = crediting_share (crediting, of, histograms, histogram, bin,
                                    detail, diag);
          if (status == STATUS_OK)
            visit (context, &crediting->shares, bins[bin]);
        }
    }
  return status;
}

/* Where crediting_assign's sums go.  */
struct sums
{
  const struct symtab *symtab;
  double *ticks;
  double *total;
  double *recording;
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
        {
          sums->ticks[share->symbol] += ticks;
          continue;
        }
      *sums->total -= ticks;
      if (symspec_leaves_out (sums->symtab->name[share->symbol]))
        *sums->recording += ticks;
    }
}

enum status
crediting_assign (struct crediting *crediting, const struct measured *of,
                  double *ticks, double *total, double *recording,
                  struct diag *diag)
{
  struct sums sums = { of->symtab, ticks, total, recording };
  *total = *recording = 0;
  return crediting_walk (crediting, of, SHARE_SYMBOLS, add_up, &sums, diag);
}

void
crediting_release (struct crediting *crediting)
{
  vec_release (&crediting->shares.items);
  vec_release (&crediting->shares.starts);
  for (size_t id = 0; id < crediting->code_count; id++)
    free (crediting->codes[id].starts.items);
  free (crediting->codes);
  *crediting = (struct crediting){ 0 };
}
