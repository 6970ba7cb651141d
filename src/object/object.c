/* object.c - one object of the profiled program: an image at its place in the
   program's addresses.

   The first object has bias 0 and as a rule is the only one.  Then nothing is
   copied: image and program share symbol tables, lists and sets.  */

#include "config.h"

#include "object/object.h"

enum
{
  /* Objects begin at multiples of this, so the low digits of their addresses
     are those that tools for the object alone show.  */
  OBJECT_UNIT = 1 << 24
};

static const char unnamed[] = "<no symbols>";
static const char outside[] = "<outside>";

/* Label of the pseudo object for code outside all objects.  */
static const char elsewhere[] = "<elsewhere>";
/* A name that listings leave out (R2.9), for all of the recorder.  */
static const char recorder[] = "__mcount_internal";
static const char spontaneous[] = "<spontaneous>";

enum status
object_open (struct object *object, const char *name, uint64_t bias,
             const char *program, struct diag *diag)
{
  *object = (struct object){ 0 };
  struct image *image;
  enum status status = image_open (&image, name, program, diag);
  if (status != STATUS_OK)
    return status;
  *object = (struct object){
    .image = image, .name = name, .label = name, .bias = bias
  };
  image_find_range (image, &object->low_pc, &object->limit_pc);
  object->low_pc += bias;
  object->limit_pc += bias;
  return STATUS_OK;
}

bool
object_place (struct object *object, uint64_t start_pc)
{
  const uint64_t most = UINT64_MAX / 2;
  const uint64_t unit = OBJECT_UNIT;
  if (object->low_pc > object->limit_pc || start_pc > most - unit)
    return false;
  const uint64_t size = object->limit_pc - object->low_pc;
  const uint64_t start = (start_pc + (unit - 1)) & ~(unit - 1);
  const uint64_t low_pc = start + (object->low_pc & (unit - 1));
  if (size > most - low_pc)
    return false;
  object->bias = low_pc - object->low_pc;
  object->low_pc = low_pc;
  object->limit_pc = low_pc + size;
  return true;
}

/* Where what is at the start of MAPPING, of OBJECT's file, is in the
   program.  */
static uint64_t
place_start (const struct object *object, const struct mapping *mapping)
{
  if (mapping->is_linked)
    return object->bias + mapping->linked_pc;
  const uint64_t low
      = object->image != NULL
            ? object->bias
                  + image_find_shift (object->image, mapping->offset,
                                      mapping->limit_pc - mapping->start_pc)
            : object->low_pc;
  return low + mapping->offset;
}

struct mapped_place
object_place_mapping (const struct object *object,
                      const struct mapping *mapping)
{
  return (struct mapped_place){ .delta = place_start (object, mapping)
                                         - mapping->start_pc,
                                .bias = object->bias,
                                .low_pc = object->low_pc + object->has_outside,
                                .limit_pc = object->limit_pc };
}

void
object_add_outside (struct object *object)
{
  if (object->has_outside || object->low_pc == 0)
    return;
  object->has_outside = true;
  object->low_pc--;
}

/* Where its sections begin.  */
static uint64_t
start_of_sections (const struct object *object)
{
  return object->low_pc + object->has_outside;
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
         && (object->image == NULL
             || image_has_code (object->image, low - object->bias,
                                high - object->bias));
}

uint64_t
object_text_limit (const struct object *object)
{
  return object->is_unnamed ? object->limit_pc
                            : image_text_limit (object->image) + object->bias;
}

/* Append a function called NAME at START_PC.  */
static void
push_function (symbol_list *symbols, uint64_t start_pc, const char *name)
{
  const struct symbol symbol
      = { start_pc, name, SYMBOL_FUNCTION | SYMBOL_NO_LINKER_NAME };
  vec_push (symbols, symbol);
}

enum status
object_read_symbols (const struct object *object,
                     const struct symbol_filter *filter, symbol_list *symbols,
                     struct diag *diag)
{
  const size_t first = symbols->count;
  enum status status
      = object->is_unnamed
            ? STATUS_OK
            : image_read_symbols (object->image, filter, symbols, diag);
  if (object->is_recorder)
    symbols->count = first;
  if (status != STATUS_OK)
    return status;
  /* Time in front of the first symbol would be lost.  */
  if (object->is_unnamed || object->is_recorder
      || image_is_stripped (object->image))
    push_function (symbols, start_of_sections (object) - object->bias,
                   object->is_elsewhere  ? elsewhere
                   : object->is_recorder ? recorder
                                         : unnamed);
  for (size_t i = first; i < symbols->count && object->bias != 0; i++)
    symbols->items[i].start_pc += object->bias;
  if (object->has_outside)
    push_function (symbols, object->low_pc,
                   object->is_elsewhere ? spontaneous : outside);
  return STATUS_OK;
}

/* --- Lines --------------------------------------------------------------- */

