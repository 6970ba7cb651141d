/* print_graph.c - the call graph (R6.40-R6.49).

   One entry per node: its callers, itself, what it calls; a cycle as a whole
   shows its members instead.  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "report.h"
#include "vec.h"

struct graph_printer
{
  struct report *report;
  struct output *out;
  struct sort_item *items; /* the arcs or members of an entry, being sorted */
  struct sort_item *room;  /* for sorting */
  double print_ticks;      /* what is 100 percent; never 0 */
  unsigned child_width;    /* of the column of child time */
};

/* --- Arcs --------------------------------------------------------------- */

/* Self time and child time in their columns.  */
static char *
put_times (const struct graph_printer *printer, char *at, double self,
           double child)
{
  at = put_fixed (at, 7, 2, report_time (printer->report, self));
  *at++ = ' ';
  at = put_fixed (at, printer->child_width, 2,
                  report_time (printer->report, child));
  *at++ = ' ';
  return at;
}

/* The line of ARC in the entry of one of its ends; NAMED is the other end, and
   the callee is called TOTAL times.  */
static void
print_arc (const struct graph_printer *printer, const struct sort_item *arc,
           sym_id named, uint64_t total)
{
  const struct analysis *analysis = printer->report->analysis;
  char *at = output_room (printer->out, LINE_ROOM);
  if (arc->rank == ARC_OTHER)
    {
      at = put_blanks (at, 13);
      at = put_times (printer, at, analysis->arc_self[arc->id],
                      analysis->arc_child[arc->id]);
      at = put_count (at, 7, arc->number);
      *at++ = '/';
      at = put_count_left (at, 7, total);
      at = put_blanks (at, 5);
    }
  else
    {
      at = put_blanks (at, 22 + printer->child_width);
      at = put_count (at, 7, arc->number);
      at = put_blanks (at, 13);
    }
  output_advance (printer->out, at);
  report_print_name_line (printer->report, named);
}

/* Sort ARCS[FIRST .. LIMIT-1] into the printer's items.  */
static size_t
sort_arcs (const struct graph_printer *printer, const arc_id *arcs,
           size_t first, size_t limit, sort_compare_items *compare)
{
  for (size_t i = first; i < limit; i++)
    printer->items[i - first] = report_arc_item (printer->report, arcs[i]);
  sort_items (printer->items, printer->room, limit - first, compare);
  return limit - first;
}

/* How often the entry of ID as a callee was called.  */
static uint64_t
total_calls (const struct report *report, sym_id id)
{
  return report->analysis->calls[report_head (report, id)];
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
  const uint64_t total = total_calls (printer->report, id);
  for (size_t i = 0; i < count; i++)
    {
      const struct sort_item *arc = &printer->items[i];
      print_arc (printer, arc, graph->from.items[arc->id], total);
    }
}

/* The line of calls whose target is not known (R6.56).  */
static void
print_indirect (const struct graph_printer *printer)
{
  struct output *out = printer->out;
  char *at = put_blanks (output_room (out, LINE_ROOM), 13);
  output_advance (out, put_times (printer, at, 0, 0));
  output_text (out, "      0/0           ");
  output_text (out, printer->report->graph->indirect_name);
  output_char (out, '\n');
}

/* Do calls of unknown targets come before the child ARC?  They are among the
   arcs between two entries, without time or count, and as old as ARC if
   INDIRECT is.  */
static bool
stands_behind (const struct sort_item *arc, arc_id indirect)
{
  return arc->rank != ARC_OTHER || (arc->number == 0 && arc->id >= indirect);
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
      const struct sort_item *arc = &printer->items[i];
      if (indirect != ARC_NONE && stands_behind (arc, indirect))
        {
          print_indirect (printer);
          indirect = ARC_NONE;
        }
      const sym_id to = graph->to.items[arc->id];
      print_arc (printer, arc, to, total_calls (printer->report, to));
    }
  if (indirect != ARC_NONE)
    print_indirect (printer);
}

/* --- Entries ------------------------------------------------------------ */

/* "[7]      0.5    0.12    0.34 ", the beginning of a primary line; the index
   is cut after six bytes.  */
