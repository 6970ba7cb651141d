/* srcline_text.c - where all code of the text section comes from.

   GNU gprof asks libbfd about every byte of the text, twice, and takes the
   second answer, for libbfd may answer differently when asked again (R3.10).
   Our own reader of DWARF lists ranges of code that come from one line, and we
   walk along these, twice, because functions get their names in the first
   walk.  Where that reader does not know the debugging information, libbfd is
   asked, wherever an answer may change.  */

#include "config.h"

#include "base/search.h"
#include "base/sort.h"
#include "base/vec.h"
#include "srcline_private.h"

/* --- Which addresses ----------------------------------------------------- */

enum
{
  /* libbfd may also answer otherwise where the next so many bytes begin.  */
  COARSE_STEP = 256
};

/* The addresses of the text that may be asked about: START + i * STEP below
   LIMIT.  */
struct grid
{
  uint64_t start, limit;
  unsigned step;
};

/* Move POSITIONS up to the next of GRID, sort them, and keep each once.  */
static enum status
sort_positions (address_list *positions, const struct grid *grid,
                struct diag *diag)
{
  size_t inside = 0;
  for (size_t i = 0; i < positions->count; i++)
    {
      const uint64_t pc = positions->items[i];
      if (pc < grid->start || pc >= grid->limit)
        continue;
      const uint64_t offset = pc - grid->start;
      const uint64_t rounded = (offset + grid->step - 1) / grid->step;
      positions->items[inside++] = grid->start + rounded * grid->step;
    }
  positions->count = 0;
  enum status status = sort_numbers (positions->items, inside, diag);
  for (size_t i = 0; i < inside && status == STATUS_OK; i++)
    if (positions->items[i] < grid->limit
        && (i == 0 || positions->items[i] != positions->items[i - 1]))
      positions->items[positions->count++] = positions->items[i];
  return status;
}

/* Append START, START + STEP and so on below LIMIT.  */
static enum status
push_steps (address_list *positions, const struct grid *grid, unsigned step,
            struct diag *diag)
{
  const uint64_t size
      = grid->start < grid->limit ? grid->limit - grid->start : 0;
  /* By offsets, which do not wrap around where addresses end.  */
  for (uint64_t offset = 0; offset < size; offset += step)
    if (!vec_push (positions, grid->start + offset))
      return diag_no_memory (diag);
  return STATUS_OK;
}

/* Both ends of every function.  */
static enum status
push_functions (address_list *positions, const struct symtab *functions,
                struct diag *diag)
{
  for (sym_id id = 0; id < functions->count; id++)
    if (!vec_push (positions, functions->start[id])
        || !vec_push (positions, functions->limit[id]))
      return diag_no_memory (diag);
  return STATUS_OK;
}

/* A walk along the text, whoever is asked.  */
struct walk
{
  struct srcline *srcline;
  struct symtab *functions;
  struct sources *sources;
  struct grid grid;
  srcline_visit *visit; /* null: only names are given to functions */
  void *context;
  struct diag *diag;

  /* Of our own reader.  */
  line_range_list ranges;
  VEC (source_id) files; /* of the files of DWARF; SOURCE_NONE for unseen */
};

/* --- Our own reader ------------------------------------------------------ */

/* Set *PLACE to where the code at PC comes from; RANGE, which may be null, is
   what DWARF says of PC.  *IS_KNOWN says whether there is such a place.  */
static enum status
find_place (struct walk *walk, uint64_t pc,
            const struct dwarf_line_range *range, struct srcline_place *place,
            bool *is_known)
{
  struct imitation *own = &walk->srcline->own;
  enum status status = imitation_name (own, pc, range, &place->function);
  *is_known = status == STATUS_OK && range != NULL && range->file != DWARF_NONE
              && place->function != NULL;
  if (!*is_known)
    return status;
  while (walk->files.count <= range->file)
    if (!vec_push (&walk->files, SOURCE_NONE))
      return diag_no_memory (walk->diag);
  source_id *file = &walk->files.items[range->file];
  if (*file == SOURCE_NONE)
    status
        = sources_intern (walk->sources, dwarf_path (own->dwarf, range->file),
                          file, walk->diag);
  place->file = *file;
  place->line = range->line;
  return status;
}

/* Answer a question about a symbol, see imitation_ask_each.  */
static enum status
locate_one (void *context, sym_id id, bool is_kept)
{
  struct walk *walk = context;
  struct symtab *functions = walk->functions;
  const uint64_t pc = functions->start[id];
  const struct dwarf_line_range *range = walk->ranges.items;
  size_t i;
  search_first (i, 0, walk->ranges.count, range[i].high_pc > pc);
  range = vec_at (&walk->ranges, i);
  if (i == walk->ranges.count || range->low_pc > pc
      || !imitation_knows (&walk->srcline->own, range, pc))
    range = NULL;
  struct srcline_place place;
  bool is_known;
  enum status status = find_place (walk, pc, range, &place, &is_known);
  if (status == STATUS_OK && is_known && is_kept)
    {
      functions->file[id] = place.file;
      functions->line[id] = place.line;
    }
  return status;
}

/* Visit the code from PC on, to which RANGE applies if it is not null.  In the
   first walk files are not registered (R3.15).  */
static enum status
visit_code (struct walk *walk, uint64_t pc,
            const struct dwarf_line_range *range)
{
  struct srcline_place place;
  bool is_known;
  if (walk->visit == NULL)
    return imitation_name (&walk->srcline->own, pc, range, &place.function);
  enum status status = find_place (walk, pc, range, &place, &is_known);
  return status == STATUS_OK && is_known
             ? walk->visit (walk->context, pc, &place)
             : status;
}

