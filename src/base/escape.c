/* escape.c - bytes that could control a terminal, as octal escapes.  */

#include "config.h"

#include "base/escape.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>

#include "base/encoding.h"

void
escape_start (struct escape *escape, uint32_t kept)
{
  const bool utf8 = strcmp (nl_langinfo (CODESET), "UTF-8") == 0;
  *escape = (struct escape){ .kept = kept,
                             .utf8 = utf8,
                             .wide = !utf8 && MB_CUR_MAX > 1 };
}

static char *
put_escaped (char *at, unsigned char byte)
{
  *at++ = '\\';
  *at++ = (char)('0' + (byte >> 6));
  *at++ = (char)('0' + (byte >> 3 & 7));
  *at++ = (char)('0' + (byte & 7));
  return at;
}

static bool
is_c1 (unsigned char byte)
{
  return byte >= 0x80 && byte <= 0x9f;
}

/* Are the COUNT bytes held a character that is escaped in UTF-8?  */
static bool
is_escaped (const unsigned char *held, size_t count)
{
  const unsigned char last = held[count - 1];
  if (count == 2)
    return held[0] == 0xc2 ? is_c1 (last) : held[0] == 0xd8 && last == 0x9c;
  if (held[1] == 0x80)
    return (last >= 0x8e && last <= 0x8f) || (last >= 0xaa && last <= 0xae);
  return last >= 0xa6 && last <= 0xa9;
}

/* May they be the start of one?  */
static bool
may_be_escaped (const unsigned char *held, size_t count)
{
  if (count == 1)
    return held[0] == 0xc2 || held[0] == 0xd8 || held[0] == 0xe2;
  return count == 2 && held[0] == 0xe2 && (held[1] == 0x80 || held[1] == 0x81);
}

/* Put the output for BYTE while no byte is held back.  */
static char *
put_byte (struct escape *escape, unsigned char byte, char *at)
{
  if (escape->expected > 0 && byte >= escape->low && byte <= escape->high)
    {
      escape->expected--;
      escape->low = 0x80;
      escape->high = 0xbf;
      *at++ = (char)byte;
      return at;
    }
  escape->expected = 0;
  if (byte < 0x20 ? !(escape->kept >> byte & 1)
                  : byte == 0x7f || (is_c1 (byte) && !escape->wide))
    return put_escaped (at, byte);
  if (escape->utf8 && may_be_escaped (&byte, 1))
    {
      escape->held[escape->held_count++] = byte;
      return at;
    }
  if (escape->utf8)
    escape->expected
        = (unsigned char)utf8_follow (byte, &escape->low, &escape->high);
  *at++ = (char)byte;
  return at;
}

/* BYTE follows the bytes that are held.  */
static char *
put_behind_held (struct escape *escape, unsigned char byte, char *at)
{
  unsigned char *held = escape->held;
  const size_t count = ++escape->held_count;
  held[count - 1] = byte;
  if (may_be_escaped (held, count))
    return at;
  const bool escaped = is_escaped (held, count);
  for (size_t i = 0; i < count; i++)
    if (escaped)
      at = put_escaped (at, held[i]);
    else
      *at++ = (char)held[i];
  /* Others that begin with 0xe2 lack one byte.  */
  if (held[0] == 0xe2 && count == 2)
    {
      escape->expected = 1;
      escape->low = 0x80;
      escape->high = 0xbf;
    }
  escape->held_count = 0;
  return at;
}

size_t
escape_put (struct escape *escape, unsigned char byte, char to[ESCAPE_MOST])
{
  char *at = to;
  if (escape->held_count > 0 && byte >= 0x80 && byte <= 0xbf)
    return (size_t)(put_behind_held (escape, byte, at) - to);
  at += escape_end (escape, at);
  return (size_t)(put_byte (escape, byte, at) - to);
}

size_t
escape_end (struct escape *escape, char to[ESCAPE_MOST])
{
  char *at = to;
  if (escape->held_count > 0)
    *at++ = (char)escape->held[0];
  if (escape->held_count > 1)
    at = put_escaped (at, escape->held[1]); /* 0x80 or 0x81 */
  escape->held_count = 0;
  return (size_t)(at - to);
}

const char *
escape_text (struct arena *memory, const char *text)
{
  struct escape escape;
  char to[ESCAPE_MOST];
  escape_start (&escape, 0);
  size_t length = 0, size = 0;
  for (; text[length] != '\0'; length++)
    size += escape_put (&escape, (unsigned char)text[length], to);
  size += escape_end (&escape, to);
  if (size == length)
    return text;
  char *copy = arena_alloc (memory, size + ESCAPE_MOST);
  /* The text may have ended within a character.  */
  escape_start (&escape, 0);
  char *at = copy;
  for (size_t i = 0; i < length; i++)
    at += escape_put (&escape, (unsigned char)text[i], at);
  at += escape_end (&escape, at);
  *at = '\0';
  return copy;
}
