/* test_tick_rates.c - ticks at other rates, converted (R4.30).  */

#include "config.h"

#include "model/profile.h"

#include <inttypes.h>

#include "model/profile_builder.h"
#include "rng.h"
#include "tap.h"

/* The whole of a run of bins.  */
static bool
convert (uint64_t *to, const uint64_t *from, size_t count, uint32_t from_rate,
         uint32_t to_rate)
{
  uint64_t carried = from_rate / 2;
  return tick_rates_carry (to, from, count, from_rate, to_rate, &carried);
}

static void
test_by_hand (void)
{
  /* 2.5 times as many: 2.5, 5 and 7.5 ticks up to each bin, which are 3, 5
     and 8.  */
  const uint64_t from[] = { 1, 1, 1 };
  uint64_t to[] = { 10, 0, 0 };
  ok (convert (to, from, 3, 100, 250), "from 100 to 250 a second");
  is_u64 (to[0], 13, "a first half becomes a tick, beside those there were");
  is_u64 (to[1], 2, "and is not forgotten in the next bin");
  is_u64 (to[2], 3, "nor behind that");
}

static void
test_fractions_are_carried (void)
{
  /* A hundred bins of a tenth of a tick each.  */
  uint64_t from[100], to[100] = { 0 }, sum = 0, most = 0;
  for (size_t i = 0; i < 100; i++)
    from[i] = 1;
  convert (to, from, 100, 1000, 100);
  for (size_t i = 0; i < 100; i++)
    {
      sum += to[i];
      most = to[i] > most ? to[i] : most;
    }
  is_u64 (sum, 10, "a hundred tenths are ten ticks");
  is_u64 (most, 1, "no two of them in one bin");
}

static void
test_empty_bins_stay_empty (void)
{
  const uint64_t from[] = { 0, 2, 0, 0, 1, 0 };
  uint64_t to[6] = { 0 };
  convert (to, from, 6, 3, 1);
  /* 2/3 and 3/3.  */
  ok (to[0] == 0 && to[2] == 0 && to[3] == 0 && to[5] == 0,
      "a bin without ticks gets none");
  is_u64 (to[1], 1, "two thirds are one tick");
  is_u64 (to[4], 0, "with the third behind them, too");
}

/* The slow model: up to each bin the sum is S * TO_RATE / FROM_RATE, rounded
   to the nearest, for the sum S of the ticks before.  */
static bool
agrees_with_model (struct rng *rng)
{
  enum
  {
    COUNT = 50
  };
  uint64_t from[COUNT], to[COUNT] = { 0 };
  const uint32_t rates[] = { 1, 2, 3, 99, 100, 1000, UINT32_MAX };
  const uint32_t from_rate = rates[rng_below (rng, 7)];
  const uint32_t to_rate = rates[rng_below (rng, 7)];
  for (size_t i = 0; i < COUNT; i++)
    from[i] = rng_below (rng, 2) ? rng_below (rng, 65536) : 0;
  if (!convert (to, from, COUNT, from_rate, to_rate))
    return false;
  uint64_t given = 0, got = 0;
  for (size_t i = 0; i < COUNT; i++)
    {
      given += from[i];
      got += to[i];
      /* At most 2^22 * 2^32.  */
      if (got != (given * to_rate + from_rate / 2) / from_rate)
        return false;
    }
  return true;
}

static void
test_at_random (void)
{
  struct rng rng = { 99 };
  size_t wrong = 0;
  for (int i = 0; i < 5000; i++)
    wrong += !agrees_with_model (&rng);
  is_u64 (wrong, 0, "5000 conversions are those of the model");
}

static void
test_limits (void)
{
  uint64_t to = 0;
  const uint64_t most = UINT64_MAX;
  ok (convert (&to, &most, 1, UINT32_MAX, UINT32_MAX - 1),
      "2^64 - 1 ticks become fewer");
  /* (2^64 - 1) / (2^32 - 1) = 2^32 + 1, which is once less for each.  */
  is_u64 (to, UINT64_MAX - UINT64_C (0x100000001), "exactly");
  to = 0;
  ok (convert (&to, &most, 1, 7, 7) && to == most,
      "the same rate changes nothing");
  to = 0;
  ok (!convert (&to, &most, 1, 1, 2), "twice as many do not fit");
  const uint64_t half = UINT64_MAX / 2 + 1;
  to = 0;
  ok (!convert (&to, &half, 1, 1, 2), "nor does one too many");
  to = 1;
  ok (!convert (&to, &most, 1, 1, 1), "nor with one there before");
}

/* --- In a profile -------------------------------------------------------- */

