/* print_debug_graph.c - what -d prints about samples, arcs and time.

   Where a stage's steps are not in its result, the stage's own functions
   repeat them, so what is printed is what was done.  */

#include "config.h"

#include "output/print_debug.h"

#include <inttypes.h>
#include <stdlib.h>

#include "analysis/hist.h"
#include "base/sort.h"
#include "base/vec.h"
#include "output/view_graph.h"

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
print_raw_arc (const struct debug_section *section, const struct raw_arc *raw,
               enum arc_fate fate, sym_id from, sym_id to)
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
                 raw->from_pc, raw->self_pc, raw->count);
  if (fate == ARC_KEPT || fate == ARC_UNWANTED)
    {
      debug_symbol (section, ": from ", from);
      debug_symbol (section, " to ", to);
    }
  if (fate != ARC_KEPT)
    output_printf (section->out, ": dropped, %s", reasons[fate]);
  debug_end (section);
}

enum status
debug_raw_arcs (const struct debug_section *section)
{
  const struct report *report = section->report;
  const struct selection *selection = report->selection;
  const size_t count = report->profile->arcs.count;
  struct arc_resolver resolver;
  size_t kept = 0;
  enum status status
      = arc_resolver_start (&resolver, report->symtab,
                            &selection->arcs_include, &selection->arcs_exclude,
                            section->diag);
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    {
      const struct raw_arc *raw = &report->profile->arcs.items[i];
      sym_id from, to;
      const enum arc_fate fate = arc_resolve (&resolver, raw, &from, &to);
      kept += fate == ARC_KEPT;
      print_raw_arc (section, raw, fate, from, to);
    }
  arc_resolver_release (&resolver);
  if (count == 0)
    debug_line (section, "no raw arcs");
  else
    debug_line (section, "kept %zu dropped %zu", kept, count - kept);
  return status;
}

/* --- 32: arcs in entries ------------------------------------------------ */

/* Space for sorting the arcs of one symbol.  */
struct arc_scratch
{
  struct sort_item *items, *spare;
};

/* The lines of ARCS[FIRST .. LIMIT-1], which have an end in symbol ID, in the
   order in which its entry lists them.  */
static void
print_entry_arcs (const struct debug_section *section,
                  const struct arc_scratch *scratch, sym_id id,
                  const char *what, const arc_id *arcs, size_t first,
                  size_t limit, sort_compare_items *compare)
{
  static const char *const kinds[] = {
    [ARC_OTHER] = "between", [ARC_IN_CYCLE] = "cycle", [ARC_SELF] = "self"
  };
  const struct report *report = section->report;
  const struct analysis *analysis = report->analysis;
  for (size_t i = first; i < limit; i++)
    scratch->items[i - first] = graph_view_arc_item (report, arcs[i]);
  sort_items (scratch->items, scratch->spare, limit - first, compare);
  for (size_t i = 0; i < limit - first; i++)
    {
      const arc_id arc = scratch->items[i].id;
      debug_begin (section);
      debug_symbol (section, "entry ", id);
      output_printf (section->out,
                     " %s arc %" PRIu32 " kind %s time %.9g count %" PRIu64,
                     what, arc, kinds[graph_view_arc_kind (report, arc)],
                     analysis->arc_self[arc] + analysis->arc_child[arc],
                     report->graph->count.items[arc]);
      debug_end (section);
    }
}

enum status
debug_entries (const struct debug_section *section)
{
  const struct callgraph *graph = section->report->graph;
  const size_t count = callgraph_arc_count (graph);
  const struct arc_scratch scratch
      = { array_new (count, sizeof *scratch.items),
          array_new (count / 2 + 1, sizeof *scratch.spare) };
  enum status status = STATUS_OK;
  if (scratch.items == NULL || scratch.spare == NULL)
    status = diag_no_memory (section->diag);
  else if (count == 0)
    debug_line (section, "no arcs");
  for (sym_id id = 0;
       id < graph->symbol_count && count > 0 && status == STATUS_OK; id++)
    {
      print_entry_arcs (section, &scratch, id, "parent", graph->parent_arc,
                        graph->parent_start[id], graph->parent_start[id + 1],
                        graph_view_compare_parents);
      print_entry_arcs (section, &scratch, id, "child", graph->child_arc,
                        graph->child_start[id], graph->child_start[id + 1],
                        graph_view_compare_children);
    }
  free (scratch.items);
  free (scratch.spare);
  return status;
}

/* --- 64: samples -------------------------------------------------------- */

/* The bin that is being printed, and the sums so far.  */
struct samples
{
  const struct debug_section *section;
  uint64_t low, high; /* of the bin, in units of two bytes */
  uint64_t rest;      /* units that no symbol has covered yet */
  double count;
  double credited, left_out, lost;
};

static void
begin_bin_line (const struct samples *samples)
{
  debug_begin (samples->section);
  output_printf (samples->section->out,
                 "bin 0x%" PRIx64 "-0x%" PRIx64 " ticks %.9g",
                 samples->low * 2, samples->high * 2, samples->count);
}

/* Print the part of the bin that no symbol gets: what is in no symbol, or all
   of a bin that is narrower than a unit and so has no width.  */
static void
end_bin (struct samples *samples)
{
  const double scale = samples->section->report->profile->scale;
  const bool narrow = samples->count > 0 && samples->low == samples->high;
  const double rest = narrow ? samples->count
                             : (double)samples->rest * samples->count / scale;
  if (rest > 0)
    {
      begin_bin_line (samples);
      output_printf (samples->section->out, " lost %.9g, %s", rest,
                     narrow ? "below two bytes" : "in no symbol");
      debug_end (samples->section);
    }
  samples->lost += rest;
}

static void
print_bin (void *context, uint64_t low, uint64_t high, uint64_t count)
{
  struct samples *samples = context;
  end_bin (samples);
  samples->low = low;
  samples->high = high;
  samples->rest = high - low;
  samples->count = (double)count;
}

static void
print_credit (void *context, sym_id id, uint64_t units, double ticks,
              bool accepted)
{
  struct samples *samples = context;
  samples->rest -= units;
  if (accepted)
    samples->credited += ticks;
  else
    samples->left_out += ticks;
  begin_bin_line (samples);
  output_printf (samples->section->out,
                 accepted ? " credit %.9g" : " left out %.9g", ticks);
  debug_symbol (samples->section, accepted ? " to " : " of ", id);
  debug_end (samples->section);
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
  const struct report *report = section->report;
  const struct symset *tables = report->selection->tables;
  struct samples samples = { .section = section };
  const struct hist_visitor visitor = { print_bin, print_credit, &samples };
  if (report->profile->histograms.count == 0)
    {
      debug_line (section, "no histogram");
      return STATUS_OK;
    }
  print_histograms (section);
  hist_walk (report->profile, report->symtab, section->debug->target,
             &tables[SPEC_FLAT_INCLUDE], &tables[SPEC_FLAT_EXCLUDE],
             report->options->quirks.last_symbol_covers_nothing, &visitor);
  end_bin (&samples);
  debug_line (section, "credited %.9g left out %.9g lost %.9g",
              samples.credited, samples.left_out, samples.lost);
  return STATUS_OK;
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
