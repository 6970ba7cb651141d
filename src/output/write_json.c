/* write_json.c - a report as JSON (R15.20-R15.26); doc/gprof.schema.json
   describes every member.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/quoting.h"
#include "input/old_report.h"
#include "output/formats.h"
#include "output/printers.h"
#include "output/view_diff.h"
#include "output/view_functions.h"
#include "output/view_source.h"
#include "output/view_waits.h"

struct writer
{
  struct report *report;
  struct json *json;
  struct functions_view *functions;
  bool is_brief;   /* leaves out what follows from other members */
  VEC (char) text; /* of a line of source */
  struct diag *diag;
};

/* CALLS, or null if they were not counted.  */
static void
write_calls (struct json *json, const char *key, bool has_calls,
             uint64_t calls)
{
  if (has_calls)
    json_whole (json, key, calls);
  else
    json_text (json, key, NULL);
}

/* A number that follows from other members.  */
static void
write_derived (struct writer *writer, const char *key, double value)
{
  if (!writer->is_brief)
    json_number (writer->json, key, value);
}

/* --- Provenance ---------------------------------------------------------- */

static void
write_object (struct json *json, const struct object *object,
              const unsigned char *id, size_t size)
{
  json_open_object (json, NULL);
  json_bytes (json, "file", object->label);
  if (id != NULL)
    {
      char text[BUILD_ID_TEXT];
      build_id_text (text, id, size);
      json_text (json, "build_id", text);
    }
  json_close (json);
}

static enum status
write_objects (struct json *json, const struct report *report,
               struct diag *diag)
{
  const struct program *program = report->program;
  enum status status = STATUS_OK;
  json_open_array (json, "objects");
  for (size_t i = 0; i < program->objects.count && status == STATUS_OK; i++)
    {
      const struct object *object = &program->objects.items[i];
      const unsigned char *id;
      size_t size;
      status = image_find_build_id (object->image, &id, &size, diag);
      if (status == STATUS_OK)
        write_object (json, object, id, size);
    }
  json_close (json);
  return status;
}

static void
write_list (struct json *json, const char *key, const char *const *texts,
            size_t count)
{
  json_open_array (json, key);
  for (size_t i = 0; i < count; i++)
    json_text (json, NULL, texts[i]);
  json_close (json);
}

/* Whom samples are credited to, and by what.  */
static void
write_attribution (struct json *json, const struct report *report)
{
  const bool exact = report->options->exact;
  json_text (json, "attribution", exact ? "exact" : "gnu");
  if (exact)
    json_text (json, "attribution_by",
               report->program->instructions.count > 0
                       && !report->profile->bins_are_addresses
                   ? "instructions"
                   : "addresses");
}

/* What a row stands for.  */
static void
write_group (struct json *json, const struct options *options)
{
  const char *words = option_words ("GROUPS");
  char word[20];
  for (unsigned i = 0; i < (unsigned)options->group_by; i++)
    words += strcspn (words, " ") + 1;
  snprintf (word, sizeof word, "%.*s", (int)strcspn (words, " "), words);
  json_text (json, "rows", options->by_line ? "line" : word);
}

static void
write_warnings (struct json *json, const struct diag *diag)
{
  json_open_array (json, "warnings");
  for (size_t at = 0; at < diag->kept_size; at += strlen (diag->kept + at) + 1)
    {
      char *text = quoting_from_locale (diag->kept + at);
      json_text (json, NULL, text);
      free (text);
    }
  json_close (json);
}

static enum status
write_provenance (struct writer *writer)
{
  const struct report *report = writer->report;
  const struct options *options = report->options;
  struct json *json = writer->json;
  json_open_object (json, "provenance");
  json_text (json, "generator", "gprof " PACKAGE_VERSION);
  enum status status = write_objects (json, report, writer->diag);
  write_list (json, "profiles", options->profiles.items,
              options->profiles.count);
  if (options->old_profiles.count > 0)
    write_list (json, "old_profiles", options->old_profiles.items,
                options->old_profiles.count);
  json_whole (json, "files", report->profile->file_count);
  json_whole (json, "rate", report->profile->rate);
  json_number (json, "period", report_time (report, 1));
  if (report->profile->surplus > 0)
    json_number (json, "samples_per_signal", profile_weight (report->profile));
  json_text (json, "unit", report->profile->dimension.name);
  write_attribution (json, report);
  write_group (json, options);
  write_warnings (json, writer->diag);
  json_close (json);
  return status;
}

/* --- Totals -------------------------------------------------------------- */