/* The next place of GRID at or above PC.  */
static uint64_t
round_up (const struct grid *grid, uint64_t pc)
{
  const uint64_t above = (pc - grid->start) % grid->step;
  return above == 0 ? pc : pc + (grid->step - above);
}

/* Visit all code, range by range.  */
static enum status
walk_ranges (struct walk *walk)
{
  const line_range_list *ranges = &walk->ranges;
  const struct grid *grid = &walk->grid;
  size_t i = 0;
  enum status status = STATUS_OK;
  for (uint64_t pc = grid->start; pc < grid->limit && status == STATUS_OK;)
    {
      while (i < ranges->count && ranges->items[i].high_pc <= pc)
        i++;
      const struct dwarf_line_range *range
          = i < ranges->count ? &ranges->items[i] : NULL;
      uint64_t next = grid->limit;
      if (range != NULL && range->low_pc > pc)
        {
          next = range->low_pc;
          range = NULL;
        }
      else if (range != NULL)
        next = range->high_pc;
      status = visit_code (walk, pc, range);
      if (range == NULL || range->function == DWARF_NONE)
        {
          const uint64_t other
              = nearest_next (&walk->srcline->own.nearest, pc);
          next = other < next ? other : next;
        }
      if (next >= grid->limit)
        break;
      pc = round_up (grid, next);
    }
  return status;
}

/* STATUS_ABSENT, and nothing was visited, if libbfd must be asked.  */
static enum status
ask_own (struct walk *walk, const address_list *near)
{
  struct srcline *srcline = walk->srcline;
  srcline_visit *const visit = walk->visit;
  enum status status = srcline_read (srcline, walk->diag);
  if (status != STATUS_OK)
    return status;
  image_expect_lines (srcline->image);
  status = imitation_list_ranges (&srcline->own, near, &walk->ranges);
  if (status == STATUS_OK)
    status = imitation_ask_each (walk->functions, NULL, locate_one, walk,
                                 walk->diag);
  walk->visit = NULL;
  if (status == STATUS_OK)
    status = walk_ranges (walk);
  walk->visit = visit;
  /* All names are known by now, so this walk cannot end with
     STATUS_ABSENT.  */
  if (status == STATUS_OK)
    status = walk_ranges (walk);
  vec_release (&walk->ranges);
  vec_release (&walk->files);
  return status;
}

/* --- libbfd -------------------------------------------------------------- */

/* Find the positions where an answer may differ from that one byte before; all
   of the grid if the debugging information does not say.  */
static enum status
find_positions (struct walk *walk, address_list *positions)
{
  const struct grid *grid = &walk->grid;
  struct diag *diag = walk->diag;
  enum status status = srcline_read (walk->srcline, diag);
  if (status == STATUS_OK)
    status = imitation_list_positions (&walk->srcline->own, positions);
  if (status == STATUS_ABSENT)
    {
      positions->count = 0;
      return push_steps (positions, grid, grid->step, diag);
    }
  if (status == STATUS_OK)
    status = push_functions (positions, walk->functions, diag);
  if (status == STATUS_OK)
    status = push_steps (positions, grid, COARSE_STEP, diag);
  return status == STATUS_OK ? sort_positions (positions, grid, diag) : status;
}

/* libbfd says that the code at PC comes from CODE.  */
static enum status
visit_place (struct walk *walk, uint64_t pc, const struct code_place *code)
{
  struct sources *names = &walk->srcline->names;
  struct srcline_place place = { .line = code->line };
  source_id name;
  enum status status
      = sources_intern (walk->sources, code->file, &place.file, walk->diag);
  if (status == STATUS_OK)
    status = sources_intern (names, code->function, &name, walk->diag);
  if (status != STATUS_OK)
    return status;
  place.function = sources_name (names, name);
  return walk->visit (walk->context, pc, &place);
}

static enum status
ask_libbfd (struct walk *walk)
{
  struct srcline *srcline = walk->srcline;
  address_list positions = { 0 };
  /* A damaged image may claim any size; every byte could be asked about.  */
  const uint64_t file_size = image_file_size (srcline->image);
  if (walk->grid.limit - walk->grid.start > file_size)
    walk->grid.limit = walk->grid.start + file_size;
  enum status status = srcline_locate (srcline, walk->functions, NULL,
                                       walk->sources, walk->diag);
  if (status == STATUS_OK)
    status = find_positions (walk, &positions);
  for (int pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < positions.count && status == STATUS_OK; i++)
      {
        const uint64_t pc = positions.items[i];
        struct code_place place;
        status = srcline_ask_libbfd (srcline, pc, &place, walk->diag);
        if (status == STATUS_OK && pass == 1)
          status = visit_place (walk, pc, &place);
        if (status == STATUS_ABSENT)
          status = STATUS_OK;
      }
  vec_release (&positions);
  return status;
}

enum status
srcline_walk (struct srcline *srcline, struct symtab *functions,
              const address_list *near, struct sources *sources,
              srcline_visit *visit, void *context, struct diag *diag)
{
  struct walk walk = { .srcline = srcline,
                       .functions = functions,
                       .sources = sources,
                       .grid = { image_text_start (srcline->image),
                                 image_text_limit (srcline->image),
                                 image_text_step (srcline->image) },
                       .visit = visit,
                       .context = context,
                       .diag = diag };
  enum status status = srcline_has_lines (srcline, diag);
  if (status != STATUS_OK)
    return status == STATUS_ABSENT ? STATUS_OK : status;
  status = ask_own (&walk, near);
  return status == STATUS_ABSENT ? ask_libbfd (&walk) : status;
}
