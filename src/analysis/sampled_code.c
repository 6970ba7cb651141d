/* sampled_code.c - in which code of chosen functions samples were taken, and
   from where in it calls came.  */

#include "config.h"

#include "analysis/sampled_code.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/callgraph.h"
#include "analysis/callscan.h"
#include "base/minmax.h"
#include "base/search.h"
#include "base/sort.h"

/* Sort COUNT ITEMS of SIZE bytes; COMPARE gets them as its context.  */
static void
sort_in_place (void *items, size_t count, size_t size, sort_compare *compare)
{
  char *sorted = array_new (count, size);
  uint32_t *numbers = array_new (count, sizeof *numbers);
  for (size_t i = 0; i < count; i++)
    numbers[i] = (uint32_t)i;
  sort_ids (numbers, count, compare, items);
  for (size_t i = 0; i < count; i++)
    memcpy (sorted + i * size, (const char *)items + numbers[i] * size, size);
  if (count > 0)
    memcpy (items, sorted, count * size);
  free (numbers);
  free (sorted);
}

/* --- Samples ------------------------------------------------------------- */

/* Receives the shares of bins.  */
struct lister
{
  const struct measured *of;
  const struct symset *wanted;
  sampled_range_list *ranges;
};

/* The bytes that SHARE is for.  By GNU gprof's rule, those of its units of two
   bytes.  The two bytes of a unit can be in two functions, of which the second
   is credited with both; and units behind a function can be credited to it:
   they count as its last byte.  */
static struct sampled_range
range_of (const struct lister *lister, const struct shares *shares,
          const struct share *share)
{
  const uint64_t start = lister->of->symtab->start[share->symbol];
  const uint64_t limit = lister->of->symtab->limit[share->symbol];
  struct sampled_range range = { .low_pc = max_u64 (start, shares->low_pc),
                                 .high_pc = min_u64 (limit, shares->high_pc) };
  if (!lister->of->exact)
    range.high_pc
        = min_u64 (range.high_pc, max_u64 (start / 2 * 2, shares->low_pc)
                                      + 2 * share->weight);
  if (range.high_pc <= range.low_pc)
    range
        = (struct sampled_range){ .low_pc = limit > start ? limit - 1 : limit,
                                  .high_pc = limit };
  return range;
}

/* List the instructions that share the TICKS of the bin, or the bytes.  */
static void
list_bin (void *context, const struct shares *shares, uint64_t ticks)
{
  struct lister *lister = context;
  const uint64_t *start = shares->starts.items;
  for (size_t i = 0; i < shares->items.count; i++)
    {
      const struct share *share = &shares->items.items[i];
      const bool is_wanted = symset_has (lister->wanted, share->symbol);
      if (shares->unit == 0)
        for (uint64_t k = 0; k < share->weight; k++, start++)
          {
            const struct sampled_range range
                = { *start, *start + 1,
                    shares_ticks (shares, 1, (double)ticks) };
            if (is_wanted)
              vec_push (lister->ranges, range);
          }
      else if (is_wanted)
        {
          struct sampled_range range = range_of (lister, shares, share);
          range.ticks = shares_ticks (shares, share->weight, (double)ticks);
          if (range.low_pc < range.high_pc)
            vec_push (lister->ranges, range);
        }
    }
}

static int
compare_ranges (uint32_t a, uint32_t b, const void *context)
{
  const struct sampled_range *ranges = context;
  const uint64_t x = ranges[a].low_pc, y = ranges[b].low_pc;
  return x < y ? -1 : x > y;
}

/* --- Calls --------------------------------------------------------------- */

static int
compare_calls (uint32_t a, uint32_t b, const void *context)
{
  const struct sampled_call *x = (const struct sampled_call *)context + a;
  const struct sampled_call *y = (const struct sampled_call *)context + b;
  if (x->caller != y->caller)
    return x->caller < y->caller ? -1 : 1;
  if (x->from_pc != y->from_pc)
    return x->from_pc < y->from_pc ? -1 : 1;
  return x->callee < y->callee ? -1 : x->callee > y->callee;
}

/* List the calls by functions in WANTED.  */
static void
list_calls (struct sampled_code *code, const struct measured *of,
            const struct symset *wanted)
{
  const struct selection *selection = of->selection;
  const uint64_t thumb = of->target->machine == MACHINE_ARM ? 1 : 0;
  struct arc_resolver resolver;
  arc_resolver_start (&resolver, of->profile, of->symtab,
                      &selection->arcs_include, &selection->arcs_exclude);
  for (size_t i = 0; i < of->profile->arcs.count; i++)
    {
      const struct raw_arc *arc = &of->profile->arcs.items[i];
      struct sampled_call call
          = { .from_pc = arc->from_pc & ~thumb, .count = arc->count };
      if (arc_resolve (&resolver, arc, &call.caller, &call.callee) == ARC_KEPT
          && symset_has (wanted, call.caller))
        vec_push (&code->calls, call);
    }
  arc_resolver_release (&resolver);
  sort_in_place (code->calls.items, code->calls.count,
                 sizeof *code->calls.items, compare_calls);
}

/* --- Both ---------------------------------------------------------------- */

