/* test_attribution.c - samples credited by what the C library counted (R14.41,
   R14.46).  */

#include "config.h"

#include "analysis/crediting.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "capture.h"
#include "gmon_text.h"
#include "object/image.h"
#include "rng.h"
#include "tap.h"

/* The bin of PC as profil computes it.  */
static uint64_t
bin_of (const struct histogram *histogram, uint64_t pc)
{
  return (pc - histogram->low_pc) / 2 * profil_scale (histogram) / 65536;
}

static void
check_bins (const struct histogram *histogram, const char *what)
{
  bool is_right = true;
  for (uint64_t bin = 0; bin < histogram->bin_count && is_right; bin++)
    {
      uint64_t low_pc, high_pc;
      profil_bin (histogram, bin, &low_pc, &high_pc);
      is_right = low_pc < high_pc && bin_of (histogram, low_pc) == bin
                 && bin_of (histogram, high_pc - 1) == bin
                 && bin_of (histogram, high_pc) == bin + 1
                 && (bin == 0 || bin_of (histogram, low_pc - 1) == bin - 1);
    }
  ok (is_right, "each bin of %s has the addresses that profil puts into it",
      what);
}

/* By hand: 2 * 256 / 1024 * 65536 = 32768.  A range of 1000 bytes has 504
   bytes of bins, for monstartup makes whole words of 8 bytes of its half:
   252 bins, and 504 / 1000 * 65536 = 33030.144.  */
static void
test_scale (void)
{
  const struct histogram even = { 0x1000, 0x1400, .bin_count = 256 };
  const struct histogram odd = { 0x1000, 0x13e8, .bin_count = 252 };
  const struct histogram fine = { 0x1000, 0x1010, .bin_count = 8 };
  ok (profil_scale (&even) == 32768, "four bytes a bin");
  ok (profil_scale (&odd) == 33030, "a scale that is cut to an integer");
  ok (profil_scale (&fine) == 65536, "two bytes a bin");
  check_bins (&even, "even bins");
  check_bins (&odd, "odd bins");
  check_bins (&fine, "fine bins");
}

/* 2 * 1 / 2^20 * 65536 = 0.125, so profil would count nothing.  */
static void
test_coarse (void)
{
  const struct histogram coarse = { 0x1000, 0x101000, .bin_count = 1 };
  uint64_t low_pc, high_pc;
  profil_bin (&coarse, 0, &low_pc, &high_pc);
  ok (profil_scale (&coarse) == 0, "a scale of 0");
  ok (low_pc == 0x1000 && high_pc == 0x101000, "a bin that is all the range");
}

/* Credit PROFILE to the symbols of SYMTAB but those of EXCLUDED, exactly or
   by the rule of GNU gprof.  */
static void
credit (const struct profile *profile, const struct symtab *symtab, bool exact,
        const struct symset *excluded, double *ticks, double *total)
{
  const struct target target = { .word_size = 8 };
  const struct quirks quirks = { 0 };
  struct selection selection = { 0 };
  struct crediting crediting = { 0 };
  struct diag diag = { .program = "test" };
  const struct measured of = { .profile = profile,
                               .symtab = symtab,
                               .target = &target,
                               .selection = &selection,
                               .quirks = &quirks,
                               .exact = exact };
  if (excluded != NULL)
    selection.tables[SPEC_FLAT_EXCLUDE] = *excluded;
  double recording;
  if (crediting_assign (&crediting, &of, ticks, total, &recording, &diag)
      != STATUS_OK)
    helper_failed ("crediting_assign", "failed");
  crediting_release (&crediting);
}

/* Bins of four bytes: a has 0x1000 to 0x1006, b the rest.  The bin from 0x1004
   is shared by two addresses of a and two of b, so of its 6 ticks each gets
   3.  */
static void
test_addresses (void)
{
  struct symtab_text table;
  struct profile profile;
  double ticks[2] = { 0 }, total = 0;
  symtab_text_build (&table, "T 1000 a\nT 1006 b\nend 1010");
  gmon_text_read ("hist 1000 1010 100 seconds s 4 6 0 8", &profile);
  credit (&profile, &table.symtab, true, NULL, ticks, &total);
  is_double (ticks[0], 7, "4 and half of 6 for a");
  is_double (ticks[1], 11, "half of 6 and 8 for b");
  is_double (total, 18, "all ticks");
  symtab_text_release (&table);
  profile_release (&profile);
}

