/* print_per_file.c - how times vary between profiles (R14.60), or between
   threads (R20.233): rows, and as text.  */

#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/pairmap.h"
#include "base/sort.h"
#include "model/sources.h"
#include "output/formats.h"
#include "output/printers.h"
#include "output/view_waits.h"

/* --- What files and threads are called ----------------------------------- */

static int
compare_numbers (const void *a, const void *b)
{
  const uint32_t *x = a, *y = b;
  return *x < *y ? -1 : *x > *y;
}

/* Has each process of PROFILE a rank, each another one?  */
static bool
have_ranks (const struct profile *profile)
{
  const size_t count = profile->processes.count;
  uint32_t *ranks = array_new (count, sizeof *ranks);
  for (size_t i = 0; i < count; i++)
    ranks[i] = profile->processes.items[i].rank;
  if (count > 0)
    qsort (ranks, count, sizeof *ranks, compare_numbers);
  bool differ = count > 0 && ranks[0] > 0;
  for (size_t i = 1; i < count; i++)
    differ = differ && ranks[i] != ranks[i - 1];
  free (ranks);
  return differ;
}

/* The process with NUMBER, whose name is NAME if it has no rank.  */
static const char *
call_process (struct per_file_view *view, size_t number, const char *name)
{
  const struct profile *profile = view->report->profile;
  return view->has_ranks
             ? arena_format (&view->memory, "rank %" PRIu32,
                             profile->processes.items[number].rank - 1)
             : name;
}

/* The label of THREAD, number PLACE of the threads of its name in its process,
   of which there is one more if HAS_MORE.  */
static const char *
make_label (struct per_file_view *view, uint32_t thread, uint32_t place,
            bool has_more)
{
  const struct profile *profile = view->report->profile;
  const uint32_t process = profile->threads.items[thread].process;
  const char *name = view->report->thread_names->items[thread];
  if (place > 1 || has_more)
    name = arena_format (&view->memory, "%s #%" PRIu32, name, place);
  if (profile->processes.count == 1)
    return name;
  const char *number
      = view->has_ranks
            ? NULL
            : arena_format (&view->memory, "process %" PRIu32,
                            profile->processes.items[process].process);
  return arena_format (&view->memory, "%s: %s",
                       call_process (view, process, number), name);
}

/* Label the threads by their names, with their place among those of one name,
   and the process if there are several (R20.233).  */
static void
label_threads (struct per_file_view *view)
{
  const struct report *report = view->report;
  const struct profile_thread *threads = report->profile->threads.items;
  const size_t count = report->profile->threads.count;
  struct sources names = { 0 };
  struct pairmap map = { 0 };
  uint32_t *number = array_new (count, sizeof *number);
  uint32_t *place = array_new (count, sizeof *place);
  uint32_t *of_name = array_new (count, sizeof *of_name);
  for (uint32_t i = 0; i < count; i++)
    {
      source_id name;
      sources_intern (&names, report->thread_names->items[i], &name);
      number[i] = pairmap_enter (&map, threads[i].process, name, i);
      place[i] = ++of_name[number[i]];
    }
  view->labels = array_new (count, sizeof *view->labels);
  for (uint32_t i = 0; i < count; i++)
    view->labels[i] = make_label (view, i, place[i], of_name[number[i]] > 1);
  free (number);
  free (place);
  free (of_name);
  pairmap_release (&map);
  sources_release (&names);
}

const char *
per_file_view_call (struct per_file_view *view, size_t number)
{
  if (!view->of_threads)
    return call_process (view, number, view->spreads->names.items[number]);
  return number != THREAD_NONE ? view->labels[number] : UNKNOWN_THREAD;
}

/* --- Rows ---------------------------------------------------------------- */

/* How many files, or threads, the row of symbol ID is about.  */
static size_t
files_of (const struct per_file_view *view, sym_id id)
{
  return view->of_threads ? view->report->threads->threads[id] : view->files;
}

