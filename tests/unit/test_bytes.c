/* test_bytes.c - a bounded cursor over bytes in word size and order.  */

#include "config.h"

#include "base/bytes.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "rng.h"
#include "tap.h"

static const unsigned char eight[]
    = { 0x81, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x88 };

static struct bytes
over (const unsigned char *data, size_t size, unsigned word_size,
      bool big_endian)
{
  return (struct bytes){ .file = "typed",
                         .start = data,
                         .next = data,
                         .end = data + size,
                         .word_size = word_size,
                         .big_endian = big_endian };
}

static void
test_little_endian (void)
{
  struct bytes bytes = over (eight, 8, 8, false);
  is_u64 (bytes_u64 (&bytes), 0x8807060504030281u, "8 bytes, little-endian");
  bytes.next = eight;
  is_u64 (bytes_u32 (&bytes), 0x04030281u, "4 bytes, little-endian");
  is_u64 (bytes_u8 (&bytes), 0x05, "1 byte");
  is_u64 (bytes_left (&bytes), 3, "the cursor has moved by 5");
  is_u64 (bytes_u16 (&bytes), 0x0706, "2 bytes, little-endian");
}

static void
test_big_endian (void)
{
  struct bytes bytes = over (eight, 8, 8, true);
  is_u64 (bytes_u64 (&bytes), 0x8102030405060788u, "8 bytes, big-endian");
  bytes.next = eight;
  is_u64 (bytes_u32 (&bytes), 0x81020304u, "4 bytes, big-endian");
  is_u64 (bytes_u32 (&bytes), 0x05060788u, "the next 4 bytes");
  is_u64 (bytes_left (&bytes), 0, "nothing is left");
  bytes.next = eight;
  is_u64 (bytes_u16 (&bytes), 0x8102u, "2 bytes, big-endian");
}

static void
test_decode (void)
{
  is_u64 (bytes_decode (eight, 1, true), 0x81u, "1 byte, decoded");
  is_u64 (bytes_decode (eight, 2, false), 0x0281u, "2 bytes");
  is_u64 (bytes_decode (eight, 2, true), 0x8102u, "2 bytes, big-endian");
  is_u64 (bytes_decode (eight, 4, false), 0x04030281u, "4 bytes");
  is_u64 (bytes_decode (eight, 4, true), 0x81020304u, "4 bytes, big-endian");
  is_u64 (bytes_decode (eight, 8, false), 0x8807060504030281u, "8 bytes");
  is_u64 (bytes_decode (eight, 8, true), 0x8102030405060788u,
          "8 bytes, big-endian");
}

static void
test_words (void)
{
  for (unsigned sign = 0; sign < 2; sign++)
    {
      struct bytes bytes = over (eight, 8, 8, true);
      bytes.sign_extend = sign;
      is_u64 (bytes_word (&bytes), 0x8102030405060788u,
              "a word of 8 bytes, signed %u", sign);

      bytes = over (eight, 8, 4, true);
      bytes.sign_extend = sign;
      is_u64 (bytes_word (&bytes), sign ? 0xffffffff81020304u : 0x81020304u,
              "a word of 4 bytes, signed %u", sign);
      is_u64 (bytes_word (&bytes), 0x05060788u,
              "a positive word of 4 bytes, signed %u", sign);
    }
}

static void
test_counts_are_not_signed (void)
{
  struct bytes bytes = over (eight, 8, 4, true);
  bytes.sign_extend = true;
  is_u64 (bytes_u32 (&bytes), 0x81020304u, "only words are sign-extended");
  bytes = over (eight, 8, 4, true);
  bytes.sign_extend = true;
  is_u64 (bytes_count (&bytes), 0x81020304u, "and not if they are counts");
  bytes = over (eight, 8, 8, true);
  is_u64 (bytes_count (&bytes) >> 32, 0x81020304u, "8 bytes of them");
}

static void
test_copy_and_skip (void)
{
  struct bytes bytes = over (eight, 8, 8, false);
  unsigned char three[4] = { 0, 0, 0, 0x55 };
  bytes_skip (&bytes, 2);
  memcpy (three, bytes_take (&bytes, 3), 3);
  ok (three[0] == 3 && three[1] == 4 && three[2] == 5 && three[3] == 0x55,
      "3 bytes behind 2 are copied, and no more");
  is_u64 (bytes_left (&bytes), 3, "3 are left");
}

