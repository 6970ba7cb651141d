/* lines.c - line granularity: which line of which function the code comes
   from (-l).

   libbfd answers for one address at a time and may answer differently when
   asked again (R3.10).  GNU gprof walks the text twice, byte by byte, and
   believes the second walk.  So do we, but only to where the debugging
   information says that something changes.  */

#include "config.h"

#include "lines.h"

#include <stdlib.h>
#include <string.h>

/* The line symbol at PC is static if the one before it, of the same function,
   is, or if the function around it is (R3.17).  */
static uint8_t
flags_at (const struct symtab *functions, uint64_t pc,
          const struct line_symbol *last, source_id file, const char *name)
{
  if (last != NULL && last->file == file && strcmp (last->name, name) == 0)
    return last->flags;
  const sym_id around = symtab_find (functions, pc);
  return around != SYM_NONE ? functions->flags[around] & SYMBOL_STATIC : 0;
}

/* The code at PC comes from PLACE: begin a new line there if that differs from
   the last one.  */
static enum status
add_place (struct lines *lines, uint64_t pc, const struct code_place *place,
           const struct symtab *functions, struct sources *sources,
           struct diag *diag)
{
  const struct line_symbol *last
      = lines->symbols.count > 0
            ? &lines->symbols.items[lines->symbols.count - 1]
            : NULL;
  if (last != NULL && last->line == place->line
      && strcmp (sources_name (sources, last->file), place->file) == 0
      && strcmp (last->name, place->function) == 0)
    return STATUS_OK;

  struct line_symbol line = { .start_pc = pc, .line = place->line };
  source_id name;
  enum status status = sources_intern (sources, place->file, &line.file, diag);
  if (status == STATUS_OK)
    status = sources_intern (&lines->names, place->function, &name, diag);
  if (status != STATUS_OK)
    return status;
  line.name = sources_name (&lines->names, name);
  line.flags = flags_at (functions, pc, last, line.file, line.name);
  return vec_push (&lines->symbols, line) ? STATUS_OK : diag_no_memory (diag);
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

static int
compare_addresses (const void *a, const void *b)
{
  const uint64_t *x = a, *y = b;
  return *x < *y ? -1 : *x > *y;
}

/* Move POSITIONS up to the next of GRID, and put them in order, each once.  */
static void
tidy (address_list *positions, const struct grid *grid)
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
  if (inside > 0)
    qsort (positions->items, inside, sizeof *positions->items,
           compare_addresses);
  for (size_t i = 0; i < inside; i++)
    if (positions->items[i] < grid->limit
        && (i == 0 || positions->items[i] != positions->items[i - 1]))
      positions->items[positions->count++] = positions->items[i];
}

/* Append START, START + STEP and so on below LIMIT.  */
static enum status
push_steps (address_list *positions, const struct grid *grid, unsigned step,
            struct diag *diag)
{
  for (uint64_t pc = grid->start; pc < grid->limit; pc += step)
    if (!vec_push (positions, pc))
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

/* DWARF tells addresses of 32 bits as the linker had them; where they are
   signed, libbfd widens them as such, and so do we (R4.3).  */
static void
widen (address_list *positions, const struct target *target)
{
  if (target->word_size == 4 && target->sign_extend)
    for (size_t i = 0; i < positions->count; i++)
      positions->items[i]
          = (uint64_t)(int64_t)(int32_t)(uint32_t)positions->items[i];
}

/* Find the positions where an answer may differ from that one byte before; all
   of GRID if the debugging information does not tell.  */
static enum status
find_positions (address_list *positions, struct image *image,
                const struct symtab *functions, const struct grid *grid,
                struct diag *diag)
{
  struct dwarf_sections sections;
  enum status status = image_dwarf (image, &sections, diag);
  if (status == STATUS_OK)
    status = dwarf_positions (&sections, positions, diag);
  if (status == STATUS_ABSENT)
    {
      positions->count = 0;
      return push_steps (positions, grid, grid->step, diag);
    }
  widen (positions, image_target (image));
  if (status == STATUS_OK)
    status = push_functions (positions, functions, diag);
  if (status == STATUS_OK)
    status = push_steps (positions, grid, COARSE_STEP, diag);
  if (status == STATUS_OK)
    tidy (positions, grid);
  return status;
}

/* --- Asking ------------------------------------------------------------- */

enum status
lines_read (struct lines *lines, struct image *image,
            const struct symtab *functions, struct sources *sources,
            struct diag *diag)
{
  *lines = (struct lines){ 0 };
  if (!image_has_lines (image))
    return STATUS_OK;
  const struct grid grid
      = { image_text_start (image), image_text_limit (image),
          image_text_step (image) };
  address_list positions = { 0 };
  enum status status
      = find_positions (&positions, image, functions, &grid, diag);
  for (int pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < positions.count && status == STATUS_OK; i++)
      {
        const uint64_t pc = positions.items[i];
        struct code_place place;
        status = image_locate (image, pc, &place, diag);
        if (status == STATUS_OK && pass == 1)
          status = add_place (lines, pc, &place, functions, sources, diag);
        if (status == STATUS_ABSENT)
          status = STATUS_OK;
      }
  vec_release (&positions);
  return status;
}

void
lines_release (struct lines *lines)
{
  vec_release (&lines->symbols);
  sources_release (&lines->names);
}
