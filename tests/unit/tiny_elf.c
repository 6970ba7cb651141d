/* tiny_elf.c - ELF programs typed in as text.

   File layout: header, the three sections' contents, symbols, their names,
   section names, section headers.  */

#include "config.h"

#include "tiny_elf.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

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

struct tiny_symbol
{
  size_t name;
  unsigned binding, type, section;
  uint64_t address;
};

struct tiny_section
{
  unsigned name, type, link, info;
  uint64_t flags, address, place, size, entry_size;
};

struct builder
{
  unsigned char ident[EI_NIDENT];
  unsigned machine;
  uint32_t flags;
  struct tiny_symbol symbols[SYMBOLS_AT_MOST];
  size_t symbol_count, local_count;
  char names[NAMES_AT_MOST];
  size_t names_size;
  unsigned char *next; /* where numbers are written */
};

static bool
is_wide (const struct builder *b)
{
  return b->ident[EI_CLASS] == ELFCLASS64;
}

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
  b->symbols[b->symbol_count++] = (struct tiny_symbol){
    .name = b->names_size,
    .binding = binding_of (binding),
    .type = type_of (type),
    .section = section_of (section),
    .address = address,
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
  Elf64_Ehdr header;
  FILE *file = fopen (program, "rb");
  const bool found = file != NULL
                     && fread (&header, sizeof header, 1, file) == 1
                     && memcmp (header.e_ident, ELFMAG, SELFMAG) == 0
                     && header.e_ident[EI_CLASS] == ELFCLASS64;
  if (file != NULL)
    fclose (file);
  if (!found)
    return false;
  memcpy (b->ident, header.e_ident, sizeof b->ident);
  b->machine = header.e_machine;
  b->flags = header.e_flags;
  return true;
}

/* --- Sections ------------------------------------------------------------ */

/* What the parts of the file take.  */
static size_t
size_of_symbol (const struct builder *b)
{
  return is_wide (b) ? sizeof (Elf64_Sym) : sizeof (Elf32_Sym);
}

static size_t
size_of_section (const struct builder *b)
{
  return is_wide (b) ? sizeof (Elf64_Shdr) : sizeof (Elf32_Shdr);
}

static void
add_contents (struct tiny_section *section, unsigned name, unsigned flags,
              uint64_t address, uint64_t place, uint64_t size)
{
  *section = (struct tiny_section){ .name = name,
                                    .type = SHT_PROGBITS,
                                    .flags = flags | SHF_ALLOC,
                                    .address = address,
                                    .place = place,
                                    .size = size };
}

static void
add_strings (struct tiny_section *section, unsigned name, uint64_t place,
             uint64_t size)
{
  *section = (struct tiny_section){
    .name = name, .type = SHT_STRTAB, .place = place, .size = size
  };
}

/* Fill SECTIONS' headers; returns their own offset.  */
static size_t
lay_out (const struct builder *b, struct tiny_section *sections)
{
  size_t at = CONTENTS_AT;
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
      = (struct tiny_section){ .name = 19,
                               .type = SHT_SYMTAB,
                               .place = at,
                               .size = b->symbol_count * size_of_symbol (b),
                               .link = SECTION_STRTAB,
                               .info = (unsigned)b->local_count,
                               .entry_size = size_of_symbol (b) };
  at += (size_t)sections[SECTION_SYMTAB].size;
  add_strings (&sections[SECTION_STRTAB], 27, at, b->names_size);
  at += (b->names_size + 7) / 8 * 8;
  add_strings (&sections[SECTION_SHSTRTAB], 35, at, sizeof section_names);
  at += (sizeof section_names + 7) / 8 * 8;
  if (b->symbol_count <= 1)
    sections[SECTION_SYMTAB] = (struct tiny_section){ 0 };
  return at;
}

/* --- Writing ------------------------------------------------------------- */

static void
put (struct builder *b, unsigned size, uint64_t value)
{
  const bool big_endian = b->ident[EI_DATA] == ELFDATA2MSB;
  for (unsigned i = 0; i < size; i++)
    b->next[big_endian ? size - 1 - i : i] = (unsigned char)(value >> 8 * i);
  b->next += size;
}

