/* program.c - the objects, their symbols and lines, and what symspecs select
   of them.  */

#include "config.h"

#include "input/program.h"

#include <errno.h>
#include <stdlib.h>

#include "base/i18n.h"
#include "base/paths.h"
#include "base/search.h"
#include "base/sort.h"
#include "input/symspec.h"
#include "object/demangler.h"

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

/* --- Objects ------------------------------------------------------------- */

/* The number of the first object that ends above PC, or that of objects.  */
static size_t
first_ending_above (const struct program *program, uint64_t pc)
{
  size_t i;
  search_first (i, 0, program->objects.count,
                program->objects.items[i].limit_pc > pc);
  return i;
}

const struct object *
program_object_at (const struct program *program, uint64_t pc)
{
  const size_t i = first_ending_above (program, pc);
  return i < program->objects.count && program->objects.items[i].low_pc <= pc
             ? &program->objects.items[i]
             : NULL;
}

bool
program_has_code (const struct program *program, uint64_t low_pc,
                  uint64_t high_pc)
{
  for (size_t i = first_ending_above (program, low_pc);
       i < program->objects.count
       && program->objects.items[i].low_pc < high_pc;
       i++)
    if (object_has_code (&program->objects.items[i], low_pc, high_pc))
      return true;
  return false;
}

const struct target *
program_target (const struct program *program)
{
  return image_target (program->objects.items[0].image);
}

/* --- Symbols ------------------------------------------------------------- */

/* Of the candidates from FIRST on, which are OBJECT's, keep those that are in
   it, so that no object has symbols among those of another one.  */
static void
drop_symbols_elsewhere (struct program *program, size_t first,
                        const struct object *object)
{
  symbol_list *list = &program->candidates;
  const size_t count = list->count;
  list->count = first;
  for (size_t i = first; i < count; i++)
    if (list->items[i].start_pc >= object->low_pc
        && list->items[i].start_pc < object->limit_pc)
      list->items[list->count++] = list->items[i];
}

/* Append the symbols of OBJECT, which is one of several or a library, to the
   candidates.  If it has none, its range becomes one.  */
static enum status
read_any_symbols (struct program *program, struct object *object,
                  const struct symbol_filter *filter, struct diag *diag)
{
  struct diag tried = { .program = diag->program, .stream = diag->stream };
  const size_t first = program->candidates.count;
  enum status status
      = object_read_symbols (object, filter, &program->candidates, &tried);
  if (status == STATUS_FORMAT || (object->is_of_process && tried.error == EIO))
    {
      diag_warn_failed (diag, &tried);
      diag_release (&tried);
      object->is_unnamed = true;
      program->candidates.count = first;
      return object_read_symbols (object, filter, &program->candidates, diag);
    }
  if (status == STATUS_OK && object->image != NULL && !object->is_bystander
      && !object->is_recorder && image_is_stripped (object->image))
    diag_warn (diag, PLACE_FILE (object->name),
               _ ("stripped, so only functions that other objects can call "
                  "have names"));
  return status == STATUS_OK ? status : diag_adopt (diag, &tried);
}

static enum status
read_object_symbols (struct program *program, struct symbol_filter *filter,
                     struct diag *diag)
{
  const size_t count = program->objects.count;
  enum status status = STATUS_OK;
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    {
      struct object *object = &program->objects.items[i];
      const size_t first = program->candidates.count;
      filter->takes_dynamic = count > 1 || object->has_outside;
      filter->one_each = i > 0;
      status = filter->takes_dynamic
                   ? read_any_symbols (program, object, filter, diag)
                   : object_read_symbols (object, filter, &program->candidates,
                                          diag);
      if (count > 1)
        drop_symbols_elsewhere (program, first, object);
    }
  return status;
}

/* Read the map of -R, and the symbols from the table of -S or else, with the
   map applied, from the objects (R3.23).  */
