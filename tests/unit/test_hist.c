/* test_hist.c - histogram time assigned to symbols (R5).

   A unit is two bytes of the program.  Where a bin is a whole number of
   units, each unit carries an equal part of its ticks, and crediting unit by
   unit is the model.  Elsewhere the model is the double loop of R5.2 and
   R5.3.  */

#include "config.h"

#include "analysis/crediting.h"

#include <math.h>
#include <stdlib.h>

#include "gmon_text.h"
#include "rng.h"
#include "tap.h"

enum
{
  SYMBOLS_AT_MOST = 40
};

/* A profile, a table, and the result.  */
struct assigned
{
  struct symtab_text table;
  struct profile profile;
  struct target target;
  struct selection selection;
  struct quirks quirks;
  double ticks[SYMBOLS_AT_MOST];
  double total;
};

static void
assign (struct assigned *a)
{
  const struct measured of = { .profile = &a->profile,
                               .symtab = &a->table.symtab,
                               .target = &a->target,
                               .selection = &a->selection,
                               .quirks = &a->quirks };
  struct crediting crediting = { 0 };
  struct diag diag = { 0 };
  for (size_t i = 0; i < SYMBOLS_AT_MOST; i++)
    a->ticks[i] = 0;
  double recording;
  if (crediting_assign (&crediting, &of, a->ticks, &a->total, &recording,
                        &diag)
      != STATUS_OK)
    ok (false, "ticks are credited");
  crediting_release (&crediting);
}

static void
start (struct assigned *a, const char *symbols, const char *gmon)
{
  *a = (struct assigned){ .target = { .word_size = 8 } };
  symtab_text_build (&a->table, symbols);
  gmon_text_read (gmon, &a->profile);
  assign (a);
}

static void
release (struct assigned *a)
{
  symtab_text_release (&a->table);
  profile_release (&a->profile);
  selection_release (&a->selection);
}

/* --- By hand ------------------------------------------------------------ */

static void
test_whole_bins (void)
{
  struct assigned a;
  /* Bins of 4 bytes; b begins in the middle of the third.  */
  start (&a, "T 1000 a\nT 100a b\nend 1020",
         "hist 1000 1010 100 seconds s 3 4 6 8");
  is_double (a.ticks[0], 10.0, "3 + 4 + half of 6 ticks for a");
  is_double (a.ticks[1], 11.0, "half of 6 + 8 for b");
  is_double (a.total, 21.0, "21 ticks in total");
  release (&a);
}

/* Ticks below the first symbol and above the last stay in the total.  */
static void
test_uncredited (void)
{
  struct assigned a;
  start (&a, "T 1004 a\nend 1008", "hist 1000 1010 100 seconds s 3 4 6 8");
  is_double (a.ticks[0], 4.0, "the symbol gets the bin it covers");
  is_double (a.total, 21.0, "the total has all bins");
  release (&a);
}

/* GNU gprof reads beyond its table for the last symbol (R5.4); ours ends with
   the text section.  */
static void
test_last_symbol (void)
{
  struct assigned a;
  start (&a, "T 1000 a\nT 1008 b\nend 100c",
         "hist 1000 1010 100 seconds s 1 2 4 8");
  is_double (a.ticks[1], 4.0, "the last symbol reaches up to the text's end");
  a.quirks.last_symbol_covers_nothing = true;
  assign (&a);
  is_double (a.ticks[0], 3.0, "with --gnu-compat the others have theirs");
  is_double (a.ticks[1], 0.0, "and the last symbol nothing");
  is_double (a.total, 15.0, "which stays in the total");
  release (&a);

  start (&a, "T 1000 a\nL 2000 data_start\nend 1010",
         "hist 1000 1010 100 seconds s 1 2 4 8");
  is_double (a.ticks[0], 15.0, "a label beyond the text takes nothing");
  is_double (a.ticks[1], 0.0, "and gets nothing");
  release (&a);
}

/* The same with a histogram that lies beyond the text section altogether, as
   one of several can: the symbol before the label covers it.  */
static void
test_histogram_beyond_text (void)
{
  struct assigned a;
  start (&a, "T 1000 a\nL 2000 data_start\nend 1010",
         "hist 1000 1010 100 seconds s 1 0 0 0\n"
         "hist 1800 1810 100 seconds s 2 4 8 16\n");
  is_double (a.ticks[0], 31.0, "a reaches up to the label");
  is_double (a.total, 31.0, "beyond the text, too");
  release (&a);
}

static void
test_fractional_scale (void)
{
  struct assigned a;
  /* 24 bytes in 8 bins: scale 12 / 8 = 1.5 units.  Bins begin at units
     trunc (1.5 i) = 0 1 3 4 6 7 9 10 12, so their widths are 1 2 1 2 1 2 1 2.
     a has units 0 and 1, b the others.
       bin 0, [0, 1), 3 ticks: a gets 1 * 3 / 1.5 = 2, although the bin lies
                               in a altogether
       bin 1, [1, 3), 3 ticks: a and b get 1 * 3 / 1.5 = 2 each, more than
                               there are
       bin 3, [4, 6), 6 ticks: b gets 2 * 6 / 1.5 = 8
       bin 4, [6, 7), 6 ticks: b gets 1 * 6 / 1.5 = 4.  */
  start (&a, "T 1000 a\nT 1004 b\nend 1018",
         "hist 1000 1018 100 seconds s 3 3 0 6 6 0 0 0");
  is_double (a.ticks[0], 4.0, "a: 2 + 2");
  is_double (a.ticks[1], 14.0, "b: 2 + 8 + 4");
  is_double (a.total, 18.0, "the total counts ticks as they are");
  release (&a);
}

