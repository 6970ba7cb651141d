/* report.c - listing order, index numbers, and what printers share.  */

#include "config.h"

#include "output/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/memory.h"

/* --- Index numbers ------------------------------------------------------- */

/* Above the rank of a symbol's name.  */
enum
{
  RANK_CYCLE = 0,                      /* before all symbols */
  RANK_UNDERSCORE = (uint32_t)1 << 30, /* after those without */
  RANK_UNHEARD = (uint32_t)1 << 31     /* after all others */
};

/* The order of the call graph (R6.31): time, then cycles as a whole, then
   names without a leading underscore, then calls, then the name.  */
static int
compare_nodes (const struct sort_item *a, const struct sort_item *b)
{
  const uint32_t differs = a->rank ^ b->rank;
  if (differs & RANK_UNHEARD)
    return a->rank & RANK_UNHEARD ? 1 : -1;
  if (a->time != b->time)
    return a->time > b->time ? -1 : 1;
  if (a->rank == RANK_CYCLE)
    return -1;
  if (b->rank == RANK_CYCLE)
    return 1;
  if (differs & RANK_UNDERSCORE)
    return a->rank & RANK_UNDERSCORE ? 1 : -1;
  if (a->number != b->number)
    return a->number > b->number ? -1 : 1;
  return a->rank < b->rank ? -1 : a->rank > b->rank;
}

/* Is ID one of the thousands of functions in the libraries of a process that
   took no time and neither called nor were called?  (R14.88)  */
static bool
is_unheard (const struct report *report, sym_id id)
{
  const struct analysis *analysis = report->analysis;
  const struct callgraph *graph = report->graph;
  return report->profile->calls_are_complete
         && graph->child_start[id] == graph->child_start[id + 1]
         && analysis->prop_self[id] + analysis->prop_child[id] == 0
         && analysis->calls[id] == 0;
}

static struct sort_item
node_item (const struct report *report, uint32_t node)
{
  const struct analysis *analysis = report->analysis;
  uint32_t rank = RANK_CYCLE;
  if (report_cycle_of_node (report, node) == 0)
    rank = (report->name_order.rank[node] + 1)
           | (report->symtab->name[node][0] == '_' ? RANK_UNDERSCORE : 0)
           | (is_unheard (report, node) ? RANK_UNHEARD : 0);
  return (struct sort_item){ analysis->prop_self[node]
                                 + analysis->prop_child[node],
                             analysis->calls[node], rank, node };
}

void
report_borrow (struct report *report, const struct measurement *measurement)
{
  report->graph = &measurement->graph;
  report->cycles = &measurement->cycles;
  report->analysis = &measurement->analysis;
  report->paths = &measurement->paths;
  report->block_counts = &measurement->block_counts;
  report->coverage = &measurement->coverage;
  report->ordering = &measurement->ordering;
  report->breaking = &measurement->breaking;
  report->total_ticks = measurement->total_ticks;
  report->recording_ticks = measurement->recording_ticks;
  if (!report->options->by_line)
    report->unseen = measurement->unseen;
}

/* Does any listing show index numbers?  */
static bool
shows_numbers (const struct report *report)
{
  const struct options *options = report->options;
  return report->profile->has_arcs
         && (report->listings != LISTING_FLAT || options->traditional
             || options->debug != 0 || options->report_format != REPORT_TEXT);
}

void
report_number (struct report *report)
{
  const size_t nodes = report->analysis->node_count;
  report->by_index = array_new (nodes, sizeof *report->by_index);
  report->index = array_new (nodes, sizeof *report->index);
  if (!shows_numbers (report))
    return;
  report->name_lines
      = array_new (report->symtab->count, sizeof *report->name_lines);
  name_order_build (&report->name_order, report->symtab->name,
                    report->symtab->count);
  struct sort_item *items = array_new (nodes, sizeof *items);
  for (uint32_t node = 0; node < nodes; node++)
    items[node] = node_item (report, node);
  sort_items (items, nodes, compare_nodes);
  for (uint32_t i = 0; i < nodes; i++)
    {
      report->by_index[i] = items[i].id;
      report->index[items[i].id] = i + 1;
    }
  free (items);
}

void
report_release (struct report *report)
{
  free (report->by_index);
  free (report->index);
  free (report->name_lines);
  free (report->entries.nodes);
  free (report->entries.omitted);
  report->entries = (struct entries){ 0 };
  report->name_lines = NULL;
  report->by_index = report->index = NULL;
  symset_release (&report->lower_bounds);
  name_order_release (&report->name_order);
}

/* --- For printers -------------------------------------------------------- */

int64_t
report_granularity (const struct report *report)
{
  const double scale = report->profile->scale;
  if (report->profile->bins_are_addresses)
    return 1;
  return scale < 0x1p62 ? (int64_t)scale * 2 : 0;
}

