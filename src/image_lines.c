/* image_lines.c - libbfd's nearest-line lookup, for images whose debugging
   information we do not read ourselves.  */

#include "config.h"

#include "image_private.h"

#include <stdlib.h>

#include "heap.h"

/* Without debugging information each lookup would end in a search of the whole
   symbol table (inside libbfd) and come back with nothing.  */
enum status
image_has_lines (struct image *image, struct diag *diag)
{
  static const char *const sections[]
      = { ".debug_info", ".zdebug_info", ".debug_line", ".zdebug_line",
          ".stab",       ".mdebug",      ".debug",      ".line" };
  if (bfd_get_flavour (image->bfd) != bfd_target_elf_flavour)
    return STATUS_OK;
  for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
    if (bfd_get_section_by_name (image->bfd, sections[i]) != NULL)
      return STATUS_OK;
  for (const asection *s = image->bfd->sections; s != NULL; s = s->next)
    if (starts_with (bfd_section_name (s), ".gnu.linkonce.wi."))
      return STATUS_OK;

  if (image->symbols_bfd != image->bfd)
    return STATUS_OK;
  image_forget_failure ();
  char *separate = image_debug_file (image);
  const bool found = separate != NULL;
  free (separate);
  const enum status status = image_check_failure (image, diag);
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
    heap_expect_much ();
}

enum status
image_locate (struct image *image, uint64_t pc, struct code_place *place,
              struct diag *diag)
{
  unsigned line = 0;
  *place = (struct code_place){ 0 };
  enum status status = image_vet_lines (image, pc, diag);
  if (status != STATUS_OK)
    return status;
  image_forget_failure ();
  /* Always by the text section, with wrap-around, as the reference asks.  */
  if (!bfd_find_nearest_line (image->symbols_bfd, image->symbols_text,
                              image->symbols,
                              pc - bfd_section_vma (image->text), &place->file,
                              &place->function, &line)
      || place->file == NULL || place->function == NULL || line == 0)
    line = 0;
  status = image_check_failure (image, diag);
  if (status != STATUS_OK)
    return status;
  place->line = line;
  if (line == 0)
    return STATUS_ABSENT;
  return image->gnu_compat
             ? STATUS_OK
             : image_correct_file (image, pc, line, &place->file, diag);
}
