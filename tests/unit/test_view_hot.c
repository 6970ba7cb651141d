/* test_view_hot.c - source lines with samples and calls (R15.88).

   The program's code is at 0x1000; f and g are functions of it, whose lines are
   typed in, file 0 but for one:

     1000 f: line 10   1008 f: line 11   1010 f: file 1, line 3
     1018 f: line 10   1040 g: line 20   1050 g: no line  */

#include "config.h"

#include "output/view_hot.h"

#include <unistd.h>

#include "tap.h"
#include "tiny_elf.h"
#include "tiny_program.h"

static struct line_symbol lines[]
    = { { .start_pc = 0x1000, .file = 0, .line = 10 },
        { .start_pc = 0x1008, .file = 0, .line = 11 },
        { .start_pc = 0x1010, .file = 1, .line = 3 },
        { .start_pc = 0x1018, .file = 0, .line = 10 },
        { .start_pc = 0x1040, .file = 0, .line = 20 },
        { .start_pc = 0x1050, .file = SOURCE_NONE } };

/* Eight samples of f, two of g with a line, and four without.  */
static struct sampled_range ranges[]
    = { { 0x1000, 0x1001, 3 },   { 0x1004, 0x1008, 1 },  { 0x1008, 0x1009, 2 },
        { 0x1010, 0x1011, 1.5 }, { 0x1018, 0x1019, .5 }, { 0x1040, 0x1041, 2 },
        { 0x1050, 0x1051, 4 } };

/* Calls return to FROM_PC, or to somewhat more, which may be of another line:
   those at 1018 are made at 1010, in file 1, or behind.  */
static struct sampled_call calls[] = { { 0x1020, 0, 1, 7 },
                                       { 0x1024, 0, 1, 5 },
                                       { 0x1018, 0, 1, 9 },
                                       { 0x1044, 1, 0, 0 } };

static void
is_row (const hot_row_list *rows, size_t number, struct hot_row want)
{
  if (!ok (number < rows->count, "there is a row %zu", number))
    return;
  const struct hot_row *row = &rows->items[number];
  is_u64 (row->file, want.file, "row %zu: file", number);
  is_u64 (row->line, want.line, "row %zu: line", number);
  is_u64 (row->symbol, want.symbol, "row %zu: function", number);
  is_double (row->samples, want.samples, "row %zu: samples", number);
  is_u64 (row->calls, want.calls, "row %zu: calls", number);
}

/* Each line of a function is there once, in order of files and lines.  */
static void
test_rows (struct program *program)
{
  hot_row_list rows = { 0 };
  struct sampled_code sampled = { .ranges = { .items = ranges, .count = 7 },
                                  .calls = { .items = calls, .count = 4 } };
  const struct report report = { .program = program,
                                 .symtab = &program->symtab,
                                 .sampled = &sampled };
  struct line_symbols *known = &program->objects.items[0].lines;
  known->symbols.items = lines;
  known->symbols.count = 6;
  hot_view_rows (&rows, NULL, &report);
  is_u64 (rows.count, 4, "lines");
  is_row (&rows, 0, (struct hot_row){ 0, 10, 0, 4.5, 12 });
  is_row (&rows, 1, (struct hot_row){ 0, 11, 0, 2, 0 });
  is_row (&rows, 2, (struct hot_row){ 0, 20, 1, 2, 0 });
  is_row (&rows, 3, (struct hot_row){ 1, 3, 0, 1.5, 0 });
  vec_release (&rows);
  /* One begins where it has samples, the other one where nothing has.  */
  struct hot_function items[] = { { 0, 0, 10, 11 }, { 1, 1, 7, 9 } };
  const hot_function_list functions = { .items = items, .count = 2 };
  hot_view_rows (&rows, &functions, &report);
  is_u64 (rows.count, 5, "first lines of functions are rows, too");
  is_row (&rows, 0, (struct hot_row){ 0, 10, 0, 4.5, 12 });
  is_row (&rows, 4, (struct hot_row){ 1, 7, 1, 0, 0 });
  vec_release (&rows);
  known->symbols.count = 0;
  hot_view_rows (&rows, NULL, &report);
  is_u64 (rows.count, 0, "no rows without lines");
  vec_release (&rows);
  known->symbols.items = NULL;
}

/* A hundredth of all time is enough; code without a function is none.  */
static void
test_choice (const struct symtab *symtab)
{
  struct symset wanted = { 0 };
  const double ticks[] = { 1, .99 };
  hot_view_choose (&wanted, symtab, ticks, 100);
  ok (symset_has (&wanted, 0) && !symset_has (&wanted, 1),
      "f, which has a hundredth");
  symset_release (&wanted);
  hot_view_choose (&wanted, symtab, ticks, 1);
  ok (symset_has (&wanted, 0), "f, which has the only tick");
  symset_release (&wanted);
  hot_view_choose (&wanted, symtab, ticks, 0);
  ok (!wanted.any, "none without time");
  symset_release (&wanted);
  const uint8_t flags = symtab->flags[0];
  symtab->flags[0] |= SYMBOL_GAP;
  hot_view_choose (&wanted, symtab, ticks, 100);
  ok (!wanted.any, "no gap");
  symtab->flags[0] = flags;
  symset_release (&wanted);
}

int
main (int argc, char **argv)
{
  char name[SCRATCH_NAME_SIZE], line[SCRATCH_NAME_SIZE + 8];
  struct tiny_program tiny = { .line = "" };
  struct diag diag = { .program = "test" };
  if (argc < 1
      || !tiny_elf (name, argv[0],
                    "global func text 1000 f\nglobal func text 1040 g\n"))
    {
      skip (1, "this program is no 64-bit ELF file");
      return done ();
    }
  snprintf (line, sizeof line, "%s", name);
  tiny_options (&tiny, line);
  ok (tiny_load (&tiny, &diag) == STATUS_OK, "the program is loaded");
  test_choice (&tiny.program.symtab);
  test_rows (&tiny.program);
  tiny_release (&tiny);
  unlink (name);
  return done ();
}
