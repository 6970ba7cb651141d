/* print_graph.c - the call graph (R6.40-R6.49).

   One entry per node: its callers, itself, what it calls; a cycle as a whole
   shows its members instead.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "report.h"
#include "sort.h"
#include "vec.h"

struct graph_printer
{
  struct report *report;
  struct output *out;
  uint32_t *ids;        /* the arcs or members of an entry, being sorted */
  uint32_t *room;       /* for sorting */
  double print_ticks;   /* what is 100 percent; never 0 */
  unsigned child_width; /* of the column of child time */
};

/* --- Arcs --------------------------------------------------------------- */

/* The line of one arc in the entry of one of its ends; NAMED is the other
   end.  */
static void
print_arc (const struct graph_printer *printer, arc_id arc, sym_id named)
{
  const struct report *report = printer->report;
  struct output *out = printer->out;
  const uint64_t count = report->graph->count.items[arc];
  if (report_arc_kind (report, arc) == ARC_OTHER)
    {
      const struct analysis *analysis = report->analysis;
      const size_t head = report_head (report, report->graph->to.items[arc]);
      char total[24];
      snprintf (total, sizeof total, "%-7" PRIu64, analysis->calls[head]);
      output_blanks (out, 13);
      output_fixed (out, 7, 2, report_time (report, analysis->arc_self[arc]));
      output_char (out, ' ');
      output_fixed (out, printer->child_width, 2,
                    report_time (report, analysis->arc_child[arc]));
      output_char (out, ' ');
      output_count (out, 7, count);
      output_char (out, '/');
      output_text (out, total);
      output_blanks (out, 5);
    }
  else
    {
      output_blanks (out, 22 + printer->child_width);
      output_count (out, 7, count);
      output_blanks (out, 13);
    }
  report_print_name (report, named);
  output_char (out, '\n');
}

/* Copy ARCS[FIRST .. LIMIT-1] to the printer's ids and sort them.  */
static size_t
sort_arcs (const struct graph_printer *printer, const arc_id *arcs,
           size_t first, size_t limit, sort_compare *compare)
{
  for (size_t i = first; i < limit; i++)
    printer->ids[i - first] = arcs[i];
  sort_ids_with (printer->ids, printer->room, limit - first, compare,
                 printer->report);
  return limit - first;
}

static void
print_parents (const struct graph_printer *printer, sym_id id)
{
  const struct callgraph *graph = printer->report->graph;
  const size_t count
      = sort_arcs (printer, graph->parent_arc, graph->parent_start[id],
                   graph->parent_start[id + 1], report_compare_parents);
  if (count == 0)
    {
      output_blanks (printer->out, 42 + printer->child_width);
      output_text (printer->out, "<spontaneous>\n");
    }
  for (size_t i = 0; i < count; i++)
    print_arc (printer, printer->ids[i], graph->from.items[printer->ids[i]]);
}

/* The line of calls whose target is not known (R6.56).  */
static void
print_indirect (const struct graph_printer *printer)
{
  struct output *out = printer->out;
  output_blanks (out, 13);
  output_fixed (out, 7, 2, report_time (printer->report, 0));
  output_char (out, ' ');
  output_fixed (out, printer->child_width, 2,
                report_time (printer->report, 0));
  output_text (out, "       0/0           ");
  output_text (out, printer->report->graph->indirect_name);
  output_char (out, '\n');
}

/* Do calls of unknown targets come before the child ARC?  They are among the
   arcs between two entries, without time or count, and as old as ARC if
   INDIRECT is.  */
static bool
stands_behind (const struct report *report, arc_id arc, arc_id indirect)
{
  return report_arc_kind (report, arc) != ARC_OTHER
         || (report->graph->count.items[arc] == 0 && arc >= indirect);
}

static void
print_children (const struct graph_printer *printer, sym_id id)
{
  const struct callgraph *graph = printer->report->graph;
  const size_t count
      = sort_arcs (printer, graph->child_arc, graph->child_start[id],
                   graph->child_start[id + 1], report_compare_children);
  arc_id indirect = graph->indirect != NULL ? graph->indirect[id] : ARC_NONE;
  for (size_t i = 0; i < count; i++)
    {
      const arc_id arc = printer->ids[i];
      if (indirect != ARC_NONE
          && stands_behind (printer->report, arc, indirect))
        {
          print_indirect (printer);
          indirect = ARC_NONE;
        }
      print_arc (printer, arc, graph->to.items[arc]);
    }
  if (indirect != ARC_NONE)
    print_indirect (printer);
}

