/* line_table.h - the line tables of DWARF 2 to 5: which line of which file
   each piece of code comes from.  */

#ifndef LINE_TABLE_H
#define LINE_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/memory.h"
#include "dwarf/dwarf_sections.h"

/* Where a line table is, and what only its unit knows.  */
struct line_table_source
{
  uint64_t offset;            /* in .debug_line */
  const char *directory;      /* of compilation; may be null */
  struct dwarf_widths widths; /* of the unit; OFFSET is 0 if not known */
};

/* The file of a row whose line program sets none and has none (R3.9e).  */
#define NO_FILE UINT32_MAX

/* The code from PC up to the next row comes from LINE of FILE.  */
struct line_row
{
  uint64_t pc;
  uint32_t file; /* as the program counts */
  uint32_t line;
};

/* ROWS[FIRST .. FIRST+COUNT-1] ascend; the last only ends the sequence.  Of
   these rows the part in [LOW_PC, HIGH_PC) counts.  */
struct line_sequence
{
  uint64_t low_pc, high_pc;
  uint32_t first, count;
};

struct line_file
{
  const char *name;
  uint64_t directory;
  const char *path; /* null until line_table_path composes it */
};

struct line_table
{
  VEC (struct line_row) rows;
  VEC (struct line_sequence) sequences; /* ascending and apart */
  VEC (struct line_file) files;
  VEC (const char *) directories;
  const char *directory; /* of compilation */
  bool counts_from_zero; /* files and directories, as from DWARF 5 on */
  bool is_disordered;    /* it was not read: too many rows are out of order */
  size_t size;           /* bytes of the table in .debug_line */
  uint64_t end;          /* offset of what follows it there */
};

/* Paths, kept in MEMORY, and how many more bytes of them may be kept.  */
struct path_store
{
  struct arena memory;
  uint64_t budget;
  bool is_exhausted; /* a path was not kept */
};

/* Decode the line table at SOURCE.  STATUS_ABSENT, and of TABLE only SIZE, END
   and IS_DISORDERED count, if it is damaged or cannot be understood.  TABLE is
   to be released in any case.  O(rows log rows).  */
enum status line_table_read (struct line_table *table,
                             const struct dwarf_sections *sections,
                             const struct line_table_source *source);

/* The same without rows and sequences: TABLE knows its files.  O(bytes of the
   table's header).  */
enum status line_table_read_files (struct line_table *table,
                                   const struct dwarf_sections *sections,
                                   const struct line_table_source *source);

/* The row that covers PC, or null.  O(log rows).  */
const struct line_row *line_table_find (const struct line_table *table,
                                        uint64_t pc);

/* Set *PATH to the path of FILE, which PATHS keeps, or to null for NO_FILE.
   STATUS_ABSENT, and PATHS is exhausted, if its budget is too small.  */
enum status line_table_path (struct line_table *table, uint32_t file,
                             struct path_store *paths, const char **path);

void line_table_release (struct line_table *table);

/* The bytes of the table at OFFSET of .debug_line, 0 if it is cut short.  */
uint64_t line_table_size (const struct dwarf_sections *sections,
                          uint64_t offset);

#endif
