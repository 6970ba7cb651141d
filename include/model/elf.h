/* elf.h - the structure of ELF files: header, sections and symbols.

   Reads a file's bytes in memory, of 32 or 64 bits and in either byte order,
   and trusts none of them: each place and count is compared with the size of
   the file before anything there is read, and numbers that do not lie in the
   file read as 0.  Nobody else looks into ELF structures.  (System V ABI,
   chapters 4 and 5)  */

#ifndef ELF_READER_H
#define ELF_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum
{
  ELF_HEADER_SIZE = 64, /* of the larger form, with 64 bits */
  ELF_SECTION_SIZE = 64 /* likewise, the header of a section */
};

/* Values of the fields below, under the names of the standard without their
   prefixes.  */
enum
{
  ELF_TYPE_CORE = 4,

  ELF_SECTION_NULL = 0,
  ELF_SECTION_SYMBOLS = 2,
  ELF_SECTION_DYNAMIC_SYMBOLS = 11,

  ELF_INDEX_RESERVED = 0xff00, /* indices from here on are no sections */

  ELF_SYMBOL_NO_TYPE = 0,
  ELF_SYMBOL_FUNCTION = 2,
  ELF_SYMBOL_INDIRECT_FUNCTION = 10,
  ELF_BINDING_LOCAL = 0,
  ELF_VISIBILITY_HIDDEN = 2
};

/* What the header says.  */
struct elf_header
{
  bool is_wide; /* 64 bits */
  bool big_endian;
  unsigned type, machine;
  uint32_t flags;
  uint64_t section_table; /* where section headers start, 0 if none */
  unsigned section_size;  /* bytes from one to the next */
  uint64_t section_count; /* section 0 included */
  uint64_t names;         /* the index of the sections' names */
  uint64_t segment_count;
};

/* Fill *HEADER from the SIZE bytes at DATA, the beginning of a file.  False if
   they do not begin an ELF file; ELF_HEADER_SIZE bytes are always enough, and
   of fewer, what is missing is 0.  O(1).  */
bool elf_read_header (struct elf_header *header, const unsigned char *data,
                      size_t size);

/* Counts beyond 16 bits are in the header of section 0.  Where that is in the
   file if HEADER needs it, else 0.  */
uint64_t elf_large_counts (const struct elf_header *header);

/* Complete the counts in HEADER from the SIZE bytes at DATA, those of section
   0's header.  False, and nothing changes, if they are too few for it;
   ELF_SECTION_SIZE always are enough.  */
bool elf_read_large_counts (struct elf_header *header,
                            const unsigned char *data, size_t size);

/* A whole file.  */
struct elf
{
  struct elf_header header;
  const unsigned char *data; /* borrowed */
  size_t size;
};

struct elf_section
{
  uint32_t name; /* a place in the section of names */
  uint32_t type; /* ELF_SECTION_NULL if its bytes are not in the file */
  uint32_t link; /* the index of another section */
  const unsigned char *data;
  size_t size; /* bytes at DATA */
};

struct elf_symbol
{
  uint32_t name; /* a place in the section that the symbols' section links */
  unsigned type, binding, visibility;
  unsigned section; /* an index */
  uint64_t value, size;
};

/* Begin to read the file of the SIZE bytes at DATA, which may be null and must
   stay as long as ELF.  False if that is not an ELF file with a table of
   sections that lies in it.  O(1).  */
bool elf_open (struct elf *elf, const unsigned char *data, size_t size);

/* Section INDEX, whatever that is; a null one if there is none.  O(1).  */
struct elf_section elf_section (const struct elf *elf, uint64_t index);

/* The same for a section of texts, without what stands behind its last null
   byte, so that each text ends in the section.  O(size of what is cut off).  */
struct elf_section elf_texts (const struct elf *elf, uint64_t index);

/* The text at PLACE of TEXTS, which elf_texts returned, or null.  */
const char *elf_text (const struct elf_section *texts, uint64_t place);

/* The index of the first section called NAME, or 0.  O(sections).  */
uint64_t elf_find_section (const struct elf *elf, const char *name);

/* How many symbols SECTION has, symbol 0 included, which stands for none.  */
size_t elf_symbol_count (const struct elf *elf,
                         const struct elf_section *section);

/* Symbol INDEX of SECTION, less than that count.  O(1).  */
struct elf_symbol elf_symbol (const struct elf *elf,
                              const struct elf_section *section, size_t index);

#endif
