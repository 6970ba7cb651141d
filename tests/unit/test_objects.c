/* test_objects.c - a program of three objects: symbols, lines and machine code
   of each are those that its image has, at its place in the program.

   The first is a tiny one, the other two are this test itself at two places.
   What is right for these is what the test is as a program of its own.  */

#include "config.h"

#include "input/program.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "analysis/callscan.h"
#include "capture.h"
#include "gmon_text.h"
#include "input/profile_names.h"
#include "tap.h"
#include "tiny_elf.h"
#include "tiny_program.h"
#include "warned.h"

enum
{
  TEXT_LIMIT = 0x3000 /* of the tiny object */
};

static const uint64_t biases[] = { 0, 0x10000000, 0x7fff00000000 };

static char tiny_name[SCRATCH_NAME_SIZE];
static const char *own_name;

/* Open three objects with the options of LINE.  */
static void
open_three (struct tiny_program *three, const char *line)
{
  struct diag diag = { 0 };
  char words[80];
  *three = (struct tiny_program){ 0 };
  snprintf (words, sizeof words, "%s %s", line, tiny_name);
  tiny_options (three, words);
  if (objects_open (&three->program, &three->options, &diag) != STATUS_OK)
    helper_failed ("objects_open", diag.text);
  for (size_t i = 1; i < 3; i++)
    {
      struct object object;
      is_u64 (object_open (&object, own_name, biases[i], "gprof", &diag),
              STATUS_OK, "object %zu is opened", i);
      vec_push (&three->program.objects, object);
    }
}

/* Load three objects, and this test alone, with the options of LINE.  */
static void
load_both (struct tiny_program *three, struct tiny_program *alone,
           const char *line)
{
  struct diag diag = { 0 };
  open_three (three, line);
  is_u64 (program_load (&three->program, &three->options, &diag), STATUS_OK,
          "'%s': three objects are loaded", line);
  *alone = (struct tiny_program){ 0 };
  tiny_options (alone, line);
  alone->options.image = own_name;
  is_u64 (tiny_load (alone, &diag), STATUS_OK, "and this test alone");
}

static void
release_both (struct tiny_program *three, struct tiny_program *alone)
{
  tiny_release (three);
  tiny_release (alone);
}

static sym_id
main_of (const struct tiny_program *tiny, size_t object)
{
  const struct symtab *symtab = &tiny->program.symtab;
  const struct symrun run = symtab_symbols_of (symtab, object);
  for (sym_id id = run.first; id < run.limit; id++)
    if (strcmp (symtab->name[id], "main") == 0)
      return id;
  helper_failed ("main_of", "there is no main");
}

/* --- Symbols and lines --------------------------------------------------- */

/* With --attribution=exact every address has a symbol: each ends where the next
   one starts, none reaches from one object into another, and the same one is
   where it would be alone (R14.43).  Instructions are found where the objects
   are.  */
static void
test_exact (void)
{
  struct tiny_program three, alone;
  struct diag diag = { 0 };
  load_both (&three, &alone, "-p --attribution=exact");
  const struct symtab *symtab = &three.program.symtab;
  bool has_all = symtab->start[0] == 0
                 && symtab->limit[symtab->count - 1] == UINT64_MAX;
  for (sym_id id = 0; id + 1 < symtab->count; id++)
    has_all = has_all && symtab->limit[id] == symtab->start[id + 1];
  ok (has_all, "every address has a symbol");
  for (size_t i = 1; i < 3; i++)
    {
      const struct object *object = &three.program.objects.items[i];
      const struct symrun run = symtab_symbols_of (symtab, i);
      is_u64 (symtab->start[run.first], object->low_pc,
              "the first of object %zu is where that begins", i);
    }
  for (size_t i = 1; i < three.program.instructions.count; i++)
    {
      struct instructions *instructions = three.program.instructions.items[i];
      const uint64_t pc = symtab->start[main_of (&three, i)];
      struct instruction first = { 0 };
      is_u64 (instructions_seek (instructions, pc, UINT64_MAX, &diag),
              STATUS_OK, "at main of object %zu", i);
      ok (instructions_next (instructions, &first) && first.pc == pc
              && first.length > 0 && instructions_next (instructions, &first)
              && first.pc > pc && first.pc < pc + 16,
          "instructions are found, and moved");
    }
  release_both (&three, &alone);
}

static const char *
path_of (const struct tiny_program *tiny, sym_id id)
{
  const source_id file = tiny->program.symtab.file[id];
  return file != SOURCE_NONE ? sources_name (&tiny->program.sources, file)
                             : "";
}

/* Is symbol ID of THREE, which is of an object with BIAS, symbol OTHER of
   ALONE?  */
static bool
is_same_symbol (const struct tiny_program *three, sym_id id, uint64_t bias,
                const struct tiny_program *alone, sym_id other)
{
  const struct symtab *a = &three->program.symtab;
  const struct symtab *b = &alone->program.symtab;
  return a->start[id] == b->start[other] + bias
         && a->limit[id] == b->limit[other] + bias
         && a->flags[id] == b->flags[other] && a->line[id] == b->line[other]
         && strcmp (a->name[id], b->name[other]) == 0
         && strcmp (path_of (three, id), path_of (alone, other)) == 0;
}

