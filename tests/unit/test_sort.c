/* test_sort.c - a stable merge sort of ids, and sorts of numbers and trees.

   Measured against a model that copies where the module moves, and where the
   C library's qsort is a merge sort of the same scheme, against that.  */

#include "config.h"

#include "base/sort.h"

#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

#include "rng.h"
#include "tap.h"
#include "base/memory.h"

enum
{
  KEYS = 1000
};

/* The values of ids.  */
struct keys
{
  uint32_t of[KEYS];
};

static int
by_key (uint32_t a, uint32_t b, const void *context)
{
  const struct keys *keys = context;
  return keys->of[a] < keys->of[b] ? -1 : keys->of[a] > keys->of[b];
}

/* An inconsistent order: rock, paper, scissors, with an answer that depends on
   which one comes first.  */
static int
inconsistent (uint32_t a, uint32_t b, const void *context)
{
  const struct keys *keys = context;
  if (keys->of[a] % 7 == 0)
    return -1;
  return (int)((keys->of[a] + 3 - keys->of[b] % 3) % 3) - 1;
}

/* --- The model ---------------------------------------------------------- */

/* R0.2 word by word, into fresh arrays.  */
static void
model_sort (uint32_t *ids, size_t count, sort_compare *compare,
            const void *context)
{
  if (count < 2)
    return;
  const size_t n1 = count / 2, n2 = count - count / 2;
  uint32_t *left = malloc (n1 * sizeof *left);
  uint32_t *right = malloc (n2 * sizeof *right);
  memcpy (left, ids, n1 * sizeof *left);
  memcpy (right, ids + n1, n2 * sizeof *right);
  model_sort (left, n1, compare, context);
  model_sort (right, n2, compare, context);
  size_t i = 0, j = 0;
  while (i + j < count)
    {
      const bool take_left
          = j == n2 || (i < n1 && compare (left[i], right[j], context) <= 0);
      const uint32_t id = take_left ? left[i] : right[j];
      ids[i + j] = id;
      if (take_left)
        i++;
      else
        j++;
    }
  free (left);
  free (right);
}

/* qsort's comparator has no context.  */
static const struct keys *qsort_keys;

static int
qsort_compare (const void *a, const void *b)
{
  return inconsistent (*(const uint32_t *)a, *(const uint32_t *)b, qsort_keys);
}

/* glibc's qsort was a merge sort up to version 2.36.  */
static bool
qsort_merges (void)
{
#ifdef __GLIBC__
  return atoi (gnu_get_libc_version () + 2) <= 36;
#else
  return false;
#endif
}

/* --- Checks ------------------------------------------------------------- */

static void
fill (struct rng *rng, struct keys *keys, uint32_t *ids, uint32_t values)
{
  for (uint32_t i = 0; i < KEYS; i++)
    {
      keys->of[i] = rng_below (rng, values);
      ids[i] = i;
    }
}

/* For all lengths up to 70 and some larger ones, SORT_IDS does what the model
   does.  */
static bool
matches_model (sort_compare *compare)
{
  struct rng rng = { 7 };
  for (size_t count = 0; count <= KEYS; count += count < 70 ? 1 : 93)
    for (unsigned round = 0; round < 5; round++)
      {
        struct keys keys;
        uint32_t ids[KEYS], expected[KEYS];
        fill (&rng, &keys, ids, 20);
        memcpy (expected, ids, sizeof ids);
        sort_ids (ids, count, compare, &keys);
        model_sort (expected, count, compare, &keys);
        if (memcmp (ids, expected, sizeof ids) != 0)
          {
            tap_note ("differs for %zu ids", count);
            return false;
          }
      }
  return true;
}

