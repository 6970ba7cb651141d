/* locate.h - which source line each symbol starts at.  */

#ifndef LOCATE_H
#define LOCATE_H

#include "base/diag.h"
#include "object/image.h"
#include "model/sources.h"
#include "model/symset.h"
#include "model/symtab.h"

/* Look up source file and line of the symbols of SYMTAB that are in WANTED, or
   of all if that is null, and register new files in SOURCES (R3.9, R3.15).
   What has no line information stays without.  Only the line tables of the
   units that the symbols are in are decoded; libbfd, which is asked where we
   do not know the debugging information, is far dearer.  So ask only for what
   will be shown.  */
enum status locate_symbols (struct image *image, struct symtab *symtab,
                            const struct symset *wanted,
                            struct sources *sources, struct diag *diag);

/* One question about where symbol ID starts.  The answer counts for the symbol
   if IS_KEPT, else only for what it registers.  */
typedef enum status locate_visit (void *context, sym_id id, bool is_kept);

/* Call VISIT with CONTEXT for each question that the reference would ask about
   the symbols in WANTED, or all if that is null, in its order.  The first
   failure ends it.  */
enum status locate_each (const struct symtab *symtab,
                         const struct symset *wanted, locate_visit *visit,
                         void *context, struct diag *diag);

#endif
