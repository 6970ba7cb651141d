/* test_elf.c - the structure of ELF files, of 32 and 64 bits in both byte
   orders, whole and damaged.  */

#include "config.h"

#include "model/elf.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tap.h"
#include "tiny_elf.h"

enum
{
  SECTIONS = 7,
  TEXT_INDEX = 1,
  SYMBOLS_INDEX = 4,
  STRINGS_INDEX = 5,
  NAMES_INDEX = 6
};

/* A file in memory of just its size, so that sanitizers see each read beyond
   it; released with free.  */
struct sample
{
  bool is_wide, big_endian;
  unsigned char *data;
  size_t size;
};

static struct sample
make_sample (unsigned form)
{
  struct sample sample = { .is_wide = form & 1, .big_endian = form & 2 };
  sample.data = tiny_elf_bytes (sample.is_wide, sample.big_endian,
                                "local none text 1010 label\n"
                                "weak func fini 3020 main\n",
                                &sample.size);
  return sample;
}

static const char *
form_of (const struct sample *sample)
{
  static const char *const names[]
      = { "32 bits, low byte first", "64 bits, low byte first",
          "32 bits, high byte first", "64 bits, high byte first" };
  return names[sample->is_wide + 2 * sample->big_endian];
}

/* --- Where fields are, and changing them --------------------------------- */

struct position
{
  size_t at;
  unsigned size;
};

enum header_field
{
  TYPE,
  MACHINE,
  TABLE,
  FLAGS,
  SEGMENT_COUNT,
  SECTION_SIZE,
  SECTION_COUNT,
  NAMES
};

static struct position
header_place (const struct sample *sample, enum header_field field)
{
  static const struct position narrow[]
      = { { 16, 2 }, { 18, 2 }, { 32, 4 }, { 36, 4 },
          { 44, 2 }, { 46, 2 }, { 48, 2 }, { 50, 2 } };
  static const struct position wide[]
      = { { 16, 2 }, { 18, 2 }, { 40, 8 }, { 48, 4 },
          { 56, 2 }, { 58, 2 }, { 60, 2 }, { 62, 2 } };
  return sample->is_wide ? wide[field] : narrow[field];
}

enum section_field
{
  NAME,
  CONTENTS,
  SIZE,
  LINK,
  INFO
};

static struct position
section_place (const struct sample *sample, unsigned index,
               enum section_field field)
{
  static const struct position narrow[]
      = { { 0, 4 }, { 16, 4 }, { 20, 4 }, { 24, 4 }, { 28, 4 } };
  static const struct position wide[]
      = { { 0, 4 }, { 24, 8 }, { 32, 8 }, { 40, 4 }, { 44, 4 } };
  struct position place = sample->is_wide ? wide[field] : narrow[field];
  const size_t size = sample->is_wide ? 64 : 40;
  place.at += sample->size - (SECTIONS - index) * size;
  return place;
}

static void
set (struct sample *sample, struct position place, uint64_t value)
{
  for (unsigned i = 0; i < place.size; i++)
    sample->data[place.at + (sample->big_endian ? place.size - 1 - i : i)]
        = (unsigned char)(value >> 8 * i);
}

static bool
opens (const struct sample *sample)
{
  struct elf elf;
  return elf_open (&elf, sample->data, sample->size);
}

/* The sample with one field of its header changed.  */
static bool
opens_with (const struct sample *sample, enum header_field field,
            uint64_t value)
{
  struct sample copy = *sample;
  copy.data = memory_new (copy.size);
  memcpy (copy.data, sample->data, copy.size);
  set (&copy, header_place (sample, field), value);
  const bool answer = opens (&copy);
  free (copy.data);
  return answer;
}

/* --- Whole files --------------------------------------------------------- */

