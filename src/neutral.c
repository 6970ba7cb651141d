/* neutral.c - bytes that could control a terminal, as octal escapes.  */

#include "config.h"

#include "neutral.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>

void
neutral_start (struct neutral *neutral, uint32_t kept)
{
  const bool utf8 = strcmp (nl_langinfo (CODESET), "UTF-8") == 0;
  *neutral = (struct neutral){ .kept = kept,
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

/* Which bytes may follow BYTE in a character of UTF-8 (RFC 3629, section 4)?
   What begins with 0xc2 is looked at before.  */
static void
expect_behind (struct neutral *neutral, unsigned char byte)
{
  neutral->low = byte == 0xe0 ? 0xa0 : byte == 0xf0 ? 0x90 : 0x80;
  neutral->high = byte == 0xed ? 0x9f : byte == 0xf4 ? 0x8f : 0xbf;
  neutral->expected = byte < 0xc3 || byte > 0xf4 ? 0
                      : byte < 0xe0              ? 1
                      : byte < 0xf0              ? 2
                                                 : 3;
}

/* Put what comes of BYTE, with nothing held back.  */
static char *
put_byte (struct neutral *neutral, unsigned char byte, char *at)
{
  if (neutral->expected > 0 && byte >= neutral->low && byte <= neutral->high)
    {
      neutral->expected--;
      neutral->low = 0x80;
      neutral->high = 0xbf;
      *at++ = (char)byte;
      return at;
    }
  neutral->expected = 0;
  if (byte < 0x20 ? !(neutral->kept >> byte & 1)
                  : byte == 0x7f || (is_c1 (byte) && !neutral->wide))
    return put_escaped (at, byte);
  if (neutral->utf8 && byte == 0xc2)
    {
      neutral->holds_c2 = true;
      return at;
    }
  if (neutral->utf8)
    expect_behind (neutral, byte);
  *at++ = (char)byte;
  return at;
}

size_t
neutral_put (struct neutral *neutral, unsigned char byte,
             char room[NEUTRAL_MOST])
{
  char *at = room;
  if (neutral->holds_c2 && is_c1 (byte))
    {
      neutral->holds_c2 = false;
      return (size_t)(put_escaped (put_escaped (at, 0xc2), byte) - room);
    }
  at += neutral_end (neutral, at);
  return (size_t)(put_byte (neutral, byte, at) - room);
}

size_t
neutral_end (struct neutral *neutral, char room[NEUTRAL_MOST])
{
  if (!neutral->holds_c2)
    return 0;
  neutral->holds_c2 = false;
  room[0] = (char)0xc2;
  return 1;
}

const char *
neutral_text (struct arena *memory, const char *text)
{
  struct neutral neutral;
  char room[NEUTRAL_MOST];
  neutral_start (&neutral, 0);
  size_t length = 0, size = 0;
  for (; text[length] != '\0'; length++)
    size += neutral_put (&neutral, (unsigned char)text[length], room);
  size += neutral_end (&neutral, room);
  if (size == length)
    return text;
  char *copy = arena_alloc (memory, size + NEUTRAL_MOST);
  if (copy == NULL)
    return NULL;
  /* The text may have ended within a character.  */
  neutral_start (&neutral, 0);
  char *at = copy;
  for (size_t i = 0; i < length; i++)
    at += neutral_put (&neutral, (unsigned char)text[i], at);
  at += neutral_end (&neutral, at);
  *at = '\0';
  return copy;
}