static void
test_qsort (void)
{
  if (!qsort_merges ())
    {
      skip (1, "this C library's qsort is no merge sort");
      return;
    }
  struct rng rng = { 8 };
  bool same = true;
  for (size_t count = 0; count <= KEYS; count += 1 + count / 10)
    {
      struct keys keys;
      uint32_t ids[KEYS], expected[KEYS];
      fill (&rng, &keys, ids, 1000);
      memcpy (expected, ids, sizeof ids);
      qsort_keys = &keys;
      sort_ids (ids, count, inconsistent, &keys);
      qsort (expected, count, sizeof *expected, qsort_compare);
      same = same && memcmp (ids, expected, sizeof ids) == 0;
    }
  ok (same, "an inconsistent comparator gets glibc's answer");
}

static void
test_stable (void)
{
  struct rng rng = { 9 };
  struct keys keys;
  uint32_t ids[KEYS];
  fill (&rng, &keys, ids, 10);
  sort_ids (ids, KEYS, by_key, &keys);
  bool ordered = true, stable = true;
  for (size_t i = 1; i < KEYS; i++)
    {
      const uint32_t before = keys.of[ids[i - 1]], after = keys.of[ids[i]];
      ordered = ordered && before <= after;
      stable = stable && (before != after || ids[i - 1] < ids[i]);
    }
  ok (ordered, "keys ascend");
  ok (stable, "equal keys keep their order");
}

static void
test_by_hand (void)
{
  const struct keys keys = { { 3, 1, 2, 0, 1 } };
  uint32_t ids[] = { 0, 1, 2, 3, 4 };
  sort_ids (ids, 5, by_key, &keys);
  /* Keys 0, 1, 1, 2, 3 belong to these ids.  */
  static const uint32_t expected[] = { 3, 1, 4, 2, 0 };
  ok (memcmp (ids, expected, sizeof ids) == 0, "five ids by hand");
}

/* --- Numbers ------------------------------------------------------------ */

static int
compare_numbers (const void *a, const void *b)
{
  const uint64_t *x = a, *y = b;
  return *x < *y ? -1 : *x > *y;
}

/* COUNT random numbers that differ only in the bits of MASK come out as from
   the C library's sort.  */
static void
check_numbers (size_t count, uint64_t mask, const char *what)
{
  struct rng rng = { 7 };
  uint64_t *numbers = array_new (count, sizeof *numbers);
  uint64_t *expected = array_new (count, sizeof *expected);
  for (size_t i = 0; i < count; i++)
    numbers[i] = expected[i]
        = (rng_next (&rng) & mask) | (UINT64_C (0xffffffff81000000) & ~mask);
  if (count > 0)
    qsort (expected, count, sizeof *expected, compare_numbers);
  sort_numbers (numbers, count);
  ok (memcmp (numbers, expected, count * sizeof *numbers) == 0, "%s", what);
  free (numbers);
  free (expected);
}

static void
test_numbers (void)
{
  check_numbers (0, 0, "no numbers");
  check_numbers (1, UINT64_MAX, "one number");
  check_numbers (5, 0, "five that are the same");
  check_numbers (3000, 0xff, "numbers that differ in their lowest bits");
  check_numbers (3000, UINT64_C (0xff00000000000000), "... in their highest");
  check_numbers (3000, 0x3fffff, "... as addresses of a program do");
  check_numbers (3000, UINT64_C (0x1000000000400800), "... here and there");
  check_numbers (3000, UINT64_MAX, "... all over");
}

/* --- Items
   ----------------------------------------------------------------  */

static int
inconsistent_items (const struct sort_item *a, const struct sort_item *b)
{
  if (a->number % 7 == 0)
    return -1;
  return (int)((a->number + 3 - b->number % 3) % 3) - 1;
}

static int
by_number (const struct sort_item *a, const struct sort_item *b)
{
  return a->number < b->number ? -1 : a->number > b->number;
}

