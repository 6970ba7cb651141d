/* print_cycles.c - cycles and what breaks them (R14.25-R14.29): rows, and as
   text.

   Cycles come by time, most first.  */

#include "config.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/minmax.h"
#include "base/sort.h"
#include "model/symtab.h"
#include "output/formats.h"
#include "output/report.h"

enum cycles_row_kind
{
  CYCLES_WHOLE,  /* the cycle */
  CYCLES_MEMBER, /* most time first */
  CYCLES_ARC,    /* from one member to another, most calls first */
  CYCLES_BREAK,  /* one of those that break the cycle, likewise; none where -k
                    could not leave them out */
  CYCLES_END
};

/* What does not apply to the KIND is 0.  */
struct cycles_row
{
  enum cycles_row_kind kind;
  uint32_t cycle;      /* its number, from 1 */
  sym_id symbol;       /* the member, or what the arc leads from */
  sym_id callee;       /* what it leads to */
  double percent;      /* of all time that the graph shows: total */
  double self;         /* time of the cycle or the member */
  double total;        /* with what it calls */
  uint64_t calls;      /* from outside, or of the arc */
  uint64_t self_calls; /* from inside */
  bool breaks;         /* the arc is one of those that break the cycle */
  uint64_t lost_calls; /* of these arcs; in rows CYCLES_WHOLE, as the next */
  bool verified;       /* without them there is no cycle */
  bool minimal;        /* none of them can be spared */
};

struct cycles_view
{
  const struct report *report;
  struct sort_item *order;   /* all cycles */
  struct sort_item *items;   /* members of one */
  struct sort_item *scratch; /* for sorting */
  size_t entry;              /* place in ORDER of the next cycle */
  uint32_t cycle;
  enum cycles_row_kind phase; /* kind of the next row */
  size_t next, limit;         /* of what there are rows of this kind for */
  struct cycles_row row;
};

/* --- Rows ---------------------------------------------------------------- */

static void
take_members (struct cycles_view *view)
{
  const struct report *report = view->report;
  const struct analysis *analysis = report->analysis;
  const uint32_t *start = report->cycles->member_start;
  const size_t first = start[view->cycle - 1];
  view->limit = start[view->cycle] - first;
  for (size_t i = 0; i < view->limit; i++)
    {
      const sym_id id = report->cycles->members[first + i];
      view->items[i] = (struct sort_item){
        .time = analysis->prop_self[id] + analysis->prop_child[id],
        .number = analysis->calls[id] + analysis->self_calls[id],
        .rank = report->name_order.rank[id],
        .id = id
      };
    }
  sort_items (view->items, view->scratch, view->limit, sort_by_keys);
}

/* Prepare the rows of KIND.  */
static void
enter (struct cycles_view *view, enum cycles_row_kind kind)
{
  const size_t *arc_start = view->report->breaking->arc_start;
  view->phase = kind;
  view->next = 0;
  if (kind == CYCLES_MEMBER)
    take_members (view);
  else if (kind == CYCLES_ARC || kind == CYCLES_BREAK)
    {
      view->next = arc_start[view->cycle];
      view->limit = arc_start[view->cycle + 1];
    }
}

static double
percent_of_time (const struct report *report, double ticks)
{
  const double all = report->analysis->print_ticks;
  return all > 0 ? 100 * ticks / all : 0;
}

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

static void
make_member (struct cycles_view *view, sym_id id)
{
  const struct report *report = view->report;
  const struct analysis *analysis = report->analysis;
  const double self = analysis->prop_self[id];
  const double total = self + analysis->prop_child[id];
  view->row = (struct cycles_row){ .kind = CYCLES_MEMBER,
                                   .cycle = view->cycle,
                                   .symbol = id,
                                   .percent = percent_of_time (report, total),
                                   .self = report_time (report, self),
                                   .total = report_time (report, total),
                                   .calls = analysis->calls[id],
                                   .self_calls = analysis->self_calls[id] };
}

static void
make_whole (struct cycles_view *view)
{
  const struct report *report = view->report;
  const struct cycle_breaking *breaking = report->breaking;
  const size_t node = cycles_node (report->cycles, view->cycle);
  double self, total;
  add_up (report, view->cycle, &self, &total);
  view->row
      = (struct cycles_row){ .kind = CYCLES_WHOLE,
                             .cycle = view->cycle,
                             .symbol = SYM_NONE,
                             .percent = percent_of_time (report, total),
                             .self = report_time (report, self),
                             .total = report_time (report, total),
                             .calls = report->analysis->calls[node],
                             .self_calls = report->analysis->self_calls[node],
                             .verified = breaking->broken[view->cycle],
                             .minimal = breaking->minimal[view->cycle] };
  for (size_t i = breaking->arc_start[view->cycle];
       i < breaking->arc_start[view->cycle + 1]; i++)
    if (breaking->breaks[i])
      view->row.lost_calls += report->graph->count.items[breaking->arcs[i]];
}