static void
test_add_numbers (void)
{
  static const unsigned char data[] = { 0x01, 0x02, 0xff, 0xff, 0x33 };
  uint64_t sums[3] = { 0xffffffff, 1, 99 };
  struct bytes bytes = over (data, 5, 8, false);
  is_u64 (bytes_add_numbers (&bytes, 2, sums, 2), 0xffff,
          "the bits of 0x0201 and 0xffff");
  /* 0xffffffff + 0x0201  */
  is_u64 (sums[0], UINT64_C (0x100000200), "sums are wider than 32 bits");
  is_u64 (sums[1], 0x10000u, "little-endian 0xffff is added");
  is_u64 (sums[2], 99, "no more sums than asked for");
  is_u64 (bytes_left (&bytes), 1, "4 bytes were taken");

  sums[0] = sums[1] = 0;
  bytes = over (data, 5, 8, true);
  bytes_add_numbers (&bytes, 2, sums, 2);
  is_u64 (sums[0], 0x0102u, "big-endian 0x0102");
  is_u64 (sums[1], 0xffffu, "big-endian 0xffff");
  bytes_add_numbers (&bytes, 2, sums, 0);
  is_u64 (bytes_left (&bytes), 1, "adding nothing takes nothing");
}

/* Numbers of other sizes, in both orders.  */
static void
test_add_other_sizes (void)
{
  static const unsigned char data[8] = { 0x81, 2, 3, 4, 5, 6, 7, 0xff };
  static const struct
  {
    unsigned size;
    bool big_endian;
    uint64_t second; /* what is added to the second sum, if there is one */
  } cases[] = { { 1, false, 2 },
                { 1, true, 2 },
                { 4, false, 0xff070605u },
                { 4, true, 0x050607ffu },
                { 2, true, 0x0304u } };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      uint64_t sums[2] = { 0, 1000 };
      struct bytes bytes = over (data, 8, 8, cases[i].big_endian);
      bytes_add_numbers (&bytes, cases[i].size, sums, 2);
      is_u64 (sums[1], cases[i].second + 1000, "%u bytes, big-endian %d",
              cases[i].size, cases[i].big_endian);
      is_u64 (bytes_left (&bytes), 8 - 2 * cases[i].size,
              "no more is taken than that");
    }
  uint64_t sum = 1;
  struct bytes bytes = over (data, 8, 8, false);
  bytes_add_numbers (&bytes, 8, &sum, 1);
  is_u64 (sum, UINT64_C (0xff07060504030282), "8 bytes");
}

/* --- Many numbers against a slow loop ------------------------------------ */

enum
{
  MOST = 200, /* numbers: more than three blocks of bytes.c and a rest */
  SHIFTS = 16 /* bytes that data may be out of alignment */
};

/* Bytes in an array of their own size, so that tools see one read too many; or
   sums that begin just below the end of 32-bit or 64-bit numbers.  */
struct numbers
{
  unsigned char *data;
  uint64_t sums[MOST], wanted[MOST];
};

static void
make_numbers (struct numbers *numbers, size_t bytes, struct rng *rng)
{
  static const uint64_t edges[]
      = { 0, UINT32_MAX, UINT64_MAX, UINT64_MAX - UINT16_MAX, UINT16_MAX };
  /* Half of the arrays have few bits, with different ones at even and odd
     indices.  */
  const bool sparse = rng_below (rng, 2) == 0;
  const unsigned kept[2] = { sparse ? 1u << rng_below (rng, 8) : 0xff,
                             sparse ? 1u << rng_below (rng, 8) : 0xff };
  numbers->data = malloc (bytes + 1);
  for (size_t i = 0; i < bytes; i++)
    numbers->data[i]
        = (unsigned char)((rng_below (rng, 3) == 0 ? 0xff : rng_next (rng))
                          & kept[i % 2]);
  for (size_t i = 0; i < MOST; i++)
    numbers->sums[i] = numbers->wanted[i] = edges[rng_below (rng, 5)];
}

/* COUNT numbers of SIZE bytes, byte by byte; returns their bits.  */
static uint64_t
add_slowly (const unsigned char *at, unsigned size, bool big_endian,
            uint64_t *sums, size_t count)
{
  uint64_t bits = 0;
  for (size_t i = 0; i < count; i++)
    for (unsigned k = 0; k < size; k++)
      {
        const uint64_t byte = (uint64_t)at[i * size + k]
                              << 8 * (big_endian ? size - 1 - k : k);
        sums[i] += byte;
        bits |= byte;
      }
  return bits;
}

/* Are COUNT numbers of SIZE bytes, SHIFT bytes into their array, added up as
   by the slow loop, and their bits returned?  */
static bool
adds_up (unsigned size, bool big_endian, size_t count, size_t shift,
         struct rng *rng)
{
  struct numbers numbers;
  const size_t length = shift + count * size;
  make_numbers (&numbers, length, rng);
  struct bytes bytes = over (numbers.data, length, 8, big_endian);
  bytes_skip (&bytes, shift);
  const uint64_t bits = bytes_add_numbers (&bytes, size, numbers.sums, count);
  const uint64_t wanted_bits = add_slowly (numbers.data + shift, size,
                                           big_endian, numbers.wanted, count);
  free (numbers.data);
  return bytes_left (&bytes) == 0 && bits == wanted_bits
         && memcmp (numbers.sums, numbers.wanted, sizeof numbers.sums) == 0;
}

