/* demangler.h - the names that programmers wrote for the linker's.  */

#ifndef DEMANGLER_H
#define DEMANGLER_H

#include <stdbool.h>
#include <stddef.h>

#include "object/image.h"

/* How to demangle the names of IMAGE, none if that is null.  BUDGET bytes are
   left for the results; it grows with each mangled name, and names beyond it
   stay mangled.  */
struct demangler
{
  const struct image *image;
  int style;         /* libiberty's number, 0 for automatic */
  bool d_names_stay; /* the automatic style excludes names of D (R3.40) */
  size_t budget;
};

void demangler_start (struct demangler *demangler, const struct image *image,
                      int style, bool d_names_stay);

/* NAME demangled by the struct demangler at DEMANGLER, with the function's
   parameters if WITH_ARGUMENTS, to be freed.  Null if it has no other form, or
   one that is too long.  */
char *demangler_make (void *demangler, const char *name, bool with_arguments);

#endif
