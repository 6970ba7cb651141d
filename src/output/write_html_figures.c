/* write_html_figures.c - the figures of a page, for its program (R15.83).  */

#include "config.h"

#include "write_html_private.h"

#include "output/json_parts.h"
#include "output/view_stacks.h"

/* --- Figures ------------------------------------------------------------- */

void
html_samples (struct json *json, double samples)
{
  const double most = 1e12;
  if (samples > -most && samples < most)
    samples
        = (double)(int64_t)(samples * 1000 + (samples < 0 ? -.5 : .5)) / 1000;
  json_number (json, NULL, samples);
}

unsigned
html_time_digits (const struct report *report)
{
  unsigned digits = 2;
  for (double least = .01; digits < 9 && report_time (report, 1) > 0
                           && report_time (report, 1) < least;
       least /= 10)
    digits++;
  return digits;
}

/* --- Functions ----------------------------------------------------------- */

uint32_t
html_file (struct html_writer *writer, source_id id)
{
  if (writer->file[id] == 0)
    {
      writer->files[writer->file_count++] = id;
      writer->file[id] = (uint32_t)writer->file_count;
    }
  return writer->file[id];
}

static void
put_file (struct html_writer *writer, const struct function_row *row)
{
  const source_id id = writer->report->symtab->file[row->symbol];
  json_whole (&writer->json, NULL,
              row->file != NULL ? html_file (writer, id) : 0);
}

static void
put_line (struct html_writer *writer, const struct function_row *row)
{
  json_whole (&writer->json, NULL, row->line);
}

/* The number of the object from 1, 0 where none is known.  */
static void
put_object (struct html_writer *writer, const struct function_row *row)
{
  json_whole (&writer->json, NULL,
              row->object != NULL
                  ? symtab_object (writer->report->symtab, row->symbol) + 1
                  : 0);
}

static void
put_address (struct html_writer *writer, const struct function_row *row)
{
  json_address (&writer->json, NULL, row->address);
}

static void
put_self (struct html_writer *writer, const struct function_row *row)
{
  html_samples (&writer->json, row->self_samples);
}

static void
put_children (struct html_writer *writer, const struct function_row *row)
{
  html_samples (&writer->json, row->children_samples);
}

static void
put_calls (struct html_writer *writer, const struct function_row *row)
{
  json_whole (&writer->json, NULL, row->calls);
}

static void
put_self_calls (struct html_writer *writer, const struct function_row *row)
{
  json_whole (&writer->json, NULL, row->self_calls);
}

static void
put_cycle (struct html_writer *writer, const struct function_row *row)
{
  json_whole (&writer->json, NULL, row->cycle);
}

static void
put_index (struct html_writer *writer, const struct function_row *row)
{
  json_whole (&writer->json, NULL, row->index);
}

/* What kind the figures are of: 1, time of children is estimated; 2, calls are
   a lower bound.  */
static void
put_kinds (struct html_writer *writer, const struct function_row *row)
{
  json_whole (&writer->json, NULL,
              (row->is_exact ? 0u : 1u) | (row->is_lower_bound ? 2u : 0u));
}

static void
write_column (struct html_writer *writer, const char *key,
              void (*put) (struct html_writer *writer,
                           const struct function_row *row))
{
  json_open_array (&writer->json, key);
  for (size_t i = 0; i < writer->functions.count; i++)
    put (writer, &writer->rows[i]);
  json_close (&writer->json);
}

static enum status
write_functions (struct html_writer *writer)
{
  static const struct
  {
    const char *key;
    void (*put) (struct html_writer *writer, const struct function_row *row);
  } columns[] = { { "file", put_file },     { "line", put_line },
                  { "object", put_object }, { "address", put_address },
                  { "self", put_self },     { "children", put_children },
                  { "calls", put_calls },   { "self_calls", put_self_calls },
                  { "cycle", put_cycle },   { "index", put_index },
                  { "kinds", put_kinds } };
  json_open_object (&writer->json, "functions");
  for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
    write_column (writer, columns[i].key, columns[i].put);
  const enum status status = html_names (writer);
  json_close (&writer->json);
  return status;
}

static void
write_files (struct html_writer *writer)
{
  json_open_array (&writer->json, "files");
  for (size_t i = 0; i < writer->file_count; i++)
    json_text (&writer->json, NULL,
               sources_name (writer->report->names->sources,
                             writer->files[i]));
  json_close (&writer->json);
}

/* --- Arcs and cycles ----------------------------------------------------- */

/* The certainty of ARC as the page knows it: what was measured is exact.  */
static unsigned
certainty_on_page (const struct arc_row *arc)
{
  return arc->certainty == ARC_MEASURED ? ARC_EXACT : arc->certainty;
}

