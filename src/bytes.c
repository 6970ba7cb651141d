/* bytes.c - a bounded cursor over bytes in the target's word size and order.

   Trusts the caller to ask before fetching; an assertion guards that.  */

#include "config.h"

#include "bytes.h"

#include <inttypes.h>
#include <string.h>

#include "i18n.h"

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
  /* TRANSLATORS: the first %s is a part of a profile file, such as
     "arc record".  */
  return diag_fail (bytes->diag, STATUS_FORMAT, &where,
                    _ ("%s is cut short (bytes expected: %" PRIu64
                       ", left: %zu)"),
                    _ (what), count, bytes_left (bytes));
}

void
bytes_copy (struct bytes *bytes, void *to, size_t count)
{
  memcpy (to, bytes_take (bytes, count), count);
}

/* --- Many numbers at once ----------------------------------------------- */

static bool
host_is_big_endian (void)
{
  const uint16_t one = 1;
  return *(const unsigned char *)&one == 0;
}

/* Nearly all numbers have 2 bytes.  They go in blocks of a size that is known
   to the compiler, without a branch or an overlap to think of, so that it uses
   vector instructions even where it is asked to be modest.  */
enum
{
  BLOCK = 64
};

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

static void
add_u16 (struct bytes *bytes, uint64_t *sums, size_t count)
{
  const size_t in_blocks = count / BLOCK * BLOCK;
  const unsigned char *at = bytes_take (bytes, 2 * in_blocks);
  if (bytes->big_endian == host_is_big_endian ())
    for (size_t i = 0; i < in_blocks; i += BLOCK)
      add_block (sums + i, at + 2 * i);
  else
    for (size_t i = 0; i < in_blocks; i += BLOCK)
      add_swapped_block (sums + i, at + 2 * i);
  for (size_t i = in_blocks; i < count; i++)
    sums[i] += bytes_u16 (bytes);
}

void
bytes_add_numbers (struct bytes *bytes, unsigned size, uint64_t *sums,
                   size_t count)
{
  assert (count <= bytes_left (bytes) / size);
  if (size == 2)
    add_u16 (bytes, sums, count);
  else if (size == 1)
    for (size_t i = 0; i < count; i++)
      sums[i] += bytes_u8 (bytes);
  else if (size == 4)
    for (size_t i = 0; i < count; i++)
      sums[i] += bytes_u32 (bytes);
  else
    for (size_t i = 0; i < count; i++)
      sums[i] += bytes_u64 (bytes);
}