static void
write_totals (struct writer *writer)
{
  const struct report *report = writer->report;
  const struct functions_view *view = writer->functions;
  struct json *json = writer->json;
  json_open_object (json, "totals");
  json_whole (json, "recorded_samples", view->recorded_samples);
  json_number (json, "samples", report->total_ticks);
  json_number (json, "self", report_time (report, report->total_ticks));
  json_number (json, "recording_samples", report->recording_ticks);
  json_number (json, "recording",
               report_time (report, report->recording_ticks));
  json_number (json, "samples_without_callers", report->unseen.ticks);
  json_number (json, "propagated_samples", report->analysis->print_ticks);
  json_whole (json, "functions", view->count);
  json_whole (json, "left_out_functions", view->left_out);
  json_number (json, "left_out_samples", view->left_out_samples);
  json_number (json, "left_out_self",
               report_time (report, view->left_out_samples));
  json_close (json);
}

/* --- All the time that passed -------------------------------------------- */

static void
write_account (struct writer *writer)
{
  const struct account *account = writer->report->account;
  struct json *json = writer->json;
  json_open_object (json, "account");
  json_whole (json, "processes", account->processes);
  json_number (json, "elapsed", account->elapsed);
  json_number (json, "longest", account->longest);
  if (account->threads > 0)
    json_whole (json, "threads", account->threads);
  json_number (json, "lives", account->lives);
  json_number (json, "user", account->user);
  json_number (json, "system", account->system);
  json_number (json, "recording", account->recording);
  if (account->has_waits)
    {
      json_number (json, "waits", account->waits);
      json_whole (json, "places", account->places);
      json_number (json, "idle", account->idle);
    }
  json_number (json, "not_explained", account->unexplained);
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

/* What only samples with stacks tell of ROW.  */
static void
write_parts (struct writer *writer, const struct function_row *row)
{
  struct json *json = writer->json;
  if (writer->report->profile->knows_system)
    {
      json_number (json, "system_samples", row->system_samples);
      json_number (json, "total_system_samples", row->total_system_samples);
      write_derived (writer, "system", row->system);
      write_derived (writer, "total_system", row->total_system);
    }
  if (row->recording_samples > 0)
    json_number (json, "recording_samples", row->recording_samples);
}

static void
write_function (struct writer *writer, const struct function_row *row)
{
  struct json *json = writer->json;
  json_open_object (json, NULL);
  write_place (json, row);
  json_number (json, "samples", row->self_samples);
  json_number (json, "children_samples", row->children_samples);
  write_derived (writer, "self", row->self);
  write_derived (writer, "children", row->children);
  json_text (json, "children_kind", certainty_word (row->children_kind));
  write_derived (writer, "total", row->total);
  write_derived (writer, "self_percent", row->self_percent);
  write_derived (writer, "total_percent", row->total_percent);
  if (report_has_errors (writer->report) && !writer->is_brief)
    {
      json_number (json, "self_error", row->self_error);
      json_number (json, "total_error", row->total_error);
      json_truth (json, "few_samples", row->few_samples);
    }
  write_calls (json, "calls", row->has_calls, row->calls);
  write_calls (json, "self_calls", row->has_calls, row->self_calls);
  json_text (json, "calls_kind",
             calls_word (row->has_calls, row->is_lower_bound));
  if (row->calls != 0)
    {
      write_derived (writer, "self_per_call", row->self_per_call);
      write_derived (writer, "total_per_call", row->total_per_call);
    }
  write_parts (writer, row);
  if (row->cycle != 0)
    json_whole (json, "cycle", row->cycle);
  if (row->index != 0)
    json_whole (json, "index", row->index);
  json_close (json);
}

static void
write_functions (struct writer *writer)
{
  const struct functions_view *view = writer->functions;
  json_open_array (writer->json,
                   writer->report->options->by_line ? "lines" : "functions");
  for (size_t i = 0; i < view->count; i++)
    {
      const struct function_row row = functions_view_row (view, i);
      write_function (writer, &row);
    }
  json_close (writer->json);
}

static void
write_arc (struct writer *writer, const struct arc_row *arc)
{
  struct json *json = writer->json;
  json_open_object (json, NULL);
  json_whole (json, "caller", arc->caller);
  json_whole (json, "callee", arc->callee);
  write_calls (json, "calls", arc->has_calls, arc->calls);
  if (!writer->is_brief)
    json_text (json, "calls_kind",
               calls_word (arc->has_calls, arc->is_lower_bound));
  json_number (json, "samples", arc->self_samples);
  json_number (json, "children_samples", arc->children_samples);
  write_derived (writer, "self", arc->self);
  write_derived (writer, "children", arc->children);
  json_text (json, "kind", certainty_word (arc->certainty));
  if (arc->certainty == ARC_ESTIMATED || arc->most > 0)
    write_derived (writer, "most", arc->most);
  if (writer->report->profile->arcs_are_measured
      && report_has_errors (writer->report))
    write_derived (writer, "error", arc->error);
  if (writer->report->profile->arcs_are_measured && arc->calls != 0)
    write_derived (writer, "total_per_call", arc->total_per_call);
  if (arc->is_static)
    json_truth (json, "found_in_code", true);
  json_close (json);
}

static void
write_arcs (struct writer *writer)
{
  struct arc_row arc;
  json_open_array (writer->json, "arcs");
  while (functions_view_next_arc (writer->functions, &arc))
    write_arc (writer, &arc);
  json_close (writer->json);
}

/* The number of SYMBOL's row, or null if it was left out.  */
static void
write_number (struct writer *writer, const char *key, sym_id symbol)
{
  const uint32_t number = functions_view_number (writer->functions, symbol);
  if (number != ROW_NONE)
    json_whole (writer->json, key, number);
  else
    json_text (writer->json, key, NULL);
}

/* The same as the member "row", if SYMBOL has one.  */
static void
write_row (struct writer *writer, sym_id symbol)
{
  if (functions_view_number (writer->functions, symbol) != ROW_NONE)
    write_number (writer, "row", symbol);
}

/* What SYMBOL is, which may have no row.  */
static void
write_symbol (struct writer *writer, sym_id symbol)
{
  const struct report *report = writer->report;
  json_bytes (writer->json, "function", report->symtab->name[symbol]);
  json_text (writer->json, "name", names_of (report->names, symbol));
  json_address (writer->json, "address", report->symtab->start[symbol]);
  write_row (writer, symbol);
}

/* The arcs of --cycles that break CYCLE.  */
static void
write_breaking (struct writer *writer, uint32_t cycle)
{
  const struct cycle_breaking *breaking = writer->report->breaking;
  const struct callgraph *graph = writer->report->graph;
  struct json *json = writer->json;
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
      = functions_view_cycle (writer->functions, number);
  struct json *json = writer->json;
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
  json_open_array (writer->json, "cycles");
  for (uint32_t i = 1; i <= writer->report->cycles->count; i++)
    write_cycle (writer, i);
  json_close (writer->json);
}

/* --- Counts of blocks and lines ------------------------------------------ */

static void
write_block (void *context, const struct exec_row *row)
{
  struct json *json = context;
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

static void
write_blocks (struct writer *writer)
{
  json_open_array (writer->json, "blocks");
  exec_view_walk (writer->report, write_block, writer->json);
  json_close (writer->json);
}

/* Write the text of ROW without its line feed.  A NUL, which has no place in
   a source, is U+FFFD.  */
static void
write_text (struct writer *writer, const struct source_row *row)
{
  size_t length = row->length;
  length -= length > 0 && row->text[length - 1] == '\n';
  writer->text.count = 0;
  for (const char *at = row->text, *end = at + length; at < end; at++)
    for (const char *c = *at != '\0' ? (char[]){ *at, '\0' } : "\357\277\275";
         *c != '\0'; c++)
      vec_push (&writer->text, *c);
  vec_push (&writer->text, '\0');
  json_bytes (writer->json, "text", writer->text.items);
}

/* The lines of the file of VIEW.  */
static void
write_source_lines (struct writer *writer, struct source_view *view)
{
  struct json *json = writer->json;
  json_open_array (json, "lines");
  for (const struct source_row *row; (row = source_view_next (view)) != NULL;)
    {
      json_open_object (json, NULL);
      json_whole (json, "line", view->number);
      write_text (writer, row);
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
}

static void
write_source (struct writer *writer, struct source_view *view,
              const char *name)
{
  struct json *json = writer->json;
  json_open_object (json, NULL);
  json_bytes (json, "file", name);
  write_source_lines (writer, view);
  const struct source_summary summary = source_view_summary (view);
  json_whole (json, "executable_lines", summary.executable);
  json_whole (json, "counted_lines", summary.executed);
  json_whole (json, "executions", summary.executions);
  json_close (json);
}

static void
write_sources (struct writer *writer)
{
  struct source_view view;
  source_view_start (&view, writer->report);
  json_open_array (writer->json, "sources");
  for (const struct source_file *file;
       (file = source_view_next_file (&view, writer->diag)) != NULL;)
    write_source (writer, &view, file->name);
  json_close (writer->json);
  source_view_end (&view);
}

/* --- Several profiles ---------------------------------------------------- */

static void
write_spread (struct writer *writer, const struct per_file_row *row)
{
  struct json *json = writer->json;
  json_number (json, "mean", row->mean);
  json_number (json, "minimum", row->minimum);
  json_number (json, "maximum", row->maximum);
  if (row->has_deviation)
    json_number (json, "deviation", row->deviation);
  json_number (json, "imbalance", row->imbalance);
  if (row->file == NULL)
    json_whole (json, "threads", row->files);
  json_bytes (json, "maximum_in",
              writer->is_brief || row->file == NULL ? row->called : row->file);
  if (row->rank > 0)
    json_whole (json, "rank", row->rank - 1);
}

/* LISTING, that of files or that of threads.  */
static void
write_per_file (struct writer *writer, enum listing listing)
{
  struct json *json = writer->json;
  struct per_file_view view;
  per_file_view_start (&view, writer->report, listing);
  json_open_object (json, view.of_threads ? "per_thread" : "per_file");
  json_whole (json, view.of_threads ? "threads" : "files", view.files);
  json_open_array (json, "functions");
  for (const struct per_file_row *row;
       (row = per_file_view_next (&view)) != NULL;)
    {
      json_open_object (json, NULL);
      write_symbol (writer, row->symbol);
      write_spread (writer, row);
      json_close (json);
    }
  json_close (json);
  json_close (json);
  per_file_view_end (&view);
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
write_compared (struct writer *writer, struct diff_view *view,
                const struct diff_row *row)
{
  struct json *json = writer->json;
  static const char *const kinds[] = { [DIFF_MATCHED] = "matched",
                                       [DIFF_NEW] = "new",
                                       [DIFF_GONE] = "gone",
                                       [DIFF_AMBIGUOUS] = "ambiguous" };
  const struct change_side *old = &row->change->sides[SIDE_OLD],
                           *new = &row->change->sides[SIDE_NEW];
  json_open_object (json, NULL);
  json_bytes (json, "name", diff_view_name (view, row));
  json_text (json, "kind", kinds[row->kind]);
  if (row->kind != DIFF_GONE)
    write_row (writer, row->match->first[SIDE_NEW]);
  write_change (json, row);
  write_calls (json, "old_calls", old->has_calls, old->calls);
  write_calls (json, "new_calls", new->has_calls, new->calls);
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

static void
write_comparison (struct writer *writer)
{
  struct json *json = writer->json;
  struct diff_view view;
  diff_view_start (&view, writer->report);
  json_open_object (json, "comparison");
  json_whole (json, "old_files", view.files[SIDE_OLD]);
  json_whole (json, "new_files", view.files[SIDE_NEW]);
  json_text (json, "errors_from", view.by_spread ? "spread" : "samples");
  json_whole (json, "compared", view.comparison->compared);
  json_number (json, "possible_by_chance",
               comparison_chance (view.comparison));
  json_open_array (json, "functions");
  for (const struct diff_row *row; (row = diff_view_next (&view)) != NULL;)
    write_compared (writer, &view, row);
  json_close (json);
  if (view.left_out.functions > 0)
    write_rest (json, "left_out", &view, &view.left_out);
  write_rest (json, "rest", &view, &view.rest);
  json_open_object (json, "total");
  write_change (json, &view.total);
  json_close (json);
  json_close (json);
  diff_view_end (&view);
}

/* --- Findings ------------------------------------------------------------ */

static void
write_findings (struct writer *writer)
{
  struct json *json = writer->json;
  struct arena memory = { 0 };
  json_open_array (json, "findings");
  for (size_t i = 0; i < writer->report->findings->items.count; i++)
    {
      const struct findings_row row
          = findings_row (writer->report, i, &memory);
      json_open_object (json, NULL);
      json_text (json, "id", row.id);
      json_text (json, "severity", row.severity);
      json_text (json, "what", row.what);
      json_text (json, "evidence", row.evidence);
      json_text (json, "remedy", row.remedy);
      json_close (json);
    }
  json_close (json);
  arena_release (&memory);
}

/* --- Waits --------------------------------------------------------------- */

static void
write_wait_numbers (struct json *json, double seconds, double processor,
                    uint64_t count, double longest, uint64_t unfinished)
{
  json_number (json, "seconds", seconds);
  if (processor > 0)
    json_number (json, "processor", processor);
  json_whole (json, "waits", count);
  if (longest > 0)
    json_number (json, "longest", longest);
  json_whole (json, "unfinished", unfinished);
}

static void
write_wait_place (struct writer *writer, const struct wait_place *place)
{
  struct json *json = writer->json;
  json_open_object (json, NULL);
  json_open_array (json, "callers");
  for (unsigned i = 0; i < place->callers; i++)
    {
      json_open_object (json, NULL);
      write_symbol (writer, place->caller[i]);
      json_close (json);
    }
  json_close (json);
  json_truth (json, "more_callers", place->has_more);
  write_wait_numbers (json, place->seconds, place->processor, place->count,
                      place->longest, place->unfinished);
  json_close (json);
}

/* How the seconds of entry NUMBER vary between the files of VIEW.  */
static void
write_wait_spread (struct writer *writer, struct per_file_view *view,
                   size_t number)
{
  const struct per_file_row *row = per_file_view_waits (view, number);
  if (row == NULL)
    return;
  json_open_object (writer->json, "per_file");
  write_spread (writer, row);
  json_close (writer->json);
}

/* The entries from FIRST up to LIMIT, with what VIEW has, if that is not
   null.  */
static void
write_wait_entries (struct writer *writer, struct per_file_view *view,
                    size_t first, size_t limit)
{
  const struct waiting *waiting = writer->report->waiting;
  struct json *json = writer->json;
  json_open_array (json, "functions");
  for (size_t i = first; i < limit; i++)
    {
      const struct wait_entry *entry = &waiting->entries.items[i];
      json_open_object (json, NULL);
      if (entry->name == NULL)
        write_symbol (writer, entry->symbol);
      else
        {
          json_text (json, "function", entry->name);
          json_text (json, "name", entry->name);
        }
      write_wait_numbers (json, entry->seconds, entry->processor, entry->count,
                          entry->longest, entry->unfinished);
      if (view != NULL)
        write_wait_spread (writer, view, i);
      json_open_array (json, "places");
      for (size_t k = entry->first; k < entry->limit; k++)
        write_wait_place (writer, &waiting->places.items[k]);
      json_close (json);
      json_close (json);
    }
  json_close (json);
}

static void
write_waits (struct writer *writer)
{
  const struct waiting *waiting = writer->report->waiting;
  struct json *json = writer->json;
  struct per_file_view files;
  struct per_file_view *view = NULL;
  if (writer->report->listings & LISTING_PER_FILE)
    per_file_view_start (view = &files, writer->report, LISTING_PER_FILE);
  json_open_object (json, "waits");
  json_truth (json, "measured", waiting->is_measured);
  write_wait_entries (writer, view, 0, waiting->busy_entries);
  json_open_object (json, "idle");
  json_whole (json, "threads", waiting->idle_threads);
  json_number (json, "seconds", waiting->idle_seconds);
  write_wait_entries (writer, view, waiting->busy_entries,
                      waiting->entries.count);
  json_close (json);
  json_close (json);
  if (view != NULL)
    per_file_view_end (view);
}

/* --- All ----------------------------------------------------------------- */

enum status
json_report (struct json *json, struct report *report,
             struct functions_view *functions, bool is_brief,
             struct diag *diag)
{
  struct writer writer = { .report = report,
                           .json = json,
                           .functions = functions,
                           .is_brief = is_brief,
                           .diag = diag };
  const unsigned listings = report->listings;
  enum status status = write_provenance (&writer);
  write_totals (&writer);
  if (report->account->is_known)
    write_account (&writer);
  write_functions (&writer);
  if (listings & LISTING_GRAPH)
    write_arcs (&writer);
  if (listings & (LISTING_GRAPH | LISTING_CYCLES))
    write_cycles (&writer);
  if (listings & LISTING_EXEC)
    write_blocks (&writer);
  if (listings & LISTING_SOURCE)
    write_sources (&writer);
  if (listings & LISTING_PER_FILE)
    write_per_file (&writer, LISTING_PER_FILE);
  if (listings & LISTING_PER_THREAD)
    write_per_file (&writer, LISTING_PER_THREAD);
  if (listings & LISTING_DIFF)
    write_comparison (&writer);
  if (listings & LISTING_WAITS)
    write_waits (&writer);
  if (listings & LISTING_EXPLAIN)
    write_findings (&writer);
  vec_release (&writer.text);
  return status;
}

enum status
write_json (struct report *report, struct diag *diag)
{
  struct json json;
  struct functions_view functions;
  json_start (&json, report->output);
  functions_view_start (&functions, report);
  json_open_object (&json, NULL);
  json_text (&json, "schema", REPORT_SCHEMA);
  const enum status status
      = json_report (&json, report, &functions, false, diag);
  json_close (&json);
  functions_view_end (&functions);
  return status;
}
