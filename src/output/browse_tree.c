/* browse_tree.c - call paths as trees of --browse: top down, bottom up, and all
   that leads to and from one function.  */

#include "config.h"

#include "browse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/pairmap.h"
#include "base/sort.h"

/* --- Making -------------------------------------------------------------- */

struct maker
{
  struct browse_tree *tree;
  struct pairmap index; /* of nodes, by parent and frame */
};

static void
begin (struct maker *maker, struct browse_tree *tree)
{
  const struct browse_node root = { .parent = NODE_NONE,
                                    .frame = NODE_NONE,
                                    .first = NODE_NONE,
                                    .next = NODE_NONE,
                                    .is_open = true };
  *maker = (struct maker){ .tree = tree };
  vec_push (&tree->nodes, root);
}

/* The node of FRAME below PARENT, with TIME more.  */
static uint32_t
enter (struct maker *maker, uint32_t parent, uint32_t frame, double time)
{
  const struct browse_node none = {
    .parent = parent, .frame = frame, .first = NODE_NONE, .next = NODE_NONE
  };
  const uint32_t fresh = (uint32_t)maker->tree->nodes.count;
  const uint32_t number = pairmap_enter (&maker->index, parent, frame, fresh);
  if (number == fresh)
    vec_push (&maker->tree->nodes, none);
  maker->tree->nodes.items[number].total += time;
  return number;
}

/* What takes least first, so that chains that grow at their beginning have what
   takes most first.  */
static int
compare_nodes (uint32_t a, uint32_t b, const void *context)
{
  const struct browse_node *nodes = context;
  const double x = nodes[a].total, y = nodes[b].total;
  return x != y ? (x < y ? -1 : 1) : a > b ? -1 : a < b;
}

/* Chain the nodes, which are all there.  */
static void
finish (struct maker *maker)
{
  struct browse_node *nodes = maker->tree->nodes.items;
  const size_t count = maker->tree->nodes.count;
  uint32_t *order = array_new (count, sizeof *order);
  for (size_t i = 0; i < count; i++)
    order[i] = (uint32_t)i;
  sort_ids (order, count, compare_nodes, nodes);
  for (size_t i = 0; i < count; i++)
    {
      struct browse_node *node = &nodes[order[i]];
      if (node->parent == NODE_NONE)
        continue;
      node->next = nodes[node->parent].first;
      nodes[node->parent].first = order[i];
    }
  free (order);
  pairmap_release (&maker->index);
}

/* The frame of path NUMBER.  */
static uint32_t
frame_of (const struct browse *browse, uint32_t number)
{
  return browse->stacks.number[number];
}

/* Is path NUMBER one of the symbol ID?  */
static bool
is_of (struct browse *browse, uint32_t number, sym_id id)
{
  const struct stack *path = &browse->stacks.stacks.items[number];
  return path->node == id && id < browse->report->symtab->count;
}

static void
make_top_down (struct browse *browse, struct browse_tree *tree)
{
  const struct stacks *stacks = &browse->stacks.stacks;
  uint32_t *node = array_new (stacks->count, sizeof *node);
  struct maker maker;
  begin (&maker, tree);
  for (uint32_t i = 0; i < stacks->count; i++)
    {
      const struct stack *path = &stacks->items[i];
      const bool is_root = path->parent == STACK_NONE;
      node[i] = enter (&maker, is_root ? 0 : node[path->parent],
                       frame_of (browse, i), path->total);
      tree->nodes.items[node[i]].self += path->self;
      if (is_root)
        tree->nodes.items[0].total += path->total;
    }
  finish (&maker);
  free (node);
}

/* Add TIME to the path from number FROM outwards.  Returns the node of FROM.  */
static uint32_t
add_outwards (struct browse *browse, struct maker *maker, uint32_t from,
              double time)
{
  const struct stacks *stacks = &browse->stacks.stacks;
  const uint32_t first = enter (maker, 0, frame_of (browse, from), time);
  uint32_t node = first;
  maker->tree->nodes.items[0].total += time;
  for (uint32_t at = stacks->items[from].parent; at != STACK_NONE;
       at = stacks->items[at].parent)
    node = enter (maker, node, frame_of (browse, at), time);
  return first;
}

