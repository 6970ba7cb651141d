/* same_names.c - which functions of a report need their source files to be told
   apart (R16.46).  */

#include "config.h"

#include "output/same_names.h"

#include <string.h>

#include "base/memory.h"
#include "base/paths.h"
#include "base/sort.h"
#include "model/symtab.h"

typedef VEC (sym_id) id_list;

/* Symbols SHOWN by name, those of one object together.  */
static void
list_by_name (id_list *ids, const struct symtab *symtab,
              const struct symset *shown)
{
  VEC (const char *) names = { 0 };
  id_list found = { 0 };
  struct name_order order;
  for (sym_id id = 0; id < symtab->count; id++)
    if (symset_has (shown, id)
        && !(symtab->flags[id] & (SYMBOL_GAP | SYMBOL_NO_LINKER_NAME)))
      {
        vec_push (&names, symtab->name[id]);
        vec_push (&found, id);
      }
  name_order_build (&order, names.items, names.count);
  /* Equal names are by id, so by object.  */
  for (size_t i = 0; i < found.count; i++)
    vec_push (ids, found.items[order.by_name[i]]);
  name_order_release (&order);
  vec_release (&names);
  vec_release (&found);
}

/* One past the last of IDS, from FIRST on, that has its name and object.  */
static size_t
end_of_same (const struct symtab *symtab, const id_list *ids, size_t first)
{
  const sym_id id = ids->items[first];
  const size_t object = symtab_object (symtab, id);
  size_t end = first + 1;
  while (end < ids->count
         && strcmp (symtab->name[ids->items[end]], symtab->name[id]) == 0
         && symtab_object (symtab, ids->items[end]) == object)
    end++;
  return end;
}

/* Add IDS[FIRST .. END-1] to SAME.  */
static void
add_all (struct symset *same, const struct symtab *symtab, const id_list *ids,
         size_t first, size_t end)
{
  for (size_t i = first; i < end; i++)
    symset_add_range (same, symtab->count, ids->items[i], ids->items[i] + 1);
}

/* What file ID of PROGRAM is called without its directories; nothing if it is not
   known.  */
static const char *
base_of (const struct program *program, source_id id)
{
  return id != SOURCE_NONE ? path_base (sources_name (&program->sources, id))
                           : "";
}

/* By base names of files, then by files.  */
static int
compare_files (uint32_t a, uint32_t b, const void *context)
{
  const struct program *program = context;
  const source_id x = program->symtab.file[a], y = program->symtab.file[b];
  const int order = strcmp (base_of (program, x), base_of (program, y));
  if (order != 0)
    return order;
  if (x != y)
    return x < y ? -1 : 1;
  return a < b ? -1 : a > b;
}

/* Add IDS[FIRST .. END-1], which have one name, to SAME if their files tell any
   of them apart.  */
static void
tell_apart (struct same_names *same, const struct program *program,
            id_list *ids, size_t first, size_t end)
{
  const struct symtab *symtab = &program->symtab;
  bool differ = false, are_alike = false;
  sort_ids (ids->items + first, end - first, compare_files, program);
  for (size_t i = first + 1; i < end; i++)
    {
      const source_id x = symtab->file[ids->items[i - 1]];
      const source_id y = symtab->file[ids->items[i]];
      differ |= x != y;
      are_alike |= x != y
                   && strcmp (base_of (program, x), base_of (program, y)) == 0;
    }
  if (differ)
    add_all (&same->all, symtab, ids, first, end);
  if (are_alike)
    add_all (&same->whole, symtab, ids, first, end);
}

enum status
same_names_find (struct same_names *same, struct program *program,
                 const struct symset *shown, struct diag *diag)
{
  const struct symtab *symtab = &program->symtab;
  struct symset candidates = { 0 };
  enum status status = STATUS_OK;
  id_list ids = { 0 };
  list_by_name (&ids, symtab, shown);
  for (size_t i = 0, end; i < ids.count; i = end)
    {
      end = end_of_same (symtab, &ids, i);
      if (end - i > 1)
        add_all (&candidates, symtab, &ids, i, end);
    }
  if (candidates.any)
    status = program_locate (program, &candidates, diag);
  for (size_t i = 0, end; i < ids.count && candidates.any; i = end)
    {
      end = end_of_same (symtab, &ids, i);
      tell_apart (same, program, &ids, i, end);
    }
  symset_release (&candidates);
  vec_release (&ids);
  return status;
}

void
same_names_release (struct same_names *same)
{
  symset_release (&same->all);
  symset_release (&same->whole);
}
