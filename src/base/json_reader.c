/* json_reader.c - JSON (RFC 8259), read value by value.

   Trusts nothing: depth and the length of texts are bounded, and there is no
   recursion.  A failure is kept in the reader, and from then on the file seems
   to be at its end.  */

#include "config.h"

#include "base/json_reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/encoding.h"
#include "base/i18n.h"

enum
{
  AT_END = -1,
  CHUNK = 1 << 16
};

static const char unexpected[] = N_ ("unexpected character");

enum status
json_refuse (struct json_reader *reader, const char *reason)
{
  if (reader->status == STATUS_OK)
    reader->status = diag_fail (
        reader->diag, STATUS_FORMAT, PLACE_FILE (reader->infile->name),
        /* TRANSLATORS: %s is what is wrong there, such as "unexpected
           character".  */
        _ ("line %ju, column %ju: %s"), (uintmax_t)reader->line,
        (uintmax_t)(reader->passed + reader->at - reader->line_start + 1),
        _ (reason));
  return reader->status;
}

/* Read the next bytes of the file, or none behind its end.  */
static void
fill (struct json_reader *reader)
{
  struct infile *infile = reader->infile;
  if (reader->status != STATUS_OK || infile->at_end)
    return;
  reader->passed += infile->size;
  reader->at = 0;
  reader->status = infile_next (infile, CHUNK, reader->diag);
}

/* The next byte, which stays where it is, or AT_END.  */
static inline int
peek (struct json_reader *reader)
{
  if (reader->at >= reader->infile->size)
    fill (reader);
  return reader->status == STATUS_OK && reader->at < reader->infile->size
             ? reader->infile->data[reader->at]
             : AT_END;
}

/* What is next is nothing that may stand there.  */
static void
refuse_next (struct json_reader *reader)
{
  json_refuse (reader, peek (reader) == AT_END
                           ? N_ ("unexpected end of the file")
                           : unexpected);
}

/* Take the byte C if that is next.  */
static bool
take (struct json_reader *reader, int c)
{
  const bool is_next = peek (reader) == c;
  reader->at += is_next;
  return is_next;
}

static void
expect (struct json_reader *reader, int c)
{
  if (!take (reader, c))
    refuse_next (reader);
}

/* Pass over blanks; returns the byte behind them.  */
static int
skip_blanks (struct json_reader *reader)
{
  int c;
  while ((c = peek (reader)) == ' ' || c == '\n' || c == '\r' || c == '\t')
    {
      reader->at++;
      if (c == '\n')
        {
          reader->line++;
          reader->line_start = reader->passed + reader->at;
        }
    }
  return c;
}

/* --- Texts --------------------------------------------------------------- */

static void
append (struct json_reader *reader, json_text_buffer *to, const void *bytes,
        size_t count)
{
  if (count > JSON_TEXT_MOST - to->count)
    {
      json_refuse (reader, N_ ("text that is too long"));
      return;
    }
  vec_reserve (to, to->count + count + 1);
  if (count > 0) /* BYTES may be null */
    memcpy (to->items + to->count, bytes, count);
  to->count += count;
}

/* Append CHARACTER in UTF-8.  */
static void
append_character (struct json_reader *reader, json_text_buffer *to,
                  uint32_t character)
{
  char bytes[4];
  append (reader, to, bytes, utf8_put (bytes, character));
}

/* Take four hexadecimal digits.  */
static uint32_t
take_unit (struct json_reader *reader)
{
  static const char digits[] = "0123456789abcdefABCDEF";
  uint32_t unit = 0;
  for (int i = 0; i < 4; i++)
    {
      const int c = peek (reader);
      const char *digit = c > 0 ? strchr (digits, c) : NULL;
      if (digit == NULL)
        {
          refuse_next (reader);
          return UTF8_NONE;
        }
      const uint32_t value = (uint32_t)(digit - digits);
      unit = unit << 4 | (value < 16 ? value : value - 6);
      reader->at++;
    }
  return unit;
}

