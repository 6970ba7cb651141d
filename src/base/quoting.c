/* quoting.c - names in the syntax of other programs' formats (R15.8).  */

#include "config.h"

#include "base/quoting.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#define REPLACEMENT "\357\277\275" /* U+FFFD */

enum
{
  NO_CHARACTER = 0xfffd /* what bytes that are none count as */
};

/* --- Characters ---------------------------------------------------------- */

/* The bytes that may follow FIRST in UTF-8 (RFC 3629, section 4): how many,
   and the range of the first of them.  */
static size_t
follow (unsigned char first, unsigned char *low, unsigned char *high)
{
  *low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
  *high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
  if (first < 0xc2 || first > 0xf4)
    return 0;
  return first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
}

/* A character of a text, or bytes that could have begun one.  */
struct taken
{
  const unsigned char *bytes;
  size_t count;
  uint32_t character; /* NO_CHARACTER for bytes that are none */
  bool valid;         /* false for these */
};

/* Take the first character of *AT.  */
static struct taken
take (const unsigned char **at)
{
  const unsigned char *start = *at, first = *(*at)++;
  unsigned char low, high;
  size_t left = follow (first, &low, &high);
  if (first < 0x80)
    return (struct taken){ start, 1, first, true };
  const bool is_start = left > 0;
  uint32_t character = left == 1   ? first & 0x1f
                       : left == 2 ? first & 0x0f
                                   : first & 7;
  for (; left > 0 && **at >= low && **at <= high; left--)
    {
      character = character << 6 | (*(*at)++ & 0x3f);
      low = 0x80;
      high = 0xbf;
    }
  const bool valid = is_start && left == 0;
  return (struct taken){ start, (size_t)(*at - start),
                         valid ? character : NO_CHARACTER, valid };
}

bool
quoting_is_utf8 (const char *text)
{
  const unsigned char *at = (const unsigned char *)text;
  while (*at != '\0')
    if (*at < 0x80)
      at++;
    else if (!take (&at).valid)
      return false;
  return true;
}

/* Write CHARACTER to TO as UTF-8, at most four bytes; their number.  */
static size_t
put_utf8 (char *to, uint32_t character)
{
  if (character < 0x80)
    {
      to[0] = (char)character;
      return 1;
    }
  const size_t more = character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
  to[0] = (char)(0xff00 >> (more + 1) | character >> 6 * more);
  for (size_t i = 1; i <= more; i++)
    to[i] = (char)(0x80 | (character >> 6 * (more - i) & 0x3f));
  return more + 1;
}

/* The character at *AT, which is in the locale's encoding and not at its end;
   *AT goes behind it.  */
static uint32_t
take_local (const char **at, mbstate_t *state)
{
  wchar_t wide;
  const size_t size = mbrtowc (&wide, *at, strlen (*at), state);
#ifdef __STDC_ISO_10646__
  if (size != (size_t)-1 && size != (size_t)-2)
    {
      *at += size;
      return (uint32_t)wide;
    }
#endif
  *state = (mbstate_t){ 0 };
  ++*at;
  return NO_CHARACTER;
}

char *
quoting_from_locale (const char *text)
{
  const size_t length = strlen (text);
  const bool is_right = quoting_is_utf8 (text);
  char *copy = length < SIZE_MAX / 4 ? malloc (4 * length + 1) : NULL;
  if (copy == NULL)
    return NULL;
  char *to = copy;
  mbstate_t state = { 0 };
  if (is_right)
    to = stpcpy (copy, text);
  else
    while (*text != '\0')
      to += put_utf8 (to, take_local (&text, &state));
  *to = '\0';
  return copy;
}

/* Does it control terminals or the end of a line?  */
static bool
is_control (uint32_t character)
{
  return character < 0x20 || (character >= 0x7f && character < 0xa0)
         || character == 0x2028 || character == 0x2029;
}

/* Does it change the direction of writing, or is it invisible at the start of
   a file?  */
static bool
is_direction (uint32_t character)
{
  return character == 0x61c || character == 0x200e || character == 0x200f
         || (character >= 0x202a && character <= 0x202e)
         || (character >= 0x2066 && character <= 0x2069)
         || character == 0xfeff;
}

static size_t
put (char *to, const char *text)
{
  const size_t length = strlen (text);
  memcpy (to, text, length);
  return length;
}

/* Copy the bytes of TAKEN, or what stands for those that are no character.  */
static size_t
copy (char *to, const struct taken *taken)
{
  if (!taken->valid)
    return put (to, REPLACEMENT);
  memcpy (to, taken->bytes, taken->count);
  return taken->count;
}

/* --- The formats --------------------------------------------------------- */