bool
report_counts_calls_of (const struct report *report, size_t node)
{
  const struct analysis *analysis = report->analysis;
  return !report->profile->lacks_calls
         && (!report->profile->arcs_are_measured || analysis->calls[node] != 0
             || analysis->self_calls[node] != 0);
}

bool
report_counts_arc (const struct report *report, arc_id arc)
{
  const struct callgraph *graph = report->graph;
  const size_t callee = cycles_head (report->cycles, graph->to.items[arc]);
  const bool is_static = arc >= graph->counted;
  return !report->profile->lacks_calls
         && (!report->profile->arcs_are_measured
             || graph->count.items[arc] != 0
             || (is_static && report->analysis->calls[callee] != 0));
}

void
report_separate (struct report *report)
{
  if (report->printed)
    output_text (report->output, "\f\n");
  report->printed = true;
}

void
report_print_few_samples (const struct report *report, enum listing listing)
{
  double largest = 0;
  if (!report->options->errors || !report_has_errors (report)
      || (listing == LISTING_GRAPH && (report->listings & LISTING_FLAT)))
    return;
  for (size_t id = 0; id < report->symtab->count; id++)
    if (report->analysis->self_ticks[id] > largest)
      largest = report->analysis->self_ticks[id];
  if (largest < LEAST_LARGEST * profile_weight (report->profile))
    output_printf (report->output,
                   "No function has %d samples: most differences between "
                   "them are chance.\n",
                   LEAST_LARGEST);
}

void
report_print_recording (struct report *report)
{
  const double ticks = report_recording (report);
  if (ticks <= 0 || report->told_recording)
    return;
  report->told_recording = true;
  output_char (report->output, '\n');
  output_printf (report->output,
                 /* TRANSLATORS: as "0.54 s (22.5% of all samples)".  */
                 _ ("recording: %.2f %c (%.1f%% of all samples) is the "
                    "recorder's own time and in no row."),
                 report_time (report, ticks),
                 report->profile->dimension.abbreviation,
                 100 * ticks / (report->total_ticks + ticks));
  output_char (report->output, '\n');
}

void
report_print_missing (struct report *report, enum listing listing)
{
  const unsigned listings = report->listings;
  report_print_recording (report);
  if ((report->profile->calls_are_complete || report->options->errors)
      && report->unseen.ticks > 0 && report->profile->arcs.count > 0
      && (listing == LISTING_GRAPH || !(listings & LISTING_GRAPH)))
    {
      output_char (report->output, '\n');
      output_printf (report->output,
                     _ ("%.1f%% of the time has no callers, so that total "
                        "times are lower bounds."),
                     100 * report->unseen.ticks / report->total_ticks);
      output_char (report->output, '\n');
    }
}

char *
report_put_error (const struct report *report, char *at, unsigned width,
                  double error)
{
  if (report_has_errors (report))
    return put_fixed (at, width, 2, error);
  at = put_blanks (at, width - 1);
  *at++ = '-';
  return at;
}

char *
report_put_index (const struct report *report, char *at, size_t node)
{
  const bool shown = report_shows (report, node);
  *at++ = shown ? '[' : '(';
  at = put_count (at, 0, report->index[node]);
  *at++ = shown ? ']' : ')';
  return at;
}

/* Write what comes behind the name of ID.  */
static char *
put_numbers (const struct report *report, sym_id id, char *at)
{
  const uint32_t cycle = report->cycles->cycle[id];
  if (cycle != 0)
    {
      at = put_literal (at, " <cycle ");
      at = put_count (at, 0, cycle);
      *at++ = '>';
    }
  if (report->index[id] != 0)
    {
      *at++ = ' ';
      at = report_put_index (report, at, id);
    }
  *at++ = '\n';
  return at;
}

void
report_print_name_line (const struct report *report, sym_id id)
{
  struct output *out = report->output;
  struct name_line *line
      = report->name_lines != NULL ? &report->name_lines[id] : NULL;
  if (line != NULL && line->length > 0)
    {
      char *at = output_room (out, sizeof line->text);
      memcpy (at, line->text, sizeof line->text);
      output_advance (out, at + line->length);
      return;
    }
  const struct shown_name name = names_get (report->names, id);
  char numbers[LINE_ROOM];
  const size_t length = (size_t)(put_numbers (report, id, numbers) - numbers);
  output_bytes (out, name.text, name.length);
  output_bytes (out, numbers, length);
  if (line == NULL || name.length + length > sizeof line->text)
    return;
  memcpy (line->text, name.text, name.length);
  memcpy (line->text + name.length, numbers, length);
  line->length = (uint8_t)(name.length + length);
}
