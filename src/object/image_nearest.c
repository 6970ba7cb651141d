/* image_nearest.c - the symbols that libbfd names code by when debugging
   information does not (R3.9d), read from the ELF symbol table, since libbfd
   does not tell how long symbols are.  */

#include "config.h"

#include "image_private.h"

#include <stdlib.h>

/* An ELF file, mapped, and what its header says.  */
struct elf_file
{
  struct file_bytes file;
  bool big_endian, is_wide; /* of 64 bits */
  uint64_t sections;        /* place of the section headers */
  uint64_t section_count, section_size, names; /* names: a section's index */
};

struct elf_section
{
  uint64_t type, place, size, link, entry_size, name;
};

/* The number of SIZE bytes at OFFSET; 0 outside of the file.  */
static uint64_t
field (const struct elf_file *elf, uint64_t offset, unsigned size)
{
  uint64_t value = 0;
  if (offset > elf->file.size || elf->file.size - offset < size)
    return 0;
  const unsigned char *bytes = elf->file.data + offset;
  for (unsigned i = 0; i < size; i++)
    value = value << 8 | bytes[elf->big_endian ? i : size - 1 - i];
  return value;
}

static struct elf_section
section_at (const struct elf_file *elf, uint64_t index)
{
  const uint64_t at = elf->sections + index * elf->section_size;
  const unsigned word = elf->is_wide ? 8 : 4;
  struct elf_section section = { 0 };
  if (index >= elf->section_count)
    return section;
  section.name = field (elf, at, 4);
  section.type = field (elf, at + 4, 4);
  /* Behind flags and address.  */
  section.place = field (elf, at + 8 + 2 * word, word);
  section.size = field (elf, at + 8 + 3 * word, word);
  section.link = field (elf, at + 8 + 4 * word, 4);
  section.entry_size = field (elf, at + 16 + 5 * word, word);
  if (section.place > elf->file.size
      || elf->file.size - section.place < section.size)
    section.type = section.size = 0;
  return section;
}

static bool
read_header (struct elf_file *elf)
{
  enum
  {
    CLASS_AT = 4,
    ORDER_AT = 5,
    EXTENDED = 0xffff
  };
  if (elf->file.data == NULL || elf->file.size < 52)
    return false;
  elf->is_wide = elf->file.data[CLASS_AT] == 2;
  elf->big_endian = elf->file.data[ORDER_AT] == 2;
  const uint64_t tail = elf->is_wide ? 52 : 40; /* behind the flags */
  elf->sections = elf->is_wide ? field (elf, 40, 8) : field (elf, 32, 4);
  elf->section_size = field (elf, tail + 6, 2);
  elf->section_count = field (elf, tail + 8, 2);
  elf->names = field (elf, tail + 10, 2);
  if (elf->sections == 0 || elf->section_size < (elf->is_wide ? 64U : 40U)
      || elf->sections >= elf->file.size)
    return false;
  /* Large numbers stand in the first header.  */
  const uint64_t real_count = elf->section_count;
  elf->section_count = 1;
  const struct elf_section first = section_at (elf, 0);
  elf->section_count = real_count;
  if (real_count == 0)
    elf->section_count = field (elf, elf->sections + (elf->is_wide ? 32 : 20),
                                elf->is_wide ? 8 : 4);
  if (elf->names == EXTENDED)
    elf->names = first.link;
  return elf->section_count
         <= (elf->file.size - elf->sections) / elf->section_size;
}

/* Section INDEX, which has texts, without what behind its last null byte would
   be a text without an end.  */
static struct elf_section
texts_at (const struct elf_file *elf, uint64_t index)
{
  struct elf_section section = section_at (elf, index);
  while (section.size > 0
         && elf->file.data[section.place + section.size - 1] != 0)
    section.size--;
  return section;
}

/* The text at OFFSET of SECTION, of texts_at, or null.  */
static const char *
text_in (const struct elf_file *elf, const struct elf_section *section,
         uint64_t offset)
{
  return offset < section->size
             ? (const char *)elf->file.data + section->place + offset
             : NULL;
}

