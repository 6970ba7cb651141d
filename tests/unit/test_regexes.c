/* test_regexes.c - POSIX extended regular expressions that cannot run
   away (R14.80).  */

#include "config.h"

#include "base/regexes.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "shortage.h"
#include "tap.h"

/* Does PATTERN match TEXT?  */
static bool
matches (const char *pattern, const char *text)
{
  struct diag diag = { .program = "test" };
  struct regexes regexes = { 0 };
  bool lacks_memory = false;
  const bool result
      = regexes_add (&regexes, "--focus", pattern, &diag) == STATUS_OK
        && regexes_match (&regexes, text, &lacks_memory);
  regexes_release (&regexes);
  diag_release (&diag);
  return result && !lacks_memory;
}

static void
check_matches (void)
{
  ok (matches ("^app::", "app::run"), "a beginning");
  ok (!matches ("^run", "app::run"), "no beginning");
  ok (matches ("push|pop", "pop_back"), "one of two");
  ok (matches ("a{2,3}b", "xaab"), "an interval");
  ok (!matches ("a{2,3}b", "xab"), "too few for an interval");
  ok (matches ("", "anything"), "nothing matches all");
  ok (matches ("[[:digit:]]+$", "f12"), "a class");
  ok (matches ("[\\1]", "1"), "no back reference within a set");
  ok (matches ("b)", "(ab)"), "a bracket that closes nothing");
  ok (!matches ("^b|^c", "abc"), "beginnings are those of the text");
  ok (matches ("c$|x", "abc") && !matches ("b$", "abc"), "an end");
  ok (matches ("b.d", "a\nb\nd"), "lines are one text");
}

/* Bytes that are no characters hide nothing behind them.  */
static void
check_bytes (void)
{
  if (setlocale (LC_CTYPE, "C.UTF-8") == NULL)
    return;
  ok (matches ("run$", "\xff\xc3run"), "bytes that are no UTF-8");
  ok (matches ("^\xc3\xa9.run$", "\xc3\xa9\xa9run"), "one of them");
  ok (matches ("^.run$", "\xc3\xa9run"), "a character of two bytes");
  ok (matches ("^run.$", "run\xc3"), "half a character at the end");
  setlocale (LC_CTYPE, "C");
}

static void
check_any (void)
{
  struct diag diag = { .program = "test" };
  struct regexes regexes = { 0 };
  bool lacks_memory = false;
  ok (!regexes_match (&regexes, "main", &lacks_memory),
      "no pattern matches nothing");
  regexes_add (&regexes, "--focus", "^x", &diag);
  regexes_add (&regexes, "--focus", "^m", &diag);
  ok (regexes_match (&regexes, "main", &lacks_memory)
          && !regexes_match (&regexes, "work", &lacks_memory),
      "one of two patterns is enough");
  regexes_release (&regexes);
}

/* What is told of PATTERN, which is wrong.  */
static void
check_refused (const char *pattern, const char *expected)
{
  struct diag diag = { .program = "test" };
  struct regexes regexes = { 0 };
  const enum status status = regexes_add (&regexes, "--focus", pattern, &diag);
  ok (status == STATUS_USAGE, "'%.40s' is refused", pattern);
  ok (diag.text != NULL
          && strncmp (diag.text, expected, strlen (expected)) == 0,
      "as '%s'", expected);
  regexes_release (&regexes);
  diag_release (&diag);
}

/* The place is where that begins which nothing behind it makes right.  */
static void
check_mistakes (void)
{
  check_refused ("a[z-a]b", "--focus=a[z-a]b: character 2: ");
  check_refused ("ab(c(d)", "--focus=ab(c(d): character 3: ");
  check_refused ("[[:nothing:]]", "--focus=[[:nothing:]]: character 1: ");
  check_refused ("ab\\", "--focus=ab\\: character 3: ");
  check_refused ("(a)b\\1", "--focus=(a)b\\1: a regular expression without");
  check_refused ("((a{1,255}){1,255}){1,255}",
                 "--focus=((a{1,255}){1,255}){1,255}: the repetitions");
  check_refused ("(abcdefghijklmnopqrstuvwxyz){100}",
                 "--focus=(abcdefghijklmnopqrstuvwxyz){100}: the repetitions");
  check_refused ("a{900,}b{900,}c{900,}",
                 "--focus=a{900,}b{900,}c{900,}: the repetitions");
  check_refused ("a{255}{255}", "--focus=a{255}{255}: the repetitions");
  check_refused ("(abcdefghijklmnop)*{150}",
                 "--focus=(abcdefghijklmnop)*{150}: the repetitions");
  check_refused ("(a*)*\\1", "--focus=(a*)*\\1: a regular expression without");
  check_refused ("\\(a*\\)*\\1",
                 "--focus=\\(a*\\)*\\1: a regular expression without");
}

