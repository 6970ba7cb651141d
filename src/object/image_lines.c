/* image_lines.c - the image's debugging information: its sections for our own
   reader, and libbfd's nearest-line lookup for what that does not read; the
   symbols from which libbfd takes names.  */

#include "config.h"

#include <stdlib.h>

#include "base/memory.h"
#include "image_lines.h"
#include "image_private.h"

const char *
image_name (const struct image *image)
{
  return image->name;
}

/* Has ABFD debugging information that is not DWARF?  libbfd would look at it,
   too.  */
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

/* Has the image itself a section that may hold line information?  */
static bool
has_section_of_lines (const struct image *image)
{
  static const char *const sections[]
      = { ".debug_info", ".zdebug_info", ".debug_line", ".zdebug_line" };
  if (bfd_get_flavour (image->bfd) != bfd_target_elf_flavour
      || has_other_kinds (image->bfd))
    return true;
  for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
    if (bfd_get_section_by_name (image->bfd, sections[i]) != NULL)
      return true;
  for (const asection *s = image->bfd->sections; s != NULL; s = s->next)
    if (starts_with (bfd_section_name (s), ".gnu.linkonce.wi."))
      return true;
  return false;
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
        {
          image_forget_failure ();
          char *name = image_debug_file (image);
          found = name != NULL;
          free (name);
          status = image_check_failure (image, diag);
        }
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

/* Set *SECTIONS to those of the file ABFD, a program or, if it IS_SPLIT, the
   file of a unit that was split; STATUS_ABSENT if that is null.  Libbfd's
   failures since image_forget_failure count.  */
static enum status
load_sections (struct image *image, bfd *abfd, bool is_split,
               struct dwarf_sections *sections, struct diag *diag)
{
  const struct
  {
    const char *name, *of_split;
    struct dwarf_section *section;
  } wanted[] = {
    { ".debug_info", ".debug_info.dwo", &sections->info },
    { ".debug_abbrev", ".debug_abbrev.dwo", &sections->abbrev },
    { ".debug_line", NULL, &sections->line },
    { ".debug_str", ".debug_str.dwo", &sections->str },
    { ".debug_line_str", NULL, &sections->line_str },
    { ".debug_str_offsets", ".debug_str_offsets.dwo", &sections->str_offsets },
    { ".debug_ranges", NULL, &sections->ranges },
    { ".debug_rnglists", ".debug_rnglists.dwo", &sections->rnglists },
    { ".debug_addr", NULL, &sections->addr },
  };
  *sections
      = (struct dwarf_sections){ .big_endian = image->target.big_endian,
                                 .sign_extend = image->target.sign_extend };
  enum status status = abfd != NULL ? STATUS_OK : STATUS_ABSENT;
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted && status == STATUS_OK;
       i++)
    {
      const char *name = is_split ? wanted[i].of_split : wanted[i].name;
      asection *found
          = name != NULL ? bfd_get_section_by_name (abfd, name) : NULL;
      struct section_bytes bytes;
      if (found == NULL || !(bfd_section_flags (found) & SEC_HAS_CONTENTS))
        continue;
      status = image_section (image, abfd, found, &bytes, diag);
      *wanted[i].section = (struct dwarf_section){ bytes.data, bytes.size };
    }
  if (status != STATUS_OK && status != STATUS_ABSENT)
    return status;
  const enum status read = image_check_failure (image, diag);
  return read == STATUS_OK ? status : read;
}

enum status
image_debug_sections (struct image *image, struct dwarf_sections *sections,
                      struct diag *diag)
{
  image_forget_failure ();
  if (bfd_get_file_flags (image->bfd) & (EXEC_P | DYNAMIC))
    image->lines_bfd = find_debugging_information (image);
  return load_sections (image, image->lines_bfd, false, sections, diag);
}

enum status
image_find_debugging (struct image *image, bool *has, bool *inlined,
                      struct diag *diag)
{
  struct dwarf_sections sections;
  enum status status
      = image != NULL ? image_has_lines (image, diag) : STATUS_ABSENT;
  *has = status == STATUS_OK;
  *inlined = false;
  if (status == STATUS_OK)
    status = image_debug_sections (image, &sections, diag);
  if (status == STATUS_OK)
    *inlined = dwarf_has_inlined (&sections);
  return status == STATUS_ABSENT ? STATUS_OK : status;
}

enum status
image_split_sections (struct image *image, const char *directory,
                      const char *name, struct dwarf_sections *sections,
                      struct diag *diag)
{
  image_forget_failure ();
  bfd *split = image_open_split_file (image, directory, name);
  return load_sections (image, split, true, sections, diag);
}

enum status
image_supplement_sections (struct image *image,
                           struct dwarf_sections *sections, struct diag *diag)
{
  image_forget_failure ();
  bfd *supplement = image_open_supplement (image);
  return load_sections (image, supplement, false, sections, diag);
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

/* --- Symbols that libbfd names code by ----------------------------------- */

/* Those of functions that debugging information does not name (R3.9d).  They are
   read from the ELF symbol table, since libbfd does not provide the sizes of
   symbols.  */

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

enum status
image_list_nearest (struct image *image, nearest_symbol_list *symbols)
{
  struct elf elf;
  struct elf_section table = { 0 };
  const struct file_bytes file = image_file (image, image->lines_bfd);
  if (!elf_open (&elf, file.data, file.size))
    return STATUS_ABSENT;
  const uint64_t text
      = elf_find_section (&elf, bfd_section_name (image->text));
  if (text == 0 || text >= ELF_INDEX_RESERVED)
    return STATUS_ABSENT;
  for (uint64_t i = 1;
       i < elf.header.section_count && table.type != ELF_SECTION_SYMBOLS; i++)
    table = elf_section (&elf, i);
  if (table.type != ELF_SECTION_SYMBOLS)
    return STATUS_OK;
  const struct elf_section names = elf_texts (&elf, table.link);
  const size_t count = elf_symbol_count (&elf, &table);
  for (size_t i = 1; i < count; i++)
    {
      const struct elf_symbol symbol = elf_symbol (&elf, &table, i);
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
      if (!is_mapping_symbol (image, name))
        vec_push (symbols, found);
    }
  return STATUS_OK;
}
