/* elf.c - the structure of ELF files: header, sections and symbols.

   Offsets of fields are those of the System V ABI.  A word has 8 bytes in a
   file of 64 bits, else 4, and many offsets follow from that.  */

#include "config.h"

#include "model/elf.h"

#include <assert.h>
#include <string.h>

#include "base/bytes.h"

/* Bytes that are there of a part of the file, and how to read them.  */
struct part
{
  const unsigned char *data;
  size_t size;
  bool big_endian;
  unsigned word_size;
};

static struct part
part_of (const struct elf_header *header, const unsigned char *data,
         size_t size)
{
  return (struct part){ data, size, header->big_endian,
                        header->is_wide ? 8 : 4 };
}

/* The number of SIZE bytes at OFFSET of PART; 0 if it is not all there.  */
static uint64_t
field (const struct part *part, size_t offset, unsigned size)
{
  return offset <= part->size && part->size - offset >= size
             ? bytes_decode (part->data + offset, size, part->big_endian)
             : 0;
}

static unsigned
half (const struct part *part, size_t offset)
{
  return (unsigned)field (part, offset, 2);
}

static uint64_t
word (const struct part *part, size_t offset)
{
  return field (part, offset, part->word_size);
}

/* --- Header ------------------------------------------------------------- */

bool
elf_read_header (struct elf_header *header, const unsigned char *data,
                 size_t size)
{
  enum
  {
    CLASS_AT = 4,
    ORDER_AT = 5
  };
  *header = (struct elf_header){ 0 };
  if (size < 4 || memcmp (data, "\177ELF", 4) != 0)
    return false;
  header->is_wide = size > CLASS_AT && data[CLASS_AT] == 2;
  header->big_endian = size > ORDER_AT && data[ORDER_AT] == 2;
  const struct part part = part_of (header, data, size);
  /* Behind the entry point and the places of both tables.  */
  const size_t flags_at = 24 + 3 * part.word_size;
  header->type = half (&part, 16);
  header->machine = half (&part, 18);
  header->section_table = word (&part, 24 + 2 * part.word_size);
  header->flags = (uint32_t)field (&part, flags_at, 4);
  header->segment_count = half (&part, flags_at + 8);
  header->section_size = half (&part, flags_at + 10);
  header->section_count = half (&part, flags_at + 12);
  header->names = half (&part, flags_at + 14);
  return true;
}

/* What stands in the header for a number that is in section 0.  */
enum
{
  NO_SECTIONS = 0,
  MANY = 0xffff
};

uint64_t
elf_large_counts (const struct elf_header *header)
{
  return header->section_count == NO_SECTIONS || header->names == MANY
                 || header->segment_count == MANY
             ? header->section_table
             : 0;
}

/* The bytes of a section's header that have a meaning.  */
static size_t
section_header_size (const struct elf_header *header)
{
  return header->is_wide ? 64 : 40;
}

bool
elf_read_large_counts (struct elf_header *header, const unsigned char *data,
                       size_t size)
{
  const struct part part = part_of (header, data, size);
  if (size < section_header_size (header))
    return false;
  const size_t link_at = 8 + 4 * part.word_size;
  if (header->section_count == NO_SECTIONS)
    header->section_count = word (&part, 8 + 3 * part.word_size);
  if (header->names == MANY)
    header->names = field (&part, link_at, 4);
  if (header->segment_count == MANY)
    header->segment_count = field (&part, link_at + 4, 4);
  return true;
}

bool
elf_open (struct elf *elf, const unsigned char *data, size_t size)
{
  *elf = (struct elf){ .data = data, .size = size };
  struct elf_header *header = &elf->header;
  if (data == NULL || !elf_read_header (header, data, size)
      || header->section_size < section_header_size (header)
      || header->section_table == 0 || header->section_table >= size)
    return false;
  const size_t left = size - (size_t)header->section_table;
  if (elf_large_counts (header) != 0
      && !elf_read_large_counts (header, data + header->section_table, left))
    return false;
  return header->section_count <= left / header->section_size;
}

/* --- Sections ----------------------------------------------------------- */

struct elf_section
elf_section (const struct elf *elf, uint64_t index)
{
  const struct elf_header *header = &elf->header;
  struct elf_section section = { 0 };
  if (index >= header->section_count)
    return section;
  const struct part part = part_of (header,
                                    elf->data + header->section_table
                                        + index * header->section_size,
                                    section_header_size (header));
  const uint64_t place = word (&part, 8 + 2 * part.word_size);
  const uint64_t size = word (&part, 8 + 3 * part.word_size);
  section.name = (uint32_t)field (&part, 0, 4);
  section.link = (uint32_t)field (&part, 8 + 4 * part.word_size, 4);
  if (place > elf->size || size > elf->size - place)
    return section;
  section.type = (uint32_t)field (&part, 4, 4);
  section.data = elf->data + place;
  section.size = (size_t)size;
  return section;
}

struct elf_section
elf_texts (const struct elf *elf, uint64_t index)
{
  struct elf_section section = elf_section (elf, index);
  while (section.size > 0 && section.data[section.size - 1] != 0)
    section.size--;
  return section;
}

const char *
elf_text (const struct elf_section *texts, uint64_t place)
{
  return place < texts->size ? (const char *)texts->data + place : NULL;
}

uint64_t
elf_find_section (const struct elf *elf, const char *name)
{
  const struct elf_section names = elf_texts (elf, elf->header.names);
  for (uint64_t i = 1; i < elf->header.section_count; i++)
    {
      const struct elf_section section = elf_section (elf, i);
      const char *found = elf_text (&names, section.name);
      if (found != NULL && strcmp (found, name) == 0)
        return i;
    }
  return 0;
}

/* --- Symbols ------------------------------------------------------------ */

static size_t
symbol_size (const struct elf *elf)
{
  return elf->header.is_wide ? 24 : 16;
}

size_t
elf_symbol_count (const struct elf *elf, const struct elf_section *section)
{
  return section->size / symbol_size (elf);
}

struct elf_symbol
elf_symbol (const struct elf *elf, const struct elf_section *section,
            size_t index)
{
  assert (index < elf_symbol_count (elf, section));
  const bool is_wide = elf->header.is_wide;
  const bool big_endian = elf->header.big_endian;
  const unsigned char *at = section->data + index * symbol_size (elf);
  const unsigned char *info = at + (is_wide ? 4 : 12);
  return (struct elf_symbol){
    .name = bytes_decode_u32 (at, big_endian),
    .type = info[0] & 15,
    .binding = info[0] >> 4,
    .visibility = info[1] & 3,
    .section = bytes_decode_u16 (info + 2, big_endian),
    .value = is_wide ? bytes_decode_u64 (at + 8, big_endian)
                     : bytes_decode_u32 (at + 4, big_endian),
    .size = is_wide ? bytes_decode_u64 (at + 16, big_endian)
                    : bytes_decode_u32 (at + 8, big_endian),
  };
}