/* All arcs one behind another, six numbers for each: the first one is how many
   rows its caller is behind that of the arc before; the last one is its kind,
   that of enum arc_certainty, 4 more where calls are a lower bound, 8 more
   where it was only found in the code.  */
static void
write_arcs (struct html_writer *writer)
{
  struct json *json = &writer->json;
  struct arc_row arc;
  uint32_t caller = 0;
  json_open_array (json, "arcs");
  while (functions_view_next_arc (&writer->functions, &arc))
    {
      json_whole (json, NULL, arc.caller - caller);
      caller = arc.caller;
      json_whole (json, NULL, arc.callee);
      json_whole (json, NULL, arc.calls);
      html_samples (json, arc.self_samples);
      html_samples (json, arc.children_samples);
      json_whole (json, NULL,
                  certainty_on_page (&arc) | (arc.is_lower_bound ? 4u : 0u)
                      | (arc.is_static ? 8u : 0u));
    }
  json_close (json);
}

void
html_function (struct html_writer *writer, const char *key, sym_id symbol)
{
  const uint32_t number = functions_view_number (&writer->functions, symbol);
  if (number != ROW_NONE)
    json_whole (&writer->json, key, number);
  else
    json_text (&writer->json, key, names_of (writer->report->names, symbol));
}

/* What breaks CYCLE: caller, callee and calls of each arc.  */
static void
write_breaking (struct html_writer *writer, uint32_t cycle)
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
        html_function (writer, NULL, graph->from.items[arc]);
        html_function (writer, NULL, graph->to.items[arc]);
        json_whole (json, NULL, graph->count.items[arc]);
      }
  json_close (json);
}

static void
write_cycle (struct html_writer *writer, uint32_t number)
{
  const struct cycle_row row
      = functions_view_cycle (&writer->functions, number);
  struct json *json = &writer->json;
  json_open_object (json, NULL);
  json_whole (json, "index", row.index);
  json_open_array (json, "members");
  for (size_t i = 0; i < row.member_count; i++)
    html_function (writer, NULL, row.members[i]);
  json_close (json);
  json_open_array (json, "samples");
  html_samples (json, row.self_samples);
  html_samples (json, row.children_samples);
  json_close (json);
  json_whole (json, "calls", row.calls);
  json_whole (json, "self_calls", row.self_calls);
  if (writer->report->listings & LISTING_CYCLES)
    write_breaking (writer, number);
  json_close (json);
}

static void
write_cycles (struct html_writer *writer)
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
write_frames (struct html_writer *writer, struct stacks_view *view)
{
  json_open_array (&writer->json, "frames");
  for (size_t i = 0; i < view->frame_count; i++)
    {
      const struct stack_frame frame = stacks_view_frame (view, i);
      if (frame.symbol != SYM_NONE)
        html_function (writer, NULL, frame.symbol);
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
write_tree (struct html_writer *writer)
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
          html_samples (json, stack->total);
        }
      json_close (json);
    }
  json_close (json);
  stacks_view_end (&view);
  return status;
}

/* --- All figures --------------------------------------------------------- */

static void
write_totals (struct html_writer *writer)
{
  const struct report *report = writer->report;
  const struct functions_view *view = &writer->functions;
  struct json *json = &writer->json;
  const char abbreviation[]
      = { report->profile->dimension.abbreviation, '\0' };
  json_open_object (json, "totals");
  json_text (json, "abbreviation", abbreviation);
  json_whole (json, "digits", html_time_digits (report));
  json_truth (json, "has_errors", report_has_errors (report));
  json_truth (json, "has_samples", report->profile->has_histogram);
  json_truth (json, "has_stacks", report->profile->has_stacks);
  json_truth (json, "has_arcs", report->listings & LISTING_GRAPH);
  json_whole (json, "recorded_samples", view->recorded_samples);
  json_number (json, "samples", report->total_ticks);
  json_whole (json, "left_out_functions", view->left_out);
  json_number (json, "left_out_samples", view->left_out_samples);
  json_close (json);
}

static enum status
write_others (struct html_writer *writer)
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
    status = html_per_file (writer);
  if (status == STATUS_OK && (report->listings & LISTING_DIFF))
    status = html_comparison (writer);
  if (status == STATUS_OK && (report->listings & LISTING_EXPLAIN))
    status = json_findings (&writer->json, report, writer->diag);
  return status;
}

enum status
html_figures (struct html_writer *writer)
{
  struct json *json = &writer->json;
  json_start (json, writer->output);
  json_open_object (json, NULL);
  html_words (json);
  enum status status = json_provenance (json, writer->report, writer->diag);
  write_totals (writer);
  if (status == STATUS_OK)
    status = write_functions (writer);
  if (status == STATUS_OK)
    status = html_sources (writer);
  if (status == STATUS_OK)
    status = html_code (writer);
  write_files (writer);
  if (status == STATUS_OK)
    status = write_others (writer);
  json_close (json);
  return status;
}
