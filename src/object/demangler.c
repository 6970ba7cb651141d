/* demangler.c - names that people can read of those that a linker knows.  */

#include "config.h"

#include "object/demangler.h"

#include <errno.h>
#include <string.h>

enum
{
  /* How long all demangled names together may be: ROOM bytes, and GROWTH times
     what they are mangled.  Those of the largest programs are three times as
     long.  */
  ROOM = 64 << 20,
  GROWTH = 32
};

void
demangler_start (struct demangler *demangler, const struct image *image,
                 int style, bool d_names_stay)
{
  *demangler = (struct demangler){ image, style, d_names_stay, ROOM };
}

char *
demangler_make (void *demangler, const char *name, bool with_arguments)
{
  struct demangler *self = demangler;
  self->room += GROWTH * strlen (name);
  /* Why there is no other name, libiberty does not tell.  */
  errno = 0;
  char *text = with_arguments
                   ? image_demangle (self->image, name, self->style,
                                     self->d_names_stay, self->room)
                   : image_demangle_plain (self->image, name, self->style,
                                           self->d_names_stay, self->room);
  const int error = errno;
  const size_t length = text != NULL ? strlen (text) : 0;
  self->room -= length < self->room ? length : self->room;
  errno = error;
  return text;
}
