/* image_lines.c - the image's debugging information: its sections for our own
   reader, and libbfd's nearest-line lookup for what that does not read.  */

#include "config.h"

#include "image_lines.h"
#include "image_private.h"

#include <stdlib.h>

#include "base/large_pages.h"

const char *
image_name (const struct image *image)
{
  return image->name;
}

/* Has the image itself a section that may hold line information?  */
static bool
has_section_of_lines (const struct image *image)
{
  static const char *const sections[]
      = { ".debug_info", ".zdebug_info", ".debug_line", ".zdebug_line",
          ".stab",       ".mdebug",      ".debug",      ".line" };
  if (bfd_get_flavour (image->bfd) != bfd_target_elf_flavour)
    return true;
  for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
    if (bfd_get_section_by_name (image->bfd, sections[i]) != NULL)
      return true;
  for (const asection *s = image->bfd->sections; s != NULL; s = s->next)
    if (starts_with (bfd_section_name (s), ".gnu.linkonce.wi."))
      return true;
  return false;
}

/* Set *FOUND to whether there is a separate debug file.  */
static enum status
find_debug_file (struct image *image, bool *found, struct diag *diag)
{
  image_forget_failure ();
  char *name = image_debug_file (image);
  *found = name != NULL;
  free (name);
  return image_check_failure (image, diag);
}

/* Without debugging information libbfd would search the whole symbol table at
   each lookup and find nothing.  The answer is kept, because libbfd does not
   distinguish a debug file that it cannot read from one that is not there, and
   may find it the next time.  */
enum status
image_has_lines (struct image *image, struct diag *diag)
{
  bool found = image->lines == LINES_PRESENT;
  enum status status = STATUS_OK;
  if (image->lines == LINES_UNKNOWN)
    {
      found = has_section_of_lines (image) || image->symbols_bfd != image->bfd;
      if (!found)
        status = find_debug_file (image, &found, diag);
      if (status == STATUS_OK)
        image->lines = found ? LINES_PRESENT : LINES_ABSENT;
    }
  return status == STATUS_OK && !found ? STATUS_ABSENT : status;
}

void
image_expect_lines (const struct image *image)
{
  enum
  {
    MUCH = 512 << 10
  };
  const asection *information
      = bfd_get_section_by_name (image->bfd, ".debug_info");
  if (information != NULL && bfd_section_size (information) >= MUCH)
    large_pages_expect ();
}

/* --- Sections of DWARF --------------------------------------------------- */

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

struct wanted_section
{
  const char *name;
  struct dwarf_section *section;
};

static enum status
load_sections (struct image *image, bfd *abfd,
               const struct wanted_section *wanted, size_t count,
               struct diag *diag)
{
  enum status status = STATUS_OK;
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    status
        = load_section (image, abfd, wanted[i].name, wanted[i].section, diag);
  return status;
}

/* The sections of a program.  */
static enum status
load_usual_sections (struct image *image, bfd *abfd,
                     struct dwarf_sections *sections, struct diag *diag)
{
  const struct wanted_section wanted[] = {
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
  return load_sections (image, abfd, wanted, sizeof wanted / sizeof *wanted,
                        diag);
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
    status = load_usual_sections (image, image->lines_bfd, sections, diag);
  if (status != STATUS_OK && status != STATUS_ABSENT)
    return status;
  const enum status read = image_check_failure (image, diag);
  return read == STATUS_OK ? status : read;
}

enum status
image_find_debugging (struct image *image, bool *has, bool *inlined,
                      struct diag *diag)
{
  struct dwarf_sections sections;
  enum status status = image_has_lines (image, diag);
  *has = status == STATUS_OK;
  *inlined = false;
  if (status == STATUS_OK)
    status = image_debug_sections (image, &sections, diag);
  if (status == STATUS_OK)
    *inlined = dwarf_has_inlined (&sections);
  return status == STATUS_ABSENT ? STATUS_OK : status;
}

/* Those of the file of a unit that was split.  */
static enum status
load_split_sections (struct image *image, bfd *abfd,
                     struct dwarf_sections *sections, struct diag *diag)
{
  const struct wanted_section wanted[] = {
    { ".debug_info.dwo", &sections->info },
    { ".debug_abbrev.dwo", &sections->abbrev },
    { ".debug_str.dwo", &sections->str },
    { ".debug_str_offsets.dwo", &sections->str_offsets },
    { ".debug_rnglists.dwo", &sections->rnglists },
  };
  return load_sections (image, abfd, wanted, sizeof wanted / sizeof *wanted,
                        diag);
}

typedef enum status section_loader (struct image *image, bfd *abfd,
                                    struct dwarf_sections *sections,
                                    struct diag *diag);

/* Set *SECTIONS to those that LOAD finds in the file ABFD, which the image owns
   from now on; STATUS_ABSENT if that is null.  Libbfd's failures since
   image_forget_failure count.  */
static enum status
load_other_file (struct image *image, bfd *abfd, section_loader *load,
                 struct dwarf_sections *sections, struct diag *diag)
{
  enum status status = STATUS_ABSENT;
  *sections
      = (struct dwarf_sections){ .big_endian = image->target.big_endian,
                                 .sign_extend = image->target.sign_extend };
  if (abfd != NULL && !vec_push (&image->other_bfds, abfd))
    {
      bfd_close (abfd);
      return diag_no_memory (diag);
    }
  if (abfd != NULL)
    status = load (image, abfd, sections, diag);
  if (status != STATUS_OK && status != STATUS_ABSENT)
    return status;
  const enum status read = image_check_failure (image, diag);
  return read == STATUS_OK ? status : read;
}

enum status
image_split_sections (struct image *image, const char *directory,
                      const char *name, struct dwarf_sections *sections,
                      struct diag *diag)
{
  image_forget_failure ();
  return load_other_file (image,
                          image_open_split_file (image, directory, name),
                          load_split_sections, sections, diag);
}

enum status
image_supplement_sections (struct image *image,
                           struct dwarf_sections *sections, struct diag *diag)
{
  image_forget_failure ();
  return load_other_file (image, image_open_supplement (image),
                          load_usual_sections, sections, diag);
}

/* --- libbfd -------------------------------------------------------------- */

enum status
image_find_line (struct image *image, uint64_t pc, struct code_place *place,
                 struct diag *diag)
{
  unsigned line = 0;
  *place = (struct code_place){ 0 };
  /* For an image without lines libbfd would follow the link to a debug
     file.  */
  if (!image_may_follow_link (image))
    return STATUS_ABSENT;
  image_forget_failure ();
  /* Always by the text section, with wrap-around, as the reference asks.  */
  if (!bfd_find_nearest_line (image->symbols_bfd, image->symbols_text,
                              image->symbols,
                              pc - bfd_section_vma (image->text), &place->file,
                              &place->function, &line)
      || place->file == NULL || place->function == NULL || line == 0)
    line = 0;
  enum status status = image_check_failure (image, diag);
  place->line = line;
  return status == STATUS_OK && line == 0 ? STATUS_ABSENT : status;
}
