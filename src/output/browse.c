/* browse.c - a report on the screen of a terminal: pages, keys, and the way back
   (R14.150-R14.160).  What the pages show is made in browse_rows.c and
   browse_tree.c.  */

#include "config.h"

#include "browse.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/outfile.h"
#include "base/paths.h"
#include "base/process.h"
#include "base/terminal.h"
#include "output/browsing.h"
#include "output/formats.h"

enum
{
  ROWS_ABOVE = 2,  /* of a page: its name, and the columns' */
  ROWS_BESIDE = 3, /* with the last one, for messages */
  NARROW = 100,    /* columns, in which lists are below each other */
  SHIFT = 8        /* columns, by which long lines are shifted */
};

/* The way of the user, and where on it they are.  */
struct walk
{
  struct browse browse;
  struct screen *screen;
  VEC (struct browse_page *) pages;
  size_t now;
  int rows, columns;
  char *message; /* in the last row until the next key; or null */
  bool shortens;
  bool holds;        /* no other report is wanted */
  double asked;      /* when another one was, or 0 */
  const char *state; /* of a program that runs, or null */
};

static struct browse_page *
page_of (const struct walk *walk)
{
  return walk->pages.items[walk->now];
}

static struct browse_list *
list_of (const struct walk *walk)
{
  struct browse_page *page = page_of (walk);
  return &page->lists[page->active];
}

static void
say (struct walk *walk, char *message)
{
  free (walk->message);
  walk->message = message;
}

/* --- Drawing ------------------------------------------------------------- */

static void
put (const struct walk *walk, int row, int column, int width, const char *text,
     enum screen_style style)
{
  if (width > 0)
    screen_put (walk->screen, row, column, width, text, strlen (text), 0,
                style);
}

static const char *
title_of (enum browse_kind kind)
{
  static const char *const titles[BROWSE_KINDS] = {
    N_ ("Functions"), N_ ("Function"), N_ ("Top down"),     N_ ("Bottom up"),
    N_ ("Pivot"),     N_ ("Source"),   N_ ("Instructions"), N_ ("Waits"),
    N_ ("Findings"),  N_ ("Changes"),  N_ ("Keys"),
  };
  return _ (titles[kind]);
}

static void
draw_title (const struct walk *walk)
{
  const struct browse_page *page = page_of (walk);
  const struct report *report = walk->browse.report;
  char *text = memory_format (
      "%s  %.2f %s  %s%s%s%s%s", path_base (report->options->image),
      report_time (report, report->total_ticks),
      report->profile->dimension.name, title_of (page->kind),
      page->symbol != SYM_NONE ? ": " : "",
      page->symbol != SYM_NONE ? names_of (report->names, page->symbol) : "",
      walk->state != NULL ? "  " : "", walk->state != NULL ? walk->state : "");
  put (walk, 0, 0, walk->columns, text, SCREEN_BOLD);
  free (text);
}

/* The last row: a message, or what keys do.  */
static void
draw_message (const struct walk *walk)
{
  static const char *const sorts[BROWSE_SORTS]
      = { "self", "total", "calls", "name" };
  const struct browse *browse = &walk->browse;
  char *text
      = walk->message != NULL
            ? memory_text (walk->message)
            : memory_format (
                _ ("Enter function  Backspace back  / filter%s%s  o %s  "
                   "e write  ? keys  q end"),
                browse->filter[0] != '\0' ? ": " : "", browse->filter,
                sorts[browse->sort]);
  put (walk, walk->rows - 1, 0, walk->columns, text,
       walk->message != NULL ? SCREEN_BOLD : SCREEN_DIM);
  free (text);
}

/* Let the line of LIST that the cursor is on be among ROWS; one that was far away
   stands in the middle.  */
static void
scroll (struct browse_list *list, size_t rows)
{
  const size_t half = rows / 2;
  const bool is_near
      = list->at + rows >= list->top && list->at < list->top + 2 * rows;
  if (!is_near)
    list->top = list->at > half ? list->at - half : 0;
  else if (list->at < list->top)
    list->top = list->at;
  else if (rows > 0 && list->at >= list->top + rows)
    list->top = list->at - rows + 1;
}

