/* image_lines.c - where the image's code comes from: libbfd's nearest-line
   lookup, and the sections that it reads for that.  */

#include "config.h"

#include "image_private.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "i18n.h"
#include "sort.h"

/* Without debugging information each lookup would end in a search of the whole
   symbol table (inside libbfd) and come back with nothing.  */
bool
image_has_lines (const struct image *image)
{
  static const char *const sections[]
      = { ".debug_info", ".zdebug_info", ".debug_line", ".zdebug_line",
          ".stab",       ".mdebug",      ".debug",      ".line" };
  if (bfd_get_flavour (image->bfd) != bfd_target_elf_flavour)
    return true;
  for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
    if (bfd_get_section_by_name (image->bfd, sections[i]) != NULL)
      return true;
  for (const asection *s = image->bfd->sections; s != NULL; s = s->next)
    if (starts_with (bfd_section_name (s), ".gnu.linkonce.wi."))
      return true;

  if (image->symbols_bfd != image->bfd)
    return true;
  char *separate = image_debug_file (image);
  const bool found = separate != NULL;
  free (separate);
  return found;
}

/* libbfd decodes debugging information into some ten thousand small pieces of
   memory, and a third of that time goes into page faults.  Where the C library
   and the kernel let us, make the heap ready for it in large pages.  */
static void
expect_many_allocations (const struct image *image)
{
#if defined __GLIBC__ && defined MADV_HUGEPAGE
  enum
  {
    PAGE = 2 << 20,
    ROOM = 64 << 20
  };
  const asection *information
      = bfd_get_section_by_name (image->bfd, ".debug_info");
  if (information == NULL || bfd_section_size (information) < PAGE / 4)
    return;
  mallopt (M_TOP_PAD, ROOM);
  mallopt (M_MMAP_THRESHOLD, ROOM / 2);
  void *end_before = sbrk (0);
  /* Grow the heap by this and ROOM; volatile, or it would be left out.  */
  void *volatile block = malloc (PAGE);
  free (block);
  const uintptr_t first = ((uintptr_t)end_before + PAGE - 1) / PAGE * PAGE;
  const uintptr_t end = (uintptr_t)sbrk (0) / PAGE * PAGE;
  if (end_before != (void *)-1 && first < end)
    madvise ((void *)first, end - first, MADV_HUGEPAGE);
#else
  (void)image;
#endif
}

enum status
image_locate (struct image *image, uint64_t pc, struct code_place *place,
              struct diag *diag)
{
  unsigned line = 0;
  *place = (struct code_place){ 0 };
  bfd_set_error (bfd_error_no_error);
  /* Always by the text section, with wrap-around, as the reference asks.  */
  if (!bfd_find_nearest_line (image->symbols_bfd, image->symbols_text,
                              image->symbols,
                              pc - bfd_section_vma (image->text), &place->file,
                              &place->function, &line)
      || place->file == NULL || place->function == NULL || line == 0)
    return bfd_get_error () == bfd_error_no_memory ? diag_no_memory (diag)
                                                   : STATUS_ABSENT;
  place->line = line;
  return STATUS_OK;
}

/* Questions to libbfd about where symbols are from come in the image's order,
   for what it was asked may change what it answers (R3.10).  At an address
   with several symbols GNU gprof asks for each of them; we ask for the first,
   with which the source file becomes known (R3.15), and for the one that was
   kept.  A question is the symbol's id doubled, plus 1 for the latter.  */
static uint32_t
question_rank (const struct symtab *symtab, uint32_t question)
{
  const sym_id id = question / 2;
  return question & 1 ? symtab->rank[id] : symtab->first_rank[id];
}

/* First comes what GNU gprof would ask, too: what it would not have must not
   change an answer.  */