/* Take what follows a backslash, if that is no code.  */
static void
take_short_escape (struct json_reader *reader, json_text_buffer *to)
{
  static const char escapes[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
  const int c = peek (reader);
  const char *found = c > 0 ? strchr (escapes, c) : NULL;
  if (found == NULL)
    refuse_next (reader);
  else
    {
      reader->at++;
      append (reader, to, &meanings[found - escapes], 1);
    }
}

/* Take what follows "\u".  */
static void
take_code (struct json_reader *reader, json_text_buffer *to)
{
  uint32_t unit = take_unit (reader);
  while (unit >= 0xd800 && unit < 0xdc00 && take (reader, '\\'))
    {
      if (peek (reader) != 'u')
        {
          reader->is_name = false;
          append_character (reader, to, UTF8_NONE);
          take_short_escape (reader, to);
          return;
        }
      reader->at++;
      const uint32_t second = take_unit (reader);
      if (second >= 0xdc00 && second < 0xe000)
        unit = 0x10000 + ((unit & 0x3ff) << 10 | (second & 0x3ff));
      else
        {
          reader->is_name = false;
          append_character (reader, to, UTF8_NONE);
          unit = second;
        }
    }
  if (unit == 0 || (unit >= 0xd800 && unit < 0xe000))
    {
      reader->is_name = false;
      unit = UTF8_NONE;
    }
  append_character (reader, to, unit);
}

/* Take the bytes up to the next quote, backslash or control character.  */
static void
take_run (struct json_reader *reader, json_text_buffer *to)
{
  const unsigned char *data = reader->infile->data;
  const size_t start = reader->at;
  size_t at = start;
  while (at < reader->infile->size && data[at] >= 0x20 && data[at] != '"'
         && data[at] != '\\')
    at++;
  reader->at = at;
  append (reader, to, data + start, at - start);
}

/* Take a text into TO.  */
static void
take_text (struct json_reader *reader, json_text_buffer *to)
{
  int c;
  to->count = 0;
  reader->is_name = true;
  expect (reader, '"');
  while ((c = peek (reader)) != '"' && c >= 0x20)
    if (!take (reader, '\\'))
      take_run (reader, to);
    else if (take (reader, 'u'))
      take_code (reader, to);
    else
      take_short_escape (reader, to);
  expect (reader, '"');
  append (reader, to, NULL, 0);
  if (reader->status != STATUS_OK)
    return;
  to->items[to->count] = '\0';
  if (!utf8_is_valid (to->items))
    json_refuse (reader, N_ ("text that is no UTF-8"));
}

/* --- Numbers and words --------------------------------------------------- */

/* Pass over digits; null if there is none.  */
static const char *
pass_digits (const char *at)
{
  const size_t count = strspn (at, "0123456789");
  return count > 0 ? at + count : NULL;
}

static bool
is_number (const char *at)
{
  at += *at == '-';
  at = *at == '0' ? at + 1 : pass_digits (at);
  if (at != NULL && *at == '.')
    at = pass_digits (at + 1);
  if (at != NULL && (*at == 'e' || *at == 'E'))
    {
      at++;
      at = pass_digits (at + (*at == '+' || *at == '-'));
    }
  return at != NULL && *at == '\0';
}

static bool
is_word_byte (unsigned char c)
{
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '.'
         || c == '-' || c == '+' || c == 'E';
}

/* Take a number or a word.  */
static enum json_kind
take_word (struct json_reader *reader)
{
  reader->text.count = 0;
  for (int c = peek (reader); c >= 0 && is_word_byte ((unsigned char)c);
       c = peek (reader))
    {
      const unsigned char *data = reader->infile->data;
      const size_t start = reader->at;
      while (reader->at < reader->infile->size
             && is_word_byte (data[reader->at]))
        reader->at++;
      append (reader, &reader->text, data + start, reader->at - start);
    }
  append (reader, &reader->text, NULL, 0);
  if (reader->status != STATUS_OK)
    return JSON_NONE;
  char *text = reader->text.items;
  text[reader->text.count] = '\0';
  if (is_number (text))
    return JSON_NUMBER;
  if (strcmp (text, "true") != 0 && strcmp (text, "false") != 0
      && strcmp (text, "null") != 0)
    refuse_next (reader);
  return JSON_WORD;
}

bool
json_get_number (const struct json_reader *reader, double *value)
{
  *value = strtod (reader->text.items, NULL);
  return isfinite (*value);
}

bool
json_get_whole (const struct json_reader *reader, uint64_t *value)
{
  *value = 0;
  for (const char *at = reader->text.items; *at != '\0'; at++)
    {
      const unsigned digit = (unsigned)*at - '0';
      if (digit > 9 || *value > (UINT64_MAX - digit) / 10)
        return false;
      *value = *value * 10 + digit;
    }
  return true;
}

/* --- Values -------------------------------------------------------------- */

static bool
in_array (const struct json_reader *reader)
{
  return reader->arrays >> (reader->depth - 1) & 1;
}

static enum json_kind
open_value (struct json_reader *reader, bool is_array)
{
  reader->at++;
  if (reader->depth == JSON_DEPTH_MOST)
    {
      json_refuse (reader, N_ ("nested too deeply"));
      return JSON_NONE;
    }
  const uint64_t bit = (uint64_t)1 << reader->depth++;
  reader->arrays = is_array ? reader->arrays | bit : reader->arrays & ~bit;
  reader->has_items = false;
  return is_array ? JSON_ARRAY : JSON_OBJECT;
}

static enum json_kind
take_value (struct json_reader *reader)
{
  const int c = skip_blanks (reader);
  reader->has_items = true;
  switch (c)
    {
    case '{':
    case '[':
      return open_value (reader, c == '[');
    case '"':
      take_text (reader, &reader->text);
      return JSON_TEXT;
    default:
      return take_word (reader);
    }
}

enum status
json_next (struct json_reader *reader, enum json_kind *kind)
{
  *kind = JSON_NONE;
  if (reader->depth == 0 && reader->has_items)
    {
      if (skip_blanks (reader) != AT_END)
        refuse_next (reader);
    }
  else if (reader->depth == 0)
    *kind = take_value (reader);
  else
    {
      skip_blanks (reader);
      if (take (reader, in_array (reader) ? ']' : '}'))
        {
          reader->depth--;
          reader->has_items = true;
          return reader->status;
        }
      if (reader->has_items)
        expect (reader, ',');
      if (!in_array (reader))
        {
          skip_blanks (reader);
          take_text (reader, &reader->key);
          skip_blanks (reader);
          expect (reader, ':');
        }
      if (reader->status == STATUS_OK)
        *kind = take_value (reader);
    }
  return reader->status;
}

enum status
json_skip (struct json_reader *reader, enum json_kind kind)
{
  const unsigned depth = reader->depth;
  if (kind != JSON_OBJECT && kind != JSON_ARRAY)
    return reader->status;
  while (reader->status == STATUS_OK && reader->depth >= depth)
    json_next (reader, &kind);
  return reader->status;
}

void
json_reader_start (struct json_reader *reader, struct infile *infile,
                   struct diag *diag)
{
  *reader = (struct json_reader){ .infile = infile, .diag = diag, .line = 1 };
}

void
json_reader_release (struct json_reader *reader)
{
  vec_release (&reader->key);
  vec_release (&reader->text);
}
