/* bfd_lines.c - what libbfd says about the lines of a program.

   The reference that our own reader of debugging information is measured by.
   libbfd is asked as GNU gprof asks it (R3.9, R3.10, R3.17): once for each
   symbol that can name code, in the image's order, then for every byte of the
   text, twice.  The second walk is printed.  This is slow.

   usage: bfd_lines IMAGE              every byte of the text
          bfd_lines IMAGE -            the addresses on standard input,
                                       ascending, hexadecimal, one a line
          bfd_lines IMAGE = ADDRESS... only these addresses, in this order, once,
                                       nothing before  */

#include "config.h"

#include <bfd.h>

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image.h"
#include "places.h"

struct program
{
  struct image *image; /* tells which symbols count, and about the text */
  bfd *bfd;            /* answers */
  asection *text;
  asymbol **symbols;
};

static void
die (const char *name, const char *what)
{
  fprintf (stderr, "bfd_lines: %s: %s\n", name, what);
  exit (EXIT_FAILURE);
}

static void
open_program (struct program *program, const char *name)
{
  struct diag diag = { 0 };
  if (image_open (&program->image, name, "bfd_lines", &diag) != STATUS_OK)
    die (name, "cannot be opened");
  program->bfd = bfd_openr (name, NULL);
  if (program->bfd == NULL)
    die (name, "cannot be opened by libbfd");
  program->bfd->flags |= BFD_DECOMPRESS;
  if (!bfd_check_format (program->bfd, bfd_object))
    die (name, "is not an object file");
  program->text = bfd_get_section_by_name (program->bfd, ".text");
  const long size = bfd_get_symtab_upper_bound (program->bfd);
  if (program->text == NULL || size < 0)
    die (name, "has no text or no symbols");
  program->symbols = calloc (1, (size_t)size + sizeof *program->symbols);
  if (program->symbols == NULL
      || bfd_canonicalize_symtab (program->bfd, program->symbols) < 0)
    die (name, "has no symbols");
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

/* First come the symbols that GNU gprof would ask about.  */
static void
ask_about_symbols (const struct program *program, const char *name)
{
  const struct symbol_filter filter = { 0 };
  symbol_list symbols = { 0 };
  struct diag diag = { 0 };
  if (image_read_symbols (program->image, &filter, &symbols, &diag)
      != STATUS_OK)
    die (name, "has no symbols that name code");
  for (int ours = 0; ours < 2; ours++)
    for (size_t i = 0; i < symbols.count; i++)
      if (!(symbols.items[i].flags & SYMBOL_OURS) == !ours)
        ask (program, symbols.items[i].start_pc);
  vec_release (&symbols);
}

static void
read_addresses (address_list *addresses, const char *name)
{
  uint64_t pc;
  while (scanf ("%" SCNx64, &pc) == 1)
    if (!vec_push (addresses, pc))
      die (name, "too many addresses");
}

static void
list_text (address_list *addresses, const struct program *program,
           const char *name)
{
  const unsigned step = image_text_step (program->image);
  const uint64_t limit = image_text_limit (program->image);
  for (uint64_t pc = image_text_start (program->image); pc < limit; pc += step)
    if (!vec_push (addresses, pc))
      die (name, "too much text");
}

static void
walk (const struct program *program, const address_list *addresses)
{
  struct place_printer printer = { 0 };
  for (size_t i = 0; i < addresses->count; i++)
    ask (program, addresses->items[i]);
  for (size_t i = 0; i < addresses->count; i++)
    {
      const struct source_place place = ask (program, addresses->items[i]);
      place_print (&printer, addresses->items[i], &place);
    }
  place_printer_release (&printer);
}

int
main (int argc, char **argv)
{
  if (argc < 2 || bfd_init () != BFD_INIT_MAGIC)
    return EXIT_FAILURE;
  struct program program;
  open_program (&program, argv[1]);
  const bool only_these = argc > 2 && strcmp (argv[2], "=") == 0;
  for (int i = 3; only_these && i < argc; i++)
    {
      struct place_printer printer = { 0 };
      const uint64_t pc = strtoull (argv[i], NULL, 16);
      const struct source_place place = ask (&program, pc);
      place_print (&printer, pc, &place);
      place_printer_release (&printer);
    }
  if (!only_these)
    {
      address_list addresses = { 0 };
      ask_about_symbols (&program, argv[1]);
      if (argc > 2)
        read_addresses (&addresses, argv[1]);
      else
        list_text (&addresses, &program, argv[1]);
      walk (&program, &addresses);
      vec_release (&addresses);
    }
  free (program.symbols);
  bfd_close (program.bfd);
  image_close (program.image);
  return fclose (stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
