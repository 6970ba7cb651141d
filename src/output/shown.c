/* shown.c - which rows of a listing are shown, and in which order.

   Rows are filtered by names and shares, sorted, and cut after the first N.
   Names and files are no measure of what took most, so where they are the key,
   rows are cut in the order of the listing and sorted after that.  */

#include "config.h"

#include "output/shown.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/paths.h"
#include "base/sort.h"
#include "model/fortran_name.h"
#include "output/report.h"

struct chooser
{
  const struct report *report;
  const struct shown_times *times;
  struct shown *shown;
  struct sort_item *items;
  size_t count;
};

/* --- The filter ---------------------------------------------------------- */

enum
{
  MOST_TEXTS = 4
};

/* The source file of NODE, by its base name or, with -L, all of its name; null
   if none is known.  */
static const char *
file_of (const struct report *report, size_t node)
{
  if (report_cycle_of_node (report, node) != 0
      || report->symtab->file[node] == SOURCE_NONE)
    return NULL;
  const char *name
      = sources_name (report->names->sources, report->symtab->file[node]);
  return report->options->print_path ? name : path_base (name);
}

/* The file name of the object that ID is of; null if there is only one, whose
   name would match for all symbols or none.  */
static const char *
object_of (const struct report *report, sym_id id)
{
  const struct program *program = report->program;
  return program->objects.count > 1 ? program_object_of (program, id)->label
                                    : NULL;
}

/* Does one of REGEXES match one of TEXTS, of which some may be null?  */
static bool
any_matches (const regex_list *regexes, const char *texts[MOST_TEXTS])
{
  for (size_t i = 0; i < MOST_TEXTS; i++)
    for (size_t r = 0; texts[i] != NULL && r < regexes->count; r++)
      {
        const int result = regexec (&regexes->items[r], texts[i], 0, NULL, 0);
        if (result == 0)
          return true;
        if (result == REG_ESPACE)
          memory_lacking ();
      }
  return false;
}

/* Begin TEXTS with the names of the function that the linker calls RAW: the one
   that listings show; of Fortran both, whichever is shown.  Returns what is to be
   freed.  */
static char *
name_texts (const struct report *report, const char *raw,
            const char *texts[MOST_TEXTS])
{
  char *owned = fortran_name (raw);
  if (owned != NULL)
    {
      texts[0] = raw;
      texts[1] = owned;
      return owned;
    }
  owned = names_demangle (report->names, raw);
  texts[0] = owned != NULL ? owned : raw;
  return owned;
}

/* Does --focus match a function that was inlined into ID?  */
static bool
focuses_inlined (const struct report *report, sym_id id)
{
  const struct inlining *inlining = report->inlining;
  uint32_t i = 0;
  const uint32_t end
      = inlining != NULL ? inlining_rows_of (inlining, id, &i) : 0;
  bool matches = false;
  for (; i < end && !matches; i++)
    {
      const char *texts[MOST_TEXTS] = { NULL };
      const char *raw = inlining->rows.items[inlining->order[i]].name;
      char *owned = name_texts (report, raw, texts);
      matches = any_matches (&report->options->focus, texts);
      free (owned);
    }
  return matches;
}

/* Does symbol ID pass --focus and --hide?  */
static bool
symbol_passes (const struct report *report, sym_id id)
{
  const struct options *options = report->options;
  const char *texts[MOST_TEXTS]
      = { [2] = file_of (report, id), object_of (report, id) };
  char *owned = name_texts (report, report->symtab->name[id], texts);
  const bool passes
      = (options->focus.count == 0 || any_matches (&options->focus, texts)
         || focuses_inlined (report, id))
        && !any_matches (&options->hide, texts);
  free (owned);
  return passes;
}

/* The same for NODE: a cycle as a whole passes with any of its members.  */
static bool
node_passes (const struct report *report, uint32_t node)
{
  const struct options *options = report->options;
  const uint32_t cycle = report_cycle_of_node (report, node);
  if (options->focus.count == 0 && options->hide.count == 0)
    return true;
  if (cycle == 0)
    return symbol_passes (report, node);
  const struct cycles *cycles = report->cycles;
  for (size_t i = cycles->member_start[cycle - 1];
       i < cycles->member_start[cycle]; i++)
    if (symbol_passes (report, cycles->members[i]))
      return true;
  return false;
}

/* Has NODE the share that --min-percent asks for, itself or in total?  The
   total is never less than what it took itself.  */
