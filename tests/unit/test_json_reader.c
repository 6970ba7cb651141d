/* test_json_reader.c - JSON read value by value (R15.142, R15.143).

   Values are written down as they come: keys with a colon, texts as they are,
   { [ and . for beginnings and ends; or the failure.  */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_reader.h"
#include "tap.h"

static const struct
{
  const char *json;
  const char *values;
} cases[] = {
  { "{}", "{." },
  { " [ ] \r\n\t", "[." },
  { "1", "1 " },
  { "\"a\"", "a " },
  { "[1,-0,2.5e-3,0E+7,true,false,null]",
    "[1 -0 2.5e-3 0E+7 true false null ." },
  { "{\"a\":{\"b\":[{}]},\"\":1}", "{a:{b:[{...:1 ." },
  { "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e4\"]",
    "[\"\\/\b\f\n\r\tA\303\244 ." },
  { "[\"\\ud83d\\ude00\\uD83D\\uDE00\"]",
    "[\360\237\230\200\360\237\230\200 ." },
  { "[\"\\ud83d\"]", "[?\357\277\275 ." },
  { "[\"\\ud83dx\"]", "[?\357\277\275x ." },
  { "[\"\\ud83d\\n\"]", "[?\357\277\275\n ." },
  { "[\"\\ud83d\\ud83d\\ude00\"]", "[?\357\277\275\360\237\230\200 ." },
  { "[\"\\ude00\"]", "[?\357\277\275 ." },
  { "[\"\\u0000\"]", "[?\357\277\275 ." },
  { "", "line 1, column 1: unexpected end of the file" },
  { "[", "[line 1, column 2: unexpected end of the file" },
  { "[1", "[1 line 1, column 3: unexpected end of the file" },
  { "[1 2]", "[1 line 1, column 4: unexpected character" },
  { "[1,\n 2,]", "[1 2 line 2, column 4: unexpected character" },
  { "{,}", "{line 1, column 2: unexpected character" },
  { "{1:2}", "{line 1, column 2: unexpected character" },
  { "{\"a\" 2}", "{line 1, column 6: unexpected character" },
  { "{\"a\":}", "{line 1, column 6: unexpected character" },
  { "[}", "[line 1, column 2: unexpected character" },
  { "[01]", "[line 1, column 4: unexpected character" },
  { "[+1]", "[line 1, column 4: unexpected character" },
  { "[.5]", "[line 1, column 4: unexpected character" },
  { "[5.]", "[line 1, column 4: unexpected character" },
  { "[1e]", "[line 1, column 4: unexpected character" },
  { "[nan]", "[line 1, column 5: unexpected character" },
  { "[truefalse]", "[line 1, column 11: unexpected character" },
  { "[\"a\tb\"]", "[line 1, column 4: unexpected character" },
  { "[\"\\x\"]", "[line 1, column 4: unexpected character" },
  { "[\"\\u12g4\"]", "[line 1, column 7: unexpected character" },
  { "[\"\377\"]", "[line 1, column 5: text that is no UTF-8" },
  { "[\"\355\240\200\"]", "[line 1, column 7: text that is no UTF-8" },
  { "1 1", "1 line 1, column 3: unexpected character" },
  { "{} ]", "{.line 1, column 4: unexpected character" },
  { "\357\273\277{}", "line 1, column 1: unexpected character" },
};

/* Write down the values of INFILE.  */
static void
write_down (struct infile *infile, char *to, size_t size)
{
  struct diag diag = { 0 };
  struct json_reader reader;
  enum json_kind kind;
  unsigned depth = 0;
  size_t used = 0;
  json_reader_start (&reader, infile, &diag);
  to[0] = '\0';
  while (json_next (&reader, &kind) == STATUS_OK
         && (kind != JSON_NONE || depth > 0))
    {
      const bool in_object = kind != JSON_NONE && reader.key.items != NULL
                             && depth > 0
                             && !(reader.arrays >> (depth - 1) & 1);
      if (in_object)
        used += (size_t)snprintf (to + used, size - used,
                                  "%s:", reader.key.items);
      const bool opens = kind == JSON_OBJECT || kind == JSON_ARRAY;
      depth += opens;
      depth -= kind == JSON_NONE;
      if (kind == JSON_NONE || opens)
        used += (size_t)snprintf (to + used, size - used, "%c",
                                  kind == JSON_NONE     ? '.'
                                  : kind == JSON_OBJECT ? '{'
                                                        : '[');
      else
        used += (size_t)snprintf (to + used, size - used, "%s%s ",
                                  kind == JSON_TEXT && !reader.is_name ? "?"
                                                                       : "",
                                  reader.text.items);
    }
  if (diag.text != NULL)
    snprintf (to + used, size - used, "%s", strstr (diag.text, "line"));
  json_reader_release (&reader);
  diag_release (&diag);
}

/* A file of TEXT, of which FIRST bytes are read at once.  */
static void
read_text (const char *text, size_t first, char *to, size_t size)
{
  FILE *file = tmpfile ();
  struct infile infile = { .name = "x", .fd = -1 };
  struct diag diag = { 0 };
  char name[40];
  fputs (text, file);
  fflush (file);
  snprintf (name, sizeof name, "/dev/fd/%d", fileno (file));
  if (infile_open (&infile, name, first, &diag) == STATUS_OK)
    write_down (&infile, to, size);
  infile_release (&infile);
  diag_release (&diag);
  fclose (file);
}

static void
test_cases (void)
{
  char found[400], wanted[400];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      snprintf (wanted, sizeof wanted, "%s", cases[i].values);
      read_text (cases[i].json, 1, found, sizeof found);
      is_text (found, wanted, "%s", cases[i].json);
    }
}

static void
test_numbers (void)
{
  static const struct
  {
    const char *text;
    bool is_whole, is_number;
    uint64_t whole;
    double number;
  } numbers[]
      = { { "0", true, true, 0, 0 },
          { "18446744073709551615", true, true, UINT64_MAX,
            18446744073709551615.0 },
          { "18446744073709551616", false, true, 0, 18446744073709551616.0 },
          { "-1", false, true, 0, -1 },
          { "1.0", false, true, 0, 1 },
          { "1e999", false, false, 0, 0 } };
  struct json_reader reader = { 0 };
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    {
      uint64_t whole;
      double number;
      char text[40];
      snprintf (text, sizeof text, "%s", numbers[i].text);
      reader.text.items = text;
      ok (json_get_whole (&reader, &whole) == numbers[i].is_whole
              && (!numbers[i].is_whole || whole == numbers[i].whole),
          "%s as a whole number", text);
      ok (json_get_number (&reader, &number) == numbers[i].is_number
              && (!numbers[i].is_number || number == numbers[i].number),
          "%s as a number", text);
    }
}

int
main (void)
{
  test_cases ();
  test_numbers ();
  return done ();
}
