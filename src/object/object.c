/* object.c - one object of the profiled program: an image at its place in the
   program's addresses.

   The first object has bias 0 and as a rule is the only one.  Then nothing is
   copied: image and program share symbol tables, lists and sets.  */

#include "config.h"

#include "object/object.h"

enum status
object_open (struct object *object, const char *name, uint64_t bias,
             const char *program, struct diag *diag)
{
  *object = (struct object){ 0 };
  struct image *image;
  enum status status = image_open (&image, name, program, diag);
  if (status != STATUS_OK)
    return status;
  *object = (struct object){ .image = image, .name = name, .bias = bias };
  image_find_range (image, &object->low_pc, &object->limit_pc);
  object->low_pc += bias;
  object->limit_pc += bias;
  return STATUS_OK;
}

bool
object_has_code (const struct object *object, uint64_t low_pc,
                 uint64_t high_pc)
{
  /* What is outside must not wrap around.  */
  const uint64_t low = low_pc > object->low_pc ? low_pc : object->low_pc;
  const uint64_t high
      = high_pc < object->limit_pc ? high_pc : object->limit_pc;
  return low < high
         && image_has_code (object->image, low - object->bias,
                            high - object->bias);
}

uint64_t
object_text_limit (const struct object *object)
{
  return image_text_limit (object->image) + object->bias;
}

enum status
object_read_symbols (const struct object *object,
                     const struct symbol_filter *filter, symbol_list *symbols,
                     struct diag *diag)
{
  const size_t first = symbols->count;
  enum status status
      = image_read_symbols (object->image, filter, symbols, diag);
  for (size_t i = first; i < symbols->count && object->bias != 0; i++)
    symbols->items[i].start_pc += object->bias;
  return status;
}

/* --- Lines --------------------------------------------------------------- */

enum status
object_expect_lines (struct object *object, const struct quirks *quirks,
                     struct diag *diag)
{
  return srcline_open (&object->srcline, object->image, quirks, diag);
}

/* The symbols RUN of SYMTAB as a table of its own, which borrows all that it
   has.  Those of OBJECT get the addresses that its image knows, in SYMTAB too,
   until return_part is called.  */
static struct symtab
lend_part (const struct object *object, struct symtab *symtab,
           struct symrun run)
{
  for (sym_id id = run.first; id < run.limit && object->bias != 0; id++)
    {
      symtab->start[id] -= object->bias;
      symtab->limit[id] -= object->bias;
    }
  return (struct symtab){ .count = run.limit - run.first,
                          .start = symtab->start + run.first,
                          .limit = symtab->limit + run.first,
                          .name = symtab->name + run.first,
                          .flags = symtab->flags + run.first,
                          .rank = symtab->rank + run.first,
                          .first_rank = symtab->first_rank + run.first,
                          .file = symtab->file + run.first,
                          .line = symtab->line + run.first };
}

static void
return_part (const struct object *object, struct symtab *part)
{
  for (sym_id id = 0; id < part->count && object->bias != 0; id++)
    {
      part->start[id] += object->bias;
      part->limit[id] += object->bias;
    }
}

/* Set *PART to those of RUN that are in SET, counted from the first.  */
static enum status
copy_members (struct symset *part, const struct symset *set, struct symrun run,
              struct diag *diag)
{
  enum status status = STATUS_OK;
  for (sym_id id = run.first; id < run.limit && status == STATUS_OK; id++)
    if (symset_has (set, id))
      status = symset_add_range (part, run.limit - run.first, id - run.first,
                                 id - run.first + 1, diag);
  return status;
}

enum status
object_locate (const struct object *object, struct symtab *symtab,
               struct symrun run, const struct symset *wanted,
               struct sources *sources, struct diag *diag)
{
  const bool is_part = run.limit - run.first < symtab->count;
  struct symset members = { 0 };
  enum status status = is_part && wanted != NULL
                           ? copy_members (&members, wanted, run, diag)
                           : STATUS_OK;
  if (is_part && wanted != NULL)
    wanted = &members;
  struct symtab part = lend_part (object, symtab, run);
  if (status == STATUS_OK)
    status = srcline_locate (object->srcline, &part, wanted, sources, diag);
  return_part (object, &part);
  symset_release (&members);
  return status;
}

/* Set *PART to those of ADDRESSES that are in OBJECT, as its image knows
   them.  */
static enum status
copy_addresses (address_list *part, const address_list *addresses,
                const struct object *object, struct diag *diag)
{
  for (size_t i = 0; i < addresses->count; i++)
    {
      const uint64_t pc = addresses->items[i];
      if (pc >= object->low_pc && pc < object->limit_pc
          && !vec_push (part, pc - object->bias))
        return diag_no_memory (diag);
    }
  return STATUS_OK;
}

