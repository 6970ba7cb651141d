/* write_html_tables.c - what readers without JavaScript see (R15.82).  */

#include "config.h"

#include "write_html_private.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"
#include "base/quoting.h"
#include "model/name_parts.h"
#include "output/view_findings.h"

enum
{
  TABLE_ROWS = 200, /* functions in the table */
  LINE_MOST = 72,   /* bytes of a name that is cut */
  NAME_MOST = 4096  /* bytes of one that is shortened */
};

void
html_text (struct html_writer *writer, const char *text)
{
  output_quoted (writer->output, quote_xml, text);
}

void
html_element (struct html_writer *writer, const char *name, const char *text)
{
  output_printf (writer->output, "<%s>", name);
  html_text (writer, text);
  output_printf (writer->output, "</%s>", name);
}

void
html_open_table (struct html_writer *writer, const char *caption,
                 const char *const *headings, size_t count)
{
  output_text (writer->output, "<table>\n");
  html_element (writer, "caption", caption);
  output_text (writer->output, "\n<thead><tr>");
  for (size_t i = 0; i < count; i++)
    {
      output_text (writer->output,
                   *headings[i] == '\0' ? "<td>" : "<th scope=\"col\">");
      html_text (writer, headings[i]);
    }
  output_text (writer->output, "</tr></thead>\n");
}

/* NAME without template arguments, and if CUTS no more than a line of it.  */
static void
put_shortened (struct html_writer *writer, const char *name, bool cuts)
{
  char text[NAME_MOST];
  if (strlen (name) >= sizeof text)
    {
      html_text (writer, name);
      return;
    }
  name_strip_templates (text, name);
  const bool is_cut = cuts && strlen (text) > LINE_MOST;
  if (is_cut)
    {
      size_t kept = LINE_MOST - 1;
      /* No part of a character.  */
      while (kept > 0 && ((unsigned char)text[kept] & 0xc0) == 0x80)
        kept--;
      text[kept] = '\0';
    }
  html_text (writer, text);
  if (is_cut)
    output_text (writer->output, "…");
}

void
html_link (struct html_writer *writer, size_t number)
{
  const char *name = writer->rows[number].name;
  if (number >= writer->linked)
    {
      put_shortened (writer, name, false);
      return;
    }
  output_printf (writer->output, "<a href=\"#f%zu\">", number);
  put_shortened (writer, name, true);
  output_text (writer->output, "</a>");
}

static void
put_function (struct html_writer *writer, const struct function_row *row,
              size_t number)
{
  const int digits = (int)html_time_digits (writer->report);
  struct output *output = writer->output;
  output_printf (output, "<tr><td>%.2f<td>%.*f<td>%.2f<td>%.*f<td>",
                 row->self_percent, digits, row->self, row->total_percent,
                 digits, row->total);
  if (row->calls != 0 || row->self_calls != 0)
    output_printf (output, "%s%" PRIu64, row->is_lower_bound ? "≥ " : "",
                   row->calls);
  if (row->self_calls != 0)
    output_printf (output, "+%" PRIu64, row->self_calls);
  output_text (output, "<th scope=\"row\">");
  if (number < writer->linked)
    html_link (writer, number);
  else
    html_text (writer, row->name);
  output_text (output, "<td>");
  if (row->file != NULL)
    {
      html_text (writer, row->file);
      output_printf (output, ":%" PRIu32, row->line);
    }
  output_char (output, '\n');
}

/* What the table does not have, and what it took.  */
static void
put_rest (struct html_writer *writer, size_t shown)
{
  const struct functions_view *view = &writer->functions;
  const struct report *report = writer->report;
  double samples = view->left_out_samples;
  for (size_t i = shown; i < view->count; i++)
    samples += writer->rows[i].self_samples;
  const size_t count = view->left_out + view->count - shown;
  if (count == 0)
    return;
  output_printf (writer->output, "<tr><td>%.2f<td>%.*f<td><td><td><td>",
                 report->total_ticks > 0 ? 100 * samples / report->total_ticks
                                         : 0,
                 (int)html_time_digits (report),
                 report_time (report, samples));
  char text[200];
  snprintf (text, sizeof text,
            P_ ("%zu function left out", "%zu functions left out", count),
            count);
  html_text (writer, text);
  output_char (writer->output, '\n');
}

/* The first SHOWN functions.  */
static void
put_functions (struct html_writer *writer, size_t shown)
{
  const char *const headings[]
      = { /* xgettext:no-c-format */
          _ ("% self"), _ ("self"),
          /* xgettext:no-c-format */
          _ ("% total"), _ ("total"), _ ("calls"), _ ("function"), _ ("place")
        };
  html_open_table (writer, _ ("Functions"), headings,
                   sizeof headings / sizeof *headings);
  output_text (writer->output, "<tbody>\n");
  for (size_t i = 0; i < shown; i++)
    put_function (writer, &writer->rows[i], i);
  put_rest (writer, shown);
  output_text (writer->output, "</tbody>\n</table>\n");
}

void
html_tables (struct html_writer *writer)
{
  const size_t count = writer->functions.count;
  const size_t shown = count < TABLE_ROWS ? count : TABLE_ROWS;
  if (writer->report->listings & LISTING_GRAPH)
    writer->linked = shown;
  put_functions (writer, shown);
  if (writer->linked > 0)
    html_arcs (writer);
}

enum status
html_findings (struct html_writer *writer)
{
  struct findings_view view;
  if (!(writer->report->listings & LISTING_EXPLAIN))
    return STATUS_OK;
  html_element (writer, "h2", _ ("What to beware of"));
  output_text (writer->output, "\n<ul>\n");
  findings_view_start (&view, writer->report);
  for (const struct findings_row *row;
       (row = findings_view_next (&view)) != NULL;)
    {
      output_text (writer->output, "<li>");
      html_element (writer, "strong", row->what);
      output_text (writer->output, "<br>");
      html_text (writer, row->evidence);
      output_text (writer->output, "<br>");
      html_text (writer, row->remedy);
      output_char (writer->output, '\n');
    }
  output_text (writer->output, "</ul>\n");
  if (view.next == 0)
    html_element (writer, "p",
                  _ ("no findings: nothing says that the figures mislead"));
  return findings_view_end (&view, writer->diag);
}