enum status
sampled_code_find (struct sampled_code *code, const struct measured *of,
                   struct crediting *crediting, const struct symset *wanted,
                   struct diag *diag)
{
  struct lister lister
      = { .of = of, .wanted = wanted, .ranges = &code->ranges };
  enum status status = crediting_walk (crediting, of, SHARE_INSTRUCTIONS,
                                       list_bin, &lister, diag);
  /* They come in the order of histograms.  */
  sort_in_place (code->ranges.items, code->ranges.count,
                 sizeof *code->ranges.items, compare_ranges);
  if (status == STATUS_OK)
    list_calls (code, of, wanted);
  return status;
}

size_t
sampled_code_first_range (const struct sampled_code *code, uint64_t pc)
{
  size_t number;
  search_first (number, 0, code->ranges.count,
                code->ranges.items[number].high_pc > pc);
  return number;
}

void
sampled_code_release (struct sampled_code *code)
{
  vec_release (&code->ranges);
  vec_release (&code->calls);
}

/* --- Which instructions call --------------------------------------------- */

/* How well an instruction explains a call.  */
enum fit
{
  FIT_NONE,
  FIT_CALL,    /* it calls */
  FIT_UNKNOWN, /* something that it does not name */
  FIT_CALLEE   /* the callee */
};

static bool
may_call (const struct site_finder *finder,
          const struct site_candidate *candidate)
{
  const uint64_t pc = candidate->return_pc;
  return !candidate->is_other
         && (!callscan_knows_returns (finder->target)
             || callscan_returns_to (finder->text, finder->target, pc,
                                     pc + 1));
}

static enum fit
fit_of (const struct site_finder *finder,
        const struct site_candidate *candidate, sym_id callee)
{
  if (!may_call (finder, candidate))
    return FIT_NONE;
  if (candidate->target == callee)
    return FIT_CALLEE;
  if (candidate->target == SYM_NONE
      && candidate->return_pc != finder->first_pc)
    return FIT_UNKNOWN;
  return FIT_CALL;
}

/* Find the sites of CALL among the candidates from FIRST on, the first one to
   which it may return; if there is none, it is at the next one, or at
   HIGH_PC.  */
static void
place_call (struct site_finder *finder, const struct sampled_call *call,
            size_t first, uint64_t high_pc)
{
  const struct site_candidate *candidates = finder->candidates.items;
  const uint64_t slack = 2 * finder->target->word_size;
  enum fit best = FIT_NONE;
  bool placed = false;
  size_t limit = first;
  for (; limit < finder->candidates.count
         && candidates[limit].return_pc - call->from_pc < slack;
       limit++)
    {
      const enum fit fit = fit_of (finder, &candidates[limit], call->callee);
      best = fit > best ? fit : best;
    }
  struct call_site site = { high_pc, call->callee, call->count };
  for (size_t i = first; i < limit; i++)
    if (fit_of (finder, &candidates[i], call->callee) == best
        && (!placed || best >= FIT_UNKNOWN))
      {
        site.return_pc = candidates[i].return_pc;
        vec_push (finder->sites, site);
        site.count = 0;
        placed = true;
      }
  if (limit < finder->candidates.count)
    site.return_pc = candidates[limit].return_pc;
  if (!placed)
    vec_push (finder->sites, site);
}

void
site_finder_start (struct site_finder *finder, const struct sampled_code *code,
                   sym_id caller, const struct target *target,
                   const struct text_section *text, call_site_list *sites)
{
  *finder = (struct site_finder){
    .code = code, .target = target, .text = text, .sites = sites
  };
  search_first (finder->next, 0, code->calls.count,
                code->calls.items[finder->next].caller >= caller);
  search_first (finder->limit, finder->next, code->calls.count,
                code->calls.items[finder->limit].caller > caller);
}

void
site_finder_see (struct site_finder *finder, struct site_candidate candidate)
{
  const size_t count = finder->candidates.count;
  /* Of an instruction and the one in its delay slot only the first counts.  */
  if (finder->next < finder->limit
      && (count == 0
          || finder->candidates.items[count - 1].return_pc
                 != candidate.return_pc))
    vec_push (&finder->candidates, candidate);
}

static int
compare_sites (uint32_t a, uint32_t b, const void *context)
{
  const struct call_site *x = (const struct call_site *)context + a;
  const struct call_site *y = (const struct call_site *)context + b;
  if (x->return_pc != y->return_pc)
    return x->return_pc < y->return_pc ? -1 : 1;
  return x->callee < y->callee ? -1 : x->callee > y->callee;
}

void
site_finder_finish (struct site_finder *finder, uint64_t high_pc)
{
  const struct site_candidate *candidates = finder->candidates.items;
  const size_t count = finder->candidates.count;
  for (size_t i = 0; i < count && finder->first_pc == 0; i++)
    if (may_call (finder, &candidates[i]))
      finder->first_pc = candidates[i].return_pc;
  for (size_t first = 0; finder->next < finder->limit; finder->next++)
    {
      const struct sampled_call *call
          = &finder->code->calls.items[finder->next];
      while (first < count && candidates[first].return_pc < call->from_pc)
        first++;
      place_call (finder, call, first, high_pc);
    }
  vec_release (&finder->candidates);
  sort_in_place (finder->sites->items, finder->sites->count,
                 sizeof *finder->sites->items, compare_sites);
}
