/* bytes.h - a bounded cursor over bytes in the target's word size and order.

   Ask with bytes_want first; it is the one place that notices the end.  The
   fetching functions then only assert.  */

#ifndef BYTES_H
#define BYTES_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

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

/* Say that WHAT, marked with N_, is cut short: there are no COUNT bytes.
   STATUS_FORMAT.  */
enum status bytes_fail_short (struct bytes *bytes, uint64_t count,
                              const char *what);

/* STATUS_OK if at least COUNT bytes are left; else STATUS_FORMAT, saying that
   WHAT (a noun marked with N_, translated only then) is cut short.  */
static inline enum status
bytes_want (struct bytes *bytes, uint64_t count, const char *what)
{
  return count <= bytes_left (bytes) ? STATUS_OK
                                     : bytes_fail_short (bytes, count, what);
}

/* Consume COUNT bytes and return where they are.  */
static inline const unsigned char *
bytes_take (struct bytes *bytes, size_t count)
{
  assert (count <= bytes_left (bytes));
  const unsigned char *at = bytes->next;
  bytes->next += count;
  return at;
}

/* The numbers of 2, 4 and 8 bytes at AT, which all must be there.  Nobody else
   puts bytes together.  Numbers are fetched millions of times, so these are
   inline, and in a form that compilers recognise as a load, with the bytes
   swapped or not.  */
static inline uint16_t
bytes_decode_u16 (const unsigned char *at, bool big_endian)
{
  return (uint16_t)(big_endian ? at[0] << 8 | at[1] : at[1] << 8 | at[0]);
}

static inline uint32_t
bytes_decode_u32 (const unsigned char *at, bool big_endian)
{
  return big_endian ? (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16
                          | (uint32_t)at[2] << 8 | at[3]
                    : (uint32_t)at[3] << 24 | (uint32_t)at[2] << 16
                          | (uint32_t)at[1] << 8 | at[0];
}

static inline uint64_t
bytes_decode_u64 (const unsigned char *at, bool big_endian)
{
  const uint64_t first = bytes_decode_u32 (at, big_endian);
  const uint64_t second = bytes_decode_u32 (at + 4, big_endian);
  return big_endian ? first << 32 | second : second << 32 | first;
}

/* The number of SIZE bytes, 1, 2, 4 or 8, at AT.  */
static inline uint64_t
bytes_decode (const unsigned char *at, unsigned size, bool big_endian)
{
  switch (size)
    {
    case 1:
      return *at;
    case 2:
      return bytes_decode_u16 (at, big_endian);
    case 4:
      return bytes_decode_u32 (at, big_endian);
    default:
      assert (size == 8);
      return bytes_decode_u64 (at, big_endian);
    }
}

static inline uint8_t
bytes_u8 (struct bytes *bytes)
{
  return *bytes_take (bytes, 1);
}

static inline uint16_t
bytes_u16 (struct bytes *bytes)
{
  return bytes_decode_u16 (bytes_take (bytes, 2), bytes->big_endian);
}

static inline uint32_t
bytes_u32 (struct bytes *bytes)
{
  return bytes_decode_u32 (bytes_take (bytes, 4), bytes->big_endian);
}

static inline uint64_t
bytes_u64 (struct bytes *bytes)
{
  return bytes_decode_u64 (bytes_take (bytes, 8), bytes->big_endian);
}

/* An address, widened to 64 bits as the target wants it.  */
static inline uint64_t
bytes_word (struct bytes *bytes)
{
  if (bytes->word_size == 8)
    return bytes_u64 (bytes);
  const uint32_t value = bytes_u32 (bytes);
  return bytes->sign_extend ? (uint64_t)(int64_t)(int32_t)value : value;
}

/* A word-sized count: never negative, whatever addresses are.  */
static inline uint64_t
bytes_count (struct bytes *bytes)
{
  return bytes->word_size == 8 ? bytes_u64 (bytes) : bytes_u32 (bytes);
}

static inline void
bytes_skip (struct bytes *bytes, size_t count)
{
  bytes_take (bytes, count);
}

/* Add the next COUNT numbers of SIZE bytes (1, 2, 4 or 8) without sign to
   SUMS[0 .. COUNT-1], which must lie elsewhere.  Returns which bits are set in
   any of them, so that a caller can often tell that none is large.  Those of 2
   bytes cost as much as the memory that they take; sums to which many zeros in
   a row would be added are not touched.  */
uint64_t bytes_add_numbers (struct bytes *bytes, unsigned size, uint64_t *sums,
                            size_t count);

#endif
