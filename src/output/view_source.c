/* view_source.c - the rows of annotated source (R9.1-R9.14).  What is shown of
   a line was put together by coverage.  */

#include "config.h"

#include "output/view_source.h"

#include <string.h>

#include "base/sort.h"
#include "base/vec.h"

void
source_view_start (struct source_view *view, const struct report *report,
                   const struct coverage_file *file,
                   const struct srctext *text)
{
  *view = (struct source_view){ .report = report,
                                .file = file,
                                .text = (const char *)text->file.data,
                                .end = (const char *)text->file.data
                                       + text->file.size,
                                .line = file->first,
                                .running = view->running };
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
  if (view->line < view->file->limit && line->line == view->number)
    {
      view->line++;
      list_counts (view, line);
      view->executable++;
      view->executed += view->row.count_count > 0;
    }
  return &view->row;
}

/* By calls, most first; ids are places in the array of lines from the file's
   first one on.  */
static int
compare_lines (uint32_t a, uint32_t b, const void *context)
{
  const struct coverage_line *lines = context;
  if (lines[a].calls != lines[b].calls)
    return lines[a].calls > lines[b].calls ? -1 : 1;
  return a < b ? -1 : a > b;
}

enum status
source_view_top (const struct source_view *view, uint32_t **order,
                 size_t *count, struct diag *diag)
{
  const struct coverage_line *lines
      = view->report->coverage->lines + view->file->first;
  const size_t wanted = (size_t)view->report->options->table_length;
  const size_t all = view->file->limit - view->file->first;
  *count = 0;
  *order = array_new (all, sizeof **order);
  if (*order == NULL)
    return diag_no_memory (diag);
  for (size_t i = 0; i < all; i++)
    (*order)[i] = (uint32_t)i;
  enum status status = sort_ids (*order, all, compare_lines, lines, diag);
  while (status == STATUS_OK && *count < all && *count < wanted
         && lines[(*order)[*count]].calls > 0)
    ++*count;
  return status;
}

struct source_summary
source_view_summary (const struct source_view *view)
{
  const double executable = (double)view->executable;
  const double executed = (double)view->executed;
  const uint64_t executions = view->file->calls;
  const bool any = view->executable > 0;
  return (struct source_summary){
    .executable = view->executable,
    .executed = view->executed,
    .percent = any ? 100.0 * executed / executable : 100.0,
    .executions = executions,
    .average = any ? (double)executions / executable : 0.0
  };
}