static void
draw_line (struct walk *walk, struct browse_line *line, int row, int column,
           int width, bool has_cursor)
{
  enum
  {
    FIELD = 6 /* columns that show heat */
  };
  const int skip = page_of (walk)->skip;
  browse_compose (&walk->browse, page_of (walk), line);
  const bool is_hot = line->style >= SCREEN_HEAT_1
                      && line->style <= SCREEN_HEAT_3 && !has_cursor;
  screen_put (walk->screen, row, column, width, line->text, line->length, skip,
              has_cursor ? SCREEN_REVERSE
              : is_hot   ? SCREEN_PLAIN
                         : line->style);
  if (is_hot && skip == 0 && width > FIELD && line->length > FIELD)
    screen_put (walk->screen, row, column, FIELD, line->text, FIELD, 0,
                line->style);
}

/* Draw LIST, whose heading is on ROW, on ROWS rows in all.  */
static void
draw_list (struct walk *walk, struct browse_list *list, int row, int rows,
           int column, int width, bool is_active)
{
  put (walk, row, column, width, list->heading != NULL ? list->heading : "",
       SCREEN_BOLD);
  scroll (list, rows > 1 ? (size_t)rows - 1 : 0);
  for (int i = 1; i < rows && list->top + (size_t)i <= list->lines.count; i++)
    {
      const size_t number = list->top + (size_t)i - 1;
      draw_line (walk, &list->lines.items[number], row + i, column, width,
                 is_active && number == list->at);
    }
}

/* The lists beside each other, or below each other if that would be narrow.  */
static void
draw_lists (struct walk *walk)
{
  struct browse_page *page = page_of (walk);
  const int count = (int)page->list_count;
  const bool is_wide = walk->columns >= NARROW;
  const int rows = walk->rows - ROWS_BESIDE + 1;
  for (int i = 0; i < count; i++)
    {
      const int from = is_wide ? walk->columns * i / count : 0;
      const int to = is_wide ? walk->columns * (i + 1) / count : walk->columns;
      const int first = is_wide ? 0 : rows * i / count;
      const int limit = is_wide ? rows : rows * (i + 1) / count;
      draw_list (walk, &page->lists[i], 1 + first, limit - first, from,
                 to - from - (is_wide && i + 1 < count),
                 i == (int)page->active);
    }
}

static void
draw (struct walk *walk)
{
  const struct browse_page *page = page_of (walk);
  screen_size (walk->screen, &walk->rows, &walk->columns);
  screen_clear (walk->screen);
  draw_title (walk);
  if (page->is_flame && walk->rows > ROWS_BESIDE)
    browse_draw_flames (&walk->browse, walk->screen, page, ROWS_ABOVE - 1,
                        walk->rows - ROWS_ABOVE, walk->columns);
  else if (walk->rows > ROWS_BESIDE)
    draw_lists (walk);
  draw_message (walk);
}

/* --- The way ------------------------------------------------------------- */

/* Make the page anew, but for the place of the cursor: what it shows has
   another order, filter or form.  */
static void
make_again (struct walk *walk, struct browse_page *page)
{
  const bool is_tree = page->lists[0].tree.nodes.count > 0;
  if (page->is_kept)
    {
      browse_make_kept_page (&walk->browse, page);
      return;
    }
  arena_release (&page->memory);
  for (unsigned i = 0; i < BROWSE_LISTS; i++)
    page->lists[i].lines.count = 0;
  if (is_tree)
    browse_make_tree_lines (&walk->browse, page);
  else
    browse_make_page (&walk->browse, page);
  for (unsigned i = 0; i < page->list_count; i++)
    {
      struct browse_list *list = &page->lists[i];
      if (list->at >= list->lines.count)
        list->at = list->lines.count > 0 ? list->lines.count - 1 : 0;
      list->top = 0;
    }
  page->active = page->active < page->list_count ? page->active : 0;
  page->is_made = true;
}