static void
make_bottom_up (struct browse *browse, struct browse_tree *tree)
{
  const struct stacks *stacks = &browse->stacks.stacks;
  struct maker maker;
  begin (&maker, tree);
  for (uint32_t i = 0; i < stacks->count; i++)
    {
      const double self = stacks->items[i].self;
      if (self > 0)
        {
          const uint32_t node = add_outwards (browse, &maker, i, self);
          tree->nodes.items[node].self += self;
        }
    }
  finish (&maker);
}

/* What leads to the symbol ID, which is outermost where it calls itself, and
   what it leads to.  */
static void
make_pivot (struct browse *browse, sym_id id, struct browse_tree *callers,
            struct browse_tree *callees)
{
  const struct stacks *stacks = &browse->stacks.stacks;
  uint32_t *node = array_new (stacks->count, sizeof *node);
  struct maker up, down;
  begin (&up, callers);
  begin (&down, callees);
  for (uint32_t i = 0; i < stacks->count; i++)
    {
      const struct stack *path = &stacks->items[i];
      const uint32_t above
          = path->parent != STACK_NONE ? node[path->parent] : 0;
      node[i] = 0;
      if (above == 0 && !is_of (browse, i, id))
        continue;
      node[i] = enter (&down, above, frame_of (browse, i), path->total);
      callees->nodes.items[node[i]].self += path->self;
      if (above != 0)
        continue;
      callees->nodes.items[0].total += path->total;
      add_outwards (browse, &up, i, path->total);
    }
  finish (&up);
  finish (&down);
  free (node);
}

/* Open the path that takes most.  */
static void
open_most (struct browse_tree *tree)
{
  const struct browse_node *nodes = tree->nodes.items;
  uint32_t at = nodes[0].first;
  for (int depth = 0; at != NODE_NONE && depth < 30; depth++)
    {
      tree->nodes.items[at].is_open = true;
      at = nodes[at].first;
    }
  tree->chosen = nodes[0].first != NODE_NONE ? nodes[0].first : 0;
}

void
browse_make_trees (struct browse *browse, struct browse_page *page)
{
  struct browse_list *lists = page->lists;
  page->list_count = page->kind == BROWSE_PIVOT ? 2 : 1;
  if (page->kind == BROWSE_TOP_DOWN)
    make_top_down (browse, &lists[0].tree);
  else if (page->kind == BROWSE_BOTTOM_UP)
    make_bottom_up (browse, &lists[0].tree);
  else
    make_pivot (browse, page->symbol, &lists[0].tree, &lists[1].tree);
  for (unsigned i = 0; i < page->list_count; i++)
    open_most (&lists[i].tree);
  browse_make_tree_lines (browse, page);
}

/* --- Lines --------------------------------------------------------------- */

static const char *
name_of (struct browse *browse, const struct browse_node *node)
{
  return stacks_view_frame (&browse->stacks, node->frame).name;
}

sym_id
browse_node_symbol (struct browse *browse, const struct browse_tree *tree,
                    uint32_t node)
{
  if (node == 0 || node >= tree->nodes.count)
    return SYM_NONE;
  return stacks_view_frame (&browse->stacks, tree->nodes.items[node].frame)
      .symbol;
}

/* Hide what the filter does not accept, nor anything above or below it.  Parents
   have lower numbers.  */
static void
apply_filter (struct browse *browse, struct browse_tree *tree)
{
  struct browse_node *nodes = tree->nodes.items;
  bool *within = array_new (tree->nodes.count, sizeof *within);
  for (size_t i = 1; i < tree->nodes.count; i++)
    {
      within[i] = within[nodes[i].parent]
                  || browse_accepts (browse, name_of (browse, &nodes[i]));
      nodes[i].is_found = false;
    }
  for (size_t i = tree->nodes.count; i-- > 1;)
    {
      nodes[i].is_hidden = !within[i] && !nodes[i].is_found;
      if (within[i] || nodes[i].is_found)
        nodes[nodes[i].parent].is_found = true;
    }
  free (within);
}

/* The node behind NODE, which is on LEVEL, in the order of lines.  */
static uint32_t
next_node (const struct browse_node *nodes, uint32_t node, int *level,
           bool has_filter)
{
  const bool is_open
      = nodes[node].is_open || (has_filter && nodes[node].is_found);
  if (is_open && !nodes[node].is_hidden && nodes[node].first != NODE_NONE)
    {
      ++*level;
      return nodes[node].first;
    }
  while (node != NODE_NONE && nodes[node].next == NODE_NONE)
    {
      node = nodes[node].parent;
      --*level;
    }
  return node != NODE_NONE ? nodes[node].next : NODE_NONE;
}

