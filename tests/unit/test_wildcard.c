/* test_wildcard.c - patterns with *, ? and [...] (R2.7a).  */

#include "config.h"

#include "base/wildcard.h"

#include <string.h>
#include <time.h>

#include "rng.h"
#include "tap.h"

static bool
matches (const char *pattern, const char *name)
{
  struct diag diag = { 0 };
  struct wildcard wildcard;
  if (wildcard_read (&wildcard, pattern, strlen (pattern), &diag) != STATUS_OK)
    return false;
  const bool result = wildcard_matches (&wildcard, name, strlen (name));
  wildcard_release (&wildcard);
  return result;
}

static void
test_what_is_a_pattern (void)
{
  ok (wildcard_is_pattern ("a*", 2) && wildcard_is_pattern ("?", 1)
          && wildcard_is_pattern ("[", 1),
      "*, ? and [ make a pattern");
  ok (!wildcard_is_pattern ("a*", 1) && !wildcard_is_pattern ("a]\\.", 4)
          && !wildcard_is_pattern ("", 0),
      "nothing else does");
}

static void
test_matches (void)
{
  static const struct
  {
    const char *pattern, *name;
    bool matches;
  } cases[] = {
    { "", "", true },
    { "", "a", false },
    { "*", "", true },
    { "*", "anything", true },
    { "?", "", false },
    { "?", "a", true },
    { "?", "ab", false },
    { "main", "main", true },
    { "main", "mai", false },
    { "mai", "main", false },
    { "*area*", "app::Sq::area() const", true },
    { "app::*", "app::Sq::area() const", true },
    { "app::*", "wrapp::Sq", false },
    { "*a*b*c", "xaxbxbxcc", true },
    { "*a*b*c", "xaxcxb", false },
    { "a**b", "ab", true },
    { "***", "", true },
    { "*b", "abab", true },
    { "[abc]1", "b1", true },
    { "[abc]1", "d1", false },
    { "[a-c]", "b", true },
    { "[a-c]", "-", false },
    { "[a-]", "-", true },
    { "[-a]", "-", true },
    { "[c-a]", "b", false },
    { "[!a-c]", "d", true },
    { "[!a]", "[", true }, /* neither [ nor ! is of the set */
    { "[!a]", "!", true },
    { "[^a-c]", "b", false },
    { "[!]", "[!]", true }, /* no ] ends it */
    { "[]]", "]", true },
    { "[]a]", "a", true },
    { "[!]]", "]", false },
    { "[!]]", "a", true },
    { "[a", "[a", true },
    { "[[", "[[", true },
    { "[[]x", "[x", true },
    { "[]*", "[]anything", true },
    { "operator[]", "operator[]", true },
    { "\\*", "*", true },
    { "\\*", "a", false },
    { "\\a", "a", true },
    { "a\\", "a\\", true },
    { "[\xc0-\xff]", "\xe9", true },
    { "[?]", "?", true }, /* the last byte of a word of the set */
    { "[@]", "@", true }, /* and the first of the next one */
    { "[\x80]", "\x80", true },
    { "?", "\xe9", true },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    is_u64 (matches (cases[i].pattern, cases[i].name), cases[i].matches,
            "'%s' %s '%s'", cases[i].pattern,
            cases[i].matches ? "matches" : "does not match", cases[i].name);
}

/* What a pattern of letters, ? and * means, word by word.  */
static bool
model (const char *pattern, const char *name)
{
  if (*pattern == '\0')
    return *name == '\0';
  if (*pattern == '*')
    return model (pattern + 1, name)
           || (*name != '\0' && model (pattern, name + 1));
  return *name != '\0' && (*pattern == '?' || *pattern == *name)
         && model (pattern + 1, name + 1);
}

static void
type_random (struct rng *rng, const char *letters, unsigned count, char *text,
             unsigned most)
{
  const unsigned length = rng_below (rng, most);
  for (unsigned i = 0; i < length; i++)
    text[i] = letters[rng_below (rng, count)];
  text[length] = '\0';
}

static void
test_model (void)
{
  struct rng rng = { 5 };
  bool same = true;
  unsigned matched = 0;
  for (unsigned round = 0; round < 20000; round++)
    {
      char pattern[8], name[10];
      type_random (&rng, "ab?**", 5, pattern, sizeof pattern);
      type_random (&rng, "ab", 2, name, sizeof name);
      const bool expected = model (pattern, name);
      matched += expected;
      same = same && matches (pattern, name) == expected;
    }
  ok (same, "20000 random patterns match what a recursive model says");
  ok (matched > 2000 && matched < 18000, "and not all the same: %u match",
      matched);
}

/* Patterns that keep a matcher with recursion busy for ages.  4096 parts times
   65536 bytes are a fraction of a second; anything exponential would not end,
   and anything cubic would take hours.  */
static void
test_hostile (void)
{
  enum
  {
    PARTS = 4096,
    NAME = 65536
  };
  static char pattern[PARTS + 1], name[NAME + 1];
  const clock_t start = clock ();
  memset (name, 'a', NAME);
  for (size_t i = 0; i < PARTS; i += 2)
    memcpy (pattern + i, "*a", 2);
  pattern[PARTS - 1] = 'b';
  ok (!matches (pattern, name), "'*a*a...*b' does not match 'aaa...'");
  pattern[0] = '*';
  memset (pattern + 1, 'a', PARTS - 2);
  ok (!matches (pattern, name), "nor does '*aaa...b'");
  memset (pattern, '[', PARTS);
  ok (!matches (pattern, name), "nor does '[[[...'");
  for (size_t i = 0; i + 4 <= PARTS; i += 4)
    memcpy (pattern + i, "*[a]", 4);
  ok (matches (pattern, name), "'*[a]*[a]...' does");
  ok ((double)(clock () - start) / CLOCKS_PER_SEC < 20,
      "and all of it takes seconds at most");
}

int
main (void)
{
  test_what_is_a_pattern ();
  test_matches ();
  test_model ();
  test_hostile ();
  return done ();
}
