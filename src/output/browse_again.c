/* browse_again.c - what stays of the pages of --browse when the report is made
   anew, as while a program runs (R14.160): functions and paths are found again by
   their names.  */

#include "config.h"

#include "browse.h"

#include <stdlib.h>
#include <string.h>

/* --- Keeping ------------------------------------------------------------- */

static const char *
keep_name (const struct browse *browse, struct browse_page *page, sym_id id)
{
  if (id == SYM_NONE)
    return NULL;
  const char *name = names_of (browse->names, id);
  return arena_text (&page->memory_kept, name, strlen (name));
}

/* Keep the names of nodes that are open or that there is a place at, and of all
   that are above one.  Parents have lower numbers.  */
static void
keep_tree (struct browse *browse, struct browse_page *page,
           struct browse_list *list)
{
  struct browse_kept *kept = &list->kept;
  const struct browse_node *nodes = list->tree.nodes.items;
  const size_t count = list->tree.nodes.count;
  kept->node = list->at < list->lines.count ? list->lines.items[list->at].node
                                            : NODE_NONE;
  kept->names = array_new (count, sizeof *kept->names);
  for (size_t i = count; i-- > 1;)
    if (nodes[i].is_open || i == kept->node || i == list->tree.chosen
        || i == list->tree.root || kept->names[i] != NULL)
      {
        const char *name
            = stacks_view_frame (&browse->stacks, nodes[i].frame).name;
        kept->names[i] = arena_text (&page->memory_kept, name, strlen (name));
        kept->names[nodes[i].parent] = "";
      }
  kept->tree = list->tree;
  list->tree = (struct browse_tree){ 0 };
}

void
browse_keep_page (struct browse *browse, struct browse_page *page)
{
  if (page->is_kept)
    return;
  page->is_kept = true;
  page->function = keep_name (browse, page, page->symbol);
  for (unsigned i = 0; i < page->list_count; i++)
    {
      struct browse_list *list = &page->lists[i];
      const sym_id id = list->at < list->lines.count
                            ? list->lines.items[list->at].symbol
                            : SYM_NONE;
      if (list->tree.nodes.count > 0)
        keep_tree (browse, page, list);
      /* Who looks at what is first wants to see what is first.  */
      else if (list->at > 0 && id != page->symbol)
        list->kept.function = keep_name (browse, page, id);
      list->lines.count = 0;
    }
  arena_release (&page->memory);
  page->is_made = false;
}

void
browse_forget_kept (struct browse_kept *kept)
{
  vec_release (&kept->tree.nodes);
  free (kept->names);
  *kept = (struct browse_kept){ 0 };
}

/* --- Finding again ------------------------------------------------------- */

static bool
is_called (const struct browse *browse, sym_id id, const char *name)
{
  return id != SYM_NONE && strcmp (names_of (browse->names, id), name) == 0;
}

/* The symbol that is called NAME, or SYM_NONE.  */
static sym_id
symbol_of (struct browse *browse, const char *name)
{
  for (size_t i = 0; name != NULL && i < browse->functions.count; i++)
    {
      const sym_id id = functions_view_symbol (&browse->functions, i);
      if (is_called (browse, id, name))
        return id;
    }
  return SYM_NONE;
}

/* The node called NAME below PARENT, or NODE_NONE.  */
static uint32_t
find_child (struct browse *browse, const struct browse_tree *tree,
            uint32_t parent, const char *name)
{
  const struct browse_node *nodes = tree->nodes.items;
  uint32_t at = nodes[parent].first;
  while (at != NODE_NONE
         && strcmp (stacks_view_frame (&browse->stacks, nodes[at].frame).name,
                    name)
                != 0)
    at = nodes[at].next;
  return at;
}

/* Open the nodes of LIST that were open.  */
static void
restore_tree (struct browse *browse, struct browse_list *list)
{
  const struct browse_kept *kept = &list->kept;
  const struct browse_node *old = kept->tree.nodes.items;
  struct browse_tree *tree = &list->tree;
  const size_t count = kept->tree.nodes.count;
  uint32_t *now = array_new (count, sizeof *now);
  for (size_t i = 1; i < tree->nodes.count; i++)
    tree->nodes.items[i].is_open = false;
  for (size_t i = 1; i < count; i++)
    {
      const uint32_t above = now[old[i].parent];
      now[i] = kept->names[i] != NULL && above != NODE_NONE
                   ? find_child (browse, tree, above, kept->names[i])
                   : NODE_NONE;
      if (now[i] != NODE_NONE)
        tree->nodes.items[now[i]].is_open = old[i].is_open;
    }
  const uint32_t chosen = now[kept->tree.chosen], root = now[kept->tree.root];
  tree->root = chosen != NODE_NONE && root != NODE_NONE ? root : 0;
  tree->chosen = chosen != NODE_NONE ? chosen : 0;
  list->kept.node = kept->node != NODE_NONE ? now[kept->node] : NODE_NONE;
  free (now);
}

/* Let the cursor of LIST be where it was.  */
static void
restore_cursor (struct browse *browse, struct browse_list *list)
{
  const struct browse_kept *kept = &list->kept;
  for (size_t i = 0; i < list->lines.count; i++)
    {
      const struct browse_line *line = &list->lines.items[i];
      if (kept->names != NULL
              ? line->node == kept->node && kept->node != NODE_NONE
              : kept->function != NULL
                    && is_called (browse, line->symbol, kept->function))
        {
          list->at = i;
          return;
        }
    }
}

void
browse_make_kept_page (struct browse *browse, struct browse_page *page)
{
  size_t places[BROWSE_LISTS];
  bool has_trees = false;
  for (unsigned i = 0; i < BROWSE_LISTS; i++)
    places[i] = page->lists[i].at;
  page->symbol = symbol_of (browse, page->function);
  browse_make_page (browse, page);
  for (unsigned i = 0; i < page->list_count; i++)
    if (page->lists[i].kept.tree.nodes.count > 1)
      {
        restore_tree (browse, &page->lists[i]);
        has_trees = true;
      }
  if (has_trees)
    browse_make_tree_lines (browse, page);
  for (unsigned i = 0; i < page->list_count; i++)
    {
      struct browse_list *list = &page->lists[i];
      const size_t last = list->lines.count > 0 ? list->lines.count - 1 : 0;
      list->at = places[i] < last ? places[i] : last;
      restore_cursor (browse, list);
    }
  page->active = page->active < page->list_count ? page->active : 0;
  for (unsigned i = 0; i < BROWSE_LISTS; i++)
    browse_forget_kept (&page->lists[i].kept);
  arena_release (&page->memory_kept);
  page->is_kept = false;
}
