/* srctext.h - the text of source files, found along a search path.

   Names come from debugging information, which is not trusted: only regular
   files are opened.  */

#ifndef SRCTEXT_H
#define SRCTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/infile.h"
#include "base/memory.h"
#include "model/sources.h"

/* Directories in the order of search.  A zeroed one is empty.  */
struct search_path
{
  struct arena memory;
  VEC (const char *) directories;
  VEC (char *) expected; /* see search_path_expect, owned */
};

/* Append the directories of LIST, which colons separate.  An empty one is the
   root directory (R1.9).  */
void search_path_add (struct search_path *path, const char *list);

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
   STATUS_IO if the system fails.  */
enum status srctext_read (struct srctext *text, const struct search_path *path,
                          const char *name, struct diag *diag);

/* Only find it, as above, and set *FOUND to the name of the file, to be freed.
   STATUS_ABSENT without a warning; *FOUND is then the first file of such a
   name that cannot be used, or null.  STATUS_IO.  */
enum status srctext_find (const struct search_path *path, const char *name,
                          char **found, struct diag *diag);

/* Safe on a zeroed struct.  */
void srctext_release (struct srctext *text);

/* --- Single lines of source files, each of which is read once ------------ */

/* A file, as far as it was asked for.  */
struct source_lines_file
{
  bool asked;
  struct srctext text;
  VEC (size_t) starts; /* of its lines, and its end */
};

/* Start it with its first two members and the rest zeroed.  */
struct source_lines
{
  const struct search_path *path;
  const struct sources *sources;
  VEC (struct source_lines_file) files; /* by source_id */
  size_t bytes;                         /* of all texts */
  const char *unexpected; /* the first file that the path does not expect, see
                             srctext_read; or null */
};

struct source_line
{
  const char *text; /* without its line feed; null if it is not known */
  size_t length;
};

enum
{
  SOURCE_LINES_MOST = 128 << 20 /* bytes of texts that are kept */
};

/* Set *LINE to the line NUMBER, from 1, of the file ID; it lives as long as
   LINES.  A file that cannot be read has no lines, nor have those that are
   asked for when SOURCE_LINES_MOST is exceeded.  O(bytes) for the first one of
   a file.  STATUS_IO if the system fails.  */
enum status source_lines_get (struct source_lines *lines, source_id id,
                              uint32_t number, struct source_line *line,
                              struct diag *diag);

void source_lines_release (struct source_lines *lines);

#endif
