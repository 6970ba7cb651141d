/* inlining.c - how much of a function's time is in functions that were inlined
   into it.

   Bins are shared out once more, now with the addresses of each share, and it
   is divided among the pieces of code that lie there.  */

#include "config.h"

#include "analysis/inlining.h"

#include <stdlib.h>
#include <string.h>

#include "base/minmax.h"
#include "base/pairmap.h"
#include "base/search.h"
#include "base/sort.h"

struct maker
{
  struct inlining *inlining;
  const struct program *program;
  const struct measured *of;
  struct pairmap by_name; /* (parent, name) -> row */
  struct pairmap sites;   /* (row, file and line): places of calls */
};

/* --- Where there are samples --------------------------------------------- */

static void
note_bin (void *context, const struct shares *shares, uint64_t ticks)
{
  interval_list *bins = context;
  const struct interval bin
      = { .low_pc = shares->low_pc, .high_pc = shares->high_pc };
  (void)ticks;
  vec_push (bins, bin);
}

static int
compare_intervals (const void *a, const void *b)
{
  const struct interval *x = a, *y = b;
  return x->low_pc < y->low_pc ? -1 : x->low_pc > y->low_pc;
}

/* --- Rows ---------------------------------------------------------------- */

/* Note where the function of INSTANCE is called, as one of the places of row
   NUMBER.  */
static void
add_site (struct maker *maker, const struct dwarf_inlined *instance,
          uint32_t number)
{
  source_id file;
  if (instance->call_file == NULL)
    return;
  sources_intern (&maker->inlining->texts, instance->call_file, &file);
  const size_t before = maker->sites.entries.count;
  pairmap_enter (&maker->sites, number,
                 (uint64_t)file << 32 | instance->call_line, 0);
  struct inlined_row *row = &maker->inlining->rows.items[number];
  if (maker->sites.entries.count == before || row->places++ > 0)
    return;
  row->call_file = sources_name (&maker->inlining->texts, file);
  row->call_line = instance->call_line;
}

/* The row of an instance of the function NAME inlined into the row PARENT of
   symbol ID, a new one if there is none.  */
static uint32_t
find_row (struct maker *maker, sym_id id, uint32_t parent, const char *name)
{
  struct inlining *inlining = maker->inlining;
  const uint64_t into
      = parent != INLINED_NONE ? parent : UINT64_C (1) << 32 | id;
  const uint32_t fresh = (uint32_t)inlining->rows.count;
  source_id text;
  sources_intern (&inlining->texts, name, &text);
  const uint32_t number = pairmap_enter (&maker->by_name, into, text, fresh);
  if (number != fresh)
    return number;
  const struct inlined_row row
      = { .holder = id,
          .parent = parent,
          .depth = parent != INLINED_NONE
                       ? inlining->rows.items[parent].depth + 1
                       : 1,
          .name = sources_name (&inlining->texts, text) };
  vec_push (&inlining->rows, row);
  return number;
}

/* The row of INSTANCE of OBJECT in symbol ID.  */
static uint32_t
row_of (struct maker *maker, sym_id id, size_t object, uint32_t instance)
{
  const struct inlined_code *code
      = &maker->program->objects.items[object].inlined;
  uint32_t path[DWARF_DEEPEST_INLINED]; /* the outermost one is the last */
  size_t count = 0;
  uint32_t row = INLINED_NONE;
  for (; instance != DWARF_NONE;
       instance = code->instances.items[instance].parent)
    path[count++] = instance;
  while (count-- > 0)
    {
      const char *name = inlined_code_name (code, path[count]);
      row = find_row (maker, id, row, name != NULL ? name : "<unknown>");
      add_site (maker, &code->instances.items[path[count]], row);
    }
  return row;
}

/* Symbol ID has TICKS for [LOW_PC, HIGH_PC), not empty: divide them among the
   pieces of code there.  What is in none stays the symbol's alone.  */
static void
divide (struct maker *maker, sym_id id, uint64_t low_pc, uint64_t high_pc,
        double ticks)
{
  const size_t object = symtab_object (maker->of->symtab, id);
  const interval_list *pieces
      = &maker->program->objects.items[object].inlined.pieces;
  const struct interval *piece = pieces->items;
  size_t i;
  search_first (i, 0, pieces->count, piece[i].high_pc > low_pc);
  for (; i < pieces->count && piece[i].low_pc < high_pc; i++)
    {
      const uint64_t from = max_u64 (piece[i].low_pc, low_pc);
      const uint64_t to = min_u64 (piece[i].high_pc, high_pc);
      const uint32_t row = row_of (maker, id, object, piece[i].owner);
      maker->inlining->rows.items[row].self
          += ticks * (double)(to - from) / (double)(high_pc - low_pc);
    }
}

