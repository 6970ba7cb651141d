/* srcline_text.c - where all code of the text section comes from.

   GNU gprof asks libbfd about every byte of the text, twice, and takes the
   second answer, for libbfd may answer differently when asked again (R3.10).
   Our own reader of DWARF lists ranges of code that come from one line, and we
   walk along these, twice, because functions get their names in the first
   walk.  Where that reader does not know the debugging information, libbfd is
   asked, wherever an answer may change.  */

#include "config.h"

#include <string.h>

#include "base/memory.h"
#include "base/search.h"
#include "base/sort.h"
#include "image_lines.h"
#include "object/srcline.h"

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

/* The next place of GRID at or above PC.  */
static uint64_t
round_up (const struct grid *grid, uint64_t pc)
{
  const uint64_t above = (pc - grid->start) % grid->step;
  return above == 0 ? pc : pc + (grid->step - above);
}

/* Move POSITIONS up to the next of GRID, sort them, and keep each once.  */
static void
sort_positions (address_list *positions, const struct grid *grid)
{
  size_t inside = 0;
  for (size_t i = 0; i < positions->count; i++)
    {
      const uint64_t pc = positions->items[i];
      if (pc >= grid->start && pc < grid->limit)
        positions->items[inside++] = round_up (grid, pc);
    }
  positions->count = 0;
  sort_numbers (positions->items, inside);
  for (size_t i = 0; i < inside; i++)
    if (positions->items[i] < grid->limit
        && (i == 0 || positions->items[i] != positions->items[i - 1]))
      positions->items[positions->count++] = positions->items[i];
}

/* Append START, START + STEP and so on below LIMIT.  */
static void
push_steps (address_list *positions, const struct grid *grid, unsigned step)
{
  const uint64_t size
      = grid->start < grid->limit ? grid->limit - grid->start : 0;
  /* By offsets, which do not wrap around where addresses end.  */
  for (uint64_t offset = 0; offset < size; offset += step)
    vec_push (positions, grid->start + offset);
}

/* Both ends of every function.  */
static void
push_functions (address_list *positions, const struct symtab *functions)
{
  for (sym_id id = 0; id < functions->count; id++)
    {
      vec_push (positions, functions->start[id]);
      vec_push (positions, functions->limit[id]);
    }
}

/* A walk along the text, whoever is asked.  */
struct walk
{
  struct srcline *srcline;
  struct symtab *functions;
  struct sources *sources;
  struct grid grid;
  struct line_symbols *lines;
  sym_id around; /* the first function above the last line */
  struct diag *diag;

  /* Of our own reader.  */
  line_range_list ranges;
  VEC (source_id) files; /* of the files of DWARF; SOURCE_NONE for unseen */
};

/* --- Line symbols -------------------------------------------------------- */

/* Where code comes from.  */
struct known_place
{
  source_id file;
  uint32_t line;
  const char *function;
};

/* The line symbol at PC is static if the one before it, of the same function,
   is, or if the function around it is (R3.17).  */
static uint8_t
flags_at (struct walk *walk, uint64_t pc, const struct line_symbol *last,
          const struct known_place *place)
{
  const struct symtab *functions = walk->functions;
  if (last != NULL && last->file == place->file
      && strcmp (last->name, place->function) == 0)
    return last->flags;
  while (walk->around < functions->count
         && functions->start[walk->around] <= pc)
    walk->around++;
  const sym_id id = walk->around - 1;
  return walk->around > 0 && pc < functions->limit[id]
             ? functions->flags[id] & SYMBOL_STATIC
             : 0;
}

/* The code at PC comes from PLACE: begin a new line there if that differs from
   the last one.  */
static void
add_line (struct walk *walk, uint64_t pc, const struct known_place *place)
{
  struct line_symbols *lines = walk->lines;
  const struct line_symbol *last
      = lines->symbols.count > 0
            ? &lines->symbols.items[lines->symbols.count - 1]
            : NULL;
  if (last != NULL && last->line == place->line && last->file == place->file
      && (last->name == place->function
          || strcmp (last->name, place->function) == 0))
    return;
  const struct line_symbol symbol
      = { .start_pc = pc,
          .name = place->function,
          .file = place->file,
          .line = place->line,
          .flags = flags_at (walk, pc, last, place) };
  vec_push (&lines->symbols, symbol);
}

/* --- Our own reader ------------------------------------------------------ */

/* Set *PLACE to where the code at PC comes from; RANGE, which may be null, is
   what DWARF says of PC.  *IS_KNOWN says whether there is such a place.  */
