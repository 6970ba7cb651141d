/* print_flat.c - the flat profile (R7).  */

#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "report.h"
#include "vec.h"

struct unit
{
  char prefix;
  double factor;
};

/* Units of time per call, from the largest (R7.5).  */
static const struct unit units[]
    = { { 'T', 1e-12 }, { 'G', 1e-9 }, { 'M', 1e-6 }, { 'K', 1e-3 },
        { ' ', 1 },     { 'm', 1e3 },  { 'u', 1e6 },  { 'n', 1e9 },
        { 'p', 1e12 },  { 'f', 1e15 }, { 'a', 1e18 } };

enum
{
  UNIT_COUNT = sizeof units / sizeof *units,
  UNIT_MILLI = 5,
  FLAT_ROOM = 5 * (PUT_FIXED_MOST + PUT_SLACK) + 100 /* but the name */
};

/* The greatest time that one call of a symbol takes, in ticks.  */
static double
longest_call (const struct report *report)
{
  const struct analysis *analysis = report->analysis;
  double longest = 0;
  for (size_t id = 0; id < report->symtab->count; id++)
    if (analysis->calls[id] != 0)
      {
        const double time
            = (analysis->self_ticks[id] + analysis->child_ticks[id])
              / (double)analysis->calls[id];
        if (time > longest)
          longest = time;
      }
  return longest;
}

/* The unit in which the longest call has one to three digits; beyond the ends
   of the table, the unit at that end.  */
static const struct unit *
choose_unit (const struct report *report)
{
  if (report->options->traditional)
    return &units[UNIT_MILLI];
  const double longest = report_time (report, longest_call (report));
  if (!(longest > 0))
    return &units[0];
  for (size_t i = 0; i < UNIT_COUNT; i++)
    {
      const double value = units[i].factor * longest;
      if (value >= 1.0 && value < 1000.0)
        return &units[i];
    }
  return longest >= 1 ? &units[0] : &units[UNIT_COUNT - 1];
}

/* By time, then calls, most first, then names (R7.4).  */
static int
compare_symbols (const struct sort_item *a, const struct sort_item *b)
{
  if (a->time != b->time)
    return a->time > b->time ? -1 : 1;
  if (a->number != b->number)
    return a->number > b->number ? -1 : 1;
  return a->rank < b->rank ? -1 : a->rank > b->rank;
}

/* Title and scale of the samples (R7.1-R7.3).  */
static void
print_title (const struct report *report, double total)
{
  struct output *out = report->output;
  const struct dimension *dimension = &report->profile->dimension;
  if (!report->options->traditional)
    {
      const double tick
          = report->profile->rate > 0 || report->options->gnu_compat
                ? 1.0 / (double)report->profile->rate
                : 0;
      output_printf (out, "Flat profile:\n\nEach sample counts as %g %s.\n",
                     tick, dimension->name);
      if (!(total > 0))
        output_text (out, " no time accumulated\n\n");
      return;
    }
  if (!report->options->brief)
    {
      output_text (out, "\n\n\nflat profile:\n");
      print_flat_blurb (out);
    }
  output_printf (out,
                 "\ngranularity: each sample hit covers %" PRId64 " byte(s)",
                 report_granularity (report));
  if (total > 0)
    output_printf (out, " for %.2f%% of %.2f %s\n\n", 100.0 / total,
                   report_time (report, total), dimension->name);
  else
    output_text (out, " no time accumulated\n\n");
}

static void
print_heading (const struct report *report, const struct unit *unit)
{
  const struct dimension *dimension = &report->profile->dimension;
  char per_call[16];
  snprintf (per_call, sizeof per_call, "%c%c/call", unit->prefix,
            dimension->abbreviation);
  output_printf (report->output,
                 "%5.5s %10.10s %8.8s %8.8s %8.8s %8.8s  %-8.8s\n", "%  ",
                 "cumulative", "self  ", "", "self  ", "total ", "");
  output_printf (report->output,
                 "%5.5s %9.9s  %8.8s %8.8s %8.8s %8.8s  %-8.8s\n", "time",
                 dimension->name, dimension->name, "calls", per_call, per_call,
                 "name");
}

