/* write_html.c - a report as one page for browsers (R15.80-R15.99).

   The page has its tables as HTML, for readers without JavaScript, all figures
   as JSON in a script that is never run, and a program that shows them.  What
   the program looks like is in src/output/html.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/json.h"
#include "base/quoting.h"
#include "base/sha256.h"
#include "base/vec.h"
#include "object/source_lines.h"
#include "output/formats.h"
#include "output/html_files.h"
#include "output/json_parts.h"
#include "output/view_diff.h"
#include "output/view_findings.h"
#include "output/view_functions.h"
#include "output/view_hot.h"
#include "output/view_per_file.h"
#include "output/view_stacks.h"

enum
{
  TABLE_ROWS = 200, /* functions in the table without JavaScript */
  CONTEXT = 4,      /* source lines shown around one that matters */
  LINE_MOST = 300   /* bytes of a source line that are shown */
};

struct writer
{
  struct report *report;
  struct output *output;
  struct json json;
  struct functions_view functions;
  uint32_t *file;   /* of each source file: its number from 1 in the page; 0
                     before it has one */
  source_id *files; /* the source files by these numbers */
  size_t file_count;
  struct diag *diag;
};

/* --- Figures ------------------------------------------------------------- */

/* SAMPLES to a thousandth of one, which is far less than their error.  */
static void
write_samples (struct json *json, double samples)
{
  const double most = 1e12;
  if (samples > -most && samples < most)
    samples
        = (double)(int64_t)(samples * 1000 + (samples < 0 ? -.5 : .5)) / 1000;
  json_number (json, NULL, samples);
}

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

/* --- Functions ----------------------------------------------------------- */

static void
put_name (struct writer *writer, const struct function_row *row)
{
  json_text (&writer->json, NULL, row->name);
}

/* The number of the source file ID in the page.  */
static uint32_t
number_of_file (struct writer *writer, source_id id)
{
  if (writer->file[id] == 0)
    {
      writer->files[writer->file_count++] = id;
      writer->file[id] = (uint32_t)writer->file_count;
    }
  return writer->file[id];
}

static void
put_file (struct writer *writer, const struct function_row *row)
{
  const source_id id = writer->report->symtab->file[row->symbol];
  json_whole (&writer->json, NULL,
              row->file != NULL ? number_of_file (writer, id) : 0);
}

static void
put_line (struct writer *writer, const struct function_row *row)
{
  json_whole (&writer->json, NULL, row->line);
}

/* The number of the object from 1, 0 where none is known.  */
static void
put_object (struct writer *writer, const struct function_row *row)
{
  json_whole (&writer->json, NULL,
              row->object != NULL
                  ? symtab_object (writer->report->symtab, row->symbol) + 1
                  : 0);
}

static void
put_address (struct writer *writer, const struct function_row *row)
{
  json_address (&writer->json, NULL, row->address);
}

static void
put_self (struct writer *writer, const struct function_row *row)
{
  write_samples (&writer->json, row->self_samples);
}

static void
put_children (struct writer *writer, const struct function_row *row)
{
  write_samples (&writer->json, row->children_samples);
}

static void
put_calls (struct writer *writer, const struct function_row *row)
{
  json_whole (&writer->json, NULL, row->calls);
}

static void
put_self_calls (struct writer *writer, const struct function_row *row)
{
  json_whole (&writer->json, NULL, row->self_calls);
}

static void
put_cycle (struct writer *writer, const struct function_row *row)
{
  json_whole (&writer->json, NULL, row->cycle);
}

static void
put_index (struct writer *writer, const struct function_row *row)
{
  json_whole (&writer->json, NULL, row->index);
}

/* What kind the figures are of: 1, time of children is estimated; 2, calls are
   a lower bound.  */
static void
put_kinds (struct writer *writer, const struct function_row *row)
{
  json_whole (&writer->json, NULL,
              (row->is_exact ? 0u : 1u) | (row->is_lower_bound ? 2u : 0u));
}

