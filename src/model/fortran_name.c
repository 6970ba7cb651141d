/* fortran_name.c - procedures of modules of Fortran, as programmers write
   them.  */

#include "config.h"

#include "model/fortran_name.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#define LOWER "abcdefghijklmnopqrstuvwxyz"
#define UPPER "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define OTHERS "0123456789_"

/* The length of the identifier at TEXT, 0 if there is none.  */
static size_t
identifier (const char *text)
{
  return *text != '\0' && strchr (LOWER, *text) != NULL
             ? strspn (text, LOWER OTHERS)
             : 0;
}

/* The same for the name of a procedure that gfortran may have made itself, such
   as "__copy_grid_Cell", which has a type in it.  */
static size_t
gnu_procedure (const char *text)
{
  return strncmp (text, "__", 2) == 0 ? strspn (text, LOWER UPPER OTHERS)
                                      : identifier (text);
}

/* What may come behind the name itself.  */
static bool
is_end (char c)
{
  return c == '\0' || c == '.' || c == '@';
}

/* Add to the end TO of a name the scope of LENGTH bytes at TEXT; returns the new
   end.  */
static char *
add_scope (char *to, const char *text, size_t length)
{
  memcpy (to, text, length);
  memcpy (to + length, "::", 2);
  return to + length + 2;
}

/* Let TO have NAME if that is "__MODULE_MOD_PROCEDURE", as gfortran writes it;
   before "_MOD_" may be a dot and a submodule.  */
static bool
convert_gnu (char *to, const char *name)
{
  static const char separator[] = "_MOD_";
  if (strncmp (name, "__", 2) != 0)
    return false;
  name += 2;
  const char *middle = strstr (name, separator);
  if (middle == NULL)
    return false;
  const char *procedure = middle + strlen (separator);
  for (;; name++)
    {
      const size_t left = (size_t)(middle - name);
      size_t length = identifier (name);
      /* The underscore before MOD could belong to it.  */
      if (length > left)
        length = left;
      if (length == 0)
        return false;
      to = add_scope (to, name, length);
      name += length;
      if (name == middle)
        break;
      if (*name != '.')
        return false;
    }
  const size_t length = gnu_procedure (procedure);
  strcpy (to, procedure);
  return length > 0 && is_end (procedure[length]);
}

/* Let TO have NAME if that is "_QMMODULEPPROCEDURE", as flang writes it; between
   the two may be S and a submodule, and F and the procedure that contains this
   one.  */
static bool
convert_flang (char *to, const char *name)
{
  if (strncmp (name, "_QM", 3) != 0)
    return false;
  for (name += 2; *name != 'P';)
    {
      const size_t length = strchr ("MSF", *name) != NULL && *name != '\0'
                                ? identifier (name + 1)
                                : 0;
      if (length == 0)
        return false;
      to = add_scope (to, name + 1, length);
      name += 1 + length;
    }
  const size_t length = identifier (name + 1);
  strcpy (to, name + 1);
  return length > 0 && is_end (name[1 + length]);
}

char *
fortran_name (const char *name)
{
  /* A scope costs one byte more than the letter that it had, or as much as the
     underscores around it.  */
  if (name[0] != '_')
    return NULL;
  char *text = memory_new (2 * strlen (name) + 1);
  if (convert_gnu (text, name) || convert_flang (text, name))
    return text;
  free (text);
  return NULL;
}
