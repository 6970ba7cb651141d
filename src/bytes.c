/* bytes.c - a bounded cursor over bytes in the target's word size and order.

   Trusts the caller to ask before fetching; an assertion guards that.  */

#include "config.h"

#include "bytes.h"

#include <assert.h>
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
bytes_want (struct bytes *bytes, uint64_t count, const char *what)
{
  if (count <= bytes_left (bytes))
    return STATUS_OK;
  struct place where = bytes_place (bytes);
  /* TRANSLATORS: the first %s is a part of a profile file, such as
     "arc record".  */
  return diag_fail (bytes->diag, STATUS_FORMAT, &where,
                    _ ("%s is cut short (bytes expected: %" PRIu64
                       ", left: %zu)"),
                    what, count, bytes_left (bytes));
}

static const unsigned char *
take (struct bytes *bytes, size_t count)
{
  assert (count <= bytes_left (bytes));
  const unsigned char *at = bytes->next;
  bytes->next += count;
  return at;
}

static uint64_t
assemble (const unsigned char *at, unsigned count, bool big_endian)
{
  uint64_t value = 0;
  for (unsigned i = 0; i < count; i++)
    value = value << 8 | at[big_endian ? i : count - 1 - i];
  return value;
}

uint8_t
bytes_u8 (struct bytes *bytes)
{
  return *take (bytes, 1);
}

uint16_t
bytes_u16 (struct bytes *bytes)
{
  return (uint16_t)assemble (take (bytes, 2), 2, bytes->big_endian);
}

uint32_t
bytes_u32 (struct bytes *bytes)
{
  return (uint32_t)assemble (take (bytes, 4), 4, bytes->big_endian);
}

uint64_t
bytes_u64 (struct bytes *bytes)
{
  return assemble (take (bytes, 8), 8, bytes->big_endian);
}

uint64_t
bytes_word (struct bytes *bytes)
{
  if (bytes->word_size == 8)
    return bytes_u64 (bytes);
  uint32_t value = bytes_u32 (bytes);
  return bytes->sign_extend ? (uint64_t)(int64_t)(int32_t)value : value;
}

uint64_t
bytes_count (struct bytes *bytes)
{
  return bytes->word_size == 8 ? bytes_u64 (bytes) : bytes_u32 (bytes);
}

void
bytes_copy (struct bytes *bytes, void *to, size_t count)
{
  memcpy (to, take (bytes, count), count);
}

void
bytes_skip (struct bytes *bytes, size_t count)
{
  take (bytes, count);
}

/* The size that nearly all profiles have.  */
static void
add_u16 (struct bytes *bytes, uint64_t *sums, size_t count)
{
  const unsigned char *at = take (bytes, count * 2);
  const unsigned high = bytes->big_endian ? 0 : 1;
  for (size_t i = 0; i < count; i++)
    sums[i] += (uint64_t)(at[2 * i + high] << 8 | at[2 * i + 1 - high]);
}

void
bytes_add_numbers (struct bytes *bytes, unsigned size, uint64_t *sums,
                   size_t count)
{
  assert (count <= bytes_left (bytes) / size);
  if (size == 2)
    {
      add_u16 (bytes, sums, count);
      return;
    }
  for (size_t i = 0; i < count; i++)
    sums[i] += assemble (take (bytes, size), size, bytes->big_endian);
}