static void
add (struct profile_builder *builder, uint64_t low_pc, uint32_t rate,
     uint64_t ticks, const char *file)
{
  struct diag diag = { 0 };
  const struct histogram_header header
      = { low_pc, low_pc + 8, 2, rate, { "seconds", 's' } };
  uint64_t *bins = NULL;
  is_u64 (profile_builder_add_histogram (builder, &header, PLACE_FILE (file),
                                         &bins, &diag),
          STATUS_OK, "a histogram at %" PRIu32, rate);
  bins[0] += ticks;
  bins[1] += ticks;
  profile_builder_end_file (builder, file, &diag);
}

static void
test_in_profile (void)
{
  struct profile_builder builder = { 0 };
  struct profile profile;
  struct diag diag = { 0 };
  add (&builder, 0x1000, 100, 7, "first");
  add (&builder, 0x1000, 300, 1, "b");
  add (&builder, 0x1008, 300, 4, "b");
  add (&builder, 0x1000, 50, 2, "c");
  add (&builder, 0x1000, 300, 1, "d");
  add (&builder, 0x1000, 0, 1, "none");
  add (&builder, 0x1000, 100, 1, "last");
  is_u64 (profile_builder_finish (&builder, &profile, &diag), STATUS_OK,
          "they are converted");
  is_u64 (profile.rate, 100, "the rate is the first file's");
  is_text (profile.other_rates.file, "b", "the first file with another");
  is_u64 (profile.other_rates.rate, 300, "which is that");
  is_u64 (profile.other_rates.files, 4, "and how many there were");
  /* 7 and, without a rate, 1 and 1; twice 1/3: 2/3, 4/3; 2 at 50 are 4.  */
  is_u64 (profile.bins.items[0], 9 + 1 + 4, "rates are added up apart");
  is_u64 (profile.bins.items[1], 9 + 0 + 4, "and rounded together");
  is_u64 (profile.samples[0], 9 + 2 + 2, "samples stay what they were");
  is_u64 (profile.histograms.items[0].rate, 0, "they have several rates");
  /* 4/3, 8/3.  */
  is_u64 (profile.bins.items[2], 1, "another range has");
  is_u64 (profile.bins.items[3], 2, "fractions of its own");
  is_u64 (profile.samples[profile.histograms.items[1].first_bin + 1], 4,
          "and samples of its own");
  is_u64 (profile.histograms.items[1].rate, 300, "all at one rate");
  profile_release (&profile);
}

/* Is a sum of 7 ticks at FIRST_RATE and 3 at another one 10 under QUIRKS, and
   nothing said?  */
static void
check_unconverted (const struct quirks *quirks, uint32_t first_rate,
                   const char *what)
{
  struct profile_builder builder;
  struct profile profile;
  struct diag diag = { 0 };
  profile_builder_start (&builder, quirks);
  add (&builder, 0x1000, first_rate, 7, "first");
  add (&builder, 0x1000, 300, 3, "other");
  profile_builder_finish (&builder, &profile, &diag);
  is_u64 (profile.bins.items[0], 10, "%s", what);
  ok (profile.other_rates.file == NULL, "in silence");
  ok (profile.samples == profile.bins.items, "samples are ticks");
  is_u64 (profile.histograms.items[0].rate, 0, "though at several rates");
  profile_release (&profile);
}

static void
test_without_conversion (void)
{
  check_unconverted (&(struct quirks){ .merges_rates = true }, 100,
                     "as GNU gprof does it");
  check_unconverted (&(struct quirks){ 0 }, 0,
                     "to a rate of 0 nothing is converted");
}

/* More samples than 64 bits can hold, but so few ticks that these fit.  */
static void
test_many_samples (void)
{
  struct profile_builder builder = { 0 };
  struct profile profile;
  struct diag diag = { 0 };
  add (&builder, 0x1000, 1, 6, "first");
  add (&builder, 0x1000, UINT32_MAX, UINT64_MAX - 5, "other");
  is_u64 (profile_builder_finish (&builder, &profile, &diag), STATUS_OK,
          "2^64 samples and more");
  is_u64 (profile.samples[0], UINT64_MAX, "are 2^64 - 1");
  profile_release (&profile);
}

static void
test_too_many (void)
{
  struct profile_builder builder = { 0 };
  struct profile profile;
  struct diag diag = { 0 };
  add (&builder, 0x1000, 100, UINT64_MAX - 5, "first");
  add (&builder, 0x1000, 10, 1, "other");
  is_u64 (profile_builder_finish (&builder, &profile, &diag),
          STATUS_UNSUPPORTED, "ten ticks do not fit where five do");
  is_u64 (profile.bins.count, 0, "and nothing is handed over");
  diag_release (&diag);
  profile_builder_release (&builder);
}

int
main (void)
{
  test_by_hand ();
  test_fractions_are_carried ();
  test_empty_bins_stay_empty ();
  test_at_random ();
  test_limits ();
  test_in_profile ();
  test_without_conversion ();
  test_many_samples ();
  test_too_many ();
  return done ();
}
