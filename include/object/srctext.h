/* srctext.h - the text of source files, found along a search path.

   Names come from debugging information, which is not trusted: only regular
   files are opened.  */

#ifndef SRCTEXT_H
#define SRCTEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/infile.h"
#include "base/vec.h"

/* Directories in the order of search.  A zeroed one is empty.  */
struct search_path
{
  struct arena memory;
  VEC (const char *) directories;
  VEC (char *) expected; /* see search_path_expect, owned */
};

/* Append the directories of LIST, which colons separate.  An empty one is the
   root directory (R1.9).  */
enum status search_path_add (struct search_path *path, const char *list,
                             struct diag *diag);

/* Expect source files below the directories of PATH, which must be complete,
   below the current one and below that of the file IMAGE; links are resolved
   now.  An empty directory of PATH is ignored, since it would include all
   files.  Before this call, files are expected anywhere.  */
enum status search_path_expect (struct search_path *path, const char *image,
                                struct diag *diag);

void search_path_release (struct search_path *path);

struct srctext
{
  char *name; /* what was opened */
  struct infile file;
};

/* Find the source file that debugging information calls NAME (R9.12) and read
   it whole: NAME itself, then, if it is relative, DIRECTORY/NAME, then
   DIRECTORY/BASE, the base name of NAME.  Files that are not regular, or
   cannot be opened, are skipped.  A note reports a file that does not lie,
   with links resolved, where PATH expects files, so that users notice if a
   file is shown that they did not mean.  STATUS_ABSENT, after a warning, if no
   file is found, or if it cannot be read or has more than INFILE_MOST bytes;
   STATUS_IO if the system fails; STATUS_NO_MEMORY.  */
enum status srctext_read (struct srctext *text, const struct search_path *path,
                          const char *name, struct diag *diag);

/* The same without warnings and notes, where a file that is missing is no
   surprise; *UNEXPECTED tells whether there would be a note.  */
enum status srctext_read_quietly (struct srctext *text,
                                  const struct search_path *path,
                                  const char *name, bool *unexpected,
                                  struct diag *diag);

/* Only find it, as above, and set *FOUND to the name of the file, to be freed.
   STATUS_ABSENT without a warning; *FOUND is then the first file of such a
   name that cannot be used, or null.  STATUS_IO, STATUS_NO_MEMORY.  */
enum status srctext_find (const struct search_path *path, const char *name,
                          char **found, struct diag *diag);

/* Safe on a zeroed struct.  */
void srctext_release (struct srctext *text);

#endif