/* All pages are to be made anew when they are shown.  */
static void
forget_lines (struct walk *walk)
{
  for (size_t i = 0; i < walk->pages.count; i++)
    walk->pages.items[i]->is_made = false;
  make_again (walk, page_of (walk));
}

/* Go to a new page of KIND about SYMBOL; those that were ahead are gone.  */
static void
open_page (struct walk *walk, enum browse_kind kind, sym_id symbol)
{
  struct browse_page *page = array_new (1, sizeof *page);
  page->kind = kind;
  page->symbol = symbol;
  while (walk->pages.count > 0 && walk->pages.count > walk->now + 1)
    browse_release_page (walk->pages.items[--walk->pages.count]);
  vec_push (&walk->pages, page);
  walk->now = walk->pages.count - 1;
  browse_make_page (&walk->browse, page);
  if (page->kind == BROWSE_FUNCTION && page->list_count == 3
      && page->lists[0].lines.count == 0)
    page->active = page->lists[2].lines.count > 0 ? 2 : 1;
}

/* Back, or forward.  */
static void
go (struct walk *walk, bool is_back)
{
  if (is_back ? walk->now == 0 : walk->now + 1 == walk->pages.count)
    return;
  walk->now = is_back ? walk->now - 1 : walk->now + 1;
  struct browse_page *page = page_of (walk);
  if (!page->is_made)
    make_again (walk, page);
}

/* The function that the cursor is on, else that of the page.  */
static sym_id
chosen (struct walk *walk)
{
  struct browse_page *page = page_of (walk);
  const struct browse_list *list = list_of (walk);
  sym_id symbol = SYM_NONE;
  if (page->is_flame)
    symbol
        = browse_node_symbol (&walk->browse, &list->tree, list->tree.chosen);
  else if (list->at < list->lines.count)
    symbol = list->lines.items[list->at].symbol;
  return symbol != SYM_NONE ? symbol : page->symbol;
}

static void
open_kind (struct walk *walk, enum browse_kind kind)
{
  const bool is_about_function
      = kind == BROWSE_FUNCTION || kind == BROWSE_PIVOT
        || kind == BROWSE_SOURCE || kind == BROWSE_CODE;
  open_page (walk, kind, is_about_function ? chosen (walk) : SYM_NONE);
}

/* --- Trees --------------------------------------------------------------- */

/* Open the node that the cursor is on, or close it; closed already, go to its
   parent.  */
static void
open_node (struct walk *walk, bool opens)
{
  struct browse_page *page = page_of (walk);
  struct browse_list *list = list_of (walk);
  if (list->at >= list->lines.count
      || list->lines.items[list->at].node == NODE_NONE)
    return;
  struct browse_node *nodes = list->tree.nodes.items;
  const uint32_t number = list->lines.items[list->at].node;
  if (nodes[number].is_open == opens
      || (!opens && nodes[number].first == NODE_NONE))
    {
      for (size_t i = list->at; !opens && i-- > 0;)
        if (list->lines.items[i].node == nodes[number].parent)
          {
            list->at = i;
            return;
          }
      if (opens && nodes[number].first != NODE_NONE)
        list->at++;
      return;
    }
  nodes[number].is_open = opens;
  browse_make_tree_lines (&walk->browse, page);
}

/* The child of PARENT before NODE, or NODE itself.  */
static uint32_t
sibling_before (const struct browse_node *nodes, uint32_t node)
{
  uint32_t at = nodes[nodes[node].parent].first;
  while (at != node && nodes[at].next != node)
    at = nodes[at].next;
  return at;
}

/* Move in a flame graph, where DEEPER is down, or up among callers.  */
static void
move_in_flame (struct browse_tree *tree, uint32_t key, bool grows_up)
{
  const struct browse_node *nodes = tree->nodes.items;
  const uint32_t deeper = grows_up ? SCREEN_UP : SCREEN_DOWN;
  uint32_t to = tree->chosen;
  if (key == SCREEN_LEFT || key == SCREEN_RIGHT)
    {
      if (to != tree->root)
        to = key == SCREEN_RIGHT ? nodes[to].next : sibling_before (nodes, to);
    }
  else if (key == deeper)
    to = nodes[to].first;
  else if (to != tree->root)
    to = nodes[to].parent;
  if (to != NODE_NONE)
    tree->chosen = to;
}

