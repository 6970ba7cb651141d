/* fuzz_symspec.c - symspecs matched against a small symbol table.

   Input: a byte, bit 0 for --gnu-compat, bit 1 for -l, bit 2 for symbols with
   a prefix; then lines, each a spec.  Its first byte, by the alphabet, is the
   table that it goes to; a capital letter says that the same words went to
   another table, too.  */

#include "config.h"

#include "symspec.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "sources.h"

/* Two files called util.c, names that look like files and lines, and one that
   is left out by default.  */
static const struct typed_symbol
{
  const char *name, *file;
  uint32_t line;
  uint8_t flags;
} typed[] = {
  { "main", "main.c", 10, SYMBOL_FUNCTION },
  { "helper", "lib/util.c", 5, SYMBOL_FUNCTION | SYMBOL_STATIC },
  { "work", "lib/util.c", 10, SYMBOL_FUNCTION },
  { "helper", "app/util.c", 40, SYMBOL_FUNCTION | SYMBOL_STATIC },
  { "_main", "main.c", 50, SYMBOL_FUNCTION },
  { "a.b", "main.c", 50, SYMBOL_FUNCTION },
  { "7up", "we:ird.c", 3, SYMBOL_FUNCTION },
  { "label", NULL, 0, 0 },
  { "mcount", NULL, 0, SYMBOL_FUNCTION },
  { "x/y", "d/e.c", 7, SYMBOL_FUNCTION | SYMBOL_OURS },
};

enum
{
  SYMBOL_COUNT = sizeof typed / sizeof *typed,
  LINE_COUNT = 12
};

struct specs
{
  struct options options;
  struct target target;
  struct symtab symtab;
  struct sources sources;
  VEC (char *) lines;
  struct selection selection;
  struct diag diag;
};

static enum status
build_functions (struct specs *specs)
{
  struct symbol symbols[SYMBOL_COUNT];
  for (unsigned i = 0; i < SYMBOL_COUNT; i++)
    symbols[i]
        = (struct symbol){ 0x1000 + 0x100 * i, typed[i].name, typed[i].flags };
  enum status status
      = symtab_build (&specs->symtab, symbols, SYMBOL_COUNT,
                      0x1000 + 0x100 * SYMBOL_COUNT, &specs->diag);
  for (sym_id id = 0; id < specs->symtab.count && status == STATUS_OK; id++)
    if (typed[id].file != NULL)
      {
        specs->symtab.line[id] = typed[id].line;
        status = sources_intern (&specs->sources, typed[id].file,
                                 &specs->symtab.file[id], &specs->diag);
      }
  return status;
}

/* A line every 0x50 bytes, some at the start of a function.  */
static enum status
add_lines (struct specs *specs)
{
  struct line_symbol lines[LINE_COUNT];
  for (unsigned i = 0; i < LINE_COUNT; i++)
    {
      const uint64_t pc = 0x1000 + 0x50 * i;
      const struct typed_symbol *owner = &typed[(pc - 0x1000) / 0x100];
      lines[i] = (struct line_symbol){ .start_pc = pc,
                                       .name = owner->name,
                                       .file = i % 3,
                                       .line = owner->line + i,
                                       .flags = owner->flags & SYMBOL_STATIC };
    }
  return symtab_add_lines (&specs->symtab, lines, LINE_COUNT, &specs->diag);
}

static void
add_specs (struct specs *specs, struct input input)
{
  for (char *line; (line = input_line (&input)) != NULL;)
    {
      const unsigned table = (unsigned char)line[0];
      const struct spec spec
          = { (table & 31) % SPEC_TABLES, line[0] != '\0' ? line + 1 : line,
              table >= 'A' && table <= 'Z' };
      if (!vec_push (&specs->lines, line)
          || !vec_push (&specs->options.specs, spec))
        fuzz_give_up ("no memory");
    }
}

/* Sets know their members.  */
static void
check (const struct specs *specs)
{
  for (unsigned table = 0; table < SPEC_TABLES; table++)
    for (sym_id id = 0; id < specs->symtab.count; id++)
      if (symset_has (&specs->selection.tables[table], id)
          && !specs->selection.tables[table].any)
        abort ();
  for (sym_id from = 0; from < specs->symtab.count; from++)
    if (arcset_has (&specs->selection.arcs_include, from, 0)
        && !arcset_any (&specs->selection.arcs_include))
      abort ();
}

static void
release (struct specs *specs)
{
  selection_release (&specs->selection);
  options_release (&specs->options);
  symtab_release (&specs->symtab);
  sources_release (&specs->sources);
  for (size_t i = 0; i < specs->lines.count; i++)
    free (specs->lines.items[i]);
  vec_release (&specs->lines);
  diag_report (&specs->diag);
  diag_release (&specs->diag);
}

void
fuzz_one (struct input input)
{
  const unsigned choice = input_u8 (&input);
  struct specs specs = { .diag = { .program = "fuzz", .stream = nowhere () } };
  specs.options.gnu_compat = choice & 1;
  specs.options.by_line = choice & 2;
  specs.target = (struct target){ .word_size = 8 };
  specs.target.symbol_prefix = choice & 4 ? '_' : '\0';
  add_specs (&specs, input);
  symspecs_need_lines (&specs.options);
  enum status status = build_functions (&specs);
  if (status == STATUS_OK && specs.options.by_line)
    status = add_lines (&specs);
  if (status == STATUS_OK)
    status = symspecs_select (&specs.selection, &specs.options, &specs.symtab,
                              &specs.sources, &specs.target, &specs.diag);
  if (status == STATUS_OK)
    check (&specs);
  release (&specs);
}
