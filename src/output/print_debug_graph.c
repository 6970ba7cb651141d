/* print_debug_graph.c - what -d prints of samples, arcs and time.  */

#include "config.h"

#include "output/print_debug.h"

#include <inttypes.h>

#include "output/view_debug.h"

/* Begin a line with the ends of ARC.  */
static void
begin_arc (const struct debug_section *section, arc_id arc)
{
  const struct callgraph *graph = section->report->graph;
  debug_begin (section);
  output_printf (section->out, "arc %" PRIu32, arc);
  debug_symbol (section, " from ", graph->from.items[arc]);
  debug_symbol (section, " to ", graph->to.items[arc]);
}

/* --- 2: topological order ----------------------------------------------- */

enum status
debug_order (const struct debug_section *section)
{
  const struct report *report = section->report;
  for (size_t i = 0; i < report->symtab->count; i++)
    {
      const sym_id id = report->cycles->topological[i];
      debug_begin (section);
      output_printf (section->out, "place %zu", i + 1);
      debug_symbol (section, " ", id);
      if (report->cycles->cycle[id] != 0)
        output_printf (section->out, " cycle %" PRIu32,
                       report->cycles->cycle[id]);
      debug_end (section);
    }
  return STATUS_OK;
}

/* --- 4: cycles ---------------------------------------------------------- */

enum status
debug_cycles (const struct debug_section *section)
{
  const struct report *report = section->report;
  const struct cycles *cycles = report->cycles;
  if (cycles->count == 0)
    debug_line (section, "no cycles");
  for (size_t c = 1; c <= cycles->count; c++)
    {
      const size_t node = report->symtab->count + c - 1;
      const size_t start = cycles->member_start[c - 1];
      const size_t end = cycles->member_start[c];
      debug_line (section,
                  "cycle %zu members %zu calls %" PRIu64 " within %" PRIu64, c,
                  end - start, report->analysis->calls[node],
                  report->analysis->self_calls[node]);
      for (size_t i = start; i < end; i++)
        {
          debug_begin (section);
          output_printf (section->out, "cycle %zu", c);
          debug_symbol (section, " member ", cycles->members[i]);
          debug_end (section);
        }
    }
  return STATUS_OK;
}

/* --- 8: arcs ------------------------------------------------------------ */

enum status
debug_arcs (const struct debug_section *section)
{
  const struct callgraph *graph = section->report->graph;
  const size_t count = callgraph_arc_count (graph);
  if (count == 0)
    debug_line (section, "no arcs");
  for (arc_id arc = 0; arc < count; arc++)
    {
      begin_arc (section, arc);
      output_printf (section->out, " count %" PRIu64, graph->count.items[arc]);
      if (arc >= graph->counted)
        output_text (section->out, " only in the code");
      debug_end (section);
    }
  return STATUS_OK;
}

/* --- 16: raw arcs ------------------------------------------------------- */

static void
print_raw_arc (const struct debug_section *section,
               const struct raw_arc_row *row)
{
  static const char *const reasons[] = {
    [ARC_WITHOUT_CALLER] = "its call site is in no symbol",
    [ARC_WITHOUT_CALLEE] = "its callee is in no symbol",
    [ARC_WITHOUT_FUNCTION] = "no function at or below its callee",
    [ARC_UNWANTED] = "the tables of arcs leave it out",
  };
  debug_begin (section);
  output_printf (section->out,
                 "raw arc from 0x%" PRIx64 " self 0x%" PRIx64
                 " count %" PRIu64,
                 row->raw->from_pc, row->raw->self_pc, row->raw->count);
  if (row->fate == ARC_KEPT || row->fate == ARC_UNWANTED)
    {
      debug_symbol (section, ": from ", row->from);
      debug_symbol (section, " to ", row->to);
    }
  if (row->fate != ARC_KEPT)
    output_printf (section->out, ": dropped, %s", reasons[row->fate]);
  debug_end (section);
}

enum status
debug_raw_arcs (const struct debug_section *section)
{
  struct raw_arc_view view;
  enum status status
      = raw_arc_view_start (&view, section->report, section->diag);
  if (status == STATUS_OK)
    for (const struct raw_arc_row *row;
         (row = raw_arc_view_next (&view)) != NULL;)
      print_raw_arc (section, row);
  raw_arc_view_end (&view);
  if (section->report->profile->arcs.count == 0)
    debug_line (section, "no raw arcs");
  else
    debug_line (section, "kept %zu dropped %zu", view.kept,
                view.next - view.kept);
  return status;
}

/* --- 32: arcs in entries ------------------------------------------------ */

