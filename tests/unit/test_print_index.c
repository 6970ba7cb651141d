/* test_print_index.c - the index by function name (R8).

   The two programs and the calculation are in typed_programs.h.  */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "corridor.h"
#include "listing.h"
#include "tap.h"
#include "typed_programs.h"

static void
check (const char *options, const char *symbols, const char *gmon,
       const char *expected, const char *what)
{
  listing_is (print_index, options, symbols, gmon, expected, what);
}

static void
check_part (const char *options, const char *symbols, const char *gmon,
            const char *part, bool missing, const char *what)
{
  listing_has (print_index, options, symbols, gmon, part, missing, what);
}

#define TITLE "\f\nIndex by function name\n\n"

/* Width 80: columns begin at 0, 26 and 52.  A label ends at column 5 of
   these, then a blank not counted, the label, a blank not counted:

     "   [3] helper (util.c)"  counts 5 for the label and 15 for the text
     "         [1] main"       pads from 20 + 3 to 26 + 5, and one blank
                               more  */
static void
test_gnu_style (void)
{
  check ("-b", plain_symbols, plain_gmon,
         TITLE
         "   [3] helper (util.c)         [1] main                    [4] work"
         "\n",
         "a plain program");
  check ("-b -z", plain_symbols, plain_gmon,
         TITLE
         "   [2] _start                  [5] idle                    [4] work"
         "\n"
         "   [3] helper (util.c)         [1] main\n",
         "-z: columns are filled downwards");
}

static void
test_cycle (void)
{
  check ("-b", cycle_symbols, cycle_gmon,
         TITLE "   [3] a                       [4] leaf\n"
               "   [5] b                       [1] <cycle 1>\n",
         "cycles come last; main without samples is missing (R8.1)");
}

static void
test_traditional_style (void)
{
  check ("-b -T", cycle_symbols, cycle_gmon,
         TITLE "   [3] a                     [4] leaf               \n"
               "   [5] b                     [1] <cycle 1>          \n",
         "-T: fixed columns, trailing blanks");
  check ("-b -T -w200", cycle_symbols, cycle_gmon,
         TITLE "   [3] a                     [4] leaf               \n"
               "   [5] b                     [1] <cycle 1>          \n",
         "-T: the width has no effect");
  check ("-b -T", "T 1000 a_name_of_more_than_19_bytes\nend 1010",
         "arc 1000 1000 1\n", TITLE "",
         "-T: self calls alone are no reason to be listed");
  check ("-b -T -z", "T 1000 a_name_of_more_than_19_bytes\nend 1010",
         "arc 1000 1000 1\n", TITLE "   [1] a_name_of_more_than\n",
         "-T: a name is cut to 19 bytes");
}

/* Width 40: columns of 13.  "helper (util.c)" ends at 20 and its next label at
   23, beyond 13 + 5, so nothing is padded; main ends at 27, the last label at
   30, one blank short of 26 + 5.  */
static void
test_width (void)
{
  check ("-b -w40", plain_symbols, plain_gmon,
         TITLE "   [3] helper (util.c) [1] main  [4] work\n",
         "a long text pushes what follows to the right");
  check ("-b -w81", plain_symbols, plain_gmon,
         TITLE
         "   [3] helper (util.c)         [1] main                    [4] work"
         "\n",
         "width 81: columns of 80 / 3");
  check ("-b -w1", plain_symbols, plain_gmon,
         TITLE "   [3] helper (util.c) [1] main [4] work\n",
         "width 1: one blank between items");
}

/* Parentheses show that there is no entry.  */
static void
test_excluded (void)
{
  check ("-b -ework", plain_symbols, plain_gmon,
         TITLE
         "   [3] helper (util.c)         [1] main                    (4) work"
         "\n",
         "-ework: its number in parentheses");
}

