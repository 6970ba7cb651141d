/* write_html_source.c - source lines of a page: those that matter, and what is
   around them (R15.88).  */

#include "config.h"

#include "write_html_private.h"

#include <string.h>

#include "object/source_lines.h"
#include "output/view_hot.h"

enum
{
  CONTEXT = 4,    /* source lines shown around one that matters */
  LINE_MOST = 300 /* bytes of a source line that are shown */
};

/* The lines of the file ID from *NEXT up to LIMIT, as far as they are known:
   numbers and texts.  *NEXT becomes LIMIT.  */
static enum status
write_texts (struct html_writer *writer, struct source_lines *sources,
             source_id id, uint32_t *next, uint32_t limit)
{
  struct source_line line;
  char text[LINE_MOST + 1];
  enum status status = STATUS_OK;
  for (; *next < limit && status == STATUS_OK; ++*next)
    {
      status = source_lines_get (sources, id, *next, &line, writer->diag);
      if (status != STATUS_OK || line.text == NULL)
        continue;
      const size_t length = line.length < LINE_MOST ? line.length : LINE_MOST;
      memcpy (text, line.text, length);
      text[length] = '\0';
      json_whole (&writer->json, NULL, *next);
      json_text (&writer->json, NULL, text);
    }
  return status;
}

/* The lines around ROWS[0 .. COUNT-1], which are of one file.  */
static enum status
write_lines (struct html_writer *writer, struct source_lines *sources,
             const struct hot_row *rows, size_t count)
{
  enum status status = STATUS_OK;
  uint32_t next = 1;
  json_open_array (&writer->json, "lines");
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    {
      const uint32_t line = rows[i].line;
      const uint32_t first = line > CONTEXT ? line - CONTEXT : 1;
      next = first > next ? first : next;
      status = write_texts (writer, sources, rows[0].file, &next,
                            line < UINT32_MAX - CONTEXT ? line + CONTEXT + 1
                                                        : line);
    }
  json_close (&writer->json);
  return status;
}

/* One file: its number, lines, and of each row line, samples, calls and
   function.  */
static enum status
write_source (struct html_writer *writer, struct source_lines *sources,
              const struct hot_row *rows, size_t count)
{
  struct json *json = &writer->json;
  json_open_object (json, NULL);
  json_whole (json, "file", html_file (writer, rows[0].file));
  enum status status = write_lines (writer, sources, rows, count);
  json_open_array (json, "heat");
  for (size_t i = 0; i < count; i++)
    {
      json_whole (json, NULL, rows[i].line);
      html_samples (json, rows[i].samples);
      json_whole (json, NULL, rows[i].calls);
      html_function (writer, NULL, rows[i].symbol);
    }
  json_close (json);
  json_close (json);
  return status;
}

enum status
html_sources (struct html_writer *writer)
{
  const struct report *report = writer->report;
  struct source_lines sources
      = { .path = report->source_path, .sources = report->names->sources };
  struct hot_view view;
  size_t first = 0;
  enum status status = hot_view_start (&view, report, writer->diag);
  const struct hot_row *rows = view.rows.items;
  json_open_array (&writer->json, "sources");
  for (size_t i = 0; i < view.rows.count && status == STATUS_OK; i++)
    if (i + 1 == view.rows.count || rows[i + 1].file != rows[i].file)
      {
        status = write_source (writer, &sources, &rows[first], i + 1 - first);
        first = i + 1;
      }
  json_close (&writer->json);
  source_lines_release (&sources);
  hot_view_end (&view);
  return status;
}
