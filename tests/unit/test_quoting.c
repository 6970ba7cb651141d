/* test_quoting.c - names in the syntax of other programs' formats (R15.8).

   With arguments, writes the hostile names for tests/formats/names.test: each
   as it is, a NUL, then as "json", "csv", "dot", "callgrind" or "base64" has
   it, and a NUL.  */

#include "config.h"

#include "base/encoding.h"
#include "base/quoting.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hostile_names.h"
#include "tap.h"

/* TEXT as QUOTE has it, to be freed.  */
static char *
quoted (quoting *quote, const char *text)
{
  char *to = malloc (strlen (text) * QUOTED_MOST + 1);
  const unsigned char *at = (const unsigned char *)text;
  char *end = to;
  bool is_short = true;
  while (*at != '\0')
    {
      const size_t length = quote (&at, end);
      is_short = is_short && length <= QUOTED_MOST;
      end += length;
    }
  ok (is_short, "each character has few bytes");
  *end = '\0';
  return to;
}

static void
check (quoting *quote, const char *text, const char *expected,
       const char *what)
{
  char *got = quoted (quote, text);
  is_text (got, expected, "%s", what);
  free (got);
}

static void
test_formats (void)
{
  check (quote_json, "a\"b\\c\n\033<", "a\\\"b\\\\c\\u000a\\u001b\\u003c",
         "JSON: what has escapes");
  check (quote_json, "\303\251\302\205\342\200\256\342\200\250",
         "\303\251\\u0085\\u202e\\u2028",
         "JSON: characters that control terminals and direction");
  check (quote_csv, "a\"b,\n", "a\"\"b,\n", "CSV: quotation marks");
  check (quote_dot, "a\"\\n&lt;\n", "a\\\"\\\\n&amp;lt;\357\277\275",
         "DOT: neither escapes nor entities");
  check (quote_dot, "\357\277\276\357\277\277", "\357\277\275\357\277\275",
         "DOT: what SVG cannot hold");
  check (quote_xml, "<a b='\"&\001\342\200\256\357\277\277",
         "&lt;a b=&#39;&quot;&amp;\357\277\275&#x202e;\357\277\275",
         "XML: entities");
  check (quote_callgrind, "a b;c\n(1)", "a b;c?(1)", "callgrind: one line");
  check (quote_folded, "a b;c\n", "a_b:c?", "folded: no separators");
}

/* Bytes that are no UTF-8: one U+FFFD for each sequence that could have begun
   a character, as the Unicode Standard recommends (section 3.9).  */
static void
test_invalid (void)
{
#define BAD "\357\277\275"
  static const char *const cases[][2]
      = { { "\377\200", BAD BAD },
          { "\300\257", BAD BAD },
          { "\340\200\257", BAD BAD BAD },
          { "\355\240\200", BAD BAD BAD },
          { "\364\220\200\200", BAD BAD BAD BAD },
          { "\303", BAD },
          { "\342\202x", BAD "x" },
          { "\360\237\230\303\251", BAD "\303\251" } };
  static quoting *const all[] = { quote_json, quote_csv,       quote_dot,
                                  quote_xml,  quote_callgrind, quote_folded };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      ok (!utf8_is_valid (cases[i][0]), "it is no UTF-8");
      for (size_t j = 0; j < sizeof all / sizeof *all; j++)
        check (all[j], cases[i][0], cases[i][1], "what is no UTF-8");
    }
  ok (utf8_is_valid ("\303\251\342\202\254\360\237\230\200"),
      "characters of two, three and four bytes are UTF-8");
}

/* No format lets a name end its text, its line or its element.  */
static void
test_hostile (void)
{
  static const struct
  {
    const char *name;
    quoting *quote;
    const char *never;
  } formats[] = { { "json", quote_json, "<\n\r\033\177" },
                  { "dot", quote_dot, "\n\r\033\177" },
                  { "xml", quote_xml, "<>\"'\n\r\033\177" },
                  { "callgrind", quote_callgrind, "\n\r\033\177" },
                  { "folded", quote_folded, "; \n\r\033\177" } };
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
    for (size_t j = 0; j < HOSTILE_COUNT; j++)
      {
        char *got = quoted (formats[i].quote, hostile_names[j]);
        ok (got[strcspn (got, formats[i].never)] == '\0', "%s: name %zu",
            formats[i].name, j);
        ok (utf8_is_valid (got), "%s: name %zu is UTF-8", formats[i].name, j);
        free (got);
      }
}

static void
test_formulas (void)
{
  ok (quoting_is_formula ("=1"), "a formula");
  ok (quoting_is_formula ("+cmd"), "with a plus");
  ok (quoting_is_formula ("-2+3"), "with a minus");
  ok (quoting_is_formula ("@SUM(1)"), "with an at");
  ok (quoting_is_formula ("\t=1"), "behind a tab");
  ok (!quoting_is_formula ("-12.5e3"), "a number is none");
  ok (!quoting_is_formula ("+1"), "nor with a plus");
  ok (quoting_is_formula ("-"), "a sign alone is no number");
  ok (!quoting_is_formula (""), "nor is nothing");
  ok (!quoting_is_formula ("a=1"), "nor what has one within");
}

/* Write all names in the form FORMAT to standard output.  */
static void
write_names (const char *format)
{
  static struct output output;
  quoting *quote = strcmp (format, "folded") == 0      ? quote_folded
                   : strcmp (format, "dot") == 0       ? quote_dot
                   : strcmp (format, "callgrind") == 0 ? quote_callgrind
                                                       : quote_json;
  output_open (&output, STDOUT_FILENO);
  for (size_t i = 0; i < HOSTILE_COUNT; i++)
    {
      const char *name = hostile_names[i];
      output_bytes (&output, name, strlen (name) + 1);
      if (strcmp (format, "csv") == 0)
        output_csv_field (&output, name);
      else if (strcmp (format, "base64") == 0)
        output_base64 (&output, name, strlen (name));
      else
        output_quoted (&output, quote, name);
      output_char (&output, '\0');
    }
  output_flush (&output);
}

/* What is UTF-8 stays; other bytes are characters of the locale, here none
   (R15.85).  tests/locale has other locales.  */
static void
test_locale (void)
{
  char *text = quoting_from_locale ("\303\251 a");
  is_text (text, "\303\251 a", "UTF-8 stays");
  free (text);
  text = quoting_from_locale ("a\351b");
  is_text (text, "a\357\277\275b", "a byte of another encoding");
  free (text);
}

int
main (int argc, char **argv)
{
  if (argc > 1)
    {
      write_names (argv[1]);
      return 0;
    }
  test_formats ();
  test_invalid ();
  test_hostile ();
  test_formulas ();
  test_locale ();
  return done ();
}
