/* tiny_elf.c - ELF programs typed in as text.

   File layout: header, the three sections' contents, symbols, their names,
   section names, section headers.  */

#include "config.h"

#include "tiny_elf.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

enum
{
  TEXT_SIZE = 0x2000,
  SMALL_SIZE = 0x100,
  CONTENTS_AT = 0x100, /* of the file */
  NAMES_AT_MOST = 4096,
  SYMBOLS_AT_MOST = 64,
  NAME_AT_MOST = 64
};

enum
{
  SECTION_NULL,
  SECTION_TEXT,
  SECTION_FINI,
  SECTION_DATA,
  SECTION_SYMTAB,
  SECTION_STRTAB,
  SECTION_SHSTRTAB,
  SECTIONS
};

static const char section_names[]
    = "\0.text\0.fini\0.data\0.symtab\0.strtab\0.shstrtab";

struct builder
{
  Elf64_Ehdr header;
  Elf64_Sym symbols[SYMBOLS_AT_MOST];
  size_t symbol_count, local_count;
  char names[NAMES_AT_MOST];
  size_t names_size;
};

/* The place of WORD in WORDS, which blanks separate, one value each.  */
static unsigned
value_of (const char *word, const char *words, const unsigned *values)
{
  const size_t length = strlen (word);
  for (size_t i = 0; *words != '\0'; i++)
    {
      const size_t here = strcspn (words, " ");
      if (here == length && memcmp (word, words, length) == 0)
        return values[i];
      words += here + strspn (words + here, " ");
    }
  helper_failed ("tiny_elf does not know", word);
}

static unsigned
binding_of (const char *word)
{
  static const unsigned values[]
      = { STB_LOCAL, STB_GLOBAL, STB_WEAK, STB_GNU_UNIQUE };
  return value_of (word, "local global weak unique", values);
}

static unsigned
type_of (const char *word)
{
  static const unsigned values[] = { STT_NOTYPE, STT_FUNC,    STT_OBJECT,
                                     STT_FILE,   STT_SECTION, STT_GNU_IFUNC };
  return value_of (word, "none func object file section ifunc", values);
}

static unsigned
section_of (const char *word)
{
  static const unsigned values[]
      = { SECTION_TEXT, SECTION_FINI, SECTION_DATA, SHN_ABS, SHN_UNDEF };
  return value_of (word, "text fini data abs undef", values);
}

static void
add_symbol (struct builder *b, const char *line)
{
  char binding[NAME_AT_MOST], type[NAME_AT_MOST], section[NAME_AT_MOST],
      name[NAME_AT_MOST] = "";
  unsigned long address;
  if (sscanf (line, "%63s %63s %63s %lx %63[^\n]", binding, type, section,
              &address, name)
          < 4
      || b->symbol_count == SYMBOLS_AT_MOST)
    helper_failed ("tiny_elf cannot take", line);
  b->symbols[b->symbol_count++] = (Elf64_Sym){
    .st_name = (Elf64_Word)b->names_size,
    .st_info
    = (unsigned char)ELF64_ST_INFO (binding_of (binding), type_of (type)),
    .st_shndx = (Elf64_Half)section_of (section),
    .st_value = address,
  };
  if (binding_of (binding) == STB_LOCAL)
    b->local_count = b->symbol_count;
  memcpy (b->names + b->names_size, name, strlen (name) + 1);
  b->names_size += strlen (name) + 1;
}

/* Take machine, byte order and ABI from PROGRAM.  */
static bool
start_header (struct builder *b, const char *program)
{
  FILE *file = fopen (program, "rb");
  const bool found = file != NULL
                     && fread (&b->header, sizeof b->header, 1, file) == 1
                     && memcmp (b->header.e_ident, ELFMAG, SELFMAG) == 0
                     && b->header.e_ident[EI_CLASS] == ELFCLASS64;
  if (file != NULL)
    fclose (file);
  b->header.e_type = ET_EXEC;
  b->header.e_entry = 0x1000;
  b->header.e_phoff = 0;
  b->header.e_phnum = 0;
  b->header.e_shentsize = sizeof (Elf64_Shdr);
  b->header.e_shnum = SECTIONS;
  b->header.e_shstrndx = SECTION_SHSTRTAB;
  return found;
}