/* Each plus sign doubles what is before it, and stars within stars are slow to
   compile, too.  */
static void
check_nesting (void)
{
  static const char *const operators[] = { "+)", "*)", "{0,})", "{1,})" };
  for (size_t o = 0; o < sizeof operators / sizeof *operators; o++)
    {
      char pattern[1001] = "";
      const size_t levels = o < 2 ? 333 : 140;
      memset (pattern, '(', levels);
      pattern[levels] = 'a';
      for (size_t i = 0; i < levels; i++)
        strcat (pattern, operators[o]);
      check_refused (pattern, "--focus=((((");
      ok (strlen (pattern) <= 1000, "not for its length");
    }
  ok (matches ("((a+)+)+b", "xaab"), "three are allowed");
  ok (matches ("(([a-z]*::)*f|(g|h?)*)*b", "xaab"), "so are useful ones");
}

static void
check_length (void)
{
  const size_t size = 1 << 20;
  char *pattern = malloc (size);
  memset (pattern, '(', size);
  pattern[size - 1] = '\0';
  check_refused (pattern, "--focus: a regular expression of 1000 bytes");
  pattern[1001] = '\0';
  check_refused (pattern, "--focus: a regular expression of 1000 bytes");
  pattern[1000] = '\0';
  check_refused (pattern, "--focus=((((");
  free (pattern);
}

/* A pattern with many states, and texts that find them: all of it in seconds
   and within 256 MiB.  Without bounds the states alone take gigabytes, and one
   text takes minutes.  */
static void
check_hostile (void)
{
  static const char *const patterns[] = { "(a|b)*a(a|b){400}",
                                          "(a*)*b",
                                          "(a|aa)*c",
                                          "((a*)*)*$x",
                                          "(.*)(.*)(.*)(.*)(.*)(.*)x",
                                          "(a|b)*a(a|b){20}x",
                                          "(a|b)*a(a|b){200}x",
                                          "(a?){600}x",
                                          "(.*a){600}x" };
#ifndef SANITIZED
  const struct rlimit limit = { 256 << 20, 256 << 20 };
  const struct rlimit seconds = { 60, 60 };
#endif
  char text[4000];
  unsigned state = 1;
  bool lacks_memory = false;
#ifndef SANITIZED
  setrlimit (RLIMIT_DATA, &limit);
  setrlimit (RLIMIT_CPU, &seconds);
#endif
  for (size_t p = 0; p < sizeof patterns / sizeof *patterns; p++)
    {
      struct diag diag = { .program = "test" };
      struct regexes regexes = { 0 };
      bool any = false;
      regexes_add (&regexes, "--focus", patterns[p], &diag);
      for (int i = 0; i < 10; i++)
        {
          for (size_t c = 0; c < sizeof text - 1; c++)
            {
              state = state * 1103515245 + 12345;
              text[c] = (state >> 16) % 3 == 0 ? 'b' : 'a';
            }
          text[sizeof text - 1] = '\0';
          any = regexes_match (&regexes, text, &lacks_memory) || any;
        }
      ok (!lacks_memory, "'%s' ends, and its states fit", patterns[p]);
      ok (any == (p < 2), "with the right answer");
      regexes_release (&regexes);
      diag_release (&diag);
    }
}

int
main (void)
{
  check_matches ();
  check_bytes ();
  check_any ();
  check_mistakes ();
  check_nesting ();
  check_length ();
  check_hostile ();
  return done ();
}