/* By the sum of all times, of files by their mean, which is that divided by
   one number for all; then name, then address (R14.61, R20.233).  */
static int
compare_rows (uint32_t a, uint32_t b, const void *context)
{
  const struct per_file_view *view = context;
  const struct spread *spreads = view->spreads->items;
  const struct symtab *symtab = view->report->symtab;
  const double x
      = spreads[a].mean * (view->of_threads ? (double)files_of (view, a) : 1);
  const double y
      = spreads[b].mean * (view->of_threads ? (double)files_of (view, b) : 1);
  if (x != y)
    return x > y ? -1 : 1;
  const int order = strcmp (symtab->name[a], symtab->name[b]);
  return order != 0 ? order : a < b ? -1 : a > b;
}

void
per_file_view_start (struct per_file_view *view, const struct report *report,
                     enum listing listing)
{
  const bool of_threads = listing == LISTING_PER_THREAD;
  const struct spreads *spreads
      = of_threads ? &report->threads->spreads : report->spreads;
  const size_t count = report->symtab->count;
  size_t rows = 0;
  for (size_t id = 0; id < count; id++)
    rows += spreads->items[id].files > 0;
  *view = (struct per_file_view){
    .report = report,
    .files = of_threads ? report->profile->threads.count : spreads->files,
    .spreads = spreads,
    .of_threads = of_threads,
    .has_ranks
    = have_ranks (report->profile)
      && (of_threads || report->profile->processes.count == spreads->files),
    .symbols = array_new (rows, sizeof (sym_id))
  };
  if (of_threads)
    label_threads (view);
  for (sym_id id = 0; id < count; id++)
    if (spreads->items[id].files > 0)
      {
        const size_t width
            = strlen (per_file_view_call (view, spreads->items[id].most_in));
        view->file_width = width > view->file_width ? width : view->file_width;
        view->symbols[view->count++] = id;
      }
  sort_ids (view->symbols, rows, compare_rows, view);
}

/* Fill the row of VIEW with SPREAD of FILES files, in its unit.  */
static void
fill_row (struct per_file_view *view, const struct spread *spread,
          size_t files)
{
  view->row = (struct per_file_row){
    .files = files,
    .mean = spread->mean,
    .minimum = spread->least,
    .maximum = spread->most,
    .has_deviation = files > 1,
    .deviation = sqrt (spread_variance (spread, files)),
    .imbalance = spread->most / spread->mean,
    .called = per_file_view_call (view, spread->most_in)
  };
  if (view->of_threads)
    return;
  view->row.file = view->spreads->names.items[spread->most_in];
  if (view->has_ranks)
    view->row.rank
        = view->report->profile->processes.items[spread->most_in].rank;
}

const struct per_file_row *
per_file_view_next (struct per_file_view *view)
{
  if (view->next == view->count)
    return NULL;
  const sym_id id = view->symbols[view->next++];
  struct per_file_row *row = &view->row;
  fill_row (view, &view->spreads->items[id], files_of (view, id));
  row->symbol = id;
  row->mean = report_time (view->report, row->mean);
  row->minimum = report_time (view->report, row->minimum);
  row->maximum = report_time (view->report, row->maximum);
  row->deviation = report_time (view->report, row->deviation);
  return row;
}

const struct per_file_row *
per_file_view_waits (struct per_file_view *view, size_t number)
{
  const struct spread *spreads = view->report->waiting->spreads;
  if (view->of_threads || spreads == NULL || spreads[number].files == 0
      || view->report->profile->processes.count != view->files)
    return NULL;
  fill_row (view, &spreads[number], view->files);
  return &view->row;
}

void
per_file_view_end (struct per_file_view *view)
{
  free (view->symbols);
  free (view->labels);
  view->symbols = NULL;
  view->labels = NULL;
  arena_release (&view->memory);
}

/* --- Text ---------------------------------------------------------------- */

