/* The rows of all line tables, by elfutils' libdw.  See limit.h.  */

#include "limit.h"

#include <elfutils/libdw.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

static void
add_row (struct rows *rows, Dwarf_Line *line)
{
  if (rows->count == rows->room)
    {
      rows->room = rows->room ? 2 * rows->room : 4096;
      rows->at = realloc (rows->at, rows->room * sizeof *rows->at);
      if (!rows->at)
        limit_fail ("realloc", "out of memory");
    }
  Dwarf_Addr address;
  bool is_end;
  int number;
  if (dwarf_lineaddr (line, &address) || dwarf_lineendsequence (line, &is_end)
      || dwarf_lineno (line, &number))
    limit_fail ("libdw", dwarf_errmsg (-1));
  const char *path = dwarf_linesrc (line, NULL, NULL);
  const char *slash = path ? strrchr (path, '/') : NULL;
  rows->at[rows->count] = (struct row){
    address,
    slash ? slash + 1 : path,
    is_end ? 0 : (uint32_t)number,
  };
  rows->count++;
}

struct rows
limit_rows (const char *path, struct span image)
{
  (void)image;
  struct rows rows = { 0 };
  int fd = open (path, O_RDONLY);
  Dwarf *dwarf = fd < 0 ? NULL : dwarf_begin (fd, DWARF_C_READ);
  if (!dwarf)
    limit_fail (path, dwarf_errmsg (-1));
  Dwarf_Lines *lines;
  size_t count;
  Dwarf_Off offset = 0, next;
  size_t header_size;
  while (dwarf_nextcu (dwarf, offset, &next, &header_size, NULL, NULL, NULL)
         == 0)
    {
      Dwarf_Die die;
      if (dwarf_offdie (dwarf, offset + header_size, &die)
          && dwarf_getsrclines (&die, &lines, &count) == 0)
        for (size_t i = 0; i < count; i++)
          add_row (&rows, dwarf_onesrcline (lines, i));
      offset = next;
    }
  return rows;
}
