/* test_symset.c - sets of symbols and arcs.  */

#include "config.h"

#include "model/symset.h"

#include <string.h>

#include "rng.h"
#include "tap.h"

static void
test_ranges (void)
{
  struct symset set = { 0 };
  ok (!set.any && !symset_has (&set, 0), "a zeroed set is empty");
  symset_add_range (&set, 200, 63, 65);
  ok (!symset_has (&set, 62) && symset_has (&set, 63) && symset_has (&set, 64)
          && !symset_has (&set, 65),
      "a range across a word has its two members");
  symset_add_range (&set, 200, 199, 200);
  ok (symset_has (&set, 199) && !symset_has (&set, 198),
      "the last symbol can be a member");
  ok (set.any, "the set has members");
  symset_release (&set);
  ok (!set.any && !symset_has (&set, 63), "a released set is empty");
}

static void
test_empty_range (void)
{
  struct symset set = { 0 };
  symset_add_range (&set, 128, 5, 5);
  ok (!set.any && !symset_has (&set, 5), "an empty range adds nothing");
  symset_add_range (&set, 128, 0, 128);
  ok (symset_has (&set, 0) && symset_has (&set, 127), "all can be members");
  symset_release (&set);
}

/* R2.8.  */
static void
test_accept_rule (void)
{
  struct symset none = { 0 }, in = { 0 }, out = { 0 };
  symset_add_range (&in, 4, 1, 3);  /* 1, 2 */
  symset_add_range (&out, 4, 2, 4); /* 2, 3 */
  static const char *const expected[]
      = { "in neither", "included", "included and excluded", "excluded" };
  for (sym_id id = 0; id < 4; id++)
    {
      ok (symset_accepts (&none, &none, id), "no table accepts all: %u", id);
      is_u64 (symset_accepts (&in, &out, id), id == 1 || id == 2,
              "an include table decides alone: %s", expected[id]);
      is_u64 (symset_accepts (&none, &out, id), id < 2,
              "without one, what is not excluded: %s", expected[id]);
    }
  symset_release (&in);
  symset_release (&out);
}

/* --- Arcs --------------------------------------------------------------- */

static void
test_no_specs (void)
{
  struct arcset set = { 0 };
  arcset_finish (&set);
  ok (!arcset_any (&set) && !arcset_has (&set, 0, 0),
      "a zeroed set has no arcs");
  arcset_release (&set);
}

/* Append a spec with these callees, and groups of its own.  */
static void
add_spec (struct arcset *set, const struct symrun *callees, size_t count)
{
  const uint32_t group = (uint32_t)set->specs.entries.count;
  arcset_add_spec (set, group, group);
  for (size_t i = 0; i < count; i++)
    arcset_add (&set->callees, group, callees[i]);
}

/* Make the symbols FIRST .. LIMIT-1 callers of the spec added last.  */
static void
add_callers (struct arcset *set, sym_id first, sym_id limit)
{
  const struct symrun run = { first, limit };
  arcset_add (&set->callers, (uint32_t)set->specs.entries.count - 1, run);
}

static void
test_one_spec (void)
{
  static const struct symrun callees[] = { { 2, 4 }, { 7, 8 } };
  struct arcset set = { 0 };
  add_spec (&set, callees, 2);
  ok (!arcset_any (&set), "a spec without callers is as good as none");
  add_callers (&set, 5, 7);
  add_callers (&set, 1, 2);
  arcset_finish (&set);
  ok (arcset_any (&set), "a spec with callers counts");
  unsigned members = 0;
  bool right = true;
  for (sym_id from = 0; from < 9; from++)
    for (sym_id to = 0; to < 9; to++)
      {
        const bool expected = (from == 1 || from == 5 || from == 6)
                              && (to == 2 || to == 3 || to == 7);
        right = right && arcset_has (&set, from, to) == expected;
        members += arcset_has (&set, from, to);
      }
  ok (right, "every caller with every callee, no other arc");
  is_u64 (members, 9, "three times three arcs");
  arcset_release (&set);
}

/* GNU gprof applies only the last of several specs with one caller; here all
   count.  */
