/* test_profile_builder.c - histograms and raw arcs: append, merge, check.  */

#include "config.h"

#include "model/profile_builder.h"

#include <string.h>

#include "rng.h"
#include "tap.h"

static struct histogram_header
header (uint64_t low_pc, uint64_t high_pc, size_t bin_count)
{
  return (struct histogram_header){
    low_pc, high_pc, (uint32_t)bin_count, 100, { "seconds", 's' }
  };
}

/* Add a histogram, all of whose bins hold TICKS.  */
static enum status
add (struct profile_builder *builder, struct histogram_header head,
     uint64_t ticks)
{
  struct diag diag = { 0 };
  uint64_t *bins = NULL;
  const enum status status
      = profile_builder_add_histogram (builder, &head, PLACE_FILE ("typed"),
                                       &bins, &diag);
  for (size_t i = 0; status == STATUS_OK && i < head.bin_count; i++)
    bins[i] += ticks;
  diag_release (&diag);
  return status;
}

static void
test_first_sets_units (void)
{
  struct profile_builder builder = { 0 };
  ok (!builder.so_far.has_histogram, "no histogram yet");
  struct histogram_header head = header (0x1000, 0x1010, 4);
  head.rate = 250;
  is_u64 (add (&builder, head, 1), STATUS_OK, "the first histogram");
  ok (builder.so_far.has_histogram, "is seen");
  is_u64 (builder.so_far.rate, 250, "it sets the rate");
  is_double (builder.so_far.scale, 2.0, "the scale");
  is_text (builder.so_far.dimension.name, "seconds", "the dimension");
  ok (builder.so_far.dimension.abbreviation == 's', "and its abbreviation");

  head.rate = 1000;
  is_u64 (add (&builder, head, 1), STATUS_OK, "another rate is accepted");
  is_u64 (builder.so_far.rate, 250, "and does not replace it");
  profile_builder_release (&builder);
  ok (!builder.so_far.has_histogram && builder.so_far.rate == 0,
      "release forgets all");
}

static void
test_units_must_agree (void)
{
  struct profile_builder builder = { 0 };
  add (&builder, header (0x1000, 0x1010, 4), 1);
  struct histogram_header head = header (0x1000, 0x1010, 4);
  strcpy (head.dimension.name, "events");
  is_u64 (add (&builder, head, 1), STATUS_MISMATCH, "another dimension");
  head = header (0x1000, 0x1010, 4);
  head.dimension.abbreviation = 'S';
  is_u64 (add (&builder, head, 1), STATUS_MISMATCH, "another abbreviation");
  is_u64 (add (&builder, header (0x2000, 0x2010, 8), 1), STATUS_MISMATCH,
          "another scale");
  is_u64 (builder.histograms.count, 1, "none of them was added");
  is_u64 (builder.bins.items[0], 1, "nor were their ticks");
  profile_builder_release (&builder);
}

/* The scale may differ by a millionth.  */
static void
test_scale_tolerance (void)
{
  struct profile_builder builder = { 0 };
  add (&builder, header (0, 4, 1), 1);
  /* 1000001 units in 500000 bins: 2.000002 differs by two millionths.  */
  is_u64 (add (&builder, header (0x1000, 0x1000 + 2 * 1000001, 500000), 1),
          STATUS_MISMATCH, "2.000002 is too far from 2");
  /* 4000001 units in 2000000 bins: 2.0000005, half a millionth.  */
  is_u64 (add (&builder, header (0x1000, 0x1000 + 2 * 4000001, 2000000), 1),
          STATUS_OK, "2.0000005 is near enough");
  is_double (builder.so_far.scale, 2.0, "the first scale counts");
  profile_builder_release (&builder);
}