/* Object NUMBER of THREE has the symbols of ALONE.  */
static void
check_symbols (const struct tiny_program *three, size_t number,
               const struct tiny_program *alone, const char *what)
{
  const struct symtab *symtab = &three->program.symtab;
  const struct symrun run = symtab_symbols_of (symtab, number);
  bool is_same = run.limit - run.first == alone->program.symtab.count;
  bool is_numbered = true;
  for (sym_id id = run.first; id < run.limit && is_same; id++)
    {
      is_same
          = is_same_symbol (three, id, biases[number], alone, id - run.first);
      is_numbered = is_numbered && symtab_object (symtab, id) == number;
    }
  ok (is_same, "%s: object %zu has the symbols of its image, moved", what,
      number);
  ok (is_numbered, "and they know which object they are of");
}

static void
test_symbols (void)
{
  struct tiny_program three, alone;
  load_both (&three, &alone, "-p");
  const struct symtab *symtab = &three.program.symtab;
  const struct symrun run = symtab_symbols_of (symtab, 0);
  is_u64 (run.limit - run.first, 2, "the tiny object has two symbols");
  is_text (symtab->name[run.first], "helper", "of which one");
  is_u64 (symtab->start[run.first], 0x1000, "is at its own address");
  is_u64 (symtab->limit[run.limit - 1], TEXT_LIMIT,
          "the last one ends with the text, and not at the next object");
  bool ascends = true;
  for (sym_id id = 1; id < symtab->count; id++)
    ascends = ascends && symtab->start[id - 1] < symtab->start[id]
              && symtab->limit[id - 1] <= symtab->start[id];
  ok (ascends, "all addresses ascend");
  check_symbols (&three, 1, &alone, "-p");
  check_symbols (&three, 2, &alone, "-p");
  release_both (&three, &alone);
}

/* The places of functions, of all and of one.  */
static void
test_places (void)
{
  struct tiny_program three, alone;
  struct diag diag = { 0 };
  struct symset wanted = { 0 };
  load_both (&three, &alone, "-p");
  struct symtab *symtab = &three.program.symtab;
  const sym_id first = main_of (&three, 1), second = main_of (&three, 2);
  symset_add_range (&wanted, symtab->count, second, second + 1);
  is_u64 (program_locate (&three.program, &wanted, &diag), STATUS_OK,
          "one function is located");
  is_u64 (symtab->file[first], SOURCE_NONE, "and not its like elsewhere");
  program_locate (&alone.program, NULL, &diag);
  ok (is_same_symbol (&three, second, biases[2], &alone, main_of (&alone, 0)),
      "where it is in the image, line %u", (unsigned)symtab->line[second]);
  is_u64 (program_locate (&three.program, NULL, &diag), STATUS_OK,
          "then all are");
  check_symbols (&three, 1, &alone, "located");
  check_symbols (&three, 2, &alone, "located");
  symset_release (&wanted);
  release_both (&three, &alone);
}

static void
test_lines (void)
{
  struct tiny_program three, alone;
  load_both (&three, &alone, "-l");
  is_u64 (symtab_symbols_of (&three.program.symtab, 0).limit, 2,
          "the tiny object has no lines");
  check_symbols (&three, 1, &alone, "-l");
  check_symbols (&three, 2, &alone, "-l");
  release_both (&three, &alone);
}

/* Finish TINY, of which lines near PC are wanted.  */
static void
finish_near (struct tiny_program *tiny, uint64_t pc)
{
  struct diag diag = { 0 };
  struct profile profile = { 0 };
  char arc[80];
  snprintf (arc, sizeof arc, "arc %" PRIx64 " 1000 1\n", pc);
  gmon_text_read (arc, &profile);
  is_u64 (program_finish (&tiny->program, &tiny->options, &profile, &diag),
          STATUS_OK, "lines near an arc are found");
  profile_release (&profile);
}

/* With gmon.sum alone, lines are looked up near arcs.  */
static void
test_lines_near (void)
{
  struct tiny_program three, alone;
  load_both (&three, &alone, "-s");
  const struct symtab *symtab = &three.program.symtab;
  const uint64_t pc = symtab->start[main_of (&three, 2)];
  finish_near (&three, pc);
  finish_near (&alone, pc - biases[2]);
  const sym_id id = symtab_find (symtab, pc);
  const sym_id other = symtab_find (&alone.program.symtab, pc - biases[2]);
  is_u64 (symtab_object (symtab, id), 2,
          "the line is in the object that the arc is in");
  is_u64 (symtab->line[id], alone.program.symtab.line[other],
          "and is that of the image, %u", (unsigned)symtab->line[id]);
  release_both (&three, &alone);
}

/* --- Code ---------------------------------------------------------------- */