size_t
quote_json (const unsigned char **at, char to[QUOTED_MOST])
{
  const struct taken taken = take (at);
  if (taken.character == '"' || taken.character == '\\')
    {
      to[0] = '\\';
      to[1] = (char)taken.character;
      return 2;
    }
  if (taken.character == '<' || is_control (taken.character)
      || is_direction (taken.character))
    {
      memcpy (to, "\\u", 2);
      for (unsigned i = 0; i < 4; i++)
        to[2 + i] = "0123456789abcdef"[taken.character >> (12 - 4 * i) & 15];
      return 6;
    }
  return copy (to, &taken);
}

size_t
quote_csv (const unsigned char **at, char to[QUOTED_MOST])
{
  const struct taken taken = take (at);
  return taken.character == '"' ? put (to, "\"\"") : copy (to, &taken);
}

/* Is it excluded from XML, though UTF-8 has it?  Controls are, too.  */
static bool
is_no_xml (uint32_t character)
{
  return character == 0xfffe || character == 0xffff;
}

/* A character of XML 1.0 and HTML as an entity, or null.  */
static const char *
entity (uint32_t character)
{
  switch (character)
    {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return is_control (character) || is_no_xml (character) ? REPLACEMENT
                                                             : NULL;
    }
}

size_t
quote_xml (const unsigned char **at, char to[QUOTED_MOST])
{
  const struct taken taken = take (at);
  const char *text = entity (taken.character);
  if (text != NULL)
    return put (to, text);
  if (is_direction (taken.character))
    return (size_t)sprintf (to, "&#x%x;", (unsigned)taken.character & 0xffff);
  return copy (to, &taken);
}

size_t
quote_dot (const unsigned char **at, char to[QUOTED_MOST])
{
  const struct taken taken = take (at);
  if (taken.character == '\\')
    return put (to, "\\\\");
  if (taken.character == '"')
    return put (to, "\\\"");
  if (taken.character == '&')
    return put (to, "&amp;");
  if (is_control (taken.character) || is_direction (taken.character)
      || is_no_xml (taken.character))
    return put (to, REPLACEMENT);
  return copy (to, &taken);
}

size_t
quote_callgrind (const unsigned char **at, char to[QUOTED_MOST])
{
  const struct taken taken = take (at);
  return is_control (taken.character) ? put (to, "?") : copy (to, &taken);
}

size_t
quote_folded (const unsigned char **at, char to[QUOTED_MOST])
{
  const struct taken taken = take (at);
  if (taken.character == ' ' || taken.character == 0xa0)
    return put (to, "_");
  if (taken.character == ';')
    return put (to, ":");
  return is_control (taken.character) ? put (to, "?") : copy (to, &taken);
}

/* Is it a character that no format changes?  These are the ones of ASCII that
   can be seen, but for " & ' ; < > and \.  */
static bool
is_plain (unsigned char c)
{
  static const uint64_t plain[4]
      = { UINT64_C (0xa7ffff3a00000000), UINT64_C (0x7fffffffefffffff), 0, 0 };
  return plain[c / 64] >> c % 64 & 1;
}

void
output_quoted (struct output *output, quoting *quote, const char *text)
{
  const unsigned char *at = (const unsigned char *)text;
  while (*at != '\0')
    {
      const unsigned char *start = at;
      while (is_plain (*at))
        at++;
      output_bytes (output, (const char *)start, (size_t)(at - start));
      if (*at == '\0')
        break;
      char *to = output_room (output, QUOTED_MOST);
      output_advance (output, to + quote (&at, to));
    }
}

/* --- Fields of CSV ------------------------------------------------------- */

/* Is TEXT a decimal number?  */
static bool
is_number (const char *text)
{
  char *end;
  if (text[0] == '\0' || strspn (text, "0123456789+-.eE") != strlen (text))
    return false;
  strtod (text, &end);
  return *end == '\0';
}

bool
quoting_is_formula (const char *text)
{
  return text[0] != '\0' && strchr ("=+-@\t\r\n", text[0]) != NULL
         && !is_number (text);
}

void
output_csv_field (struct output *output, const char *text)
{
  const size_t length = strlen (text);
  const bool is_formula = quoting_is_formula (text);
  const bool quoted
      = is_formula || strpbrk (text, "\",\r\n") != NULL
        || (length > 0 && (text[0] == ' ' || text[length - 1] == ' '));
  if (quoted)
    output_char (output, '"');
  if (is_formula)
    output_char (output, '\'');
  output_quoted (output, quote_csv, text);
  if (quoted)
    output_char (output, '"');
}

/* --- Raw bytes ----------------------------------------------------------- */

void
output_base64 (struct output *output, const char *text)
{
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "abcdefghijklmnopqrstuvwxyz0123456789+/";
  const size_t length = strlen (text);
  for (size_t i = 0; i < length; i += 3)
    {
      const size_t left = length - i < 3 ? length - i : 3;
      uint32_t bits = 0;
      for (size_t j = 0; j < 3; j++)
        bits = bits << 8 | (j < left ? (unsigned char)text[i + j] : 0);
      for (size_t j = 0; j < 4; j++)
        output_char (output,
                     j <= left ? digits[bits >> (18 - 6 * j) & 63] : '=');
    }
}
