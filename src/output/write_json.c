/* write_json.c - a report as JSON (R15.20-R15.26); doc/gprof.schema.json
   describes every member.  */

#include "config.h"

#include "base/json.h"
#include "base/vec.h"
#include "output/formats.h"
#include "output/json_parts.h"
#include "output/view_diff.h"
#include "output/view_exec.h"
#include "output/view_functions.h"
#include "output/view_per_file.h"
#include "output/view_source.h"

#define SCHEMA "gprof/1"

struct writer
{
  struct report *report;
  struct json json;
  struct functions_view functions;
  VEC (char) text; /* of a line of source */
  struct diag *diag;
};

static const char *
kind_of_calls (bool is_lower_bound)
{
  return is_lower_bound ? "lower bound" : "counted";
}

/* --- Totals -------------------------------------------------------------- */

static void
write_totals (struct writer *writer)
{
  const struct report *report = writer->report;
  const struct functions_view *view = &writer->functions;
  struct json *json = &writer->json;
  json_open_object (json, "totals");
  json_whole (json, "recorded_samples", view->recorded_samples);
  json_number (json, "samples", report->total_ticks);
  json_number (json, "self", report_time (report, report->total_ticks));
  json_number (json, "propagated_samples", report->analysis->print_ticks);
  json_whole (json, "functions", view->count);
  json_whole (json, "left_out_functions", view->left_out);
  json_number (json, "left_out_samples", view->left_out_samples);
  json_number (json, "left_out_self",
               report_time (report, view->left_out_samples));
  json_close (json);
}

/* --- Functions, arcs and cycles ------------------------------------------ */

/* What is known of where the function of ROW is.  */
static void
write_place (struct json *json, const struct function_row *row)
{
  json_bytes (json, "function", row->function);
  json_text (json, "name", row->name);
  if (row->object != NULL)
    json_bytes (json, "object", row->object);
  if (row->file != NULL)
    {
      json_bytes (json, "file", row->file);
      json_whole (json, "line", row->line);
    }
  json_address (json, "address", row->address);
}

static void
write_function (struct writer *writer, const struct function_row *row)
{
  struct json *json = &writer->json;
  json_open_object (json, NULL);
  write_place (json, row);
  json_number (json, "samples", row->self_samples);
  json_number (json, "children_samples", row->children_samples);
  json_number (json, "self", row->self);
  json_number (json, "children", row->children);
  json_text (json, "children_kind",
             writer->report->profile->has_stacks ? "measured"
             : row->is_exact                     ? "exact"
                                                 : "estimated");
  json_number (json, "total", row->total);
  json_number (json, "self_percent", row->self_percent);
  json_number (json, "total_percent", row->total_percent);
  if (report_has_errors (writer->report))
    {
      json_number (json, "self_error", row->self_error);
      json_number (json, "total_error", row->total_error);
      json_truth (json, "few_samples", row->few_samples);
    }
  json_whole (json, "calls", row->calls);
  json_whole (json, "self_calls", row->self_calls);
  json_text (json, "calls_kind", kind_of_calls (row->is_lower_bound));
  if (row->calls != 0)
    {
      json_number (json, "self_per_call", row->self_per_call);
      json_number (json, "total_per_call", row->total_per_call);
    }
  if (row->cycle != 0)
    json_whole (json, "cycle", row->cycle);
  if (row->index != 0)
    json_whole (json, "index", row->index);
  json_close (json);
}

static void
write_functions (struct writer *writer)
{
  const struct functions_view *view = &writer->functions;
  json_open_array (&writer->json,
                   writer->report->options->by_line ? "lines" : "functions");
  for (size_t i = 0; i < view->count; i++)
    {
      const struct function_row row = functions_view_row (view, i);
      write_function (writer, &row);
    }
  json_close (&writer->json);
}

