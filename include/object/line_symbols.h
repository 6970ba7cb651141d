/* line_symbols.h - line granularity: which line of which function the code
   comes from (-l).  */

#ifndef LINE_SYMBOLS_H
#define LINE_SYMBOLS_H

#include "base/diag.h"
#include "model/sources.h"
#include "model/symtab.h"
#include "base/vec.h"
#include "object/srcline.h"

struct line_symbols
{
  VEC (struct line_symbol) symbols; /* addresses ascend */
};

/* Find the lines of the text section: a new one begins wherever file, line or
   function change (R3.17).  See srcline_walk for FUNCTIONS, NEAR, SOURCES and
   cost.  LINES is empty for an image without line information, and must not
   outlive SRCLINE.  */
enum status line_symbols_read (struct line_symbols *lines,
                               struct srcline *srcline,
                               struct symtab *functions,
                               const address_list *near,
                               struct sources *sources, struct diag *diag);

void line_symbols_release (struct line_symbols *lines);

#endif