enum status
object_read_lines (struct object *object, struct symtab *symtab,
                   struct symrun run, const address_list *near,
                   struct sources *sources, struct diag *diag)
{
  struct line_symbols *lines = &object->lines;
  address_list inside = { 0 };
  enum status status = STATUS_OK;
  if (near != NULL && object->bias != 0)
    {
      status = copy_addresses (&inside, near, object, diag);
      near = &inside;
    }
  struct symtab part = lend_part (object, symtab, run);
  if (status == STATUS_OK)
    status = line_symbols_read (lines, object->srcline, &part, near, sources,
                                diag);
  return_part (object, &part);
  for (size_t i = 0; i < lines->symbols.count && object->bias != 0; i++)
    lines->symbols.items[i].start_pc += object->bias;
  vec_release (&inside);
  return status;
}

/* Set *PART to what of CODE is in OBJECT, as its image knows it.  */
static enum status
copy_code (interval_list *part, const interval_list *code,
           const struct object *object, struct diag *diag)
{
  for (size_t i = 0; i < code->count; i++)
    {
      struct interval piece = code->items[i];
      if (piece.low_pc < object->low_pc)
        piece.low_pc = object->low_pc;
      if (piece.high_pc > object->limit_pc)
        piece.high_pc = object->limit_pc;
      if (piece.low_pc >= piece.high_pc)
        continue;
      piece.low_pc -= object->bias;
      piece.high_pc -= object->bias;
      if (!vec_push (part, piece))
        return diag_no_memory (diag);
    }
  return STATUS_OK;
}

enum status
object_read_inlined (struct object *object, const interval_list *near,
                     struct diag *diag)
{
  struct inlined_code *code = &object->inlined;
  interval_list inside = { 0 };
  enum status status = copy_code (&inside, near, object, diag);
  if (status == STATUS_OK)
    status = inlined_code_read (code, object->srcline, &inside, diag);
  for (size_t i = 0; i < code->pieces.count; i++)
    {
      code->pieces.items[i].low_pc += object->bias;
      code->pieces.items[i].high_pc += object->bias;
    }
  vec_release (&inside);
  return status;
}

/* --- Extents and instructions -------------------------------------------- */

static void
move_extents (extent_list *list, size_t first, uint64_t bias)
{
  for (size_t i = first; i < list->count; i++)
    {
      list->items[i].low_pc += bias;
      list->items[i].high_pc += bias;
    }
}

enum status
object_find_extents (const struct object *object, bool with_sizes,
                     struct extents *extents, struct diag *diag)
{
  const size_t functions = extents->functions.count;
  const size_t sections = extents->sections.count;
  enum status status
      = image_find_extents (object->image, with_sizes, extents, diag);
  move_extents (&extents->functions, functions, object->bias);
  move_extents (&extents->sections, sections, object->bias);
  return status;
}

enum status
object_list_taken (const struct object *object, address_list *taken,
                   struct diag *diag)
{
  const size_t first = taken->count;
  enum status status = image_list_taken (object->image, taken, diag);
  for (size_t i = first; i < taken->count; i++)
    taken->items[i] += object->bias;
  return status;
}

enum status
object_open_instructions (const struct object *object, bool with_text,
                          struct instructions **instructions,
                          struct diag *diag)
{
  return instructions_open (instructions, object->image, object->bias,
                            with_text, diag);
}

/* --- Code ---------------------------------------------------------------- */

/* Move CODE, as the image has it, to where it is in the program.  */
static void
move_code (const struct object *object, struct text_section *code)
{
  code->bias = object->bias;
  code->start_pc += object->bias;
  for (size_t i = 0; i < code->marks.count; i++)
    code->marks.items[i].pc += object->bias;
}

enum status
object_read_code (const struct object *object, struct text_section *code,
                  struct diag *diag)
{
  enum status status = image_read_code (object->image, code, diag);
  move_code (object, code);
  return status;
}

enum status
object_look_at_code (const struct object *object, struct text_section *code,
                     struct diag *diag)
{
  enum status status = image_look_at_code (object->image, code, diag);
  move_code (object, code);
  return status;
}

enum status
object_profiling (const struct object *object, struct profiling *profiling,
                  struct diag *diag)
{
  enum status status = image_profiling (object->image, profiling, diag);
  profiling->text_start_pc += object->bias;
  profiling->text_end_pc += object->bias;
  profiling->first_pc += object->bias;
  return status;
}

void
object_close (struct object *object)
{
  line_symbols_release (&object->lines);
  inlined_code_release (&object->inlined);
  srcline_close (object->srcline);
  image_close (object->image);
  *object = (struct object){ 0 };
}
