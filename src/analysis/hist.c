/* hist.c - GNU gprof's rule of who gets the ticks of a bin.

   Addresses are whole units of two bytes, the histogram's, and the arithmetic
   follows the reference's operation by operation.  */

#include "config.h"

#include "analysis/hist.h"

#include <math.h>

#include "base/minmax.h"

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

enum status
hist_share (struct shares *shares, const struct measured *of,
            const struct histogram *first, const struct histogram *histogram,
            size_t bin, struct diag *diag)
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
    return STATUS_OK;
  /* The last symbol that starts at LOW or below is the first that covers it;
     two may start in one unit, or one unit late.  */
  const sym_id above = symtab_first_above (of->symtab, 2 * low + 1);
  sym_id id = above > 0 ? above - 1 : 0;
  uint64_t start = unit_start (&units, id);
  while (id > 0 && start > low)
    start = unit_start (&units, --id);
  enum status status = STATUS_OK;
  while (id < of->symtab->count && start < high && status == STATUS_OK)
    {
      const uint64_t limit = unit_limit (&units, id);
      const uint64_t from = max_u64 (low, start), to = min_u64 (high, limit);
      if (to > from)
        status = shares_push (shares, id, to - from, diag);
      start = limit;
      id++;
      if (ends_early (of->symtab, id - 1))
        start = unit_start (&units, id);
    }
  return status;
}