static int
compare_questions (uint32_t a, uint32_t b, const void *context)
{
  const struct symtab *symtab = context;
  const int by_kind = (symtab->flags[a / 2] & SYMBOL_OURS)
                      - (symtab->flags[b / 2] & SYMBOL_OURS);
  if (by_kind != 0)
    return by_kind;
  const uint32_t rank_a = question_rank (symtab, a);
  const uint32_t rank_b = question_rank (symtab, b);
  return rank_a < rank_b ? -1 : rank_a > rank_b;
}

static enum status
ask (struct image *image, struct symtab *symtab, uint32_t question,
     struct sources *sources, struct diag *diag)
{
  const sym_id id = question / 2;
  struct code_place place;
  source_id file;
  enum status status = image_locate (image, symtab->start[id], &place, diag);
  if (status == STATUS_OK)
    status = sources_intern (sources, place.file, &file, diag);
  if (status == STATUS_OK && (question & 1))
    {
      symtab->file[id] = file;
      symtab->line[id] = place.line;
    }
  return status == STATUS_ABSENT ? STATUS_OK : status;
}

/* The questions for the symbols in WANTED, or all if that is null, in no
   order; returns how many.  */
static size_t
list_questions (const struct symtab *symtab, const struct symset *wanted,
                uint32_t *questions)
{
  size_t count = 0;
  for (sym_id id = 0; id < symtab->count; id++)
    {
      if (wanted != NULL && !symset_has (wanted, id))
        continue;
      if (symtab->first_rank[id] != symtab->rank[id])
        questions[count++] = 2 * id;
      questions[count++] = 2 * id + 1;
    }
  return count;
}

enum status
image_locate_symbols (struct image *image, struct symtab *symtab,
                      const struct symset *wanted, struct sources *sources,
                      struct diag *diag)
{
  if (!image_has_lines (image))
    return STATUS_OK;
  expect_many_allocations (image);
  uint32_t *questions = array_new (2 * symtab->count, sizeof *questions);
  if (questions == NULL)
    return diag_no_memory (diag);
  const size_t count = list_questions (symtab, wanted, questions);
  enum status status
      = sort_ids (questions, count, compare_questions, symtab, diag);
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    status = ask (image, symtab, questions[i], sources, diag);
  free (questions);
  return status;
}

/* Set *SECTION to the contents of the section NAME of ABFD, if that is there.  */
static enum status
load_section (struct image *image, bfd *abfd, const char *name,
              struct dwarf_section *section, struct diag *diag)
{
  asection *found = bfd_get_section_by_name (abfd, name);
  struct section_bytes bytes;
  if (found == NULL || !(bfd_section_flags (found) & SEC_HAS_CONTENTS))
    return STATUS_OK;
  enum status status = image_section (image, abfd, found, &bytes, diag);
  *section = (struct dwarf_section){ bytes.data, bytes.size };
  return status;
}

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

enum status
image_dwarf (struct image *image, struct dwarf_sections *sections,
             struct diag *diag)
{
  *sections = (struct dwarf_sections){ 0 };
  /* Sections of object files would have to be relocated first.  */
  if (bfd_get_flavour (image->bfd) != bfd_target_elf_flavour
      || !(bfd_get_file_flags (image->bfd) & (EXEC_P | DYNAMIC)))
    return STATUS_ABSENT;
  bfd *abfd = find_debugging_information (image);
  if (abfd == NULL)
    return STATUS_ABSENT;
  sections->big_endian = image->target.big_endian;
  const struct
  {
    const char *name;
    struct dwarf_section *section;
  } wanted[] = {
    { ".debug_info", &sections->info },
    { ".debug_abbrev", &sections->abbrev },
    { ".debug_line", &sections->line },
    { ".debug_ranges", &sections->ranges },
    { ".debug_rnglists", &sections->rnglists },
    { ".debug_addr", &sections->addr },
  };
  enum status status = STATUS_OK;
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted && status == STATUS_OK;
       i++)
    status
        = load_section (image, abfd, wanted[i].name, wanted[i].section, diag);
  return status;
}
