/* image_extents.c - the sections of an image that hold code, and the sizes of
   its functions.

   Sizes are read from the ELF symbol table, since libbfd does not provide
   them.  Files of other formats have none.  */

#include "config.h"

#include "image_private.h"

static enum status
push_sections (const struct image *image, struct extents *extents,
               struct diag *diag)
{
  for (const asection *s = image->bfd->sections; s != NULL; s = s->next)
    {
      const struct extent section
          = { bfd_section_vma (s),
              bfd_section_vma (s) + bfd_section_size (s) };
      if ((bfd_section_flags (s) & SEC_CODE)
          && section.low_pc < section.high_pc
          && !vec_push (&extents->sections, section))
        return diag_no_memory (diag);
    }
  return STATUS_OK;
}

static enum status
push_functions (const struct image *image, const struct elf *elf,
                const struct elf_section *table, struct extents *extents,
                struct diag *diag)
{
  const size_t count = elf_symbol_count (elf, table);
  for (size_t i = 1; i < count; i++)
    {
      const struct elf_symbol symbol = elf_symbol (elf, table, i);
      const uint64_t pc = image_elf_address (image, &symbol);
      const struct extent function
          = { pc, pc + symbol.size < pc ? UINT64_MAX : pc + symbol.size };
      if (symbol.size > 0 && image_is_code (image, pc)
          && !vec_push (&extents->functions, function))
        return diag_no_memory (diag);
    }
  return STATUS_OK;
}

/* Push the functions of the file at DATA that are in its first symbol table of
   TYPE.  */
static enum status
push_table (const struct image *image, const unsigned char *data, size_t size,
            uint32_t type, struct extents *extents, struct diag *diag)
{
  struct elf elf;
  if (!elf_open (&elf, data, size))
    return STATUS_OK;
  for (uint64_t i = 1; i < elf.header.section_count; i++)
    {
      const struct elf_section section = elf_section (&elf, i);
      if (section.type == type)
        return push_functions (image, &elf, &section, extents, diag);
    }
  return STATUS_OK;
}

enum status
image_find_extents (struct image *image, bool with_sizes,
                    struct extents *extents, struct diag *diag)
{
  struct file_bytes file;
  const struct section_bytes *minimal = &image->minimal;
  const bool takes_dynamic = image->has_only_dynamic || minimal->size > 0;
  enum status status = push_sections (image, extents, diag);
  if (status == STATUS_OK && with_sizes)
    status = image_file (image, image->symbols_bfd, &file, diag);
  if (status == STATUS_OK && with_sizes)
    status = push_table (image, file.data, file.size,
                         takes_dynamic ? ELF_SECTION_DYNAMIC_SYMBOLS
                                       : ELF_SECTION_SYMBOLS,
                         extents, diag);
  if (status == STATUS_OK && with_sizes && minimal->size > 0)
    status = push_table (image, minimal->data, minimal->size,
                         ELF_SECTION_SYMBOLS, extents, diag);
  return status;
}