static void
write_arc (struct json *json, const struct arc_row *arc)
{
  static const char *const kinds[] = { [ARC_EXACT] = "exact",
                                       [ARC_ESTIMATED] = "estimated",
                                       [ARC_RECURSIVE] = "recursive",
                                       [ARC_OF_CYCLE] = "cycle",
                                       [ARC_MEASURED] = "measured" };
  json_open_object (json, NULL);
  json_whole (json, "caller", arc->caller);
  json_whole (json, "callee", arc->callee);
  json_whole (json, "calls", arc->calls);
  json_text (json, "calls_kind", kind_of_calls (arc->is_lower_bound));
  json_number (json, "samples", arc->self_samples);
  json_number (json, "children_samples", arc->children_samples);
  json_number (json, "self", arc->self);
  json_number (json, "children", arc->children);
  json_text (json, "kind", kinds[arc->certainty]);
  if (arc->certainty == ARC_ESTIMATED)
    json_number (json, "most", arc->most);
  if (arc->is_static)
    json_truth (json, "found_in_code", true);
  json_close (json);
}

static void
write_arcs (struct writer *writer)
{
  struct arc_row arc;
  json_open_array (&writer->json, "arcs");
  while (functions_view_next_arc (&writer->functions, &arc))
    write_arc (&writer->json, &arc);
  json_close (&writer->json);
}

/* The number of SYMBOL's row, or null if it was left out.  */
static void
write_number (struct writer *writer, const char *key, sym_id symbol)
{
  const uint32_t number = functions_view_number (&writer->functions, symbol);
  if (number != ROW_NONE)
    json_whole (&writer->json, key, number);
  else
    json_text (&writer->json, key, NULL);
}

