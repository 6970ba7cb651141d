/* srcline_files.c - the right files for what libbfd says (R3.9e).

   All line tables are read, one after the other as they stand in the section,
   without the units that they belong to: those may be what we did not
   understand.  A table of DWARF 5 has the directory of compilation itself.  */

#include "config.h"

#include "object/srcline_files.h"

#include <stdlib.h>
#include <string.h>

#include "base/placement.h"
#include "base/vec.h"
#include "dwarf/dwarf_units.h"

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
  struct diag *diag;
};

static enum status
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
      if (rows[i].file != 1 || claim.low_pc >= claim.high_pc)
        continue;
      if (id == UINT32_MAX || !vec_push (&files->replaced, replaced)
          || !vec_push (&files->claims, claim))
        return diag_no_memory (files->diag);
    }
  return STATUS_OK;
}

/* Take the rows of number 1 of TABLE, if that is another file than number 0.
   STATUS_ABSENT if the budget for paths is too small.  */
static enum status
add_table (struct line_files *files, struct line_table *table)
{
  enum status status = STATUS_OK;
  if (!table->counts_from_zero || table->files.count < 2
      || table->files.items[0].name == NULL)
    return STATUS_OK;
  if (table->directories.count > 0)
    table->directory = table->directories.items[0];
  const char *path, *first;
  status = line_table_path (table, 1, &files->paths, &path, files->diag);
  if (status == STATUS_OK)
    status = line_table_path (table, 0, &files->paths, &first, files->diag);
  if (status != STATUS_OK || strcmp (path, first) == 0)
    return status;
  for (size_t i = 0; i < table->sequences.count && status == STATUS_OK; i++)
    status = add_rows (files, table, &table->sequences.items[i], path);
  return status;
}

/* Read one table after the other; one that is damaged says nothing.  */
static enum status
read_tables (struct line_files *files, unsigned address_size)
{
  const uint64_t size = files->sections.line.size;
  struct line_table_source source
      = { .widths = { .address = (uint8_t)address_size } };
  while (source.offset < size)
    {
      struct line_table table;
      enum status status
          = line_table_read (&table, &files->sections, &source, files->diag);
      if (status == STATUS_OK)
        status = add_table (files, &table);
      source.offset = table.end;
      line_table_release (&table);
      if (status != STATUS_OK && status != STATUS_ABSENT)
        return status;
    }
  return STATUS_OK;
}

enum status
line_files_read (struct line_files **result,
                 const struct dwarf_sections *sections, unsigned address_size,
                 struct diag *diag)
{
  *result = NULL;
  struct line_files *files = array_new (1, sizeof *files);
  if (files == NULL)
    return diag_no_memory (diag);
  files->sections = *sections;
  files->diag = diag;
  dwarf_bound_texts (&files->sections);
  files->paths.budget = dwarf_path_budget (&files->sections);
  enum status status = read_tables (files, address_size);
  if (status == STATUS_OK)
    status = intervals_resolve (&files->claims, &files->pieces, diag);
  vec_release (&files->claims);
  if (status == STATUS_OK)
    *result = files;
  else
    line_files_close (files);
  return status;
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

EVERY_RUN void
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