/* ITEM holds its symbol's time and calls.  */
static void
print_line (const struct report *report, const struct sort_item *item,
            double cumulative, double total, const struct unit *unit)
{
  struct output *out = report->output;
  const bool traditional = report->options->traditional;
  const sym_id id = item->id;
  const double self = item->time;
  const double calls = (double)item->number;
  char *at = output_room (out, FLAT_ROOM);
  at = put_fixed (at, traditional ? 5 : 6, traditional ? 1 : 2,
                  total > 0 ? 100 * self / total : 0);
  *at++ = ' ';
  at = put_fixed (at, traditional ? 10 : 9, 2,
                  report_time (report, cumulative));
  *at++ = ' ';
  at = put_fixed (at, 8, 2, report_time (report, self));
  if (item->number != 0)
    {
      const double inclusive = self + report->analysis->child_ticks[id];
      *at++ = ' ';
      at = put_count (at, 8, item->number);
      *at++ = ' ';
      at = put_fixed (at, 8, 2,
                      report_time (report, unit->factor * self) / calls);
      *at++ = ' ';
      at = put_fixed (at, 8, 2,
                      report_time (report, unit->factor * inclusive) / calls);
      at = put_blanks (at, 2);
    }
  else
    at = put_blanks (at, 29);
  output_advance (out, at);
  if (traditional)
    report_print_name_line (report, id);
  else
    {
      const struct shown_name name = names_get (report->names, id);
      output_bytes (out, name.text, name.length);
      output_char (out, '\n');
    }
}

/* --- The listing -------------------------------------------------------- */

/* Is ID printed?  (R7.7)  */
static bool
is_listed (const struct report *report, sym_id id)
{
  const struct symset *tables = report->selection->tables;
  return symset_accepts (&tables[SPEC_FLAT_INCLUDE],
                         &tables[SPEC_FLAT_EXCLUDE], id)
         && (report->options->show_unused
             || analysis_is_used (report->analysis, id));
}

/* Set *ITEMS to what the listing shows, to be freed; without
   ranks yet.  */
static enum status
collect (const struct report *report, struct sort_item **items, size_t *count,
         struct diag *diag)
{
  const struct analysis *analysis = report->analysis;
  size_t listed = 0;
  for (sym_id id = 0; id < report->symtab->count; id++)
    listed += is_listed (report, id);
  *items = array_new (listed, sizeof **items);
  *count = 0;
  if (*items == NULL)
    return diag_no_memory (diag);
  for (sym_id id = 0; id < report->symtab->count; id++)
    if (is_listed (report, id))
      (*items)[(*count)++] = (struct sort_item){ analysis->self_ticks[id],
                                                 analysis->calls[id], 0, id };
  return STATUS_OK;
}

/* Give ITEMS the ranks of their names: those of the report, or, if it has
   none, among themselves.  */
static enum status
rank_names (const struct report *report, struct sort_item *items, size_t count,
            struct diag *diag)
{
  if (report->name_order.rank != NULL)
    {
      for (size_t i = 0; i < count; i++)
        items[i].rank = report->name_order.rank[items[i].id];
      return STATUS_OK;
    }
  struct name_order order = { 0 };
  const char **names = array_new (count, sizeof *names);
  for (size_t i = 0; i < count && names != NULL; i++)
    names[i] = report->symtab->name[items[i].id];
  enum status status = names != NULL
                           ? name_order_build (&order, names, count, diag)
                           : diag_no_memory (diag);
  for (size_t i = 0; i < count && status == STATUS_OK; i++)
    items[i].rank = order.rank[i];
  name_order_release (&order);
  free (names);
  return status;
}

static enum status
sort_listed (const struct report *report, struct sort_item *items,
             size_t count, struct diag *diag)
{
  enum status status = rank_names (report, items, count, diag);
  if (status != STATUS_OK)
    return status;
  struct sort_item *room = array_new (count / 2 + 1, sizeof *room);
  if (room == NULL)
    return diag_no_memory (diag);
  sort_items (items, room, count, compare_symbols);
  free (room);
  return STATUS_OK;
}

static void
print_listing (struct report *report, const struct sort_item *items,
               size_t count)
{
  const double total = report->total_ticks > 0 ? report->total_ticks : 1.0;
  const struct unit *unit = choose_unit (report);
  double cumulative = 0;
  report_separate (report);
  print_title (report, report->total_ticks);
  print_heading (report, unit);
  for (size_t i = 0; i < count; i++)
    {
      cumulative += items[i].time;
      print_line (report, &items[i], cumulative, total, unit);
    }
  if (!report->options->brief && !report->options->traditional)
    print_flat_blurb (report->output);
}

enum status
print_flat (struct report *report, struct diag *diag)
{
  struct sort_item *items = NULL;
  size_t count = 0;
  enum status status = collect (report, &items, &count, diag);
  if (status == STATUS_OK)
    status = sort_listed (report, items, count, diag);
  if (status == STATUS_OK)
    print_listing (report, items, count);
  free (items);
  return status;
}
