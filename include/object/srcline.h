/* srcline.h - which source file, line and function code comes from.

   The one module that answers this.  Behind it stand our own reader of DWARF,
   made to answer like libbfd (srcline_libbfd.h), and, for debugging
   information that this does not know, libbfd itself.  */

#ifndef SRCLINE_H
#define SRCLINE_H

#include <stdint.h>

#include "base/diag.h"
#include "base/memory.h"
#include "dwarf/dwarf.h"
#include "model/quirks.h"
#include "model/sources.h"
#include "model/symset.h"
#include "model/symtab.h"
#include "object/image.h"

struct srcline;

/* Prepare to answer about IMAGE, which is borrowed and whose symbols were read
   or will not be needed, in the way of QUIRKS.  Debugging information is not
   looked at before the first question.  */
void srcline_open (struct srcline **srcline, struct image *image,
                   const struct quirks *quirks);

/* STATUS_ABSENT if nothing can be known, since there is no debugging
   information, or SRCLINE is null.  Only looks for sections and files.  */
enum status srcline_has_lines (struct srcline *srcline, struct diag *diag);

/* Look up source file and line of the symbols of SYMTAB that are in WANTED, or
   of all if that is null, and register new files in SOURCES (R3.9, R3.15).
   What has no line information stays without.  Only the line tables of the
   units that the symbols are in are decoded; libbfd, where it has to be asked,
   costs far more.  So ask only for what will be shown.  */
enum status srcline_locate (struct srcline *srcline, struct symtab *symtab,
                            const struct symset *wanted,
                            struct sources *sources, struct diag *diag);

/* To be called before the image is closed.  SRCLINE may be null.  */
void srcline_close (struct srcline *srcline);

/* ---------------------------------------------------------------------- */

/* Line granularity: which line of which function the code comes from (-l).  */

struct line_symbols
{
  VEC (struct line_symbol) symbols; /* addresses ascend */
};

/* Find the lines of the text section: a new one begins wherever file, line or
   function change (R3.17), but not for code of which nothing is known.
   FUNCTIONS, the table of functions, is located first, as srcline_locate does
   for all of them; new files are registered in SOURCES.  If NEAR is not null,
   only the code around its addresses matters.  LINES is empty for an image
   without line information, and must not outlive SRCLINE and the image.
   O(bytes of the debugging information + (rows + functions) log).  */
enum status line_symbols_read (struct line_symbols *lines,
                               struct srcline *srcline,
                               struct symtab *functions,
                               const address_list *near,
                               struct sources *sources, struct diag *diag);

void line_symbols_release (struct line_symbols *lines);

#endif
