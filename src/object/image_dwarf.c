/* image_dwarf.c - the image's debugging information for our own reader.  */

#include "config.h"

#include "image_lines.h"
#include "image_private.h"

/* Set *SECTION to the contents of the section NAME of ABFD, if that is
   there.  */
static enum status
load_section (struct image *image, bfd *abfd, const char *name,
              struct dwarf_section *section, struct diag *diag)
{
  asection *found = bfd_get_section_by_name (abfd, name);
  struct section_bytes bytes;
  if (found == NULL || !(bfd_section_flags (found) & SEC_HAS_CONTENTS))
    return STATUS_OK;
  enum status status = image_section (image, abfd, found, &bytes, diag);
  *section = (struct dwarf_section){ bytes.data, bytes.size };
  return status;
}

static bool
has_line_table (bfd *abfd)
{
  return bfd_get_section_by_name (abfd, ".debug_line") != NULL;
}

/* Where the debugging information is, or null.  */
static bfd *
find_debugging_information (struct image *image)
{
  if (has_line_table (image->symbols_bfd))
    return image->symbols_bfd;
  if (image->debug_bfd == NULL)
    image->debug_bfd = image_open_debug_file (image);
  return image->debug_bfd != NULL && has_line_table (image->debug_bfd)
             ? image->debug_bfd
             : NULL;
}

/* Has ABFD debugging information of another kind, which libbfd would look at,
   too?  */
static bool
has_other_kinds (bfd *abfd)
{
  static const char *const sections[]
      = { ".stab", ".mdebug", ".debug", ".line" };
  for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
    if (bfd_get_section_by_name (abfd, sections[i]) != NULL)
      return true;
  return false;
}

bool
image_has_other_lines (const struct image *image)
{
  return has_other_kinds (image->symbols_bfd)
         || (image->lines_bfd != NULL && has_other_kinds (image->lines_bfd));
}

bool
image_is_ordinary_elf (const struct image *image)
{
  enum
  {
    EM_PPC64 = 21
  };
  return bfd_get_flavour (image->bfd) == bfd_target_elf_flavour
         && image->elf.machine != EM_PPC64;
}

static enum status
load_sections (struct image *image, bfd *abfd, struct dwarf_sections *sections,
               struct diag *diag)
{
  const struct
  {
    const char *name;
    struct dwarf_section *section;
  } wanted[] = {
    { ".debug_info", &sections->info },
    { ".debug_abbrev", &sections->abbrev },
    { ".debug_line", &sections->line },
    { ".debug_str", &sections->str },
    { ".debug_line_str", &sections->line_str },
    { ".debug_str_offsets", &sections->str_offsets },
    { ".debug_ranges", &sections->ranges },
    { ".debug_rnglists", &sections->rnglists },
    { ".debug_addr", &sections->addr },
  };
  enum status status = STATUS_OK;
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted && status == STATUS_OK;
       i++)
    status
        = load_section (image, abfd, wanted[i].name, wanted[i].section, diag);
  return status;
}

enum status
image_debug_sections (struct image *image, struct dwarf_sections *sections,
                      struct diag *diag)
{
  *sections
      = (struct dwarf_sections){ .big_endian = image->target.big_endian,
                                 .sign_extend = image->target.sign_extend };
  image_forget_failure ();
  enum status status = STATUS_ABSENT;
  if (bfd_get_file_flags (image->bfd) & (EXEC_P | DYNAMIC))
    image->lines_bfd = find_debugging_information (image);
  if (image->lines_bfd != NULL)
    status = load_sections (image, image->lines_bfd, sections, diag);
  if (status != STATUS_OK && status != STATUS_ABSENT)
    return status;
  const enum status read = image_check_failure (image, diag);
  return read == STATUS_OK ? status : read;
}
