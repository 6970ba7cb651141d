/* write_html.c - a report as one page for browsers (R15.80-R15.90).

   The page has a table of functions as HTML, for readers without JavaScript,
   the report as JSON, compressed, in a script that is never run, and a program
   that shows it.  What the program looks like is in src/output/html.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/deflate.h"
#include "base/i18n.h"
#include "base/json.h"
#include "base/paths.h"
#include "base/quoting.h"
#include "object/srctext.h"
#include "output/formats.h"
#include "output/html_files.h"
#include "output/printers.h"
#include "output/view_asm.h"
#include "output/view_hot.h"
#include "output/view_stacks.h"
#include "output/view_waits.h"

struct writer
{
  struct report *report;
  struct functions_view functions;
  struct json json;
  uint64_t code_start; /* of the function whose instructions are written */
  struct diag *diag;
};

/* --- What the page says -------------------------------------------------- */

/* What its program says, where that is translated: each behind the English
   words, by which the program asks for it.  */
static void
write_words (struct json *json)
{
  json_open_array (json, "words");
  for (const char *const *word = html_words; *word != NULL; word++)
    if (strcmp (gettext (*word), *word) != 0)
      {
        json_text (json, NULL, *word);
        json_text (json, NULL, gettext (*word));
      }
  json_close (json);
}

/* Set TAG to that of the language of messages, as HTML has them.  */
static void
find_language (char tag[16])
{
  const char *header = gettext ("");
  const char *field = strstr (header, "\nLanguage: ");
  size_t length = 0;
  if (field != NULL)
    for (field += sizeof "\nLanguage: " - 1;
         length < 15 && field[length] != '\0'
         && strchr ("\n@.", field[length]) == NULL;
         length++)
      tag[length] = field[length] == '_' ? '-' : field[length];
  tag[length] = '\0';
  if (length == 0)
    strcpy (tag, "en");
}

/* --- Without JavaScript -------------------------------------------------- */

enum
{
  TABLE_ROWS = 200, /* functions in the table */
  TEXT_MOST = 10000 /* bytes of any text, as in figures.js: browsers need
                       minutes for a line of a megabyte */
};

/* Digits behind the point of times, such that one sample shows.  */
static unsigned
time_digits (const struct report *report)
{
  unsigned digits = 2;
  for (double least = .01; digits < 9 && report_time (report, 1) > 0
                           && report_time (report, 1) < least;
       least /= 10)
    digits++;
  return digits;
}

/* TEXT, which is ours or the user's, in HTML.  */
static void
put_text (struct output *output, const char *text)
{
  output_quoted_start (output, quote_xml, text, TEXT_MOST);
}

/* TEXT behind TAG.  */
static void
put_element (struct output *output, const char *tag, const char *text)
{
  output_text (output, tag);
  put_text (output, text);
}

static void
put_headings (struct output *output)
{
  const char *const headings[]
      = { /* xgettext:no-c-format */
          _ ("% self"), _ ("self"),
          /* xgettext:no-c-format */
          _ ("% total"), _ ("total"), _ ("calls"), _ ("function"), _ ("place")
        };
  put_element (output, "<table>\n<caption>", _ ("Functions"));
  output_text (output, "</caption>\n<thead><tr>");
  for (size_t i = 0; i < sizeof headings / sizeof *headings; i++)
    put_element (output, "<th scope=\"col\">", headings[i]);
  output_text (output, "</tr></thead>\n<tbody>\n");
}

static void
put_function (struct output *output, const struct function_row *row,
              int digits)
{
  output_printf (output, "<tr><td>%.2f<td>%.*f<td>%.2f<td>%.*f<td>",
                 row->self_percent, digits, row->self, row->total_percent,
                 digits, row->total);
  if (row->calls != 0 || row->self_calls != 0)
    output_printf (output, "%s%" PRIu64, row->is_lower_bound ? "≥ " : "",
                   row->calls);
  if (row->self_calls != 0)
    output_printf (output, "+%" PRIu64, row->self_calls);
  put_element (output, "<th scope=\"row\">", row->name);
  output_text (output, "<td>");
  if (row->file != NULL)
    {
      put_text (output, row->file);
      output_printf (output, ":%" PRIu32, row->line);
    }
  output_char (output, '\n');
}

