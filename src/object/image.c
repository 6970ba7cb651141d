/* image.c - the profiled program's object file, read through libbfd: opening,
   sections, target.

   Owns the bfd, its symbol arrays and everything they point to.  */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/i18n.h"
#include "base/memory.h"
#include "base/search.h"
#include "image_private.h"
#include "model/file_kind.h"

enum
{
  /* Bytes of an image that has many symbols, or much debugging information
     that will be read if lines are asked for.  */
  LARGE = 4 << 20
};

enum status
image_fail (const struct image *image, const char *doing, struct diag *diag)
{
  const bfd_error_type error = bfd_get_error ();
  if (error == bfd_error_no_memory)
    memory_lacking ();
  if (error == bfd_error_system_call)
    return diag_fail_errno (diag, image->name, errno, doing);
  return diag_fail (diag, STATUS_FORMAT, PLACE_FILE (image->name), "%s: %s",
                    doing, bfd_errmsg (error));
}

void
image_forget_failure (void)
{
  bfd_set_error (bfd_error_no_error);
  errno = 0;
}

enum status
image_check_failure (const struct image *image, struct diag *diag)
{
  const bfd_error_type error = bfd_get_error ();
  return error == bfd_error_no_memory
                 || (error == bfd_error_system_call
                     && diag_is_system_failure (errno))
             ? image_fail (image, _ ("cannot read"), diag)
             : STATUS_OK;
}

static enum status
find_text (struct image *image, struct diag *diag)
{
  image->text = bfd_get_section_by_name (image->bfd, ".text");
  if (image->text == NULL)
    image->text = bfd_get_section_by_name (image->bfd, "$CODE$");
  if (image->text == NULL)
    return diag_fail (diag, STATUS_FORMAT, PLACE_FILE (image->name),
                      _ ("there is no .text section: not a linked program, "
                         "or only its debugging information"));
  /* Also if no symbols are read, as with a table of them.  */
  image->symbols_bfd = image->bfd;
  image->symbols_text = image->text;
  return STATUS_OK;
}

/* The machines whose calls we can find, with libbfd's and ELF's numbers.  */
static const struct
{
  enum bfd_architecture architecture;
  unsigned elf_number;
  enum machine machine;
} machine_names[] = {
  { bfd_arch_i386, 3, MACHINE_X86 },
  { bfd_arch_i386, 62, MACHINE_X86 },
  { bfd_arch_aarch64, 183, MACHINE_AARCH64 },
  { bfd_arch_arm, 40, MACHINE_ARM },
  { bfd_arch_mips, 8, MACHINE_MIPS },
  { bfd_arch_sparc, 2, MACHINE_SPARC },
  { bfd_arch_sparc, 18, MACHINE_SPARC },
  { bfd_arch_sparc, 43, MACHINE_SPARC },
  { bfd_arch_alpha, 0x9026, MACHINE_ALPHA },
  { bfd_arch_vax, 75, MACHINE_VAX },
  { bfd_arch_riscv, 243, MACHINE_RISCV },
  { bfd_arch_powerpc, 20, MACHINE_POWERPC },
  { bfd_arch_powerpc, 21, MACHINE_POWERPC },
  { bfd_arch_rs6000, 20, MACHINE_POWERPC },
  { bfd_arch_s390, 22, MACHINE_S390 },
  { bfd_arch_loongarch, 258, MACHINE_LOONGARCH },
};

/* Set the machine of IMAGE's target.  A libbfd that was built without support
   for it still reads the file, with an unknown architecture.  */
static void
describe_machine (struct image *image)
{
  const enum bfd_architecture architecture = bfd_get_arch (image->bfd);
  image->target.foreign = architecture == bfd_arch_unknown;
  for (size_t i = 0; i < sizeof machine_names / sizeof *machine_names; i++)
    if (image->target.foreign
            ? machine_names[i].elf_number == image->elf.machine
            : machine_names[i].architecture == architecture)
      image->target.machine = machine_names[i].machine;
}

static enum status
describe_target (struct image *image, struct diag *diag)
{
  const int bits = bfd_get_arch_size (image->bfd);
  if (bits != 32 && bits != 64)
    return diag_fail (diag, STATUS_UNSUPPORTED, PLACE_FILE (image->name),
                      _ ("the address size in bits is %d; 32 or 64 expected"),
                      bits);
  image->target = (struct target){
    .word_size = (unsigned)bits / 8,
    .big_endian = bfd_big_endian (image->bfd),
    .sign_extend = bfd_get_sign_extend_vma (image->bfd) == 1,
    .symbol_prefix = bfd_get_symbol_leading_char (image->bfd),
    .code_offset = bfd_get_arch (image->bfd) == bfd_arch_vax ? 2 : 0,
  };
  describe_machine (image);
  return STATUS_OK;
}

