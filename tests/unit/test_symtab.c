/* test_symtab.c - the sorted symbol table: duplicates, ranges, look-up.

   R3.11 to R3.13, each part of a rule with the smallest table that shows it,
   and random tables against a model that follows the rules word by word.  */

#include "config.h"

#include "model/symtab.h"

#include <stdlib.h>
#include <string.h>

#include "gmon_text.h"
#include "rng.h"
#include "tap.h"

/* Which of the symbols in TEXT, all at one address, stays.  */
static void
check_survivor (const char *text, const char *expected, const char *rule)
{
  struct symtab_text table;
  char with_end[400];
  snprintf (with_end, sizeof with_end, "%s\nend 2000", text);
  symtab_text_build (&table, with_end);
  is_u64 (table.symtab.count, 1, "%s: one symbol stays", rule);
  is_text (table.symtab.name[0], expected, "%s: it is %s", rule, expected);
  symtab_text_release (&table);
}

static void
test_global_before_static (void)
{
  check_survivor ("t 1000 a\nT 1000 b", "b",
                  "a global function beats a static one");
  check_survivor ("T 1000 b\nt 1000 a", "b", "in either order");
  check_survivor ("T 1000 _b\nt 1000 a", "_b", "whatever their names");
  check_survivor ("t 1000 a\nL 1000 b", "b",
                  "a global label replaces a static function (rule 1)");
  check_survivor ("L 1000 b\nt 1000 a", "b", "that one in either order, too");
  check_survivor ("l 1000 a\nL 1000 b", "b",
                  "a global label beats a static one");
}

static void
test_function_before_label (void)
{
  check_survivor ("L 1000 a\nT 1000 b", "b",
                  "a global function beats a global label (rule 2)");
  check_survivor ("l 1000 a\nt 1000 b", "b",
                  "a static function beats a static label");
  check_survivor ("L 1000 a\nT 1000 _b", "_b", "whatever their names");
  check_survivor ("l 1000 a\nT 1000 b\nL 1000 c", "b",
                  "a global function beats all labels");
}

static void
test_underscores (void)
{
  check_survivor ("T 1000 _main\nT 1000 main", "main",
                  "no underscore beats one (rule 3)");
  check_survivor ("T 1000 main\nT 1000 _main", "main", "in either order");
  check_survivor ("T 1000 __a\nT 1000 _a", "_a", "one beats two");
  check_survivor ("T 1000 _a\nT 1000 __a", "_a", "in either order");
  check_survivor ("T 1000 __a\nT 1000 a", "a", "none beats two");
  check_survivor ("T 1000 __a\nT 1000 ___a", "__a",
                  "three are no worse than two: the first stays");
  check_survivor ("T 1000 ___a\nT 1000 __a", "___a", "nor are two better");
  check_survivor ("T 1000 __a\nT 1000 _", "_",
                  "a name that is just an underscore has one");
  check_survivor ("T 1000 _a\nT 1000 _b", "_a",
                  "equals: the first of the list stays");
  check_survivor ("T 1000 a\nT 1000 b", "a", "without underscores, too");
  check_survivor ("T 1000 __a\nT 1000 _b\nT 1000 c\nT 1000 d", "c",
                  "the best of several, then the first");
  check_survivor ("t 1000 _a\nt 1000 a", "a", "among static ones, too");
}

static void
test_ranges (void)
{
  struct symtab_text table;
  symtab_text_build (&table, "T 1040 b\n"
                             "T 1000 a\n"
                             "T 1041 c\n"
                             "end 1080");
  const struct symtab *symtab = &table.symtab;
  is_u64 (symtab->count, 3, "three symbols, sorted by address");
  is_text (symtab->name[0], "a", "a is the first");
  is_u64 (symtab->limit[0], 0x1040, "it reaches up to the next");
  is_u64 (symtab->limit[1], 0x1041, "a symbol may have one byte");
  is_u64 (symtab->limit[2], 0x1080, "the last one reaches the text's end");
  is_u64 (symtab->file[0], SOURCE_NONE, "no file is known yet");
  is_u64 (symtab->line[0], 0, "nor a line");
  symtab_text_release (&table);
}

static void
test_lookup_at_edges (void)
{
  struct symtab_text table;
  symtab_text_build (&table, "T 1000 a\nT 1040 b\nT 1041 c\nend 1080");
  const struct symtab *symtab = &table.symtab;
  is_u64 (symtab_find (symtab, 0), SYM_NONE, "nothing at 0");
  is_u64 (symtab_find (symtab, 0xfff), SYM_NONE, "nor below the first");
  is_u64 (symtab_find (symtab, 0x1000), 0, "the first byte of a");
  is_u64 (symtab_find (symtab, 0x103f), 0, "its last");
  is_u64 (symtab_find (symtab, 0x1040), 1, "the only byte of b");
  is_u64 (symtab_find (symtab, 0x1041), 2, "the first of c");
  is_u64 (symtab_find (symtab, 0x107f), 2, "its last");
  is_u64 (symtab_find (symtab, 0x1080), SYM_NONE, "nothing at the limit");
  is_u64 (symtab_find (symtab, UINT64_MAX), SYM_NONE, "nor at the far end");
  symtab_text_release (&table);
}

