/* attribution.c - samples credited to symbols by what the C library
   counted.

   A walk over bins and symbols, both of which ascend.  The instructions of a
   symbol are decoded from its start, and the walk never goes back within a
   symbol, so none is decoded twice.  */

#include "config.h"

#include "analysis/attribution.h"

#include <stdlib.h>

#include "base/sort.h"
#include "base/vec.h"

enum
{
  SCALE_ONE = 65536 /* of profil: a bin for each two bytes */
};

/* Part of a bin: COUNT instructions, or addresses, of SYMBOL.  */
struct part
{
  sym_id symbol;
  uint64_t count;
};

struct walk
{
  const struct symtab *symtab;
  const struct symset *include, *exclude;
  struct instructions *const *instructions; /* of each object, or null */
  struct instructions *decoder;             /* of the object of DECODED */
  sym_id decoded;      /* the symbol that is being decoded, */
  uint64_t decoded_pc; /* up to here */
  bool has_next;       /* NEXT was decoded, but not yet used */
  struct instruction next;
  VEC (struct part) parts; /* of the bin */
  double *ticks, *total;
  struct diag *diag;
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

/* Where BIN begins: the first address that profil does not put into one before
   it.  */
static uint64_t
bin_start (const struct histogram *histogram, uint64_t bin)
{
  const uint64_t scale = profil_scale (histogram);
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
  *low_pc = bin_start (histogram, bin);
  *high_pc = bin_start (histogram, bin + 1);
}

/* --- Parts of a bin ------------------------------------------------------ */

/* Where symbol ID ends.  With -l functions overlap their lines.  */
static uint64_t
limit_of (const struct symtab *symtab, sym_id id)
{
  return id + 1 < symtab->count && symtab->start[id + 1] < symtab->limit[id]
             ? symtab->start[id + 1]
             : symtab->limit[id];
}

/* Begin to decode symbol ID.  */
static enum status
start_decoding (struct walk *walk, sym_id id)
{
  const struct symtab *symtab = walk->symtab;
  walk->decoder = walk->instructions[symtab_object (symtab, id)];
  walk->decoded = id;
  walk->has_next = false;
  return instructions_seek (walk->decoder, symtab->start[id],
                            limit_of (symtab, id), walk->diag);
}

/* Set *COUNT to how many instructions of symbol ID start in [LOW_PC, HIGH_PC),
   which lies in it.  */
static enum status
count_starts (struct walk *walk, sym_id id, uint64_t low_pc, uint64_t high_pc,
              uint64_t *count)
{
  enum status status = STATUS_OK;
  *count = 0;
  if (walk->decoded != id || low_pc < walk->decoded_pc)
    status = start_decoding (walk, id);
  walk->decoded_pc = high_pc;
  while (status == STATUS_OK)
    {
      if (!walk->has_next)
        walk->has_next = instructions_next (walk->decoder, &walk->next);
      if (!walk->has_next || walk->next.pc >= high_pc)
        break;
      *count += walk->next.pc >= low_pc;
      walk->has_next = false;
    }
  return status;
}

/* List in walk->parts how many addresses, or if BY_START instructions, of
   [LOW_PC, HIGH_PC) the symbols from ID on have; set *SUM to their sum.  */
static enum status
list_parts (struct walk *walk, sym_id id, uint64_t low_pc, uint64_t high_pc,
            bool by_start, uint64_t *sum)
{
  const struct symtab *symtab = walk->symtab;
  enum status status = STATUS_OK;
  walk->parts.count = 0;
  *sum = 0;
  for (; id < symtab->count && symtab->start[id] < high_pc
         && status == STATUS_OK;
       id++)
    {
      const uint64_t from
          = symtab->start[id] > low_pc ? symtab->start[id] : low_pc;
      const uint64_t limit = limit_of (symtab, id);
      const uint64_t to = limit < high_pc ? limit : high_pc;
      struct part part = { id, to > from ? to - from : 0 };
      if (by_start && part.count > 0)
        status = count_starts (walk, id, from, to, &part.count);
      *sum += part.count;
      if (status == STATUS_OK && part.count > 0
          && !vec_push (&walk->parts, part))
        status = diag_no_memory (walk->diag);
    }
  return status;
}

/* Share the COUNT ticks of [LOW_PC, HIGH_PC) among the symbols from ID on.  */
static enum status
credit_bin (struct walk *walk, sym_id id, uint64_t low_pc, uint64_t high_pc,
            uint64_t count)
{
  uint64_t sum = 0;
  enum status status = STATUS_OK;
  if (walk->instructions != NULL)
    status = list_parts (walk, id, low_pc, high_pc, true, &sum);
  if (status == STATUS_OK && sum == 0)
    status = list_parts (walk, id, low_pc, high_pc, false, &sum);
  if (status != STATUS_OK)
    return status;
  *walk->total += (double)count;
  for (size_t i = 0; i < walk->parts.count; i++)
    {
      const struct part *part = &walk->parts.items[i];
      const double ticks = (double)count * (double)part->count / (double)sum;
      if (symset_accepts (walk->include, walk->exclude, part->symbol))
        walk->ticks[part->symbol] += ticks;
      else
        *walk->total -= ticks;
    }
  return STATUS_OK;
}

static enum status
walk_histogram (struct walk *walk, const struct profile *profile,
                const struct histogram *histogram)
{
  const struct symtab *symtab = walk->symtab;
  const uint64_t *bins = profile_ticks (profile, histogram);
  const sym_id above = symtab_first_above (symtab, histogram->low_pc);
  sym_id id = above > 0 ? above - 1 : 0;
  enum status status = STATUS_OK;
  for (size_t i = profile_next_ticks (profile, histogram, 0);
       i < histogram->bin_count && status == STATUS_OK;
       i = profile_next_ticks (profile, histogram, i + 1))
    {
      uint64_t low_pc, high_pc;
      profil_bin (histogram, i, &low_pc, &high_pc);
      while (id < symtab->count && limit_of (symtab, id) <= low_pc)
        id++;
      status = credit_bin (walk, id, low_pc, high_pc, bins[i]);
    }
  return status;
}

/* --- All of them --------------------------------------------------------- */

static int
compare_starts (uint32_t a, uint32_t b, const void *context)
{
  const struct histogram *histograms = context;
  const uint64_t x = histograms[a].low_pc, y = histograms[b].low_pc;
  return x < y ? -1 : x > y;
}

enum status
attribute_exactly (const struct profile *profile, const struct symtab *symtab,
                   struct instructions *const *instructions,
                   const struct symset *include, const struct symset *exclude,
                   double *ticks, double *total, struct diag *diag)
{
  struct walk walk = { .symtab = symtab,
                       .include = include,
                       .exclude = exclude,
                       .instructions = instructions,
                       .decoded = SYM_NONE,
                       .ticks = ticks,
                       .total = total,
                       .diag = diag };
  const size_t count = profile->histograms.count;
  uint32_t *ids = array_new (count, sizeof *ids);
  *total = 0;
  if (ids == NULL)
    return diag_no_memory (diag);
  for (size_t i = 0; i < count; i++)
    ids[i] = (uint32_t)i;
  enum status status
      = sort_ids (ids, count, compare_starts, profile->histograms.items, diag);
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    status
        = walk_histogram (&walk, profile, &profile->histograms.items[ids[i]]);
  vec_release (&walk.parts);
  free (ids);
  return status;
}