static void
test_same_range_adds (void)
{
  struct profile_builder builder = { 0 };
  add (&builder, header (0x1000, 0x1010, 4), 65535);
  add (&builder, header (0x1000, 0x1010, 4), 65535);
  is_u64 (builder.histograms.count, 1, "the same range is one histogram");
  is_u64 (builder.bins.count, 4, "with the same bins");
  is_u64 (builder.bins.items[3], 131070, "whose ticks add up beyond 16 bits");
  add (&builder, header (0x1000, 0x1010, 4), UINT32_MAX);
  is_u64 (builder.bins.items[0], UINT64_C (131070) + UINT32_MAX,
          "and beyond 32");
  profile_builder_release (&builder);
}

static enum status
check (struct profile_builder *builder)
{
  struct diag diag = { 0 };
  const enum status status
      = profile_builder_end_file (builder, "typed", &diag);
  diag_release (&diag);
  return status;
}

static void
test_more_ranges (void)
{
  struct profile_builder builder = { 0 };
  is_u64 (check (&builder), STATUS_OK, "a profile of nothing is fine");
  add (&builder, header (0x1000, 0x1010, 4), 1);
  is_u64 (check (&builder), STATUS_OK, "and so is one range");
  is_u64 (add (&builder, header (0x1010, 0x1020, 4), 2), STATUS_OK,
          "a range may touch another from above");
  is_u64 (add (&builder, header (0xff0, 0x1000, 4), 3), STATUS_OK,
          "and from below");
  is_u64 (check (&builder), STATUS_OK, "nothing overlaps");
  is_u64 (builder.histograms.count, 3, "three histograms");
  is_u64 (builder.histograms.items[2].first_bin, 8, "in order of appearance");
  is_u64 (builder.bins.items[4], 2, "the second one's ticks");
  is_u64 (builder.bins.items[11], 3, "the third one's");
  profile_builder_release (&builder);
}

/* R4.31: each of these beside the range 0x1000-0x1010, between two others.
   Their order does not matter.  */
