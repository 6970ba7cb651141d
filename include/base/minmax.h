/* minmax.h - the smaller and the larger of two numbers, the largest of many
   lengths, and sums that stop at the largest number.  */

#ifndef MINMAX_H
#define MINMAX_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t
min_u64 (uint64_t a, uint64_t b)
{
  return a < b ? a : b;
}

static inline uint64_t
max_u64 (uint64_t a, uint64_t b)
{
  return a > b ? a : b;
}

/* A + B, or the largest number if that is more.  */
static inline uint64_t
add_u64 (uint64_t a, uint64_t b)
{
  return a + min_u64 (b, UINT64_MAX - a);
}

/* The length of the longest of COUNT lists, the one after the other, of which
   list I begins at START[I] and ends before START[I + 1].  O(COUNT).  */
static inline size_t
max_length (const uint32_t *start, size_t count)
{
  uint32_t most = 0;
  for (size_t i = 0; i < count; i++)
    if (start[i + 1] - start[i] > most)
      most = start[i + 1] - start[i];
  return most;
}

#endif