static void
make_lines (struct browse *browse, struct browse_page *page,
            struct browse_list *list)
{
  const struct browse_node *nodes = list->tree.nodes.items;
  const bool has_filter = browse->filter[0] != '\0';
  const double all = browse->stacks.stacks.total;
  int level = 0;
  list->lines.count = 0;
  for (uint32_t i = nodes[0].first; i != NODE_NONE;
       i = next_node (nodes, i, &level, has_filter))
    {
      const struct browse_node *node = &nodes[i];
      if (node->is_hidden)
        continue;
      const char *mark = node->first == NODE_NONE ? " "
                         : node->is_open || (has_filter && node->is_found)
                             ? "-"
                             : "+";
      const double percent = all > 0 ? 100 * node->total / all : 0;
      struct browse_line *line
          = browse_add (page, list,
                        browse_node_symbol (browse, &list->tree, i),
                        "%6.2f %9.2f %9.2f  %*s%s %s", percent,
                        report_time (browse->report, node->total),
                        report_time (browse->report, node->self), 2 * level,
                        "", mark, name_of (browse, node));
      line->node = i;
      line->style = browse_heat (percent);
    }
}

void
browse_make_tree_lines (struct browse *browse, struct browse_page *page)
{
  for (unsigned i = 0; i < page->list_count; i++)
    {
      struct browse_list *list = &page->lists[i];
      list->heading = page->kind != BROWSE_PIVOT
                          ? "% total     total      self  function"
                      : i == 0 ? "% total     total      self  callers"
                               : "% total     total      self  callees";
      apply_filter (browse, &list->tree);
      make_lines (browse, page, list);
      if (list->at >= list->lines.count)
        list->at = list->lines.count > 0 ? list->lines.count - 1 : 0;
    }
}

/* --- Flame graphs -------------------------------------------------------- */

/* Where a node is drawn: columns, and how far from the first row.  */
struct cell
{
  uint32_t node;
  double from, to;
  int level;
};

/* Draw TREE from ROW on, DOWN rows being 1 or -1 apart, as far as ROWS go.
   Nodes that are narrower than a column are left out with all below them.  */
static void
draw_flame (struct browse *browse, struct screen *screen,
            const struct browse_tree *tree, int row, int down, int rows,
            int columns, bool is_active)
{
  const struct browse_node *nodes = tree->nodes.items;
  const double all = nodes[tree->root].total;
  VEC (struct cell) cells = { 0 };
  const struct cell first = { tree->root, 0, columns, 0 };
  vec_push (&cells, first);
  for (size_t i = 0; i < cells.count && all > 0; i++)
    {
      const struct cell cell = cells.items[i];
      const struct browse_node *node = &nodes[cell.node];
      const int left = (int)lround (cell.from), right = (int)lround (cell.to);
      if (cell.level >= rows || right <= left)
        continue;
      char *text
          = memory_format ("|%s",
                           cell.node == 0 ? "all" : name_of (browse, node));
      const double part = 100 * node->total / all;
      screen_put (screen, row + down * cell.level, left, right - left, text,
                  strlen (text), 0,
                  is_active && cell.node == tree->chosen ? SCREEN_REVERSE
                                                         : browse_heat (part));
      free (text);
      double at = cell.from;
      for (uint32_t child = node->first; child != NODE_NONE;
           child = nodes[child].next)
        {
          const double width = (double)columns * nodes[child].total / all;
          const struct cell next = { child, at, at + width, cell.level + 1 };
          at += width;
          if (!nodes[child].is_hidden)
            vec_push (&cells, next);
        }
    }
  vec_release (&cells);
}

void
browse_draw_flames (struct browse *browse, struct screen *screen,
                    const struct browse_page *page, int row, int rows,
                    int columns)
{
  const struct browse_list *lists = page->lists;
  if (page->list_count == 1)
    {
      draw_flame (browse, screen, &lists[0].tree, row, 1, rows, columns, true);
      return;
    }
  /* Callers grow upwards from the middle.  */
  const int half = rows / 2;
  draw_flame (browse, screen, &lists[0].tree, row + half - 1, -1, half,
              columns, page->active == 0);
  draw_flame (browse, screen, &lists[1].tree, row + half, 1, rows - half,
              columns, page->active == 1);
}
