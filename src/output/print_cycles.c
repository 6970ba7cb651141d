/* print_cycles.c - cycles and what breaks them, as text (R14.25-R14.29).

   Cycles come by time, most first; their members likewise, and arcs by calls,
   as the list of what breaks cycles has them.  */

#include "config.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sort.h"
#include "model/symtab.h"
#include "output/formats.h"
#include "output/report.h"

/* --- Members ------------------------------------------------------------- */

/* The time of all members of CYCLE and what they call outside it.  The node of
   the cycle has none if nothing outside calls the cycle, unless there are
   stacks; then what members have overlaps.  */
static void
add_up (const struct report *report, uint32_t cycle, double *self,
        double *total)
{
  const struct analysis *analysis = report->analysis;
  const uint32_t *start = report->cycles->member_start;
  const size_t node = cycles_node (report->cycles, cycle);
  double children = 0;
  *self = 0;
  if (report->profile->arcs_are_measured)
    {
      *self = analysis->prop_self[node];
      *total = *self + analysis->prop_child[node];
      return;
    }
  for (size_t i = start[cycle - 1]; i < start[cycle]; i++)
    {
      *self += analysis->prop_self[report->cycles->members[i]];
      children += analysis->prop_child[report->cycles->members[i]];
    }
  *total = *self + children;
}

/* The calls of NODE from outside and inside, if they were counted (R16.75,
   R20.185).  */
static char *
put_calls (const struct report *report, char *at, size_t node)
{
  if (!report_counts_calls_of (report, node))
    return put_blanks (at, 17);
  at = put_count (at, 8, report->analysis->calls[node]);
  if (report->analysis->self_calls[node] == 0)
    return put_blanks (at, 9);
  *at++ = '+';
  return put_count_left (at, 8, report->analysis->self_calls[node]);
}

/* The line of NODE, a member or a cycle as a whole, with its ticks.  */
static void
print_node (const struct report *report, size_t node, double self,
            double total)
{
  struct output *out = report->output;
  const uint32_t cycle = report_cycle_of_node (report, node);
  const unsigned style = cycle != 0 ? STYLE_BOLD : STYLE_PLAIN;
  const double all = report->analysis->print_ticks;
  output_style (out, style);
  char *at = output_room (out, LINE_ROOM);
  at = put_percent (out, at, 8, 1, all > 0 ? 100 * total / all : 0, style);
  *at++ = ' ';
  at = put_fixed (at, 8, 2, report_time (report, self));
  *at++ = ' ';
  at = put_fixed (at, 8, 2, report_time (report, total));
  *at++ = ' ';
  at = put_calls (report, at, node);
  *at++ = ' ';
  output_advance (out, at);
  if (cycle != 0)
    output_printf (out, "<cycle %u as a whole>", (unsigned)cycle);
  else
    output_text (out, names_of (report->names, (sym_id)node));
  output_char (out, '\n');
  output_style (out, STYLE_PLAIN);
}

static void
print_members (const struct report *report, uint32_t cycle)
{
  const struct analysis *analysis = report->analysis;
  const uint32_t *start = report->cycles->member_start;
  const size_t first = start[cycle - 1], count = start[cycle] - first;
  struct sort_item *items = array_new (count, sizeof *items);
  for (size_t i = 0; i < count; i++)
    {
      const sym_id id = report->cycles->members[first + i];
      items[i] = (struct sort_item){
        .time = analysis->prop_self[id] + analysis->prop_child[id],
        .number = analysis->calls[id] + analysis->self_calls[id],
        .rank = report->name_order.rank[id],
        .id = id
      };
    }
  sort_items (items, count, sort_by_keys);
  for (size_t i = 0; i < count; i++)
    print_node (report, items[i].id, analysis->prop_self[items[i].id],
                items[i].time);
  free (items);
}

/* --- Arcs ---------------------------------------------------------------- */

