/* report.c - listing order, index numbers, and what printers share.  */

#include "config.h"

#include "report.h"

#include <stdlib.h>
#include <string.h>

#include "sort.h"
#include "vec.h"

/* The order of the call graph (R6.31): time, then cycles as a whole, then
   names without a leading underscore, then calls, then the name.  */
static int
compare_nodes (uint32_t a, uint32_t b, const void *context)
{
  const struct report *report = context;
  const struct analysis *analysis = report->analysis;
  const double time_a = analysis->prop_self[a] + analysis->prop_child[a];
  const double time_b = analysis->prop_self[b] + analysis->prop_child[b];
  if (time_a != time_b)
    return time_a > time_b ? -1 : 1;
  if (report_cycle_of_node (report, a) != 0)
    return -1;
  if (report_cycle_of_node (report, b) != 0)
    return 1;
  const char *name_a = report->symtab->name[a];
  const char *name_b = report->symtab->name[b];
  if ((name_a[0] == '_') != (name_b[0] == '_'))
    return name_a[0] == '_' ? 1 : -1;
  if (analysis->calls[a] != analysis->calls[b])
    return analysis->calls[a] > analysis->calls[b] ? -1 : 1;
  return strcmp (name_a, name_b);
}

enum status
report_number (struct report *report, struct diag *diag)
{
  const size_t nodes = report->analysis->node_count;
  report->by_index = array_new (nodes, sizeof *report->by_index);
  report->index = array_new (nodes, sizeof *report->index);
  if (report->by_index == NULL || report->index == NULL)
    return diag_no_memory (diag);
  if (!report->profile->has_arcs)
    return STATUS_OK;
  for (size_t node = 0; node < nodes; node++)
    report->by_index[node] = (uint32_t)node;
  enum status status
      = sort_ids (report->by_index, nodes, compare_nodes, report, diag);
  for (size_t i = 0; i < nodes; i++)
    report->index[report->by_index[i]] = (uint32_t)i + 1;
  return status;
}

void
report_release (struct report *report)
{
  free (report->by_index);
  free (report->index);
  report->by_index = report->index = NULL;
}

size_t
report_head (const struct report *report, sym_id id)
{
  const uint32_t cycle = report->cycles->cycle[id];
  return cycle != 0 ? report->symtab->count + cycle - 1 : id;
}

enum arc_kind
report_arc_kind (const struct report *report, arc_id arc)
{
  const sym_id from = report->graph->from.items[arc];
  const sym_id to = report->graph->to.items[arc];
  if (from == to)
    return ARC_SELF;
  return report_head (report, from) == report_head (report, to) ? ARC_IN_CYCLE
                                                                : ARC_OTHER;
}

/* Least important first: by kind, time, count (R6.46).  */
static int
compare_weight (const struct report *report, arc_id a, arc_id b)
{
  const enum arc_kind kind_a = report_arc_kind (report, a);
  const enum arc_kind kind_b = report_arc_kind (report, b);
  if (kind_a != kind_b)
    return kind_a > kind_b ? -1 : 1;
  if (kind_a == ARC_OTHER)
    {
      const struct analysis *analysis = report->analysis;
      const double time_a = analysis->arc_self[a] + analysis->arc_child[a];
      const double time_b = analysis->arc_self[b] + analysis->arc_child[b];
      if (time_a != time_b)
        return time_a < time_b ? -1 : 1;
    }
  const uint64_t count_a = report->graph->count.items[a];
  const uint64_t count_b = report->graph->count.items[b];
  return (count_a > count_b) - (count_a < count_b);
}

static int
by_age (arc_id a, arc_id b)
{
  return a < b ? -1 : a > b;
}

int
report_compare_parents (uint32_t a, uint32_t b, const void *context)
{
  const int order = compare_weight (context, a, b);
  return order != 0 ? order : by_age (a, b);
}

int
report_compare_children (uint32_t a, uint32_t b, const void *context)
{
  const int order = compare_weight (context, b, a);
  return order != 0 ? order : by_age (a, b);
}

double
report_time (const struct report *report, double ticks)
{
  const double rate = (double)report->profile->rate;
  return rate > 0 || report->options->gnu_compat ? ticks / rate : 0;
}

int64_t
report_granularity (const struct report *report)
{
  const double scale = report->profile->scale;
  return scale < 0x1p62 ? (int64_t)scale * 2 : 0;
}

void
report_separate (struct report *report)
{
  if (report->printed)
    output_text (report->output, "\f\n");
  report->printed = true;
}

void
report_print_name (const struct report *report, sym_id id)
{
  output_text (report->output, names_of (report->names, id));
  if (report->cycles->cycle[id] != 0)
    output_printf (report->output, " <cycle %u>",
                   (unsigned)report->cycles->cycle[id]);
  const unsigned index = report->index[id];
  if (index != 0)
    output_printf (report->output,
                   report->analysis->shown[id] ? " [%u]" : " (%u)", index);
}
