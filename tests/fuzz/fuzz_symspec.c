/* fuzz_symspec.c - symspecs matched against a small symbol table.

   Input: a byte, bit 0 for --gnu-compat, bit 1 for -l, bit 2 for symbols with
   a prefix, bit 3 for no demangler; then lines, each a spec.  Its first byte,
   by the alphabet, is the table that it goes to; a capital letter says that
   the same words went to another table, too.  */

#include "config.h"

#include "input/symspec.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "model/sources.h"

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
  { "_Q4area", "sq.cc", 5, SYMBOL_FUNCTION },
  { "_Qdv", "main.c", 9, SYMBOL_FUNCTION | SYMBOL_STATIC },
};

/* Demangled names of some of them, with arguments and without.  */
static const char *const others[][3] = {
  { "_Q4area", "app::Sq::area() const", "app::Sq::area" },
  { "_Qdv", "operator/(Sq [2], char*)", "operator/" },
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

static char *
demangle (void *context, const char *name, bool with_arguments)
{
  (void)context;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (strcmp (name, others[i][0]) == 0)
      return memory_text (others[i][with_arguments ? 1 : 2]);
  return NULL;
}

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
        sources_intern (&specs->sources, typed[id].file,
                        &specs->symtab.file[id]);
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
      vec_push (&specs->lines, line);
      vec_push (&specs->options.specs, spec);
    }
}

/* Does any name of symbol ID have a byte of TEXT?  Patterns may match
   others.  */
static bool
is_like (const struct specs *specs, sym_id id, const char *text)
{
  const char *name = specs->symtab.name[id];
  if (strpbrk (name, text) != NULL)
    return true;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (strcmp (name, others[i][0]) == 0)
      return strpbrk (others[i][1], text) != NULL;
  return false;
}

/* A single word without special characters selects only symbols with that
   name.  */
static void
check_word (const struct specs *specs)
{
  if (specs->options.specs.count != 1
      || specs->options.quirks.cuts_specs_at_text || specs->options.by_line)
    return;
  const struct spec *spec = &specs->options.specs.items[0];
  if (spec->text[0] == '\0' || strpbrk (spec->text, "*?[\\/:.0123456789"))
    return;
  for (sym_id id = 0; id < specs->symtab.count; id++)
    if (specs->selection.tables[spec->table].any
        && symset_has (&specs->selection.tables[spec->table], id)
        && !is_like (specs, id, spec->text)
        && strcmp (specs->symtab.name[id], "mcount") != 0)
      abort ();
}

/* The sets are consistent with their members.  */
static void
check (const struct specs *specs)
{
  check_word (specs);
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
  specs.options.quirks = quirks_of (choice & 1);
  specs.options.by_line = choice & 2;
  specs.target = (struct target){ .word_size = 8 };
  specs.target.symbol_prefix = choice & 4 ? '_' : '\0';
  add_specs (&specs, input);
  symspecs_need_lines (&specs.options);
  const struct spec_demangler demangler = { demangle, NULL };
  enum status status = build_functions (&specs);
  if (status == STATUS_OK && specs.options.by_line)
    status = add_lines (&specs);
  if (status == STATUS_OK)
    symspecs_select (&specs.selection, &specs.options, &specs.symtab,
                     &specs.sources, &specs.target,
                     choice & 8 ? NULL : &demangler, &specs.diag);
  if (status == STATUS_OK)
    check (&specs);
  release (&specs);
}