/* The number of the row and its name to the linker, if that is another one.  */
static void
put_symbol (struct writer *writer, const struct function_row *row, size_t i)
{
  if (strcmp (row->function, row->name) == 0)
    return;
  json_whole (&writer->json, NULL, i);
  json_text (&writer->json, NULL, row->function);
}

/* The number of the row and the bytes of its name, if that is no UTF-8.  */
static void
put_bytes_of_name (struct writer *writer, const struct function_row *row,
                   size_t i)
{
  if (quoting_is_utf8 (row->function))
    return;
  json_whole (&writer->json, NULL, i);
  json_base64 (&writer->json, NULL, row->function);
}

static void
write_column (struct writer *writer, const char *key,
              void (*put) (struct writer *writer,
                           const struct function_row *row))
{
  json_open_array (&writer->json, key);
  for (size_t i = 0; i < writer->functions.count; i++)
    {
      const struct function_row row
          = functions_view_row (&writer->functions, i);
      put (writer, &row);
    }
  json_close (&writer->json);
}

/* A column that few rows are in, with their numbers.  */
static void
write_sparse (struct writer *writer, const char *key,
              void (*put) (struct writer *writer,
                           const struct function_row *row, size_t i))
{
  json_open_array (&writer->json, key);
  for (size_t i = 0; i < writer->functions.count; i++)
    {
      const struct function_row row
          = functions_view_row (&writer->functions, i);
      put (writer, &row, i);
    }
  json_close (&writer->json);
}

static void
write_functions (struct writer *writer)
{
  static const struct
  {
    const char *key;
    void (*put) (struct writer *writer, const struct function_row *row);
  } columns[] = { { "name", put_name },
                  { "file", put_file },
                  { "line", put_line },
                  { "object", put_object },
                  { "address", put_address },
                  { "self", put_self },
                  { "children", put_children },
                  { "calls", put_calls },
                  { "self_calls", put_self_calls },
                  { "cycle", put_cycle },
                  { "index", put_index },
                  { "kinds", put_kinds } };
  json_open_object (&writer->json, "functions");
  for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
    write_column (writer, columns[i].key, columns[i].put);
  write_sparse (writer, "symbol", put_symbol);
  write_sparse (writer, "bytes", put_bytes_of_name);
  json_close (&writer->json);
}

static void
write_files (struct writer *writer)
{
  json_open_array (&writer->json, "files");
  for (size_t i = 0; i < writer->file_count; i++)
    json_text (&writer->json, NULL,
               sources_name (writer->report->names->sources,
                             writer->files[i]));
  json_close (&writer->json);
}

/* --- Arcs and cycles ----------------------------------------------------- */

/* All arcs one behind another, six numbers for each: the last one is its kind,
   that of enum arc_certainty, 4 more where calls are a lower bound, 8 more
   where it was only found in the code.  */
static void
write_arcs (struct writer *writer)
{
  struct json *json = &writer->json;
  struct arc_row arc;
  json_open_array (json, "arcs");
  while (functions_view_next_arc (&writer->functions, &arc))
    {
      json_whole (json, NULL, arc.caller);
      json_whole (json, NULL, arc.callee);
      json_whole (json, NULL, arc.calls);
      write_samples (json, arc.self_samples);
      write_samples (json, arc.children_samples);
      json_whole (json, NULL,
                  (unsigned)arc.certainty | (arc.is_lower_bound ? 4u : 0u)
                      | (arc.is_static ? 8u : 0u));
    }
  json_close (json);
}

/* The number of SYMBOL's row, or its name if it was left out.  */
static void
write_function (struct writer *writer, sym_id symbol)
{
  const uint32_t number = functions_view_number (&writer->functions, symbol);
  if (number != ROW_NONE)
    json_whole (&writer->json, NULL, number);
  else
    json_text (&writer->json, NULL, names_of (writer->report->names, symbol));
}

