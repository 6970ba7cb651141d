/* lines.c - line granularity: which line of which function the code comes
   from (-l).

   libbfd answers for one address at a time and may answer differently when
   asked again (R3.10).  GNU gprof walks the text twice and believes the second
   walk, so we do the same.  */

#include "config.h"

#include "lines.h"

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

enum status
lines_read (struct lines *lines, struct image *image,
            const struct symtab *functions, struct sources *sources,
            struct diag *diag)
{
  *lines = (struct lines){ 0 };
  if (!image_has_lines (image))
    return STATUS_OK;
  const uint64_t start = image_text_start (image);
  const uint64_t limit = image_text_limit (image);
  const unsigned step = image_text_step (image);
  for (int pass = 0; pass < 2; pass++)
    for (uint64_t pc = start; pc < limit; pc += step)
      {
        struct code_place place;
        enum status status = image_locate (image, pc, &place, diag);
        if (status == STATUS_OK && pass == 1)
          status = add_place (lines, pc, &place, functions, sources, diag);
        if (status != STATUS_OK && status != STATUS_ABSENT)
          return status;
      }
  return STATUS_OK;
}

void
lines_release (struct lines *lines)
{
  vec_release (&lines->symbols);
  sources_release (&lines->names);
}
