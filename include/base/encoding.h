/* encoding.h - UTF-8 (RFC 3629) and base64 (RFC 4648, section 4).  */

#ifndef ENCODING_H
#define ENCODING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What bytes count as that are no character.  */
#define UTF8_NONE 0xfffdu

/* The bytes that may follow FIRST in a character: how many, and the range of
   the first of them; the others are from 0x80 to 0xbf.  0 for ASCII and for
   what begins no character.  */
size_t utf8_follow (unsigned char first, unsigned char *low,
                    unsigned char *high);

/* A character of a text, or bytes that could have begun one.  */
struct utf8_taken
{
  const unsigned char *bytes;
  size_t count;
  uint32_t character; /* UTF8_NONE for bytes that are none */
  bool valid;         /* false for these */
};

/* Take the first character of *AT, which ends with a NUL that is not next.  */
struct utf8_taken utf8_take (const unsigned char **at);

/* Is TEXT all UTF-8?  */
bool utf8_is_valid (const char *text);

/* Write CHARACTER, at most 0x10ffff, to TO; returns how many bytes it has.  */
size_t utf8_put (char to[4], uint32_t character);

/* Write COUNT bytes, from 1 to 3, to TO in base64, padded.  */
void base64_put (char to[4], const unsigned char *bytes, size_t count);

/* Replace TEXT, of LENGTH bytes in base64, by the bytes that it means; returns
   how many there are, or 0 if it is not that, or has a NUL.  */
size_t base64_decode (char *text, size_t length);

#endif