/* How many functions the table does not have, and what they took.  */
static void
put_rest (struct output *output, const struct functions_view *view, int digits)
{
  const struct report *report = view->report;
  size_t count = view->left_out;
  double samples = view->left_out_samples;
  char text[200];
  for (size_t i = TABLE_ROWS; i < view->count; i++, count++)
    samples += functions_view_row (view, i).self_samples;
  if (count == 0)
    return;
  snprintf (text, sizeof text,
            P_ ("%zu function left out", "%zu functions left out", count),
            count);
  output_printf (output, "<tr><td>%.2f<td>%.*f<td><td><td>",
                 report->total_ticks > 0 ? 100 * samples / report->total_ticks
                                         : 0,
                 digits, report_time (report, samples));
  put_element (output, "<td>", text);
  output_char (output, '\n');
}

static void
put_table (struct output *output, const struct functions_view *view)
{
  const int digits = (int)time_digits (view->report);
  put_headings (output);
  for (size_t i = 0; i < view->count && i < TABLE_ROWS; i++)
    {
      const struct function_row row = functions_view_row (view, i);
      put_function (output, &row, digits);
    }
  put_rest (output, view, digits);
  output_text (output, "</tbody>\n</table>\n");
}

/* --- The account --------------------------------------------------------- */

/* The account of REPORT, which is known, in MEMORY.  */
static const char *
account_of (const struct report *report, struct arena *memory)
{
  return account_text (report->account, report->listings & LISTING_WAITS,
                       memory);
}

static void
put_account (const struct report *report)
{
  struct arena memory = { 0 };
  put_element (report->output, "<p>", account_of (report, &memory));
  output_text (report->output, "</p>\n");
  arena_release (&memory);
}

/* --- Figures ------------------------------------------------------------- */

/* Write the number of SYMBOL's row, or its name if it was left out.  */
static void
write_function (struct writer *writer, const char *key, sym_id symbol)
{
  const uint32_t number = functions_view_number (&writer->functions, symbol);
  if (number != ROW_NONE)
    json_whole (&writer->json, key, number);
  else
    json_text (&writer->json, key, names_of (writer->report->names, symbol));
}

/* Write the name of the source file ID.  */
static void
write_file (struct writer *writer, const char *key, source_id id)
{
  json_text (&writer->json, key,
             sources_name (writer->report->names->sources, id));
}

/* Write SAMPLES to a thousandth of one, which is far less than their
   error.  */
static void
write_samples (struct writer *writer, double samples)
{
  const double most = 1e12;
  if (samples > -most && samples < most)
    samples
        = (double)(int64_t)(samples * 1000 + (samples < 0 ? -.5 : .5)) / 1000;
  json_number (&writer->json, NULL, samples);
}

/* --- Call paths ---------------------------------------------------------- */

/* A frame is the number of a row, a name, minus the number of a cycle, or null
   for what gprof left out.  */
static void
write_frames (struct writer *writer, struct stacks_view *view)
{
  json_open_array (&writer->json, "frames");
  for (size_t i = 0; i < view->recording; i++)
    {
      const struct stack_frame frame = stacks_view_frame (view, i);
      if (frame.symbol != SYM_NONE)
        write_function (writer, NULL, frame.symbol);
      else if (frame.cycle != 0)
        json_number (&writer->json, NULL, -(double)frame.cycle);
      else
        json_text (&writer->json, NULL,
                   view->nodes[i] != STACK_OTHER ? frame.name : NULL);
    }
  json_close (&writer->json);
}

