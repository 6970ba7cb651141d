/* browse_rows.c - what the pages of --browse show: the rows that listings have,
   as lines.  */

#include "config.h"

#include "browse.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/paths.h"
#include "base/sort.h"
#include "output/formats.h"
#include "output/printers.h"
#include "output/view_asm.h"
#include "output/view_diff.h"
#include "output/view_waits.h"

/* --- Lines --------------------------------------------------------------- */

/* Let LINE of PAGE have TEXT, which is freed.  */
static void
set_text (struct browse_page *page, struct browse_line *line, char *text)
{
  line->length = strlen (text);
  line->text = arena_text (&page->memory, text, line->length);
  free (text);
}

struct browse_line *
browse_add (struct browse_page *page, struct browse_list *list, sym_id symbol,
            const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  char *text = memory_vformat (format, arguments);
  va_end (arguments);
  struct browse_line line = { .symbol = symbol, .node = NODE_NONE };
  set_text (page, &line, text);
  vec_push (&list->lines, line);
  return &list->lines.items[list->lines.count - 1];
}

enum screen_style
browse_heat (double percent)
{
  return percent >= 20  ? SCREEN_HEAT_3
         : percent >= 5 ? SCREEN_HEAT_2
         : percent >= 1 ? SCREEN_HEAT_1
                        : SCREEN_PLAIN;
}

