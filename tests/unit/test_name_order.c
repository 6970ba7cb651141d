/* test_name_order.c - symbols in the order of their names (R6.31, R7.4, R8.1),
   against strcmp.  */

#include "config.h"

#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

#include "rng.h"
#include "tap.h"

enum
{
  NAMES = 2000,
  LENGTH = 40
};

/* Do by_name and rank of ORDER say what strcmp says of NAMES?  */
static bool
agrees (const struct name_order *order, const char *const *names, size_t count)
{
  for (size_t i = 1; i < count; i++)
    {
      const uint32_t a = order->by_name[i - 1], b = order->by_name[i];
      const int by_name = strcmp (names[a], names[b]);
      if (by_name > 0 || (by_name == 0 && a > b)
          || order->rank[b] != order->rank[a] + (by_name != 0))
        {
          tap_note ("'%.60s' and '%.60s' are next to each other", names[a],
                    names[b]);
          return false;
        }
    }
  return count == 0 || order->rank[order->by_name[0]] == 0;
}

static void
check (const char *const *names, size_t count, const char *what)
{
  struct name_order order = { 0 };
  name_order_build (&order, names, count);
  ok (agrees (&order, names, count), "%s: as strcmp says", what);
  name_order_release (&order);
}

static void
test_few (void)
{
  /* Some end where eight bytes do, some before, some behind; bytes from 128 on
     come last.  */
  static const char *const names[] = { "main",
                                       "",
                                       "f1234567",
                                       "f123456",
                                       "f12345678",
                                       "f1234567",
                                       "\xc3\xa4",
                                       "f12345670",
                                       "_start",
                                       "main",
                                       "Main",
                                       "f12345671",
                                       "f1234567",
                                       "\x7f",
                                       "f1234567890123456",
                                       "",
                                       "f12345678901234",
                                       "f123456789012345" };
  check (names, sizeof names / sizeof *names, "names of all lengths");
  check (names, 1, "one name");
  check (NULL, 0, "no name");
}

/* Names of few letters, so that many are equal, behind PREFIX letters that all
   share.  */
static void
test_random (unsigned prefix)
{
  static char texts[NAMES][LENGTH + 1];
  const char *names[NAMES];
  struct rng rng = { 99 };
  for (size_t i = 0; i < NAMES; i++)
    {
      const unsigned length = prefix + rng_below (&rng, LENGTH - prefix);
      memset (texts[i], 'p', prefix);
      for (unsigned j = prefix; j < length; j++)
        texts[i][j] = (char)('a' + rng_below (&rng, 2));
      texts[i][length] = '\0';
      names[i] = texts[i];
    }
  check (names, NAMES, "random names");
}

/* Long names cost their length, and no stack.  */
static void
test_long (void)
{
  enum
  {
    LONG = 4000000,
    COUNT = 3
  };
  const char *names[COUNT];
  char *texts[COUNT];
  for (size_t i = 0; i < COUNT; i++)
    {
      texts[i] = malloc (LONG + 1);
      memset (texts[i], 'x', LONG);
      texts[i][LONG] = '\0';
      names[i] = texts[i];
    }
  texts[0][LONG - 1] = 'y';
  check (names, COUNT, "names that differ in the last of four million bytes");
  for (size_t i = 0; i < COUNT; i++)
    free (texts[i]);
}

int
main (void)
{
  test_few ();
  test_random (0);
  test_random (7);
  test_random (8);
  test_random (30);
  test_long ();
  return done ();
}