/* What breaks CYCLE: caller, callee and calls of each arc.  */
static void
write_breaking (struct writer *writer, uint32_t cycle)
{
  const struct cycle_breaking *breaking = writer->report->breaking;
  const struct callgraph *graph = writer->report->graph;
  struct json *json = &writer->json;
  json_truth (json, "verified", breaking->broken[cycle]);
  json_open_array (json, "breaking");
  for (size_t i = breaking->arc_start[cycle];
       i < breaking->arc_start[cycle + 1]; i++)
    if (breaking->breaks[i])
      {
        const arc_id arc = breaking->arcs[i];
        write_function (writer, graph->from.items[arc]);
        write_function (writer, graph->to.items[arc]);
        json_whole (json, NULL, graph->count.items[arc]);
      }
  json_close (json);
}

static void
write_cycle (struct writer *writer, uint32_t number)
{
  const struct cycle_row row
      = functions_view_cycle (&writer->functions, number);
  struct json *json = &writer->json;
  json_open_object (json, NULL);
  json_whole (json, "index", row.index);
  json_open_array (json, "members");
  for (size_t i = 0; i < row.member_count; i++)
    write_function (writer, row.members[i]);
  json_close (json);
  json_open_array (json, "samples");
  write_samples (json, row.self_samples);
  write_samples (json, row.children_samples);
  json_close (json);
  json_whole (json, "calls", row.calls);
  json_whole (json, "self_calls", row.self_calls);
  if (writer->report->listings & LISTING_CYCLES)
    write_breaking (writer, number);
  json_close (json);
}

static void
write_cycles (struct writer *writer)
{
  json_open_array (&writer->json, "cycles");
  for (uint32_t i = 1; i <= functions_view_cycles (&writer->functions); i++)
    write_cycle (writer, i);
  json_close (&writer->json);
}

/* --- The call tree ------------------------------------------------------- */

/* A frame is the number of a row, a name, minus the number of a cycle, or null
   for what was merged.  */
static void
write_frames (struct writer *writer, struct stacks_view *view)
{
  json_open_array (&writer->json, "frames");
  for (size_t i = 0; i < view->frame_count; i++)
    {
      const struct stack_frame frame = stacks_view_frame (view, i);
      if (frame.symbol != SYM_NONE)
        write_function (writer, frame.symbol);
      else if (frame.cycle != 0)
        json_number (&writer->json, NULL, -(double)frame.cycle);
      else
        json_text (&writer->json, NULL, NULL);
    }
  json_close (&writer->json);
}

/* Paths one behind another, three numbers for each: that of its parent among
   them, from 1, 0 without; its frame; its samples with all below it.  */
static enum status
write_tree (struct writer *writer)
{
  struct json *json = &writer->json;
  struct stacks_view view;
  enum status status = stacks_view_start (&view, writer->report, writer->diag);
  json_open_object (json, "tree");
  if (status == STATUS_OK)
    {
      write_frames (writer, &view);
      json_open_array (json, "paths");
      for (size_t i = 0; i < view.stacks.count; i++)
        {
          const struct stack *stack = &view.stacks.items[i];
          json_whole (json, NULL,
                      stack->parent == STACK_NONE ? 0 : stack->parent + 1);
          json_whole (json, NULL, view.number[i]);
          write_samples (json, stack->total);
        }
      json_close (json);
    }
  json_close (json);
  stacks_view_end (&view);
  return status;
}

/* --- Source lines -------------------------------------------------------- */

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

