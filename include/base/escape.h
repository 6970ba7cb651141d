/* escape.h - bytes that could control a terminal, as octal escapes.

   Names come from images and profiles, which are not trusted.  Escaped are the
   control characters below 0x20, DEL, and those from 0x80 to 0x9f: as
   characters where the locale's encoding is UTF-8, as bytes elsewhere, and
   also in UTF-8 where such a byte belongs to no character.  In other encodings
   of several bytes they are halves of letters, and stay.

   In UTF-8 also those that change the direction of writing, since with them a
   name can look like another one: U+061C, U+200E, U+200F, U+202A to U+202E and
   U+2066 to U+2069.  */

#ifndef ESCAPE_H
#define ESCAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"

/* The state of escaping one text, byte by byte.  */
struct escape
{
  uint32_t kept;         /* bit N: control character N passes */
  bool utf8;             /* the locale's encoding is UTF-8 */
  bool wide;             /* it is another one of several bytes */
  unsigned char held[3]; /* what may become a character to be escaped */
  unsigned char held_count;
  unsigned char expected;  /* bytes that complete a character, */
  unsigned char low, high; /* the next one of them in this range */
};

enum
{
  ESCAPE_MOST = 12 /* bytes of output for one of input */
};

/* Start a text in which the control characters KEPT pass.  */
void escape_start (struct escape *escape, uint32_t kept);

/* Write the output for BYTE to TO and return how many bytes it has.  Up to two
   bytes of input may be held back until the next call.  */
size_t escape_put (struct escape *escape, unsigned char byte,
                   char to[ESCAPE_MOST]);

/* The same for what was held back when the text ends.  */
size_t escape_end (struct escape *escape, char to[ESCAPE_MOST]);

/* TEXT if nothing in it is to be escaped, else an escaped copy in MEMORY.
   O(length).  */
const char *escape_text (struct arena *memory, const char *text);

#endif
