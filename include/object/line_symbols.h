/* line_symbols.h - line granularity: which line of which function the code comes
   from (-l).  */

#ifndef LINE_SYMBOLS_H
#define LINE_SYMBOLS_H

#include "base/diag.h"
#include "object/image.h"
#include "model/sources.h"
#include "model/symtab.h"
#include "base/vec.h"

struct line_symbols
{
  VEC (struct line_symbol) symbols; /* addresses ascend */
  struct sources names; /* the functions' names, if they must be kept */
};

/* Find the lines of IMAGE's text section: a new one begins wherever file,
   line or function change (R3.17).  FUNCTIONS, the table of functions, is
   located first, as locate_symbols does for all of them; new files are
   registered in SOURCES.  LINES is empty for an image without line
   information, and must not outlive IMAGE.  If NEAR is not null, only the
   lines that hold its addresses are wanted, and what is found of others does
   not matter.  O(bytes of the debugging
   information + (rows + functions) log).  */
enum status line_symbols_read (struct line_symbols *lines, struct image *image,
                               struct symtab *functions,
                               const address_list *near,
                               struct sources *sources, struct diag *diag);

void line_symbols_release (struct line_symbols *lines);

#endif