/* The arcs of --cycles that break CYCLE.  */
static void
write_breaking (struct writer *writer, uint32_t cycle)
{
  const struct cycle_breaking *breaking = writer->report->breaking;
  const struct callgraph *graph = writer->report->graph;
  struct json *json = &writer->json;
  json_truth (json, "breaking_verified", breaking->broken[cycle]);
  json_truth (json, "breaking_minimal", breaking->minimal[cycle]);
  json_open_array (json, "breaking_arcs");
  for (size_t i = breaking->arc_start[cycle];
       i < breaking->arc_start[cycle + 1]; i++)
    if (breaking->breaks[i])
      {
        const arc_id arc = breaking->arcs[i];
        json_open_object (json, NULL);
        write_number (writer, "caller", graph->from.items[arc]);
        write_number (writer, "callee", graph->to.items[arc]);
        json_whole (json, "calls", graph->count.items[arc]);
        json_close (json);
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
  json_whole (json, "cycle", row.cycle);
  if (row.index != 0)
    json_whole (json, "index", row.index);
  json_open_array (json, "members");
  for (size_t i = 0; i < row.member_count; i++)
    write_number (writer, NULL, row.members[i]);
  json_close (json);
  json_number (json, "samples", row.self_samples);
  json_number (json, "children_samples", row.children_samples);
  json_number (json, "self", row.self);
  json_number (json, "children", row.children);
  json_number (json, "total", row.total);
  json_number (json, "total_percent", row.total_percent);
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

/* --- Counts of blocks and lines ------------------------------------------ */

static enum status
write_blocks (struct writer *writer)
{
  struct json *json = &writer->json;
  struct exec_view view;
  enum status status = exec_view_start (&view, writer->report, writer->diag);
  json_open_array (json, "blocks");
  if (status == STATUS_OK)
    for (const struct exec_row *row; (row = exec_view_next (&view)) != NULL;)
      {
        json_open_object (json, NULL);
        json_bytes (json, "function", row->name);
        if (row->file != NULL)
          {
            json_bytes (json, "file", row->file);
            json_whole (json, "line", row->line);
          }
        json_address (json, "address", row->pc);
        json_whole (json, "count", row->count);
        json_close (json);
      }
  json_close (json);
  exec_view_end (&view);
  return status;
}

/* Write the text of ROW without its line feed.  A NUL, which has no place in
   a source, is U+FFFD.  */
static bool
write_text (struct writer *writer, const struct source_row *row)
{
  size_t length = row->length;
  length -= length > 0 && row->text[length - 1] == '\n';
  writer->text.count = 0;
  for (const char *at = row->text, *end = at + length; at < end; at++)
    for (const char *c = *at != '\0' ? (char[]){ *at, '\0' } : "\357\277\275";
         *c != '\0'; c++)
      if (!vec_push (&writer->text, *c))
        return false;
  if (!vec_push (&writer->text, '\0'))
    return false;
  json_bytes (&writer->json, "text", writer->text.items);
  return true;
}

/* The lines of the file of VIEW.  */
static enum status
write_source_lines (struct writer *writer, struct source_view *view)
{
  struct json *json = &writer->json;
  const struct source_row *row;
  enum status status = STATUS_OK;
  json_open_array (json, "lines");
  while (status == STATUS_OK && (row = source_view_next (view)) != NULL)
    {
      json_open_object (json, NULL);
      json_whole (json, "line", view->number);
      if (!write_text (writer, row))
        status = diag_no_memory (writer->diag);
      if (row->count_count > 0)
        {
          json_open_array (json, "counts");
          for (size_t i = 0; i < row->count_count; i++)
            json_whole (json, NULL, row->counts[i]);
          json_close (json);
        }
      json_close (json);
    }
  json_close (json);
  return status;
}

static enum status
write_source (struct writer *writer, struct source_view *view,
              const char *name)
{
  struct json *json = &writer->json;
  json_open_object (json, NULL);
  json_bytes (json, "file", name);
  enum status status = write_source_lines (writer, view);
  const struct source_summary summary = source_view_summary (view);
  json_whole (json, "executable_lines", summary.executable);
  json_whole (json, "counted_lines", summary.executed);
  json_whole (json, "executions", summary.executions);
  json_close (json);
  return status;
}

static enum status
write_sources (struct writer *writer)
{
  struct source_view view;
  const struct source_file *file;
  enum status status;
  source_view_start (&view, writer->report);
  json_open_array (&writer->json, "sources");
  while ((status = source_view_next_file (&view, &file, writer->diag))
             == STATUS_OK
         && file != NULL
         && (status = write_source (writer, &view, file->name)) == STATUS_OK)
    ;
  json_close (&writer->json);
  source_view_end (&view);
  return status;
}

/* --- Several profiles ---------------------------------------------------- */

static void
write_spread (struct writer *writer, const struct per_file_row *row)
{
  struct json *json = &writer->json;
  json_open_object (json, NULL);
  json_bytes (json, "function", writer->report->symtab->name[row->symbol]);
  json_text (json, "name", names_of (writer->report->names, row->symbol));
  json_address (json, "address", writer->report->symtab->start[row->symbol]);
  json_number (json, "mean", row->mean);
  json_number (json, "minimum", row->minimum);
  json_number (json, "maximum", row->maximum);
  if (row->has_deviation)
    json_number (json, "deviation", row->deviation);
  json_number (json, "imbalance", row->imbalance);
  json_bytes (json, "maximum_in", row->file);
  json_close (json);
}

static enum status
write_per_file (struct writer *writer)
{
  struct json *json = &writer->json;
  struct per_file_view view;
  enum status status
      = per_file_view_start (&view, writer->report, writer->diag);
  json_open_object (json, "per_file");
  json_whole (json, "files", view.files);
  json_open_array (json, "functions");
  if (status == STATUS_OK)
    for (const struct per_file_row *row;
         (row = per_file_view_next (&view)) != NULL;)
      write_spread (writer, row);
  json_close (json);
  json_close (json);
  per_file_view_end (&view);
  return status;
}

/* --- Comparison ---------------------------------------------------------- */

static void
write_change (struct json *json, const struct diff_row *row)
{
  const struct change *change = row->change;
  json_number (json, "old_self", change->sides[SIDE_OLD].time);
  json_number (json, "new_self", change->sides[SIDE_NEW].time);
  json_number (json, "old_samples", change->sides[SIDE_OLD].ticks);
  json_number (json, "new_samples", change->sides[SIDE_NEW].ticks);
  json_number (json, "delta", change->delta);
  json_number (json, "delta_error", change->error);
  if (row->has_percent)
    json_number (json, "delta_percent", row->percent);
  json_truth (json, "significant", change->significant);
  json_truth (json, "possible", change->possible);
  if (change->possible)
    json_number (json, "needs_times", row->needs);
}

static void
write_compared (struct json *json, struct diff_view *view,
                const struct diff_row *row)
{
  static const char *const kinds[] = { [DIFF_MATCHED] = "matched",
                                       [DIFF_NEW] = "new",
                                       [DIFF_GONE] = "gone",
                                       [DIFF_AMBIGUOUS] = "ambiguous" };
  json_open_object (json, NULL);
  json_bytes (json, "name", diff_view_name (view, row));
  json_text (json, "kind", kinds[row->kind]);
  write_change (json, row);
  json_whole (json, "old_calls", row->change->sides[SIDE_OLD].calls);
  json_whole (json, "new_calls", row->change->sides[SIDE_NEW].calls);
  json_truth (json, "calls_differ", row->change->calls_differ);
  json_close (json);
}

/* The sum of REST as KEY, and which function of it has changed most.  */
static void
write_rest (struct json *json, const char *key, struct diff_view *view,
            const struct diff_rest *rest)
{
  struct diff_row largest;
  json_open_object (json, key);
  json_whole (json, "functions", rest->functions);
  json_whole (json, "calls_differ", rest->calls_differ);
  json_number (json, "old_self", rest->time[SIDE_OLD]);
  json_number (json, "new_self", rest->time[SIDE_NEW]);
  json_number (json, "delta", rest->delta);
  if (diff_view_largest (view, rest, &largest))
    {
      json_open_object (json, "largest");
      json_bytes (json, "name", diff_view_name (view, &largest));
      json_number (json, "delta", largest.change->delta);
      json_close (json);
    }
  json_close (json);
}

/* What has no row, and the sum of all functions.  */
static void
write_sums (struct json *json, struct diff_view *view)
{
  if (view->left_out.functions > 0)
    write_rest (json, "left_out", view, &view->left_out);
  write_rest (json, "rest", view, &view->rest);
  json_open_object (json, "total");
  write_change (json, &view->total);
  json_close (json);
}

static enum status
write_comparison (struct writer *writer)
{
  struct json *json = &writer->json;
  struct diff_view view;
  enum status status = diff_view_start (&view, writer->report, writer->diag);
  json_open_object (json, "comparison");
  json_whole (json, "old_files", view.files[SIDE_OLD]);
  json_whole (json, "new_files", view.files[SIDE_NEW]);
  json_text (json, "errors_from", view.by_spread ? "spread" : "samples");
  json_whole (json, "compared", view.comparison->compared);
  json_number (json, "possible_by_chance",
               comparison_chance (view.comparison));
  json_open_array (json, "functions");
  if (status == STATUS_OK)
    for (const struct diff_row *row; (row = diff_view_next (&view)) != NULL;)
      write_compared (json, &view, row);
  json_close (json);
  if (status == STATUS_OK)
    write_sums (json, &view);
  json_close (json);
  diff_view_end (&view);
  return status;
}

/* --- All ----------------------------------------------------------------- */

static enum status
write_findings (struct writer *writer)
{
  return json_findings (&writer->json, writer->report, writer->diag);
}

static enum status
write_others (struct writer *writer)
{
  static const struct
  {
    unsigned listing;
    enum status (*write) (struct writer *writer);
  } others[] = { { LISTING_EXEC, write_blocks },
                 { LISTING_SOURCE, write_sources },
                 { LISTING_PER_FILE, write_per_file },
                 { LISTING_DIFF, write_comparison },
                 { LISTING_EXPLAIN, write_findings } };
  enum status status = STATUS_OK;
  for (size_t i = 0; i < sizeof others / sizeof *others && status == STATUS_OK;
       i++)
    if (writer->report->listings & others[i].listing)
      status = others[i].write (writer);
  return status;
}

static enum status
write_all (struct writer *writer)
{
  const unsigned listings = writer->report->listings;
  json_open_object (&writer->json, NULL);
  json_text (&writer->json, "schema", SCHEMA);
  enum status status
      = json_provenance (&writer->json, writer->report, writer->diag);
  write_totals (writer);
  write_functions (writer);
  if (listings & LISTING_GRAPH)
    write_arcs (writer);
  if (listings & (LISTING_GRAPH | LISTING_CYCLES))
    write_cycles (writer);
  if (status == STATUS_OK)
    status = write_others (writer);
  json_close (&writer->json);
  return status;
}

enum status
write_json (struct report *report, struct diag *diag)
{
  struct writer writer = { .report = report, .diag = diag };
  json_start (&writer.json, report->output);
  enum status status = functions_view_start (&writer.functions, report, diag);
  if (status == STATUS_OK)
    status = write_all (&writer);
  functions_view_end (&writer.functions);
  vec_release (&writer.text);
  return status;
}