/* --- Moving -------------------------------------------------------------- */

static size_t
page_rows (const struct walk *walk)
{
  return walk->rows > ROWS_BESIDE ? (size_t)(walk->rows - ROWS_BESIDE) : 1;
}

static void
move (struct browse_list *list, bool is_back, size_t lines)
{
  const size_t last = list->lines.count > 0 ? list->lines.count - 1 : 0;
  if (is_back)
    list->at = list->at > lines ? list->at - lines : 0;
  else
    list->at = last - list->at > lines ? list->at + lines : last;
}

/* Go to the next list, or the one before.  */
static void
change_list (struct walk *walk, bool is_back)
{
  struct browse_page *page = page_of (walk);
  page->active = (page->active + (is_back ? page->list_count - 1 : 1))
                 % page->list_count;
}

static void
shift (struct walk *walk, bool is_left)
{
  struct browse_page *page = page_of (walk);
  if (page->is_flame)
    move_in_flame (&list_of (walk)->tree, is_left ? SCREEN_LEFT : SCREEN_RIGHT,
                   false);
  else if (page->lists[0].tree.nodes.count > 0)
    open_node (walk, !is_left);
  else if (!is_left)
    page->skip += SHIFT;
  else
    page->skip = page->skip > SHIFT ? page->skip - SHIFT : 0;
}

static void
step (struct walk *walk, bool is_back)
{
  struct browse_page *page = page_of (walk);
  if (page->is_flame)
    move_in_flame (&list_of (walk)->tree, is_back ? SCREEN_UP : SCREEN_DOWN,
                   page->kind == BROWSE_PIVOT && page->active == 0);
  else
    move (list_of (walk), is_back, 1);
}

/* --- Words that the user types ------------------------------------------- */

/* Let the user change TEXT, of SIZE bytes, in the last row behind WHAT; false if
   they think better of it.  */
static bool
ask (struct walk *walk, const char *what, char *text, size_t size)
{
  for (;;)
    {
      say (walk, memory_format ("%s%s_", what, text));
      draw (walk);
      const uint32_t key = screen_key (walk->screen, -1);
      size_t length = strlen (text);
      if (key == SCREEN_ENTER || key == SCREEN_ESCAPE || key == SCREEN_CLOSED)
        {
          say (walk, NULL);
          return key == SCREEN_ENTER;
        }
      if (key == SCREEN_BACKSPACE)
        while (length > 0 && (text[--length] & 0xc0) == 0x80)
          ;
      char bytes[MB_LEN_MAX];
      const int count
          = key < SCREEN_KEYS && key >= ' ' ? wctomb (bytes, (wchar_t)key) : 0;
      if (count > 0 && length + (size_t)count < size)
        {
          memcpy (text + length, bytes, (size_t)count);
          length += (size_t)count;
        }
      text[length] = '\0';
    }
}

static void
filter (struct walk *walk)
{
  char text[sizeof walk->browse.filter];
  strcpy (text, walk->browse.filter);
  if (!ask (walk, _ ("filter: "), text, sizeof text))
    return;
  strcpy (walk->browse.filter, text);
  forget_lines (walk);
}

/* Write what is shown to OUTPUT.  */
static void
write_lines (struct walk *walk, struct output *output)
{
  struct browse_page *page = page_of (walk);
  for (unsigned i = 0; i < page->list_count; i++)
    {
      const struct browse_list *list = &page->lists[i];
      output_text (output, list->heading != NULL ? list->heading : "");
      output_char (output, '\n');
      for (size_t k = 0; k < list->lines.count; k++)
        {
          browse_compose (&walk->browse, page, &list->lines.items[k]);
          output_text (output, list->lines.items[k].text);
          output_char (output, '\n');
        }
    }
}

static bool
is_page (const char *name)
{
  static const char suffix[] = ".html";
  const size_t length = strlen (name), size = sizeof suffix - 1;
  return length > size && strcmp (name + length - size, suffix) == 0;
}

