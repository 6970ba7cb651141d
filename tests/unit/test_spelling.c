/* test_spelling.c - how far two words are apart.

   Each expected number was counted by hand: the typing errors are given beside
   it.  */

#include "config.h"

#include "base/spelling.h"

#include <stdint.h>
#include <string.h>

#include "tap.h"

static const struct
{
  const char *a, *b;
  size_t distance;
} pairs[] = {
  { "", "", 0 },
  { "", "abc", 3 },
  { "sum", "sum", 0 },
  { "sumn", "sum", 1 },                 /* n too many */
  { "su", "sum", 1 },                   /* m too few */
  { "som", "sum", 1 },                  /* o for u */
  { "breif", "brief", 1 },              /* e and i changed */
  { "flatprofile", "flat-profile", 1 }, /* no - */
  { "flat_profil", "flat-profile", 2 }, /* _ for -, no e */
  { "demnagel", "demangle", 2 },        /* n and a, e and l changed */
  { "ab", "ba", 1 },                    /* changed */
  { "abc", "ca", 3 },                   /* c, a, and no more twice at once */
  { "json", "jobs", 3 },                /* s too many, n for b, no s */
  { "graph", "xyz", 5 },
};

static void
test_distance (void)
{
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    {
      const char *a = pairs[i].a, *b = pairs[i].b;
      is_u64 (spelling_distance (a, strlen (a), b, strlen (b)),
              pairs[i].distance, "'%s' and '%s'", a, b);
      is_u64 (spelling_distance (b, strlen (b), a, strlen (a)),
              pairs[i].distance, "'%s' and '%s'", b, a);
    }
}

static void
test_long_words (void)
{
  char a[SPELLING_LONGEST + 1], b[SPELLING_LONGEST + 1];
  memset (a, 'a', sizeof a);
  memset (b, 'b', sizeof b);
  is_u64 (spelling_distance (a, SPELLING_LONGEST, b, SPELLING_LONGEST),
          SPELLING_LONGEST, "the longest words, all bytes wrong");
  is_u64 (spelling_distance (a, sizeof a, b, 1), SIZE_MAX, "a longer one");
  is_u64 (spelling_distance (b, 1, a, sizeof a), SIZE_MAX, "a longer other");
}

static void
test_tolerance (void)
{
  is_u64 (spelling_tolerance (2), 0, "no guess at two letters");
  is_u64 (spelling_tolerance (3), 1, "three");
  is_u64 (spelling_tolerance (5), 1, "five");
  is_u64 (spelling_tolerance (6), 2, "six");
  is_u64 (spelling_tolerance (40), 3, "never more than three slips");
}

int
main (void)
{
  test_distance ();
  test_long_words ();
  test_tolerance ();
  return done ();
}