/* Several symbols within one unit: all but the last have no width (R5.7).  */
static void
test_shared_unit (void)
{
  struct assigned a;
  start (&a, "T 1000 a\nT 1001 b\nT 1002 c\nT 1003 d\nend 1004",
         "hist 1000 1004 100 seconds s 8");
  is_double (a.ticks[0], 0.0, "a shares its unit with b");
  is_double (a.ticks[1], 4.0, "which gets its time");
  is_double (a.ticks[2], 0.0, "c likewise");
  is_double (a.ticks[3], 4.0, "with d");
  release (&a);
}

static void
test_two_histograms (void)
{
  struct assigned a;
  start (&a, "T 1000 a\nT 1800 b\nT 2004 c\nend 3000",
         "hist 2000 2008 100 seconds s 1 2\n"
         "hist 1000 1008 100 seconds s 4 8\n");
  is_double (a.ticks[0], 12.0, "ticks of the lower histogram");
  is_double (a.ticks[1], 1.0, "and of the upper");
  is_double (a.ticks[2], 2.0, "in any order");
  is_double (a.total, 15.0, "make one total");
  release (&a);
}

static void
test_no_histogram (void)
{
  struct assigned a;
  start (&a, "T 1000 a\nend 2000", "arc 1000 1000 1");
  is_double (a.ticks[0], 0.0, "without histogram there is no time");
  is_double (a.total, 0.0, "none at all");
  release (&a);
}

/* R5.6: what the flat profile leaves out is not in the total, either.  */
static void
test_selection (void)
{
  struct assigned a;
  start (&a, "T 1000 a\nT 100a b\nend 1020",
         "hist 1000 1010 100 seconds s 3 4 6 8");
  symset_add_range (&a.selection.tables[SPEC_FLAT_EXCLUDE], 2, 0, 1);
  assign (&a);
  is_double (a.ticks[0], 0.0, "an excluded symbol gets nothing");
  is_double (a.ticks[1], 11.0, "others get what they got");
  is_double (a.total, 11.0, "its 10 ticks leave the total");
  symset_add_range (&a.selection.tables[SPEC_FLAT_INCLUDE], 2, 0, 1);
  assign (&a);
  is_double (a.ticks[0], 10.0, "an include table overrules");
  is_double (a.ticks[1], 0.0, "and leaves out the others");
  release (&a);
}

/* R5.1: a VAX function begins with two bytes of data.  If they are in
   another bin than the code, the symbol begins one unit later.  */
static void
test_vax_offset (void)
{
  struct assigned a;
  /* Bins of 4 bytes from 0.  f at 6: units 3 and 4 (6 / 2 and 8 / 2) lie in
     bins 1 and 2, so f begins with unit 4.  g at 12: units 6 and 7, both in
     bin 3, no change.  */
  start (&a, "T 0 a\nT 6 f\nT c g\nend 10", "hist 0 10 100 seconds s 0 2 0 2");
  is_double (a.ticks[0], 1.0, "elsewhere f's half of bin 1 is f's");
  is_double (a.ticks[1], 1.0, "as it should be");
  a.target.code_offset = 2;
  assign (&a);
  is_double (a.ticks[0], 2.0, "on VAX it is a's");
  is_double (a.ticks[1], 0.0, "and f has none of it");
  is_double (a.ticks[2], 2.0, "g is where it was");
  release (&a);
}

/* --- Models ------------------------------------------------------------- */

/* A random table of COUNT symbols and a random histogram from LOW.  */
static void
fill (struct assigned *a, struct rng *rng, uint64_t low, uint64_t high,
      size_t bin_count)
{
  static const char names[SYMBOLS_AT_MOST][2];
  struct symbol symbols[SYMBOLS_AT_MOST];
  struct diag diag = { 0 };
  const size_t count = 1 + rng_below (rng, SYMBOLS_AT_MOST);
  *a = (struct assigned){ 0 };
  for (size_t i = 0; i < count; i++)
    symbols[i] = (struct symbol){ 0x1000 + rng_below (rng, 300), names[i],
                                  SYMBOL_FUNCTION };
  symtab_build (&a->table.symtab, symbols, count,
                0x1000 + rng_below (rng, 400), &diag);
  const struct histogram_header header
      = { low, high, (uint32_t)bin_count, 100, { "seconds", 's' } };
  struct profile_builder builder = { 0 };
  uint64_t *bins;
  profile_builder_add_histogram (&builder, &header, PLACE_FILE ("typed"),
                                 &bins, &diag);
  for (size_t i = 0; i < bin_count; i++)
    bins[i] = rng_below (rng, 3) == 0 ? rng_below (rng, 1000) : 0;
  gmon_finish (&builder, &a->profile);
}

