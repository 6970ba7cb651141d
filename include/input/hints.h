/* hints.h - what may have led to it that an input file is not there.

   Each adds one hint to the failure that DIAG has recorded, if there is
   something to say.  A failure to find out is none.  */

#ifndef HINTS_H
#define HINTS_H

#include "base/diag.h"
#include "object/image.h"
#include "input/options.h"

/* The image could not be opened.  */
void hint_of_image (const struct options *options, struct diag *diag);

/* The profile NAME, one of the words of OPTIONS, could not be opened.
   O(symbols of IMAGE).  */
void hint_of_profile (const struct options *options, struct image *image,
                      const char *name, struct diag *diag);

#endif
