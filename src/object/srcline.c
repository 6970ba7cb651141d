/* srcline.c - which source file, line and function code comes from: the
   readers that can be asked, and the line at which each symbol starts.  */

#include "config.h"

#include "object/srcline.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/memory.h"
#include "dwarf/dwarf_units.h"
#include "image_lines.h"
#include "object/srcline_libbfd.h"

void
srcline_open (struct srcline **result, struct image *image,
              const struct quirks *quirks)
{
  struct srcline *srcline = *result = array_new (1, sizeof *srcline);
  srcline->image = image;
  srcline->quirks = *quirks;
}

enum status
srcline_has_lines (struct srcline *srcline, struct diag *diag)
{
  return srcline != NULL ? image_has_lines (srcline->image, diag)
                         : STATUS_ABSENT;
}

enum status
srcline_load_sections (struct srcline *srcline, struct diag *diag)
{
  if (!srcline->asked_for_sections)
    srcline->sections_status
        = image_debug_sections (srcline->image, &srcline->sections, diag);
  srcline->asked_for_sections = true;
  return srcline->sections_status;
}

/* --- Our own reader ------------------------------------------------------ */

static enum status
open_own (struct srcline *srcline, struct diag *diag)
{
  enum status status = image_is_ordinary_elf (srcline->image)
                           ? srcline_load_sections (srcline, diag)
                           : STATUS_ABSENT;
  if (status == STATUS_OK)
    status
        = imitation_open (&srcline->own, &srcline->sections, &srcline->quirks);
  if (status != STATUS_OK)
    return status;
  struct nearest *nearest = &srcline->own.nearest;
  nearest->base_pc = image_text_start (srcline->image);
  if (!image_has_other_lines (srcline->image)
      && image_list_nearest (srcline->image, &nearest->symbols) == STATUS_OK)
    {
      nearest_sort (nearest, srcline->quirks.overruns_nearest_symbol);
      return STATUS_OK;
    }
  /* libbfd will be asked about any code.  */
  return imitation_vet_all (&srcline->own) ? STATUS_ABSENT
                                           : STATUS_UNSUPPORTED;
}

/* Nobody is to follow the debugging information.  */
static void
refuse_lines (struct srcline *srcline, struct diag *diag)
{
  srcline->is_refused = true;
  diag_warn (diag, PLACE_FILE (image_name (srcline->image)),
             _ ("the debugging information refers to the same things again "
                "and again, out of proportion, so source lines are not "
                "known"));
}

enum status
srcline_read (struct srcline *srcline, struct diag *diag)
{
  if (!srcline->asked_for_own)
    {
      srcline->asked_for_own = true;
      enum status status = open_own (srcline, diag);
      if (status != STATUS_OK)
        imitation_close (&srcline->own);
      if (status == STATUS_UNSUPPORTED)
        refuse_lines (srcline, diag);
      else if (status != STATUS_OK)
        return status;
    }
  return srcline->own.dwarf != NULL ? STATUS_OK : STATUS_ABSENT;
}

/* --- libbfd -------------------------------------------------------------- */

/* libbfd says that the code at PC is from LINE of *FILE: set *FILE to the
   right file (R3.9e).  */
static enum status
correct_file (struct srcline *srcline, uint64_t pc, uint32_t line,
              const char **file, struct diag *diag)
{
  if (!srcline->asked_for_files)
    {
      srcline->asked_for_files = true;
      enum status status = srcline_load_sections (srcline, diag);
      if (status == STATUS_OK)
        srcline->files
            = line_files_read (&srcline->sections,
                               image_target (srcline->image)->word_size);
      if (status != STATUS_OK && status != STATUS_ABSENT)
        return status;
    }
  if (srcline->files != NULL)
    *file = line_files_correct (srcline->files, pc, line, *file);
  return STATUS_OK;
}