/* Typically data_start: the last symbol lies beyond the text section.  */
static void
test_last_beyond_text (void)
{
  struct symtab_text table;
  symtab_text_build (&table, "T 1000 a\nL 4000 data_start\nend 2000");
  const struct symtab *symtab = &table.symtab;
  is_u64 (symtab->count, 2, "a symbol beyond the text stays in the table");
  is_u64 (symtab_find (symtab, 0x4000), SYM_NONE, "but covers no byte");
  is_u64 (symtab_find (symtab, 0x3fff), 0, "the one before reaches up to it");
  symtab_text_release (&table);
}

static void
test_empty (void)
{
  struct symtab symtab;
  struct diag diag = { 0 };
  is_u64 (symtab_build (&symtab, NULL, 0, 0x2000, &diag), STATUS_OK,
          "a table of nothing can be built");
  is_u64 (symtab_find (&symtab, 0x1000), SYM_NONE, "nothing is found there");
  symtab_release (&symtab);
  symtab_release (&symtab);
  ok (symtab.count == 0, "releasing twice is safe");
}

static void
test_rank (void)
{
  struct symtab_text table;
  symtab_text_build (&table, "T 2000 z\n" /* 0 */
                             "t 1000 a\n" /* 1, dropped for c */
                             "T 3000 y\n" /* 2 */
                             "T 1000 c\n" /* 3 */
                             "end 4000");
  is_u64 (table.symtab.rank[0], 3, "rank is the place in the list");
  is_u64 (table.symtab.first_rank[0], 1, "that of the first symbol there");
  is_u64 (table.symtab.rank[1], 0, "another one");
  is_u64 (table.symtab.rank[2], 2, "not in the table");
  symtab_text_release (&table);
}

/* --- Random tables ------------------------------------------------------ */

enum
{
  SYMBOLS = 60
};

static bool
is_function (const struct symbol *symbol)
{
  return symbol->flags & SYMBOL_FUNCTION;
}

static bool
is_static (const struct symbol *symbol)
{
  return symbol->flags & SYMBOL_STATIC;
}

/* R3.11: must B come before A, which is in front of it?  */
static bool
model_before (const struct symbol *b, const struct symbol *a)
{
  if (a->start_pc != b->start_pc)
    return b->start_pc < a->start_pc;
  if (is_function (a) != is_function (b))
    return is_function (b);
  return !is_static (b) && is_static (a);
}

static void
model_sort (struct symbol *symbols, size_t count)
{
  for (size_t i = 1; i < count; i++)
    for (size_t j = i; j > 0 && model_before (&symbols[j], &symbols[j - 1]);
         j--)
      {
        const struct symbol other = symbols[j];
        symbols[j] = symbols[j - 1];
        symbols[j - 1] = other;
      }
}

/* R3.12, rules 1 to 3.  */
static bool
model_replaces (const struct symbol *n, const struct symbol *k)
{
  if (!is_static (n) && is_static (k))
    return true;
  if (is_static (n) != is_static (k))
    return false;
  if (is_function (n) && !is_function (k))
    return true;
  if (is_function (n) != is_function (k))
    return false;
  if (n->name[0] != '_')
    return k->name[0] == '_';
  return k->name[0] == '_' && k->name[1] == '_' && n->name[1] != '_';
}

/* The symbols of SYMBOLS that stay; returns how many.  */
static size_t
model_merge (struct symbol *symbols, size_t count)
{
  size_t kept = 0;
  for (size_t i = 0; i < count; i++)
    if (kept == 0 || symbols[kept - 1].start_pc != symbols[i].start_pc)
      symbols[kept++] = symbols[i];
    else if (model_replaces (&symbols[i], &symbols[kept - 1]))
      symbols[kept - 1] = symbols[i];
  return kept;
}

static bool
same_symbols (const struct symtab *symtab, const struct symbol *model,
              size_t count)
{
  bool same = symtab->count == count;
  for (size_t i = 0; i < count && same; i++)
    same = symtab->start[i] == model[i].start_pc
           && symtab->name[i] == model[i].name
           && symtab->flags[i] == model[i].flags;
  return same;
}

