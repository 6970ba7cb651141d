/* own_lines.c - what our own reader says about the lines of a program, and what
   it finds in the debugging information; see places.h for what is printed.

   usage: own_lines IMAGE         its lines, as libbfd 2.40 reads them
          own_lines --now IMAGE   its lines, as libbfd 2.44 does
          own_lines --rows IMAGE  rows and functions of all units  */

#include "config.h"

#include <stdbool.h>
#include <string.h>

#include "dwarf/dwarf_units.h"
#include "object/image.h"
#include "object/srcline.h"
#include "object/image_lines.h"
#include "places.h"
#include "model/sources.h"
#include "model/symtab.h"

_Noreturn static void
fail (const char *name, const char *what)
{
  give_up ("own_lines", name, what);
}

/* Those of libbfd 2.40, or of 2.44 if IS_NOW.  */
static struct quirks
quirks_of_libbfd (bool is_now)
{
  struct quirks quirks = quirks_of (true);
  quirks.unset_file_is_first = !is_now;
  quirks.claims_when_asked = !is_now;
  return quirks;
}

static struct srcline *
open_program (struct image **image, symbol_list *symbols, const char *name,
              struct quirks quirks)
{
  const struct symbol_filter filter = { .quirks = quirks };
  struct diag diag = { 0 };
  struct srcline *srcline;
  if (image_open (image, name, "own_lines", &diag) != STATUS_OK)
    fail (name, "cannot be opened");
  if (image_read_symbols (*image, &filter, symbols, &diag) != STATUS_OK)
    fail (name, "has no symbols that name code");
  srcline_open (&srcline, *image, &filter.quirks);
  return srcline;
}

/* Can our own reader do it, or will libbfd be asked?  */
static bool
is_read_by_us (struct srcline *srcline)
{
  struct diag diag = { 0 };
  line_range_list ranges = { 0 };
  enum status status = srcline_read (srcline, &diag);
  if (status == STATUS_OK)
    status = imitation_list_ranges (&srcline->own, NULL, &ranges);
  vec_release (&ranges);
  return status == STATUS_OK;
}

static void
print_lines (const struct line_symbols *lines, const struct symtab *functions,
             const struct sources *sources)
{
  for (sym_id id = 0; id < functions->count; id++)
    if (functions->file[id] != SOURCE_NONE)
      print_symbol (functions->start[id],
                    sources_name (sources, functions->file[id]),
                    functions->line[id]);
  for (size_t i = 0; i < lines->symbols.count; i++)
    {
      const struct line_symbol *line = &lines->symbols.items[i];
      const struct source_place place
          = { sources_name (sources, line->file), line->name, line->line };
      print_code (line->start_pc, &place);
    }
  for (source_id id = 0; id < sources->names.count; id++)
    printf ("file %s\n", sources_name (sources, id));
}

static void
list_lines (const char *name, bool is_now)
{
  struct image *image, *other;
  symbol_list symbols = { 0 }, ignored = { 0 };
  struct symtab functions;
  struct sources sources = { 0 };
  struct line_symbols lines;
  struct diag diag = { 0 };
  const struct quirks quirks = quirks_of_libbfd (is_now);
  struct srcline *const srcline
      = open_program (&image, &symbols, name, quirks);
  struct srcline *const test = open_program (&other, &ignored, name, quirks);
  printf ("reader %s\n", is_read_by_us (test) ? "own" : "libbfd");
  if (symtab_build (&functions, symbols.items, symbols.count,
                    image_text_limit (image), &diag)
          != STATUS_OK
      || line_symbols_read (&lines, srcline, &functions, NULL, &sources, &diag)
             != STATUS_OK)
    fail (name, "has no lines");
  print_lines (&lines, &functions, &sources);
  line_symbols_release (&lines);
  sources_release (&sources);
  symtab_release (&functions);
  vec_release (&symbols);
  vec_release (&ignored);
  srcline_close (test);
  srcline_close (srcline);
  image_close (other);
  image_close (image);
}

static void
print_rows (struct dwarf *dwarf, uint32_t unit, const char *name)
{
  struct line_table table;
  if (dwarf_read_lines (dwarf, unit, &table) != STATUS_OK)
    fail (name, "has a bad line table");
  for (size_t s = 0; s < table.sequences.count; s++)
    {
      const struct line_sequence *sequence = &table.sequences.items[s];
      const struct line_row *rows = table.rows.items + sequence->first;
      for (uint32_t i = 0; i + 1 < sequence->count; i++)
        {
          const char *path;
          if (line_table_path (&table, rows[i].file, &dwarf->paths, &path)
              != STATUS_OK)
            fail (name, "has bad paths");
          print_row (rows[i].pc, path, rows[i].line);
        }
      printf ("end %" PRIx64 "\n", sequence->high_pc);
    }
  line_table_release (&table);
}

static void
print_functions (struct dwarf *dwarf, uint32_t unit, const char *name)
{
  interval_list ranges = { 0 };
  if (dwarf_read_functions (dwarf, unit, &ranges) != STATUS_OK)
    fail (name, "has bad functions");
  for (size_t i = 0; i < ranges.count; i++)
    {
      const struct interval *range = &ranges.items[i];
      const struct dwarf_function *function
          = &dwarf->functions.items[range->owner];
      struct dwarf_name called;
      if (dwarf_name_function (dwarf, range->owner, &called) != STATUS_OK)
        fail (name, "has bad names");
      print_function ((uint64_t)(function->entry - dwarf->sections.info.data),
                      range->low_pc, range->high_pc, called.name);
    }
  vec_release (&ranges);
}

static void
list_rows (const char *name)
{
  struct image *image;
  symbol_list symbols = { 0 };
  struct diag diag = { 0 };
  struct srcline *const srcline
      = open_program (&image, &symbols, name, quirks_of (false));
  if (srcline_read (srcline, &diag) != STATUS_OK)
    fail (name, "is not for our own reader");
  struct dwarf *const dwarf = srcline->own.dwarf;
  printf ("text %" PRIx64 " %" PRIx64 "\n", image_text_start (image),
          image_text_limit (image));
  for (uint32_t i = 0; i < dwarf->units.count; i++)
    {
      const struct dwarf_unit *unit = &dwarf->units.items[i];
      printf ("unit %" PRIx64 "\n",
              (uint64_t)(unit->start - dwarf->sections.info.data));
      if (unit->has_lines)
        print_rows (dwarf, i, name);
      print_functions (dwarf, i, name);
    }
  vec_release (&symbols);
  srcline_close (srcline);
  image_close (image);
}

int
main (int argc, char **argv)
{
  if (argc == 3 && strcmp (argv[1], "--rows") == 0)
    list_rows (argv[2]);
  else if (argc == 3 && strcmp (argv[1], "--now") == 0)
    list_lines (argv[2], true);
  else if (argc == 2)
    list_lines (argv[1], false);
  else
    return EXIT_FAILURE;
  return fclose (stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