static enum status
find_place (struct walk *walk, uint64_t pc,
            const struct dwarf_line_range *range, struct known_place *place,
            bool *is_known)
{
  struct imitation *own = &walk->srcline->own;
  enum status status = imitation_name (own, pc, range, &place->function);
  *is_known = status == STATUS_OK && range != NULL && range->file != DWARF_NONE
              && place->function != NULL;
  if (!*is_known)
    return status;
  while (walk->files.count <= range->file)
    vec_push (&walk->files, SOURCE_NONE);
  source_id *file = &walk->files.items[range->file];
  if (*file == SOURCE_NONE)
    sources_intern (walk->sources, dwarf_path (own->dwarf, range->file), file);
  place->file = *file;
  place->line = range->line;
  return STATUS_OK;
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
  struct known_place place;
  bool is_known;
  enum status status = find_place (walk, pc, range, &place, &is_known);
  if (is_known && is_kept)
    {
      functions->file[id] = place.file;
      functions->line[id] = place.line;
    }
  return status;
}

/* Visit the code from PC on, to which RANGE applies if it is not null.  In the
   first walk functions only get their names: files are not registered
   (R3.15).  */
static enum status
visit_code (struct walk *walk, uint64_t pc,
            const struct dwarf_line_range *range, bool is_first_walk)
{
  struct known_place place;
  bool is_known;
  if (is_first_walk)
    return imitation_name (&walk->srcline->own, pc, range, &place.function);
  enum status status = find_place (walk, pc, range, &place, &is_known);
  if (is_known)
    add_line (walk, pc, &place);
  return status;
}

/* Visit all code, range by range.  */
static enum status
walk_ranges (struct walk *walk, bool is_first_walk)
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
      status = visit_code (walk, pc, range, is_first_walk);
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

/* STATUS_ABSENT, and there are no lines, if libbfd must be asked.  */
static enum status
ask_own (struct walk *walk, const address_list *near)
{
  struct srcline *srcline = walk->srcline;
  enum status status = srcline_read (srcline, walk->diag);
  if (status != STATUS_OK)
    return status;
  image_expect_lines (srcline->image);
  status = imitation_list_ranges (&srcline->own, near, &walk->ranges);
  if (status == STATUS_OK)
    status = imitation_ask_each (walk->functions, NULL, locate_one, walk);
  if (status == STATUS_OK)
    status = walk_ranges (walk, true);
  /* All names are known by now, so this walk cannot end with
     STATUS_ABSENT.  */
  if (status == STATUS_OK)
    status = walk_ranges (walk, false);
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
  enum status status = srcline_read (walk->srcline, walk->diag);
  if (status == STATUS_OK)
    status = imitation_list_positions (&walk->srcline->own, positions);
  if (status == STATUS_OK)
    {
      push_functions (positions, walk->functions);
      push_steps (positions, grid, COARSE_STEP);
      sort_positions (positions, grid);
    }
  else if (status == STATUS_ABSENT)
    {
      positions->count = 0;
      push_steps (positions, grid, grid->step);
      status = STATUS_OK;
    }
  return status;
}

/* libbfd says that the code at PC comes from CODE.  */
static void
visit_place (struct walk *walk, uint64_t pc, const struct code_place *code)
{
  struct sources *names = &walk->srcline->names;
  struct known_place place = { .line = code->line };
  source_id name;
  sources_intern (walk->sources, code->file, &place.file);
  sources_intern (names, code->function, &name);
  place.function = sources_name (names, name);
  add_line (walk, pc, &place);
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
          visit_place (walk, pc, &place);
        if (status == STATUS_ABSENT)
          status = STATUS_OK;
      }
  vec_release (&positions);
  return status;
}

enum status
line_symbols_read (struct line_symbols *lines, struct srcline *srcline,
                   struct symtab *functions, const address_list *near,
                   struct sources *sources, struct diag *diag)
{
  struct walk walk = { .srcline = srcline,
                       .functions = functions,
                       .sources = sources,
                       .grid = { image_text_start (srcline->image),
                                 image_text_limit (srcline->image),
                                 image_text_step (srcline->image) },
                       .lines = lines,
                       .diag = diag };
  *lines = (struct line_symbols){ 0 };
  enum status status = srcline_has_lines (srcline, diag);
  if (status == STATUS_OK)
    {
      status = ask_own (&walk, near);
      if (status == STATUS_ABSENT)
        status = ask_libbfd (&walk);
    }
  return status == STATUS_ABSENT ? STATUS_OK : status;
}

void
line_symbols_release (struct line_symbols *lines)
{
  vec_release (&lines->symbols);
}