/* --- Crediting ----------------------------------------------------------- */

static void
divide_bin (void *context, const struct shares *shares, uint64_t ticks)
{
  struct maker *maker = context;
  const uint64_t *start = shares->starts.items;
  for (size_t i = 0; i < shares->items.count; i++)
    {
      const struct share *share = &shares->items.items[i];
      const sym_id id = share->symbol;
      const double part = shares_ticks (shares, share->weight, (double)ticks);
      /* An instruction has its ticks at its first byte.  */
      if (shares->unit == 0)
        for (uint64_t k = 0; k < share->weight; k++, start++)
          {
            if (share->accepted)
              divide (maker, id, *start, *start + 1,
                      part / (double)share->weight);
          }
      else if (share->accepted)
        {
          /* It begins where its symbol or the bin does.  */
          uint64_t pc = max_u64 (maker->of->symtab->start[id], shares->low_pc);
          pc -= pc % shares->unit;
          divide (maker, id, pc, pc + shares->unit * share->weight, part);
        }
    }
}

/* --- Order --------------------------------------------------------------- */

/* By holder, then of what is inlined into the same: by time and name.  */
static int
compare_rows (uint32_t a, uint32_t b, const void *context)
{
  const struct inlined_row *rows = context;
  const struct inlined_row *x = &rows[a], *y = &rows[b];
  if (x->holder != y->holder)
    return x->holder < y->holder ? -1 : 1;
  if (x->total != y->total)
    return x->total > y->total ? -1 : 1;
  return strcmp (x->name, y->name);
}

/* Set inlining->order and inlining->first.  */
static void
order_rows (struct inlining *inlining, size_t symbols)
{
  const size_t count = inlining->rows.count;
  const struct inlined_row *rows = inlining->rows.items;
  uint32_t *parent = array_new (count, sizeof *parent);
  inlining->order = array_new (count, sizeof *inlining->order);
  inlining->first = array_new (symbols + 1, sizeof *inlining->first);
  for (size_t i = 0; i < count; i++)
    parent[i] = rows[i].parent;
  sort_trees (inlining->order, parent, count, compare_rows, rows);
  free (parent);
  size_t id = 0;
  for (uint32_t i = 0; i < count; i++)
    while (id <= rows[inlining->order[i]].holder)
      inlining->first[id++] = i;
  while (id <= symbols)
    inlining->first[id++] = (uint32_t)count;
}

/* --- All of it ----------------------------------------------------------- */

enum status
inlining_divide (struct inlining *inlining, const struct program *program,
                 const struct measured *of, struct crediting *crediting,
                 struct diag *diag)
{
  struct maker maker = { .inlining = inlining, .program = program, .of = of };
  enum status status = crediting_walk (crediting, of, SHARE_INSTRUCTIONS,
                                       divide_bin, &maker, diag);
  /* What rows are inlined into comes before them.  */
  for (size_t i = inlining->rows.count; i > 0; i--)
    {
      struct inlined_row *row = &inlining->rows.items[i - 1];
      row->total += row->self;
      if (row->parent != INLINED_NONE)
        inlining->rows.items[row->parent].total += row->total;
    }
  if (status == STATUS_OK)
    order_rows (inlining, of->symtab->count);
  pairmap_release (&maker.by_name);
  pairmap_release (&maker.sites);
  return status;
}

enum status
inlining_make (struct inlining *inlining, struct program *program,
               const struct measured *of, struct crediting *crediting,
               struct diag *diag)
{
  interval_list near = { 0 }; /* bins that have ticks, ascending */
  enum status status
      = crediting_walk (crediting, of, SHARE_SYMBOLS, note_bin, &near, diag);
  if (near.count > 0)
    qsort (near.items, near.count, sizeof *near.items, compare_intervals);
  if (status == STATUS_OK)
    status = program_read_inlined (program, &near, diag);
  vec_release (&near);
  return status == STATUS_OK
             ? inlining_divide (inlining, program, of, crediting, diag)
             : status;
}

void
inlining_release (struct inlining *inlining)
{
  vec_release (&inlining->rows);
  free (inlining->order);
  free (inlining->first);
  sources_release (&inlining->texts);
  *inlining = (struct inlining){ 0 };
}