/* Paths one behind another, three numbers for each: that of its parent among
   them, from 1, 0 without; its frame; its samples with all below it.  */
static void
write_paths (struct writer *writer, const struct stacks_view *view)
{
  struct json *json = &writer->json;
  json_open_array (json, "paths");
  for (size_t i = 0; i < view->stacks.count; i++)
    {
      const struct stack *stack = &view->stacks.items[i];
      json_whole (json, NULL,
                  stack->parent == STACK_NONE ? 0 : stack->parent + 1);
      json_whole (json, NULL, view->number[i]);
      write_samples (writer, stack->total);
    }
  json_close (json);
}

static void
write_tree (struct writer *writer)
{
  struct stacks_view view;
  stacks_view_start (&view, writer->report);
  json_open_object (&writer->json, "tree");
  write_frames (writer, &view);
  write_paths (writer, &view);
  json_close (&writer->json);
  stacks_view_end (&view);
}

/* --- Old call paths ------------------------------------------------------ */

/* Are there any that can be compared with the new ones?  */
static bool
has_old_paths (const struct report *report)
{
  const struct report *old = report->old;
  return old != NULL && old->profile->has_histogram
         && old->profile->arcs_are_measured
                == report->profile->arcs_are_measured;
}

/* What the new program has in place of ID of the old one, or SYM_NONE.  */
static sym_id
new_symbol (const struct report *report, sym_id id)
{
  const struct matching *matching = &report->comparison->matching;
  const uint32_t match = matching->of[SIDE_OLD][id];
  return matching->matches.items[match].first[SIDE_NEW];
}

/* As write_frames, but by the new program's numbers, if it has functions of
   that kind; a cycle is the one that the first member is in now.  */
static void
write_old_frames (struct writer *writer, struct stacks_view *view)
{
  const struct report *report = writer->report;
  const struct cycles *cycles = view->report->cycles;
  json_open_array (&writer->json, "frames");
  for (size_t i = 0; i < view->recording; i++)
    {
      const struct stack_frame frame = stacks_view_frame (view, i);
      const sym_id member
          = frame.cycle != 0
                ? cycles->members[cycles->member_start[frame.cycle - 1]]
                : frame.symbol;
      const sym_id now
          = member != SYM_NONE ? new_symbol (report, member) : SYM_NONE;
      if (now != SYM_NONE && frame.cycle == 0)
        write_function (writer, NULL, now);
      else if (now != SYM_NONE && report->cycles->cycle[now] != 0)
        json_number (&writer->json, NULL, -(double)report->cycles->cycle[now]);
      else
        json_text (&writer->json, NULL,
                   view->nodes[i] != STACK_OTHER ? frame.name : NULL);
    }
  json_close (&writer->json);
}

/* The old profiles' paths, as write_tree has the new ones, and how many of
   their ticks are a sample.  */
static void
write_old_tree (struct writer *writer)
{
  const struct report *old = writer->report->old;
  struct stacks_view view;
  stacks_view_start (&view, old);
  json_open_object (&writer->json, "old_tree");
  json_number (&writer->json, "weight", profile_weight (old->profile));
  write_old_frames (writer, &view);
  write_paths (writer, &view);
  json_close (&writer->json);
  stacks_view_end (&view);
}

/* --- Source lines -------------------------------------------------------- */

enum
{
  CONTEXT = 4,       /* source lines shown around one that matters */
  WHOLE_MOST = 1000, /* and of a function that is shown as a whole */
  LINE_MOST = 300    /* bytes of a source line that are shown */
};

/* The lines of the file ID from *NEXT up to LIMIT, as far as they are known:
   numbers and texts.  *NEXT becomes LIMIT.  */
static enum status
write_texts (struct writer *writer, struct source_lines *sources, source_id id,
             uint32_t *next, uint32_t limit)
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

/* The lines from FIRST to LAST of one file.  */
struct text_range
{
  uint32_t first, last;
};

typedef VEC (struct text_range) text_range_list;