/* The index of the section called NAME, or 0.  */
static uint64_t
find_section (const struct elf_file *elf, const char *name)
{
  const struct elf_section names = texts_at (elf, elf->names);
  for (uint64_t i = 1; i < elf->section_count; i++)
    {
      const struct elf_section section = section_at (elf, i);
      const char *found = text_in (elf, &names, section.name);
      if (found != NULL && strcmp (found, name) == 0)
        return i;
    }
  return 0;
}

/* --- Symbols ------------------------------------------------------------- */

struct elf_symbol
{
  uint64_t value, size, name;
  unsigned type, binding, visibility, section;
};

static struct elf_symbol
symbol_at (const struct elf_file *elf, uint64_t at)
{
  struct elf_symbol symbol;
  const uint64_t info = elf->is_wide ? at + 4 : at + 12;
  const unsigned about = (unsigned)field (elf, info, 1);
  symbol.name = field (elf, at, 4);
  symbol.type = about & 15;
  symbol.binding = about >> 4;
  symbol.visibility = (unsigned)field (elf, info + 1, 1) & 3;
  symbol.section = (unsigned)field (elf, info + 2, 2);
  symbol.value
      = elf->is_wide ? field (elf, at + 8, 8) : field (elf, at + 4, 4);
  symbol.size
      = elf->is_wide ? field (elf, at + 16, 8) : field (elf, at + 8, 4);
  return symbol;
}

/* Symbols that only tell what kind of bytes follow.  */
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
  enum
  {
    NO_TYPE = 0,
    FUNCTION = 2,
    INDIRECT_FUNCTION = 10,
    LOCAL = 0,
    HIDDEN = 2
  };
  if (symbol->type != NO_TYPE && symbol->type != FUNCTION
      && symbol->type != INDIRECT_FUNCTION)
    return false;
  return symbol->type != NO_TYPE || symbol->binding != LOCAL
         || symbol->visibility != HIDDEN || symbol->size != 0;
}

/* The address that libbfd makes of the symbol's value.  */
static uint64_t
address_of (const struct image *image, const struct elf_symbol *symbol)
{
  enum
  {
    FUNCTION = 2
  };
  uint64_t value = symbol->value;
  if (image->target.machine == MACHINE_ARM && symbol->type == FUNCTION)
    value &= ~UINT64_C (1); /* of Thumb code */
  return image->target.word_size == 4 && image->target.sign_extend
             ? (uint64_t)(int64_t)(int32_t)(uint32_t)value
             : value;
}

static enum status
collect (struct image *image, const struct elf_file *elf, uint64_t table_index,
         uint64_t text, struct nearest *nearest, struct diag *diag)
{
  const struct elf_section table = section_at (elf, table_index);
  const struct elf_section names = texts_at (elf, table.link);
  const uint64_t size = elf->is_wide ? 24 : 16;
  const uint64_t count = table.size / size;
  for (uint64_t i = 1; i < count; i++)
    {
      const struct elf_symbol symbol = symbol_at (elf, table.place + i * size);
      if (symbol.section != text || !can_name_code (&symbol))
        continue;
      const char *name = text_in (elf, &names, symbol.name);
      if (name == NULL)
        return STATUS_ABSENT;
      const struct nearest_symbol found
          = { .start_pc = address_of (image, &symbol),
              .size = symbol.size,
              .rank = (uint32_t)i,
              .name = name };
      if (!is_mapping_symbol (image, name)
          && !vec_push (&nearest->symbols, found))
        return diag_no_memory (diag);
    }
  nearest->base_pc = image_text_start (image);
  nearest_settle (nearest, image->quirks.overruns_nearest_symbol);
  return STATUS_OK;
}

enum status
image_list_nearest (struct image *image, bfd *abfd, struct nearest *nearest,
                    struct diag *diag)
{
  enum
  {
    SYMBOL_TABLE = 2,
    RESERVED = 0xff00
  };
  struct elf_file elf = { 0 };
  enum status status = image_file (image, abfd, &elf.file, diag);
  if (status != STATUS_OK)
    return status;
  if (!read_header (&elf))
    return STATUS_ABSENT;
  const uint64_t text = find_section (&elf, bfd_section_name (image->text));
  if (text == 0 || text >= RESERVED)
    return STATUS_ABSENT;
  for (uint64_t i = 1; i < elf.section_count; i++)
    if (section_at (&elf, i).type == SYMBOL_TABLE)
      return collect (image, &elf, i, text, nearest, diag);
  return STATUS_OK;
}
