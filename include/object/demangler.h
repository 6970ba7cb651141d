/* demangler.h - the names that programmers wrote for the linker's.  */

#ifndef DEMANGLER_H
#define DEMANGLER_H

#include <stdbool.h>
#include <stddef.h>

#include "model/quirks.h"
#include "object/image.h"

/* How to demangle the names of IMAGE, none if that is null.  BUDGET bytes are
   left for the results; it grows with each mangled name, and names beyond it
   stay mangled.  */
struct demangler
{
  const struct image *image;
  int style; /* libiberty's number, 0 for automatic */
  /* What the automatic style excludes: */
  bool d_names_stay;       /* names of D (R3.40) */
  bool fortran_names_stay; /* those of Fortran (R14.23) */
  size_t budget;
};

/* QUIRKS say which names stay as they are.  */
void demangler_start (struct demangler *demangler, const struct image *image,
                      int style, const struct quirks *quirks);

/* NAME demangled by the struct demangler at DEMANGLER, with the function's
   parameters if WITH_ARGUMENTS, to be freed.  Null if it has no other form, or
   one that is too long.  */
char *demangler_make (void *demangler, const char *name, bool with_arguments);

#endif