static int
compare_ranges (const void *a, const void *b)
{
  const struct text_range *one = a, *other = b;
  return one->first != other->first ? (one->first > other->first ? 1 : -1)
         : one->last != other->last ? (one->last > other->last ? 1 : -1)
                                    : 0;
}

/* The lines of RANGES and around them, which are sorted for that.  */
static enum status
write_lines (struct writer *writer, struct source_lines *sources, source_id id,
             text_range_list *ranges)
{
  enum status status = STATUS_OK;
  uint32_t next = 1;
  qsort (ranges->items, ranges->count, sizeof *ranges->items, compare_ranges);
  json_open_array (&writer->json, "lines");
  for (size_t i = 0; i < ranges->count && status == STATUS_OK; i++)
    {
      const struct text_range *range = &ranges->items[i];
      const uint32_t first
          = range->first > CONTEXT ? range->first - CONTEXT : 1;
      next = first > next ? first : next;
      status = write_texts (writer, sources, id, &next,
                            range->last < UINT32_MAX - CONTEXT
                                ? range->last + CONTEXT + 1
                                : range->last);
    }
  json_close (&writer->json);
  return status;
}

/* The functions that begin in the file ID and are shown as a whole: number,
   first and last line of each.  Their lines are added to RANGES.  */
static void
write_whole (struct writer *writer, const hot_function_list *functions,
             source_id id, text_range_list *ranges)
{
  json_open_array (&writer->json, "functions");
  for (size_t i = 0; i < functions->count; i++)
    {
      const struct hot_function *function = &functions->items[i];
      const struct text_range range = { function->first, function->last };
      if (function->file != id || range.last - range.first >= WHOLE_MOST)
        continue;
      write_function (writer, NULL, function->symbol);
      json_whole (&writer->json, NULL, range.first);
      json_whole (&writer->json, NULL, range.last);
      vec_push (ranges, range);
    }
  json_close (&writer->json);
}

/* One file: its name, whole functions, lines, and of each row line, samples,
   calls and function.  */
static enum status
write_source (struct writer *writer, struct source_lines *sources,
              const hot_function_list *functions, const struct hot_row *rows,
              size_t count)
{
  struct json *json = &writer->json;
  text_range_list ranges = { 0 };
  json_open_object (json, NULL);
  write_file (writer, "file", rows[0].file);
  write_whole (writer, functions, rows[0].file, &ranges);
  for (size_t i = 0; i < count; i++)
    {
      const struct text_range range = { rows[i].line, rows[i].line };
      vec_push (&ranges, range);
    }
  enum status status = write_lines (writer, sources, rows[0].file, &ranges);
  json_open_array (json, "heat");
  for (size_t i = 0; i < count; i++)
    {
      json_whole (json, NULL, rows[i].line);
      write_samples (writer, rows[i].samples);
      json_whole (json, NULL, rows[i].calls);
      write_function (writer, NULL, rows[i].symbol);
    }
  json_close (json);
  json_close (json);
  vec_release (&ranges);
  return status;
}

static enum status
write_sources (struct writer *writer)
{
  const struct report *report = writer->report;
  struct source_lines sources
      = { .path = report->source_path, .sources = report->names->sources };
  hot_row_list rows = { 0 };
  hot_function_list functions = { 0 };
  size_t first = 0;
  enum status status = STATUS_OK;
  if (report->sampled->ranges.count > 0)
    hot_view_functions (&functions, report);
  hot_view_rows (&rows, &functions, report);
  json_open_array (&writer->json, "sources");
  for (size_t i = 0; i < rows.count && status == STATUS_OK; i++)
    if (i + 1 == rows.count || rows.items[i + 1].file != rows.items[i].file)
      {
        status = write_source (writer, &sources, &functions,
                               &rows.items[first], i + 1 - first);
        first = i + 1;
      }
  json_close (&writer->json);
  source_lines_release (&sources);
  vec_release (&rows);
  vec_release (&functions);
  return status;
}

