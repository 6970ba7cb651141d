/* test_program.c - symbols, lines and what symspecs select, loaded from an
   image.  */

#include "config.h"

#include "input/program.h"

#include <unistd.h>

#include "capture.h"
#include "gmon_text.h"
#include "tap.h"
#include "tiny_elf.h"
#include "tiny_program.h"
#include "warned.h"

static const char symbols[] = "local func text 1000 helper\n"
                              "global func text 1400 main\n"
                              "global func text 1800 mcount\n";

static char image_name[SCRATCH_NAME_SIZE];

/* Load the image with OPTIONS, a text that ends where its name belongs.  */
static enum status
load (struct tiny_program *tiny, const char *options,
      struct caught_diag *caught)
{
  char line[80];
  *tiny = (struct tiny_program){ 0 };
  caught_start (caught);
  snprintf (line, sizeof line, "%s%s", options, image_name);
  tiny_options (tiny, line);
  return tiny_load (tiny, &caught->diag);
}

static void
test_load (void)
{
  struct tiny_program tiny;
  struct caught_diag caught;
  is_u64 (load (&tiny, "-pmain ", &caught), STATUS_OK, "an image is loaded");
  const struct program *program = &tiny.program;
  is_u64 (program->symtab.count, 3, "with its symbols");
  is_u64 (program->candidates.count, 3, "made of as many candidates");
  is_text (program->symtab.name[1], "main", "by their addresses");
  const struct symset *flat = &program->selection.tables[SPEC_FLAT_INCLUDE];
  ok (symset_has (flat, 1) && !symset_has (flat, 0), "specs select");
  is_u64 (program_target (program)->word_size, 8, "the target is the image's");
  ok (program_has_all_functions (&tiny.options), "no function is left out");
  is_warned (&caught, "", "nothing is wrong");
  tiny_release (&tiny);
  caught_release (&caught);

  is_u64 (load (&tiny, "-a ", &caught), STATUS_OK, "without locals");
  is_u64 (tiny.program.symtab.count, 2, "there are fewer symbols");
  ok (!program_has_all_functions (&tiny.options), "which is known");
  tiny_release (&tiny);
  caught_release (&caught);
}

static void
test_warnings (void)
{
  struct tiny_program tiny;
  struct caught_diag caught;
  is_u64 (load (&tiny, "-l ", &caught), STATUS_OK, "lines that are not there");
  is_warned (&caught, "no line information", "-l");
  ok (tiny.program.all_located, "are not looked for again");
  tiny_release (&tiny);
  caught_release (&caught);

  is_u64 (load (&tiny, "-pnobody ", &caught), STATUS_OK, "a spec of nothing");
  is_warned (&caught, "nobody", "-p");
  tiny_release (&tiny);
  caught_release (&caught);

  is_u64 (load (&tiny, "-p ./none/", &caught), STATUS_IO, "no such image");
  ok (program_main (&tiny.program) == NULL, "nothing is loaded");
  tiny_release (&tiny);
  caught_release (&caught);
}

/* Symbols left out by default, which are known once the specs were
   matched.  */
static bool
has_selection (const struct tiny_program *tiny)
{
  const struct selection *selection = &tiny->program.selection;
  return symset_has (&selection->tables[SPEC_FLAT_EXCLUDE], 2);
}

static void
test_sums (void)
{
  struct tiny_program tiny;
  struct caught_diag caught;
  struct profile profile = { 0 };
  gmon_text_read ("arc 1404 1000 3\n", &profile);
  is_u64 (load (&tiny, "-s ", &caught), STATUS_OK, "for gmon.sum alone");
  ok (!has_selection (&tiny), "the selection waits");
  is_u64 (program_finish (&tiny.program, &tiny.options, &profile,
                          &caught.diag),
          STATUS_OK, "until profiles were read");
  ok (has_selection (&tiny), "and is made then");
  tiny_release (&tiny);
  caught_release (&caught);

  is_u64 (load (&tiny, "-s -p ", &caught), STATUS_OK, "with a listing");
  ok (has_selection (&tiny), "it is made at once");
  tiny_release (&tiny);
  caught_release (&caught);
  profile_release (&profile);
}

int
main (int argc, char **argv)
{
  if (argc < 1 || !tiny_elf (image_name, argv[0], symbols))
    {
      skip (1, "this is no 64-bit ELF system");
      return done ();
    }
  test_load ();
  test_warnings ();
  test_sums ();
  unlink (image_name);
  return done ();
}
