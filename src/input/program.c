/* program.c - the image, its symbols and lines, and what symspecs select of
   them.  */

#include "config.h"

#include "input/program.h"

#include "object/demangler.h"
#include "input/hints.h"
#include "base/i18n.h"
#include "object/locate.h"
#include "input/symspec.h"
#include "base/vec.h"

/* Is gmon.sum all that the user wants?  Then lines matter only where the
   profiles have arcs and blocks, so they can wait for these.  Specs are
   matched before profiles are read, so that warnings about them precede
   messages about profiles.  */
static bool
only_sums (const struct options *options)
{
  return (options->requested & LISTING_SUM)
         && (options->requested & ~(unsigned)(LISTING_SUM | LISTING_INFO)) == 0
         && options->debug == 0 && options->specs.count == 0;
}

/* --- Symbols ------------------------------------------------------------- */

/* Read the map of -R, and the symbols from the table of -S or else, with the
   map applied, from the image (R3.23).  */
static enum status
read_symbols (struct program *program, const struct options *options,
              struct diag *diag)
{
  const struct symbol_filter filter
      = { .no_static = options->no_static,
          .only_functions = options->only_functions,
          .quirks = options->quirks };
  enum status status = STATUS_OK;
  if (options->map_file != NULL)
    status = symfile_read_map (&program->map, options->map_file, diag);
  if (status == STATUS_OK && options->symbol_file != NULL)
    return symfile_read_table (&program->candidates, &program->symbol_names,
                               options->symbol_file,
                               options->quirks.cuts_table_lines, diag);
  if (status == STATUS_OK)
    status = image_read_symbols (program->image, &filter, &program->candidates,
                                 diag);
  return status == STATUS_OK
             ? symfile_apply_map (&program->map, &program->candidates, diag)
             : status;
}

bool
program_has_all_functions (const struct options *options)
{
  return !options->no_static && !options->quirks.drops_dotted_locals
         && options->symbol_file == NULL && options->map_file == NULL;
}

static enum status
load_table (struct program *program, const struct options *options,
            struct diag *diag)
{
  enum status status
      = image_open (&program->image, options->image, diag->program, diag);
  if (status != STATUS_OK)
    hint_of_image (options, diag);
  if (status == STATUS_OK)
    status = read_symbols (program, options, diag);
  if (status == STATUS_OK)
    status = symtab_build (&program->symtab, program->candidates.items,
                           program->candidates.count,
                           image_text_limit (program->image), diag);
  return status;
}

/* --- Lines --------------------------------------------------------------- */

/* Go from functions to lines, at least NEAR those addresses if that is not
   null.  */
static enum status
add_lines (struct program *program, const address_list *near,
           struct diag *diag)
{
  enum status status
      = line_symbols_read (&program->lines, program->image, &program->symtab,
                           near, &program->sources, diag);
  if (status == STATUS_OK)
    status = symtab_add_lines (&program->symtab, program->lines.symbols.items,
                               program->lines.symbols.count, diag);
  return status;
}

/* Locate the symbols if they must be located before symspecs are matched, and
   see add_lines if the user asks for lines.  */
static enum status
find_lines (struct program *program, const struct options *options,
            const address_list *near, struct diag *diag)
{
  /* The symbols of -S have no places (R3.30).  */
  const bool placeless = options->symbol_file != NULL;
  enum status status = STATUS_OK;
  if (!placeless && options->by_line)
    status = add_lines (program, near, diag);
  else if (!placeless
           && (symspecs_need_lines (options) || options->inline_file_names))
    status = program_locate (program, NULL, diag);
  program->all_located = program->all_located || placeless || options->by_line;
  return status;
}

enum status
program_locate (struct program *program, const struct symset *wanted,
                struct diag *diag)
{
  if (program->all_located)
    return STATUS_OK;
  program->all_located = wanted == NULL;
  return locate_symbols (program->image, &program->symtab, wanted,
                         &program->sources, diag);
}

/* Tell a user who asks for lines that there are none.  -s only takes them
   where they are.  */
static enum status
warn_of_no_lines (const struct program *program, const struct options *options,
                  struct diag *diag)
{
  const bool by_line = options->by_line && !(options->requested & LISTING_SUM);
  if (!by_line && !(options->requested & LISTING_SOURCE))
    return STATUS_OK;
  if (options->symbol_file != NULL)
    {
      diag_warn (diag, PLACE_FILE (options->symbol_file),
                 _ ("a table of symbols has no source lines"));
      return STATUS_OK;
    }
  enum status status = image_has_lines (program->image, diag);
  if (status != STATUS_ABSENT)
    return status;
  diag_warn (diag, NULL, _ ("no line information in '%s': compile with -g"),
             options->image);
  return STATUS_OK;
}

/* --- Both ---------------------------------------------------------------- */

/* Add lines to the symbols, see find_lines, and match the symspecs.  */
static enum status
select_symbols (struct program *program, const struct options *options,
                const address_list *near, struct diag *diag)
{
  const int style = options->demangle_style;
  struct demangler demangler;
  /* What a symspec means does not depend on how names are shown, so "none" is
     a style for listings only.  */
  demangler_start (&demangler, program->image, style > 0 ? style : 0,
                   options->quirks.d_names_stay);
  const struct spec_demangler names = { demangler_make, &demangler };
  enum status status = find_lines (program, options, near, diag);
  if (status == STATUS_OK)
    status = symspecs_select (&program->selection, options, &program->symtab,
                              &program->sources, program_target (program),
                              &names, diag);
  return status;
}

enum status
program_load (struct program *program, const struct options *options,
              struct diag *diag)
{
  enum status status = load_table (program, options, diag);
  if (status == STATUS_OK && !only_sums (options))
    status = select_symbols (program, options, NULL, diag);
  return status == STATUS_OK ? warn_of_no_lines (program, options, diag)
                             : status;
}

enum status
program_finish (struct program *program, const struct options *options,
                const struct profile *profile, struct diag *diag)
{
  address_list ends = { 0 };
  bool has_room = true;
  if (!only_sums (options))
    return STATUS_OK;
  for (size_t i = 0; i < profile->arcs.count && has_room; i++)
    has_room = vec_push (&ends, profile->arcs.items[i].from_pc);
  for (size_t i = 0; i < profile->blocks.count && has_room; i++)
    has_room = vec_push (&ends, profile->blocks.items[i].pc);
  enum status status = has_room
                           ? select_symbols (program, options, &ends, diag)
                           : diag_no_memory (diag);
  vec_release (&ends);
  return status;
}

const struct target *
program_target (const struct program *program)
{
  return image_target (program->image);
}

void
program_release (struct program *program)
{
  selection_release (&program->selection);
  line_symbols_release (&program->lines);
  symtab_release (&program->symtab);
  sources_release (&program->sources);
  vec_release (&program->candidates);
  arena_release (&program->symbol_names);
  symfile_map_release (&program->map);
  image_close (program->image);
  *program = (struct program){ 0 };
}
