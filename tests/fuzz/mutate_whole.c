/* mutate_whole.c - how libFuzzer changes an input of fuzz_whole.c.

   By itself libFuzzer does not know the parts of an input, so that most of its
   changes move the image's end.  Here one part is changed and its size kept
   right; or a number in the image, where ELF has numbers, is replaced by one
   that readers may fail at.  */

#include "config.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

/* libFuzzer's own changes; null where there is no libFuzzer.  */
size_t LLVMFuzzerMutate (uint8_t *data, size_t size, size_t most)
    __attribute__ ((weak));

/* Called by libFuzzer: change the SIZE bytes at DATA, where there is space for
   MOST, and return the new size.  */
size_t LLVMFuzzerCustomMutator (uint8_t *data, size_t size, size_t most,
                                unsigned seed);

enum
{
  IMAGE_SIZE_AT = 1, /* three bytes */
  PROFILE_SIZE_AT = 4,
  PARTS_AT = 6,
  ELF_HEADER_SIZE = 64,
  SECTIONS_AT_64 = 40,
  SECTIONS_AT_32 = 32
};

/* Of what there are some more random bits each time.  */
static unsigned
choose (unsigned *seed, size_t below)
{
  *seed = *seed * 1664525u + 1013904223u;
  return (unsigned)((*seed >> 8) % below);
}

static size_t
number_at (const uint8_t *data, unsigned bytes)
{
  size_t value = 0;
  while (bytes-- > 0)
    value = value << 8 | data[bytes];
  return value;
}

static void
set_number (uint8_t *data, unsigned bytes, uint64_t value)
{
  for (unsigned i = 0; i < bytes; i++)
    data[i] = (uint8_t)(value >> 8 * i);
}

static size_t
at_most (size_t value, size_t limit)
{
  return value < limit ? value : limit;
}

/* Let libFuzzer change the LENGTH bytes at OFFSET of all SIZE; what is behind
   them moves.  *LENGTH becomes their new number.  */
static size_t
change_part (uint8_t *data, size_t size, size_t most, size_t offset,
             size_t *length)
{
  const size_t rest = size - offset - *length;
  const size_t room = most - offset - rest;
  uint8_t *part = malloc (room + 1);
  if (part == NULL)
    return size;
  memcpy (part, data + offset, *length);
  const size_t changed = LLVMFuzzerMutate (part, *length, room);
  memmove (data + offset + changed, data + offset + *length, rest);
  memcpy (data + offset, part, changed);
  free (part);
  *length = changed;
  return offset + changed + rest;
}

/* An offset where a number is likely: in the header, the table of sections, or
   anywhere.  */
static size_t
choose_place (const uint8_t *image, size_t size, unsigned *seed)
{
  const size_t width = image[4] == 2 ? 8 : 4;
  const size_t sections
      = number_at (image + (width == 8 ? SECTIONS_AT_64 : SECTIONS_AT_32), 4);
  size_t from = 0, count = size;
  switch (choose (seed, 4))
    {
    case 0:
      count = ELF_HEADER_SIZE;
      break;
    case 1:
    case 2:
      if (sections < size)
        {
          from = sections;
          count = size - sections;
        }
      break;
    default:
      break;
    }
  return from + (choose (seed, count) & ~(size_t)3);
}

static void
spoil_number (uint8_t *image, size_t size, unsigned *seed)
{
  const uint64_t numbers[] = { 0,
                               1,
                               2,
                               0x7f,
                               0xff,
                               0x7fff,
                               0xffff,
                               0x7fffffff,
                               0x80000000,
                               0xffffffff,
                               INT64_MAX,
                               UINT64_C (1) << 63,
                               UINT64_MAX,
                               UINT64_MAX - 7,
                               size,
                               size - 1,
                               size + 1,
                               size / 2,
                               (uint64_t)size << 16,
                               UINT64_C (1) << 40 };
  const uint64_t number
      = numbers[choose (seed, sizeof numbers / sizeof *numbers)];
  const size_t place = choose_place (image, size, seed);
  const unsigned bytes = 1u << choose (seed, 4);
  if (place + bytes <= size)
    set_number (image + place, bytes, number);
}

size_t
LLVMFuzzerCustomMutator (uint8_t *data, size_t size, size_t most,
                         unsigned seed)
{
  if (size < PARTS_AT || most < size)
    return LLVMFuzzerMutate (data, size, most);
  size_t image
      = at_most (number_at (data + IMAGE_SIZE_AT, 3), size - PARTS_AT);
  size_t profile = at_most (number_at (data + PROFILE_SIZE_AT, 2),
                            size - PARTS_AT - image);
  switch (choose (&seed, 8))
    {
    case 0:
      return LLVMFuzzerMutate (data, size, most);
    case 1:
      data[0] = (uint8_t)choose (&seed, 256);
      return size;
    case 2:
      size = change_part (data, size, most, PARTS_AT + image, &profile);
      break;
    case 3:
      size = change_part (data, size, most, PARTS_AT, &image);
      break;
    default:
      for (unsigned count = choose (&seed, 3) + 1; count > 0; count--)
        if (image > ELF_HEADER_SIZE)
          spoil_number (data + PARTS_AT, image, &seed);
    }
  set_number (data + IMAGE_SIZE_AT, 3, image);
  set_number (data + PROFILE_SIZE_AT, 2, profile);
  return size;
}
