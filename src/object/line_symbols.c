/* line_symbols.c - line granularity: which line of which function the code
   comes from (-l).  */

#include "config.h"

#include "object/line_symbols.h"

#include <string.h>

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
          const struct line_symbol *last, const struct srcline_place *place)
{
  const struct symtab *functions = maker->functions;
  if (last != NULL && last->file == place->file
      && strcmp (last->name, place->function) == 0)
    return last->flags;
  while (maker->around < functions->count
         && functions->start[maker->around] <= pc)
    maker->around++;
  const sym_id id = maker->around - 1;
  return maker->around > 0 && pc < functions->limit[id]
             ? functions->flags[id] & SYMBOL_STATIC
             : 0;
}

/* The code at PC comes from PLACE: begin a new line there if that differs from
   the last one.  */
static enum status
add_line (void *context, uint64_t pc, const struct srcline_place *place)
{
  struct line_maker *maker = context;
  struct line_symbols *lines = maker->lines;
  const struct line_symbol *last
      = lines->symbols.count > 0
            ? &lines->symbols.items[lines->symbols.count - 1]
            : NULL;
  if (last != NULL && last->line == place->line && last->file == place->file
      && (last->name == place->function
          || strcmp (last->name, place->function) == 0))
    return STATUS_OK;
  const struct line_symbol symbol
      = { .start_pc = pc,
          .name = place->function,
          .file = place->file,
          .line = place->line,
          .flags = flags_at (maker, pc, last, place) };
  return vec_push (&lines->symbols, symbol) ? STATUS_OK
                                            : diag_no_memory (maker->diag);
}

enum status
line_symbols_read (struct line_symbols *lines, struct srcline *srcline,
                   struct symtab *functions, const address_list *near,
                   struct sources *sources, struct diag *diag)
{
  *lines = (struct line_symbols){ 0 };
  struct line_maker maker
      = { .lines = lines, .functions = functions, .diag = diag };
  return srcline_walk (srcline, functions, near, sources, add_line, &maker,
                       diag);
}

void
line_symbols_release (struct line_symbols *lines)
{
  vec_release (&lines->symbols);
}