/* Does -k leave out the arcs?  It names functions, no groups, and a call in
   the code makes an arc all the same.  */
static bool
has_options (const struct report *report)
{
  return report->options->group_by == GROUP_BY_FUNCTION
         && !report->options->static_calls;
}

/* Make the row of the arc at NUMBER in the list, if it is wanted.  */
static bool
make_arc (struct cycles_view *view, size_t number)
{
  const struct callgraph *graph = view->report->graph;
  const struct cycle_breaking *breaking = view->report->breaking;
  const arc_id arc = breaking->arcs[number];
  const bool breaks = breaking->breaks[number];
  view->row = (struct cycles_row){ .kind = view->phase,
                                   .cycle = view->cycle,
                                   .symbol = graph->from.items[arc],
                                   .callee = graph->to.items[arc],
                                   .calls = graph->count.items[arc],
                                   .breaks = breaks };
  return view->phase == CYCLES_ARC || (breaks && has_options (view->report));
}

/* Make the first row of the next cycle; false behind the last one.  */
static bool
next_cycle (struct cycles_view *view)
{
  if (view->entry == view->report->cycles->count)
    return false;
  view->cycle = view->order[view->entry++].id;
  make_whole (view);
  enter (view, CYCLES_MEMBER);
  return true;
}

/* Make the next row of the cycle; false if there is none of its kind.  */
static bool
next_of_kind (struct cycles_view *view)
{
  while (view->next < view->limit)
    {
      const size_t number = view->next++;
      if (view->phase != CYCLES_MEMBER)
        {
          if (make_arc (view, number))
            return true;
          continue;
        }
      make_member (view, view->items[number].id);
      return true;
    }
  return false;
}

/* The next row, valid until the next call; null behind the last one.  */
static const struct cycles_row *
cycles_view_next (struct cycles_view *view)
{
  if (view->phase == CYCLES_WHOLE)
    return next_cycle (view) ? &view->row : NULL;
  while (view->phase != CYCLES_END)
    {
      if (next_of_kind (view))
        return &view->row;
      enter (view, view->phase + 1);
    }
  view->row = (struct cycles_row){ .kind = CYCLES_END, .cycle = view->cycle };
  view->phase = CYCLES_WHOLE;
  return &view->row;
}

static void
sort_cycles (struct cycles_view *view)
{
  const size_t count = view->report->cycles->count;
  for (size_t i = 0; i < count; i++)
    {
      double self;
      view->order[i].id = (uint32_t)i + 1;
      add_up (view->report, view->order[i].id, &self, &view->order[i].time);
    }
  sort_items (view->order, view->scratch, count, sort_by_keys);
}

/* Start VIEW of REPORT, which is borrowed and has numbers; to be ended.  All
   rows together take O(arcs + members log members).  */
static void
cycles_view_start (struct cycles_view *view, const struct report *report)
{
  const size_t cycles = report->cycles->count;
  const size_t most = max_length (report->cycles->member_start, cycles);
  const size_t longest = most > cycles ? most : cycles;
  *view = (struct cycles_view){
    .report = report,
    .order = array_new (cycles, sizeof *view->order),
    .items = array_new (most, sizeof *view->items),
    .scratch = array_new (longest / 2 + 1, sizeof *view->scratch),
  };
  sort_cycles (view);
}

static void
cycles_view_end (struct cycles_view *view)
{
  free (view->order);
  free (view->items);
  free (view->scratch);
  view->order = view->items = view->scratch = NULL;
}

/* --- Text ---------------------------------------------------------------- */

struct cycles_printer
{
  const struct report *report;
  struct output *out;
  struct cycles_row whole;   /* the cycle that is printed */
  enum cycles_row_kind kind; /* of the row before */
};

/* --- Options ------------------------------------------------------------- */

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

/* The option that leaves out the arc of ROW, for a shell.  */
static void
print_option (const struct cycles_printer *printer,
              const struct cycles_row *row)
{
  const char *const *names = printer->report->symtab->name;
  const char *from = names[row->symbol], *to = names[row->callee];
  const char *quote = is_plain (from) && is_plain (to) ? "" : "'";
  output_text (printer->out, printer->kind == CYCLES_BREAK ? " " : "    ");
  output_text (printer->out, "-k ");
  output_text (printer->out, quote);
  print_spec (printer->out, from);
  output_char (printer->out, '/');
  print_spec (printer->out, to);
  output_text (printer->out, quote);
}