static void
test_header (struct sample *sample)
{
  struct elf elf;
  set (sample, header_place (sample, SEGMENT_COUNT), 9);
  ok (opens (sample), "an ELF file of %s", form_of (sample));
  elf_open (&elf, sample->data, sample->size);
  const struct elf_header *header = &elf.header;
  ok (header->is_wide == sample->is_wide
          && header->big_endian == sample->big_endian,
      "it is one of %s", form_of (sample));
  is_u64 (header->type, 2, "its type");
  is_u64 (header->machine, 40, "its machine");
  is_u64 (header->flags, 0x800000, "its flags");
  is_u64 (header->section_count, SECTIONS, "its sections");
  is_u64 (header->section_size, sample->is_wide ? 64 : 40, "of this size");
  is_u64 (header->names, NAMES_INDEX, "the section of their names");
  is_u64 (header->segment_count, 9, "its segments");
  is_u64 (elf_large_counts (header), 0, "no count is elsewhere");
}

static void
test_sections (struct sample *sample)
{
  struct elf elf;
  elf_open (&elf, sample->data, sample->size);
  is_u64 (elf_find_section (&elf, ".text"), TEXT_INDEX, ".text is found");
  is_u64 (elf_find_section (&elf, ".symtab"), SYMBOLS_INDEX, ".symtab, too");
  is_u64 (elf_find_section (&elf, ".shstrtab"), NAMES_INDEX, "and the last");
  is_u64 (elf_find_section (&elf, ".tex"), 0, "part of a name is none");
  const struct elf_section text = elf_section (&elf, TEXT_INDEX);
  is_u64 (text.size, 0x2000, "the size of .text");
  ok (text.data == sample->data + 0x100, "its bytes");
  is_u64 (text.type, 1, "its type");
  const struct elf_section symbols = elf_section (&elf, SYMBOLS_INDEX);
  is_u64 (symbols.type, ELF_SECTION_SYMBOLS, "the type of .symtab");
  is_u64 (symbols.link, STRINGS_INDEX, "the section with their names");
  const struct elf_section none = elf_section (&elf, SECTIONS);
  ok (none.type == ELF_SECTION_NULL && none.size == 0, "there is no eighth");
  is_u64 (elf_section (&elf, UINT64_MAX).size, 0, "nor the one of -1");
}

static void
test_symbols (struct sample *sample)
{
  struct elf elf;
  elf_open (&elf, sample->data, sample->size);
  const struct elf_section table = elf_section (&elf, SYMBOLS_INDEX);
  const struct elf_section names = elf_texts (&elf, table.link);
  is_u64 (elf_symbol_count (&elf, &table), 3, "symbols");
  struct sample symbols = *sample;
  symbols.data += table.data - sample->data;
  set (&symbols,
       sample->is_wide ? (struct position){ 64, 8 }
                       : (struct position){ 40, 4 },
       0x123);
  symbols.data[sample->is_wide ? 53 : 45] = 0x42; /* flags around hidden */

  const struct elf_symbol label = elf_symbol (&elf, &table, 1);
  is_text (elf_text (&names, label.name), "label", "the first's name");
  is_u64 (label.value, 0x1010, "its value");
  ok (label.type == ELF_SYMBOL_NO_TYPE && label.binding == ELF_BINDING_LOCAL
          && label.section == TEXT_INDEX && label.size == 0,
      "a local label of .text");
  const struct elf_symbol function = elf_symbol (&elf, &table, 2);
  is_text (elf_text (&names, function.name), "main", "the second's name");
  is_u64 (function.value, 0x3020, "its value");
  is_u64 (function.size, 0x123, "its size");
  is_u64 (function.visibility, ELF_VISIBILITY_HIDDEN, "it is hidden");
  ok (function.type == ELF_SYMBOL_FUNCTION && function.binding == 2
          && function.section == 2,
      "a weak function of .fini");
}

