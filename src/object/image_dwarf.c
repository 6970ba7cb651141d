/* image_dwarf.c - the image's debugging information for our own reader.  */

#include "config.h"

#include "image_private.h"

#include "base/i18n.h"

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

/* Does libbfd look up lines in ABFD as it does for most machines?  Sections of
   object files would have to be relocated first; on 64-bit PowerPC, symbols
   may name descriptors of functions.  */
static bool
is_ordinary (const struct image *image)
{
  enum
  {
    EM_PPC64 = 21
  };
  return bfd_get_flavour (image->bfd) == bfd_target_elf_flavour
         && (bfd_get_file_flags (image->bfd) & (EXEC_P | DYNAMIC))
         && image->elf.machine != EM_PPC64;
}

static enum status
load_sections (struct image *image, bfd *abfd, struct diag *diag)
{
  struct dwarf_sections *sections = &image->dwarf_sections;
  if (image->asked_for_sections)
    return image->has_dwarf_sections ? STATUS_OK : STATUS_ABSENT;
  image->asked_for_sections = true;
  sections->big_endian = image->target.big_endian;
  sections->sign_extend = image->target.sign_extend;
  sections->quirks = image->quirks;
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
  image->has_dwarf_sections = status == STATUS_OK;
  return status;
}

/* Our reader understands the debugging information of ABFD.  Is it enough to
   go by?  */
static enum status
complete_dwarf (struct image *image, bfd *abfd, struct diag *diag)
{
  enum status status
      = has_other_kinds (image->symbols_bfd) || has_other_kinds (abfd)
            ? STATUS_ABSENT
            : image_list_nearest (image, abfd, &image->nearest, diag);
  if (status != STATUS_ABSENT)
    return status;
  const enum status vetted = dwarf_vet_all (image->dwarf);
  return vetted != STATUS_OK ? vetted : STATUS_ABSENT;
}

static enum status
open_dwarf (struct image *image, struct diag *diag)
{
  if (!is_ordinary (image))
    return STATUS_ABSENT;
  bfd *abfd = find_debugging_information (image);
  if (abfd == NULL)
    return STATUS_ABSENT;
  enum status status = load_sections (image, abfd, diag);
  if (status == STATUS_OK)
    status = dwarf_open (&image->dwarf, &image->dwarf_sections, diag);
  return status == STATUS_OK ? complete_dwarf (image, abfd, diag) : status;
}

/* Nobody is to follow the debugging information.  */
static void
refuse_lines (struct image *image, struct diag *diag)
{
  image->lines_refused = true;
  diag_warn (diag, PLACE_FILE (image->name),
             _ ("the debugging information refers to the same things again "
                "and again, out of proportion, so source lines are not "
                "known"));
}

enum status
image_vet_lines (struct image *image, uint64_t pc, struct diag *diag)
{
  if (!image->lines_refused && image->dwarf != NULL)
    {
      enum status status = dwarf_vet (image->dwarf, pc);
      if (status == STATUS_UNSUPPORTED)
        refuse_lines (image, diag);
      else if (status != STATUS_OK)
        return status;
    }
  /* For an image without lines libbfd would follow the link, too.  */
  return image->lines_refused || !image_may_follow_link (image) ? STATUS_ABSENT
                                                                : STATUS_OK;
}

enum status
image_dwarf (struct image *image, struct dwarf **dwarf,
             struct nearest **nearest, struct diag *diag)
{
  if (!image->asked_for_dwarf)
    {
      image->asked_for_dwarf = true;
      image_forget_failure ();
      enum status status = open_dwarf (image, diag);
      if (status == STATUS_OK || status == STATUS_ABSENT)
        {
          const enum status read = image_check_failure (image, diag);
          status = read == STATUS_OK ? status : read;
        }
      if (status != STATUS_OK)
        {
          dwarf_close (image->dwarf);
          image->dwarf = NULL;
        }
      if (status == STATUS_UNSUPPORTED)
        refuse_lines (image, diag);
      else if (status != STATUS_OK && status != STATUS_ABSENT)
        return status;
    }
  *dwarf = image->dwarf;
  *nearest = &image->nearest;
  return image->dwarf != NULL ? STATUS_OK : STATUS_ABSENT;
}

/* In an object file the addresses of line tables wait for a linker.  */
static enum status
read_own_files (struct image *image, struct diag *diag)
{
  bfd *abfd = bfd_get_file_flags (image->bfd) & (EXEC_P | DYNAMIC)
                  ? find_debugging_information (image)
                  : NULL;
  enum status status
      = abfd != NULL ? load_sections (image, abfd, diag) : STATUS_ABSENT;
  return status == STATUS_OK
             ? dwarf_files_read (&image->own_files, &image->dwarf_sections,
                                 image->target.word_size, diag)
             : status;
}

enum status
image_correct_file (struct image *image, uint64_t pc, uint32_t line,
                    const char **file, struct diag *diag)
{
  if (!image->asked_for_files)
    {
      image->asked_for_files = true;
      image_forget_failure ();
      enum status status = read_own_files (image, diag);
      if (status == STATUS_OK || status == STATUS_ABSENT)
        status = image_check_failure (image, diag);
      if (status != STATUS_OK)
        return status;
    }
  if (image->own_files != NULL)
    *file = dwarf_files_correct (image->own_files, pc, line, *file);
  return STATUS_OK;
}

void
image_release_dwarf (struct image *image)
{
  dwarf_files_close (image->own_files);
  dwarf_close (image->dwarf);
  nearest_release (&image->nearest);
}
