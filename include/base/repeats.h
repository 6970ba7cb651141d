/* repeats.h - what a text repeats of what comes before it.

   A text is taken apart into pieces, each a literal and then a copy of bytes
   before it, so that names of C++, which consist of each other, take a quarter
   of their bytes or less.  Pieces depend on the text alone, not on a
   library.  */

#ifndef REPEATS_H
#define REPEATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

enum
{
  REPEATS_LEAST = 16 /* bytes of a copy */
};

struct repeats
{
  const char *text; /* borrowed */
  size_t size, at;
  unsigned bits;    /* of a hash */
  uint32_t *newest; /* by the hash of the bytes there: a place + 1, or 0 */
  uint32_t *older;  /* of each place: the one before of the same hash + 1 */
};

/* Offsets in the text, and bytes.  */
struct repeat
{
  size_t literal, literal_size;
  size_t copied, copied_size; /* what follows the literal is here before it;
                                 no bytes at the end of the text */
};

/* Begin with the SIZE bytes at TEXT, in the first four gigabytes of which
   repeats are found.  4 bytes per byte of text.  STATUS_NO_MEMORY; to be ended
   in any case.  */
enum status repeats_start (struct repeats *repeats, const char *text,
                           size_t size, struct diag *diag);

/* Set *REPEAT to the next piece; false behind the last one.  All together
   O(size).  */
bool repeats_next (struct repeats *repeats, struct repeat *repeat);

void repeats_end (struct repeats *repeats);

#endif