/* The lines around ROWS[0 .. COUNT-1], which are of one file.  */
static enum status
write_lines (struct writer *writer, struct source_lines *sources,
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
write_source (struct writer *writer, struct source_lines *sources,
              const struct hot_row *rows, size_t count)
{
  struct json *json = &writer->json;
  json_open_object (json, NULL);
  json_whole (json, "file", number_of_file (writer, rows[0].file));
  enum status status = write_lines (writer, sources, rows, count);
  json_open_array (json, "heat");
  for (size_t i = 0; i < count; i++)
    {
      json_whole (json, NULL, rows[i].line);
      write_samples (json, rows[i].samples);
      json_whole (json, NULL, rows[i].calls);
      write_function (writer, rows[i].symbol);
    }
  json_close (json);
  json_close (json);
  return status;
}

static enum status
write_sources (struct writer *writer)
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

/* --- Several profiles, and a comparison ---------------------------------- */

/* The number of the profile called NAME.  */
static size_t
profile_number (const struct report *report, const char *name)
{
  size_t i = 0;
  while (i < report->options->profiles.count
         && strcmp (report->options->profiles.items[i], name) != 0)
    i++;
  return i;
}

/* Of each row: the function, mean, minimum, maximum, deviation (null with one
   file), and the name of the file that has the maximum, or its number among
   those that were named.  */
static enum status
write_per_file (struct writer *writer)
{
  struct json *json = &writer->json;
  struct per_file_view view;
  enum status status
      = per_file_view_start (&view, writer->report, writer->diag);
  json_open_object (json, "per_file");
  json_whole (json, "count", view.files);
  json_open_array (json, "rows");
  if (status == STATUS_OK)
    for (const struct per_file_row *row;
         (row = per_file_view_next (&view)) != NULL;)
      {
        const size_t number = profile_number (writer->report, row->file);
        write_function (writer, row->symbol);
        json_number (json, NULL, row->mean);
        json_number (json, NULL, row->minimum);
        json_number (json, NULL, row->maximum);
        if (row->has_deviation)
          json_number (json, NULL, row->deviation);
        else
          json_text (json, NULL, NULL);
        if (number < writer->report->options->profiles.count)
          json_whole (json, NULL, number);
        else
          json_text (json, NULL, row->file);
      }
  json_close (json);
  json_close (json);
  per_file_view_end (&view);
  return status;
}

/* One row: the number of the function, if it has one, or null, its name, its
   kind, old and new time, error of the difference, is it significant, old and
   new calls per profile.  */
static void
write_compared (struct writer *writer, struct diff_view *view,
                const struct diff_row *row)
{
  struct json *json = &writer->json;
  const struct change *change = row->change;
  const uint32_t number
      = row->kind == DIFF_GONE
            ? ROW_NONE
            : functions_view_number (&writer->functions,
                                     row->match->first[SIDE_NEW]);
  if (number != ROW_NONE)
    json_whole (json, NULL, number);
  else
    json_text (json, NULL, NULL);
  json_text (json, NULL, diff_view_name (view, row));
  json_whole (json, NULL, (unsigned)row->kind);
  json_number (json, NULL, change->sides[SIDE_OLD].time);
  json_number (json, NULL, change->sides[SIDE_NEW].time);
  json_number (json, NULL, change->error);
  json_whole (json, NULL, change->significant);
  json_number (json, NULL, row->calls[SIDE_OLD].number);
  json_number (json, NULL, row->calls[SIDE_NEW].number);
}

static void
write_sums (struct json *json, const struct diff_view *view)
{
  const struct change *total = view->total.change;
  json_open_array (json, "files");
  json_whole (json, NULL, view->files[SIDE_OLD]);
  json_whole (json, NULL, view->files[SIDE_NEW]);
  json_close (json);
  json_truth (json, "by_spread", view->by_spread);
  json_open_array (json, "rest");
  json_whole (json, NULL, view->rest.functions);
  json_number (json, NULL, view->rest.time[SIDE_OLD]);
  json_number (json, NULL, view->rest.time[SIDE_NEW]);
  json_close (json);
  json_open_array (json, "total");
  json_number (json, NULL, total->sides[SIDE_OLD].time);
  json_number (json, NULL, total->sides[SIDE_NEW].time);
  json_number (json, NULL, total->error);
  json_whole (json, NULL, total->significant);
  json_close (json);
}

static enum status
write_comparison (struct writer *writer)
{
  struct json *json = &writer->json;
  struct diff_view view;
  enum status status = diff_view_start (&view, writer->report, writer->diag);
  json_open_object (json, "comparison");
  if (status == STATUS_OK)
    {
      write_sums (json, &view);
      json_open_array (json, "rows");
      for (const struct diff_row *row; (row = diff_view_next (&view)) != NULL;)
        write_compared (writer, &view, row);
      json_close (json);
    }
  json_close (json);
  diff_view_end (&view);
  return status;
}

/* --- Words --------------------------------------------------------------- */

/* All that src/output/html says, for the program of the page asks for words by
   their English ones.  %s stands for a number or a name.  */
static const char *const words[] = {
  N_ ("%s samples"),
  N_ ("exact"),
  N_ ("estimated"),
  N_ ("in a cycle"),
  N_ ("cycle %s"),
  N_ ("sorted by %s"),
  N_ ("time"),
  N_ ("one sample is %s"),
  N_ ("samples"),
  N_ ("Functions"),
  N_ ("left out: %s, with %s"),
  N_ ("arcs"),
  N_ ("exact: %s"),
  N_ ("Cycles"),
  N_ ("Profiles"),
  N_ ("What to beware of"),
  N_ ("no findings: nothing says that the figures mislead"),
  N_ ("at least as many: some calls may be lost"),
  N_ ("fewer than 10 samples"),
  N_ ("self"),
  N_ ("time in the function itself"),
  N_ ("total"),
  N_ ("time with all that it calls"),
  N_ ("calls"),
  N_ ("total per call"),
  N_ ("if each call takes the same time"),
  N_ ("function"),
  N_ ("place"),
  N_ ("with estimated time"),
  N_ ("with 10 samples or more"),
  N_ ("name, file or object"),
  N_ ("Search"),
  N_ ("Show"),
  N_ ("%s of %s"),
  N_ ("found in the code"),
  N_ ("%s of %s calls"),
  N_ ("%s calls"),
  N_ ("exact: all calls come from here"),
  N_ ("estimated: at least 0, at most %s"),
  N_ ("calls within a cycle pass on no time"),
  N_ ("unknown callers"),
  N_ ("the function itself"),
  N_ ("%s more, with %s"),
  N_ ("none"),
  N_ ("Callers"),
  N_ ("Callees"),
  N_ ("Neighbourhood"),
  N_ ("show what is around %s"),
  N_ ("line"),
  N_ ("Source"),
  N_ ("object"),
  N_ ("address"),
  N_ ("linker name"),
  N_ ("number in the call graph"),
  N_ ("members: %s, together %s"),
  N_ ("mean"),
  N_ ("minimum"),
  N_ ("maximum"),
  N_ ("standard deviation"),
  N_ ("Changes"),
  N_ ("old"),
  N_ ("new"),
  N_ ("change"),
  N_ ("there is no function %s"),
  N_ ("estimated by the number of calls"),
  N_ ("Details"),
  N_ ("Call tree"),
  N_ ("whole program"),
  N_ ("synthesised"),
  N_ ("The profile has no stacks: these paths assume that each call of a "
      "function takes the same time. A cycle is one box."),
  N_ ("Arcs that break it"),
  N_ ("These options leave the arcs out:"),
  N_ ("Members"),
  N_ ("calls from outside"),
  N_ ("calls inside"),
  N_ ("not verified: a cycle remains without them"),
  N_ ("%s more"),
  N_ ("Functions that call each other in a circle share their time as a "
      "whole; calls between them pass none on."),
  N_ ("only in the new program"),
  N_ ("only in the old program"),
  N_ ("several of this name"),
  N_ ("standard error"),
  N_ ("A change marked by * is greater than three standard errors."),
  N_ ("other functions: %s, from %s to %s"),
  N_ ("Self times in %s profiles: the least, the most and the mean."),
  N_ ("maximum / mean"),
  N_ ("maximum in"),
  N_ ("other colours"),
  N_ ("Parts"),
  N_ ("move"),
  N_ ("open the function, or zoom into the box"),
  N_ ("open the function of a box"),
  N_ ("zoom out"),
  N_ ("back"),
  N_ ("leave"),
  N_ ("Keys"),
  N_ ("A bar is a time, its whisker the standard error: two of three times "
      "the true time is within one."),
  N_ ("to the content"),
};

/* Those that are translated.  */
static void
write_words (struct json *json)
{
  json_open_array (json, "words");
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strcmp (_ (words[i]), words[i]) != 0)
      {
        json_text (json, NULL, words[i]);
        json_text (json, NULL, _ (words[i]));
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

/* --- All figures --------------------------------------------------------- */

static void
write_totals (struct writer *writer)
{
  const struct report *report = writer->report;
  const struct functions_view *view = &writer->functions;
  struct json *json = &writer->json;
  const char abbreviation[]
      = { report->profile->dimension.abbreviation, '\0' };
  json_open_object (json, "totals");
  json_text (json, "abbreviation", abbreviation);
  json_whole (json, "digits", time_digits (report));
  json_truth (json, "has_errors", report_has_errors (report));
  json_truth (json, "has_samples", report->profile->has_histogram);
  json_truth (json, "has_arcs", report->listings & LISTING_GRAPH);
  json_whole (json, "recorded_samples", view->recorded_samples);
  json_number (json, "samples", report->total_ticks);
  json_whole (json, "left_out_functions", view->left_out);
  json_number (json, "left_out_samples", view->left_out_samples);
  json_close (json);
}

static enum status
write_others (struct writer *writer)
{
  const struct report *report = writer->report;
  enum status status = STATUS_OK;
  if (report->listings & LISTING_GRAPH)
    {
      write_arcs (writer);
      write_cycles (writer);
      if (report->profile->has_histogram)
        status = write_tree (writer);
    }
  if (status == STATUS_OK && (report->listings & LISTING_PER_FILE))
    status = write_per_file (writer);
  if (status == STATUS_OK && (report->listings & LISTING_DIFF))
    status = write_comparison (writer);
  if (status == STATUS_OK && (report->listings & LISTING_EXPLAIN))
    status = json_findings (&writer->json, report, writer->diag);
  return status;
}

static enum status
write_figures (struct writer *writer)
{
  struct json *json = &writer->json;
  json_start (json, writer->output);
  json_open_object (json, NULL);
  write_words (json);
  enum status status = json_provenance (json, writer->report, writer->diag);
  write_totals (writer);
  write_functions (writer);
  if (status == STATUS_OK)
    status = write_sources (writer);
  write_files (writer);
  if (status == STATUS_OK)
    status = write_others (writer);
  json_close (json);
  return status;
}

/* --- Tables -------------------------------------------------------------- */

/* TEXT, which is ours or the user's, in HTML.  */
static void
put_text (struct writer *writer, const char *text)
{
  output_quoted (writer->output, quote_xml, text);
}

static void
put_element (struct writer *writer, const char *name, const char *text)
{
  output_printf (writer->output, "<%s>", name);
  put_text (writer, text);
  output_printf (writer->output, "</%s>", name);
}

/* The row of headings, between which are commas, of a table called CAPTION.  */
static void
open_table (struct writer *writer, const char *caption,
            const char *const *headings, size_t count)
{
  output_text (writer->output, "<table>\n");
  put_element (writer, "caption", caption);
  output_text (writer->output, "\n<thead><tr>");
  for (size_t i = 0; i < count; i++)
    {
      output_text (writer->output, "<th scope=\"col\">");
      put_text (writer, headings[i]);
    }
  output_text (writer->output, "</tr></thead>\n<tbody>\n");
}

static void
close_table (struct writer *writer)
{
  output_text (writer->output, "</tbody>\n</table>\n");
}

static void
put_function (struct writer *writer, const struct function_row *row)
{
  const int digits = (int)time_digits (writer->report);
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
  put_text (writer, row->name);
  output_text (output, "<td>");
  if (row->file != NULL)
    {
      put_text (writer, row->file);
      output_printf (output, ":%" PRIu32, row->line);
    }
  output_char (output, '\n');
}

/* What the table does not have, and what it took.  */
static void
put_rest (struct writer *writer, size_t shown)
{
  const struct functions_view *view = &writer->functions;
  const struct report *report = writer->report;
  double samples = view->left_out_samples;
  for (size_t i = shown; i < view->count; i++)
    samples += functions_view_row (view, i).self_samples;
  const size_t count = view->left_out + view->count - shown;
  if (count == 0)
    return;
  output_printf (writer->output, "<tr><td>%.2f<td>%.*f<td><td><td><td>",
                 report->total_ticks > 0 ? 100 * samples / report->total_ticks
                                         : 0,
                 (int)time_digits (report), report_time (report, samples));
  char text[200];
  snprintf (text, sizeof text,
            P_ ("%zu function left out", "%zu functions left out", count),
            count);
  put_text (writer, text);
  output_char (writer->output, '\n');
}

static void
put_functions (struct writer *writer)
{
  const char *const headings[]
      = { /* xgettext:no-c-format */
          _ ("% self"), _ ("self"),
          /* xgettext:no-c-format */
          _ ("% total"), _ ("total"), _ ("calls"), _ ("function"), _ ("place")
        };
  const size_t count = writer->functions.count;
  const size_t shown = count < TABLE_ROWS ? count : TABLE_ROWS;
  open_table (writer, _ ("Functions"), headings,
              sizeof headings / sizeof *headings);
  for (size_t i = 0; i < shown; i++)
    {
      const struct function_row row
          = functions_view_row (&writer->functions, i);
      put_function (writer, &row);
    }
  put_rest (writer, shown);
  close_table (writer);
}

static enum status
put_findings (struct writer *writer)
{
  struct findings_view view;
  if (!(writer->report->listings & LISTING_EXPLAIN))
    return STATUS_OK;
  put_element (writer, "h2", _ ("What to beware of"));
  output_text (writer->output, "\n<ul>\n");
  findings_view_start (&view, writer->report);
  for (const struct findings_row *row;
       (row = findings_view_next (&view)) != NULL;)
    {
      output_text (writer->output, "<li>");
      put_element (writer, "strong", row->what);
      output_text (writer->output, "<br>");
      put_text (writer, row->evidence);
      output_text (writer->output, "<br>");
      put_text (writer, row->remedy);
      output_char (writer->output, '\n');
    }
  output_text (writer->output, "</ul>\n");
  if (view.next == 0)
    put_element (writer, "p",
                 _ ("no findings: nothing says that the figures mislead"));
  return findings_view_end (&view, writer->diag);
}

/* --- The page ------------------------------------------------------------ */

/* The policy allows nothing but what the page itself has in it.  */
static void
put_head (struct writer *writer)
{
  char style[SHA256_BASE64 + 1], script[SHA256_BASE64 + 1], language[16];
  struct output *output = writer->output;
  sha256_base64 (html_style, html_style_size, style);
  sha256_base64 (html_script, html_script_size, script);
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
                 strncmp (language, "ar", 2) == 0 ? " dir=\"rtl\"" : "", style,
                 script);
  put_text (writer, diag_base_name (writer->report->options->image));
  output_text (output, " - gprof</title>\n<style>");
  output_bytes (output, (const char *)html_style, html_style_size);
  output_text (output, "</style>\n</head>\n");
}

static enum status
put_body (struct writer *writer)
{
  struct output *output = writer->output;
  output_text (output, "<body>\n<main id=\"page\">\n");
  put_element (writer, "h1", diag_base_name (writer->report->options->image));
  output_char (output, '\n');
  put_element (writer, "p",
               _ ("With JavaScript this page also shows callers and callees, "
                  "the call tree and more."));
  output_char (output, '\n');
  enum status status = put_findings (writer);
  if (status != STATUS_OK)
    return status;
  put_functions (writer);
  output_text (output,
               "</main>\n<script type=\"application/json\" id=\"figures\">");
  status = write_figures (writer);
  output_text (output, "</script>\n<script type=\"module\">");
  output_bytes (output, (const char *)html_script, html_script_size);
  output_text (output, "</script>\n</body>\n</html>\n");
  return status;
}

enum status
write_html (struct report *report, struct diag *diag)
{
  struct writer writer
      = { .report = report, .output = report->output, .diag = diag };
  const size_t sources = report->program->sources.names.count;
  enum status status = functions_view_start (&writer.functions, report, diag);
  writer.file = array_new (sources, sizeof *writer.file);
  writer.files = array_new (sources, sizeof *writer.files);
  if (status == STATUS_OK && (writer.file == NULL || writer.files == NULL))
    status = diag_no_memory (diag);
  if (status == STATUS_OK)
    {
      put_head (&writer);
      status = put_body (&writer);
    }
  free (writer.file);
  free (writer.files);
  functions_view_end (&writer.functions);
  return status;
}
