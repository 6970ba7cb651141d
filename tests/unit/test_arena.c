/* test_arena.c - memory that is freed together.  */

#include "config.h"

#include "base/arena.h"

#include <stdalign.h>
#include <stdint.h>

#include "tap.h"

/* Pieces of many sizes, each filled with its own byte, all intact at the
   end.  */
static void
test_pieces_are_apart (void)
{
  enum
  {
    COUNT = 3000
  };
  static unsigned char *pieces[COUNT];
  struct arena arena = { 0 };
  bool aligned = true, intact = true;
  for (size_t i = 0; i < COUNT; i++)
    {
      pieces[i] = arena_alloc (&arena, i);
      aligned = aligned && (uintptr_t)pieces[i] % alignof (max_align_t) == 0;
      memset (pieces[i], (int)(i & 0xff), i);
    }
  for (size_t i = 0; i < COUNT; i++)
    for (size_t j = 0; j < i; j++)
      intact = intact && pieces[i][j] == (i & 0xff);
  ok (aligned, "pieces are aligned for any type");
  ok (intact, "pieces do not overlap");
  arena_release (&arena);
}

static void
test_big_pieces (void)
{
  struct arena arena = { 0 };
  char *small = arena_alloc (&arena, 1);
  *small = 's';
  const size_t size = 1000000;
  char *big = arena_alloc (&arena, size);
  ok (big != NULL, "a piece may be larger than a block");
  big[0] = big[size - 1] = 'b';
  char *next = arena_alloc (&arena, 1);
  *next = 'n';
  ok (*small == 's' && big[0] == 'b' && big[size - 1] == 'b' && *next == 'n',
      "and leaves its neighbours alone");
  arena_release (&arena);
}

static void
test_impossible_sizes (void)
{
  struct arena arena = { 0 };
  ok (arena_alloc (&arena, SIZE_MAX) == NULL, "SIZE_MAX bytes are refused");
  ok (arena_alloc (&arena, SIZE_MAX / 2 + 1) == NULL,
      "and so is half of it and one");
  ok (arena_text (&arena, "", SIZE_MAX) == NULL,
      "and a text whose NUL has no room");
  ok (arena.blocks == NULL, "nothing was allocated for them");
  ok (arena_alloc (&arena, 10) != NULL, "the arena still works");
  arena_release (&arena);
}

static void
test_text (void)
{
  struct arena arena = { 0 };
  char source[] = "function";
  const char *copy = arena_text (&arena, source, 4);
  source[0] = 'j';
  is_text (copy, "func", "a text is copied up to its length");
  is_text (arena_text (&arena, source, 0), "", "an empty text is a text");
  arena_release (&arena);
}

static void
test_release (void)
{
  struct arena arena = { 0 };
  arena_release (&arena);
  ok (arena.blocks == NULL, "an empty arena can be released");
  arena_alloc (&arena, 100);
  arena_release (&arena);
  ok (arena.blocks == NULL, "a released arena is empty");
  ok (arena_alloc (&arena, 100) != NULL, "and ready");
  arena_release (&arena);
}

int
main (void)
{
  test_pieces_are_apart ();
  test_big_pieces ();
  test_impossible_sizes ();
  test_text ();
  test_release ();
  return done ();
}