/* R3.13 by looking at every symbol.  */
static sym_id
model_find (const struct symtab *symtab, uint64_t pc)
{
  sym_id found = SYM_NONE;
  for (sym_id id = 0; id < symtab->count; id++)
    if (symtab->start[id] <= pc && pc < symtab->limit[id])
      found = id;
  return found;
}

static bool
same_lookups (const struct symtab *symtab)
{
  for (uint64_t pc = 0; pc < 60; pc++)
    if (symtab_find (symtab, pc) != model_find (symtab, pc))
      return false;
  return true;
}

static void
fill (struct rng *rng, struct symbol *symbols, size_t count)
{
  static const char *const names[]
      = { "a", "_a", "__a", "b", "_b", "__b", "___c", "_", "" };
  for (size_t i = 0; i < count; i++)
    symbols[i]
        = (struct symbol){ 5 + rng_below (rng, 40), names[rng_below (rng, 9)],
                           (uint8_t)rng_below (rng, 4) };
}

static void
test_random_tables (void)
{
  struct rng rng = { 3 };
  struct diag diag = { 0 };
  bool same = true, found = true;
  for (unsigned round = 0; round < 3000; round++)
    {
      struct symbol symbols[SYMBOLS];
      struct symtab symtab;
      size_t count = rng_below (&rng, SYMBOLS + 1);
      fill (&rng, symbols, count);
      symtab_build (&symtab, symbols, count, 50, &diag);
      model_sort (symbols, count);
      count = model_merge (symbols, count);
      same = same && same_symbols (&symtab, symbols, count);
      found = found && same_lookups (&symtab);
      symtab_release (&symtab);
    }
  ok (same, "3000 random tables are what the rules say");
  ok (found, "look-ups find what a walk finds");
}

/* --- Lines -------------------------------------------------------------- */

static void
add_lines (struct symtab *symtab, const struct line_symbol *lines,
           size_t count)
{
  struct diag diag = { 0 };
  symtab_add_lines (symtab, lines, count, &diag);
}

/* Functions from 0x1000 and 0x1040, lines between and at their starts.  */
static void
test_lines_between_functions (void)
{
  static const struct line_symbol lines[]
      = { { 0x1000, "a", 0, 10, 0 },
          { 0x1008, "a", 0, 11, 0 },
          { 0x1050, "b", 0, 21, SYMBOL_STATIC } };
  struct symtab_text table;
  symtab_text_build (&table, "T 1000 a\nt 1040 b\nL 4000 data\nend 1080");
  struct symtab *symtab = &table.symtab;
  symtab->line[0] = 9;
  add_lines (symtab, lines, 3);
  is_u64 (symtab->count, 4,
          "the first line starts with a function, which "
          "stays; the symbol beyond the text goes (R3.18)");
  is_u64 (symtab->flags[0], SYMBOL_FUNCTION, "the function is the first");
  is_u64 (symtab->limit[0], 0x1040, "it still reaches to the next function");
  is_u64 (symtab->line[0], 9, "and keeps its own line");
  is_u64 (symtab->start[1], 0x1008, "a line follows");
  is_u64 (symtab->limit[1], 0x1040, "that ends at the next symbol");
  is_u64 (symtab->limit[2], 0x4000, "the last function ends where it did");
  is_u64 (symtab->start[3], 0x1050, "the last line");
  is_u64 (symtab->limit[3], 0x4000, "ends at the symbol that goes");
  is_u64 (symtab_find (symtab, 0x1007), 0, "before the line: the function");
  is_u64 (symtab_find (symtab, 0x1008), 1, "from there on the line");
  is_u64 (symtab_find (symtab, 0x104f), 2, "and so on");
  symtab_text_release (&table);
}

static void
test_global_line_beats_static_function (void)
{
  static const struct line_symbol line = { 0x1000, "g", 0, 10, 0 };
  struct symtab_text table;
  symtab_text_build (&table, "t 1000 f\nend 1080");
  add_lines (&table.symtab, &line, 1);
  is_text (table.symtab.name[0], "g",
           "a line that is global beats a static function (R3.18)");
  is_u64 (table.symtab.limit[0], 0x1080, "the last line ends with the text");
  symtab_text_release (&table);
}

static void
test_no_lines (void)
{
  struct symtab_text table;
  symtab_text_build (&table, "T 1000 a\nL 4000 data\nend 1080");
  add_lines (&table.symtab, NULL, 0);
  is_u64 (table.symtab.count, 1,
          "without lines, only what lies beyond the text goes (R12.7)");
  symtab_text_release (&table);
  symtab_text_build (&table, "T 1000 a\nL 1080 end\nend 1080");
  add_lines (&table.symtab, NULL, 0);
  is_u64 (table.symtab.count, 1, "as does what begins at its end");
  symtab_text_release (&table);
}