static bool
is_large (const struct chooser *chooser, uint32_t node)
{
  const struct shown_times *times = chooser->times;
  const double least = chooser->report->options->min_percent;
  const double total = times->self[node] + times->child[node];
  return least <= 0 || (times->all > 0 && 100 * total / times->all >= least);
}

static void
leave_out (const struct chooser *chooser, uint32_t node)
{
  chooser->shown->left_out++;
  if (report_cycle_of_node (chooser->report, node) == 0)
    chooser->shown->left_out_ticks += chooser->times->self[node];
}

static void
filter (struct chooser *chooser)
{
  size_t kept = 0;
  for (size_t i = 0; i < chooser->count; i++)
    {
      const uint32_t node = chooser->items[i].id;
      if (is_large (chooser, node) && node_passes (chooser->report, node))
        chooser->items[kept++] = chooser->items[i];
      else
        leave_out (chooser, node);
    }
  chooser->count = kept;
}

/* Leave the first rows of --top.  */
static void
cut (struct chooser *chooser)
{
  const size_t top = chooser->report->options->top;
  if (top == 0)
    return;
  for (; chooser->count > top; chooser->count--)
    leave_out (chooser, chooser->items[chooser->count - 1].id);
}

/* --- The order ----------------------------------------------------------- */

/* TIME for each of CALLS; less than any time without calls.  */
static double
per_call (double time, uint64_t calls)
{
  return calls != 0 ? time / (double)calls : -1;
}

/* The key of item NUMBER, but for ranks of texts.  */
static struct sort_item
key_of (const struct chooser *chooser, size_t number)
{
  const uint32_t node = chooser->items[number].id;
  const uint64_t calls = chooser->report->analysis->calls[node];
  const double self = chooser->times->self[node];
  const double total = self + chooser->times->child[node];
  struct sort_item key = { .id = (uint32_t)number };
  switch (chooser->report->options->sort)
    {
    case SORT_SELF:
      key.time = self;
      break;
    case SORT_TOTAL:
      key.time = total;
      break;
    case SORT_CALLS:
      key.number = calls;
      break;
    case SORT_SELF_PER_CALL:
      key.time = per_call (self, calls);
      break;
    case SORT_TOTAL_PER_CALL:
      key.time = per_call (total, calls);
      break;
    case SORT_NONE:
    case SORT_NAME:
    case SORT_FILE:
      break;
    }
  return key;
}

/* The text that NODE is sorted by; null for none.  */
static const char *
text_of (const struct report *report, uint32_t node)
{
  if (report->options->sort == SORT_FILE)
    return file_of (report, node);
  return report_cycle_of_node (report, node) == 0
             ? names_of (report->names, node)
             : NULL;
}

/* Give KEYS the ranks of the texts of their items; those without one come
   last.  */
static void
rank_texts (const struct chooser *chooser, struct sort_item *keys)
{
  const size_t count = chooser->count;
  const char **texts = array_new (count, sizeof *texts);
  struct name_order order = { 0 };
  for (size_t i = 0; i < count; i++)
    {
      texts[i] = text_of (chooser->report, chooser->items[i].id);
      keys[i].number = texts[i] != NULL;
      if (texts[i] == NULL)
        texts[i] = "";
    }
  name_order_build (&order, texts, count);
  for (size_t i = 0; i < count; i++)
    keys[i].rank = order.rank[i];
  name_order_release (&order);
  free (texts);
}

/* Sort the items as --sort says; BY_TEXT if that is by names or files.  */
static void
sort (struct chooser *chooser, bool by_text)
{
  const size_t count = chooser->count;
  struct sort_item *keys = array_new (count, sizeof *keys);
  struct sort_item *sorted = array_new (count, sizeof *sorted);
  for (size_t i = 0; i < count; i++)
    keys[i] = key_of (chooser, i);
  if (by_text)
    rank_texts (chooser, keys);
  sort_items (keys, count, sort_by_keys);
  for (size_t i = 0; i < count; i++)
    sorted[i] = chooser->items[keys[i].id];
  memcpy (chooser->items, sorted, count * sizeof *sorted);
  free (keys);
  free (sorted);
}

void
shown_choose (struct shown *shown, const struct report *report,
              const struct shown_times *times, struct sort_item *items,
              size_t *count)
{
  struct chooser chooser = { report, times, shown, items, *count };
  const enum sort_key key = report->options->sort;
  const bool by_text = key == SORT_NAME || key == SORT_FILE;
  *shown = (struct shown){ 0 };
  filter (&chooser);
  if (key != SORT_NONE && !by_text)
    sort (&chooser, false);
  cut (&chooser);
  if (by_text)
    sort (&chooser, true);
  *count = chooser.count;
}