void
image_list_code (const struct image *image, extent_list *sections)
{
  for (const asection *s = image->bfd->sections; s != NULL; s = s->next)
    {
      const struct extent section
          = { bfd_section_vma (s),
              bfd_section_vma (s) + bfd_section_size (s) };
      if ((bfd_section_flags (s) & SEC_CODE)
          && section.low_pc < section.high_pc)
        vec_push (sections, section);
    }
}

/* Fill image->code with the sections that hold code; those that overlap or
   touch become one range.  */
static void
collect_code (struct image *image)
{
  image_list_code (image, &image->code);
  if (image->code.count == 0)
    return;
  struct extent *code = image->code.items;
  extents_sort (&image->code);
  size_t last = 0;
  for (size_t i = 1; i < image->code.count; i++)
    if (code[i].low_pc > code[last].high_pc)
      code[++last] = code[i];
    else if (code[i].high_pc > code[last].high_pc)
      code[last].high_pc = code[i].high_pc;
  image->code.count = last + 1;
}

/* STATUS_FORMAT or STATUS_IO if NAME is there but not a regular file, since
   libbfd would wait for the input of a pipe.  A file that is not there is left
   to libbfd.  */
static enum status
check_kind (const char *name, struct diag *diag)
{
  struct stat about;
  if (stat (name, &about) != 0 || S_ISREG (about.st_mode))
    return STATUS_OK;
  if (S_ISDIR (about.st_mode))
    return diag_fail_errno (diag, name, EISDIR, _ ("cannot open"));
  return diag_fail (diag, STATUS_FORMAT, PLACE_FILE (name),
                    _ ("not a program or object file, but a pipe or device"));
}

/* libbfd does not recognise the image's file as a program: fail with what kind
   of file it is, if that is known, else with libbfd's reason.  */
static enum status
refuse_kind (struct image *image, struct diag *diag)
{
  const bfd_error_type error = bfd_get_error ();
  const int number = errno;
  unsigned char head[FILE_KIND_ENOUGH];
  if (error != bfd_error_system_call
      && bfd_seek (image->bfd, 0, SEEK_SET) == 0)
    {
      const bfd_size_type size = bfd_bread (head, sizeof head, image->bfd);
      const bool was_read
          = size <= sizeof head
            && (size > 0 || bfd_get_file_size (image->bfd) == 0);
      if (was_read
          && file_kind_refuse (head, (size_t)size, FILE_AS_IMAGE, image->name,
                               diag))
        return STATUS_FORMAT;
    }
  if (error != bfd_error_on_input)
    bfd_set_error (error);
  errno = number;
  return image_fail (image, _ ("not a program or object file"), diag);
}

/* Open the image's file by libbfd and recognise its format.  */
static enum status
open_file (struct image *image, const char *program, struct diag *diag)
{
  bfd_init ();
  bfd_set_error_program_name (program); /* for failed assertions */
  image_adopt_messages ();
  image->bfd = bfd_openr (image->name, NULL);
  if (image->bfd == NULL)
    return image_fail (image, _ ("cannot open"), diag);
  image->bfd->flags |= BFD_DECOMPRESS;
  enum status status
      = image_check_header (image, image->bfd, &image->elf, diag);
  if (status != STATUS_OK || image_check_format (image->bfd))
    return status;
  status = image_check_failure (image, diag);
  return status == STATUS_OK ? refuse_kind (image, diag) : status;
}

enum status
image_open (struct image **result, const char *name, const char *program,
            struct diag *diag)
{
  *result = NULL;
  struct image *image = array_new (1, sizeof *image);
  image->name = name;
  enum status status = check_kind (name, diag);
  if (status == STATUS_OK)
    status = open_file (image, program, diag);
  image_forget_failure ();
  if (status == STATUS_OK && bfd_get_file_size (image->bfd) >= LARGE)
    large_pages_expect ();
  if (status == STATUS_OK)
    status = find_text (image, diag);
  if (status == STATUS_OK)
    status = describe_target (image, diag);
  if (status == STATUS_OK)
    {
      collect_code (image);
      status = image_check_failure (image, diag);
    }
  if (status == STATUS_OK)
    *result = image;
  else
    image_close (image);
  return status;
}

