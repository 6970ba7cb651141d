/* symfile.h - text files about symbols: the table of -S, the map of -R.

   Both are read whole, even from pipes and devices; a file with a NUL byte is
   refused, since it is not text.  A line ends with a line feed or the end of
   the file.  */

#ifndef SYMFILE_H
#define SYMFILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "base/memory.h"
#include "model/symtab.h"

/* Append to SYMBOLS the functions that FILE lists, one per line in the words
   ADDRESS TYPE NAME (R3.30): hexadecimal, T for global or t for static.  Other
   lines are skipped, so the output of nm is such a file.  MEMORY owns the
   names.  With CUTS_LINES a line longer than 1022 bytes counts as several.
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

/* Rename the symbols that MAP has to their object file, a text that MAP owns,
   and mark them as mapped, or remove them if they do not stand for it; the
   others stay (R3.21).  If MAP has several entries of one name, the one that a
   binary search reaches first applies.  STATUS_FORMAT if no symbol is left.
   O(symbols log entries).  */
enum status symfile_apply_map (const struct symfile_map *map,
                               symbol_list *symbols, struct diag *diag);

/* The index of NAME, which must be one of them, among MAP's files.
   O(log files).  */
size_t symfile_map_find (const struct symfile_map *map, const char *name);

void symfile_map_release (struct symfile_map *map);

#endif