static void
put_word (struct builder *b, uint64_t value)
{
  put (b, is_wide (b) ? 8 : 4, value);
}

static void
put_header (struct builder *b, uint64_t section_table)
{
  memcpy (b->next, b->ident, sizeof b->ident);
  b->next += sizeof b->ident;
  put (b, 2, ET_EXEC);
  put (b, 2, b->machine);
  put (b, 4, EV_CURRENT);
  put_word (b, 0x1000);
  put_word (b, 0);
  put_word (b, section_table);
  put (b, 4, b->flags);
  put (b, 2, is_wide (b) ? sizeof (Elf64_Ehdr) : sizeof (Elf32_Ehdr));
  put (b, 2, is_wide (b) ? sizeof (Elf64_Phdr) : sizeof (Elf32_Phdr));
  put (b, 2, 0);
  put (b, 2, size_of_section (b));
  put (b, 2, SECTIONS);
  put (b, 2, SECTION_SHSTRTAB);
}

static void
put_section (struct builder *b, const struct tiny_section *section)
{
  put (b, 4, section->name);
  put (b, 4, section->type);
  put_word (b, section->flags);
  put_word (b, section->address);
  put_word (b, section->place);
  put_word (b, section->size);
  put (b, 4, section->link);
  put (b, 4, section->info);
  put_word (b, section->type == SHT_SYMTAB ? 8 : section->type != 0);
  put_word (b, section->entry_size);
}

static void
put_kind (struct builder *b, const struct tiny_symbol *symbol)
{
  put (b, 1, symbol->binding << 4 | symbol->type);
  put (b, 1, STV_DEFAULT);
  put (b, 2, symbol->section);
}

static void
put_symbol (struct builder *b, const struct tiny_symbol *symbol)
{
  put (b, 4, symbol->name);
  if (is_wide (b))
    put_kind (b, symbol);
  put_word (b, symbol->address);
  put_word (b, 0);
  if (!is_wide (b))
    put_kind (b, symbol);
}

/* The file with the symbols of TEXT, in memory of just its size, to be
   freed.  */
static unsigned char *
build (struct builder *b, const char *text, size_t *size)
{
  /* Symbol 0 and the empty name are ELF's.  */
  b->symbol_count = b->local_count = b->names_size = 1;
  while (*text != '\0')
    {
      add_symbol (b, text);
      text += strcspn (text, "\n");
      text += *text == '\n';
    }
  struct tiny_section sections[SECTIONS] = { { 0 } };
  const size_t section_table = lay_out (b, sections);
  *size = section_table + SECTIONS * size_of_section (b);
  unsigned char *data = array_new (1, *size);
  b->next = data;
  put_header (b, section_table);
  b->next = data + sections[SECTION_SYMTAB].place;
  for (size_t i = 0; b->symbol_count > 1 && i < b->symbol_count; i++)
    put_symbol (b, &b->symbols[i]);
  memcpy (data + sections[SECTION_STRTAB].place, b->names, b->names_size);
  memcpy (data + sections[SECTION_SHSTRTAB].place, section_names,
          sizeof section_names);
  b->next = data + section_table;
  for (size_t i = 0; i < SECTIONS; i++)
    put_section (b, &sections[i]);
  return data;
}

bool
tiny_elf (char name[SCRATCH_NAME_SIZE], const char *program, const char *text)
{
  struct builder b = { 0 };
  if (!start_header (&b, program))
    return false;
  size_t size;
  unsigned char *data = build (&b, text, &size);
  scratch_file (name, data, size);
  free (data);
  return true;
}

unsigned char *
tiny_elf_bytes (bool wide, bool big_endian, const char *text, size_t *size)
{
  struct builder b = { .machine = EM_ARM, .flags = EF_ARM_BE8 };
  memcpy (b.ident, ELFMAG, SELFMAG);
  b.ident[EI_CLASS] = wide ? ELFCLASS64 : ELFCLASS32;
  b.ident[EI_DATA] = big_endian ? ELFDATA2MSB : ELFDATA2LSB;
  b.ident[EI_VERSION] = EV_CURRENT;
  return build (&b, text, size);
}
