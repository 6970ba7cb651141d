/* image_lines.c - libbfd's nearest-line lookup, for images whose debugging
   information we do not read ourselves.  */

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