/* The symbol that has UNIT: the last one to begin at or below it.  The last
   symbol of the table ends at its limit.  */
static sym_id
unit_owner (const struct symtab *symtab, uint64_t unit)
{
  sym_id owner = SYM_NONE;
  for (sym_id id = 0; id < symtab->count; id++)
    if (symtab->start[id] / 2 <= unit)
      owner = id;
  if (owner != SYM_NONE && owner + 1 == symtab->count
      && unit >= symtab->limit[owner] / 2)
    return SYM_NONE;
  return owner;
}

/* Credit unit by unit; returns the ticks that no symbol got.  SCALE is a power
   of two, so every number here is exact.  */
static double
credit_units (const struct assigned *a, double *ticks)
{
  const struct histogram *h = &a->profile.histograms.items[0];
  const uint64_t per_bin = (uint64_t)a->profile.scale;
  double uncredited = 0;
  for (size_t unit = 0; unit < h->bin_count * per_bin; unit++)
    {
      const sym_id id = unit_owner (&a->table.symtab, h->low_pc / 2 + unit);
      const double part
          = (double)a->profile.bins.items[unit / per_bin] / a->profile.scale;
      *(id != SYM_NONE ? &ticks[id] : &uncredited) += part;
    }
  return uncredited;
}

static void
test_conservation (void)
{
  struct rng rng = { 17 };
  bool same = true, conserved = true;
  for (unsigned round = 0; round < 2000; round++)
    {
      struct assigned a;
      const uint64_t low = 0x1000 + 2 * rng_below (&rng, 50);
      const uint64_t bytes_per_bin = 2u << rng_below (&rng, 4);
      const size_t bins = 1 + rng_below (&rng, 40);
      fill (&a, &rng, low, low + bytes_per_bin * bins, bins);
      assign (&a);
      double expected[SYMBOLS_AT_MOST] = { 0 };
      double sum = credit_units (&a, expected);
      for (size_t id = 0; id < a.table.symtab.count; id++)
        {
          sum += a.ticks[id];
          same = same && a.ticks[id] == expected[id];
        }
      conserved = conserved && sum == a.total;
      release (&a);
    }
  ok (same, "2000 random histograms: each symbol gets its units' ticks");
  ok (conserved, "credits and what nobody got add up to the total");
}

/* R5.2 and R5.3 literally, and R5.4 without the quirk.  */
static void
model_assign (const struct assigned *a, double *ticks, double *total)
{
  const struct symtab *symtab = &a->table.symtab;
  const struct histogram *h = &a->profile.histograms.items[0];
  const double scale = a->profile.scale;
  for (size_t i = 0; i < h->bin_count; i++)
    {
      const double n = (double)a->profile.bins.items[i];
      const double low = (double)(h->low_pc / 2) + trunc (scale * (double)i);
      const double high
          = (double)(h->low_pc / 2) + trunc (scale * (double)(i + 1));
      *total += n;
      for (size_t j = 0; j < symtab->count && n != 0; j++)
        {
          const double from = (double)(symtab->start[j] / 2);
          const double to
              = (double)((j + 1 < symtab->count ? symtab->start[j + 1]
                                                : symtab->limit[j])
                         / 2);
          const double overlap = fmin (high, to) - fmax (low, from);
          if (overlap <= 0)
            continue;
          if (symset_accepts (&a->selection.tables[SPEC_FLAT_INCLUDE],
                              &a->selection.tables[SPEC_FLAT_EXCLUDE],
                              (sym_id)j))
            ticks[j] += overlap * n / scale;
          else
            *total -= overlap * n / scale;
        }
    }
}

static void
test_any_scale (void)
{
  struct rng rng = { 18 };
  bool same = true;
  for (unsigned round = 0; round < 2000; round++)
    {
      struct assigned a;
      const uint64_t low = 0xff0 + rng_below (&rng, 100);
      const size_t bins = 1 + rng_below (&rng, 60);
      fill (&a, &rng, low, low + 2 * bins + rng_below (&rng, 400), bins);
      const size_t count = a.table.symtab.count;
      symset_add_range (&a.selection.tables[SPEC_FLAT_EXCLUDE], count,
                        rng_below (&rng, (uint32_t)count), count / 2);
      assign (&a);
      double expected[SYMBOLS_AT_MOST] = { 0 }, total = 0;
      model_assign (&a, expected, &total);
      for (size_t id = 0; id < count; id++)
        same = same && a.ticks[id] == expected[id];
      same = same && a.total == total;
      release (&a);
    }
  ok (same, "2000 random scales: the same doubles as the rules give");
}

int
main (void)
{
  test_whole_bins ();
  test_uncredited ();
  test_last_symbol ();
  test_histogram_beyond_text ();
  test_fractional_scale ();
  test_shared_unit ();
  test_two_histograms ();
  test_no_histogram ();
  test_selection ();
  test_vax_offset ();
  test_conservation ();
  test_any_scale ();
  return done ();
}
