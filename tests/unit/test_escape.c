/* test_escape.c - bytes that could control a terminal, as octal escapes.  */

#include "config.h"

#include "base/escape.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"

static void
check (const char *text, const char *expected, const char *what)
{
  struct arena memory = { 0 };
  const char *shown = escape_text (&memory, text);
  is_text (shown, expected, "%s", what);
  if (strcmp (text, expected) == 0)
    ok (shown == text, "%s: without a copy", what);
  arena_release (&memory);
}

static void
test_everywhere (void)
{
  check ("main.c", "main.c", "a plain name");
  check ("", "", "no name");
  check ("\033[2Jx", "\\033[2Jx", "an escape sequence");
  check ("a\nb\tc\r", "a\\012b\\011c\\015", "line feed, tab, return");
  check ("\001\037\177 ~", "\\001\\037\\177 ~",
         "the first, the last, DEL, and what is printable beside them");
}

static void
test_bytes (void)
{
  check ("\2332J", "\\2332J", "the byte that begins a sequence by itself");
  check ("\200\237\240\377", "\\200\\237\240\377", "from 0x80 to 0x9f");
  check ("\303\234", "\303\\234",
         "a terminal of another encoding would take a half of U+00DC so");
}

/* The characters at the ends of the ranges of UTF-8 (RFC 3629, section 4).  */
static void
test_characters (void)
{
  static const char *const plain[]
      = { "\302\240",         "\302\277",         "\303\200",
          "\303\234",         "\337\277",         "\340\240\200",
          "\341\200\233",     "\355\237\277",     "\356\200\200",
          "\357\277\277",     "\360\220\200\200", "\361\200\233\200",
          "\364\217\277\277", "\302\251\302\251" };
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
    check (plain[i], plain[i], "a character that is printed");
  check ("\302\240\200", "\302\240\\200", "a byte too many behind two");
  check ("\342\200\220\200", "\342\200\220\\200", "behind U+2010");
  check ("\341\200\233\200", "\341\200\233\\200", "behind three");
  check ("\361\200\233\200\200", "\361\200\233\200\\200", "behind four");
  check ("a\302\200b\302\237", "a\\302\\200b\\302\\237", "U+0080 and U+009F");
}

/* Those that change the direction, and their neighbours.  */
static void
test_directions (void)
{
  static const struct
  {
    const char *text, *shown;
  } cases[] = { { "\330\233", "\330\233" },
                { "\330\234", "\\330\\234" },
                { "\330\235", "\330\235" },
                { "\342\200\215", "\342\200\215" },
                { "\342\200\216", "\\342\\200\\216" },
                { "\342\200\217", "\\342\\200\\217" },
                { "\342\200\220", "\342\200\220" },
                { "\342\200\251", "\342\200\251" },
                { "\342\200\252", "\\342\\200\\252" },
                { "\342\200\256", "\\342\\200\\256" },
                { "\342\200\257", "\342\200\257" },
                { "\342\201\245", "\342\201\245" },
                { "\342\201\246", "\\342\\201\\246" },
                { "\342\201\251", "\\342\\201\\251" },
                { "\342\201\252", "\342\201\252" },
                { "\342\202\254", "\342\202\254" },
                { "\342\202\252", "\342\202\252" },
                { "\343\200\216", "\343\200\216" },
                { "\341\200\252", "\341\200\252" } };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      char text[20], shown[40];
      check (cases[i].text, cases[i].shown, "a direction, or beside one");
      snprintf (text, sizeof text, "a%sb%s", cases[i].text, cases[i].text);
      snprintf (shown, sizeof shown, "a%sb%s", cases[i].shown, cases[i].shown);
      check (text, shown, "within a text, and at its end");
    }
}

/* In GBK, 0x82 0x9b is a letter, and 0x9b may be a first byte, too.  */
static void
test_halves (void)
{
  check ("\202\233\233@", "\202\233\233@", "halves of letters");
  check ("\202\233\033[m", "\202\233\\033[m", "an escape behind a letter");
}

/* For bytes that are no characters, no standard says what a terminal does.  */
static void
test_no_characters (void)
{
  check ("\2332J", "\\2332J", "a byte behind nothing");
  check ("\303a\233", "\303a\\233", "a character not completed");
  check ("\302\033", "\302\\033", "nor by an escape");
  check ("a\302", "a\302", "nor before the end");
  check ("\302\302\233", "\302\\302\\233", "begun twice");
  check ("\340\200\233", "\340\\200\\233", "three bytes where two would do");
  check ("\355\240\200", "\355\240\\200", "a surrogate");
  check ("\360\200\200\233", "\360\\200\\200\\233",
         "four bytes where fewer would do");
  check ("\364\220\200\200", "\364\\220\\200\\200", "beyond U+10FFFF");
  check ("\303\234\234", "\303\234\\234", "one byte too many");
  check ("\342\200x", "\342\\200x", "the start of a direction");
  check ("\342\201", "\342\\201", "and one at the end of the text");
  check ("\342\200\342\200\256", "\342\\200\\342\\200\\256",
         "or before a whole one");
  check ("\342\200\033", "\342\\200\\033", "or an escape");
  check ("\342\202x\233", "\342\202x\\233", "the start of another");
  check ("\330\330\234", "\330\\330\\234", "begun twice, too");
  check ("\330x", "\330x", "not completed, either");
  check ("\2332J\342", "\\2332J\342",
         "a byte behind nothing, where the text ends within a character");
}

/* The filter passes the characters that it was given, also between pieces.  */
static void
test_kept (void)
{
  static const char text[] = "a\tb\nc\r\302";
  struct escape escape;
  char shown[80], *at = shown;
  escape_start (&escape, UINT32_C (1) << '\n');
  for (const char *c = text; *c != '\0'; c++)
    at += escape_put (&escape, (unsigned char)*c, at);
  is_u64 ((uint64_t)(at - shown), strlen ("a\\011b\nc\\015") + !escape.utf8,
          "in UTF-8, the last byte waits for another");
  at += escape_end (&escape, at);
  *at = '\0';
  is_text (shown, "a\\011b\nc\\015\302", "all but line feeds is escaped");
}

int
main (void)
{
  test_everywhere ();
  test_bytes ();
  test_kept ();
  if (setlocale (LC_CTYPE, "zh_CN.gbk") != NULL)
    test_halves ();
  else
    skip (1, "there is no locale whose encoding is GBK");
  if (setlocale (LC_CTYPE, "C.UTF-8") == NULL
      && setlocale (LC_CTYPE, "en_US.UTF-8") == NULL)
    {
      skip (1, "there is no locale whose encoding is UTF-8");
      return done ();
    }
  test_everywhere ();
  test_characters ();
  test_directions ();
  test_no_characters ();
  test_kept ();
  return done ();
}
