/* bytes.h - a bounded cursor over bytes in the target's word size and order.

   Ask with bytes_want first; it is the one place that notices the end.  The
   fetching functions then only assert.  */

#ifndef BYTES_H
#define BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"

struct bytes
{
  const char *file;           /* for messages; borrowed */
  const unsigned char *start; /* borrowed */
  const unsigned char *next;
  const unsigned char *end;
  uint64_t record;    /* number of the record being read, 0 outside */
  unsigned word_size; /* 4 or 8 bytes */
  bool big_endian;
  bool sign_extend; /* 4-byte words are signed addresses */
  struct diag *diag;
};

static inline size_t
bytes_left (const struct bytes *bytes)
{
  return (size_t)(bytes->end - bytes->next);
}

/* The cursor's place, for messages.  */
struct place bytes_place (const struct bytes *bytes);

/* STATUS_OK if at least COUNT bytes are left; else STATUS_FORMAT, saying that
   WHAT (a translated noun) is cut short.  */
enum status bytes_want (struct bytes *bytes, uint64_t count, const char *what);

uint8_t bytes_u8 (struct bytes *bytes);
uint16_t bytes_u16 (struct bytes *bytes);
uint32_t bytes_u32 (struct bytes *bytes);
uint64_t bytes_u64 (struct bytes *bytes);

/* An address, widened to 64 bits as the target wants it.  */
uint64_t bytes_word (struct bytes *bytes);

/* A word-sized count: never negative, whatever addresses are.  */
uint64_t bytes_count (struct bytes *bytes);

/* Copy COUNT bytes to TO.  */
void bytes_copy (struct bytes *bytes, void *to, size_t count);

void bytes_skip (struct bytes *bytes, size_t count);

/* Add the next COUNT numbers of SIZE bytes (1, 2, 4 or 8) without sign to
   SUMS[0 .. COUNT-1].  */
void bytes_add_numbers (struct bytes *bytes, unsigned size, uint64_t *sums,
                        size_t count);

#endif