/* Write the page of the report to OUTPUT.  */
static enum status
write_page (struct walk *walk, struct output *output, struct diag *diag)
{
  struct report report = *walk->browse.report;
  report.output = output;
  report.names = walk->browse.names;
  process_speak_utf8 (true);
  const enum status status = write_html (&report, diag);
  process_speak_utf8 (false);
  return status;
}

static void
write_file (struct walk *walk)
{
  char name[256] = "gprof.html";
  struct diag diag = { .status = STATUS_OK };
  struct outfile *file = array_new (1, sizeof *file);
  if (!ask (walk, _ ("write to: "), name, sizeof name) || name[0] == '\0')
    {
      free (file);
      return;
    }
  enum status status = outfile_open (file, name, OUTFILE_ANYTHING, -1, &diag);
  if (status == STATUS_OK)
    {
      if (is_page (name))
        status = write_page (walk, &file->output, &diag);
      else
        write_lines (walk, &file->output);
      if (status == STATUS_OK)
        status = outfile_commit (file, NULL, &diag);
      else
        outfile_abandon (file);
    }
  say (walk, status == STATUS_OK
                 ? memory_format (_ ("'%s' was written"), name)
                 : memory_text (diag.text != NULL ? diag.text : name));
  diag_release (&diag);
  free (file);
}

/* --- Keys ---------------------------------------------------------------- */

static void
enlarge (struct walk *walk, bool is_back)
{
  struct browse_tree *tree = &list_of (walk)->tree;
  const struct browse_node *nodes = tree->nodes.items;
  if (!is_back)
    tree->root = tree->chosen;
  else if (tree->root != 0)
    tree->chosen = tree->root = nodes[tree->root].parent;
}

static void
shorten (struct walk *walk)
{
  struct browse *browse = &walk->browse;
  walk->shortens = !walk->shortens;
  browse->report->names
      = walk->shortens ? &browse->short_names : browse->names;
  forget_lines (walk);
}

static void
flip_flame (struct walk *walk)
{
  struct browse_page *page = page_of (walk);
  if (page->lists[0].tree.nodes.count == 0)
    open_page (walk, BROWSE_TOP_DOWN, SYM_NONE);
  page = page_of (walk);
  page->is_flame = !page->is_flame;
}

/* Keys that move, also those of vi and less.  Returns whether KEY is one.  */
static bool
act_on_motion (struct walk *walk, uint32_t key)
{
  struct browse_list *list = list_of (walk);
  switch (key)
    {
    case SCREEN_UP:
    case 'k':
      step (walk, true);
      return true;
    case SCREEN_DOWN:
    case 'j':
      step (walk, false);
      return true;
    case SCREEN_LEFT:
    case 'h':
      shift (walk, true);
      return true;
    case SCREEN_RIGHT:
    case 'l':
      shift (walk, false);
      return true;
    case SCREEN_PAGE_UP:
    case 'b':
      move (list, true, page_rows (walk));
      return true;
    case SCREEN_PAGE_DOWN:
    case ' ':
      move (list, false, page_rows (walk));
      return true;
    case SCREEN_HOME:
    case 'g':
      list->at = 0;
      return true;
    case SCREEN_END:
    case 'G':
      move (list, false, list->lines.count);
      return true;
    case SCREEN_TAB:
    case SCREEN_BACKTAB:
      change_list (walk, key == SCREEN_BACKTAB);
      return true;
    default:
      return false;
    }
}

