/* repeats.c - what a text repeats of what comes before it.

   Places are chained by a hash of the bytes there, newest first, and of each
   chain the first few are compared (as in RFC 1951, section 4).  */

#include "config.h"

#include "base/repeats.h"

#include <stdlib.h>

#include "base/bytes.h"
#include "base/vec.h"

enum
{
  BITS_LEAST = 10, /* of a hash */
  BITS_MOST = 20,
  CHAIN_MOST = 12, /* places that are compared */
  COPY_MOST = 4096 /* bytes of a copy, so that long ones cost no more */
};

/* A hash of as many bytes as the shortest copy has, so that hardly anything
   shorter is compared.  */
static size_t
hash_at (const struct repeats *repeats, size_t at)
{
  const unsigned char *bytes = (const unsigned char *)repeats->text + at;
  const uint64_t first = bytes_decode_u64 (bytes, false);
  const uint64_t second = bytes_decode_u64 (bytes + REPEATS_LEAST / 2, false);
  const uint64_t hash = (first * UINT64_C (0x9e3779b97f4a7c15) ^ second)
                        * UINT64_C (0xc2b2ae3d27d4eb4f);
  return (size_t)(hash >> (64 - repeats->bits));
}

enum status
repeats_start (struct repeats *repeats, const char *text, size_t size,
               struct diag *diag)
{
  unsigned bits = BITS_LEAST;
  while (bits < BITS_MOST && (size_t)1 << bits < size)
    bits++;
  *repeats = (struct repeats){
    .text = text,
    .size = size,
    .bits = bits,
    .newest = array_new ((size_t)1 << bits, sizeof *repeats->newest),
    .older
    = array_new (size < UINT32_MAX ? size : UINT32_MAX, sizeof *repeats->older)
  };
  return repeats->newest != NULL && repeats->older != NULL
             ? STATUS_OK
             : diag_no_memory (diag);
}

/* Can places at AT be found again?  */
static bool
is_hashed (const struct repeats *repeats, size_t at)
{
  return repeats->size - at >= REPEATS_LEAST && at < UINT32_MAX - 1;
}

/* Let what is at AT be found.  */
static void
enter (struct repeats *repeats, size_t at)
{
  if (!is_hashed (repeats, at))
    return;
  uint32_t *newest = &repeats->newest[hash_at (repeats, at)];
  repeats->older[at] = *newest;
  *newest = (uint32_t)at + 1;
}

/* How many bytes at AT are the same as those at FROM, before it; a copy does
   not reach into itself.  */
static size_t
same_bytes (const struct repeats *repeats, size_t from, size_t at)
{
  const char *text = repeats->text;
  size_t most
      = repeats->size - at < at - from ? repeats->size - at : at - from;
  if (most > COPY_MOST)
    most = COPY_MOST;
  size_t count = 0;
  while (count < most && text[from + count] == text[at + count])
    count++;
  return count;
}

/* Set the copy of REPEAT to the longest of what is before AT; false if none is
   worth it.  */
static bool
find_copy (const struct repeats *repeats, size_t at, struct repeat *repeat)
{
  unsigned left = CHAIN_MOST;
  repeat->copied_size = 0;
  if (!is_hashed (repeats, at))
    return false;
  for (uint32_t place = repeats->newest[hash_at (repeats, at)];
       place != 0 && left > 0; place = repeats->older[place - 1], left--)
    {
      const size_t count = same_bytes (repeats, place - 1, at);
      if (count > repeat->copied_size)
        {
          repeat->copied = place - 1;
          repeat->copied_size = count;
        }
    }
  if (repeat->copied_size >= REPEATS_LEAST)
    return true;
  repeat->copied_size = 0;
  return false;
}

/* Letters, digits, and all else.  */
static int
class_of (char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ? 1
         : c >= '0' && c <= '9'                           ? 2
                                                          : 0;
}

/* Does a word begin at AT?  Only what begins like that is searched for, and
   found: that is quicker, and what else is the same comes before it.  */
static bool
is_start (const struct repeats *repeats, size_t at)
{
  return at == 0
         || class_of (repeats->text[at - 1]) != class_of (repeats->text[at]);
}

/* Let the copy of REPEAT, whose literal goes up to *AT, begin as early as it
   can.  */
static void
extend (const struct repeats *repeats, size_t *at, struct repeat *repeat)
{
  const char *text = repeats->text;
  while (repeat->copied > 0 && *at > repeat->literal
         && text[repeat->copied - 1] == text[*at - 1]
         && repeat->copied + repeat->copied_size < *at)
    {
      --*at;
      repeat->copied--;
      repeat->copied_size++;
    }
}

bool
repeats_next (struct repeats *repeats, struct repeat *repeat)
{
  if (repeats->at == repeats->size)
    return false;
  *repeat = (struct repeat){ .literal = repeats->at };
  size_t at = repeats->at;
  for (; at < repeats->size; at++)
    if (is_start (repeats, at))
      {
        if (find_copy (repeats, at, repeat))
          break;
        enter (repeats, at);
      }
  const size_t end = at + repeat->copied_size;
  for (size_t i = at; i < end; i++)
    if (is_start (repeats, i))
      enter (repeats, i);
  extend (repeats, &at, repeat);
  repeat->literal_size = at - repeat->literal;
  repeats->at = end;
  return true;
}

void
repeats_end (struct repeats *repeats)
{
  free (repeats->newest);
  free (repeats->older);
  *repeats = (struct repeats){ 0 };
}