/* --- Rows ---------------------------------------------------------------- */

/* Calls were not counted (R16.75).  */
static bool
has_no_counts (const struct cycles_printer *printer)
{
  return printer->report->profile->lacks_calls;
}

static char *
put_calls (const struct cycles_printer *printer, char *at,
           const struct cycles_row *row)
{
  if (has_no_counts (printer))
    return put_blanks (at, 17);
  at = put_count (at, 8, row->calls);
  if (row->self_calls == 0)
    return put_blanks (at, 9);
  *at++ = '+';
  return put_count_left (at, 8, row->self_calls);
}

static void
print_node (const struct cycles_printer *printer, const struct cycles_row *row)
{
  const unsigned style = row->kind == CYCLES_WHOLE ? STYLE_BOLD : STYLE_PLAIN;
  output_style (printer->out, style);
  char *at = output_room (printer->out, LINE_ROOM);
  at = put_percent (printer->out, at, 8, 1, row->percent, style);
  *at++ = ' ';
  at = put_fixed (at, 8, 2, row->self);
  *at++ = ' ';
  at = put_fixed (at, 8, 2, row->total);
  *at++ = ' ';
  at = put_calls (printer, at, row);
  *at++ = ' ';
  output_advance (printer->out, at);
  if (row->kind == CYCLES_WHOLE)
    output_printf (printer->out, "<cycle %u as a whole>\n",
                   (unsigned)row->cycle);
  else
    {
      output_text (printer->out,
                   names_of (printer->report->names, row->symbol));
      output_char (printer->out, '\n');
    }
  output_style (printer->out, STYLE_PLAIN);
}

static void
print_arc (const struct cycles_printer *printer, const struct cycles_row *row)
{
  struct output *out = printer->out;
  struct names *names = printer->report->names;
  output_text (out, row->breaks ? "     *" : "      ");
  if (has_no_counts (printer))
    output_blanks (out, 11);
  else
    output_count (out, 11, row->calls);
  output_text (out, "  ");
  output_text (out, names_of (names, row->symbol));
  output_text (out, " -> ");
  output_text (out, names_of (names, row->callee));
  output_char (out, '\n');
}

static void
print_verdict (const struct cycles_printer *printer)
{
  const struct cycles_row *whole = &printer->whole;
  output_text (printer->out,
               whole->verified
                   ? "\nWithout the arcs marked * there is no cycle"
                   : "\nEven without the arcs marked * there is a cycle");
  if (!has_no_counts (printer))
    output_printf (printer->out,
                   "; they have %" PRIu64 " of %" PRIu64 " calls",
                   whole->lost_calls, whole->self_calls);
  output_text (printer->out, whole->minimal
                                 ? "\n"
                                 : " (the cycle is so large that fewer arcs "
                                   "may do)\n");
}

static void
print_row (struct cycles_printer *printer, const struct cycles_row *row)
{
  struct output *out = printer->out;
  const bool first = row->kind != printer->kind;
  if (first && printer->kind == CYCLES_ARC)
    print_verdict (printer);
  switch (row->kind)
    {
    case CYCLES_WHOLE:
      printer->whole = *row;
      output_heading (out, "  % time     self    total   called           "
                           "member\n");
      print_node (printer, row);
      break;
    case CYCLES_MEMBER:
      print_node (printer, row);
      break;
    case CYCLES_ARC:
      if (first)
        output_heading (out, has_no_counts (printer)
                                 ? "\n                   arc\n"
                                 : "\n            calls  arc\n");
      print_arc (printer, row);
      break;
    case CYCLES_BREAK:
      print_option (printer, row);
      break;
    case CYCLES_END:
      output_text (out, printer->kind == CYCLES_BREAK ? "\n" : "");
      output_text (out, "-----------------------------------------------\n");
      break;
    }
  printer->kind = row->kind;
}

void
print_cycles (struct report *report)
{
  struct cycles_printer printer
      = { .report = report, .out = report->output, .kind = CYCLES_END };
  struct cycles_view view;
  cycles_view_start (&view, report);
  report_separate (report);
  output_heading (report->output, "Cycles:");
  output_text (report->output,
               report->cycles->count > 0 ? "\n\n" : "\n\n no cycles\n");
  for (const struct cycles_row *row; (row = cycles_view_next (&view)) != NULL;)
    print_row (&printer, row);
  report_print_recording (report);
  cycles_view_end (&view);
}
