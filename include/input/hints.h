/* hints.h - why an input file may be missing.

   Each function adds at most one hint to the failure that DIAG has recorded,
   and ignores failures of its own.  */

#ifndef HINTS_H
#define HINTS_H

#include "base/diag.h"
#include "input/options.h"
#include "object/object.h"

/* The image could not be opened.  */
void hint_of_image (const struct options *options, struct diag *diag);

/* The profile NAME, one of the words of OPTIONS, could not be opened.  WRITER
   is the program that may not have written it.  O(symbols of WRITER).  */
void hint_of_profile (const struct options *options,
                      const struct object *writer, const char *name,
                      struct diag *diag);

#endif