static void
test_add_many (void)
{
  static const unsigned sizes[] = { 1, 2, 4, 8 };
  struct rng rng = { 4711 };
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
    for (unsigned big = 0; big < 2; big++)
      {
        size_t wrong = 0;
        for (size_t count = 0; count <= MOST; count++)
          for (size_t shift = 0; shift < SHIFTS; shift++)
            wrong += !adds_up (sizes[s], big, count, shift, &rng);
        is_u64 (wrong, 0,
                "up to %d numbers of %u bytes, big-endian %u, at %d "
                "alignments",
                MOST, sizes[s], big, SHIFTS);
      }
}

/* Zeros, at least 128 in a row, are added to memory that cannot be written, but
   for one number among them.  */
static void
test_add_zeros (void)
{
  enum
  {
    COUNT = 4096, /* sums: eight pages of 4 KiB */
    AT = 1029
  };
  unsigned char data[2 * COUNT] = { 0 };
  const size_t size = COUNT * sizeof (uint64_t);
  uint64_t *const sums
      = mmap (NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (!ok (sums != MAP_FAILED, "memory that cannot be written"))
    return;
  struct bytes bytes = over (data, sizeof data, 8, false);
  is_u64 (bytes_add_numbers (&bytes, 2, sums, COUNT), 0, "nothing is added");
  is_u64 (bytes_left (&bytes), 0, "all were taken");

  ok (mprotect (sums, size, PROT_READ | PROT_WRITE) == 0, "it can be now");
  data[2 * AT + 1] = 7; /* 0x700 */
  for (unsigned big = 0; big < 2; big++)
    {
      bytes = over (data, sizeof data, 8, big != 0);
      is_u64 (bytes_add_numbers (&bytes, 2, sums, COUNT), big ? 7 : 0x700,
              "the bits of one number among zeros, big-endian %u", big);
    }
  uint64_t sum = 0;
  for (size_t i = 0; i < COUNT; i++)
    sum += sums[i];
  ok (sums[AT] == 0x707 && sum == 0x707, "it is added where it belongs");
  munmap (sums, size);
}

/* 70,000 files with the largest bin: no intermediate sum overflows.  */
static void
test_add_often (void)
{
  enum
  {
    TIMES = 70000,
    COUNT = 67
  };
  unsigned char data[2 * COUNT];
  uint64_t sums[COUNT] = { 0 };
  memset (data, 0xff, sizeof data);
  for (int i = 0; i < TIMES; i++)
    {
      struct bytes bytes = over (data, sizeof data, 8, i % 2);
      bytes_add_numbers (&bytes, 2, sums, COUNT);
    }
  size_t right = 0;
  for (size_t i = 0; i < COUNT; i++)
    right += sums[i] == (uint64_t)TIMES * UINT16_MAX;
  is_u64 (right, COUNT, "%d times 65535 in each of %d bins", TIMES, COUNT);
}

static void
test_want (void)
{
  struct diag diag = { 0 };
  struct bytes bytes = over (eight, 8, 8, false);
  bytes.diag = &diag;
  bytes.record = 3;
  bytes_skip (&bytes, 5);
  is_u64 (bytes_want (&bytes, 3, "arc"), STATUS_OK, "3 of 3 bytes are there");
  is_u64 (bytes_want (&bytes, 0, "arc"), STATUS_OK, "none always are");
  is_u64 (diag.status, STATUS_OK, "no failure so far");
  is_u64 (bytes_want (&bytes, 4, "arc"), STATUS_FORMAT, "4 are not");
  is_u64 (bytes_left (&bytes), 3, "asking moves nothing");
  is_text (diag.text,
           "typed: record 3 at byte 5: arc is cut short (bytes expected: 4, "
           "left: 3)",
           "the message has record, byte and both counts");
  diag_release (&diag);
  is_u64 (bytes_want (&bytes, UINT64_MAX, "arc"), STATUS_FORMAT,
          "nor are 2^64 - 1");
  diag_release (&diag);
}

static void
test_place (void)
{
  struct bytes bytes = over (eight, 8, 8, false);
  bytes_skip (&bytes, 6);
  bytes.record = 2;
  const struct place place = bytes_place (&bytes);
  is_text (place.file, "typed", "the place has the file");
  ok (place.record == 2 && place.offset == 6, "the record and the offset");
}

int
main (void)
{
  test_little_endian ();
  test_big_endian ();
  test_decode ();
  test_words ();
  test_counts_are_not_signed ();
  test_copy_and_skip ();
  test_add_numbers ();
  test_add_other_sizes ();
  test_add_many ();
  test_add_zeros ();
  test_add_often ();
  test_want ();
  test_place ();
  return done ();
}
