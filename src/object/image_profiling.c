/* image_profiling.c - what the symbols of an image show about the profiles
   that it writes.

   The linker adds start code to a program linked with -pg; that code starts a
   profile of the text between two symbols, and functions compiled with -pg
   call a counter.  Static and dynamic symbols with these names show it.  The
   address of a name is used only if all its symbols have the same one.  */

#include "config.h"

#include "image_private.h"

#include <stdlib.h>

enum sign
{
  SIGN_HOSTED,
  SIGN_START,          /* the start code, if it is defined */
  SIGN_STARTER,        /* what the start code calls */
  SIGN_PUBLIC_STARTER, /* what a program calls that chooses its range */
  SIGN_COUNTER,
  SIGN_TEXT_START,
  SIGN_TEXT_END
};

struct named_sign
{
  const char *name;
  enum sign sign;
};

static const struct named_sign signs[] = {
  { "__libc_start_main", SIGN_HOSTED },
  { "__gmon_start__", SIGN_START },
  { "__monstartup", SIGN_STARTER },
  { "monstartup", SIGN_PUBLIC_STARTER },
  { "_monstartup", SIGN_STARTER },
  { "mcount", SIGN_COUNTER },
  { "_mcount", SIGN_COUNTER },
  { "__mcount", SIGN_COUNTER },
  { ".mcount", SIGN_COUNTER },
  { "__fentry__", SIGN_COUNTER },
  { "__gnu_mcount_nc", SIGN_COUNTER },
  { "__executable_start", SIGN_TEXT_START },
  { "etext", SIGN_TEXT_END },
};

/* The one address of a name.  */
struct address
{
  bool known, several;
  uint64_t pc;
};

struct search
{
  const struct image *image;
  struct profiling *profiling;
  bool has_counter; /* defined in the image */
  struct address text_start, text_end;
};

static void
note_address (struct address *address, const asymbol *symbol)
{
  if (bfd_is_und_section (symbol->section))
    return;
  const uint64_t pc = bfd_asymbol_value (symbol);
  address->several = address->several || (address->known && address->pc != pc);
  address->known = true;
  address->pc = pc;
}

static void
note_sign (struct search *search, enum sign sign, const asymbol *symbol)
{
  struct profiling *profiling = search->profiling;
  const bool undefined = bfd_is_und_section (symbol->section);
  switch (sign)
    {
    case SIGN_HOSTED:
      profiling->is_hosted = true;
      break;
    case SIGN_START:
      /* Every program has a weak reference to it.  */
      profiling->starts_profiling |= !undefined;
      break;
    case SIGN_PUBLIC_STARTER:
      /* A static program defines it under both names.  */
      profiling->chooses_range |= undefined;
      profiling->starts_profiling = true;
      break;
    case SIGN_STARTER:
      profiling->starts_profiling = true;
      break;
    case SIGN_COUNTER:
      profiling->calls_counter |= undefined;
      search->has_counter |= !undefined;
      break;
    case SIGN_TEXT_START:
      note_address (&search->text_start, symbol);
      break;
    case SIGN_TEXT_END:
      note_address (&search->text_end, symbol);
      break;
    }
}

static void
search_symbols (struct search *search, asymbol **symbols, size_t count)
{
  for (size_t i = 0; i < count; i++)
    {
      const asymbol *symbol = symbols[i];
      if (symbol->name == NULL || symbol->section == NULL
          || (symbol->flags & (BSF_SECTION_SYM | BSF_FILE | BSF_DEBUGGING)))
        continue;
      const char *name = name_without_prefix (search->image, symbol->name);
      /* This excludes nearly all names.  */
      if (name[0] == '\0' || strchr ("_.me", name[0]) == NULL
          || (name[0] == '_' && name[1] == 'Z'))
        continue;
      for (size_t j = 0; j < sizeof signs / sizeof *signs; j++)
        if (is_named (name, signs[j].name))
          note_sign (search, signs[j].sign, symbol);
    }
}

/* The start of the page with the lowest address of a section that is loaded
   into memory.  */
static uint64_t
first_page (bfd *abfd)
{
  const uint64_t page = 0x1000;
  uint64_t first = UINT64_MAX;
  for (const asection *section = abfd->sections; section != NULL;
       section = section->next)
    if ((bfd_section_flags (section) & SEC_ALLOC)
        && bfd_section_vma (section) < first)
      first = bfd_section_vma (section);
  return first & ~(page - 1);
}

enum status
image_profiling (struct image *image, struct profiling *profiling,
                 struct diag *diag)
{
  *profiling = (struct profiling){ .first_pc = first_page (image->bfd) };
  struct search search = { .image = image, .profiling = profiling };
  search_symbols (&search, image->symbols, image->symbol_count);
  enum status status = STATUS_OK;
  if (!profiling->is_hosted || !profiling->starts_profiling)
    {
      /* A stripped program still has these.  */
      asymbol **dynamic;
      size_t count;
      status = image_dynamic_symbols (image, &dynamic, &count, diag);
      if (status == STATUS_OK)
        search_symbols (&search, dynamic, count);
      free (dynamic);
    }
  /* A freestanding program, such as a kernel, may have a counter of its
     own.  */
  profiling->calls_counter |= search.has_counter && profiling->is_hosted;
  profiling->has_limits = search.text_start.known && !search.text_start.several
                          && search.text_end.known && !search.text_end.several;
  profiling->text_start_pc = search.text_start.pc;
  profiling->text_end_pc = search.text_end.pc;
  return status;
}
