/* demangler.h - names that people can read of those that a linker knows.  */

#ifndef DEMANGLER_H
#define DEMANGLER_H

#include <stdbool.h>
#include <stddef.h>

#include "object/image.h"

/* What demangles the names of IMAGE.  All of them together may become as long
   as ROOM, which grows with the mangled ones; the rest stays mangled.  */
struct demangler
{
  const struct image *image;
  int style;         /* libiberty's number, 0 for automatic */
  bool d_names_stay; /* automatic leaves out names of D (R3.40) */
  size_t room;
};

void demangler_start (struct demangler *demangler, const struct image *image,
                      int style, bool d_names_stay);

/* NAME demangled by the struct demangler at DEMANGLER, with what the function
   takes if WITH_ARGUMENTS, to be freed.  Null if it has no other form, or one
   out of proportion; errno is ENOMEM then if memory has run out.  */
char *demangler_make (void *demangler, const char *name, bool with_arguments);

#endif