enum status
srcline_ask_libbfd (struct srcline *srcline, uint64_t pc,
                    struct code_place *place, struct diag *diag)
{
  *place = (struct code_place){ 0 };
  if (!srcline->is_refused && srcline->own.dwarf != NULL
      && !imitation_vet (&srcline->own, pc))
    refuse_lines (srcline, diag);
  if (srcline->is_refused)
    return STATUS_ABSENT;
  enum status status = image_find_line (srcline->image, pc, place, diag);
  if (status == STATUS_OK && !srcline->quirks.unset_file_is_first)
    status = correct_file (srcline, pc, place->line, &place->file, diag);
  return status;
}

void
srcline_close (struct srcline *srcline)
{
  if (srcline == NULL)
    return;
  imitation_close (&srcline->own);
  line_files_close (srcline->files);
  sources_release (&srcline->names);
  free (srcline);
}

/* --- Files of what libbfd says ------------------------------------------- */

/* All line tables are read, one after the other as they stand in the
   section, without the units that they belong to: those may be what we did
   not understand.  A table of DWARF 5 has the directory of compilation
   itself.  */

/* Code from LINE of PATH, number 1 of a list; libbfd may say that it is from
   number 0, which is called FIRST.  */
struct replaced
{
  const char *first, *path;
  uint32_t line;
};

struct line_files
{
  struct dwarf_sections sections;
  interval_list claims, pieces; /* owned by one of REPLACED */
  VEC (struct replaced) replaced;
  struct path_store paths;
};

static void
add_rows (struct line_files *files, const struct line_table *table,
          const struct line_sequence *sequence, const char *path)
{
  const struct line_row *rows = vec_at (&table->rows, sequence->first);
  for (uint32_t i = 0; i + 1 < sequence->count; i++)
    {
      const uint32_t id = (uint32_t)files->replaced.count;
      const struct replaced replaced
          = { table->files.items[0].name, path, rows[i].line };
      const struct interval claim = { rows[i].pc, rows[i + 1].pc, id, id };
      if (rows[i].file != 1 || claim.low_pc >= claim.high_pc
          || id == UINT32_MAX)
        continue;
      vec_push (&files->replaced, replaced);
      vec_push (&files->claims, claim);
    }
}

/* Take the rows of number 1 of TABLE, if that is another file than number 0
   and the budget for paths is large enough.  */
static void
add_table (struct line_files *files, struct line_table *table)
{
  if (!table->counts_from_zero || table->files.count < 2
      || table->files.items[0].name == NULL)
    return;
  if (table->directories.count > 0)
    table->directory = table->directories.items[0];
  const char *path, *first;
  if (line_table_path (table, 1, &files->paths, &path) != STATUS_OK
      || line_table_path (table, 0, &files->paths, &first) != STATUS_OK
      || strcmp (path, first) == 0)
    return;
  for (size_t i = 0; i < table->sequences.count; i++)
    add_rows (files, table, &table->sequences.items[i], path);
}

struct line_files *
line_files_read (const struct dwarf_sections *sections, unsigned address_size)
{
  struct line_files *files = array_new (1, sizeof *files);
  files->sections = *sections;
  dwarf_bound_texts (&files->sections);
  files->paths.budget = dwarf_path_budget (&files->sections);
  struct line_table_source source
      = { .widths = { .address = (uint8_t)address_size } };
  while (source.offset < files->sections.line.size)
    {
      /* One that is damaged says nothing.  */
      struct line_table table;
      if (line_table_read (&table, &files->sections, &source) == STATUS_OK)
        add_table (files, &table);
      source.offset = table.end;
      line_table_release (&table);
    }
  intervals_resolve (&files->claims, &files->pieces);
  vec_release (&files->claims);
  return files;
}

/* Is NAME all of PATH, or behind a directory?  */
static bool
is_path_of (const char *path, const char *name)
{
  const size_t length = strlen (path), end = strlen (name);
  return end <= length && strcmp (path + length - end, name) == 0
         && (end == length || path[length - end - 1] == '/');
}

