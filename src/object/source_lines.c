/* source_lines.c - single lines of source files, each of which is read
   once.  */

#include "config.h"

#include "object/source_lines.h"

#include <string.h>

/* Find out where the lines of FILE start.  */
static enum status
find_lines (struct source_lines_file *file, struct diag *diag)
{
  const char *data = (const char *)file->text.file.data;
  const size_t size = file->text.file.size;
  for (size_t at = 0; at < size;)
    {
      const char *newline = memchr (data + at, '\n', size - at);
      if (!vec_push (&file->starts, at))
        return diag_no_memory (diag);
      at = newline != NULL ? (size_t)(newline - data) + 1 : size;
    }
  return vec_push (&file->starts, size) ? STATUS_OK : diag_no_memory (diag);
}

static enum status
read_file (struct source_lines *lines, source_id id,
           struct source_lines_file *file, struct diag *diag)
{
  bool unexpected;
  file->asked = true;
  if (lines->bytes > SOURCE_LINES_MOST)
    return STATUS_OK;
  enum status status = srctext_read_quietly (&file->text, lines->path,
                                             sources_name (lines->sources, id),
                                             &unexpected, diag);
  if (status != STATUS_OK)
    return status == STATUS_ABSENT ? STATUS_OK : status;
  infile_close (&file->text.file);
  lines->bytes += file->text.file.size;
  if (unexpected && lines->unexpected == NULL)
    lines->unexpected = file->text.name;
  return find_lines (file, diag);
}

enum status
source_lines_get (struct source_lines *lines, source_id id, uint32_t number,
                  struct source_line *line, struct diag *diag)
{
  *line = (struct source_line){ 0 };
  while (lines->files.count <= id)
    {
      const struct source_lines_file none = { .text = { .file.fd = -1 } };
      if (!vec_push (&lines->files, none))
        return diag_no_memory (diag);
    }
  struct source_lines_file *file = &lines->files.items[id];
  enum status status
      = file->asked ? STATUS_OK : read_file (lines, id, file, diag);
  if (status != STATUS_OK || number == 0 || number >= file->starts.count)
    return status;
  const size_t start = file->starts.items[number - 1];
  const size_t end = file->starts.items[number];
  line->text = (const char *)file->text.file.data + start;
  line->length = end - start;
  while (line->length > 0
         && (line->text[line->length - 1] == '\n'
             || line->text[line->length - 1] == '\r'))
    line->length--;
  return STATUS_OK;
}

void
source_lines_release (struct source_lines *lines)
{
  for (size_t i = 0; i < lines->files.count; i++)
    {
      srctext_release (&lines->files.items[i].text);
      vec_release (&lines->files.items[i].starts);
    }
  vec_release (&lines->files);
}
