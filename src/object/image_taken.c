/* image_taken.c - the addresses of code that tables, variables and the code
   itself have: those that relocations put into memory when the program starts,
   those that instructions form, and in an image that is not relocated, words
   that are such an address.

   Instructions are not decoded one by one: a few bytes tell those that form an
   address, and what only looks like one is hardly ever where a function
   begins.  */

#include "config.h"

#include "image_private.h"

#include <stdlib.h>

#include "base/bytes.h"

/* A section with its bytes.  */
struct section
{
  uint64_t pc;
  const unsigned char *data;
  size_t size;
};

/* Append to TAKEN the addresses of RELOCATIONS.  */
static enum status
push_addresses (address_list *taken, arelent *const *relocations, long count,
                struct diag *diag)
{
  for (long i = 0; i < count; i++)
    {
      const arelent *relocation = relocations[i];
      const uint64_t base
          = relocation->sym_ptr_ptr != NULL && *relocation->sym_ptr_ptr != NULL
                ? bfd_asymbol_value (*relocation->sym_ptr_ptr)
                : 0;
      if (!vec_push (taken, base + relocation->addend))
        return diag_no_memory (diag);
    }
  return STATUS_OK;
}

static enum status
list_relocations (struct image *image, address_list *taken, struct diag *diag)
{
  const long size = bfd_get_dynamic_reloc_upper_bound (image->bfd);
  if (size <= 0)
    return STATUS_OK;
  arelent **relocations = malloc ((size_t)size + sizeof *relocations);
  if (relocations == NULL)
    return diag_no_memory (diag);
  const long count = bfd_canonicalize_dynamic_reloc (image->bfd, relocations,
                                                     image->dynamic);
  enum status status = push_addresses (taken, relocations, count, diag);
  free (relocations);
  return status;
}

/* --- In code and data ---------------------------------------------------- */

/* Append PC if it is in a section with code.  */
static bool
push_code (const struct image *image, address_list *taken, uint64_t pc)
{
  return !image_is_code (image, pc) || vec_push (taken, pc);
}

/* "lea DISPLACEMENT(%rip), REGISTER" in 64-bit code.  */
static bool
scan_x86_64 (const struct image *image, const struct section *section,
             address_list *taken)
{
  enum
  {
    LENGTH = 7
  };
  bool has_memory = true;
  for (size_t i = 0; i + LENGTH <= section->size && has_memory; i++)
    {
      const unsigned char *at = section->data + i;
      if (at[1] == 0x8d && (at[0] & 0xfb) == 0x48 && (at[2] & 0xc7) == 0x05)
        has_memory
            = push_code (image, taken,
                         section->pc + i + LENGTH
                             + (uint64_t)(int32_t)bytes_decode_u32 (at + 3,
                                                                    false));
    }
  return has_memory;
}

/* The signed number of 21 bits in an ADR or ADRP instruction.  */
static uint64_t
adr_offset (uint32_t word)
{
  const uint64_t offset
      = ((uint64_t)(word >> 5 & 0x7ffff) << 2) | (word >> 29 & 3);
  return (offset ^ 0x100000) - 0x100000;
}

/* ADR, and ADRP with an ADD of a number to its register.  */
static bool
scan_aarch64 (const struct image *image, const struct section *section,
              address_list *taken)
{
  uint64_t page[32];
  uint32_t has_page = 0; /* bits of registers */
  bool has_memory = true;
  for (size_t i = 0; i + 4 <= section->size && has_memory; i += 4)
    {
      const uint64_t pc = section->pc + i;
      const uint32_t word = bytes_decode_u32 (section->data + i, false);
      const uint32_t source = word >> 5 & 31;
      if ((word & 0x9f000000) == 0x10000000)
        has_memory = push_code (image, taken, pc + adr_offset (word));
      else if ((word & 0x9f000000) == 0x90000000)
        {
          page[word & 31] = (pc & ~(uint64_t)4095) + (adr_offset (word) << 12);
          has_page |= (uint32_t)1 << (word & 31);
        }
      else if ((word & 0xffc00000) == 0x91000000 && (has_page >> source & 1))
        has_memory
            = push_code (image, taken, page[source] + (word >> 10 & 4095));
    }
  return has_memory;
}

/* All words of SIZE bytes, each STEP bytes behind the last one.  */
static bool
scan_words (const struct image *image, const struct section *section,
            size_t size, size_t step, address_list *taken)
{
  const bool big_endian = image->target.big_endian;
  const size_t first = (size_t)(-section->pc & (step - 1));
  const size_t ranges = image->code.count;
  if (ranges == 0)
    return true;
  const uint64_t low_pc = image->code.items[0].low_pc;
  const uint64_t extent = image->code.items[ranges - 1].high_pc - low_pc;
  if (size < 8 && low_pc >> 8 * size > 0)
    return true; /* no such word is an address of code */
  bool has_memory = true;
  for (size_t i = first;
       i < section->size && section->size - i >= size && has_memory; i += step)
    {
      const uint64_t value
          = bytes_decode (section->data + i, (unsigned)size, big_endian);
      if (value - low_pc < extent)
        has_memory = push_code (image, taken, value);
    }
  return has_memory;
}

static bool
scan_section (const struct image *image, const struct section *section,
              bool is_code, bool is_relocated, address_list *taken)
{
  const struct target *target = &image->target;
  const size_t word = target->word_size;
  if (!is_code)
    return is_relocated || scan_words (image, section, word, word, taken);
  if (target->machine == MACHINE_AARCH64)
    return scan_aarch64 (image, section, taken);
  if (target->machine != MACHINE_X86)
    return true;
  return (word != 8 || scan_x86_64 (image, section, taken))
         && (is_relocated || scan_words (image, section, 4, 1, taken));
}

/* Do relocations move the image when it is loaded?  */
static bool
is_relocated (const struct image *image)
{
  return bfd_get_file_flags (image->bfd) & DYNAMIC;
}

/* Look at all sections that are loaded.  */
static enum status
scan_sections (struct image *image, address_list *taken, struct diag *diag)
{
  const flagword loaded = SEC_ALLOC | SEC_LOAD | SEC_HAS_CONTENTS;
  enum status status = STATUS_OK;
  for (asection *section = image->bfd->sections;
       section != NULL && status == STATUS_OK; section = section->next)
    {
      const flagword flags = bfd_section_flags (section);
      struct section_bytes bytes = { 0 };
      if ((flags & loaded) != loaded)
        continue;
      status = image_section (image, image->bfd, section, &bytes, diag);
      const struct section found
          = { bfd_section_vma (section), bytes.data, bytes.size };
      if (status == STATUS_OK
          && !scan_section (image, &found, flags & SEC_CODE,
                            is_relocated (image), taken))
        status = diag_no_memory (diag);
      status = status == STATUS_ABSENT ? STATUS_OK : status;
    }
  return status;
}

enum status
image_list_taken (struct image *image, address_list *taken, struct diag *diag)
{
  image_forget_failure ();
  enum status status = image_keep_dynamic (image, diag);
  if (status == STATUS_OK && image->dynamic != NULL)
    status = list_relocations (image, taken, diag);
  if (status == STATUS_OK)
    status = scan_sections (image, taken, diag);
  return status == STATUS_OK ? image_check_failure (image, diag) : status;
}
