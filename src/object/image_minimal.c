/* image_minimal.c - the symbols that distributions leave in a stripped image.

   The section .gnu_debugdata holds an ELF file, compressed with xz, whose
   symbol table has the functions that are no dynamic symbols.  It is expanded
   into memory, and libbfd reads it from there.  */

#include "config.h"

#include "image_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/i18n.h"
#include "base/unpack.h"

enum
{
  FIRST = 1 << 20, /* bytes of memory to begin with */
  MOST = 128 << 20 /* that a table of functions may have */
};

typedef VEC (bfd_byte) byte_list;

/* Expand what UNPACK has to read and append it to ALL.  FILE is for
   messages.  */
static enum status
expand (struct unpack *unpack, const char *file, byte_list *all,
        struct diag *diag)
{
  enum status status = STATUS_OK;
  while (status == STATUS_OK && !unpack->at_end && all->count < MOST)
    {
      if (!vec_reserve (all, all->count + FIRST))
        return diag_no_memory (diag);
      const size_t space = all->capacity - all->count;
      unpack->to = all->items + all->count;
      unpack->space = space;
      status = unpack_run (unpack, file, diag);
      all->count += space - unpack->space;
    }
  /* Reasons are in the language of the library.  */
  return status == STATUS_OK && !unpack->at_end
             ? diag_fail (diag, STATUS_FORMAT, PLACE_FILE (file),
                          _ ("cannot be decompressed with %s: %s"), "xz",
                          "more memory would be needed than may be used")
             : status;
}

/* Set image->minimal to what the SIZE bytes at DATA expand to.  */
static enum status
expand_section (struct image *image, const struct section_bytes *packed,
                const char *file, struct diag *diag)
{
  byte_list all = { 0 };
  struct unpack unpack = { 0 };
  if (packing_of (packed->data, packed->size) != PACKING_XZ)
    return diag_fail (diag, STATUS_FORMAT, PLACE_FILE (file),
                      _ ("cannot be decompressed with %s: %s"), "xz",
                      "damaged data");
  unpack_start (&unpack, PACKING_XZ);
  unpack.next = packed->data;
  unpack.left = packed->size;
  unpack.is_last = true;
  enum status status = expand (&unpack, file, &all, diag);
  unpack_release (&unpack);
  if (status == STATUS_OK && !vec_push (&image->contents, all.items))
    status = diag_no_memory (diag);
  if (status == STATUS_OK)
    image->minimal = (struct section_bytes){ all.items, all.count };
  else
    vec_release (&all);
  return status;
}

/* --- libbfd reads from memory -------------------------------------------- */

static void *
open_bytes (struct bfd *abfd, void *bytes)
{
  (void)abfd;
  return bytes;
}

static file_ptr
read_bytes (struct bfd *abfd, void *stream, void *to, file_ptr count,
            file_ptr offset)
{
  const struct section_bytes *bytes = stream;
  (void)abfd;
  if (count < 0 || offset < 0 || (ufile_ptr)offset > bytes->size)
    return 0;
  const size_t left = bytes->size - (size_t)offset;
  const size_t size = (ufile_ptr)count < left ? (size_t)count : left;
  memcpy (to, bytes->data + offset, size);
  return (file_ptr)size;
}

static int
describe_bytes (struct bfd *abfd, void *stream, struct stat *about)
{
  const struct section_bytes *bytes = stream;
  (void)abfd;
  *about = (struct stat){ .st_mode = S_IFREG, .st_size = (off_t)bytes->size };
  return 0;
}

/* Set image->minimal_bfd to the file in image->minimal.  */
static enum status
open_minimal (struct image *image, struct diag *diag)
{
  struct elf_header header;
  image->minimal_bfd
      = bfd_openr_iovec (image->name, NULL, open_bytes, &image->minimal,
                         read_bytes, NULL, describe_bytes);
  if (image->minimal_bfd == NULL)
    return image_fail (image, _ ("cannot open"), diag);
  enum status status
      = image_check_header (image, image->minimal_bfd, &header, diag);
  if (status == STATUS_OK && !image_check_format (image->minimal_bfd))
    status = image_fail (image, _ ("not a program or object file"), diag);
  return status == STATUS_OK
                 && image_find_same_text (image, image->minimal_bfd) == NULL
             ? STATUS_ABSENT
             : status;
}

enum status
image_open_minimal (struct image *image, struct diag *diag)
{
  static const char name[] = ".gnu_debugdata";
  asection *section = bfd_get_section_by_name (image->bfd, name);
  struct section_bytes packed;
  if (section == NULL || !image_has_memory ())
    return section == NULL ? STATUS_ABSENT : diag_no_memory (diag);
  enum status status
      = image_section (image, image->bfd, section, &packed, diag);
  if (status != STATUS_OK)
    return status;
  const size_t length = strlen (image->name);
  char *file = arena_alloc (&image->names, length + sizeof name + 2);
  if (file == NULL)
    return diag_no_memory (diag);
  sprintf (file, "%s(%s)", image->name, name);
  status = expand_section (image, &packed, file, diag);
  const char *image_name = image->name;
  image->name = file; /* for messages */
  if (status == STATUS_OK)
    status = open_minimal (image, diag);
  image->name = image_name;
  if (status != STATUS_OK)
    image->minimal = (struct section_bytes){ 0 };
  return status;
}
