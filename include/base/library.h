/* library.h - functions of libraries that are loaded when they are needed.  */

#ifndef LIBRARY_H
#define LIBRARY_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Set *FUNCTION, a pointer to a function, to NAME of LIBRARY, which dlopen has
   loaded; false if that does not exist.  */
static inline bool
library_find (void *library, const char *name, void *function)
{
  void *const address = dlsym (library, name);
  memcpy (function, &address, sizeof address);
  return address != NULL;
}

#endif