static void
test_ranges (void)
{
  struct tiny_program three;
  open_three (&three, "-p");
  const struct program *program = &three.program;
  const struct object *objects = program->objects.items;
  for (size_t i = 0; i < 3; i++)
    {
      const struct object *object = &objects[i];
      const uint64_t pc = object_text_limit (object) - 1;
      ok (program_object_at (program, object->low_pc) == object
              && program_object_at (program, pc) == object
              && program_object_at (program, object->limit_pc) == NULL,
          "object %zu is found from its first to its last byte", i);
      ok (program_is_code (program, pc), "it has code there");
      ok (program_has_code (program, pc, UINT64_MAX), "and from there on");
      ok (!program_has_code (program, object->limit_pc,
                             object->limit_pc + 0x1000),
          "but not behind it");
    }
  ok (program_object_at (program, 0) == NULL, "below all there is none");
  ok (!program_has_code (program, 0, 0x1000), "and no code");
  tiny_release (&three);
}

/* Do the arcs of THREE that start in object NUMBER lead to where those of
   ALONE do?  */
static bool
has_calls (const struct callscan *three, const struct symtab *symtab,
           size_t number, const struct callscan *alone)
{
  const struct symrun run = symtab_symbols_of (symtab, number);
  size_t same = 0;
  for (size_t i = 0; i < three->arcs.count; i++)
    {
      const struct static_arc *arc = &three->arcs.items[i];
      if (arc->from < run.first || arc->from >= run.limit)
        continue;
      if (same == alone->arcs.count
          || arc->from - run.first != alone->arcs.items[same].from
          || (arc->to == SYM_NONE ? arc->to : arc->to - run.first)
                 != alone->arcs.items[same].to)
        return false;
      same++;
    }
  return same == alone->arcs.count;
}

static void
test_calls (void)
{
  struct tiny_program three, alone;
  struct callscan calls[2] = { { .indirect_name = NULL } };
  struct diag diag = { 0 };
  struct profile profile = { 0 };
  load_both (&three, &alone, "-c");
  gmon_text_read ("arc 1000 1000 1\n", &profile);
  if (!callscan_knows (program_target (&three.program), &three.options.quirks))
    skip (4, "calls cannot be found on this machine");
  else
    {
      const struct measured of_three
          = measured_of (&three.program, program_target (&three.program),
                         &profile, &three.options);
      const struct measured of_alone
          = measured_of (&alone.program, program_target (&alone.program),
                         &profile, &alone.options);
      is_u64 (callscan_find_all (&calls[0], &three.options, &three.program,
                                 &of_three, &diag),
              STATUS_OK, "calls in the code of three objects");
      callscan_find_all (&calls[1], &alone.options, &alone.program, &of_alone,
                         &diag);
      ok (calls[1].arcs.count > 0, "this test calls something");
      for (size_t i = 1; i < 3; i++)
        ok (has_calls (&calls[0], &three.program.symtab, i, &calls[1]),
            "object %zu has the same calls", i);
    }
  callscan_release (&calls[0]);
  callscan_release (&calls[1]);
  profile_release (&profile);
  release_both (&three, &alone);
}

/* Where calls may return to is the same, too.  */
static void
test_returns (void)
{
  struct tiny_program three, alone;
  struct diag diag = { 0 };
  struct text_section code, own;
  load_both (&three, &alone, "-p");
  const struct target *target = program_target (&three.program);
  object_look_at_code (&three.program.objects.items[2], &code, &diag);
  object_look_at_code (program_main (&alone.program), &own, &diag);
  is_u64 (code.start_pc, own.start_pc + biases[2], "the code is moved");
  size_t same = 0, size = own.size < 0x1000 ? own.size : 0x1000;
  for (size_t i = 0; i < size && callscan_knows_returns (target); i++)
    {
      const uint64_t pc = own.start_pc + i;
      same += callscan_returns_to (&own, target, pc, pc + 1)
              == callscan_returns_to (&code, target, pc + biases[2],
                                      pc + 1 + biases[2]);
    }
  ok (same == size || !callscan_knows_returns (target), "and nothing else");
  release_both (&three, &alone);
}

/* R16.31.  */
static void
test_names_of_libraries (void)
{
  static const struct
  {
    const char *name;
    bool is_library;
  } cases[]
      = { { "libm.so.6", true }, { "plugin.so", true }, { "x.so", true },
          { ".so", false },      { ".so.1", false },    { "a.sort", false },
          { "also", false } };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    is_u64 (profile_names_library (cases[i].name, strlen (cases[i].name)),
            cases[i].is_library, "is %s a library?", cases[i].name);
}

int
main (int argc, char **argv)
{
  static const char symbols[] = "local func text 1000 helper\n"
                                "global func text 1400 main\n";
  if (argc < 1 || !tiny_elf (tiny_name, argv[0], symbols))
    {
      skip (1, "this is no 64-bit ELF system");
      return done ();
    }
  own_name = argv[0];
  test_symbols ();
  test_exact ();
  test_places ();
  test_lines ();
  test_lines_near ();
  test_ranges ();
  test_calls ();
  test_returns ();
  test_names_of_libraries ();
  unlink (tiny_name);
  return done ();
}