static void
test_files (void)
{
  check_part ("-b -L", plain_symbols, plain_gmon, "[3] helper (lib/util.c)  ",
              false, "-L: directories of static functions' files");
  check_part ("-b --inline-file-names", plain_symbols, plain_gmon,
              "[3] helper (util.c:5) (util.c) ", false,
              "--inline-file-names: place and file");
  check_part ("-b", "t 1000 f\nend 1010", "arc 1000 1000 1\n", "(", true,
              "a static function without known file");
}

/* Cycles come after all symbols, in the order of their numbers, though what
   has no entry is known to have none.  */
static void
test_cycles (void)
{
  check ("-b -w1 -Qa -Qb -Qc -Qd",
         "T 1000 d\nT 1010 c\nT 1020 b\nT 1030 a\nend 1040",
         "arc 1000 1010 1\narc 1010 1000 1\n"
         "arc 1020 1030 1\narc 1030 1020 1\n",
         TITLE "   (3) a (5) c (1) <cycle 1>\n   (4) b (6) d (2) <cycle 2>\n",
         "two cycles, all without entries");
  check ("-b -w1 -qwork", plain_symbols, plain_gmon,
         TITLE "   [3] helper (util.c) (1) main [4] work\n",
         "-qwork: main has none");
}

/* Global functions need no file, nor do lines, whose names have it; nor is
   there one that is not known.  known has 1 tick and the 3 of global, unknown
   2.  */
static void
test_sources (void)
{
  static const char symbols[] = "t 1000 known dir/k.c:1\nt 1004 unknown\n"
                                "T 1008 global dir/g.c:1\nend 100c";
  static const char gmon[]
      = "hist 1000 100c 100 seconds s 1 2 3\narc 1000 1008 1\n";
  check ("-b -w1", symbols, gmon,
         TITLE "   [2] global [1] known (k.c) [3] unknown\n", "sources");
  check ("-b -w1 -l", symbols, gmon,
         TITLE "   [2] global (g.c:1 @ 1008) [1] known (k.c:1 @ 1000)"
               " [3] unknown\n",
         "and of lines");
  check ("-b -w1 -z -L", plain_symbols, plain_gmon,
         TITLE "   [2] _start [5] idle [4] work\n"
               "   [3] helper (lib/util.c) [1] main\n",
         "-z -L: all of them");
}

/* Used are those with calls or samples, either is enough.  */
static void
test_used (void)
{
  check ("-b -w1",
         "T 1000 called\nT 1004 sampled\nT 1008 caller\n"
         "T 100c recursive\nend 1010",
         "hist 1000 1010 100 seconds s 0 1 0 0\narc 1008 1000 1\n"
         "arc 100c 100c 1\n",
         TITLE "   [2] called [1] sampled\n", "what was used");
  check ("-b", "T 1000 f\nend 1004", "arc 2000 2000 1\n", TITLE,
         "nothing was");
}

/* R8.2: n items need (n + 2) / 3 rows.  */
static void
test_rows (void)
{
  static const size_t rows[] = { 0, 1, 1, 1, 2, 2, 2, 3 };
  for (size_t n = 0; n < 8; n++)
    {
      char symbols[200] = "end 2000", gmon[] = "arc 1 1 1\n";
      for (size_t i = 0; i < n; i++)
        {
          const size_t length = strlen (symbols);
          snprintf (symbols + length, sizeof symbols - length, "\nT 10%zu0 %c",
                    i, (char)('a' + i));
        }
      struct corridor c;
      corridor_walk (&c, "-b -z", symbols, gmon);
      char *text = corridor_print (&c, print_index);
      size_t newlines = 0;
      for (const char *at = text + strlen (TITLE); *at != '\0'; at++)
        newlines += *at == '\n';
      is_u64 (newlines, rows[n], "%zu items stand in %zu rows", n, rows[n]);
      free (text);
      corridor_release (&c);
    }
}

int
main (void)
{
  test_gnu_style ();
  test_cycle ();
  test_traditional_style ();
  test_width ();
  test_excluded ();
  test_files ();
  test_cycles ();
  test_sources ();
  test_used ();
  test_rows ();
  return done ();
}