const struct target *
image_target (const struct image *image)
{
  return &image->target;
}

uint64_t
image_text_start (const struct image *image)
{
  return bfd_section_vma (image->text);
}

uint64_t
image_text_limit (const struct image *image)
{
  return bfd_section_vma (image->text) + bfd_section_size (image->text);
}

void
image_find_range (const struct image *image, uint64_t *low_pc,
                  uint64_t *limit_pc)
{
  *low_pc = UINT64_MAX;
  *limit_pc = 0;
  for (const asection *s = image->bfd->sections; s != NULL; s = s->next)
    {
      const uint64_t low = bfd_section_vma (s);
      const uint64_t limit = low + bfd_section_size (s);
      if (!(bfd_section_flags (s) & (SEC_ALLOC | SEC_CODE)) || low >= limit)
        continue;
      *low_pc = low < *low_pc ? low : *low_pc;
      *limit_pc = limit > *limit_pc ? limit : *limit_pc;
    }
  if (*limit_pc == 0)
    *low_pc = 0;
}

uint64_t
image_find_shift (const struct image *image, uint64_t offset, uint64_t size)
{
  for (const asection *s = image->bfd->sections; s != NULL; s = s->next)
    {
      const uint64_t place = (uint64_t)s->filepos;
      const uint64_t length = bfd_section_size (s);
      if ((bfd_section_flags (s) & SEC_CODE) && length > 0
          && (place >= offset ? place - offset < size
                              : offset - place < length))
        return bfd_section_vma (s) - place;
    }
  return 0;
}

/* The note is a header of three words, the sizes of a name and of what it
   holds, and a type; "GNU" with its NUL; and the id.  libbfd reads it, too, but
   does not report that it cannot.  */
static enum status
read_build_id (struct image *image, struct diag *diag)
{
  enum
  {
    HEADER_SIZE = 16
  };
  struct section_bytes note;
  asection *section
      = bfd_get_section_by_name (image->bfd, ".note.gnu.build-id");
  if (section == NULL)
    return STATUS_OK;
  enum status status = image_section (image, image->bfd, section, &note, diag);
  if (status != STATUS_OK || note.size < HEADER_SIZE
      || memcmp (note.data + HEADER_SIZE - 4, "GNU", 4) != 0)
    return status == STATUS_ABSENT ? STATUS_OK : status;
  const uint32_t length
      = bytes_decode_u32 (note.data + 4, image->target.big_endian);
  if (length == 0 || length > BUILD_ID_MOST
      || length > note.size - HEADER_SIZE)
    return STATUS_OK;
  image->build_id = note.data + HEADER_SIZE;
  image->build_id_size = length;
  return STATUS_OK;
}

enum status
image_find_build_id (struct image *image, const unsigned char **id,
                     size_t *size, struct diag *diag)
{
  *id = NULL;
  *size = 0;
  if (image == NULL)
    return STATUS_OK;
  enum status status
      = image->knows_build_id ? STATUS_OK : read_build_id (image, diag);
  image->knows_build_id = status == STATUS_OK;
  *id = image->build_id;
  *size = image->build_id_size;
  return status;
}

void
build_id_text (char text[BUILD_ID_TEXT], const unsigned char *id, size_t size)
{
  text[0] = '\0';
  for (size_t i = 0; id != NULL && size <= BUILD_ID_MOST && i < size; i++)
    sprintf (text + 2 * i, "%02x", (unsigned)id[i]);
}

uint64_t
image_file_size (const struct image *image)
{
  const ufile_ptr size = bfd_get_file_size (image->bfd);
  return size != 0 ? size : UINT64_MAX;
}

enum status
image_time (const struct image *image, int64_t *seconds, struct diag *diag)
{
  image_forget_failure ();
  *seconds = bfd_get_mtime (image->bfd);
  return image_check_failure (image, diag);
}

unsigned
image_text_step (const struct image *image)
{
  return bfd_get_arch (image->bfd) == bfd_arch_alpha ? 4 : 1;
}

bool
image_has_code (const struct image *image, uint64_t low_pc, uint64_t high_pc)
{
  /* The first range that ends above LOW_PC decides.  */
  const struct extent *code = image->code.items;
  size_t i;
  search_first (i, 0, image->code.count, code[i].high_pc > low_pc);
  return low_pc < high_pc && i < image->code.count && code[i].low_pc < high_pc;
}

