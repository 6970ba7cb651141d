/* encoding.c - UTF-8 and base64.  */

#include "config.h"

#include "base/encoding.h"

#include <string.h>

/* --- UTF-8 --------------------------------------------------------------- */

size_t
utf8_follow (unsigned char first, unsigned char *low, unsigned char *high)
{
  *low = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
  *high = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
  if (first < 0xc2 || first > 0xf4)
    return 0;
  return first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
}

struct utf8_taken
utf8_take (const unsigned char **at)
{
  const unsigned char *start = *at, first = *(*at)++;
  unsigned char low, high;
  if (first < 0x80)
    return (struct utf8_taken){ start, 1, first, true };
  size_t left = utf8_follow (first, &low, &high);
  const bool is_start = left > 0;
  uint32_t character = first & (0x3fu >> left);
  for (; left > 0 && **at >= low && **at <= high; left--)
    {
      character = character << 6 | (*(*at)++ & 0x3f);
      low = 0x80;
      high = 0xbf;
    }
  const bool valid = is_start && left == 0;
  return (struct utf8_taken){ start, (size_t)(*at - start),
                              valid ? character : UTF8_NONE, valid };
}

bool
utf8_is_valid (const char *text)
{
  const unsigned char *at = (const unsigned char *)text;
  while (*at != '\0')
    if (*at < 0x80)
      at++;
    else if (!utf8_take (&at).valid)
      return false;
  return true;
}

size_t
utf8_put (char to[4], uint32_t character)
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

/* --- Base64 -------------------------------------------------------------- */

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                             "abcdefghijklmnopqrstuvwxyz0123456789+/";

void
base64_put (char to[4], const unsigned char *bytes, size_t count)
{
  uint32_t bits = 0;
  for (size_t i = 0; i < 3; i++)
    bits = bits << 8 | (i < count ? bytes[i] : 0);
  for (size_t i = 0; i < 4; i++)
    to[i] = i <= count ? digits[bits >> (18 - 6 * i) & 63] : '=';
}

size_t
base64_decode (char *text, size_t length)
{
  size_t count = 0, used = length;
  uint32_t bits = 0;
  while (used > 0 && length - used < 2 && text[used - 1] == '=')
    used--;
  for (size_t i = 0; i < used; i++)
    {
      const char *digit = text[i] != '\0' ? strchr (digits, text[i]) : NULL;
      if (digit == NULL)
        return 0;
      bits = bits << 6 | (uint32_t)(digit - digits);
      if (i % 4 > 0)
        text[count++] = (char)(bits >> (6 - 2 * (i % 4)) & 0xff);
    }
  return length % 4 == 0 && memchr (text, '\0', count) == NULL ? count : 0;
}