/* --- Instructions -------------------------------------------------------- */

/* What part of all samples an instruction has that is shown: one of 500, so
   there are at most so many of them.  */
static const double least_part = .002;

/* The kind of ROW, and then: of a source line, the line and its file; of the
   calls of an instruction, the callee and their number; of all others where
   they are, samples, calls, and the number of bytes or that of instructions, or
   the text, what function it names an address in, and how far from its
   start.  */
static void
write_row (void *context, const struct asm_row *row)
{
  struct writer *writer = context;
  struct json *json = &writer->json;
  json_open_array (json, NULL);
  json_whole (json, NULL, (unsigned)row->kind);
  if (row->kind == ASM_SOURCE)
    {
      json_whole (json, NULL, row->line);
      write_file (writer, NULL, row->file);
    }
  else if (row->kind == ASM_CALL)
    {
      write_function (writer, NULL, row->symbol);
      json_whole (json, NULL, row->calls);
    }
  else
    {
      json_whole (json, NULL, row->pc - writer->code_start);
      write_samples (writer, row->samples);
      json_whole (json, NULL, row->calls);
      if (row->kind != ASM_INSTRUCTION)
        json_whole (json, NULL,
                    row->kind == ASM_FOLDED ? row->count : row->length);
      else
        json_text (json, NULL, row->text);
      if (row->symbol != SYM_NONE)
        write_function (writer, NULL, row->symbol);
      if (row->offset > 0)
        json_whole (json, NULL, row->offset);
    }
  json_close (json);
}

/* One function: its address and its rows.  */
static enum status
write_code (struct writer *writer, struct asm_view *view,
            const struct asm_function *function)
{
  struct json *json = &writer->json;
  writer->code_start = function->linked_low_pc;
  json_open_object (json, NULL);
  write_function (writer, "function", function->symbol);
  json_address (json, "address", function->linked_low_pc);
  json_open_array (json, "rows");
  const enum status status
      = asm_view_walk (view, write_row, writer, writer->diag);
  json_close (json);
  json_close (json);
  return status;
}

static enum status
write_hot_code (struct writer *writer)
{
  const struct report *report = writer->report;
  const double all = report->total_ticks;
  const struct asm_function *function = NULL;
  struct symset wanted = { 0 };
  struct asm_view view;
  enum status status;
  /* Where they were asked for before, somebody knows them.  */
  if (report->sampled->ranges.count == 0
      || report->program->instructions.count == 0)
    return STATUS_OK;
  hot_view_choose (&wanted, report->symtab, report->analysis->self_ticks, all);
  asm_view_start_hot (&view, report, &wanted, least_part * all);
  json_open_array (&writer->json, "code");
  while ((status = asm_view_next_function (&view, &function, writer->diag))
             == STATUS_OK
         && function != NULL
         && (status = write_code (writer, &view, function)) == STATUS_OK)
    ;
  json_close (&writer->json);
  asm_view_end (&view);
  symset_release (&wanted);
  return status;
}

/* --- Times in each profile ----------------------------------------------- */

enum
{
  COLUMN_ROWS = 40 /* functions whose time in each profile is shown */
};

/* Of each column the first profile; and of the functions with most time the
   mean samples in each.  */
static void
write_columns (struct writer *writer)
{
  struct json *json = &writer->json;
  const struct file_columns *columns = writer->report->spreads->columns;
  const size_t count = file_columns_count (columns);
  struct per_file_view view;
  per_file_view_start (&view, writer->report, LISTING_PER_FILE);
  json_open_object (json, "columns");
  json_whole (json, "width", columns->width);
  json_open_array (json, "first");
  for (size_t i = 0; i < count; i++)
    json_text (json, NULL, per_file_view_call (&view, i * columns->width));
  json_close (json);
  json_open_array (json, "means");
  for (size_t row = 0; row < view.count && row < COLUMN_ROWS; row++)
    {
      const sym_id symbol = view.symbols[row];
      json_open_array (json, NULL);
      write_function (writer, NULL, symbol);
      for (size_t i = 0; i < count; i++)
        write_samples (writer, file_columns_mean (columns, symbol, i));
      json_close (json);
    }
  json_close (json);
  json_close (json);
  per_file_view_end (&view);
}

