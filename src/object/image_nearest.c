/* image_nearest.c - the symbols from which libbfd takes the names of functions
   that debugging information does not name (R3.9d).

   They are read from the ELF symbol table, since libbfd does not provide the
   sizes of symbols.  */

#include "config.h"

#include "image_lines.h"
#include "image_private.h"

/* Does NAME belong to a symbol that only says what kind of bytes follow, code
   or data?  */
static bool
is_mapping_symbol (const struct image *image, const char *name)
{
  const enum machine machine = image->target.machine;
  if (machine != MACHINE_ARM && machine != MACHINE_AARCH64
      && machine != MACHINE_RISCV)
    return false;
  return name[0] == '$' && name[1] != '\0' && strchr ("atdx", name[1]) != NULL
         && (name[2] == '\0' || name[2] == '.');
}

/* Could libbfd name code by SYMBOL?  */
static bool
can_name_code (const struct elf_symbol *symbol)
{
  if (symbol->type != ELF_SYMBOL_NO_TYPE && symbol->type != ELF_SYMBOL_FUNCTION
      && symbol->type != ELF_SYMBOL_INDIRECT_FUNCTION)
    return false;
  return symbol->type != ELF_SYMBOL_NO_TYPE
         || symbol->binding != ELF_BINDING_LOCAL
         || symbol->visibility != ELF_VISIBILITY_HIDDEN || symbol->size != 0;
}

uint64_t
image_elf_address (const struct image *image, const struct elf_symbol *symbol)
{
  uint64_t value = symbol->value;
  if (image->target.machine == MACHINE_ARM
      && symbol->type == ELF_SYMBOL_FUNCTION)
    value &= ~UINT64_C (1); /* of Thumb code */
  return image->target.word_size == 4 && image->target.sign_extend
             ? (uint64_t)(int64_t)(int32_t)(uint32_t)value
             : value;
}

/* Append to SYMBOLS those of TABLE that are in the section of index
   TEXT.  STATUS_ABSENT if one has no name.  */
static enum status
collect (struct image *image, const struct elf *elf,
         const struct elf_section *table, uint64_t text,
         nearest_symbol_list *symbols, struct diag *diag)
{
  const struct elf_section names = elf_texts (elf, table->link);
  const size_t count = elf_symbol_count (elf, table);
  for (size_t i = 1; i < count; i++)
    {
      const struct elf_symbol symbol = elf_symbol (elf, table, i);
      if (symbol.section != text || !can_name_code (&symbol))
        continue;
      const char *name = elf_text (&names, symbol.name);
      if (name == NULL)
        return STATUS_ABSENT;
      const struct nearest_symbol found
          = { .start_pc = image_elf_address (image, &symbol),
              .size = symbol.size,
              .rank = (uint32_t)i,
              .name = name };
      if (!is_mapping_symbol (image, name) && !vec_push (symbols, found))
        return diag_no_memory (diag);
    }
  return STATUS_OK;
}

enum status
image_list_nearest (struct image *image, nearest_symbol_list *symbols,
                    struct diag *diag)
{
  struct file_bytes file;
  struct elf elf;
  enum status status = image_file (image, image->lines_bfd, &file, diag);
  if (status != STATUS_OK)
    return status;
  if (!elf_open (&elf, file.data, file.size))
    return STATUS_ABSENT;
  const uint64_t text
      = elf_find_section (&elf, bfd_section_name (image->text));
  if (text == 0 || text >= ELF_INDEX_RESERVED)
    return STATUS_ABSENT;
  for (uint64_t i = 1; i < elf.header.section_count; i++)
    {
      const struct elf_section section = elf_section (&elf, i);
      if (section.type == ELF_SECTION_SYMBOLS)
        return collect (image, &elf, &section, text, symbols, diag);
    }
  return STATUS_OK;
}
