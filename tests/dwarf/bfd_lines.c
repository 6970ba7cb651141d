/* bfd_lines.c - what libbfd says about the lines of a program.

   The reference that our own reader of debugging information is measured by.
   libbfd is asked as GNU gprof asks it (R3.9, R3.10, R3.17): once for each
   symbol that can name code, in the image's order, then for every byte of the
   text, twice, of which the second time counts.  This is slow.  See places.h
   for what is printed.

   usage: bfd_lines IMAGE                every byte of the text
          bfd_lines IMAGE -              the addresses on standard input,
                                         ascending, hexadecimal, one a line
          bfd_lines IMAGE = ADDRESS...   only these addresses, in this order,
                                         once, and nothing before  */

#include "config.h"

#include <bfd.h>

#include <stdbool.h>
#include <string.h>

#include "dwarf/dwarf.h"
#include "object/image.h"
#include "places.h"
#include "model/sources.h"
#include "model/symtab.h"

struct program
{
  const char *name;
  struct image *image; /* tells which symbols count, and about the text */
  bfd *bfd;            /* answers */
  asection *text;
  asymbol **symbols, *synthetic;
  struct sources sources; /* as they were first seen */
};

_Noreturn static void
fail (const struct program *program, const char *what)
{
  give_up ("bfd_lines", program->name, what);
}

/* The static symbols and those that libbfd makes, as image.c has them.  */
static void
read_symbols (struct program *program)
{
  const long size = bfd_get_symtab_upper_bound (program->bfd);
  if (size < 0)
    fail (program, "has no symbols");
  asymbol **symbols = calloc (1, (size_t)size + sizeof *symbols);
  if (symbols == NULL)
    fail (program, "is too large");
  const long count = bfd_canonicalize_symtab (program->bfd, symbols);
  if (count <= 0)
    fail (program, "has no symbols");
  const long extra = bfd_get_synthetic_symtab (program->bfd, count, symbols, 0,
                                               NULL, &program->synthetic);
  if (extra > 0)
    {
      symbols
          = realloc (symbols, (size_t)(count + extra + 1) * sizeof *symbols);
      if (symbols == NULL)
        fail (program, "is too large");
      for (long i = 0; i < extra; i++)
        symbols[count + i] = &program->synthetic[i];
      symbols[count + extra] = NULL;
    }
  program->symbols = symbols;
}

static void
open_program (struct program *program, const char *name)
{
  struct diag diag = { 0 };
  *program = (struct program){ .name = name };
  if (image_open (&program->image, name, "bfd_lines", &diag) != STATUS_OK)
    fail (program, "cannot be opened");
  program->bfd = bfd_openr (name, NULL);
  if (program->bfd == NULL)
    fail (program, "cannot be opened by libbfd");
  program->bfd->flags |= BFD_DECOMPRESS;
  if (!bfd_check_format (program->bfd, bfd_object))
    fail (program, "is not an object file");
  program->text = bfd_get_section_by_name (program->bfd, ".text");
  if (program->text == NULL)
    fail (program, "has no text");
  read_symbols (program);
}

static struct source_place
ask (const struct program *program, uint64_t pc)
{
  struct source_place place = { 0 };
  unsigned line = 0;
  if (!bfd_find_nearest_line (program->bfd, program->text, program->symbols,
                              pc - bfd_section_vma (program->text),
                              &place.file, &place.function, &line)
      || place.file == NULL || place.function == NULL || line == 0)
    return (struct source_place){ 0 };
  place.line = line;
  return place;
}

/* Note that the file of PLACE was seen, and return its number.  */
static source_id
see_file (struct program *program, const struct source_place *place)
{
  source_id id = SOURCE_NONE;
  if (place->file != NULL)
    sources_intern (&program->sources, place->file, &id);
  return id;
}

/* For each of SYMBOLS, does it stay in the table of symbols?  Of several at one
   address only one does (R3.12).  */
