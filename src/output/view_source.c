/* view_source.c - the rows of annotated source (R9.1-R9.14).  What is shown of
   a line was put together by coverage.

   Opens source files, one at a time.  */

#include "config.h"

#include "output/view_source.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/paths.h"

/* --- Files --------------------------------------------------------------- */

void
source_view_start (struct source_view *view, const struct report *report)
{
  *view = (struct source_view){ .report = report,
                                .next_file
                                = (source_id)report->coverage->file_count };
}

/* Has LINES something to show?  */
static bool
is_shown (struct source_view *view, const struct coverage_file *lines)
{
  if (lines->first == lines->limit)
    return false;
  const bool shown = lines->calls > 0 || view->report->options->show_unused;
  view->any = view->any || shown;
  view->all_uncalled = !view->any;
  return shown;
}

/* Count the base name of the present file if it goes to a file of its own.  */
static void
count_base (struct source_view *view)
{
  source_id id;
  if (!view->report->options->separate_files)
    return;
  sources_intern (&view->bases, path_base (view->file.name), &id);
  if (id == view->uses.count)
    vec_push (&view->uses, 0);
  view->file.same_base = ++view->uses.items[id];
}

/* Open the source file ID, whose lines are LINES; false if it cannot be
   shown.  */
static bool
open_file (struct source_view *view, source_id id,
           const struct coverage_file *lines, struct diag *diag)
{
  const struct report *report = view->report;
  view->file.name = sources_name (report->names->sources, id);
  const enum status status = srctext_read (&view->source, report->source_path,
                                           view->file.name, diag);
  if (status == STATUS_ABSENT)
    return false;
  count_base (view);
  /* A source that the system fails to read costs no other listing, either: it
     is recorded and ends the run as a failure, but not now.  No other source
     gets the name of its file.  */
  if (status != STATUS_OK)
    return false;
  view->lines = lines;
  view->line = lines->first;
  view->text = (const char *)view->source.file.data;
  view->end = view->text + view->source.file.size;
  view->number = 0;
  view->executable = view->executed = 0;
  return true;
}

const struct source_file *
source_view_next_file (struct source_view *view, struct diag *diag)
{
  srctext_release (&view->source);
  while (view->next_file > 0)
    {
      const source_id id = --view->next_file;
      const struct coverage_file *lines = &view->report->coverage->files[id];
      if (is_shown (view, lines) && open_file (view, id, lines, diag))
        return &view->file;
    }
  return NULL;
}

void
source_view_end (struct source_view *view)
{
  srctext_release (&view->source);
  sources_release (&view->bases);
  vec_release (&view->uses);
}

/* --- The counts of a line ------------------------------------------------ */

/* What is gathered for a row.  */
struct gathering
{
  struct source_row *row;
  uint64_t sum, last;
};

static void
list_count (struct gathering *gathering, uint64_t count)
{
  struct source_row *row = gathering->row;
  if (row->count_count < SOURCE_COUNTS_MOST)
    row->counts[row->count_count++] = count;
  gathering->last = count;
}

/* Add COUNT to the sum, which is only compared: what 64 bits cannot hold is as
   good as the most that they can, but with WRAPS it begins at 0 again.  */
static void
add_count (struct gathering *gathering, uint64_t count, bool wraps)
{
  const bool fits = count <= UINT64_MAX - gathering->sum;
  gathering->sum = fits || wraps ? gathering->sum + count : UINT64_MAX;
}

/* The counts of the blocks of LINE; with -x those that repeat are left out
   (R9.4, R9.5).  */
static void
list_blocks (struct source_view *view, const struct coverage_line *line,
             struct gathering *gathering)
{
  const struct report *report = view->report;
  const struct block_counts *block_counts = report->block_counts;
  const bool all = report->options->all_lines;
  for (size_t slot = block_counts_first (block_counts, line->symbol);
       slot < block_counts_limit (block_counts, line->symbol); slot++)
    {
      view->running = block_counts->count[slot];
      add_count (gathering, view->running,
                 report->options->quirks.wraps_line_counts);
      if (!all || gathering->row->count_count == 0
          || view->running != gathering->last)
        list_count (gathering, view->running);
    }
}

/* List what is known of LINE (R9.4, R9.5).  */
static void
list_counts (struct source_view *view, const struct coverage_line *line)
{
  const struct report *report = view->report;
  const struct block_counts *block_counts = report->block_counts;
  const struct symtab *symtab = report->symtab;
  const bool all = report->options->all_lines;
  const size_t first = block_counts_first (block_counts, line->symbol);
  const uint64_t pc = line->merged ? 0 : symtab->start[line->symbol];
  struct gathering gathering = { .row = &view->row };
  const bool is_function = symtab->flags[line->symbol] & SYMBOL_FUNCTION;
  if (is_function)
    view->running = line->calls;
  if (is_function
      || (all && first < block_counts_limit (block_counts, line->symbol)
          && block_counts->pc[first] > pc))
    {
      list_count (&gathering, view->running);
      gathering.sum = view->running;
    }
  list_blocks (view, line, &gathering);
  if (all && view->row.count_count == 0)
    {
      list_count (&gathering, view->running);
      gathering.sum = view->running;
    }
  view->row.is_rare = gathering.sum < report->options->min_count;
}

/* --- Rows ---------------------------------------------------------------- */

const struct source_row *
source_view_next (struct source_view *view)
{
  const struct coverage_line *line
      = &view->report->coverage->lines[view->line];
  if (view->text >= view->end)
    return NULL;
  const char *newline
      = memchr (view->text, '\n', (size_t)(view->end - view->text));
  const char *end = newline != NULL ? newline + 1 : view->end;
  view->row.text = view->text;
  view->row.length = (size_t)(end - view->text);
  view->row.count_count = 0;
  view->text = end;
  view->number++;
  if (view->line < view->lines->limit && line->line == view->number)
    {
      view->line++;
      list_counts (view, line);
      view->executable++;
      view->executed += view->row.count_count > 0;
    }
  return &view->row;
}

struct source_summary
source_view_summary (const struct source_view *view)
{
  const double executable = (double)view->executable;
  const double executed = (double)view->executed;
  const uint64_t executions = view->lines->calls;
  const bool any = view->executable > 0;
  return (struct source_summary){
    .executable = view->executable,
    .executed = view->executed,
    .percent = any ? 100.0 * executed / executable : 100.0,
    .executions = executions,
    .average = any ? (double)executions / executable : 0.0
  };
}