/* --- Entries ------------------------------------------------------------ */

/* "[7]      0.5    0.12    0.34", the beginning of a primary line.  */
static void
print_primary_times (const struct graph_printer *printer, size_t node)
{
  const struct report *report = printer->report;
  struct output *out = printer->out;
  const double self = report->analysis->prop_self[node];
  const double child = report->analysis->prop_child[node];
  char index[16];
  snprintf (index, sizeof index, "[%u]", (unsigned)report->index[node]);
  output_printf (out, "%-6.6s ", index);
  output_fixed (out, 5, 1, 100 * (self + child) / printer->print_ticks);
  output_char (out, ' ');
  output_fixed (out, 7, 2, report_time (report, self));
  output_char (out, ' ');
  output_fixed (out, printer->child_width, 2, report_time (report, child));
  output_char (out, ' ');
}

/* "+5      " or eight blanks.  */
static void
print_self_calls (struct output *out, uint64_t self_calls)
{
  if (self_calls != 0)
    output_printf (out, "+%-7" PRIu64, self_calls);
  else
    output_blanks (out, 8);
}

static void
print_primary (const struct graph_printer *printer, sym_id id)
{
  const struct analysis *analysis = printer->report->analysis;
  struct output *out = printer->out;
  print_primary_times (printer, id);
  if (analysis->calls[id] + analysis->self_calls[id] != 0)
    {
      output_count (out, 7, analysis->calls[id]);
      print_self_calls (out, analysis->self_calls[id]);
      output_char (out, ' ');
    }
  else
    output_blanks (out, 16);
  report_print_name (printer->report, id);
  output_char (out, '\n');
}

static int
compare_members (uint32_t a, uint32_t b, const void *context)
{
  const struct analysis *analysis = context;
  const double time_a = analysis->prop_self[a] + analysis->prop_child[a];
  const double time_b = analysis->prop_self[b] + analysis->prop_child[b];
  if (time_a != time_b)
    return time_a > time_b ? -1 : 1;
  const uint64_t calls_a = analysis->calls[a] + analysis->self_calls[a];
  const uint64_t calls_b = analysis->calls[b] + analysis->self_calls[b];
  return calls_a > calls_b ? -1 : calls_a < calls_b;
}

static void
print_member (const struct graph_printer *printer, sym_id id)
{
  const struct report *report = printer->report;
  const struct analysis *analysis = report->analysis;
  struct output *out = printer->out;
  output_blanks (out, 13);
  output_fixed (out, 7, 2, report_time (report, analysis->prop_self[id]));
  output_char (out, ' ');
  output_fixed (out, printer->child_width, 2,
                report_time (report, analysis->prop_child[id]));
  output_char (out, ' ');
  output_count (out, 7, analysis->calls[id]);
  print_self_calls (out, analysis->self_calls[id]);
  output_blanks (out, 5);
  report_print_name (report, id);
  output_char (out, '\n');
}

static void
print_cycle (const struct graph_printer *printer, size_t node, uint32_t cycle)
{
  const struct report *report = printer->report;
  struct output *out = printer->out;
  print_primary_times (printer, node);
  output_count (out, 7, report->analysis->calls[node]);
  print_self_calls (out, report->analysis->self_calls[node]);
  output_printf (out, " <cycle %u as a whole> [%u]\n", (unsigned)cycle,
                 (unsigned)report->index[node]);

  const struct cycles *cycles = report->cycles;
  const size_t first = cycles->member_start[cycle - 1];
  const size_t count = cycles->member_start[cycle] - first;
  for (size_t i = 0; i < count; i++)
    printer->ids[i] = cycles->members[first + i];
  sort_ids_with (printer->ids, printer->room, count, compare_members,
                 report->analysis);
  for (size_t i = 0; i < count; i++)
    print_member (printer, printer->ids[i]);
}