const char *
line_files_correct (const struct line_files *files, uint64_t pc, uint32_t line,
                    const char *path)
{
  const struct interval *piece = dwarf_find_piece (&files->pieces, pc);
  if (piece == NULL)
    return path;
  const struct replaced *replaced = &files->replaced.items[piece->owner];
  return replaced->line == line && is_path_of (path, replaced->first)
             ? replaced->path
             : path;
}

void
line_files_close (struct line_files *files)
{
  if (files == NULL)
    return;
  vec_release (&files->claims);
  vec_release (&files->pieces);
  vec_release (&files->replaced);
  arena_release (&files->paths.memory);
  free (files);
}

/* --- Symbols ------------------------------------------------------------- */

/* Which source line each symbol starts at.  */

struct locator
{
  struct srcline *srcline;
  struct symtab *symtab;
  struct sources *sources;
  bool asks_libbfd; /* our own reader is of no use */
  struct diag *diag;
};

/* Set *PATH and *LINE to where the code at PC comes from.  That counts only if
   the function is known, too.  As a rule the symbol table knows it; otherwise
   libbfd has to look through DWARF's functions.  */
static enum status
find_place (struct locator *locator, uint64_t pc, const char **path,
            uint32_t *line)
{
  struct srcline *srcline = locator->srcline;
  if (!locator->asks_libbfd
      && nearest_find (&srcline->own.nearest, pc) != NULL)
    {
      enum status status = imitation_find_line (&srcline->own, pc, path, line,
                                                &locator->asks_libbfd);
      if (!locator->asks_libbfd)
        return status;
      image_expect_lines (srcline->image);
    }
  struct code_place place;
  enum status status = srcline_ask_libbfd (srcline, pc, &place, locator->diag);
  *path = place.file;
  *line = place.line;
  return status;
}

/* Answer a question, see imitation_ask_each.  */
static enum status
answer (void *context, sym_id id, bool is_kept)
{
  struct locator *locator = context;
  struct symtab *symtab = locator->symtab;
  const char *path;
  uint32_t line;
  source_id file;
  enum status status = find_place (locator, symtab->start[id], &path, &line);
  if (status != STATUS_OK)
    return status == STATUS_ABSENT ? STATUS_OK : status;
  sources_intern (locator->sources, path, &file);
  if (is_kept)
    {
      symtab->file[id] = file;
      symtab->line[id] = line;
    }
  return STATUS_OK;
}

/* Prepare for questions about the symbols in WANTED (all if it is null).  Do
   the answers depend on questions about others?  */
static bool
check_memory (struct srcline *srcline, const struct symtab *symtab,
              const struct symset *wanted)
{
  address_list starts = { 0 };
  for (sym_id id = 0; id < symtab->count; id++)
    if (wanted == NULL || symset_has (wanted, id))
      vec_push (&starts, symtab->start[id]);
  const bool is_needed = imitation_check_memory (&srcline->own, &starts);
  vec_release (&starts);
  return is_needed;
}

enum status
srcline_locate (struct srcline *srcline, struct symtab *symtab,
                const struct symset *wanted, struct sources *sources,
                struct diag *diag)
{
  struct locator locator = {
    .srcline = srcline, .symtab = symtab, .sources = sources, .diag = diag
  };
  bool asks_all = false;
  enum status status = srcline_has_lines (srcline, diag);
  if (status != STATUS_OK)
    return status == STATUS_ABSENT ? STATUS_OK : status;
  status = srcline_read (srcline, diag);
  locator.asks_libbfd = status == STATUS_ABSENT;
  if (status == STATUS_ABSENT)
    image_expect_lines (srcline->image);
  else if (status == STATUS_OK)
    asks_all = check_memory (srcline, symtab, wanted);
  if (status != STATUS_OK && status != STATUS_ABSENT)
    return status;
  return imitation_ask_each (symtab, asks_all ? NULL : wanted, answer,
                             &locator);
}