/* Do items come out like ids that COMPARE looks up?  */
static bool
items_match_ids (sort_compare_items *compare_items, sort_compare *compare)
{
  struct rng rng = { 8 };
  for (size_t count = 0; count <= KEYS; count += count < 70 ? 1 : 93)
    {
      struct keys keys;
      uint32_t expected[KEYS];
      struct sort_item items[KEYS];
      fill (&rng, &keys, expected, 20);
      for (uint32_t i = 0; i < count; i++)
        items[i] = (struct sort_item){ .number = keys.of[i], .id = i };
      sort_items (items, count, compare_items);
      model_sort (expected, count, compare, &keys);
      for (size_t i = 0; i < count; i++)
        if (items[i].id != expected[i])
          {
            tap_note ("differs for %zu items", count);
            return false;
          }
    }
  return true;
}

static void
test_items (void)
{
  ok (items_match_ids (by_number, by_key), "items are sorted like ids");
  ok (items_match_ids (inconsistent_items, inconsistent),
      "also where the order is none");
}

/* How often ids were compared.  */
struct counter
{
  size_t comparisons;
};

static int
counting (uint32_t a, uint32_t b, const void *context)
{
  ((struct counter *)(uintptr_t)context)->comparisons++;
  return a < b ? -1 : a > b;
}

/* Merging N ids takes fewer than N comparisons, and there are 17 levels of
   merges for 2^17 ids.  */
static void
test_comparisons (void)
{
  enum
  {
    LEVELS = 17,
    COUNT = 1 << LEVELS
  };
  uint32_t *ids = malloc (COUNT * sizeof *ids);
  struct rng rng = { 9 };
  struct counter counter = { 0 };
  for (uint32_t i = 0; i < COUNT; i++)
    ids[i] = rng_below (&rng, UINT32_MAX);
  sort_ids (ids, COUNT, counting, &counter);
  ok (counter.comparisons > 0 && counter.comparisons < (size_t)LEVELS * COUNT,
      "%zu comparisons for %d ids", counter.comparisons, COUNT);
  free (ids);
}

/* --- Trees --------------------------------------------------------------- */

/* Random trees: what is below a node comes right behind it, and those of one
   parent are sorted, stably.  */
static void
test_trees (void)
{
  static struct keys keys;
  struct rng rng = { 5 };
  uint32_t parent[KEYS], order[KEYS], at[KEYS], limit[KEYS];
  bool below = true, sorted = true;
  for (uint32_t i = 0; i < KEYS; i++)
    {
      keys.of[i] = rng_below (&rng, 10);
      parent[i] = i < 3 ? TREE_NONE : rng_below (&rng, i);
    }
  sort_trees (order, parent, KEYS, by_key, &keys);
  for (uint32_t i = 0; i < KEYS; i++)
    at[order[i]] = limit[order[i]] = i;
  for (uint32_t i = KEYS; i-- > 0;)
    if (parent[i] != TREE_NONE && limit[i] > limit[parent[i]])
      limit[parent[i]] = limit[i];
  for (uint32_t i = 0; i < KEYS; i++)
    for (uint32_t k = 0; k < KEYS; k++)
      {
        const bool is_inside = at[k] >= at[i] && at[k] <= limit[i];
        if (k != i && parent[k] == i)
          below = below && is_inside;
        if (k != i && parent[k] == parent[i])
          {
            below = below && !is_inside;
            sorted
                = sorted
                  && (at[i] < at[k])
                         == (keys.of[i] != keys.of[k] ? keys.of[i] < keys.of[k]
                                                      : i < k);
          }
      }
  ok (below, "what is below a node follows it, and nothing else");
  ok (sorted, "those of one parent are sorted");
  sort_trees (order, parent, 0, by_key, &keys);
  ok (true, "no nodes");
}

int
main (void)
{
  ok (matches_model (by_key), "a consistent order as the model has it");
  ok (matches_model (inconsistent), "an inconsistent one, too");
  test_qsort ();
  test_stable ();
  test_by_hand ();
  test_numbers ();
  test_items ();
  test_comparisons ();
  test_trees ();
  return done ();
}