static void
print_entry_arc (const struct debug_section *section,
                 const struct entry_arc_row *row)
{
  static const char *const kinds[] = {
    [ARC_OTHER] = "between", [ARC_IN_CYCLE] = "cycle", [ARC_SELF] = "self"
  };
  debug_begin (section);
  debug_symbol (section, "entry ", row->entry);
  output_printf (section->out,
                 " %s arc %" PRIu32 " kind %s time %.9g count %" PRIu64,
                 row->is_child ? "child" : "parent", row->arc,
                 kinds[row->kind], row->time, row->count);
  debug_end (section);
}

enum status
debug_entries (const struct debug_section *section)
{
  struct entry_arc_view view;
  enum status status
      = entry_arc_view_start (&view, section->report, section->diag);
  if (status == STATUS_OK && callgraph_arc_count (section->report->graph) == 0)
    debug_line (section, "no arcs");
  if (status == STATUS_OK)
    for (const struct entry_arc_row *row;
         (row = entry_arc_view_next (&view)) != NULL;)
      print_entry_arc (section, row);
  entry_arc_view_end (&view);
  return status;
}

/* --- 64: samples -------------------------------------------------------- */

static void
print_sample (const void *context, const struct sample_row *row)
{
  const struct debug_section *section = context;
  debug_begin (section);
  output_printf (section->out, "bin 0x%" PRIx64 "-0x%" PRIx64 " ticks %.9g",
                 row->low_pc, row->high_pc, row->ticks);
  switch (row->fate)
    {
    case SAMPLE_CREDITED:
      output_printf (section->out, " credit %.9g", row->part);
      debug_symbol (section, " to ", row->symbol);
      break;
    case SAMPLE_LEFT_OUT:
      output_printf (section->out, " left out %.9g", row->part);
      debug_symbol (section, " of ", row->symbol);
      break;
    case SAMPLE_IN_NO_SYMBOL:
      output_printf (section->out, " lost %.9g, in no symbol", row->part);
      break;
    case SAMPLE_IN_NO_UNIT:
      output_printf (section->out, " lost %.9g, below two bytes", row->part);
      break;
    }
  debug_end (section);
}

static void
print_histograms (const struct debug_section *section)
{
  const struct profile *profile = section->report->profile;
  for (size_t i = 0; i < profile->histograms.count; i++)
    {
      const struct histogram *histogram = &profile->histograms.items[i];
      debug_line (section, "histogram 0x%" PRIx64 "-0x%" PRIx64 " bins %zu",
                  histogram->low_pc, histogram->high_pc,
                  (size_t)histogram->bin_count);
    }
}

enum status
debug_samples (const struct debug_section *section)
{
  struct sample_view view = { .print = print_sample, .context = section };
  if (section->report->profile->histograms.count == 0)
    {
      debug_line (section, "no histogram");
      return STATUS_OK;
    }
  print_histograms (section);
  enum status status
      = sample_view_walk (&view, section->debug->of, section->diag);
  debug_line (section, "credited %.9g left out %.9g lost %.9g", view.credited,
              view.left_out, view.lost);
  return status;
}

/* --- 1024: propagation -------------------------------------------------- */

static void
print_node (const struct debug_section *section, size_t node)
{
  const struct report *report = section->report;
  const struct analysis *analysis = report->analysis;
  const uint32_t cycle = report_cycle_of_node (report, node);
  debug_begin (section);
  if (cycle != 0)
    output_printf (section->out, "cycle %" PRIu32, cycle);
  else
    debug_symbol (section, "symbol ", (sym_id)node);
  output_printf (section->out,
                 " self %.9g child %.9g fraction %.9g propagated %.9g %.9g"
                 " calls %" PRIu64 " within %" PRIu64 " %s",
                 analysis->self_ticks[node], analysis->child_ticks[node],
                 analysis->fraction[node], analysis->prop_self[node],
                 analysis->prop_child[node], analysis->calls[node],
                 analysis->self_calls[node],
                 analysis->shown[node] ? "shown" : "hidden");
  debug_end (section);
}

enum status
debug_propagation (const struct debug_section *section)
{
  const struct report *report = section->report;
  const struct analysis *analysis = report->analysis;
  for (size_t node = 0; node < analysis->node_count; node++)
    print_node (section, node);
  for (arc_id arc = 0; arc < callgraph_arc_count (report->graph); arc++)
    {
      begin_arc (section, arc);
      output_printf (section->out, " passes up self %.9g child %.9g",
                     analysis->arc_self[arc], analysis->arc_child[arc]);
      debug_end (section);
    }
  debug_line (section, "all %.9g", analysis->print_ticks);
  return STATUS_OK;
}