static char
small (char c)
{
  return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool
browse_accepts (const struct browse *browse, const char *name)
{
  const char *wanted = browse->filter;
  for (; *name != '\0'; name++)
    {
      size_t same = 0;
      while (wanted[same] != '\0'
             && small (name[same]) == small (wanted[same]))
        same++;
      if (wanted[same] == '\0')
        return true;
    }
  return wanted[0] == '\0';
}

/* COUNT as a column, blank if there is none.  */
struct number
{
  char text[32];
};

static struct number
number_of (uint64_t count, bool is_known)
{
  struct number number = { "" };
  if (is_known && count > 0)
    snprintf (number.text, sizeof number.text, "%" PRIu64, count);
  return number;
}

/* --- Functions ----------------------------------------------------------- */

/* What rows are sorted by, most first, then by their place.  */
static int
compare_keys (uint32_t a, uint32_t b, const void *context)
{
  const double *keys = context;
  return keys[a] != keys[b] ? (keys[a] > keys[b] ? -1 : 1) : a < b ? -1 : 1;
}

static int
compare_names (uint32_t a, uint32_t b, const void *context)
{
  const char *const *names = context;
  const int order = strcmp (names[a], names[b]);
  return order != 0 ? order : a < b ? -1 : 1;
}

/* The rows in the order that the user wants; to be freed.  */
static uint32_t *
order_rows (struct browse *browse)
{
  const struct analysis *analysis = browse->report->analysis;
  const size_t count = browse->functions.count;
  uint32_t *order = array_new (count, sizeof *order);
  double *keys = array_new (count, sizeof *keys);
  const char **names = array_new (count, sizeof *names);
  for (size_t i = 0; i < count; i++)
    {
      const sym_id id = functions_view_symbol (&browse->functions, i);
      order[i] = (uint32_t)i;
      if (browse->sort == BROWSE_BY_NAME)
        names[i] = names_of (browse->report->names, id);
      else
        keys[i] = browse->sort == BROWSE_BY_CALLS
                      ? (double)analysis->calls[id]
                      : analysis->self_ticks[id] + analysis->child_ticks[id];
    }
  if (browse->sort == BROWSE_BY_NAME)
    sort_ids (order, count, compare_names, names);
  else if (browse->sort != BROWSE_BY_SELF)
    sort_ids (order, count, compare_keys, keys);
  free (keys);
  free (names);
  return order;
}

/* There may be very many, so a line is composed when it is seen.  */
static void
make_functions (struct browse *browse, struct browse_page *page)
{
  struct browse_list *list = &page->lists[0];
  uint32_t *order = order_rows (browse);
  list->heading = "% self      self  % total     total        calls  function";
  vec_reserve (&list->lines, browse->functions.count);
  for (size_t i = 0; i < browse->functions.count; i++)
    {
      const struct browse_line line
          = { .symbol = functions_view_symbol (&browse->functions, order[i]),
              .node = NODE_NONE,
              .number = order[i] };
      if (browse->filter[0] == '\0'
          || browse_accepts (browse,
                             names_of (browse->report->names, line.symbol)))
        vec_push (&list->lines, line);
    }
  free (order);
}

void
browse_compose (struct browse *browse, struct browse_page *page,
                struct browse_line *line)
{
  if (line->text != NULL)
    return;
  const struct function_row row
      = functions_view_row (&browse->functions, line->number);
  const struct number calls
      = number_of (row.calls + row.self_calls, row.has_calls);
  set_text (page, line,
            memory_format ("%6.2f %9.2f   %6.2f %9.2f %12s  %s",
                           row.self_percent, row.self, row.total_percent,
                           row.total, calls.text, row.name));
  line->style = browse_heat (row.self_percent);
}

/* --- One function -------------------------------------------------------- */

/* Fill LIST with the callers of the function in row NUMBER, or what it calls.  */
static void
make_arcs (struct browse *browse, struct browse_page *page,
           struct browse_list *list, uint32_t number, bool with_callers)
{
  struct arc_row arc;
  functions_view_take_arcs (&browse->functions, number, with_callers);
  while (functions_view_next_arc (&browse->functions, &arc))
    {
      const struct function_row row
          = functions_view_row (&browse->functions,
                                with_callers ? arc.caller : arc.callee);
      if (browse_accepts (browse, row.name))
        browse_add (page, list, row.symbol, "%9.2f%s %10s  %s",
                    arc.self + arc.children,
                    arc.certainty == ARC_ESTIMATED ? "~" : " ",
                    number_of (arc.calls, arc.has_calls).text, row.name);
    }
}

/* What is known of the function in ROW.  */
static void
make_facts (struct browse *browse, struct browse_page *page,
            const struct function_row *row)
{
  struct browse_list *list = &page->lists[1];
  list->heading = "function";
  browse_add (page, list, row->symbol, "%s", row->name)->style = SCREEN_BOLD;
  browse_add (page, list, row->symbol, "self  %9.2f  %6.2f %%", row->self,
              row->self_percent);
  browse_add (page, list, row->symbol, "total %9.2f  %6.2f %%", row->total,
              row->total_percent);
  if (row->has_calls && row->calls + row->self_calls > 0)
    browse_add (page, list, row->symbol, "calls %9" PRIu64 "%s%s", row->calls,
                row->self_calls > 0 ? " + " : "",
                number_of (row->self_calls, true).text);
  if (row->cycle > 0)
    browse_add (page, list, row->symbol, "in cycle %" PRIu32, row->cycle);
  if (row->file != NULL)
    browse_add (page, list, row->symbol, "%s:%" PRIu32, row->file, row->line);
  if (row->object != NULL)
    browse_add (page, list, row->symbol, "%s", row->object);
  for (size_t i = 0; i < browse->report->waiting->places.count; i++)
    {
      const struct wait_place *place
          = &browse->report->waiting->places.items[i];
      if (place->callers > 0 && place->caller[0] == row->symbol)
        browse_add (page, list, row->symbol, "waits %9.3f  %s", place->seconds,
                    waits_name (browse->report,
                                &browse->report->waiting->entries
                                     .items[place->entry]));
    }
}

static void
make_function (struct browse *browse, struct browse_page *page)
{
  const uint32_t number
      = page->symbol != SYM_NONE
            ? functions_view_number (&browse->functions, page->symbol)
            : ROW_NONE;
  page->list_count = 3;
  if (number == ROW_NONE)
    {
      page->list_count = 1;
      return;
    }
  const struct function_row row
      = functions_view_row (&browse->functions, number);
  page->lists[0].heading = "     time       calls  callers";
  page->lists[2].heading = "     time       calls  callees";
  make_arcs (browse, page, &page->lists[0], number, true);
  make_arcs (browse, page, &page->lists[2], number, false);
  make_facts (browse, page, &row);
}

/* --- Source -------------------------------------------------------------- */

/* The file in which the function of PAGE has most samples, or that it begins
   in.  */
static source_id
file_of (const struct browse *browse, const struct browse_page *page)
{
  source_id file = page->symbol != SYM_NONE
                       ? browse->report->symtab->file[page->symbol]
                       : SOURCE_NONE;
  double most = 0;
  for (size_t i = 0; i < browse->hot.count; i++)
    {
      const struct hot_row *row = &browse->hot.items[i];
      if (row->symbol == page->symbol && row->samples > most)
        {
          most = row->samples;
          file = row->file;
        }
    }
  return file;
}

/* The samples and calls of line NUMBER of FILE, whose rows begin at *NEXT, and
   whether one is of SYMBOL.  */
static struct hot_row
add_up_line (const struct browse *browse, source_id file, uint32_t number,
             sym_id symbol, size_t *next)
{
  struct hot_row sum = { .symbol = SYM_NONE };
  for (; *next < browse->hot.count; ++*next)
    {
      const struct hot_row *row = &browse->hot.items[*next];
      if (row->file != file || row->line > number)
        break;
      if (row->line < number)
        continue;
      sum.samples += row->samples;
      sum.calls += row->calls;
      if (row->symbol == symbol)
        sum.symbol = symbol;
    }
  return sum;
}

static void
make_source (struct browse *browse, struct browse_page *page)
{
  struct browse_list *list = &page->lists[0];
  struct diag unsaid = { .status = STATUS_OK };
  const source_id file = file_of (browse, page);
  const double all = browse->report->total_ticks;
  double most = -1;
  size_t next = 0;
  struct source_line line;
  if (file == SOURCE_NONE)
    return;
  list->heading = arena_text (
      &page->memory, sources_name (browse->report->names->sources, file),
      strlen (sources_name (browse->report->names->sources, file)));
  while (next < browse->hot.count && browse->hot.items[next].file != file)
    next++;
  for (uint32_t number = 1;
       source_lines_get (&browse->sources, file, number, &line, &unsaid)
           == STATUS_OK
       && line.text != NULL;
       number++)
    {
      const struct hot_row sum
          = add_up_line (browse, file, number, page->symbol, &next);
      char seconds[32] = "";
      if (sum.samples > 0)
        snprintf (seconds, sizeof seconds, "%.2f",
                  report_time (browse->report, sum.samples));
      browse_add (page, list, page->symbol, "%9s %10s %6" PRIu32 "  %.*s",
                  seconds, number_of (sum.calls, true).text, number,
                  (int)line.length, line.text)
          ->style
          = browse_heat (all > 0 ? 100 * sum.samples / all : 0);
      if (sum.symbol != SYM_NONE && sum.samples > most)
        {
          most = sum.samples;
          list->at = number - 1;
        }
    }
  if (most < 0 && page->symbol != SYM_NONE
      && browse->report->symtab->line[page->symbol] > 0)
    list->at = browse->report->symtab->line[page->symbol] - 1;
  diag_release (&unsaid);
}

/* --- Instructions -------------------------------------------------------- */

struct taker
{
  struct browse *browse;
  struct browse_page *page;
  double most;
};

/* The text of ROW, which is that of an instruction.  */
static void
take_instruction (struct taker *taker, const struct asm_row *row)
{
  struct browse_list *list = &taker->page->lists[0];
  const char *name = row->symbol != SYM_NONE
                         ? names_of (taker->browse->report->names, row->symbol)
                         : "";
  char samples[32] = "";
  if (row->samples > 0)
    snprintf (samples, sizeof samples, "%.1f", row->samples);
  browse_add (taker->page, list,
              row->symbol != SYM_NONE ? row->symbol : taker->page->symbol,
              "%9s %10s  %10" PRIx64 "  %.*s%s%s%s", samples,
              number_of (row->calls, true).text, row->pc,
              (int)row->text_length, row->text != NULL ? row->text : "",
              *name != '\0' ? "  <" : "", name, *name != '\0' ? ">" : "")
      ->style
      = browse_heat (row->percent);
  if (row->samples > taker->most)
    {
      taker->most = row->samples;
      list->at = list->lines.count - 1;
    }
}

static void
take_row (void *context, const struct asm_row *row)
{
  struct taker *taker = context;
  struct browse *browse = taker->browse;
  struct browse_list *list = &taker->page->lists[0];
  struct diag unsaid = { .status = STATUS_OK };
  struct source_line line = { 0 };
  if (row->kind == ASM_INSTRUCTION)
    take_instruction (taker, row);
  else if (row->kind == ASM_FOLDED)
    browse_add (taker->page, list, taker->page->symbol, "%*s...", 34, "");
  else if (row->kind == ASM_SOURCE
           && source_lines_get (&browse->sources, row->file, row->line, &line,
                                &unsaid)
                  == STATUS_OK
           && line.text != NULL)
    browse_add (taker->page, list, taker->page->symbol, "%*s%" PRIu32 "  %.*s",
                23, "", row->line, (int)line.length, line.text)
        ->style
        = SCREEN_DIM;
  diag_release (&unsaid);
}

static void
make_code (struct browse *browse, struct browse_page *page)
{
  const struct report *report = browse->report;
  struct taker taker = { .browse = browse, .page = page };
  struct diag unsaid = { .status = STATUS_OK };
  const struct asm_function *function;
  struct symset wanted = { 0 };
  struct asm_view view;
  page->lists[0].heading = "  samples      calls     address  instruction";
  if (page->symbol == SYM_NONE || report->sampled->ranges.count == 0
      || report->program->instructions.count == 0)
    return;
  symset_add_range (&wanted, report->symtab->count, page->symbol,
                    page->symbol + 1);
  asm_view_start_hot (&view, report, &wanted, 1e-9);
  if (asm_view_next_function (&view, &function, &unsaid) == STATUS_OK
      && function != NULL)
    asm_view_walk (&view, take_row, &taker, &unsaid);
  asm_view_end (&view);
  symset_release (&wanted);
  diag_release (&unsaid);
}

/* --- Waits, findings, changes -------------------------------------------- */

static void
make_waits (struct browse *browse, struct browse_page *page)
{
  const struct waiting *waiting = browse->report->waiting;
  struct browse_list *list = &page->lists[0];
  list->heading = "  seconds      waits     longest  function, called from";
  for (size_t i = 0; i < waiting->places.count; i++)
    {
      const struct wait_place *place = &waiting->places.items[i];
      const struct wait_entry *entry = &waiting->entries.items[place->entry];
      const char *name = waits_name (browse->report, entry);
      char *callers = waits_callers (browse->report, place);
      if ((browse_accepts (browse, name) || browse_accepts (browse, callers))
          && (!entry->is_idle || browse->report->options->show_unused))
        browse_add (page, list,
                    place->callers > 0 ? place->caller[0] : SYM_NONE,
                    "%9.3f %10s %11.6f  %s%s%s%s", place->seconds,
                    number_of (place->count, true).text, place->longest, name,
                    place->callers > 0 ? " < " : "", callers,
                    place->unfinished > 0 ? " (not finished)" : "");
      free (callers);
    }
  if (browse->report->account->is_known)
    browse_add (page, list, SYM_NONE, "%s",
                account_text (browse->report->account, true, &page->memory));
}

static void
make_findings (struct browse *browse, struct browse_page *page)
{
  struct browse_list *list = &page->lists[0];
  list->heading = _ ("Findings");
  for (size_t i = 0; i < browse->report->findings->items.count; i++)
    {
      const struct findings_row row
          = findings_row (browse->report, i, &page->memory);
      browse_add (page, list, SYM_NONE, "%s: %s", row.severity, row.what)
          ->style
          = SCREEN_BOLD;
      browse_add (page, list, SYM_NONE, "    %s", row.evidence);
      browse_add (page, list, SYM_NONE, "    %s", row.remedy);
    }
}

/* What has no row by itself, and all functions.  */
static void
add_rest (struct browse_page *page, struct diff_view *view)
{
  struct browse_list *list = &page->lists[0];
  const struct diff_rest *rest = &view->rest;
  const struct change *all = view->total.change;
  struct diff_row largest;
  if (rest->functions > 0)
    browse_add (page, list, SYM_NONE,
                "%9.2f %9.2f %+9.2f %9s    functions without significant "
                "change: %zu",
                rest->time[SIDE_OLD], rest->time[SIDE_NEW], rest->delta, "",
                rest->functions);
  if (diff_view_largest (view, rest, &largest))
    browse_add (page, list,
                largest.kind == DIFF_GONE ? SYM_NONE
                                          : largest.match->first[SIDE_NEW],
                "%40sthe largest of them: %+.2f %s", "", largest.change->delta,
                diff_view_name (view, &largest));
  browse_add (page, list, SYM_NONE,
              "%9.2f %9.2f %+9.2f %9.2f    all functions",
              all->sides[SIDE_OLD].time, all->sides[SIDE_NEW].time, all->delta,
              all->error);
}

static void
make_changes (struct browse *browse, struct browse_page *page)
{
  struct browse_list *list = &page->lists[0];
  struct diff_view view;
  if (!(browse->report->listings & LISTING_DIFF))
    return;
  list->heading = "      old       new    change     error    function";
  diff_view_start (&view, browse->report);
  for (const struct diff_row *row; (row = diff_view_next (&view)) != NULL;)
    {
      const struct change *change = row->change;
      const char *name = diff_view_name (&view, row);
      if (!browse_accepts (browse, name))
        continue;
      browse_add (page, list,
                  row->kind == DIFF_GONE ? SYM_NONE
                                         : row->match->first[SIDE_NEW],
                  "%9.2f %9.2f %+9.2f %9.2f  %s %s%s",
                  change->sides[SIDE_OLD].time, change->sides[SIDE_NEW].time,
                  change->delta, change->error,
                  change->significant ? "*"
                  : change->possible  ? "?"
                                      : " ",
                  name,
                  row->kind == DIFF_NEW    ? " (new)"
                  : row->kind == DIFF_GONE ? " (gone)"
                                           : "")
          ->style
          = !change->significant ? SCREEN_PLAIN
            : change->delta > 0  ? SCREEN_GREW
                                 : SCREEN_SHRANK;
    }
  if (browse->filter[0] == '\0')
    add_rest (page, &view);
  diff_view_end (&view);
}

/* --- Keys ---------------------------------------------------------------- */

static void
make_keys (struct browse_page *page)
{
  const char *const keys[] = {
    _ ("1 functions     2 callers and callees     3 call tree, top down"),
    _ ("4 bottom up     5 all paths to and from the function"),
    _ ("6 source        7 instructions            8 waits"),
    _ ("9 findings      0 changes (--diff)        ? these keys"),
    "",
    _ ("Arrows, j k, Page Up, Page Down, g G, Home, End move; Tab goes to the "
       "next list."),
    _ ("Enter shows the function with its callers and callees."),
    _ ("Backspace or < goes back, > forward again."),
    _ ("Left and Right, or h l, shift long lines; in a tree they close and "
       "open."),
    _ ("f shows a tree as a flame graph, and back; there, arrows choose, "
       "Enter "
       "enlarges, - goes back up."),
    _ ("/ leaves only lines with a text; the filter stays until it is empty."),
    _ ("o sorts functions by self time, total time, calls or name."),
    _ ("n shortens names, and shows them whole again."),
    _ ("e writes the page (a name that ends in .html), or the lines that are "
       "shown, to a file."),
    _ ("p holds what is shown of a program that runs, and lets it go on."),
    _ ("q or Ctrl-C ends, Ctrl-Z stops."),
  };
  struct browse_list *list = &page->lists[0];
  list->heading = _ ("Keys");
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    browse_add (page, list, SYM_NONE, "%s", keys[i]);
}

/* --- All ----------------------------------------------------------------- */

/* What a page without lines says.  */
static const char *
reason_of (const struct browse *browse, const struct browse_page *page)
{
  if (browse->filter[0] != '\0' && page->kind != BROWSE_SOURCE
      && page->kind != BROWSE_CODE)
    return _ ("nothing has the text of the filter");
  switch (page->kind)
    {
    case BROWSE_FUNCTION:
    case BROWSE_PIVOT:
      return _ ("no function is chosen, or it has no row");
    case BROWSE_TOP_DOWN:
    case BROWSE_BOTTOM_UP:
      return _ ("there are no call paths with time");
    case BROWSE_SOURCE:
      return _ ("the source of the function is not known, or was not found");
    case BROWSE_CODE:
      return _ (
          /* xgettext:no-c-format */
          "instructions are those of functions that took 1 % of the time "
          "or more");
    case BROWSE_WAITS:
      return _ ("no waits were measured: gprof --run --waits does that");
    case BROWSE_FINDINGS:
      return _ ("no findings: nothing says that the figures mislead");
    case BROWSE_CHANGES:
      return _ ("there is nothing to compare with (--diff), or nothing has "
                "changed");
    default:
      return _ ("no time was sampled, and no calls were counted");
    }
}

void
browse_make_page (struct browse *browse, struct browse_page *page)
{
  bool is_empty = true;
  page->list_count = 1;
  page->is_made = true;
  switch (page->kind)
    {
    case BROWSE_FUNCTIONS:
      make_functions (browse, page);
      break;
    case BROWSE_FUNCTION:
      make_function (browse, page);
      break;
    case BROWSE_TOP_DOWN:
    case BROWSE_BOTTOM_UP:
    case BROWSE_PIVOT:
      browse_make_trees (browse, page);
      break;
    case BROWSE_SOURCE:
      make_source (browse, page);
      break;
    case BROWSE_CODE:
      make_code (browse, page);
      break;
    case BROWSE_WAITS:
      make_waits (browse, page);
      break;
    case BROWSE_FINDINGS:
      make_findings (browse, page);
      break;
    case BROWSE_CHANGES:
      make_changes (browse, page);
      break;
    default:
      make_keys (page);
    }
  for (unsigned i = 0; i < page->list_count; i++)
    is_empty = is_empty && page->lists[i].lines.count == 0;
  if (is_empty)
    browse_add (page, &page->lists[0], SYM_NONE, "%s",
                reason_of (browse, page));
}

void
browse_start (struct browse *browse, struct report *report)
{
  struct browse fresh = { .report = report,
                          .names = report->names,
                          .short_options = *report->options,
                          .sources = { .path = report->source_path,
                                       .sources = report->names->sources },
                          .sort = browse->sort };
  strcpy (fresh.filter, browse->filter);
  *browse = fresh;
  browse->short_options.name_form = NAMES_SHORT;
  names_start (&browse->short_names, report->names->demangler.image,
               &browse->short_options, report->symtab, report->names->sources);
  browse->short_names.program = report->names->program;
  browse->short_names.same = report->names->same;
  browse->short_names.without_places = report->names->without_places;
  functions_view_start (&browse->functions, report);
  if ((report->listings & LISTING_GRAPH) && report->profile->has_histogram)
    stacks_view_start (&browse->stacks, report);
  hot_view_rows (&browse->hot, NULL, report);
}

void
browse_end (struct browse *browse)
{
  browse->report->names = browse->names;
  functions_view_end (&browse->functions);
  stacks_view_end (&browse->stacks);
  names_release (&browse->short_names);
  vec_release (&browse->hot);
  source_lines_release (&browse->sources);
}

void
browse_release_page (struct browse_page *page)
{
  for (unsigned i = 0; i < BROWSE_LISTS; i++)
    {
      vec_release (&page->lists[i].lines);
      vec_release (&page->lists[i].tree.nodes);
      browse_forget_kept (&page->lists[i].kept);
    }
  arena_release (&page->memory);
  arena_release (&page->memory_kept);
  free (page);
}
