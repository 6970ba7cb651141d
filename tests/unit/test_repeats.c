/* test_repeats.c - what texts repeat, and texts put together again
   (R15.91).  */

#include "config.h"

#include "base/repeats.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "tap.h"

/* Put SIZE bytes at TEXT together from their pieces; how many copies there
   are, SIZE_MAX if a piece is wrong.  */
static size_t
put_together (const char *text, size_t size)
{
  struct diag diag = { .program = "test" };
  struct repeats repeats;
  struct repeat piece;
  char *copy = array_new (size, 1);
  size_t at = 0, copies = 0;
  bool right = repeats_start (&repeats, text, size, &diag) == STATUS_OK
               && copy != NULL;
  while (right && repeats_next (&repeats, &piece))
    {
      right = piece.literal == at && piece.literal_size <= size - at;
      if (!right)
        break;
      memcpy (copy + at, text + at, piece.literal_size);
      at += piece.literal_size;
      right = piece.copied_size <= size - at
              && (piece.copied_size == 0
                      ? at == size
                      : piece.copied_size >= REPEATS_LEAST
                            && piece.copied + piece.copied_size <= at);
      if (right)
        memcpy (copy + at, copy + piece.copied, piece.copied_size);
      at += piece.copied_size;
      copies += piece.copied_size > 0;
    }
  right = right && at == size && (size == 0 || memcmp (copy, text, size) == 0);
  repeats_end (&repeats);
  free (copy);
  return right ? copies : SIZE_MAX;
}

static void
check (const char *text, size_t copies)
{
  is_u64 (put_together (text, strlen (text)), copies, "'%.40s'", text);
}

/* Texts of few words, which are repeated often, and of few letters.  */
static void
test_many (void)
{
  static const char *const words[]
      = { "std::", "vector<int>", "basic_string", "_ZNSt6", "7", "`", "\377" };
  size_t wrong = 0, copies = 0;
  uint32_t random = 1;
  for (int turn = 0; turn < 300; turn++)
    {
      char text[3000];
      size_t size = 0;
      while (size + 20 < (size_t)turn * 10)
        {
          random = random * 1103515245 + 12345;
          const char *word = words[(random >> 16) % ((uint32_t)turn % 7 + 1)];
          memcpy (text + size, word, strlen (word));
          size += strlen (word);
        }
      const size_t found = put_together (text, size);
      wrong += found == SIZE_MAX;
      copies += found == SIZE_MAX ? 0 : found;
    }
  is_u64 (wrong, 0, "many texts are put together again");
  ok (copies > 1000, "of %zu copies", copies);
}

int
main (void)
{
  check ("", 0);
  check ("main", 0);
  check ("a short one, a short one", 0);
  check ("std::vector<int>::push_back`std::vector<int>::pop_back`", 1);
  check ("xfunction.1234567890123456 yfunction.1234567890123456", 1);
  /* Copies begin where a word does, or before that.  */
  check ("xInTheMiddleOfAWord yInTheMiddleOfAWord", 0);
  check ("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
         0);
  test_many ();
  return done ();
}