bool
image_is_linkage (const struct image *image, uint64_t pc)
{
  static const char plt[] = ".plt";
  for (const asection *section = image->bfd->sections; section != NULL;
       section = section->next)
    if (pc - section->vma < bfd_section_size (section)
        && strncmp (section->name, plt, sizeof plt - 1) == 0)
      return true;
  return false;
}

void
image_close (struct image *image)
{
  if (image == NULL)
    return;
  if (image->minimal_bfd != NULL)
    bfd_close (image->minimal_bfd);
  if (image->bfd != NULL)
    bfd_close (image->bfd);
  for (size_t i = 0; i < image->other_bfds.count; i++)
    bfd_close (image->other_bfds.items[i]);
  vec_release (&image->other_bfds);
  free (image->fetched);
  for (size_t i = 0; i < image->files.count; i++)
    if (image->files.items[i].data != NULL)
      munmap ((void *)image->files.items[i].data, image->files.items[i].size);
  for (size_t i = 0; i < image->contents.count; i++)
    free (image->contents.items[i]);
  vec_release (&image->files);
  vec_release (&image->contents);
  vec_release (&image->code);
  arena_release (&image->names);
  free (image->dynamic);
  free (image->symbols);
  free (image->synthetic);
  free (image);
}

/* --- Sections ------------------------------------------------------------ */

/* Sections of an ELF file that are not compressed are read directly from the
   mapped file; libbfd reads all others.  Their places and sizes are checked
   against the size of the file.  A file that is shortened while it is mapped
   ends the run, see process_watch_signals; linkers and compilers replace the
   file by a new one, which does no harm.  */

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

struct file_bytes
image_file (struct image *image, bfd *abfd)
{
  for (size_t i = 0; i < image->files.count; i++)
    if (image->files.items[i].bfd == abfd)
      return image->files.items[i];
  const struct file_bytes file = map_file (abfd);
  vec_push (&image->files, file);
  return file;
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

enum
{
  EXPANSION_MOST = 10 /* of a section, times the size of its file */
};

/* Read SECTION by libbfd, which decompresses it.  */
static enum status
read_section (struct image *image, bfd *abfd, asection *section,
              struct section_bytes *bytes, struct diag *diag)
{
  /* libbfd up to 2.44 has these limits, too; 2.47 expands what it is given.  */
  const unsigned factor
      = section->compress_status == COMPRESS_SECTION_NONE ? 1 : EXPANSION_MOST;
  const ufile_ptr file_size = bfd_get_file_size (abfd);
  if (file_size != 0 && bfd_section_size (section) / factor > file_size)
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
  vec_push (&image->contents, contents);
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
  if (is_as_in_file (abfd, section))
    file = image_file (image, abfd);
  if (file.data == NULL)
    return read_section (image, abfd, section, bytes, diag);
  const uint64_t place = (uint64_t)section->filepos;
  if (place > file.size || size > file.size - place)
    return STATUS_ABSENT;
  *bytes = (struct section_bytes){ file.data + place, (size_t)size };
  return STATUS_OK;
}

/* --- Checks before libbfd reads ------------------------------------------ */

/* Libbfd checks sizes and places against the size of the file by itself.
   But it compares each section with each segment, of which a file of some
   megabytes can have many.  */

/* Read up to SIZE bytes at PLACE of ABFD into DATA; returns how many.  */
static size_t
read_at (bfd *abfd, uint64_t place, unsigned char *data, size_t size)
{
  if (place > INT64_MAX || bfd_seek (abfd, (file_ptr)place, SEEK_SET) != 0)
    return 0;
  const bfd_size_type count = bfd_bread (data, size, abfd);
  return count <= size ? (size_t)count : 0;
}

enum status
image_check_header (const struct image *image, bfd *abfd,
                    struct elf_header *header, struct diag *diag)
{
  const uint64_t most = UINT64_C (1) << 28;
  unsigned char data[ELF_HEADER_SIZE], section[ELF_SECTION_SIZE];
  elf_read_header (header, data, read_at (abfd, 0, data, sizeof data));
  const uint64_t place = elf_large_counts (header);
  if (place != 0)
    elf_read_large_counts (header, section,
                           read_at (abfd, place, section, sizeof section));
  if (header->segment_count != 0
      && header->section_count > most / header->segment_count)
    return diag_fail (diag, STATUS_FORMAT, PLACE_FILE (image->name),
                      _ ("%" PRIu64 " sections and %" PRIu64
                         " segments: no program has so many of both"),
                      header->section_count, header->segment_count);
  return STATUS_OK;
}
