/* symfile.h - text files about symbols: the table of -S, the map of -R.

   Both are read whole, whatever kind of file they are; a file with a NUL byte
   is refused, since it is no text.  A line ends with a line feed or the end
   of the file.  */

#ifndef SYMFILE_H
#define SYMFILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"
#include "model/symtab.h"
#include "base/vec.h"

/* Append to SYMBOLS the functions that FILE lists, one per line in the words
   ADDRESS TYPE NAME (R3.30): hexadecimal, T for global or t for static.  Other
   lines are passed over, so what nm prints will do.  Names live in MEMORY.
   With CUTS_LINES a line longer than 1022 bytes counts as several.
   STATUS_IO; STATUS_FORMAT if there is no such line.  */
enum status symfile_read_table (symbol_list *symbols, struct arena *memory,
                                const char *file, bool cuts_lines,
                                struct diag *diag);

/* Symbol NAME belongs to FILE and stands for it if IS_FIRST.  */
struct symfile_entry
{
  const char *name, *file;
  bool is_first;
};

/* A map from symbols to the object files they come from.  A zeroed one is
   empty and maps nothing.  */
struct symfile_map
{
  struct arena memory;
  VEC (struct symfile_entry) entries; /* by name, then as in the file */
  VEC (const char *) files;           /* ascending, each once */
};

/* Read MAP from FILE, whose lines are OBJECT:ANYTHING NAME, as nm prints with
   file names (R3.20).  An entry is the first of its object if the line before
   names another one.  STATUS_IO; STATUS_FORMAT if a line is something else, or
   there is none.  O(bytes + lines log lines).  */
enum status symfile_read_map (struct symfile_map *map, const char *file,
                              struct diag *diag);

/* Give the symbols that MAP knows the name of their object file, which MAP
   owns, and mark them as mapped, or leave them out if they do not stand for
   it; the others stay (R3.21).  If MAP has several entries of one name, the
   one that a binary search meets decides.  STATUS_FORMAT if none is left.
   O(symbols log entries).  */
enum status symfile_apply_map (const struct symfile_map *map,
                               symbol_list *symbols, struct diag *diag);

/* Where NAME, which must be one of them, stands among MAP's files.
   O(log files).  */
size_t symfile_map_find (const struct symfile_map *map, const char *name);

void symfile_map_release (struct symfile_map *map);

#endif
