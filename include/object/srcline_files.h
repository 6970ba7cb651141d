/* srcline_files.h - the right files for what libbfd says (R3.9e).

   Of code whose line program, of DWARF 5, sets no file, libbfd 2.40 says that
   it is from the first file of the list; it is from number 1.  */

#ifndef SRCLINE_FILES_H
#define SRCLINE_FILES_H

#include <stdint.h>

#include "base/diag.h"
#include "dwarf/dwarf_sections.h"

struct line_files;

/* Read the line tables of SECTIONS, whose bytes are borrowed for as long as
   *FILES lives, of a machine with addresses of ADDRESS_SIZE bytes.  What is
   damaged is left out.  STATUS_NO_MEMORY.  O(rows log rows).  */
enum status line_files_read (struct line_files **files,
                             const struct dwarf_sections *sections,
                             unsigned address_size, struct diag *diag);

/* libbfd says that the code at PC is from LINE of PATH: return that path, or,
   if this is the first of a list but should be number 1, that of the latter,
   which lives as long as FILES.  O(log rows).  */
const char *line_files_correct (const struct line_files *files, uint64_t pc,
                                uint32_t line, const char *path);

/* FILES may be null.  */
void line_files_close (struct line_files *files);

#endif