/* The arcs of CYCLE, those that break it with a mark, and whether they do.  */
static void
print_arcs (const struct report *report, uint32_t cycle)
{
  const struct cycle_breaking *breaking = report->breaking;
  const struct callgraph *graph = report->graph;
  const uint64_t calls
      = report->analysis->self_calls[cycles_node (report->cycles, cycle)];
  struct output *out = report->output;
  uint64_t lost_calls = 0;
  output_heading (out, calls > 0 ? "\n            calls  arc\n"
                                 : "\n                   arc\n");
  for (size_t i = breaking->arc_start[cycle];
       i < breaking->arc_start[cycle + 1]; i++)
    {
      const arc_id arc = breaking->arcs[i];
      output_text (out, breaking->breaks[i] ? "     *" : "      ");
      if (report_counts_arc (report, arc))
        output_count (out, 11, graph->count.items[arc]);
      else
        output_blanks (out, 11);
      output_text (out, "  ");
      output_text (out, names_of (report->names, graph->from.items[arc]));
      output_text (out, " -> ");
      output_text (out, names_of (report->names, graph->to.items[arc]));
      output_char (out, '\n');
      lost_calls += breaking->breaks[i] ? graph->count.items[arc] : 0;
    }
  output_text (out, breaking->broken[cycle]
                        ? "\nWithout the arcs marked * there is no cycle"
                        : "\nEven without the arcs marked * there is a cycle");
  if (calls > 0)
    output_printf (out, "; they have %" PRIu64 " of %" PRIu64 " calls",
                   lost_calls, calls);
  output_text (out, breaking->minimal[cycle]
                        ? "\n"
                        : " (the cycle is so large that fewer arcs may do)\n");
}

/* --- Options ------------------------------------------------------------- */

/* Does -k leave out the arcs?  It names functions, no groups, and a call in
   the code makes an arc all the same.  */
static bool
has_options (const struct report *report)
{
  return report->options->group_by == GROUP_BY_FUNCTION
         && !report->options->static_calls;
}

/* Does NAME have what only a pattern can say in a symspec: a slash, or what
   would end or disturb the line?  */
static bool
needs_pattern (const char *name)
{
  for (; *name != '\0'; name++)
    if (*name == '/' || (unsigned char)*name < ' ' || *name == '\177')
      return true;
  return false;
}

/* Does a shell pass every byte of TEXT on as it is?  */
static bool
is_plain (const char *text)
{
  static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:@%+,-";
  return text[strspn (text, plain)] == '\0';
}

/* Write the symspec that is the function called NAME (R2.2, R2.7a), as it
   stands between the single quotes of a shell or in a plain word.  */
static void
print_spec (struct output *out, const char *name)
{
  const bool is_pattern = needs_pattern (name);
  if (strpbrk (name, ".:") != NULL || (*name >= '0' && *name <= '9'))
    output_char (out, ':');
  for (; *name != '\0'; name++)
    if (*name == '\'')
      output_text (out, "'\\''");
    else if (is_pattern && strchr ("*?[\\", *name) != NULL)
      {
        output_char (out, '\\');
        output_char (out, *name);
      }
    else if (*name == '/' || (unsigned char)*name < ' ' || *name == '\177')
      output_char (out, '?');
    else
      output_bytes (out, name, 1);
}

/* The options that leave out the arcs which break CYCLE, for a shell.  */
static void
print_options (const struct report *report, uint32_t cycle)
{
  const struct cycle_breaking *breaking = report->breaking;
  const char *const *names = report->symtab->name;
  struct output *out = report->output;
  bool any = false;
  for (size_t i = breaking->arc_start[cycle];
       i < breaking->arc_start[cycle + 1]; i++)
    if (breaking->breaks[i])
      {
        const char *from = names[report->graph->from.items[breaking->arcs[i]]];
        const char *to = names[report->graph->to.items[breaking->arcs[i]]];
        const char *quote = is_plain (from) && is_plain (to) ? "" : "'";
        output_printf (out, "%s-k %s", any ? " " : "    ", quote);
        print_spec (out, from);
        output_char (out, '/');
        print_spec (out, to);
        output_text (out, quote);
        any = true;
      }
  if (any)
    output_char (out, '\n');
}

/* --- The listing --------------------------------------------------------- */

static void
print_cycle (const struct report *report, uint32_t cycle)
{
  const size_t *arc_start = report->breaking->arc_start;
  double self, total;
  add_up (report, cycle, &self, &total);
  output_heading (report->output,
                  "  % time     self    total   called           member\n");
  print_node (report, cycles_node (report->cycles, cycle), self, total);
  print_members (report, cycle);
  if (arc_start[cycle] < arc_start[cycle + 1])
    print_arcs (report, cycle);
  if (has_options (report))
    print_options (report, cycle);
  output_text (report->output,
               "-----------------------------------------------\n");
}

void
print_cycles (struct report *report)
{
  const size_t count = report->cycles->count;
  struct sort_item *order = array_new (count, sizeof *order);
  for (size_t i = 0; i < count; i++)
    {
      double self;
      order[i].id = (uint32_t)i + 1;
      add_up (report, order[i].id, &self, &order[i].time);
    }
  sort_items (order, count, sort_by_keys);
  report_separate (report);
  output_heading (report->output, "Cycles:");
  output_text (report->output, count > 0 ? "\n\n" : "\n\n no cycles\n");
  for (size_t i = 0; i < count; i++)
    print_cycle (report, order[i].id);
  report_print_recording (report);
  free (order);
}
