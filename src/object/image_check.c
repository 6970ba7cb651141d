/* image_check.c - what must be looked at before libbfd sees a file.

   libbfd checks sizes and places against the size of the file by itself.  But
   it compares each section with each segment, of which a file of some
   megabytes can have many.  */

#include "config.h"

#include "image_private.h"

#include <inttypes.h>

#include "base/bytes.h"
#include "base/i18n.h"

enum
{
  HEADER_SIZE = 64,  /* of the wider form */
  SECTION_SIZE = 64, /* likewise */
  MANY_SEGMENTS = 0xffff
};

/* The wide or narrow number at AT.  */
static uint64_t
word_at (struct bytes *bytes, unsigned at)
{
  bytes->next = bytes->start + at;
  return bytes->word_size == 8 ? bytes_u64 (bytes) : bytes_u32 (bytes);
}

static uint32_t
half_at (struct bytes *bytes, unsigned at)
{
  bytes->next = bytes->start + at;
  return bytes_u16 (bytes);
}

/* Read SIZE bytes at PLACE of ABFD into DATA.  */
static bool
read_at (bfd *abfd, uint64_t place, unsigned char *data, size_t size)
{
  return place <= INT64_MAX && bfd_seek (abfd, (file_ptr)place, SEEK_SET) == 0
         && bfd_bread (data, size, abfd) == size;
}

/* What the header of an ELF file counts.  Large numbers stand in the header of
   its first section.  */
static void
count_parts (bfd *abfd, const unsigned char *header, uint64_t *sections,
             uint64_t *segments)
{
  unsigned char first[SECTION_SIZE];
  const bool wide = header[4] == 2;
  struct bytes bytes = { .start = header,
                         .end = header + HEADER_SIZE,
                         .word_size = wide ? 8 : 4,
                         .big_endian = header[5] == 2 };
  const uint64_t place = word_at (&bytes, wide ? 40 : 32);
  *segments = half_at (&bytes, wide ? 56 : 44);
  *sections = half_at (&bytes, wide ? 60 : 48);
  if ((*sections != 0 && *segments != MANY_SEGMENTS) || place == 0
      || !read_at (abfd, place, first, sizeof first))
    return;
  bytes.start = first;
  bytes.end = first + sizeof first;
  if (*sections == 0)
    *sections = word_at (&bytes, wide ? 32 : 20);
  bytes.next = bytes.start + (wide ? 44 : 28);
  if (*segments == MANY_SEGMENTS)
    *segments = bytes_u32 (&bytes);
}

enum status
image_check_header (const struct image *image, bfd *abfd, struct diag *diag)
{
  const uint64_t most = UINT64_C (1) << 28;
  unsigned char header[HEADER_SIZE];
  uint64_t sections, segments;
  if (!read_at (abfd, 0, header, sizeof header)
      || memcmp (header, "\177ELF", 4) != 0)
    return STATUS_OK;
  count_parts (abfd, header, &sections, &segments);
  if (segments != 0 && sections > most / segments)
    return diag_fail (diag, STATUS_FORMAT, PLACE_FILE (image->name),
                      _ ("%" PRIu64 " sections and %" PRIu64
                         " segments: no program has so many of both"),
                      sections, segments);
  return STATUS_OK;
}