static void
test_caller_in_two_specs (void)
{
  static const struct symrun two[] = { { 2, 3 } }, four[] = { { 4, 5 } };
  struct arcset set = { 0 };
  add_spec (&set, two, 1);
  add_callers (&set, 1, 2);
  add_spec (&set, four, 1);
  add_callers (&set, 0, 2);
  arcset_finish (&set);
  ok (arcset_has (&set, 1, 2) && arcset_has (&set, 1, 4),
      "a caller has the callees of both its specs");
  ok (!arcset_has (&set, 0, 2) && arcset_has (&set, 0, 4),
      "another has those of its own");
  arcset_release (&set);
}

static void
test_callers_without_callees (void)
{
  struct arcset set = { 0 };
  add_spec (&set, NULL, 0);
  add_callers (&set, 1, 2);
  arcset_finish (&set);
  ok (arcset_any (&set), "callers alone make a set that was given");
  ok (!arcset_has (&set, 1, 1), "though it has no arc");
  arcset_release (&set);
}

/* Specs share groups: 1 calls 2 and 3, 0 calls 3 only.  */
static void
test_shared_groups (void)
{
  enum
  {
    ONE = 7,
    ANY = 8,
    TWO = 1,
    THREE = 2
  };
  struct arcset set = { 0 };
  arcset_add (&set.callers, ONE, (struct symrun){ 1, 2 });
  arcset_add (&set.callers, ANY, (struct symrun){ 0, 2 });
  arcset_add (&set.callees, TWO, (struct symrun){ 2, 3 });
  arcset_add (&set.callees, THREE, (struct symrun){ 3, 4 });
  arcset_add_spec (&set, ONE, TWO);
  arcset_add_spec (&set, ANY, THREE);
  arcset_add_spec (&set, ONE, TWO);
  arcset_finish (&set);
  is_u64 (set.specs.entries.count, 2, "what is said twice is kept once");
  ok (arcset_has (&set, 1, 2) && arcset_has (&set, 1, 3)
          && arcset_has (&set, 0, 3),
      "each spec's callers have its callees");
  ok (!arcset_has (&set, 0, 2), "but not those of other specs");
  arcset_release (&set);
}

enum
{
  SYMBOLS = 12
};

/* Runs drawn from random bits; returns how many.  */
static size_t
random_runs (struct rng *rng, bool members[SYMBOLS], struct symrun *runs)
{
  size_t count = 0;
  for (sym_id id = 0; id < SYMBOLS; id++)
    {
      members[id] = rng_below (rng, 3) == 0;
      if (!members[id])
        continue;
      if (count > 0 && runs[count - 1].limit == id)
        runs[count - 1].limit++;
      else
        runs[count++] = (struct symrun){ id, id + 1 };
    }
  return count;
}

static bool
check_random_arcs (struct rng *rng)
{
  struct arcset set = { 0 };
  bool model[SYMBOLS][SYMBOLS] = { { false } };
  for (uint32_t spec = rng_below (rng, 6); spec > 0; spec--)
    {
      bool from[SYMBOLS], to[SYMBOLS];
      struct symrun callers[SYMBOLS], callees[SYMBOLS];
      const size_t caller_count = random_runs (rng, from, callers);
      const size_t callee_count = random_runs (rng, to, callees);
      add_spec (&set, callees, callee_count);
      for (size_t i = 0; i < caller_count; i++)
        add_callers (&set, callers[i].first, callers[i].limit);
      for (size_t i = 0; i < SYMBOLS; i++)
        for (size_t j = 0; j < SYMBOLS; j++)
          model[i][j] |= from[i] && to[j];
    }
  arcset_finish (&set);
  bool same = true;
  for (sym_id i = 0; i < SYMBOLS; i++)
    for (sym_id j = 0; j < SYMBOLS; j++)
      same = same && arcset_has (&set, i, j) == model[i][j];
  arcset_release (&set);
  return same;
}

static void
test_random_arcs (void)
{
  struct rng rng = { 11 };
  bool same = true;
  for (unsigned round = 0; round < 2000; round++)
    same = check_random_arcs (&rng) && same;
  ok (same, "2000 random sets of arcs are what a matrix says");
}

int
main (void)
{
  test_ranges ();
  test_empty_range ();
  test_accept_rule ();
  test_no_specs ();
  test_one_spec ();
  test_caller_in_two_specs ();
  test_callers_without_callees ();
  test_shared_groups ();
  test_random_arcs ();
  return done ();
}