/* Numbers of more than 16 bits are in the header of section 0.  */
static void
test_large_counts (struct sample *sample)
{
  struct elf_header header;
  set (sample, header_place (sample, SECTION_COUNT), 0);
  set (sample, header_place (sample, NAMES), 0xffff);
  set (sample, header_place (sample, SEGMENT_COUNT), 0xffff);
  set (sample, section_place (sample, 0, SIZE), SECTIONS);
  set (sample, section_place (sample, 0, LINK), NAMES_INDEX);
  set (sample, section_place (sample, 0, INFO), 100000);
  elf_read_header (&header, sample->data, ELF_HEADER_SIZE);
  const size_t place = section_place (sample, 0, NAME).at;
  is_u64 (elf_large_counts (&header), place, "they are in section 0");
  const size_t size = sample->is_wide ? 64 : 40;
  ok (!elf_read_large_counts (&header, sample->data + place, size - 1)
          && header.segment_count == 0xffff,
      "not in a part of its header");
  ok (elf_read_large_counts (&header, sample->data + place, size),
      "in all of it");
  is_u64 (header.section_count, SECTIONS, "sections");
  is_u64 (header.names, NAMES_INDEX, "the section of names");
  is_u64 (header.segment_count, 100000, "segments");
  ok (opens (sample), "such a file is read");
  set (sample, section_place (sample, 0, SIZE), SECTIONS + 1);
  ok (!opens (sample), "not if it counts more sections than there are");
  set (sample, section_place (sample, 0, SIZE), UINT64_MAX);
  ok (!opens (sample), "nor with the most that it can count");
}

/* --- Damaged files ------------------------------------------------------- */

static void
test_damaged_header (struct sample *sample)
{
  const size_t size = sample->is_wide ? 64 : 40;
  ok (!opens_with (sample, TABLE, 0), "no table of sections");
  ok (!opens_with (sample, TABLE, sample->size), "one at the file's end");
  ok (!opens_with (sample, TABLE, sample->size - SECTIONS * size + 1),
      "one that ends a byte behind it");
  ok (!opens_with (sample, TABLE, UINT64_MAX), "one beyond all files");
  ok (opens_with (sample, TABLE, sample->size - SECTIONS * size),
      "the right one");
  ok (!opens_with (sample, SECTION_SIZE, 0), "headers of no bytes");
  ok (!opens_with (sample, SECTION_SIZE, size - 1), "one byte too short");
  ok (!opens_with (sample, SECTION_SIZE, size + 1), "one byte too long");
  ok (!opens_with (sample, SECTION_SIZE, 0xffff), "the longest");
  ok (!opens_with (sample, SECTION_COUNT, SECTIONS + 1), "one too many");
  ok (!opens_with (sample, SECTION_COUNT, 0xffff), "the most");
  ok (opens_with (sample, SECTION_COUNT, 2), "not all of them");
  struct elf elf;
  set (sample, header_place (sample, NAMES), SECTIONS);
  ok (elf_open (&elf, sample->data, sample->size)
          && elf_find_section (&elf, ".text") == 0,
      "no section of names, so none is found");
  sample->data[3]++;
  ok (!opens (sample), "no ELF file");
  ok (!elf_open (&elf, NULL, 0), "no file");
}

static void
test_damaged_section (struct sample *sample)
{
  struct elf elf;
  elf_open (&elf, sample->data, sample->size);
  const struct position contents
      = section_place (sample, TEXT_INDEX, CONTENTS);
  const struct position size = section_place (sample, TEXT_INDEX, SIZE);
  set (sample, contents, sample->size - 0x2000);
  is_u64 (elf_section (&elf, TEXT_INDEX).size, 0x2000, "bytes at the end");
  set (sample, contents, sample->size - 0x1fff);
  const struct elf_section section = elf_section (&elf, TEXT_INDEX);
  ok (section.type == ELF_SECTION_NULL && section.size == 0,
      "a section that ends a byte behind the file is null");
  set (sample, contents, UINT64_MAX);
  set (sample, size, 2);
  is_u64 (elf_section (&elf, TEXT_INDEX).size, 0, "no sum overflows");
  set (sample, contents, 1);
  set (sample, size, UINT64_MAX);
  is_u64 (elf_section (&elf, TEXT_INDEX).size, 0, "nor this one");
  set (sample, section_place (sample, TEXT_INDEX, NAME), UINT32_MAX);
  is_u64 (elf_find_section (&elf, ".text"), 0, "a name that is nowhere");
  is_u64 (elf_find_section (&elf, ".fini"), 2, "others are found");
}

