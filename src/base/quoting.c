/* quoting.c - names in the syntax of other programs' formats (R15.8).  */

#include "config.h"

#include "base/quoting.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/encoding.h"

#define REPLACEMENT "\357\277\275" /* U+FFFD */

/* --- Characters ---------------------------------------------------------- */

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
  return UTF8_NONE;
}

char *
quoting_from_locale (const char *text)
{
  const size_t length = strlen (text);
  const bool is_right = utf8_is_valid (text);
  char *copy = memory_new (4 * length + 1);
  char *to = copy;
  mbstate_t state = { 0 };
  if (is_right)
    to = stpcpy (copy, text);
  else
    while (*text != '\0')
      to += utf8_put (to, take_local (&text, &state));
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
copy (char *to, const struct utf8_taken *taken)
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
  const struct utf8_taken taken = utf8_take (at);
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
  const struct utf8_taken taken = utf8_take (at);
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
  const struct utf8_taken taken = utf8_take (at);
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
  const struct utf8_taken taken = utf8_take (at);
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
  const struct utf8_taken taken = utf8_take (at);
  return is_control (taken.character) ? put (to, "?") : copy (to, &taken);
}

size_t
quote_folded (const unsigned char **at, char to[QUOTED_MOST])
{
  const struct utf8_taken taken = utf8_take (at);
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

void
output_quoted_start (struct output *output, quoting *quote, const char *text,
                     size_t most)
{
  const unsigned char *at = (const unsigned char *)text;
  size_t written = 0;
  while (*at != '\0' && written < most)
    {
      char *to = output_room (output, QUOTED_MOST);
      const size_t size = quote (&at, to);
      output_advance (output, to + size);
      written += size;
    }
  if (*at != '\0')
    output_text (output, "\342\200\246"); /* ... */
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
output_base64 (struct output *output, const void *bytes, size_t count)
{
  const unsigned char *at = bytes;
  for (size_t i = 0; i < count; i += 3)
    {
      char *to = output_room (output, 4);
      base64_put (to, at + i, count - i < 3 ? count - i : 3);
      output_advance (output, to + 4);
    }
}