/* All other keys.  Returns whether to go on.  */
static bool
act_on_key (struct walk *walk, uint32_t key)
{
  switch (key)
    {
    case 'q':
    case 'Q':
    case SCREEN_CLOSED:
      return false;
    case SCREEN_ENTER:
      if (page_of (walk)->is_flame)
        enlarge (walk, false);
      else if (chosen (walk) != SYM_NONE)
        open_page (walk, BROWSE_FUNCTION, chosen (walk));
      break;
    case '-':
      if (page_of (walk)->is_flame)
        enlarge (walk, true);
      break;
    case SCREEN_BACKSPACE:
    case '<':
      go (walk, true);
      break;
    case '>':
      go (walk, false);
      break;
    case '/':
      filter (walk);
      break;
    case 'o':
      walk->browse.sort = (walk->browse.sort + 1) % BROWSE_SORTS;
      forget_lines (walk);
      break;
    case 'n':
      shorten (walk);
      break;
    case 'f':
      flip_flame (walk);
      break;
    case 'p':
      walk->holds = !walk->holds;
      say (walk,
           walk->holds ? memory_text (_ ("held, until p is pressed")) : NULL);
      break;
    case 'e':
      write_file (walk);
      break;
    case '?':
      open_page (walk, BROWSE_KEYS, SYM_NONE);
      break;
    default:
      if (key >= '0' && key <= '9')
        open_kind (walk, key == '0' ? BROWSE_CHANGES
                                    : (enum browse_kind) (key - '1'));
    }
  return true;
}

/* The milliseconds until BROWSING needs another report, or -1.  One that takes
   long is made less often.  */
static int
time_left (const struct walk *walk, const struct browsing *browsing)
{
  enum
  {
    COST = 10 /* a report costs at most such a part of the time */
  };
  const double pause
      = walk->asked > 0 ? COST * (process_clock () - walk->asked) : 0;
  const double wait = browsing->interval > pause ? browsing->interval : pause;
  return browsing->interval <= 0 ? -1 : wait < 1e6 ? (int)(1e3 * wait) : -1;
}

/* Act on keys until the end, or until another report is due.  Returns which.  */
static bool
walk_about (struct walk *walk, const struct browsing *browsing)
{
  const int wait = time_left (walk, browsing);
  for (;;)
    {
      draw (walk);
      const uint32_t key = screen_key (walk->screen, walk->holds ? -1 : wait);
      if (key == SCREEN_NOTHING)
        return true;
      if (key != SCREEN_CHANGED)
        say (walk, NULL);
      if (!act_on_motion (walk, key) && !act_on_key (walk, key))
        return false;
    }
}

/* Keep what stays of all pages.  */
static void
keep_pages (struct walk *walk)
{
  for (size_t i = 0; i < walk->pages.count; i++)
    browse_keep_page (&walk->browse, walk->pages.items[i]);
  walk->asked = process_clock ();
}

/* Show REPORT, the first one or one that takes the place of another.  Returns
   whether the next one is due.  */
static bool
browse (struct walk *walk, struct report *report,
        const struct browsing *browsing)
{
  if (walk->state != NULL && browsing->state == NULL)
    say (walk, memory_text (_ ("the program has ended")));
  walk->state = browsing->state;
  browse_start (&walk->browse, report);
  if (walk->shortens)
    report->names = &walk->browse.short_names;
  if (walk->pages.count > 0)
    make_again (walk, page_of (walk));
  else
    open_page (walk,
               report->listings & LISTING_DIFF ? BROWSE_CHANGES
                                               : BROWSE_FUNCTIONS,
               SYM_NONE);
  const bool is_due = walk_about (walk, browsing);
  if (is_due)
    keep_pages (walk);
  browse_end (&walk->browse);
  return is_due;
}

enum status
browse_report (struct report *report, struct diag *diag)
{
  struct browsing *browsing = report->browsing;
  enum status status = STATUS_OK;
  if (browsing->walk == NULL)
    {
      browsing->walk = array_new (1, sizeof *browsing->walk);
      output_flush (report->output);
      status = screen_open (&browsing->walk->screen,
                            terminal_wants_colours (STDOUT_FILENO,
                                                    report->options->colour),
                            diag);
    }
  diag_hold (diag, true);
  browsing->is_due
      = status == STATUS_OK && browse (browsing->walk, report, browsing);
  diag_hold (diag, false);
  return status;
}

void
browsing_end (struct browsing *browsing)
{
  struct walk *walk = browsing->walk;
  if (walk != NULL)
    {
      screen_close (walk->screen);
      for (size_t i = 0; i < walk->pages.count; i++)
        browse_release_page (walk->pages.items[i]);
      vec_release (&walk->pages);
      free (walk->message);
      free (walk);
    }
  *browsing = (struct browsing){ 0 };
}