static void
add_contents (Elf64_Shdr *section, Elf64_Word name, Elf64_Xword flags,
              Elf64_Addr address, Elf64_Off offset, Elf64_Xword size)
{
  *section = (Elf64_Shdr){ .sh_name = name,
                           .sh_type = SHT_PROGBITS,
                           .sh_flags = flags | SHF_ALLOC,
                           .sh_addr = address,
                           .sh_offset = offset,
                           .sh_size = size,
                           .sh_addralign = 1 };
}

static void
add_strings (Elf64_Shdr *section, Elf64_Word name, Elf64_Off offset,
             Elf64_Xword size)
{
  *section = (Elf64_Shdr){ .sh_name = name,
                           .sh_type = SHT_STRTAB,
                           .sh_offset = offset,
                           .sh_size = size,
                           .sh_addralign = 1 };
}

/* Fill SECTIONS' headers; returns their own offset.  */
static Elf64_Off
lay_out (const struct builder *b, Elf64_Shdr *sections)
{
  Elf64_Off at = CONTENTS_AT;
  add_contents (&sections[SECTION_TEXT], 1, SHF_EXECINSTR, 0x1000, at,
                TEXT_SIZE);
  at += TEXT_SIZE;
  add_contents (&sections[SECTION_FINI], 7, SHF_EXECINSTR, 0x3000, at,
                SMALL_SIZE);
  at += SMALL_SIZE;
  add_contents (&sections[SECTION_DATA], 13, SHF_WRITE, 0x4000, at,
                SMALL_SIZE);
  at += SMALL_SIZE;
  sections[SECTION_SYMTAB]
      = (Elf64_Shdr){ .sh_name = 19,
                      .sh_type = SHT_SYMTAB,
                      .sh_offset = at,
                      .sh_size = b->symbol_count * sizeof *b->symbols,
                      .sh_link = SECTION_STRTAB,
                      .sh_info = (Elf64_Word)b->local_count,
                      .sh_addralign = 8,
                      .sh_entsize = sizeof *b->symbols };
  at += sections[SECTION_SYMTAB].sh_size;
  add_strings (&sections[SECTION_STRTAB], 27, at, b->names_size);
  at += (b->names_size + 7) / 8 * 8;
  add_strings (&sections[SECTION_SHSTRTAB], 35, at, sizeof section_names);
  at += (sizeof section_names + 7) / 8 * 8;
  if (b->symbol_count <= 1)
    sections[SECTION_SYMTAB] = (Elf64_Shdr){ 0 };
  return at;
}

static void
write_file (char name[SCRATCH_NAME_SIZE], struct builder *b)
{
  Elf64_Shdr sections[SECTIONS] = { { 0 } };
  b->header.e_shoff = lay_out (b, sections);
  const size_t size = (size_t)b->header.e_shoff + sizeof sections;
  char *data = calloc (1, size);
  if (data == NULL)
    helper_failed ("tiny_elf", "no memory");
  memcpy (data, &b->header, sizeof b->header);
  if (b->symbol_count > 1)
    memcpy (data + sections[SECTION_SYMTAB].sh_offset, b->symbols,
            b->symbol_count * sizeof *b->symbols);
  memcpy (data + sections[SECTION_STRTAB].sh_offset, b->names, b->names_size);
  memcpy (data + sections[SECTION_SHSTRTAB].sh_offset, section_names,
          sizeof section_names);
  memcpy (data + b->header.e_shoff, sections, sizeof sections);
  scratch_file (name, data, size);
  free (data);
}

bool
tiny_elf (char name[SCRATCH_NAME_SIZE], const char *program, const char *text)
{
  /* Symbol 0 and the empty name are ELF's.  */
  static struct builder b;
  b = (struct builder){ .symbol_count = 1, .local_count = 1, .names_size = 1 };
  if (!start_header (&b, program))
    return false;
  while (*text != '\0')
    {
      add_symbol (&b, text);
      text += strcspn (text, "\n");
      text += *text == '\n';
    }
  write_file (name, &b);
  return true;
}
