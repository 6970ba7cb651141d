/* source_lines.h - single lines of source files, each of which is read once.

   The text that stands beside machine code comes from many files in turn.  */

#ifndef SOURCE_LINES_H
#define SOURCE_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/vec.h"
#include "model/sources.h"
#include "object/srctext.h"

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
   a file.  STATUS_IO if the system fails; STATUS_NO_MEMORY.  */
enum status source_lines_get (struct source_lines *lines, source_id id,
                              uint32_t number, struct source_line *line,
                              struct diag *diag);

void source_lines_release (struct source_lines *lines);

#endif
