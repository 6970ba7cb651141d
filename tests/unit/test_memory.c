/* test_memory.c - memory: arrays that grow, such as is freed together, and what
   happens when there is none.  */

#include "config.h"

#include "base/memory.h"

#include <stdalign.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#include "capture.h"
#include "shortage.h"
#include "tap.h"

/* --- Growable arrays ----------------------------------------------------- */

static void
test_push (void)
{
  VEC (uint32_t) vec = { 0 };
  bool kept = true;
  size_t moves = 0, capacity = 0;
  for (uint32_t i = 0; i < 100000; i++)
    {
      vec_push (&vec, i * 7);
      moves += vec.capacity != capacity;
      capacity = vec.capacity;
    }
  for (uint32_t i = 0; i < 100000; i++)
    kept = kept && vec.items[i] == i * 7;
  is_u64 (vec.count, 100000, "100000 elements can be pushed");
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
  vec_reserve (&vec, vec.count);
  ok (vec.items == NULL, "no room costs nothing");
  vec_reserve (&vec, 1000);
  ok (vec.capacity >= 1000, "room for 1000");
  is_u64 (vec.count, 0, "room is not elements");
  const char *const items = vec.items;
  vec_reserve (&vec, 1000);
  ok (vec.items == items, "room that is there does not move the array");
  vec_release (&vec);
}

static void
test_hand_over (void)
{
  VEC (uint32_t) vec = { 0 };
  ARRAY (uint32_t) array;
  vec_hand_over (&vec, &array);
  ok (array.items == NULL && array.count == 0, "nothing is handed over");

  bool kept = true;
  for (uint32_t i = 0; i < 1000; i++)
    vec_push (&vec, i * 7);
  vec_trim (&vec.items, &vec.capacity, vec.count, sizeof *vec.items);
  is_u64 (vec.capacity, 1000, "trimmed, a vec has no room to spare");
  vec_hand_over (&vec, &array);
  for (uint32_t i = 0; i < 1000; i++)
    kept = kept && array.items[i] == i * 7;
  ok (array.count == 1000 && kept, "the array has the elements");
  ok (vec.items == NULL && vec.count == 0 && vec.capacity == 0,
      "and the vec is empty");
  free (array.items);

  vec_reserve (&vec, 1000);
  vec_hand_over (&vec, &array);
  ok (array.items != NULL && array.count == 0,
      "room for elements, of which there are none");
  free (array.items);
}

static void
test_zeroed (void)
{
  VEC (uint64_t) vec = { 0 };
  vec_reserve_zeroed (&vec, 1000);
  is_u64 (vec.capacity, 1000, "room for 1000");
  bool zeroed = true;
  for (size_t i = 0; i < 1000; i++)
    zeroed = zeroed && vec.items[i] == 0;
  ok (zeroed, "what is in it is zero");
  vec.count = 1000;
  vec_push (&vec, 42);
  ok (vec.items[999] == 0 && vec.items[1000] == 42, "it grows like any other");
  vec_release (&vec);
  char *array = array_new (0, sizeof *array);
  ok (array != NULL, "an array of nothing is not null");
  free (array);
}

/* --- Memory that is freed together --------------------------------------- */

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
  ok (arena.blocks == NULL, "a released arena is empty");
}

static void
test_big_pieces (void)
{
  const size_t size = 1000000;
  struct arena arena = { 0 };
  char *small = arena_alloc (&arena, 1);
  char *big = arena_alloc (&arena, size);
  char *next = arena_alloc (&arena, 1);
  *small = 's';
  *next = 'n';
  big[0] = big[size - 1] = 'b';
  ok (*small == 's' && big[0] == 'b' && big[size - 1] == 'b' && *next == 'n',
      "a piece that is larger than a block leaves its neighbours alone");
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
  char *text = memory_format ("%s of %d", "one", 2);
  is_text (text, "one of 2", "a text is made as printf does");
  free (text);
}

/* --- Too little of it ---------------------------------------------------- */

static void
tell (void *owner)
{
  if (write (STDERR_FILENO, owner, 8) != 8)
    _exit (3);
}

/* Run ASK in a process of its own, which memory it cannot have ends.  */
static void
check_end (void (*ask) (void), const char *what)
{
  char text[100];
  int ends[2], status;
  fflush (NULL);
  if (pipe (ends) != 0)
    helper_failed ("pipe", "failed");
  const pid_t child = fork ();
  if (child == 0)
    {
      static char told[] = "no more\n";
      dup2 (ends[1], STDERR_FILENO);
      memory_start (tell, told);
      ask ();
      _exit (2);
    }
  close (ends[1]);
  ssize_t size, used = 0;
  while ((size = read (ends[0], text + used, sizeof text - 1 - (size_t)used))
         > 0)
    used += size;
  text[used] = '\0';
  close (ends[0]);
  waitpid (child, &status, 0);
  ok (WIFEXITED (status) && WEXITSTATUS (status) == 1,
      "%s: the run ends with status 1", what);
  is_text (text, "no more\n", "%s: that is told", what);
}

static void
ask_for_all (void)
{
  array_new (SIZE_MAX, 1);
}

/* 2^61 + 1 elements of 8 bytes, cut to 64 bits, are 8 bytes.  */
static void
ask_for_what_wraps (void)
{
  array_new (SIZE_MAX / 8 + 2, 8);
}

static void
push_what_wraps (void)
{
  VEC (uint64_t) vec = { 0 };
  vec_push (&vec, 42);
  vec_reserve (&vec, SIZE_MAX / sizeof *vec.items + 2);
}

static void
ask_for_a_piece (void)
{
  struct arena arena = { 0 };
  arena_alloc (&arena, SIZE_MAX);
}

static void
ask_for_more_than_there_is (void)
{
  struct shortage shortage;
  shortage_start (&shortage, SHORT_OF_MEMORY);
  memory_set_relief (NULL);
  memory_new ((size_t)64 << 20);
}

/* Returns true *OWNER times.  */
static bool
give_back (void *owner)
{
  unsigned *left = owner;
  return *left > 0 && (*left)-- > 0;
}

static void
test_relief (void)
{
  unsigned left = 1;
  const struct relief relief = { give_back, &left };
  ok (!memory_relieve (), "nobody to ask");
  memory_set_relief (&relief);
  ok (memory_relieve () && !memory_relieve (), "something, but only once");
  memory_set_relief (NULL);
  if (!shortage_works ())
    {
      skip (2, SHORTAGE_LACKS);
      return;
    }
  struct shortage shortage;
  shortage_start (&shortage, SHORT_OF_MEMORY);
  char *block = memory_new ((size_t)64 << 20);
  ok (block != NULL, "there is memory when some was given back");
  is_u64 (shortage.asked, 1, "which was asked for");
  free (block);
  memory_set_relief (NULL);
}

int
main (void)
{
  shortage_prepare ();
  test_push ();
  test_reserve ();
  test_hand_over ();
  test_zeroed ();
  test_pieces_are_apart ();
  test_big_pieces ();
  test_text ();
  check_end (ask_for_all, "more than addresses");
  check_end (ask_for_what_wraps, "a size that wraps around");
  check_end (push_what_wraps, "an array with such a size");
  check_end (ask_for_a_piece, "a piece of an arena");
  if (shortage_works ())
    check_end (ask_for_more_than_there_is, "more than the system has");
  else
    skip (2, SHORTAGE_LACKS);
  test_relief ();
  return done ();
}