static enum status
read_symbols (struct program *program, const struct options *options,
              struct diag *diag)
{
  struct symbol_filter filter = { .no_static = options->no_static,
                                  .only_functions = options->only_functions,
                                  .with_linkage_table = options->exact,
                                  .quirks = options->quirks };
  enum status status = STATUS_OK;
  if (options->map_file != NULL)
    status = symfile_read_map (&program->map, options->map_file, diag);
  if (status == STATUS_OK && options->symbol_file != NULL)
    return symfile_read_table (&program->candidates, &program->symbol_names,
                               options->symbol_file,
                               options->quirks.cuts_table_lines, diag);
  if (status == STATUS_OK)
    status = read_object_symbols (program, &filter, diag);
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

/* Add symbols for what belongs to no function.  In a table of -S there are no
   sizes.  */
static void
add_gaps (struct program *program, const struct options *options)
{
  struct extents extents = { 0 };
  for (size_t i = 0; i < program->objects.count; i++)
    {
      const struct object *object = &program->objects.items[i];
      object_find_extents (object, options->symbol_file == NULL, &extents);
      if (i > 0)
        vec_push (&extents.barriers, object->low_pc);
    }
  extents_add_gaps (&extents, &program->candidates);
  extents_release (&extents);
}

/* Where the last symbol of object NUMBER ends: with its text section, or where
   every address has a symbol, at the next object.  */
static uint64_t
end_of_symbols (const struct program *program, size_t number, bool exact)
{
  const struct object *object = &program->objects.items[number];
  if (!exact)
    return object_text_limit (object);
  return number + 1 < program->objects.count ? object[1].low_pc : UINT64_MAX;
}

/* Tell the symbol table of PROGRAM, which has several objects, of them.  */
static void
divide_table (struct program *program, bool exact)
{
  const size_t count = program->objects.count;
  struct symtab_object *ranges = array_new (count, sizeof *ranges);
  for (size_t i = 0; i < count; i++)
    ranges[i] = (struct symtab_object){
      .start_pc = program->objects.items[i].low_pc,
      .text_limit = end_of_symbols (program, i, exact),
      .name = path_base (program->objects.items[i].label)
    };
  symtab_divide (&program->symtab, ranges, count);
  free (ranges);
}

/* The function for callers elsewhere has one address, and what is above it up
   to the first function belongs to nobody.  */
static void
shorten_outside (struct program *program)
{
  struct symtab *symtab = &program->symtab;
  for (size_t i = 0; i < program->objects.count; i++)
    {
      const struct object *object = &program->objects.items[i];
      const sym_id id = object->has_outside
                            ? symtab_find (symtab, object->low_pc)
                            : SYM_NONE;
      if (id != SYM_NONE && symtab->start[id] == object->low_pc)
        symtab->limit[id] = object->low_pc + 1;
    }
}

static enum status
load_table (struct program *program, const struct options *options,
            struct diag *diag)
{
  const size_t count = program->objects.count;
  const bool exact = options->exact;
  enum status status = read_symbols (program, options, diag);
  if (status == STATUS_OK && exact)
    add_gaps (program, options);
  if (status == STATUS_OK)
    status = symtab_build (&program->symtab, program->candidates.items,
                           program->candidates.count,
                           end_of_symbols (program, count - 1, exact), diag);
  if (status != STATUS_OK)
    return status;
  for (size_t i = 0; i < count; i++)
    object_expect_lines (&program->objects.items[i], &options->quirks);
  if (count > 1)
    divide_table (program, exact);
  shorten_outside (program);
  return STATUS_OK;
}

/* --- Instructions -------------------------------------------------------- */

enum status
program_decode (struct program *program, struct diag *diag)
{
  enum status status = STATUS_OK;
  for (size_t i = 0; i < program->objects.count && status == STATUS_OK; i++)
    {
      struct instructions *instructions;
      status = object_open_instructions (&program->objects.items[i], false,
                                         &instructions, diag);
      if (status == STATUS_OK)
        vec_push (&program->instructions, instructions);
    }
  return status == STATUS_ABSENT ? STATUS_OK : status;
}

/* --- Lines --------------------------------------------------------------- */

/* Of LINES keep those in functions.  */
static void
drop_lines_in_gaps (struct line_symbols *lines, const struct symtab *symtab)
{
  const size_t count = lines->symbols.count;
  lines->symbols.count = 0;
  for (size_t i = 0; i < count; i++)
    {
      const struct line_symbol line = lines->symbols.items[i];
      const sym_id id = symtab_find (symtab, line.start_pc);
      if (id == SYM_NONE || !(symtab->flags[id] & SYMBOL_GAP))
        lines->symbols.items[lines->symbols.count++] = line;
    }
}

/* Go from functions to lines, at least NEAR those addresses if that is not
   null.  */
static enum status
add_lines (struct program *program, const address_list *near, bool exact,
           struct diag *diag)
{
  struct object *objects = program->objects.items;
  struct line_symbols *all = &objects[0].lines; /* receives the others */
  enum status status = STATUS_OK;
  for (size_t i = 0; i < program->objects.count && status == STATUS_OK; i++)
    {
      status = object_read_lines (&objects[i], &program->symtab,
                                  symtab_symbols_of (&program->symtab, i),
                                  near, &program->sources, diag);
      if (i == 0 || status != STATUS_OK)
        continue;
      for (size_t k = 0; k < objects[i].lines.symbols.count; k++)
        vec_push (&all->symbols, objects[i].lines.symbols.items[k]);
      vec_release (&objects[i].lines.symbols);
    }
  if (exact)
    drop_lines_in_gaps (all, &program->symtab);
  if (status == STATUS_OK)
    status = symtab_add_lines (&program->symtab, all->symbols.items,
                               all->symbols.count, diag);
  vec_release (&all->symbols);
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
    status = add_lines (program, near, options->exact, diag);
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
  enum status status = STATUS_OK;
  for (size_t i = 0; i < program->objects.count && status == STATUS_OK; i++)
    status = object_locate (&program->objects.items[i], &program->symtab,
                            symtab_symbols_of (&program->symtab, i), wanted,
                            &program->sources, diag);
  return status;
}

enum status
program_read_lines (struct program *program, const struct options *options,
                    const struct symset *wanted, struct diag *diag)
{
  struct symtab *symtab = &program->symtab;
  address_list near = { 0 };
  enum status status = STATUS_OK;
  for (sym_id id = 0; id < symtab->count; id++)
    if (symset_has (wanted, id))
      vec_push (&near, symtab->start[id]);
  for (size_t i = 0; i < program->objects.count && status == STATUS_OK
                     && near.count > 0 && options->symbol_file == NULL;
       i++)
    status = object_read_lines (&program->objects.items[i], symtab,
                                symtab_symbols_of (symtab, i), &near,
                                &program->sources, diag);
  vec_release (&near);
  return status;
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
  enum status status = STATUS_ABSENT;
  for (size_t i = 0; i < program->objects.count && status == STATUS_ABSENT;
       i++)
    status = srcline_has_lines (program->objects.items[i].srcline, diag);
  if (status != STATUS_ABSENT)
    return status;
  diag_warn (diag, NULL, _ ("no line information in '%s': compile with -g"),
             program_main (program)->name);
  return STATUS_OK;
}

/* --- Inlined functions --------------------------------------------------- */

enum status
program_read_inlined (struct program *program, const interval_list *near,
                      struct diag *diag)
{
  bool any = false;
  enum status status = STATUS_OK;
  for (size_t i = 0; i < program->objects.count && status == STATUS_OK; i++)
    {
      struct object *object = &program->objects.items[i];
      status = object_read_inlined (object, near, diag);
      any = any || status != STATUS_ABSENT;
      if (status == STATUS_UNSUPPORTED)
        diag_warn (diag, PLACE_FILE (object->name),
                   _ ("the debugging information refers to the same things "
                      "again and again, out of proportion, so inlined "
                      "functions are not known"));
      const unsigned missing = object->inlined.missing;
      if (missing > 0)
        diag_warn (diag, PLACE_FILE (object->name),
                   /* TRANSLATORS: the file is one of those that -gsplit-dwarf
                      makes.  */
                   P_ ("%u file of debugging information is missing or of "
                       "another build, such as '%s', so functions inlined "
                       "there are not known",
                       "%u files of debugging information are missing or of "
                       "another build, such as '%s', so functions inlined "
                       "there are not known",
                       missing),
                   missing, object->inlined.missing_name);
      if (status == STATUS_ABSENT || status == STATUS_UNSUPPORTED)
        status = STATUS_OK;
    }
  if (status == STATUS_OK && !any)
    diag_warn (diag, NULL,
               _ ("no debugging information in '%s', so inlined functions are "
                  "not known: compile with -g"),
               program_main (program)->name);
  return status;
}

/* --- Calls that may be lost ---------------------------------------------- */

enum status
program_find_taken (const struct program *program, struct symset *set,
                    struct diag *diag)
{
  const struct symtab *symtab = &program->symtab;
  address_list taken = { 0 };
  enum status status = STATUS_OK;
  for (size_t i = 0; i < program->objects.count && status == STATUS_OK; i++)
    status = object_list_taken (&program->objects.items[i], &taken, diag);
  /* What is near is looked up faster.  */
  sort_numbers (taken.items, taken.count);
  for (size_t i = 0; i < taken.count && status == STATUS_OK; i++)
    {
      const uint64_t pc = taken.items[i];
      const sym_id id = i == 0 || pc != taken.items[i - 1]
                            ? symtab_find (symtab, pc)
                            : SYM_NONE;
      if (id != SYM_NONE && symtab->start[id] == pc)
        symset_add_range (set, symtab->count, id, id + 1);
    }
  vec_release (&taken);
  return status;
}

enum status
program_find_lower_bounds (const struct program *program, struct symset *set,
                           struct diag *diag)
{
  const size_t count = program->symtab.count;
  const char *starter = NULL;
  for (size_t i = 0; i < program->objects.count && starter == NULL; i++)
    starter = image_thread_starter (program->objects.items[i].image);
  if (starter == NULL)
    return program_find_taken (program, set, diag);
  symset_add_range (set, count, 0, count);
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
  demangler_start (&demangler, program_main (program)->image,
                   style > 0 ? style : 0, &options->quirks);
  const struct spec_demangler names = { demangler_make, &demangler };
  enum status status = find_lines (program, options, near, diag);
  if (status == STATUS_OK)
    symspecs_select (&program->selection, options, &program->symtab,
                     &program->sources, program_target (program), &names,
                     diag);
  return status;
}

enum status
program_load (struct program *program, const struct options *options,
              struct diag *diag)
{
  enum status status = load_table (program, options, diag);
  if (status == STATUS_OK && options->exact)
    status = program_decode (program, diag);
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
  /* A sum of live files has no symbols.  */
  if (!only_sums (options) || options->live)
    return STATUS_OK;
  for (size_t i = 0; i < profile->arcs.count; i++)
    vec_push (&ends, profile->arcs.items[i].from_pc);
  for (size_t i = 0; i < profile->blocks.count; i++)
    vec_push (&ends, profile->blocks.items[i].pc);
  const enum status status = select_symbols (program, options, &ends, diag);
  vec_release (&ends);
  return status;
}

void
program_release (struct program *program)
{
  for (size_t i = 0; i < program->instructions.count; i++)
    instructions_close (program->instructions.items[i]);
  vec_release (&program->instructions);
  selection_release (&program->selection);
  symtab_release (&program->symtab);
  sources_release (&program->sources);
  vec_release (&program->process_objects);
  vec_release (&program->candidates);
  arena_release (&program->symbol_names);
  symfile_map_release (&program->map);
  for (size_t i = program->objects.count; i > 0; i--)
    object_close (&program->objects.items[i - 1]);
  library_paths_release (&program->library_paths);
  vec_release (&program->library_profiles);
  search_path_release (&program->debug_path);
  vec_release (&program->objects);
  *program = (struct program){ 0 };
}