static void
print_columns (struct output *out, const struct per_file_view *view,
               const char *unit)
{
  output_style (out, STYLE_BOLD);
  output_printf (out, "%9s %9s %9s %9s %9s%s  %-*s  %s\n", "mean  ",
                 "std.dev ", "minimum ", "maximum ", "imbalance",
                 view->of_threads ? "        " : "", (int)view->file_width,
                 "maximum", "");
  output_printf (out, "%9.9s %9.9s %9.9s %9.9s %9s%s  %-*s  %s\n", unit, unit,
                 unit, unit, "max/mean ", view->of_threads ? " threads" : "",
                 (int)view->file_width, "in", "name");
  output_style (out, STYLE_PLAIN);
}

static void
print_heading (const struct report *report, const struct per_file_view *view)
{
  struct output *out = report->output;
  output_style (out, STYLE_BOLD);
  output_printf (out,
                 view->of_threads
                     ? "Self times per thread (threads: %zu):\n\n"
                     : "Self times per profile (profiles: %zu):\n\n",
                 view->files);
  output_style (out, STYLE_PLAIN);
  if (view->count == 0)
    output_text (out, " no time accumulated\n");
  else
    print_columns (out, view, report->profile->dimension.name);
}

/* ROW, which is that of NAME.  */
static void
print_row (struct output *out, const struct per_file_view *view,
           const struct per_file_row *row, const char *name)
{
  output_fixed (out, 9, 2, row->mean);
  output_char (out, ' ');
  if (row->has_deviation)
    output_fixed (out, 9, 2, row->deviation);
  else
    output_printf (out, "%9s", "-");
  output_char (out, ' ');
  output_fixed (out, 9, 2, row->minimum);
  output_char (out, ' ');
  output_fixed (out, 9, 2, row->maximum);
  output_char (out, ' ');
  output_fixed (out, 9, 2, row->imbalance);
  if (view->of_threads)
    output_printf (out, " %7zu", row->files);
  output_blanks (out, 2);
  output_name (out, row->called);
  output_blanks (out, view->file_width - strlen (row->called) + 2);
  output_text (out, name);
  output_char (out, '\n');
}

/* Print how long processes waited in each function (R20.236).  */
static void
print_waits_of_files (struct report *report, struct per_file_view *view)
{
  struct output *out = report->output;
  const size_t count = waits_shown (report);
  const struct per_file_row *row;
  size_t rows = 0;
  view->file_width = 0;
  for (size_t i = 0; i < count; i++)
    if ((row = per_file_view_waits (view, i)) != NULL)
      {
        const size_t width = strlen (row->called);
        view->file_width = width > view->file_width ? width : view->file_width;
        rows++;
      }
  if (rows == 0)
    return;
  output_char (out, '\n');
  output_style (out, STYLE_BOLD);
  output_printf (out, "Waits per profile (profiles: %zu):\n\n", view->files);
  output_style (out, STYLE_PLAIN);
  print_columns (out, view, "seconds");
  for (size_t i = 0; i < count; i++)
    if ((row = per_file_view_waits (view, i)) != NULL)
      print_row (out, view, row,
                 waits_name (report, &report->waiting->entries.items[i]));
}

/* Print LISTING of REPORT, that of files or that of threads, but for the
   explanation.  */
static void
print_listing (struct report *report, enum listing listing)
{
  struct per_file_view view;
  per_file_view_start (&view, report, listing);
  report_separate (report);
  print_heading (report, &view);
  for (const struct per_file_row *row;
       (row = per_file_view_next (&view)) != NULL;)
    print_row (report->output, &view, row,
               names_of (report->names, row->symbol));
  report_print_recording (report);
  if (report->listings & LISTING_WAITS)
    print_waits_of_files (report, &view);
  per_file_view_end (&view);
}

void
print_per_file (struct report *report)
{
  print_listing (report, LISTING_PER_FILE);
  if (!report->options->brief)
    print_per_file_blurb (report->output);
}

void
print_per_thread (struct report *report)
{
  print_listing (report, LISTING_PER_THREAD);
  if (!report->options->brief)
    print_per_thread_blurb (report->output);
}
