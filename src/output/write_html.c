/* write_html.c - a report as one page for browsers (R15.80-R15.99).

   The page has its tables as HTML, for readers without JavaScript, all figures
   as JSON in a script that is never run, and a program that shows them.  What
   the program looks like is in src/output/html.  */

#include "config.h"

#include "write_html_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/sha256.h"
#include "base/vec.h"
#include "output/formats.h"
#include "output/html_files.h"

/* The policy allows nothing but what the page itself has in it.  */
static void
put_head (struct html_writer *writer)
{
  char style[SHA256_BASE64 + 1], script[SHA256_BASE64 + 1], language[16];
  struct output *output = writer->output;
  sha256_base64 (html_style, html_style_size, style);
  sha256_base64 (html_script, html_script_size, script);
  html_language (language);
  output_printf (output,
                 "<!DOCTYPE html>\n<html lang=\"%s\"%s>\n<head>\n"
                 "<meta charset=\"utf-8\">\n"
                 "<meta http-equiv=\"Content-Security-Policy\" "
                 "content=\"default-src 'none'; style-src 'sha256-%s'; "
                 "script-src 'sha256-%s'; base-uri 'none'; "
                 "form-action 'none'\">\n"
                 "<meta name=\"viewport\" "
                 "content=\"width=device-width, initial-scale=1\">\n<title>",
                 language,
                 strncmp (language, "ar", 2) == 0 ? " dir=\"rtl\"" : "", style,
                 script);
  html_text (writer, diag_base_name (writer->report->options->image));
  output_text (output, " - gprof</title>\n<style>");
  output_bytes (output, (const char *)html_style, html_style_size);
  output_text (output, "</style>\n</head>\n");
}

static enum status
put_body (struct html_writer *writer)
{
  struct output *output = writer->output;
  output_text (output, "<body>\n<main id=\"page\">\n");
  html_element (writer, "h1", diag_base_name (writer->report->options->image));
  output_char (output, '\n');
  html_element (writer, "p",
                _ ("With JavaScript this page also shows the call tree, "
                   "source lines and more."));
  output_char (output, '\n');
  enum status status = html_findings (writer);
  if (status != STATUS_OK)
    return status;
  html_tables (writer);
  output_text (output,
               "</main>\n<script type=\"application/json\" id=\"figures\">");
  status = html_figures (writer);
  output_text (output, "</script>\n<script type=\"module\">");
  output_bytes (output, (const char *)html_script, html_script_size);
  output_text (output, "</script>\n</body>\n</html>\n");
  return status;
}

/* Start the view of functions, and make all its rows.  */
static enum status
make_rows (struct html_writer *writer)
{
  struct functions_view *view = &writer->functions;
  enum status status
      = functions_view_start (view, writer->report, writer->diag);
  if (status != STATUS_OK)
    return status;
  writer->rows = array_new (view->count, sizeof *writer->rows);
  if (writer->rows == NULL)
    return diag_no_memory (writer->diag);
  for (size_t i = 0; i < view->count; i++)
    writer->rows[i] = functions_view_row (view, i);
  return STATUS_OK;
}

enum status
write_html (struct report *report, struct diag *diag)
{
  struct html_writer writer
      = { .report = report, .output = report->output, .diag = diag };
  const size_t sources = report->program->sources.names.count;
  enum status status = make_rows (&writer);
  writer.file = array_new (sources, sizeof *writer.file);
  writer.files = array_new (sources, sizeof *writer.files);
  if (status == STATUS_OK && (writer.file == NULL || writer.files == NULL))
    status = diag_no_memory (diag);
  if (status == STATUS_OK)
    {
      put_head (&writer);
      status = put_body (&writer);
    }
  free (writer.rows);
  free (writer.file);
  free (writer.files);
  functions_view_end (&writer.functions);
  return status;
}
