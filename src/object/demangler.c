/* demangler.c - the names that programmers wrote for the linker's.  */

#include "config.h"

#include "object/demangler.h"

#include <errno.h>
#include <string.h>

enum
{
  /* How long all demangled names together may be: BUDGET bytes, and GROWTH
     times the length of the mangled ones.  In the largest programs they are
     three times as long as those.  */
  BUDGET = 64 << 20,
  GROWTH = 32
};

void
demangler_start (struct demangler *demangler, const struct image *image,
                 int style, bool d_names_stay)
{
  *demangler = (struct demangler){ image, style, d_names_stay, BUDGET };
}

char *
demangler_make (void *demangler, const char *name, bool with_arguments)
{
  struct demangler *self = demangler;
  self->budget += GROWTH * strlen (name);
  /* libiberty does not report why there is no other name, so errno must.  */
  errno = 0;
  char *text = with_arguments
                   ? image_demangle (self->image, name, self->style,
                                     self->d_names_stay, self->budget)
                   : image_demangle_plain (self->image, name, self->style,
                                           self->d_names_stay, self->budget);
  const int error = errno;
  const size_t length = text != NULL ? strlen (text) : 0;
  self->budget -= length < self->budget ? length : self->budget;
  errno = error;
  return text;
}
