/* image_check.c - what is checked before libbfd sees a file.

   libbfd checks sizes and places against the size of the file by itself.  But
   it compares each section with each segment, of which a file of some
   megabytes can have many.  */

#include "config.h"

#include "image_private.h"

#include <inttypes.h>

#include "base/i18n.h"

/* Read up to SIZE bytes at PLACE of ABFD into DATA; returns how many.  */
static size_t
read_at (bfd *abfd, uint64_t place, unsigned char *data, size_t size)
{
  if (place > INT64_MAX || bfd_seek (abfd, (file_ptr)place, SEEK_SET) != 0)
    return 0;
  const bfd_size_type count = bfd_bread (data, size, abfd);
  return count <= size ? (size_t)count : 0;
}

/* Set *HEADER to that of ABFD's file; to zeros if that is not an ELF file or
   cannot be read.  */
static void
read_header (bfd *abfd, struct elf_header *header)
{
  unsigned char data[ELF_HEADER_SIZE], section[ELF_SECTION_SIZE];
  elf_read_header (header, data, read_at (abfd, 0, data, sizeof data));
  const uint64_t place = elf_large_counts (header);
  if (place != 0)
    elf_read_large_counts (header, section,
                           read_at (abfd, place, section, sizeof section));
}

enum status
image_check_header (const struct image *image, bfd *abfd,
                    struct elf_header *header, struct diag *diag)
{
  const uint64_t most = UINT64_C (1) << 28;
  read_header (abfd, header);
  if (header->segment_count != 0
      && header->section_count > most / header->segment_count)
    return diag_fail (diag, STATUS_FORMAT, PLACE_FILE (image->name),
                      _ ("%" PRIu64 " sections and %" PRIu64
                         " segments: no program has so many of both"),
                      header->section_count, header->segment_count);
  return STATUS_OK;
}