static bool
has_entry (const struct report *report, size_t node)
{
  const struct analysis *analysis = report->analysis;
  if (!analysis->shown[node])
    return false;
  /* Only functions have entries, not their lines (R12.4).  */
  if (report->options->by_line
      && (report_cycle_of_node (report, node) != 0
          || !(report->symtab->flags[node] & SYMBOL_FUNCTION)))
    return false;
  return report->options->show_unused || analysis->calls[node] != 0
         || analysis->self_calls[node] != 0 || analysis->prop_self[node] != 0
         || analysis->prop_child[node] != 0;
}

static void
print_entry (const struct graph_printer *printer, size_t node)
{
  const struct report *report = printer->report;
  const uint32_t cycle = report_cycle_of_node (report, node);
  if (cycle != 0)
    print_cycle (printer, node, cycle);
  else
    {
      print_parents (printer, (sym_id)node);
      print_primary (printer, (sym_id)node);
      print_children (printer, (sym_id)node);
    }
  output_text (printer->out,
               report->options->traditional
                   ? "\n-----------------------------------------------\n\n"
                   : "-----------------------------------------------\n");
}

/* --- The listing -------------------------------------------------------- */

static void
print_traditional_heading (struct output *out)
{
  static const char around[] = "%6.6s %5.5s %7.7s %11.11s %7.7s/%-7.7s"
                               "     %-8.8s\n";
  output_printf (out, around, "", "", "", "", "called", "total", "parents");
  output_printf (out,
                 "%-6.6s %5.5s %7.7s %11.11s %7.7s+%-7.7s %-8.8s\t%5.5s\n",
                 "index", "%time", "self", "descendants", "called", "self",
                 "name", "index");
  output_printf (out, around, "", "", "", "", "called", "total", "children");
  output_char (out, '\n');
}

static void
print_heading (struct report *report)
{
  struct output *out = report->output;
  const struct options *options = report->options;
  if (options->traditional && !options->brief)
    {
      output_text (out, "\n\n\ncall graph profile:\n");
      print_graph_blurb (out);
    }
  report_separate (report);
  if (!options->traditional)
    output_text (out, options->brief
                          ? "\t\t\tCall graph\n\n"
                          : "\t\t     Call graph (explanation follows)\n\n");
  output_printf (out,
                 "\ngranularity: each sample hit covers %" PRId64 " byte(s)",
                 report_granularity (report));
  const double ticks = report->analysis->print_ticks;
  if (ticks > 0)
    output_printf (out, " for %.2f%% of %.2f seconds\n\n", 100.0 / ticks,
                   report_time (report, ticks));
  else
    output_text (out, " no time propagated\n\n");
  if (options->traditional)
    print_traditional_heading (out);
  else
    output_text (out, "index % time    self  children    called     name\n");
}

/* The most ids that any entry needs to sort.  */
static size_t
longest_list (const struct report *report)
{
  const struct callgraph *graph = report->graph;
  size_t longest = 0;
  for (size_t id = 0; id < graph->symbol_count; id++)
    {
      const size_t parents
          = graph->parent_start[id + 1] - graph->parent_start[id];
      const size_t children
          = graph->child_start[id + 1] - graph->child_start[id];
      longest = parents > longest ? parents : longest;
      longest = children > longest ? children : longest;
    }
  for (size_t i = 0; i < report->cycles->count; i++)
    {
      const size_t *start = report->cycles->member_start;
      const size_t members = start[i + 1] - start[i];
      longest = members > longest ? members : longest;
    }
  return longest;
}

enum status
print_graph (struct report *report, struct diag *diag)
{
  const size_t longest = longest_list (report);
  const double ticks = report->analysis->print_ticks;
  struct graph_printer printer
      = { .report = report,
          .out = report->output,
          .ids = array_new (longest, sizeof *printer.ids),
          .room = array_new (longest, sizeof *printer.room),
          .print_ticks = ticks > 0 ? ticks : 1.0,
          .child_width = report->options->traditional ? 11 : 7 };
  enum status status = STATUS_OK;
  if (printer.ids == NULL || printer.room == NULL)
    status = diag_no_memory (diag);
  else
    {
      print_heading (report);
      for (size_t i = 0; i < report->analysis->node_count; i++)
        if (has_entry (report, report->by_index[i]))
          print_entry (&printer, report->by_index[i]);
      if (!report->options->brief && !report->options->traditional)
        print_graph_blurb (report->output);
    }
  free (printer.ids);
  free (printer.room);
  return status;
}
