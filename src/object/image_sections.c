/* image_sections.c - the bytes of the image's sections, mapped rather than
   copied.

   Sections of an ELF file that are not compressed are read directly from the
   mapped file; libbfd reads all others.  The place and size of a section are
   checked against the size of the file.  A file that is shortened while it is
   mapped ends the run, see process_watch_signals; linkers and compilers
   replace the file by a new one, which does no harm.  */

#include "config.h"

#include "image_private.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Map the file that ABFD was read from.  No bytes if it cannot be mapped, as a
   pipe, or if another file has its name by now.  */
static struct file_bytes
map_file (bfd *abfd)
{
  struct file_bytes file = { .bfd = abfd };
  struct stat opened, about;
  const int fd = open (bfd_get_filename (abfd), O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return file;
  if (bfd_stat (abfd, &opened) == 0 && fstat (fd, &about) == 0
      && opened.st_dev == about.st_dev && opened.st_ino == about.st_ino
      && S_ISREG (about.st_mode) && about.st_size > 0
      && (uintmax_t)about.st_size <= SIZE_MAX)
    {
      const size_t size = (size_t)about.st_size;
      void *data = mmap (NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
      if (data != MAP_FAILED)
        {
          file.data = data;
          file.size = size;
        }
    }
  close (fd);
  return file;
}

enum status
image_file (struct image *image, bfd *abfd, struct file_bytes *file,
            struct diag *diag)
{
  for (size_t i = 0; i < image->files.count; i++)
    if (image->files.items[i].bfd == abfd)
      {
        *file = image->files.items[i];
        return STATUS_OK;
      }
  if (!vec_reserve (&image->files, image->files.count + 1))
    return diag_no_memory (diag);
  *file = map_file (abfd);
  image->files.items[image->files.count++] = *file;
  return STATUS_OK;
}

/* Are the bytes of SECTION those in the file?  */
static bool
is_as_in_file (const bfd *abfd, const asection *section)
{
  return bfd_get_flavour (abfd) == bfd_target_elf_flavour
         && !(bfd_section_flags (section) & SEC_IN_MEMORY)
         && section->contents == NULL
         && section->compress_status == COMPRESS_SECTION_NONE;
}

/* Read SECTION by libbfd, which decompresses it.  */
static enum status
read_section (struct image *image, bfd *abfd, asection *section,
              struct section_bytes *bytes, struct diag *diag)
{
  const ufile_ptr file_size = bfd_get_file_size (abfd);
  if (file_size != 0 && bfd_section_size (section) > file_size
      && section->compress_status == COMPRESS_SECTION_NONE)
    return STATUS_ABSENT;
  bfd_byte *contents = NULL;
  if (!bfd_get_full_section_contents (abfd, section, &contents))
    {
      free (contents);
      const enum status status = image_check_failure (image, diag);
      return status == STATUS_OK ? STATUS_ABSENT : status;
    }
  if (contents == NULL)
    return STATUS_OK;
  if (!vec_push (&image->contents, contents))
    {
      free (contents);
      return diag_no_memory (diag);
    }
  *bytes
      = (struct section_bytes){ contents, (size_t)bfd_section_size (section) };
  return STATUS_OK;
}

enum status
image_section (struct image *image, bfd *abfd, asection *section,
               struct section_bytes *bytes, struct diag *diag)
{
  *bytes = (struct section_bytes){ 0 };
  const uint64_t size = bfd_section_size (section);
  if (!(bfd_section_flags (section) & SEC_HAS_CONTENTS))
    return STATUS_ABSENT;
  if (size == 0)
    return STATUS_OK;
  struct file_bytes file = { 0 };
  enum status status = is_as_in_file (abfd, section)
                           ? image_file (image, abfd, &file, diag)
                           : STATUS_OK;
  if (status != STATUS_OK)
    return status;
  if (file.data == NULL)
    return read_section (image, abfd, section, bytes, diag);
  const uint64_t place = (uint64_t)section->filepos;
  if (place > file.size || size > file.size - place)
    return STATUS_ABSENT;
  *bytes = (struct section_bytes){ file.data + place, (size_t)size };
  return STATUS_OK;
}

void
image_release_sections (struct image *image)
{
  for (size_t i = 0; i < image->files.count; i++)
    if (image->files.items[i].data != NULL)
      munmap ((void *)image->files.items[i].data, image->files.items[i].size);
  for (size_t i = 0; i < image->contents.count; i++)
    free (image->contents.items[i]);
  vec_release (&image->files);
  vec_release (&image->contents);
}
