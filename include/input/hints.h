/* hints.h - why an input file may be missing.  */

#ifndef HINTS_H
#define HINTS_H

#include "base/diag.h"
#include "input/options.h"
#include "object/object.h"

/* NAME, a word of OPTIONS, could not be opened, as DIAG tells.  If there is no
   such file, add at most one hint to that.  WRITER is the program that may not
   have written the profile NAME, or null if that is the image.  O(symbols of
   WRITER).  */
void hint_of_absence (const struct options *options, const char *name,
                      const struct object *writer, struct diag *diag);

#endif
