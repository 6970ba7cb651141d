/* write_html_private.h - what the files write_html*.c share.  */

#ifndef WRITE_HTML_PRIVATE_H
#define WRITE_HTML_PRIVATE_H

#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/json.h"
#include "base/output.h"
#include "model/sources.h"
#include "output/report.h"
#include "output/view_functions.h"

struct html_writer
{
  struct report *report;
  struct output *output;
  struct json json;
  struct functions_view functions;
  struct function_row *rows; /* all of them, since columns are written one
                                after the other */
  uint32_t *file;   /* of each source file: its number from 1 in the page; 0
                     before it has one */
  source_id *files; /* the source files by these numbers */
  size_t file_count;
  size_t linked; /* functions, the first ones, whose callers and callees are in
                    a table */
  struct diag *diag;
};

/* --- write_html_figures.c ------------------------------------------------ */

/* Write the object of all figures.  What functions_view_start,
   stacks_view_start, source_lines_get and other views say.  */
enum status html_figures (struct html_writer *writer);

/* Write SAMPLES to a thousandth of one, which is far less than their
   error.  */
void html_samples (struct json *json, double samples);

/* Write the number of SYMBOL's row, or its name if it was left out.  */
void html_function (struct html_writer *writer, const char *key,
                    sym_id symbol);

/* The number of the source file ID in the page.  */
uint32_t html_file (struct html_writer *writer, source_id id);

/* Digits behind the point of times, such that one sample shows.  */
unsigned html_time_digits (const struct report *report);

/* --- The others ---------------------------------------------------------- */

/* Write the members "names" and "other_names" of functions.
   STATUS_NO_MEMORY.  O(length of names).  */
enum status html_names (struct html_writer *writer);

/* Write the member "sources".  STATUS_IO, STATUS_NO_MEMORY.  */
enum status html_sources (struct html_writer *writer);

/* Write the member "code", if anybody knows the instructions.  STATUS_IO,
   STATUS_NO_MEMORY.  */
enum status html_code (struct html_writer *writer);

/* Write the member "per_file": of each row the function, mean, minimum,
   maximum, deviation (null with one file), and the name of the file that has
   the maximum, or its number among those that were named.
   STATUS_NO_MEMORY.  */
enum status html_per_file (struct html_writer *writer);

/* Write the member "comparison".  STATUS_NO_MEMORY.  */
enum status html_comparison (struct html_writer *writer);

/* Write the member "words": those that are translated, each behind its English
   one.  */
void html_words (struct json *json);

/* Set TAG to that of the language of messages, as HTML has them.  */
void html_language (char tag[16]);

/* TEXT, which is ours or the user's, in HTML.  */
void html_text (struct html_writer *writer, const char *text);

/* An element NAME with nothing but TEXT in it.  */
void html_element (struct html_writer *writer, const char *name,
                   const char *text);

/* --- What readers without JavaScript see --------------------------------- */

/* The findings, if the report has them.  STATUS_NO_MEMORY.  */
enum status html_findings (struct html_writer *writer);

/* Tables of the first functions, and of their callers and callees.  */
void html_tables (struct html_writer *writer);

/* The second of these.  O(arcs of these functions).  */
void html_arcs (struct html_writer *writer);

/* The beginning of a table called CAPTION, and its row of headings; above
   empty ones there is nothing.  */
void html_open_table (struct html_writer *writer, const char *caption,
                      const char *const *headings, size_t count);

/* The name of row NUMBER without template arguments.  If its callers and
   callees are in the table, no more than a line of it, as a link to these,
   where the whole name stands.  */
void html_link (struct html_writer *writer, size_t number);

#endif
