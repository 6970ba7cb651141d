/* line_symbols.c - line granularity: which line of which function the code comes
   from (-l).

   GNU gprof asks libbfd about every byte of the text, twice, and believes the
   second answer, for libbfd may answer differently when asked again (R3.10).
   Our own reader of DWARF lists stretches of code that come from one line, and
   we walk along these, twice, because the first walk settles what functions
   are called.  Where that reader does not know the debugging information,
   libbfd is asked, wherever something may change.  */

#include "config.h"

#include "object/line_symbols.h"

#include <string.h>

#include "object/locate.h"
#include "base/sort.h"

/* Lines as they are found, in the order of addresses.  */
struct line_maker
{
  struct line_symbols *lines;
  const struct symtab *functions;
  sym_id around; /* the first function above the last line */
  struct diag *diag;
};

/* The line symbol at PC is static if the one before it, of the same function,
   is, or if the function around it is (R3.17).  */
static uint8_t
flags_at (struct line_maker *maker, uint64_t pc,
          const struct line_symbol *last, source_id file, const char *name)
{
  const struct symtab *functions = maker->functions;
  if (last != NULL && last->file == file && strcmp (last->name, name) == 0)
    return last->flags;
  while (maker->around < functions->count
         && functions->start[maker->around] <= pc)
    maker->around++;
  const sym_id id = maker->around - 1;
  return maker->around > 0 && pc < functions->limit[id]
             ? functions->flags[id] & SYMBOL_STATIC
             : 0;
}

/* The code at PC comes from LINE of FILE and belongs to the function NAME:
   begin a new line there if that differs from the last one.  */
static enum status
add_line (struct line_maker *maker, uint64_t pc, source_id file, uint32_t line,
          const char *name)
{
  struct line_symbols *lines = maker->lines;
  const struct line_symbol *last
      = lines->symbols.count > 0
            ? &lines->symbols.items[lines->symbols.count - 1]
            : NULL;
  if (last != NULL && last->line == line && last->file == file
      && (last->name == name || strcmp (last->name, name) == 0))
    return STATUS_OK;
  const struct line_symbol symbol
      = { .start_pc = pc,
          .name = name,
          .file = file,
          .line = line,
          .flags = flags_at (maker, pc, last, file, name) };
  return vec_push (&lines->symbols, symbol) ? STATUS_OK
                                            : diag_no_memory (maker->diag);
}

/* --- Where to ask ------------------------------------------------------- */

enum
{
  /* libbfd also looks at pieces of this size.  */
  COARSE_STEP = 256
};

/* The addresses of the text that may be asked about: START + i * STEP below
   LIMIT.  */
struct grid
{
  uint64_t start, limit;
  unsigned step;
};

/* Move POSITIONS up to the next of GRID, and put them in order, each once.  */
static enum status
tidy (address_list *positions, const struct grid *grid, struct diag *diag)
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

/* --- Our own reader ------------------------------------------------------ */

/* What is known of the code, and what functions are called so far.  */
struct finder
{
  struct symtab *symtab;
  struct sources *sources;
  struct dwarf *dwarf;
  struct nearest *nearest;
  stretch_list stretches;
  VEC (source_id) files;    /* of the files of DWARF; SOURCE_NONE for unseen */
  struct line_maker *maker; /* null: only settle names */
  struct diag *diag;
};

/* The symbol table's name for the code at PC, or null.  */
static const char *
nearest_name (struct finder *finder, uint64_t pc)
{
  const struct nearest_symbol *symbol = nearest_find (finder->nearest, pc);
  return symbol != NULL ? symbol->name : NULL;
}

/* Settle what FUNCTION is called, which has no name for the linker, by the
   first code of it that is asked about, PC: like a symbol that starts where it
   starts, else like its source says.  Set *NAME to what it is called this
   once.  */
static void
settle_function (struct finder *finder, uint32_t function, uint64_t pc,
                 const char **name, const struct dwarf_name *own)
{
  const struct nearest_symbol *symbol = nearest_find (finder->nearest, pc);
  const bool starts_there = symbol != NULL && symbol->start_pc == own->low_pc;
  dwarf_settle_name (finder->dwarf, function,
                     starts_there ? symbol->name : own->name);
  *name = symbol != NULL ? symbol->name : own->name;
}

/* Set *NAME to what libbfd would say the function at PC is called, null if it
   would not say; STRETCH, which may be null, is what DWARF says of PC.  */