static char *
put_primary_times (const struct graph_printer *printer, char *at, size_t node)
{
  const struct report *report = printer->report;
  const double self = report->analysis->prop_self[node];
  const double child = report->analysis->prop_child[node];
  char *start = at;
  *at++ = '[';
  at = put_count (at, 0, report->index[node]);
  *at++ = ']';
  put_blanks (at, 6);
  at = start + 6;
  *at++ = ' ';
  at = put_fixed (at, 5, 1, 100 * (self + child) / printer->print_ticks);
  *at++ = ' ';
  return put_times (printer, at, self, child);
}

/* "+5      " or eight blanks.  */
static char *
put_self_calls (char *at, uint64_t self_calls)
{
  if (self_calls == 0)
    return put_blanks (at, 8);
  *at++ = '+';
  return put_count_left (at, 7, self_calls);
}

static void
print_primary (const struct graph_printer *printer, sym_id id)
{
  const struct analysis *analysis = printer->report->analysis;
  char *at = output_room (printer->out, LINE_ROOM);
  at = put_primary_times (printer, at, id);
  if (analysis->calls[id] + analysis->self_calls[id] != 0)
    {
      at = put_count (at, 7, analysis->calls[id]);
      at = put_self_calls (at, analysis->self_calls[id]);
      *at++ = ' ';
    }
  else
    at = put_blanks (at, 16);
  output_advance (printer->out, at);
  report_print_name_line (printer->report, id);
}

/* A member of a cycle with what its place depends on.  */
static struct sort_item
member_item (const struct analysis *analysis, sym_id id)
{
  return (struct sort_item){
    .time = analysis->prop_self[id] + analysis->prop_child[id],
    .number = analysis->calls[id] + analysis->self_calls[id],
    .id = id
  };
}

static int
compare_members (const struct sort_item *a, const struct sort_item *b)
{
  if (a->time != b->time)
    return a->time > b->time ? -1 : 1;
  return a->number > b->number ? -1 : a->number < b->number;
}

static void
print_member (const struct graph_printer *printer, sym_id id)
{
  const struct analysis *analysis = printer->report->analysis;
  char *at = output_room (printer->out, LINE_ROOM);
  at = put_blanks (at, 13);
  at = put_times (printer, at, analysis->prop_self[id],
                  analysis->prop_child[id]);
  at = put_count (at, 7, analysis->calls[id]);
  at = put_self_calls (at, analysis->self_calls[id]);
  at = put_blanks (at, 5);
  output_advance (printer->out, at);
  report_print_name_line (printer->report, id);
}

static void
print_cycle (const struct graph_printer *printer, size_t node, uint32_t cycle)
{
  const struct report *report = printer->report;
  struct output *out = printer->out;
  char *at = output_room (out, LINE_ROOM);
  at = put_primary_times (printer, at, node);
  at = put_count (at, 7, report->analysis->calls[node]);
  at = put_self_calls (at, report->analysis->self_calls[node]);
  output_advance (out, at);
  output_printf (out, " <cycle %u as a whole> [%u]\n", (unsigned)cycle,
                 (unsigned)report->index[node]);

  const struct cycles *cycles = report->cycles;
  const size_t first = cycles->member_start[cycle - 1];
  const size_t count = cycles->member_start[cycle] - first;
  for (size_t i = 0; i < count; i++)
    printer->items[i]
        = member_item (report->analysis, cycles->members[first + i]);
  sort_items (printer->items, printer->room, count, compare_members);
  for (size_t i = 0; i < count; i++)
    print_member (printer, printer->items[i].id);
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

/* The most items that any entry needs to sort.  */
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
          .items = array_new (longest, sizeof *printer.items),
          .room = array_new (longest / 2 + 1, sizeof *printer.room),
          .print_ticks = ticks > 0 ? ticks : 1.0,
          .child_width = report->options->traditional ? 11 : 7 };
  enum status status = STATUS_OK;
  if (printer.items == NULL || printer.room == NULL)
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
  free (printer.items);
  free (printer.room);
  return status;
}