void
object_expect_lines (struct object *object, const struct quirks *quirks)
{
  if (object->image != NULL)
    srcline_open (&object->srcline, object->image, quirks);
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

enum status
object_locate (const struct object *object, struct symtab *symtab,
               struct symrun run, const struct symset *wanted,
               struct sources *sources, struct diag *diag)
{
  if (object->image == NULL)
    return STATUS_OK;
  struct symset members = { 0 };
  if (wanted != NULL && run.limit - run.first < symtab->count)
    {
      const size_t count = run.limit - run.first;
      for (sym_id i = 0; i < count; i++)
        if (symset_has (wanted, run.first + i))
          symset_add_range (&members, count, i, i + 1);
      wanted = &members;
    }
  struct symtab part = lend_part (object, symtab, run);
  enum status status
      = srcline_locate (object->srcline, &part, wanted, sources, diag);
  return_part (object, &part);
  symset_release (&members);
  return status;
}

/* Set *PART to those of ADDRESSES that are in OBJECT, as its image knows
   them.  */
static void
copy_addresses (address_list *part, const address_list *addresses,
                const struct object *object)
{
  for (size_t i = 0; i < addresses->count; i++)
    {
      const uint64_t pc = addresses->items[i];
      if (pc >= object->low_pc && pc < object->limit_pc)
        vec_push (part, pc - object->bias);
    }
}

enum status
object_read_lines (struct object *object, struct symtab *symtab,
                   struct symrun run, const address_list *near,
                   struct sources *sources, struct diag *diag)
{
  struct line_symbols *lines = &object->lines;
  address_list inside = { 0 };
  if (object->image == NULL || object->is_recorder)
    return STATUS_OK;
  if (near != NULL && object->bias != 0)
    {
      copy_addresses (&inside, near, object);
      near = &inside;
    }
  struct symtab part = lend_part (object, symtab, run);
  enum status status
      = line_symbols_read (lines, object->srcline, &part, near, sources, diag);
  return_part (object, &part);
  for (size_t i = 0; i < lines->symbols.count && object->bias != 0; i++)
    lines->symbols.items[i].start_pc += object->bias;
  vec_release (&inside);
  return status;
}

/* Set *PART to what of CODE is in OBJECT, as its image knows it.  */
static void
copy_code (interval_list *part, const interval_list *code,
           const struct object *object)
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
      vec_push (part, piece);
    }
}

enum status
object_read_inlined (struct object *object, const interval_list *near,
                     struct diag *diag)
{
  struct inlined_code *code = &object->inlined;
  interval_list inside = { 0 };
  if (object->image == NULL)
    return STATUS_ABSENT;
  copy_code (&inside, near, object);
  enum status status
      = inlined_code_read (code, object->srcline, &inside, diag);
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

void
object_find_extents (const struct object *object, bool with_sizes,
                     struct extents *extents)
{
  const size_t functions = extents->functions.count;
  const size_t sections = extents->sections.count;
  const uint64_t low_pc = start_of_sections (object);
  const struct extent callers = { object->low_pc, low_pc };
  const struct extent all = { low_pc, object->limit_pc };
  if (!object->is_unnamed && !object->is_recorder)
    image_find_extents (object->image, with_sizes, extents);
  move_extents (&extents->functions, functions, object->bias);
  move_extents (&extents->sections, sections, object->bias);
  if (object->has_outside)
    vec_push (&extents->functions, callers);
  if (object->is_unnamed)
    vec_push (&extents->sections, all);
  if (object->is_recorder)
    vec_push (&extents->functions, all);
}

enum status
object_list_taken (const struct object *object, address_list *taken,
                   struct diag *diag)
{
  const size_t first = taken->count;
  enum status status = object->image != NULL
                           ? image_list_taken (object->image, taken, diag)
                           : STATUS_OK;
  for (size_t i = first; i < taken->count; i++)
    taken->items[i] += object->bias;
  return status;
}

enum status
object_open_instructions (const struct object *object, bool with_text,
                          struct instructions **instructions,
                          struct diag *diag)
{
  *instructions = NULL;
  if (object->image == NULL)
    return STATUS_OK;
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
  *code = (struct text_section){ 0 };
  if (object->image == NULL)
    return STATUS_ABSENT;
  enum status status = image_read_code (object->image, code, diag);
  move_code (object, code);
  return status;
}

enum status
object_look_at_code (const struct object *object, struct text_section *code,
                     struct diag *diag)
{
  *code = (struct text_section){ 0 };
  if (object->image == NULL)
    return STATUS_ABSENT;
  enum status status = image_look_at_code (object->image, code, diag);
  move_code (object, code);
  return status;
}

void
object_profiling (const struct object *object, struct profiling *profiling)
{
  *profiling = (struct profiling){ 0 };
  if (object->image == NULL)
    return;
  image_profiling (object->image, profiling);
  profiling->text_start_pc += object->bias;
  profiling->text_end_pc += object->bias;
  profiling->first_pc += object->bias;
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
