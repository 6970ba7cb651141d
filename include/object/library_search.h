/* library_search.h - where a program's shared libraries may be.

   Looks where the dynamic linker would, and where people put a library that
   they have a profile of.  Whether a file is the right one is left to who
   opens it.  */

#ifndef LIBRARY_SEARCH_H
#define LIBRARY_SEARCH_H

#include "base/diag.h"
#include "base/memory.h"
#include "object/object.h"

/* Names of ordinary files, the most likely one first.  Zeroed, it is empty.  */
struct library_paths
{
  struct arena memory;
  VEC (const char *) items;
};

/* What a search needs to know; all is borrowed.  */
struct library_search
{
  const char *profile;           /* beside which a library may be */
  const struct object *program;  /* whose directory and run path count */
  const char *environment;       /* LD_LIBRARY_PATH, or null */
  const char *cache;             /* the file of ldconfig */
  const unsigned char *build_id; /* of the library; null if it is not known */
  size_t build_id_size;
  const char *const *directories; /* with debug files, beside the usual ones */
  size_t directory_count;
};

/* Fill PATHS with the files called NAME, which has no slash, in the order of
   R16.35, and last those of its build-id (R16.9).  A cache that is not there or
   damaged has no files.  STATUS_IO.  O(size of the cache + directories).  */
enum status library_paths_find (struct library_paths *paths, const char *name,
                                const struct library_search *search,
                                struct diag *diag);

void library_paths_release (struct library_paths *paths);

#endif
