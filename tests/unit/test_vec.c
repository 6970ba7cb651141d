/* test_vec.c - growable arrays with checked sizes.  */

#include "config.h"

#include "base/vec.h"

#include <stdint.h>

#include "tap.h"

static void
test_push (void)
{
  VEC (uint32_t) vec = { 0 };
  bool pushed = true, kept = true;
  size_t moves = 0, capacity = 0;
  for (uint32_t i = 0; i < 100000; i++)
    {
      pushed = pushed && vec_push (&vec, i * 7);
      moves += vec.capacity != capacity;
      capacity = vec.capacity;
    }
  for (uint32_t i = 0; i < 100000; i++)
    kept = kept && vec.items[i] == i * 7;
  ok (pushed && vec.count == 100000, "100000 elements can be pushed");
  ok (kept, "and stay what they are");
  /* From 16 by doubling: 16 * 2^13 is the first above 100000.  */
  ok (moves <= 14, "the array moved %zu times, at most 14", moves);
  vec_release (&vec);
  ok (vec.items == NULL && vec.count == 0 && vec.capacity == 0,
      "a released vec is empty");
}

static void
test_reserve (void)
{
  VEC (char) vec = { 0 };
  const size_t none = vec.count;
  ok (vec_reserve (&vec, none), "no room is always there");
  ok (vec.items == NULL, "and costs nothing");
  ok (vec_reserve (&vec, 1000) && vec.capacity >= 1000, "room for 1000");
  is_u64 (vec.count, 0, "room is not elements");
  const char *const items = vec.items;
  ok (vec_reserve (&vec, 1000) && vec.items == items,
      "room that is there does not move the array");
  vec_release (&vec);
}

/* Sizes that overflow are refused without calling the allocator.  */
static void
test_overflow (void)
{
  VEC (uint64_t) vec = { 0 };
  ok (vec_push (&vec, 42), "one element");
  uint64_t *const items = vec.items;
  const size_t capacity = vec.capacity;
  ok (!vec_reserve (&vec, SIZE_MAX), "SIZE_MAX elements are refused");
  ok (!vec_reserve (&vec, SIZE_MAX / sizeof (uint64_t)),
      "and so is what fills the address space");
  /* 2^61 + 1 elements of 8 bytes, cut to 64 bits, are 8 bytes.  */
  ok (!vec_reserve (&vec, SIZE_MAX / sizeof (uint64_t) + 2),
      "and so is a size that wraps around");
  ok (vec.items == items && vec.capacity == capacity && vec.count == 1
          && vec.items[0] == 42,
      "a refusal changes nothing");
  vec_release (&vec);
}

static void
test_hand_over (void)
{
  VEC (uint32_t) vec = { 0 };
  ARRAY (uint32_t) array;
  vec_hand_over (&vec, &array);
  ok (array.items == NULL && array.count == 0, "nothing is handed over");

  bool pushed = true, kept = true;
  for (uint32_t i = 0; i < 1000; i++)
    pushed = pushed && vec_push (&vec, i * 7);
  vec_trim (&vec.items, &vec.capacity, vec.count, sizeof *vec.items);
  ok (pushed && vec.capacity == 1000, "trimmed, a vec has no room to spare");
  vec_hand_over (&vec, &array);
  for (uint32_t i = 0; i < 1000; i++)
    kept = kept && array.items[i] == i * 7;
  ok (array.count == 1000 && kept, "the array has the elements");
  ok (vec.items == NULL && vec.count == 0 && vec.capacity == 0,
      "and the vec is empty");
  free (array.items);

  ok (vec_reserve (&vec, 1000), "room for elements");
  vec_hand_over (&vec, &array);
  ok (array.items != NULL && array.count == 0, "of which there are none");
  free (array.items);
}

static void
test_reserve_zeroed (void)
{
  VEC (uint64_t) vec = { 0 };
  ok (!vec_reserve_zeroed (&vec, SIZE_MAX / 2) && vec.items == NULL
          && vec.capacity == 0,
      "what fills the address space is refused");
  ok (vec_reserve_zeroed (&vec, 1000) && vec.capacity == 1000,
      "room for 1000");
  is_u64 (vec.count, 0, "room is not elements");
  bool zeroed = true;
  for (size_t i = 0; i < 1000; i++)
    zeroed = zeroed && vec.items[i] == 0;
  ok (zeroed, "what is in it is zero");
  vec.count = 1000;
  ok (vec_push (&vec, 42) && vec.items[999] == 0 && vec.items[1000] == 42,
      "it grows like any other");
  vec_release (&vec);
}

static void
test_array (void)
{
  uint64_t *array = array_new (1000, sizeof *array);
  bool zeroed = true;
  for (size_t i = 0; i < 1000; i++)
    zeroed = zeroed && array[i] == 0;
  ok (zeroed, "a new array is zeroed");
  free (array);
  array = array_new (0, sizeof *array);
  ok (array != NULL, "an array of nothing is not null");
  free (array);
}

int
main (void)
{
  test_push ();
  test_reserve ();
  test_overflow ();
  test_hand_over ();
  test_reserve_zeroed ();
  test_array ();
  return done ();
}