/* The ticks of what is excluded leave the total.  */
static void
test_excluded (void)
{
  struct symtab_text table;
  struct profile profile;
  struct symset excluded = { 0 };
  double ticks[2] = { 0 }, total = 0;
  symtab_text_build (&table, "T 1000 a\nT 1006 b\nend 1010");
  gmon_text_read ("hist 1000 1010 100 seconds s 4 6 0 8", &profile);
  symset_add_range (&excluded, 2, 0, 1);
  credit (&profile, &table.symtab, true, &excluded, ticks, &total);
  is_double (ticks[0], 0, "nothing for a");
  is_double (ticks[1], 11, "b's ticks as before");
  is_double (total, 11, "a's 7 have left the total");
  symset_release (&excluded);
  symtab_text_release (&table);
  profile_release (&profile);
}

/* Functions at random places, up to WHERE each ends: a symbol, or a gap.  */
static void
add_random_symbols (symbol_list *symbols, struct rng *rng)
{
  struct extents extents = { 0 };
  for (uint64_t pc = 0x1000 + rng_below (rng, 64); pc < 0x1400;
       pc += 1 + rng_below (rng, 90))
    {
      const struct symbol symbol = { pc, "f", SYMBOL_FUNCTION };
      const struct extent extent = { pc, pc + 1 + rng_below (rng, 60) };
      vec_push (symbols, symbol);
      vec_push (&extents.functions, extent);
    }
  extents_add_gaps (&extents, symbols);
  extents_release (&extents);
}

/* The sum over all symbols of SYMTAB is that of the bins of PROFILE, by the
   exact rule; by GNU gprof's, the total is.  */
static bool
sums_agree (const struct profile *profile, const struct symtab *symtab)
{
  const struct histogram *histogram = &profile->histograms.items[0];
  double *ticks = array_new (symtab->count, sizeof *ticks);
  double *gnu_ticks = array_new (symtab->count, sizeof *gnu_ticks);
  double total, gnu_total, sum = 0, expected = 0;
  credit (profile, symtab, true, NULL, ticks, &total);
  credit (profile, symtab, false, NULL, gnu_ticks, &gnu_total);
  for (size_t i = 0; i < histogram->bin_count; i++)
    expected += (double)profile_ticks (profile, histogram)[i];
  for (size_t id = 0; id < symtab->count; id++)
    sum += ticks[id];
  free (ticks);
  free (gnu_ticks);
  return fabs (sum - expected) < 1e-9 * (1 + expected) && total == expected
         && gnu_total == expected;
}

/* Random symbols, ranges and bins.  */
static void
test_sums (void)
{
  struct rng rng = { 20 };
  bool is_right = true;
  for (unsigned round = 0; round < 500; round++)
    {
      symbol_list symbols = { 0 };
      struct symtab symtab;
      struct profile profile;
      struct diag diag = { .program = "test" };
      char text[2000];
      const unsigned bins = 1 + rng_below (&rng, 300);
      size_t length
          = (size_t)snprintf (text, sizeof text, "hist %x %x 100 seconds s",
                              0xf80 + 8 * rng_below (&rng, 20),
                              0x1100 + 8 * rng_below (&rng, 200));
      for (unsigned i = 0; i < bins; i++)
        length += (size_t)snprintf (text + length, sizeof text - length, " %u",
                                    rng_below (&rng, 3) * rng_below (&rng, 9));
      gmon_text_read (text, &profile);
      add_random_symbols (&symbols, &rng);
      if (symtab_build (&symtab, symbols.items, symbols.count, UINT64_MAX,
                        &diag)
          != STATUS_OK)
        helper_failed ("symtab_build", "no table");
      is_right = is_right && sums_agree (&profile, &symtab);
      symtab_release (&symtab);
      vec_release (&symbols);
      profile_release (&profile);
    }
  ok (is_right, "the symbols have all samples of random profiles, each once");
}

int
main (void)
{
  test_sums ();
  test_scale ();
  test_coarse ();
  test_addresses ();
  test_excluded ();
  return done ();
}
