/* browse.h - what the parts of --browse share: pages, each of which shows
   something of the report in one to three lists of lines, which may be those of
   a tree.  */

#ifndef OUTPUT_BROWSE_H
#define OUTPUT_BROWSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"
#include "base/screen.h"
#include "output/names.h"
#include "output/report.h"
#include "output/view_functions.h"
#include "output/view_hot.h"
#include "output/view_stacks.h"

/* In the order of the keys 1 to 9 and 0.  */
enum browse_kind
{
  BROWSE_FUNCTIONS,
  BROWSE_FUNCTION, /* with its callers and callees */
  BROWSE_TOP_DOWN,
  BROWSE_BOTTOM_UP,
  BROWSE_PIVOT, /* all paths to a function, and from it */
  BROWSE_SOURCE,
  BROWSE_CODE,
  BROWSE_WAITS,
  BROWSE_FINDINGS,
  BROWSE_CHANGES,
  BROWSE_KEYS,
  BROWSE_KINDS
};

enum browse_sort
{
  BROWSE_BY_SELF,
  BROWSE_BY_TOTAL,
  BROWSE_BY_CALLS,
  BROWSE_BY_NAME,
  BROWSE_SORTS
};

#define NODE_NONE UINT32_MAX

/* A path of a tree: what has the path PARENT, then FRAME.  */
struct browse_node
{
  uint32_t frame;               /* of the stacks */
  uint32_t parent, first, next; /* nodes; those with one parent are chained,
                                   what takes most first */
  double total, self;
  bool is_open;   /* what is below it is shown, too */
  bool is_hidden; /* the filter leaves it out, */
  bool is_found;  /* or something below it is what it looks for */
};

/* The first node is no frame, and all others are below it.  */
struct browse_tree
{
  VEC (struct browse_node) nodes;
  uint32_t chosen; /* in a flame graph */
  uint32_t root;   /* likewise: what it is of */
};

/* What a list keeps for a report that is made anew: names instead of numbers.  */
struct browse_kept
{
  const char *function;    /* that the cursor was on, or null */
  struct browse_tree tree; /* with these names of nodes that were open or
                              chosen, others being null: */
  const char **names;
  uint32_t node; /* that the cursor was on */
};

struct browse_line
{
  const char *text; /* null if nobody has seen it yet: see browse_compose */
  size_t length;
  sym_id symbol;           /* that it is about, or SYM_NONE */
  uint32_t node;           /* likewise, or NODE_NONE */
  uint32_t number;         /* of the function's row, where all have one */
  enum screen_style style; /* of heat: that of the first field alone */
};

struct browse_list
{
  const char *heading;
  VEC (struct browse_line) lines;
  size_t at, top; /* the line that the cursor is on, and the first one shown */
  struct browse_tree tree; /* empty without */
  struct browse_kept kept;
};

enum
{
  BROWSE_LISTS = 3
};

struct browse_page
{
  enum browse_kind kind;
  sym_id symbol; /* that it is about, or SYM_NONE */
  struct browse_list lists[BROWSE_LISTS];
  unsigned list_count, active;
  bool is_made;
  bool is_flame; /* trees are shown as a flame graph */
  int skip;      /* columns that are out of sight on the left */
  struct arena memory;
  bool is_kept;         /* another report is to be shown: */
  const char *function; /* the name of the symbol, or null */
  struct arena memory_kept;
};

struct browse
{
  struct report *report;
  struct functions_view functions;
  struct names *names; /* those that the report came with */
  struct options short_options;
  struct names short_names;  /* the same names, short */
  struct stacks_view stacks; /* empty without a call graph */
  hot_row_list hot;
  struct source_lines sources;
  char filter[64]; /* only lines with this text */
  enum browse_sort sort;
};

/* Fill PAGE, whose kind and symbol are set, with what it shows of BROWSE.  */
void browse_make_page (struct browse *browse, struct browse_page *page);

/* Begin and end what browse_make_page takes.  Filter and order of BROWSE stay
   as they were.  */
void browse_start (struct browse *browse, struct report *report);
void browse_end (struct browse *browse);

void browse_release_page (struct browse_page *page);

/* The report will be made anew: keep of PAGE what stays, and forget the rest.  */
void browse_keep_page (struct browse *browse, struct browse_page *page);

void browse_forget_kept (struct browse_kept *kept);

/* Make a page that was kept, of another report.  */
void browse_make_kept_page (struct browse *browse, struct browse_page *page);

/* Has NAME what the filter looks for?  */
bool browse_accepts (const struct browse *browse, const char *name);

/* Append a line to LIST, which is PAGE's.  */
struct browse_line *browse_add (struct browse_page *page,
                                struct browse_list *list, sym_id symbol,
                                const char *format, ...) MEMORY_PRINTF (4, 5);

/* Let LINE of PAGE have its text.  */
void browse_compose (struct browse *browse, struct browse_page *page,
                     struct browse_line *line);

/* How hot PERCENT is.  */
enum screen_style browse_heat (double percent);

/* Make the trees of PAGE, and their lines; and these again, when nodes were
   opened or the filter is another one.  */
void browse_make_trees (struct browse *browse, struct browse_page *page);
void browse_make_tree_lines (struct browse *browse, struct browse_page *page);

/* The symbol of NODE in TREE, or SYM_NONE.  */
sym_id browse_node_symbol (struct browse *browse,
                           const struct browse_tree *tree, uint32_t node);

/* Draw the trees of PAGE as a flame graph on the ROWS rows from ROW on.  */
void browse_draw_flames (struct browse *browse, struct screen *screen,
                         const struct browse_page *page, int row, int rows,
                         int columns);

#endif