static void
test_overlaps (void)
{
  static const struct
  {
    uint64_t low_pc, high_pc;
    enum status status;
    const char *what;
  } cases[] = {
    { 0x100c, 0x101c, STATUS_MISMATCH, "across its end" },
    { 0x0ffc, 0x100c, STATUS_MISMATCH, "across its start" },
    { 0x1004, 0x100c, STATUS_MISMATCH, "inside" },
    { 0x0800, 0x1800, STATUS_MISMATCH, "around it" },
    { 0x1000, 0x1014, STATUS_MISMATCH, "from the same start" },
    { 0x100c, 0x1010, STATUS_MISMATCH, "to the same end" },
    { 0x1010, 0x1014, STATUS_OK, "touching its end" },
    { 0x0ffc, 0x1000, STATUS_OK, "touching its start" },
    { 0x1000, 0x1010, STATUS_OK, "the same" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (unsigned first = 0; first < 2; first++)
      {
        const struct histogram_header ranges[]
            = { header (0x1000, 0x1010, 4),
                header (cases[i].low_pc, cases[i].high_pc,
                        (size_t)(cases[i].high_pc - cases[i].low_pc) / 4) };
        struct profile_builder builder = { 0 };
        add (&builder, header (0x4000, 0x4010, 4), 1);
        add (&builder, ranges[first], 1);
        add (&builder, ranges[1 - first], 1);
        add (&builder, header (0x100, 0x110, 4), 1);
        is_u64 (check (&builder), cases[i].status, "%s, %s", cases[i].what,
                first ? "earlier" : "later");
        profile_builder_release (&builder);
      }
}

/* Overlaps are found however many ranges lie between.  */
static void
test_random_ranges (void)
{
  struct rng rng = { 29 };
  bool same = true;
  unsigned overlapping = 0;
  for (unsigned round = 0; round < 2000; round++)
    {
      struct profile_builder builder = { 0 };
      uint64_t lows[8], highs[8];
      const uint32_t count = 2 + rng_below (&rng, 7);
      bool expected = false;
      for (uint32_t i = 0; i < count; i++)
        {
          const size_t bins = 1 + rng_below (&rng, 3);
          lows[i] = 4 * rng_below (&rng, 40);
          highs[i] = lows[i] + 4 * bins;
          add (&builder, header (lows[i], highs[i], bins), 1);
          for (uint32_t j = 0; j < i; j++)
            expected |= lows[i] < highs[j] && lows[j] < highs[i]
                        && (lows[i] != lows[j] || highs[i] != highs[j]);
        }
      same = same && (check (&builder) == STATUS_MISMATCH) == expected;
      overlapping += expected;
      profile_builder_release (&builder);
    }
  ok (same, "2000 random profiles overlap where two of their ranges do");
  ok (overlapping > 200 && overlapping < 1800, "%u of them do", overlapping);
}

/* A check after each file, and a file that brings an overlap later.  */
static void
test_later_overlap (void)
{
  struct profile_builder builder = { 0 };
  add (&builder, header (0x1000, 0x1010, 4), 1);
  check (&builder);
  add (&builder, header (0x1008, 0x1018, 4), 1);
  is_u64 (check (&builder), STATUS_MISMATCH, "a later file's overlap");
  profile_builder_release (&builder);
}

/* The same in files of 0 to 19 ranges, which double their number or bring a
   few more: an overlap is found with the file that brings it.  */
static void
test_random_files (void)
{
  enum
  {
    ROUNDS = 1000,
    MOST = 60
  };
  struct rng rng = { 31 };
  unsigned right = 0, overlapping = 0;
  for (unsigned round = 0; round < ROUNDS; round++)
    {
      struct profile_builder builder = { 0 };
      uint64_t lows[MOST], highs[MOST];
      bool expected = false, found = false, same = true;
      for (uint32_t count = 0; count < MOST && !expected && same;)
        {
          uint32_t left = rng_below (&rng, 20);
          for (; left > 0 && count < MOST; left--, count++)
            {
              const size_t bins = 1 + rng_below (&rng, 3);
              lows[count] = 4 * rng_below (&rng, 3000);
              highs[count] = lows[count] + 4 * bins;
              add (&builder, header (lows[count], highs[count], bins), 1);
              for (uint32_t j = 0; j < count; j++)
                expected
                    |= lows[count] < highs[j] && lows[j] < highs[count]
                       && (lows[count] != lows[j] || highs[count] != highs[j]);
            }
          found = check (&builder) == STATUS_MISMATCH;
          same = found == expected;
        }
      right += same;
      overlapping += found;
      profile_builder_release (&builder);
    }
  is_u64 (right, ROUNDS, "random files overlap where they do");
  ok (overlapping > ROUNDS / 5 && overlapping < ROUNDS * 4 / 5,
      "%u sets of them do", overlapping);
}

/* Ranges that files bring one by one, in any order; the tree itself is tested
   in test_ranges.c.  */
static void
test_files_of_ranges (void)
{
  enum
  {
    FILES = 20000
  };
  for (unsigned bad = 0; bad < 2; bad++)
    {
      struct profile_builder builder = { 0 };
      size_t good = 0;
      for (uint64_t i = 0; i < FILES; i++)
        {
          const uint64_t low = 16 * (i * 7919 % FILES);
          add (&builder, header (low, low + 16, 4), 1);
          good += check (&builder) == STATUS_OK;
        }
      is_u64 (good, FILES, "%d files with ranges of their own", FILES);
      add (&builder, header (16 * 5000, 16 * 5000 + 16, 4), 1);
      is_u64 (check (&builder), STATUS_OK, "a known one again");
      /* An empty range fits everywhere.  */
      add (&builder, header (16 * 100 + 8, 16 * 100 + 8, 0), 1);
      is_u64 (check (&builder), STATUS_OK, "one without addresses");
      add (&builder,
           bad ? header (16 * 5000 + 12, 16 * 5000 + 20, 2)
               : header (16 * FILES, 16 * FILES + 8, 2),
           1);
      is_u64 (check (&builder), bad ? STATUS_MISMATCH : STATUS_OK,
              "and a last one, %s", bad ? "across two" : "behind all");
      profile_builder_release (&builder);
    }
}

/* Ranges too small for the scale to show the number of bins.  */
static void
test_same_range_other_bins (void)
{
  struct profile_builder builder = { 0 };
  add (&builder, header (0x1000, 0x1001, 2), 1);
  is_u64 (add (&builder, header (0x1000, 0x1001, 3), 1), STATUS_MISMATCH,
          "the same range in other bins");
  is_u64 (builder.bins.count, 2, "is not added");
  profile_builder_release (&builder);
}

static void
test_odd_headers (void)
{
  struct profile_builder builder = { 0 };
  is_u64 (add (&builder, header (0x1010, 0x1000, 4), 1), STATUS_FORMAT,
          "a range that ends before it starts");
  ok (!builder.so_far.has_histogram, "does not count");
  is_u64 (add (&builder, header (0x1000, 0x1010, 0), 1), STATUS_OK,
          "a histogram without bins is one");
  ok (builder.so_far.has_histogram, "and counts");
  is_u64 (builder.bins.count, 0, "though it holds nothing");
  profile_builder_release (&builder);
}

/* R4.30: a record that has neither range nor bins fits everywhere.  */
static void
test_nothing_beside_ranges (void)
{
  static const struct
  {
    uint64_t pc;
    const char *what;
  } cases[] = { { 0x0800, "below" },        { 0x1000, "at the start of" },
                { 0x1008, "inside" },       { 0x1010, "at the end of" },
                { 0x1800, "between" },      { 0x2008, "inside the second of" },
                { UINT64_MAX, "far above" } };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (unsigned first = 0; first < 2; first++)
      {
        const struct histogram_header nothing
            = header (cases[i].pc, cases[i].pc, 0);
        struct profile_builder builder = { 0 };
        if (first)
          add (&builder, nothing, 1);
        add (&builder, header (0x1000, 0x1010, 4), 1);
        if (!first)
          is_u64 (add (&builder, nothing, 1), STATUS_OK,
                  "nothing %s ranges is accepted", cases[i].what);
        is_u64 (add (&builder, header (0x2000, 0x2010, 4), 1), STATUS_OK,
                "a range after nothing %s is, too", cases[i].what);
        is_double (builder.so_far.scale, 2.0,
                   "the scale is that of the ranges");
        is_u64 (check (&builder), STATUS_OK, "nothing overlaps");
        profile_builder_release (&builder);
      }
}

/* It is a record all the same: rate and dimension are its own.  */
static void
test_nothing_sets_units (void)
{
  struct profile_builder builder = { 0 };
  struct histogram_header nothing = header (0x1000, 0x1000, 0);
  nothing.rate = 250;
  strcpy (nothing.dimension.name, "events");
  is_u64 (add (&builder, nothing, 1), STATUS_OK, "nothing comes first");
  ok (builder.so_far.has_histogram, "and is seen");
  is_u64 (builder.so_far.rate, 250, "it sets the rate");
  is_text (builder.so_far.dimension.name, "events", "and the dimension");
  is_double (builder.so_far.scale, 0.0, "but no scale");
  is_u64 (add (&builder, header (0x1000, 0x1010, 4), 1), STATUS_MISMATCH,
          "seconds after events");
  struct histogram_header events = header (0x1000, 0x1010, 4);
  strcpy (events.dimension.name, "events");
  is_u64 (add (&builder, events, 1), STATUS_OK, "events after events");
  is_u64 (builder.so_far.rate, 250, "the first rate stays");
  is_double (builder.so_far.scale, 2.0, "the scale is the first range's");
  nothing = header (0x1000, 0x1000, 0);
  is_u64 (add (&builder, nothing, 1), STATUS_MISMATCH,
          "nothing in seconds after events");
  profile_builder_release (&builder);
}

/* A caller may do arithmetic with the pointer, even if there are no bins.  */
static void
test_range_without_bins (void)
{
  struct profile_builder builder = { 0 };
  struct diag diag = { 0 };
  const struct histogram_header head = header (0x1000, 0x1010, 0);
  uint64_t *bins = NULL;
  is_u64 (profile_builder_add_histogram (&builder, &head, PLACE_FILE ("typed"),
                                         &bins, &diag),
          STATUS_OK, "a range without bins");
  ok (bins != NULL, "has an array of none");
  is_u64 (builder.histograms.count, 1, "and is kept");
  is_u64 (check (&builder), STATUS_OK, "with nothing to complain of");
  profile_builder_release (&builder);
}

/* Adding and checking must not look at every range for each.  */
static void
test_many_ranges (void)
{
  enum
  {
    RANGES = 100000
  };
  struct profile_builder builder = { 0 };
  bool added = true, found = true;
  for (uint64_t i = RANGES; i > 0; i--)
    added = added
            && add (&builder, header (16 * i, 16 * i + 4, 1), i) == STATUS_OK;
  for (uint64_t i = RANGES; i > 0; i--)
    added = added
            && add (&builder, header (16 * i, 16 * i + 4, 1), 1) == STATUS_OK;
  ok (added, "%d ranges, each twice", RANGES);
  is_u64 (builder.histograms.count, RANGES, "are so many histograms");
  for (uint64_t i = 0; i < RANGES; i++)
    found = found && builder.bins.items[i] == RANGES - i + 1;
  ok (found, "with the ticks of both");
  is_u64 (check (&builder), STATUS_OK, "none overlaps another");
  add (&builder, header (16 * 777 + 2, 16 * 777 + 6, 1), 1);
  is_u64 (check (&builder), STATUS_MISMATCH, "but one more does");
  profile_builder_release (&builder);
}

static enum status
add_at (struct profile_builder *builder, struct histogram_header head,
        uint64_t record, struct diag *diag)
{
  const struct place where = { "gmon.out", record, 33 };
  uint64_t *bins;
  return profile_builder_add_histogram (builder, &head, &where, &bins, diag);
}

/* Messages name the place they were given, an overlap that of the later
   record.  */
static void
test_places (void)
{
  struct profile_builder builder = { 0 };
  struct diag diag = { 0 };
  add_at (&builder, header (2, 1, 1), 1, &diag);
  ok (strncmp (diag.text, "gmon.out: record 1 at byte 33: ", 31) == 0,
      "the place is told");
  diag_release (&diag);
  add_at (&builder, header (0x1008, 0x1018, 4), 2, &diag);
  add_at (&builder, header (0x1000, 0x1010, 4), 3, &diag);
  profile_builder_end_file (&builder, "typed", &diag);
  ok (diag.text != NULL && strncmp (diag.text, "gmon.out: record 3 ", 19) == 0,
      "an overlap is the later record's fault");
  diag_release (&diag);
  profile_builder_release (&builder);
}

static enum status
add_arc (struct profile_builder *builder, uint64_t from, uint64_t self,
         uint64_t count)
{
  struct diag diag = { 0 };
  const struct raw_arc arc = { from, self, count };
  return profile_builder_add_arc (builder, &arc, &diag);
}

/* Arcs in the order of the file before, with one left out, one new, one twice
   and the last one first: each goes where it belongs.  */
static void
test_arcs_in_other_orders (void)
{
  static const uint64_t orders[][5]
      = { { 1, 2, 3, 4, 5 }, { 1, 2, 3, 4, 5 }, { 1, 3, 4, 6, 5 },
          { 5, 1, 1, 2, 2 }, { 6, 6, 6, 1, 2 }, { 5, 6, 7, 1, 7 } };
  /* How often each number stands there.  */
  static const uint64_t wanted[] = { 7, 5, 3, 3, 5, 5, 2 };
  static const uint64_t first[] = { 1, 2, 3, 4, 5, 6, 7 };
  struct profile_builder builder = { 0 };
  for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
    for (size_t k = 0; k < 5; k++)
      add_arc (&builder, orders[i][k], 0x2000, 1);
  is_u64 (builder.arcs.count, 7, "seven different arcs");
  for (size_t i = 0; i < 7; i++)
    {
      is_u64 (builder.arcs.items[i].from_pc, first[i],
              "arc %zu is in the order of first appearance", i);
      is_u64 (builder.arcs.items[i].count, wanted[i], "it has all its calls");
    }
  profile_builder_release (&builder);
}

static void
test_arcs (void)
{
  struct profile_builder builder = { 0 };
  ok (!builder.so_far.has_arcs, "no arcs yet");
  is_u64 (add_arc (&builder, 0x1004, 0x2000, 0), STATUS_OK,
          "an arc without calls");
  ok (builder.so_far.has_arcs, "counts as an arc");
  add_arc (&builder, 0x1008, 0x2000, 5);
  add_arc (&builder, 0x1004, 0x2000, UINT32_MAX);
  add_arc (&builder, 0x1004, 0x2000, UINT32_MAX);
  add_arc (&builder, 0x2000, 0x1004, 7);
  is_u64 (builder.arcs.count, 3, "equal pairs of addresses are one arc");
  is_u64 (builder.arcs.items[0].count, 2 * (uint64_t)UINT32_MAX,
          "whose counts add up in 64 bits");
  ok (builder.arcs.items[0].from_pc == 0x1004
          && builder.arcs.items[1].from_pc == 0x1008
          && builder.arcs.items[2].from_pc == 0x2000,
      "arcs stay in order of first appearance");
  is_u64 (builder.arcs.items[2].count, 7, "the way back is another arc");
  profile_builder_release (&builder);
  is_u64 (builder.arcs.count, 0, "release forgets arcs");
}

/* The order of files does not change totals.  */
static void
test_order_does_not_matter (void)
{
  struct profile_builder forwards = { 0 }, backwards = { 0 };
  struct rng rng = { 5 };
  uint32_t from[500], self[500], count[500];
  for (size_t i = 0; i < 500; i++)
    {
      from[i] = rng_below (&rng, 12);
      self[i] = rng_below (&rng, 12);
      count[i] = rng_below (&rng, 1000);
    }
  for (size_t i = 0; i < 500; i++)
    {
      add_arc (&forwards, from[i], self[i], count[i]);
      add_arc (&backwards, from[499 - i], self[499 - i], count[499 - i]);
    }
  is_u64 (forwards.arcs.count, backwards.arcs.count,
          "as many arcs forwards as backwards");
  bool same = true;
  for (size_t i = 0; i < forwards.arcs.count; i++)
    for (size_t j = 0; j < backwards.arcs.count; j++)
      {
        const struct raw_arc *a = &forwards.arcs.items[i];
        const struct raw_arc *b = &backwards.arcs.items[j];
        if (a->from_pc == b->from_pc && a->self_pc == b->self_pc)
          same = same && a->count == b->count;
      }
  ok (same, "with the same counts");
  profile_builder_release (&forwards);
  profile_builder_release (&backwards);
}

/* After the end, what was added stays, the indexes are freed, and the builder
   may be used again.  */
static void
test_finish (void)
{
  struct profile_builder builder = { 0 };
  struct profile profile;
  struct diag diag = { 0 };
  for (uint64_t i = 0; i < 100; i++)
    add_arc (&builder, i % 10, 7, i);
  add (&builder, header (0x1000, 0x1010, 4), 3);
  profile_builder_add_block (&builder, &(struct raw_block){ 0x1004, 6 },
                             &diag);
  check (&builder);
  is_u64 (profile_builder_finish (&builder, &profile, &diag), STATUS_OK,
          "finished");
  is_u64 (profile.arcs.count, 10, "the arcs stay");
  /* 3 + 13 + ... + 93 */
  is_u64 (profile.arcs.items[3].count, 480, "with their counts");
  is_u64 (profile.bins.count, 4, "the bins stay");
  is_u64 (profile.histograms.count, 1, "and their histogram");
  is_double (profile.histograms.items[0].scale, 2.0, "which has a scale");
  is_u64 (profile.histograms.items[0].rate, 100, "and a rate");
  is_u64 (profile_ticks (&profile, &profile.histograms.items[0])[3], 3,
          "and ticks");
  ok (profile.samples == profile.bins.items, "which are its samples");
  is_u64 (profile.blocks.items[0].count, 6, "the blocks stay");
  is_u64 (profile.files.count, 1, "so does the file");
  is_text (profile.files.items[0].name, "typed", "which has a name");
  ok (profile.has_histogram && profile.has_arcs, "both were seen");
  profile_release (&profile);
  ok (!profile.has_histogram && profile.rate == 0, "release forgets all");

  ok (builder.arc_index.slot_count == 0 && builder.arcs.items == NULL,
      "the builder is empty");
  add_arc (&builder, 1, 2, 3);
  profile_builder_finish (&builder, &profile, &diag);
  ok (profile.arcs.count == 1 && !profile.has_histogram, "and begins again");
  profile_release (&profile);
}

/* R4.30: a scale that differs by less than a millionth is the first one's; an
   empty record has none.  */
static void
test_scales_of_histograms (void)
{
  struct profile_builder builder = { 0 };
  struct profile profile;
  struct diag diag = { 0 };
  add (&builder, header (0, 0, 0), 1);
  add (&builder, header (0x10, 0x18, 2), 1);
  add (&builder, header (0x1000, 0x1000 + 2 * 4000001, 2000000), 1);
  profile_builder_finish (&builder, &profile, &diag);
  is_double (profile.histograms.items[0].scale, 0.0, "nothing has no scale");
  is_double (profile.histograms.items[1].scale, 2.0, "the first range's");
  is_double (profile.histograms.items[2].scale, 2.0, "and nearly that");
  profile_release (&profile);
}

/* What readers note; for a run without a rate see R4.20.  */
static void
test_notes (void)
{
  struct profile_builder builder;
  const struct quirks forgets = { .forgets_blocks = true };
  for (unsigned quirk = 0; quirk < 2; quirk++)
    {
      profile_builder_start (&builder,
                             quirk ? &forgets : &(struct quirks){ 0 });
      profile_builder_note_version (&builder, 1);
      is_u64 (builder.version, 1, "the version");
      ok (!builder.so_far.has_blocks, "no blocks yet");
      profile_builder_note_blocks (&builder);
      ok (builder.so_far.has_blocks, "a record of blocks");
      profile_builder_note_bsd (&builder, 60);
      ok (builder.so_far.has_blocks == !quirk, "a file of the BSDs %s",
          quirk ? "ends that" : "does not matter to them");
      ok (builder.so_far.has_arcs, "it has arcs");
      is_u64 (builder.so_far.rate, 60, "and a rate");
      profile_builder_note_bsd (&builder, 100);
      is_u64 (builder.so_far.rate, 60, "which stays");
      profile_builder_release (&builder);
    }
}

int
main (void)
{
  test_first_sets_units ();
  test_units_must_agree ();
  test_scale_tolerance ();
  test_same_range_adds ();
  test_more_ranges ();
  test_overlaps ();
  test_random_ranges ();
  test_later_overlap ();
  test_random_files ();
  test_files_of_ranges ();
  test_same_range_other_bins ();
  test_odd_headers ();
  test_nothing_beside_ranges ();
  test_nothing_sets_units ();
  test_range_without_bins ();
  test_many_ranges ();
  test_places ();
  test_arcs ();
  test_arcs_in_other_orders ();
  test_order_does_not_matter ();
  test_finish ();
  test_scales_of_histograms ();
  test_notes ();
  return done ();
}
