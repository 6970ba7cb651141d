/* test_print_exec.c - execution counts (R9.30-R9.32).

   The programs are in typed_programs.h.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "corridor.h"
#include "tap.h"
#include "typed_programs.h"

static void
check (const char *options, const char *symbols, const char *gmon,
       const char *expected, const char *what)
{
  struct corridor c;
  corridor_walk (&c, options, symbols, gmon);
  char *text = corridor_print (&c, print_exec);
  is_text (text, expected, "%s", what);
  free (text);
  corridor_release (&c);
}

static void
test_listing (void)
{
  check ("", plain_symbols, plain_gmon,
         "lib/util.c:5: (helper:0x1020) 8 executions\n"
         "main.c:3: (main:0x1000) 1 executions\n"
         "main.c:20: (work:0x1010) 3 executions\n",
         "by file and line; calls without self calls");
}

static void
test_unused (void)
{
  check ("-z", plain_symbols, plain_gmon,
         "lib/util.c:5: (helper:0x1020) 8 executions\n"
         "main.c:3: (main:0x1000) 1 executions\n"
         "main.c:20: (work:0x1010) 3 executions\n"
         "<unknown>:0: (_start:0x1030) 0 executions\n"
         "<unknown>:0: (idle:0x1040) 0 executions\n",
         "-z: all symbols");
}

/* -m, -L and -b have no effect, nor have the default exclusions.  */
static void
test_selection (void)
{
  check ("-Cwork", plain_symbols, plain_gmon,
         "main.c:20: (work:0x1010) 3 executions\n", "-Cwork");
  check ("-Zmain.c", plain_symbols, plain_gmon,
         "lib/util.c:5: (helper:0x1020) 8 executions\n", "-Zmain.c");
  check ("-L", "T 1000 mcount\nend 1010", "arc 1000 1000 4\n", "",
         "self calls do not count");
  check ("", "T 1000 main\nT 1010 mcount\nend 1020", "arc 1000 1010 4\n",
         "<unknown>:0: (mcount:0x1010) 4 executions\n",
         "what other listings leave out is here");
}

/* Behind a symbol come its basic blocks (R9.31).  */
static void
check_blocks (const char *options, const char *expected, const char *what)
{
  struct corridor c;
  corridor_walk (&c, options,
                 "T 1000 f  a.c:1\nL 1004 f2 a.c:2\nT 1010 g\nend 1020",
                 "arc 1000 1010 4\n"
                 "block 1006 1 1014 0 1004 2 1011 7 1002 3\n");
  block_counts_release (&c.measurement.block_counts);
  block_counts_build (&c.measurement.block_counts, &c.profile,
                      &c.program.symtab, BLOCKS_ALL);
  char *text = corridor_print (&c, print_exec);
  is_text (text, expected, "%s", what);
  free (text);
  corridor_release (&c);
}

static void
test_blocks (void)
{
  check_blocks ("",
                "a.c:1: (f:0x1002) 3 executions\n"
                "a.c:2: (f2:0x1006) 1 executions\n"
                "a.c:2: (f2:0x1004) 2 executions\n"
                "<unknown>:0: (g:0x1010) 4 executions\n"
                "<unknown>:0: (g:0x1011) 7 executions\n",
                "blocks in the order of the profile, if counted");
  check_blocks ("-z",
                "a.c:1: (f:0x1000) 0 executions\n"
                "a.c:1: (f:0x1002) 3 executions\n"
                "a.c:2: (f2:0x1004) 0 executions\n"
                "a.c:2: (f2:0x1006) 1 executions\n"
                "a.c:2: (f2:0x1004) 2 executions\n"
                "<unknown>:0: (g:0x1010) 4 executions\n"
                "<unknown>:0: (g:0x1014) 0 executions\n"
                "<unknown>:0: (g:0x1011) 7 executions\n",
                "-z: all");
  check_blocks ("-Cf2",
                "a.c:2: (f2:0x1006) 1 executions\n"
                "a.c:2: (f2:0x1004) 2 executions\n",
                "only those of accepted symbols");
}

static void
test_separation (void)
{
  struct corridor c;
  corridor_walk (&c, "-b", plain_symbols, plain_gmon);
  char *first = corridor_print (&c, print_exec);
  char *second = corridor_print (&c, print_exec);
  ok (strncmp (second, "\f\n", 2) == 0,
      "a form feed separates it from what came before");
  is_text (second + 2, first, "and is all that changes");
  free (first);
  free (second);
  corridor_release (&c);
}

int
main (void)
{
  test_listing ();
  test_unused ();
  test_selection ();
  test_blocks ();
  test_separation ();
  return done ();
}