static bool *
find_kept (const struct program *program, const symbol_list *symbols)
{
  struct symtab symtab;
  struct diag diag = { 0 };
  bool *is_kept = calloc (symbols->count, sizeof *is_kept);
  if (is_kept == NULL
      || symtab_build (&symtab, symbols->items, symbols->count,
                       image_text_limit (program->image), &diag)
             != STATUS_OK)
    fail (program, "has too many symbols");
  for (sym_id id = 0; id < symtab.count; id++)
    is_kept[symtab.rank[id]] = true;
  symtab_release (&symtab);
  return is_kept;
}

static void
ask_about_symbols (struct program *program)
{
  const struct symbol_filter filter = { .quirks = quirks_of (true) };
  symbol_list symbols = { 0 };
  struct diag diag = { 0 };
  if (image_read_symbols (program->image, &filter, &symbols, &diag)
      != STATUS_OK)
    fail (program, "has no symbols that name code");
  bool *is_kept = find_kept (program, &symbols);
  for (size_t i = 0; i < symbols.count; i++)
    {
      const uint64_t pc = symbols.items[i].start_pc;
      const struct source_place place = ask (program, pc);
      see_file (program, &place);
      if (place.file != NULL && is_kept[i])
        print_symbol (pc, place.file, place.line);
    }
  free (is_kept);
  vec_release (&symbols);
}

static void
read_addresses (address_list *addresses)
{
  uint64_t pc;
  while (scanf ("%" SCNx64, &pc) == 1)
    vec_push (addresses, pc);
}

static void
list_text (const struct program *program, address_list *addresses)
{
  const unsigned step = image_text_step (program->image);
  const uint64_t limit = image_text_limit (program->image);
  for (uint64_t pc = image_text_start (program->image); pc < limit; pc += step)
    vec_push (addresses, pc);
}

/* Walk the text twice, and print where the second answers change.  */
static void
walk (struct program *program, const address_list *addresses)
{
  struct sources names = { 0 };
  source_id last_file = SOURCE_NONE, last_name = SOURCE_NONE;
  uint32_t last_line = UINT32_MAX;
  for (size_t i = 0; i < addresses->count; i++)
    ask (program, addresses->items[i]);
  for (size_t i = 0; i < addresses->count; i++)
    {
      const struct source_place place = ask (program, addresses->items[i]);
      const source_id file = see_file (program, &place);
      source_id name = SOURCE_NONE;
      if (place.file != NULL)
        sources_intern (&names, place.function, &name);
      if (file != last_file || name != last_name || place.line != last_line)
        print_code (addresses->items[i], &place);
      last_file = file;
      last_name = name;
      last_line = place.line;
    }
  sources_release (&names);
}

static void
ask_in_gnu_order (struct program *program, bool addresses_are_given)
{
  address_list addresses = { 0 };
  puts ("reader libbfd");
  ask_about_symbols (program);
  if (addresses_are_given)
    read_addresses (&addresses);
  else
    list_text (program, &addresses);
  walk (program, &addresses);
  vec_release (&addresses);
  for (source_id id = 0; id < program->sources.names.count; id++)
    printf ("file %s\n", sources_name (&program->sources, id));
}

/* Of functions that claim the same code, libbfd takes one by where in memory it
   keeps them.  With another allocator than that of GNU gprof its answers prove
   nothing.  */
#if defined __SANITIZE_ADDRESS__
#define OTHER_ALLOCATOR 1
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define OTHER_ALLOCATOR 1
#endif
#endif
#ifndef OTHER_ALLOCATOR
#define OTHER_ALLOCATOR 0
#endif

enum
{
  EXIT_SKIPPED = 77
};

int
main (int argc, char **argv)
{
  if (OTHER_ALLOCATOR)
    return EXIT_SKIPPED;
  if (argc < 2 || bfd_init () != BFD_INIT_MAGIC)
    return EXIT_FAILURE;
  struct program program;
  open_program (&program, argv[1]);
  if (argc > 2 && strcmp (argv[2], "=") == 0)
    for (int i = 3; i < argc; i++)
      {
        const uint64_t pc = strtoull (argv[i], NULL, 16);
        const struct source_place place = ask (&program, pc);
        print_code (pc, &place);
      }
  else
    ask_in_gnu_order (&program, argc > 2);
  sources_release (&program.sources);
  free (program.symbols);
  free (program.synthetic);
  bfd_close (program.bfd);
  image_close (program.image);
  return fclose (stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
