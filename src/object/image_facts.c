/* image_facts.c - what the symbols of an image show about the profiles that
   it writes, the functions of libraries that it calls, and its threads.

   The linker adds start code to a program linked with -pg; that code starts a
   profile of the text between two symbols, and functions compiled with -pg
   call a counter.  Static and dynamic symbols with these names show it.  The
   address of a name is used only if all its symbols have the same one.  */

#include "config.h"

#include "base/bytes.h"
#include "image_private.h"

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

static const struct
{
  const char *name;
  enum sign sign;
} signs[] = {
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
      const char *name
          = target_plain_name (&search->image->target, symbol->name);
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

void
image_profiling (struct image *image, struct profiling *profiling)
{
  *profiling = (struct profiling){ .first_pc = first_page (image->bfd) };
  struct search search = { .image = image, .profiling = profiling };
  search_symbols (&search, image->symbols, image->symbol_count);
  if (!profiling->is_hosted || !profiling->starts_profiling)
    {
      /* A stripped program still has these.  */
      image_keep_dynamic (image);
      search_symbols (&search, image->dynamic, image->dynamic_count);
    }
  /* A freestanding program, such as a kernel, may have a counter of its
     own.  */
  profiling->calls_counter |= search.has_counter && profiling->is_hosted;
  profiling->has_limits = search.text_start.known && !search.text_start.several
                          && search.text_end.known && !search.text_end.several;
  profiling->text_start_pc = search.text_start.pc;
  profiling->text_end_pc = search.text_end.pc;
}

/* --- Imported functions -------------------------------------------------- */

/* Which functions of libraries the program calls, as far as they say what a
   profile of it may lack.  Only undefined symbols count: a program that was
   linked statically has all functions of the C library's files that it needs,
   whoever calls them.  */

/* For each kind those that say most come first.  */
static const struct
{
  const char *name;
  enum import import;
} table[] = {
  { "fork", IMPORT_FORK },
  { "vfork", IMPORT_FORK },
  { "daemon", IMPORT_FORK },
  { "forkpty", IMPORT_FORK },
  { "sigaction", IMPORT_HANDLER },
  { "signal", IMPORT_HANDLER },
  { "__sysv_signal", IMPORT_HANDLER },
  { "bsd_signal", IMPORT_HANDLER },
  { "sigset", IMPORT_HANDLER },
  { "qsort", IMPORT_CALLBACK },
  { "qsort_r", IMPORT_CALLBACK },
  { "bsearch", IMPORT_CALLBACK },
  { "lfind", IMPORT_CALLBACK },
  { "lsearch", IMPORT_CALLBACK },
  { "tsearch", IMPORT_CALLBACK },
  { "tfind", IMPORT_CALLBACK },
  { "twalk", IMPORT_CALLBACK },
  { "ftw", IMPORT_CALLBACK },
  { "ftw64", IMPORT_CALLBACK },
  { "nftw", IMPORT_CALLBACK },
  { "nftw64", IMPORT_CALLBACK },
  { "scandir", IMPORT_CALLBACK },
  { "scandir64", IMPORT_CALLBACK },
  { "glob", IMPORT_CALLBACK },
  { "dl_iterate_phdr", IMPORT_CALLBACK },
  { "epoll_wait", IMPORT_WAIT },
  { "poll", IMPORT_WAIT },
  { "__poll_chk", IMPORT_WAIT },
  { "ppoll", IMPORT_WAIT },
  { "select", IMPORT_WAIT },
  { "pselect", IMPORT_WAIT },
  { "accept", IMPORT_WAIT },
  { "accept4", IMPORT_WAIT },
  { "sleep", IMPORT_WAIT },
  { "usleep", IMPORT_WAIT },
  { "nanosleep", IMPORT_WAIT },
  { "clock_nanosleep", IMPORT_WAIT },
  { "recv", IMPORT_WAIT },
  { "recvfrom", IMPORT_WAIT },
  { "recvmsg", IMPORT_WAIT },
  { "pause", IMPORT_WAIT },
  { "sem_wait", IMPORT_WAIT },
  { "pthread_cond_wait", IMPORT_WAIT },
  { "wait", IMPORT_WAIT },
  { "waitpid", IMPORT_WAIT },
};

enum
{
  ROWS = sizeof table / sizeof *table
};

/* The row of SYMBOL of IMAGE, or ROWS.  */
static size_t
find_row (const struct image *image, const asymbol *symbol)
{
  size_t row = ROWS;
  if (symbol->name == NULL || symbol->section == NULL
      || !bfd_is_und_section (symbol->section) || (symbol->flags & BSF_WEAK))
    return row;
  const char *name = target_plain_name (&image->target, symbol->name);
  row = 0;
  while (row < ROWS && !is_named (name, table[row].name))
    row++;
  return row;
}

/* Lower FIRST_ROWS to the first row of each kind that SYMBOLS have.  */
static void
find_rows (const struct image *image, asymbol *const *symbols, size_t count,
           size_t first_rows[IMPORT_KINDS])
{
  for (size_t i = 0; i < count; i++)
    {
      const size_t row = find_row (image, symbols[i]);
      if (row < ROWS && row < first_rows[table[row].import])
        first_rows[table[row].import] = row;
    }
}

void
image_find_imports (struct image *image, const char *names[IMPORT_KINDS])
{
  size_t rows[IMPORT_KINDS];
  for (size_t i = 0; i < IMPORT_KINDS; i++)
    rows[i] = ROWS;
  find_rows (image, image->symbols, image->symbol_count, rows);
  if (image->symbol_count == 0)
    {
      image_keep_dynamic (image);
      find_rows (image, image->dynamic, image->dynamic_count, rows);
    }
  for (size_t i = 0; i < IMPORT_KINDS; i++)
    names[i] = rows[i] < ROWS ? table[rows[i]].name : NULL;
}

/* --- Libraries ----------------------------------------------------------- */

/* Append to NAMES those that entries of the kind WHICH in the section of BYTES,
   each two words, have as places in TEXTS.  */
static void
read_entries (const struct image *image, const struct section_bytes *bytes,
              const struct section_bytes *texts, enum dynamic_name which,
              library_list *names)
{
  const unsigned word = image->elf.is_wide ? 8 : 4;
  const bool big_endian = image->target.big_endian;
  for (size_t at = 0; bytes->size - at >= 2 * word; at += 2 * word)
    {
      const uint64_t tag = bytes_decode (bytes->data + at, word, big_endian);
      const uint64_t place
          = bytes_decode (bytes->data + at + word, word, big_endian);
      if (tag != (uint64_t)which || place >= texts->size
          || memchr (texts->data + place, '\0', texts->size - (size_t)place)
                 == NULL)
        continue;
      vec_push (names, (const char *)texts->data + place);
    }
}

enum status
image_list_names (struct image *image, enum dynamic_name which,
                  library_list *names, struct diag *diag)
{
  struct section_bytes bytes, texts;
  if (image == NULL)
    return STATUS_OK;
  asection *entries = bfd_get_section_by_name (image->bfd, ".dynamic");
  asection *strings = bfd_get_section_by_name (image->bfd, ".dynstr");
  if (bfd_get_flavour (image->bfd) != bfd_target_elf_flavour || entries == NULL
      || strings == NULL)
    return STATUS_OK;
  image_forget_failure ();
  enum status status
      = image_section (image, image->bfd, entries, &bytes, diag);
  if (status == STATUS_OK)
    status = image_section (image, image->bfd, strings, &texts, diag);
  if (status == STATUS_OK)
    read_entries (image, &bytes, &texts, which, names);
  return status == STATUS_ABSENT ? STATUS_OK : status;
}

/* --- Threads ------------------------------------------------------------- */

/* A name, or all names that begin with it, and what users know it by.  */
static const struct
{
  const char *name, *known_as;
  bool is_prefix;
} starters[] = {
  { "pthread_create", "pthread_create", false },
  { "thrd_create", "thrd_create", false },                  /* C11 */
  { "_ZNSt6thread15_M_start_thread", "std::thread", true }, /* libstdc++ */
  { "GOMP_parallel", "GOMP_parallel", true },               /* OpenMP of gcc */
  { "__kmpc_fork_call", "__kmpc_fork_call", false },        /* and of clang */
  { "_beginthreadex", "_beginthreadex", false },            /* Windows */
  { "_beginthread", "_beginthread", false },
  { "CreateThread", "CreateThread", false },
};

/* What SYMBOL is known as if it starts threads, or null.  A weak undefined
   symbol may have no definition when the program runs.  */
static const char *
starter_of (const struct image *image, const asymbol *symbol)
{
  if ((symbol->flags & (BSF_LOCAL | BSF_SECTION_SYM | BSF_DEBUGGING))
      || symbol->name == NULL)
    return NULL;
  const char *name = target_plain_name (&image->target, symbol->name);
  /* This excludes nearly all names.  */
  if (strchr ("pt_GC", name[0]) == NULL || name[0] == '\0')
    return NULL;
  for (size_t i = 0; i < sizeof starters / sizeof *starters; i++)
    if (starters[i].is_prefix ? starts_with (name, starters[i].name)
                              : is_named (name, starters[i].name))
      return (symbol->flags & BSF_WEAK) && bfd_is_und_section (symbol->section)
                 ? NULL
                 : starters[i].known_as;
  return NULL;
}

const char *
image_thread_starter (struct image *image)
{
  const char *name = NULL;
  if (image == NULL)
    return NULL;
  asymbol **symbols = image->symbols;
  size_t count = image->symbol_count;
  if (count == 0)
    {
      image_keep_dynamic (image);
      symbols = image->dynamic;
      count = image->dynamic_count;
    }
  for (size_t i = 0; i < count && name == NULL; i++)
    name = starter_of (image, symbols[i]);
  return name;
}
