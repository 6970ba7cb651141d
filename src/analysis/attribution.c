/* attribution.c - who gets the ticks of a bin by what the C library counted.

   The instructions of a symbol are decoded from its start, up to the last bin
   that needs them, and where they start is kept, so none is decoded twice, in
   whatever order bins come.  */

#include "config.h"

#include "analysis/attribution.h"

#include <stdlib.h>

#include "base/placement.h"

enum
{
  SCALE_ONE = 65536, /* of profil: a bin for each two bytes */
  WORD_BITS = 64
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
bin_start (const struct histogram *histogram, uint64_t scale, uint64_t bin)
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
  *low_pc = bin_start (histogram, scale, bin);
  *high_pc = bin_start (histogram, scale, bin + 1);
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

/* Note that an instruction starts at byte OFFSET of CODE.  */
static bool
add_start (struct decoded_code *code, uint64_t offset)
{
  while (code->starts.count <= offset / WORD_BITS)
    if (!vec_push (&code->starts, 0))
      return false;
  code->starts.items[offset / WORD_BITS] |= (uint64_t)1 << offset % WORD_BITS;
  return true;
}

/* Does an instruction start at byte OFFSET of CODE?  */
static bool
is_start (const struct decoded_code *code, uint64_t offset)
{
  return offset / WORD_BITS < code->starts.count
         && (code->starts.items[offset / WORD_BITS] >> offset % WORD_BITS & 1);
}

/* How many instructions start in bytes [FROM, TO) of CODE.  */
static uint64_t
count_starts (const struct decoded_code *code, uint64_t from, uint64_t to)
{
  uint64_t count = 0;
  while (from < to && from / WORD_BITS < code->starts.count)
    {
      const uint64_t word
          = code->starts.items[from / WORD_BITS] >> from % WORD_BITS;
      const uint64_t bits = WORD_BITS - from % WORD_BITS;
      const uint64_t wanted
          = to - from < bits ? ((uint64_t)1 << (to - from)) - 1 : UINT64_MAX;
      for (uint64_t left = word & wanted; left != 0; left &= left - 1)
        count++;
      from += bits;
    }
  return count;
}

/* Decode symbol ID of OF up to HIGH_PC, unless that was done.  */
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
      if (!diag_try (add_start (code, next.pc - symtab->start[id]), diag))
        status = diag_no_memory (diag);
    }
  if (code->next_pc < high_pc)
    code->next_pc = high_pc;
  return status;
}

/* What was decoded of symbol ID of SYMTAB; null when memory has run out.  */
static struct decoded_code *
code_of (struct attribution *attribution, const struct symtab *symtab,
         sym_id id)
{
  static const struct decoded_code fresh = { 0 };
  if (attribution->place == NULL)
    attribution->place = array_new (symtab->count, sizeof *attribution->place);
  if (attribution->place == NULL)
    return NULL;
  uint32_t *place = &attribution->place[id];
  if (*place == 0)
    {
      if (!vec_push (&attribution->codes, fresh))
        return NULL;
      *place = (uint32_t)attribution->codes.count;
    }
  return &attribution->codes.items[*place - 1];
}

/* Set *WEIGHT to how many instructions of symbol ID start in [LOW_PC,
   HIGH_PC), which lies in it.  */
static enum status
weigh (struct attribution *attribution, const struct measured *of, sym_id id,
       uint64_t low_pc, uint64_t high_pc, uint64_t *weight, struct diag *diag)
{
  const uint64_t start = of->symtab->start[id];
  struct decoded_code *code;
  if (!diag_try ((code = code_of (attribution, of->symtab, id)) != NULL, diag))
    return diag_no_memory (diag);
  enum status status = decode (code, of, id, high_pc, diag);
  *weight = count_starts (code, low_pc - start, high_pc - start);
  return status;
}

/* List in SHARES the symbols that have addresses of its bin, by these or, if
   BY_START, by instructions.  */
static enum status
list_shares (struct attribution *attribution, struct shares *shares,
             const struct measured *of, bool by_start, struct diag *diag)
{
  const struct symtab *symtab = of->symtab;
  const sym_id above = symtab_first_above (symtab, shares->low_pc);
  enum status status = STATUS_OK;
  shares->unit = by_start ? 0 : 1;
  for (sym_id id = above > 0 ? above - 1 : 0;
       id < symtab->count && symtab->start[id] < shares->high_pc
       && status == STATUS_OK;
       id++)
    {
      const uint64_t from = symtab->start[id] > shares->low_pc
                                ? symtab->start[id]
                                : shares->low_pc;
      const uint64_t limit = limit_of (symtab, id);
      const uint64_t to = limit < shares->high_pc ? limit : shares->high_pc;
      uint64_t weight = to > from ? to - from : 0;
      if (by_start && weight > 0)
        status = weigh (attribution, of, id, from, to, &weight, diag);
      shares->weight += weight;
      if (status == STATUS_OK && weight > 0)
        status = shares_push (shares, id, weight, diag);
    }
  return status;
}

/* Set *NEEDED unless SHARES, which become those by addresses, are of one symbol
   at most, which then gets everything, wherever its instructions start.  */
static enum status
check_owner (struct attribution *attribution, struct shares *shares,
             const struct measured *of, bool *needed, struct diag *diag)
{
  enum status status = list_shares (attribution, shares, of, false, diag);
  *needed = shares->items.count > 1;
  if (*needed)
    shares->items.count = shares->weight = 0;
  return status;
}

enum status
attribution_share (struct attribution *attribution, struct shares *shares,
                   const struct measured *of,
                   const struct histogram *histogram, size_t bin,
                   enum share_detail detail, struct diag *diag)
{
  enum status status = STATUS_OK;
  bool by_start = of->instructions != NULL;
  profil_bin (histogram, bin, &shares->low_pc, &shares->high_pc);
  shares->weight = 0;
  if (by_start && detail == SHARE_SYMBOLS)
    status = check_owner (attribution, shares, of, &by_start, diag);
  if (status == STATUS_OK && by_start)
    status = list_shares (attribution, shares, of, true, diag);
  if (status == STATUS_OK && shares->weight == 0)
    status = list_shares (attribution, shares, of, false, diag);
  /* A table without gaps may have no symbol there.  */
  if (shares->weight == 0)
    shares->weight = 1;
  shares->whole = (double)shares->weight;
  return status;
}

uint64_t
attribution_next_start (const struct attribution *attribution,
                        const struct symtab *symtab, sym_id id,
                        uint64_t low_pc, uint64_t high_pc)
{
  const uint32_t place
      = attribution->place != NULL ? attribution->place[id] : 0;
  const uint64_t start = symtab->start[id];
  if (place == 0)
    return high_pc;
  const struct decoded_code *code = &attribution->codes.items[place - 1];
  while (low_pc < high_pc && !is_start (code, low_pc - start))
    low_pc++;
  return low_pc;
}

EVERY_RUN void
attribution_release (struct attribution *attribution)
{
  for (size_t i = 0; i < attribution->codes.count; i++)
    vec_release (&attribution->codes.items[i].starts);
  vec_release (&attribution->codes);
  free (attribution->place);
  attribution->place = NULL;
}
