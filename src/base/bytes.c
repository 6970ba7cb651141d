/* bytes.c - a bounded cursor over bytes in the target's word size and order.

   The caller checks with bytes_want before it fetches; assertions guard
   that.  */

#include "config.h"

#include "base/bytes.h"

#include <inttypes.h>
#include <string.h>

#include "base/i18n.h"

struct place
bytes_place (const struct bytes *bytes)
{
  return (struct place){ bytes->file, bytes->record,
                         bytes->next - bytes->start };
}

enum status
bytes_fail_short (struct bytes *bytes, uint64_t count, const char *what)
{
  struct place where = bytes_place (bytes);
  return diag_fail (bytes->diag, STATUS_FORMAT, &where,
                    /* TRANSLATORS: the first %s is a part of a profile file,
                       such as "arc record".  */
                    _ ("%s is cut short (bytes expected: %" PRIu64
                       ", left: %zu)"),
                    _ (what), count, bytes_left (bytes));
}

/* --- Many numbers at once ----------------------------------------------- */

static bool
host_is_big_endian (void)
{
  const uint16_t one = 1;
  return *(const unsigned char *)&one == 0;
}

/* Nearly all numbers have 2 bytes.  They are added in blocks of constant size,
   without branches or aliasing, so that the compiler uses vector instructions
   even at -O2.  */
enum
{
  BLOCK = 64
};

/* Four numbers of 2 bytes, not decoded, as one.  */
static inline uint64_t
four_at (const unsigned char *at)
{
  uint64_t four;
  memcpy (&four, at, sizeof four);
  return four;
}

/* Set in LANES the bits that are set in the BLOCK numbers at AT: in each lane
   four groups of 16, in the order of the file.  Written out in two lanes,
   which compilers recognise as a vector.  */
static void
join_bits (uint64_t lanes[restrict 2], const unsigned char *restrict at)
{
  lanes[0] |= four_at (at) | four_at (at + 16) | four_at (at + 32)
              | four_at (at + 48) | four_at (at + 64) | four_at (at + 80)
              | four_at (at + 96) | four_at (at + 112);
  lanes[1] |= four_at (at + 8) | four_at (at + 24) | four_at (at + 40)
              | four_at (at + 56) | four_at (at + 72) | four_at (at + 88)
              | four_at (at + 104) | four_at (at + 120);
}

/* The bits set in any of the four groups of 16 in BITS.  */
static uint16_t
fold_bits (uint64_t bits, bool swap)
{
  bits |= bits >> 32;
  const uint16_t low = (uint16_t)(bits | bits >> 16);
  return (uint16_t)(swap ? low << 8 | low >> 8 : low);
}

/* Add BLOCK numbers of 2 bytes in the host's order.  */
static void
add_block (uint64_t *restrict sums, const unsigned char *restrict at)
{
  uint16_t numbers[BLOCK];
  memcpy (numbers, at, sizeof numbers);
  for (size_t i = 0; i < BLOCK; i++)
    sums[i] += numbers[i];
}

/* The same in the other order.  */
static void
add_swapped_block (uint64_t *restrict sums, const unsigned char *restrict at)
{
  uint16_t numbers[BLOCK];
  memcpy (numbers, at, sizeof numbers);
  for (size_t i = 0; i < BLOCK; i++)
    sums[i] += (uint16_t)(numbers[i] << 8 | numbers[i] >> 8);
}

static uint64_t
add_u16 (struct bytes *bytes, uint64_t *sums, size_t count)
{
  const size_t in_blocks = count / BLOCK * BLOCK;
  const unsigned char *at = bytes_take (bytes, 2 * in_blocks);
  const bool swap = bytes->big_endian != host_is_big_endian ();
  uint64_t lanes[2] = { 0, 0 };
  for (size_t i = 0; i < in_blocks; i += BLOCK)
    {
      uint64_t block[2] = { 0, 0 };
      join_bits (block, at + 2 * i);
      if ((block[0] | block[1]) == 0)
        continue; /* most of a histogram; the sums stay untouched memory */
      lanes[0] |= block[0];
      lanes[1] |= block[1];
      if (swap)
        add_swapped_block (sums + i, at + 2 * i);
      else
        add_block (sums + i, at + 2 * i);
    }
  uint64_t bits = fold_bits (lanes[0] | lanes[1], swap);
  for (size_t i = in_blocks; i < count; i++)
    {
      const uint16_t number = bytes_u16 (bytes);
      sums[i] += number;
      bits |= number;
    }
  return bits;
}

uint64_t
bytes_add_numbers (struct bytes *bytes, unsigned size, uint64_t *sums,
                   size_t count)
{
  assert (count <= bytes_left (bytes) / size);
  if (size == 2)
    return add_u16 (bytes, sums, count);
  uint64_t bits = 0;
  for (size_t i = 0; i < count; i++)
    {
      const uint64_t number
          = bytes_decode (bytes_take (bytes, size), size, bytes->big_endian);
      sums[i] += number;
      bits |= number;
    }
  return bits;
}