/* R3.18 word by word: lines, then functions, in one list that is sorted and
   merged as any other, except that functions have their ends already.  */
static bool
check_random_lines (struct rng *rng)
{
  struct symbol functions[SYMBOLS], all[2 * SYMBOLS];
  struct line_symbol lines[SYMBOLS];
  struct symtab table, merged;
  struct diag diag = { 0 };
  size_t count = rng_below (rng, SYMBOLS / 4);
  fill (rng, functions, count);
  symtab_build (&table, functions, count, 50, &diag);
  symtab_build (&merged, functions, count, 50, &diag);

  size_t line_count = 0;
  for (uint64_t pc = 5; pc < 50; pc++)
    if (rng_below (rng, 3) == 0)
      {
        lines[line_count]
            = (struct line_symbol){ pc, rng_below (rng, 2) ? "line" : "_line",
                                    0, 1,
                                    rng_below (rng, 2) ? SYMBOL_STATIC : 0 };
        all[line_count] = (struct symbol){ pc, lines[line_count].name,
                                           lines[line_count].flags };
        line_count++;
      }
  symtab_add_lines (&merged, lines, line_count, &diag);

  size_t total = line_count;
  for (size_t i = 0; i < table.count; i++)
    if (table.limit[i] > table.start[i])
      all[total++]
          = (struct symbol){ table.start[i], table.name[i], table.flags[i] };
  model_sort (all, total);
  total = model_merge (all, total);
  bool same = same_symbols (&merged, all, total);
  for (size_t i = 0; i < total && same; i++)
    {
      const sym_id function = symtab_find (&table, merged.start[i]);
      const bool is_own = function != SYM_NONE
                          && table.start[function] == merged.start[i]
                          && table.name[function] == merged.name[i]
                          && table.flags[function] == merged.flags[i];
      const uint64_t next = i + 1 < total ? merged.start[i + 1] : 50;
      same = merged.limit[i] == (is_own ? table.limit[function] : next);
    }
  symtab_release (&table);
  symtab_release (&merged);
  return same;
}

static void
test_random_lines (void)
{
  struct rng rng = { 5 };
  bool same = true;
  for (unsigned round = 0; round < 3000; round++)
    same = check_random_lines (&rng) && same;
  ok (same, "3000 random tables of lines are what the rules say");
}

/* Four objects, the second and the last without symbols.  */
static void
test_objects (void)
{
  static const struct symtab_object objects[]
      = { { .start_pc = 0x1000, .text_limit = 0x1800 },
          { .start_pc = 0x2000, .text_limit = 0x2800 },
          { .start_pc = 0x3000, .text_limit = 0x3800 },
          { .start_pc = 0x5000, .text_limit = 0x5800 } };
  static const struct line_symbol lines[]
      = { { .start_pc = 0x1400, .name = "b", .line = 7 },
          { .start_pc = 0x3400, .name = "c", .line = 9 } };
  struct symtab_text table;
  struct diag diag = { 0 };
  symtab_text_build (&table, "T 800 low\nT 1000 a\nT 3000 c\nend 5800");
  struct symtab *symtab = &table.symtab;
  is_u64 (symtab_object (symtab, 2), 0, "at first there is one object");
  symtab_divide (symtab, objects, 4);
  is_u64 (symtab_object (symtab, 0), 0,
          "then there are four, and the first has what is below it");
  is_u64 (symtab_object (symtab, 1), 0, "and what is in it");
  is_u64 (symtab_object (symtab, 2), 2, "one without symbols has none");
  is_u64 (symtab_symbols_of (symtab, 1).first, 2, "its symbols begin");
  is_u64 (symtab_symbols_of (symtab, 1).limit, 2, "where they end");
  is_u64 (symtab->limit[1], 0x1800, "a symbol ends in its object");
  is_u64 (symtab->limit[2], 0x3800, "the last one of all, too");
  is_u64 (symtab_add_lines (symtab, lines, 2, &diag), STATUS_OK,
          "lines are added");
  is_u64 (symtab->limit[2], 0x1800, "a line ends in its object");
  is_u64 (symtab_object (symtab, 3), 2, "the numbers stay");
  is_u64 (symtab_symbols_of (symtab, 2).limit, 5, "and count the lines");
  symtab_text_release (&table);
}

int
main (void)
{
  test_global_before_static ();
  test_function_before_label ();
  test_underscores ();
  test_ranges ();
  test_lookup_at_edges ();
  test_last_beyond_text ();
  test_empty ();
  test_rank ();
  test_random_tables ();
  test_lines_between_functions ();
  test_global_line_beats_static_function ();
  test_no_lines ();
  test_random_lines ();
  test_objects ();
  return done ();
}