/* --- All figures --------------------------------------------------------- */

/* Write the member "page": what the program needs and JSON does not have.  */
static enum status
write_page (struct writer *writer)
{
  const struct report *report = writer->report;
  struct json *json = &writer->json;
  const char abbreviation[]
      = { report->profile->dimension.abbreviation, '\0' };
  struct arena memory = { 0 };
  json_open_object (json, "page");
  write_words (json);
  json_text (json, "abbreviation", abbreviation);
  if (report->account->is_known)
    json_text (json, "account", account_of (report, &memory));
  json_whole (json, "digits", time_digits (report));
  json_truth (json, "has_errors", report_has_errors (report));
  json_truth (json, "has_samples", report->profile->has_histogram);
  json_truth (json, "has_stacks", report->profile->arcs_are_measured);
  json_truth (json, "at_least", report->unseen.any);
  enum status status = write_sources (writer);
  if (status == STATUS_OK)
    status = write_hot_code (writer);
  if ((report->listings & LISTING_GRAPH) && report->profile->has_histogram)
    {
      write_tree (writer);
      if (has_old_paths (report))
        write_old_tree (writer);
    }
  if (report->listings & LISTING_PER_FILE)
    write_columns (writer);
  json_close (json);
  arena_release (&memory);
  return status;
}

static enum status
put_figures (struct writer *writer)
{
  struct output *output
      = deflate_start (writer->report->output, DEFLATE_BASE64);
  json_start (&writer->json, output);
  json_open_object (&writer->json, NULL);
  enum status status = json_report (&writer->json, writer->report,
                                    &writer->functions, true, writer->diag);
  if (status == STATUS_OK)
    status = write_page (writer);
  json_close (&writer->json);
  deflate_end (output);
  return status;
}

/* --- The page ------------------------------------------------------------ */

/* The policy allows nothing but what the page itself has in it.  */
static void
put_head (const struct report *report)
{
  char language[16];
  struct output *output = report->output;
  find_language (language);
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
                 strncmp (language, "ar", 2) == 0 ? " dir=\"rtl\"" : "",
                 html_style_hash, html_script_hash);
  put_text (output, path_base (report->options->image));
  output_text (output, " - gprof</title>\n<style>");
  output_bytes (output, (const char *)html_style, html_style_size);
  output_text (output, "</style>\n</head>\n");
}

static enum status
put_body (struct writer *writer)
{
  const struct report *report = writer->report;
  struct output *output = report->output;
  put_element (output, "<body>\n<main id=\"page\">\n<h1>",
               path_base (report->options->image));
  put_element (output, "</h1>\n<p>",
               _ ("With JavaScript this page also shows a flame graph, "
                  "source lines and more."));
  output_text (output, "</p>\n");
  put_table (output, &writer->functions);
  if (report->account->is_known)
    put_account (report);
  output_text (output, "</main>\n<script type=\"application/"
#ifdef HAVE_ZLIB
                       "zlib"
#else
                       "json"
#endif
                       "\" id=\"figures\">");
  const enum status status = put_figures (writer);
  output_text (output, "</script>\n<script type=\"module\">");
  output_bytes (output, (const char *)html_script, html_script_size);
  output_text (output, "</script>\n</body>\n</html>\n");
  return status;
}

enum status
write_html (struct report *report, struct diag *diag)
{
  struct writer writer = { .report = report, .diag = diag };
  functions_view_start (&writer.functions, report);
  put_head (report);
  const enum status status = put_body (&writer);
  functions_view_end (&writer.functions);
  return status;
}