static void
test_damaged_texts (struct sample *sample)
{
  struct elf elf;
  elf_open (&elf, sample->data, sample->size);
  struct elf_section names = elf_texts (&elf, STRINGS_INDEX);
  is_u64 (names.size, sizeof "\0label\0main", "the names of symbols");
  is_text (elf_text (&names, names.size - 1), "", "the last byte is a text");
  ok (elf_text (&names, names.size) == NULL, "behind it there is none");
  ok (elf_text (&names, UINT64_MAX) == NULL, "nor anywhere else");
  sample->data[names.data - sample->data + (ptrdiff_t)names.size - 1] = 'x';
  names = elf_texts (&elf, STRINGS_INDEX);
  is_u64 (names.size, sizeof "\0label", "a text without an end is cut off");
  memset (sample->data + (names.data - sample->data), 'x', names.size);
  names = elf_texts (&elf, STRINGS_INDEX);
  ok (names.size == 0 && elf_text (&names, 0) == NULL, "there may be none");
}

/* Look at all that is in a file; returns how often that was outside.  */
static unsigned
walk (const unsigned char *data, size_t size)
{
  struct elf elf;
  unsigned outside = 0;
  if (!elf_open (&elf, data, size))
    return 0;
  elf_find_section (&elf, ".none");
  for (uint64_t i = 0; i < elf.header.section_count; i++)
    {
      const struct elf_section section = elf_section (&elf, i);
      const struct elf_section names = elf_texts (&elf, section.link);
      const size_t symbols = elf_symbol_count (&elf, &section);
      outside += section.size > 0
                 && (section.data < data
                     || section.size > (size_t)(data + size - section.data));
      for (size_t k = 0; k < symbols && section.type == 2; k++)
        {
          const struct elf_symbol symbol = elf_symbol (&elf, &section, k);
          const char *name = elf_text (&names, symbol.name);
          outside
              += name != NULL
                 && (const unsigned char *)name + strlen (name) >= data + size;
        }
    }
  return outside;
}

/* Every byte of all headers and symbols with other values.  */
static void
test_every_byte (struct sample *sample)
{
  static const unsigned char values[] = { 0, 1, 2, 3, 0x7f, 0x80, 0xfe, 0xff };
  unsigned outside = 0;
  for (size_t at = 0; at < sample->size; at++)
    {
      if (at == 64) /* contents that nobody looks at */
        at = 0x100 + 0x2000 + 2 * 0x100;
      const unsigned char was = sample->data[at];
      for (size_t i = 0; i < sizeof values; i++)
        {
          sample->data[at] = values[i];
          outside += walk (sample->data, sample->size);
        }
      sample->data[at] = was;
    }
  is_u64 (outside, 0, "whatever a byte is, nothing outside is read");
}

/* The section headers are at the file's end.  */
static void
test_every_prefix (struct sample *sample)
{
  unsigned opened = 0, wrong = 0;
  for (size_t size = 0; size < sample->size; size += size == 80 ? 0x2200 : 1)
    {
      struct elf elf;
      struct elf_header header;
      unsigned char *copy = memory_new (size);
      memcpy (copy, sample->data, size);
      opened += elf_open (&elf, copy, size);
      wrong += elf_read_header (&header, copy, size) != (size >= 4);
      wrong += header.machine != (size >= 20 ? 40 : 0);
      wrong += header.type != (size >= 18 ? 2 : 0);
      free (copy);
    }
  is_u64 (opened, 0, "no part of a file is one");
  is_u64 (wrong, 0, "what is there of a header is read");
}

int
main (void)
{
  static void (*const tests[]) (struct sample *) = {
    test_header,        test_sections,       test_symbols,
    test_large_counts,  test_damaged_header, test_damaged_section,
    test_damaged_texts, test_every_byte,     test_every_prefix,
  };
  for (unsigned form = 0; form < 4; form++)
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
      {
        struct sample sample = make_sample (form);
        tests[i](&sample);
        free (sample.data);
      }
  return done ();
}
