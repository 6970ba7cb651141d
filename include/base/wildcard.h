/* wildcard.h - patterns with *, ? and [...], as shells know them.  */

#ifndef WILDCARD_H
#define WILDCARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/vec.h"

/* One element of a pattern: any text, any byte, one of a set, or BYTE.  */
struct wildcard_part
{
  enum
  {
    WILDCARD_BYTE,
    WILDCARD_ANY_BYTE,
    WILDCARD_ANY_TEXT,
    WILDCARD_SET
  } kind;
  unsigned char byte;
  uint32_t set; /* which of the sets */
};

/* A set of bytes, bit B % 64 of word B / 64 for byte B.  */
struct wildcard_set
{
  uint64_t words[4];
};

struct wildcard
{
  VEC (struct wildcard_part) parts;
  VEC (struct wildcard_set) sets;
};

/* Do the LENGTH bytes at TEXT mean more than themselves, that is, is there a
   *, ? or [ in them?  */
bool wildcard_is_pattern (const char *text, size_t length);

/* Read the pattern of LENGTH bytes at TEXT: * is any text, also none; ? any
   byte; [abc] and [a-z] one byte of these, [!abc] and [^abc] any other; a
   backslash takes the meaning from the byte behind it.  A [ without its ] is
   itself, and so is a ] that comes first.  STATUS_NO_MEMORY is the only
   failure; nothing is left to release then.  O(LENGTH), with 12 bytes for each
   byte and 32 for each set.  */
enum status wildcard_read (struct wildcard *wildcard, const char *text,
                           size_t length, struct diag *diag);

/* Does WILDCARD match all of the LENGTH bytes at NAME?  O(parts x LENGTH)
   whatever the pattern, without recursion.  */
bool wildcard_matches (const struct wildcard *wildcard, const char *name,
                       size_t length);

/* Safe on a zeroed struct.  */
void wildcard_release (struct wildcard *wildcard);

#endif