static enum status
name_at (struct finder *finder, uint64_t pc,
         const struct dwarf_stretch *stretch, const char **name)
{
  if (stretch == NULL || stretch->function == DWARF_NONE)
    {
      *name = nearest_name (finder, pc);
      return STATUS_OK;
    }
  struct dwarf_name own;
  enum status status
      = dwarf_name_function (finder->dwarf, stretch->function, &own);
  *name = own.name;
  if (status == STATUS_OK && !own.is_linkage)
    settle_function (finder, stretch->function, pc, name, &own);
  return status;
}

/* Set *ID to the source file of STRETCH, which has one.  */
static enum status
register_file (struct finder *finder, const struct dwarf_stretch *stretch,
               source_id *id)
{
  const uint32_t file = stretch->file;
  while (finder->files.count <= file)
    if (!vec_push (&finder->files, SOURCE_NONE))
      return diag_no_memory (finder->diag);
  enum status status = STATUS_OK;
  if (finder->files.items[file] == SOURCE_NONE)
    status = sources_intern (finder->sources, dwarf_path (finder->dwarf, file),
                             &finder->files.items[file], finder->diag);
  *id = finder->files.items[file];
  return status;
}

/* The first stretch that ends above PC, as an index.  */
static size_t
first_above (const stretch_list *stretches, uint64_t pc)
{
  size_t low = 0, high = stretches->count;
  while (low < high)
    {
      const size_t middle = low + (high - low) / 2;
      if (stretches->items[middle].high_pc <= pc)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* A question about a symbol, see locate_each.  */
static enum status
locate_one (void *context, sym_id id, bool is_kept)
{
  struct finder *finder = context;
  const uint64_t pc = finder->symtab->start[id];
  const size_t index = first_above (&finder->stretches, pc);
  const struct dwarf_stretch *stretch = vec_at (&finder->stretches, index);
  if (index == finder->stretches.count || stretch->low_pc > pc
      || !dwarf_answers (finder->dwarf, stretch, pc))
    stretch = NULL;
  const char *name;
  source_id file;
  enum status status = name_at (finder, pc, stretch, &name);
  if (status != STATUS_OK || stretch == NULL || stretch->file == DWARF_NONE
      || name == NULL)
    return status;
  status = register_file (finder, stretch, &file);
  if (status == STATUS_OK && is_kept)
    {
      finder->symtab->file[id] = file;
      finder->symtab->line[id] = stretch->line;
    }
  return status;
}

/* Take the code from PC on, to which STRETCH applies if it is not null.  */
static enum status
visit_code (struct finder *finder, uint64_t pc,
            const struct dwarf_stretch *stretch)
{
  const char *name;
  source_id file;
  enum status status = name_at (finder, pc, stretch, &name);
  if (status != STATUS_OK || finder->maker == NULL || stretch == NULL
      || stretch->file == DWARF_NONE || name == NULL)
    return status;
  status = register_file (finder, stretch, &file);
  return status == STATUS_OK
             ? add_line (finder->maker, pc, file, stretch->line, name)
             : status;
}

/* The next place of GRID at or above PC.  */
static uint64_t
round_up (const struct grid *grid, uint64_t pc)
{
  const uint64_t above = (pc - grid->start) % grid->step;
  return above == 0 ? pc : pc + (grid->step - above);
}

/* Visit all code of GRID, piece by piece.  */
static enum status
walk (struct finder *finder, const struct grid *grid)
{
  const stretch_list *stretches = &finder->stretches;
  size_t i = first_above (stretches, grid->start);
  enum status status = STATUS_OK;
  for (uint64_t pc = grid->start; pc < grid->limit && status == STATUS_OK;)
    {
      while (i < stretches->count && stretches->items[i].high_pc <= pc)
        i++;
      const struct dwarf_stretch *stretch
          = i < stretches->count ? &stretches->items[i] : NULL;
      uint64_t next = grid->limit;
      if (stretch != NULL && stretch->low_pc > pc)
        {
          next = stretch->low_pc;
          stretch = NULL;
        }
      else if (stretch != NULL)
        next = stretch->high_pc;
      status = visit_code (finder, pc, stretch);
      if (stretch == NULL || stretch->function == DWARF_NONE)
        {
          const uint64_t other = nearest_next (finder->nearest, pc);
          next = other < next ? other : next;
        }
      if (next >= grid->limit)
        break;
      pc = round_up (grid, next);
    }
  return status;
}

/* STATUS_ABSENT if libbfd must be asked.  */
static enum status
read_stretches (struct line_maker *maker, struct image *image,
                struct symtab *functions, const address_list *near,
                struct sources *sources, const struct grid *grid)
{
  struct finder finder
      = { .symtab = functions, .sources = sources, .diag = maker->diag };
  enum status status
      = image_dwarf (image, &finder.dwarf, &finder.nearest, maker->diag);
  if (status != STATUS_OK)
    return status;
  image_expect_lines (image);
  status = dwarf_list_stretches (finder.dwarf, near, &finder.stretches);
  if (status == STATUS_OK)
    status = locate_each (functions, NULL, locate_one, &finder, maker->diag);
  if (status == STATUS_OK)
    status = walk (&finder, grid);
  finder.maker = maker;
  if (status == STATUS_OK)
    status = walk (&finder, grid);
  vec_release (&finder.stretches);
  vec_release (&finder.files);
  return status;
}

/* --- libbfd -------------------------------------------------------------- */

/* Find the positions where an answer may differ from that one byte before; all
   of GRID if the debugging information does not tell.  */
static enum status
find_positions (address_list *positions, struct image *image,
                const struct symtab *functions, const struct grid *grid,
                struct diag *diag)
{
  struct dwarf *dwarf;
  struct nearest *nearest;
  enum status status = image_dwarf (image, &dwarf, &nearest, diag);
  if (status == STATUS_OK)
    status = dwarf_list_positions (dwarf, positions);
  if (status == STATUS_ABSENT)
    {
      positions->count = 0;
      return push_steps (positions, grid, grid->step, diag);
    }
  if (status == STATUS_OK)
    status = push_functions (positions, functions, diag);
  if (status == STATUS_OK)
    status = push_steps (positions, grid, COARSE_STEP, diag);
  return status == STATUS_OK ? tidy (positions, grid, diag) : status;
}

/* libbfd says that the code at PC comes from PLACE.  */
static enum status
add_place (struct line_maker *maker, uint64_t pc,
           const struct code_place *place, struct sources *sources)
{
  struct line_symbols *lines = maker->lines;
  source_id file, name;
  enum status status
      = sources_intern (sources, place->file, &file, maker->diag);
  if (status == STATUS_OK)
    status
        = sources_intern (&lines->names, place->function, &name, maker->diag);
  return status == STATUS_OK ? add_line (maker, pc, file, place->line,
                                         sources_name (&lines->names, name))
                             : status;
}

static enum status
ask_libbfd (struct line_maker *maker, struct image *image,
            struct symtab *functions, struct sources *sources,
            const struct grid *grid)
{
  struct diag *diag = maker->diag;
  address_list positions = { 0 };
  enum status status = locate_symbols (image, functions, NULL, sources, diag);
  if (status == STATUS_OK)
    status = find_positions (&positions, image, functions, grid, diag);
  for (int pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < positions.count && status == STATUS_OK; i++)
      {
        const uint64_t pc = positions.items[i];
        struct code_place place;
        status = image_locate (image, pc, &place, diag);
        if (status == STATUS_OK && pass == 1)
          status = add_place (maker, pc, &place, sources);
        if (status == STATUS_ABSENT)
          status = STATUS_OK;
      }
  vec_release (&positions);
  return status;
}

enum status
line_symbols_read (struct line_symbols *lines, struct image *image,
                   struct symtab *functions, const address_list *near,
                   struct sources *sources, struct diag *diag)
{
  *lines = (struct line_symbols){ 0 };
  enum status status = image_has_lines (image, diag);
  if (status != STATUS_OK)
    return status == STATUS_ABSENT ? STATUS_OK : status;
  struct grid grid = { image_text_start (image), image_text_limit (image),
                       image_text_step (image) };
  struct line_maker maker
      = { .lines = lines, .functions = functions, .diag = diag };
  status = read_stretches (&maker, image, functions, near, sources, &grid);
  if (status != STATUS_ABSENT)
    return status;
  lines->symbols.count = 0;
  maker.around = 0;
  /* A damaged image may claim any size; every byte could be asked about.  */
  const uint64_t file_size = image_file_size (image);
  if (grid.limit - grid.start > file_size)
    grid.limit = grid.start + file_size;
  return ask_libbfd (&maker, image, functions, sources, &grid);
}

void
line_symbols_release (struct line_symbols *lines)
{
  vec_release (&lines->symbols);
  sources_release (&lines->names);
}
