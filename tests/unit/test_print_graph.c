/* test_print_graph.c - the call graph (R6.40-R6.49).

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
  listing_is (print_graph, options, symbols, gmon, expected, what);
}

static void
check_part (const char *options, const char *symbols, const char *gmon,
            const char *part, bool missing, const char *what)
{
  listing_has (print_graph, options, symbols, gmon, part, missing, what);
}

static void
test_gnu_style (void)
{
  check ("-b", plain_symbols, plain_gmon,
         "\t\t\tCall graph\n"
         "\n"
         "\n"
         "granularity: each sample hit covers 4 byte(s) for 0.50% of 2.00 "
         "seconds\n"
         "\n"
         "index % time    self  children    called     name\n"
         "                0.10    1.90       1/1           _start [2]\n"
         "[1]    100.0    0.10    1.90       1         main [1]\n"
         "                0.30    1.20       3/3           work [4]\n"
         "                0.40    0.00       2/8           helper [3]\n"
         "-----------------------------------------------\n"
         "                                                 <spontaneous>\n"
         "[2]    100.0    0.00    2.00                 _start [2]\n"
         "                0.10    1.90       1/1           main [1]\n"
         "-----------------------------------------------\n"
         "                                   3             helper [3]\n"
         "                0.40    0.00       2/8           main [1]\n"
         "                1.20    0.00       6/8           work [4]\n"
         "[3]     80.0    1.60    0.00       8+3       helper [3]\n"
         "                                   3             helper [3]\n"
         "-----------------------------------------------\n"
         "                0.30    1.20       3/3           main [1]\n"
         "[4]     75.0    0.30    1.20       3         work [4]\n"
         "                1.20    0.00       6/8           helper [3]\n"
         "-----------------------------------------------\n",
         "a plain program");
}

static void
test_cycle (void)
{
  check (
      "-b", cycle_symbols, cycle_gmon,
      "\t\t\tCall graph\n"
      "\n"
      "\n"
      "granularity: each sample hit covers 4 byte(s) for 0.50% of 2.00 "
      "seconds\n"
      "\n"
      "index % time    self  children    called     name\n"
      "[1]    100.0    1.00    1.00       2+4       <cycle 1 as a whole> [1]\n"
      "                0.40    1.00       3             a <cycle 1> [3]\n"
      "                0.60    0.00       3+4           b <cycle 1> [5]\n"
      "-----------------------------------------------\n"
      "                                                 <spontaneous>\n"
      "[2]    100.0    0.00    2.00                 main [2]\n"
      "                1.00    1.00       2/2           a <cycle 1> [3]\n"
      "-----------------------------------------------\n"
      "                                   1             b <cycle 1> [5]\n"
      "                1.00    1.00       2/2           main [2]\n"
      "[3]     70.0    0.40    1.00       3         a <cycle 1> [3]\n"
      "                1.00    0.00       5/5           leaf [4]\n"
      "                                   3             b <cycle 1> [5]\n"
      "-----------------------------------------------\n"
      "                1.00    0.00       5/5           a <cycle 1> [3]\n"
      "[4]     50.0    1.00    0.00       5         leaf [4]\n"
      "-----------------------------------------------\n"
      "                                   4             b <cycle 1> [5]\n"
      "                                   3             a <cycle 1> [3]\n"
      "[5]     30.0    0.60    0.00       3+4       b <cycle 1> [5]\n"
      "                                   1             a <cycle 1> [3]\n"
      "                                   4             b <cycle 1> [5]\n"
      "-----------------------------------------------\n",
      "a program with a cycle");
}

/* The fourth column is wider, headings and rules differ.  */
static void
test_traditional_style (void)
{
  check (
      "-b -T", cycle_symbols, cycle_gmon,
      "\n"
      "granularity: each sample hit covers 4 byte(s) for 0.50% of 2.00 "
      "seconds\n"
      "\n"
      "                                  called/total       parents \n"
      "index  %time    self descendants  called+self    name    \tindex\n"
      "                                  called/total       children\n"
      "\n"
      "[1]    100.0    1.00        1.00       2+4       <cycle 1 as a whole> "
      "[1]\n"
      "                0.40        1.00       3             a <cycle 1> [3]\n"
      "                0.60        0.00       3+4           b <cycle 1> [5]\n"
      "\n"
      "-----------------------------------------------\n"
      "\n"
      "                                                     <spontaneous>\n"
      "[2]    100.0    0.00        2.00                 main [2]\n"
      "                1.00        1.00       2/2           a <cycle 1> [3]\n"
      "\n"
      "-----------------------------------------------\n"
      "\n"
      "                                       1             b <cycle 1> [5]\n"
      "                1.00        1.00       2/2           main [2]\n"
      "[3]     70.0    0.40        1.00       3         a <cycle 1> [3]\n"
      "                1.00        0.00       5/5           leaf [4]\n"
      "                                       3             b <cycle 1> [5]\n"
      "\n"
      "-----------------------------------------------\n"
      "\n"
      "                1.00        0.00       5/5           a <cycle 1> [3]\n"
      "[4]     50.0    1.00        0.00       5         leaf [4]\n"
      "\n"
      "-----------------------------------------------\n"
      "\n"
      "                                       4             b <cycle 1> [5]\n"
      "                                       3             a <cycle 1> [3]\n"
      "[5]     30.0    0.60        0.00       3+4       b <cycle 1> [5]\n"
      "                                       1             a <cycle 1> [3]\n"
      "                                       4             b <cycle 1> [5]\n"
      "\n"
      "-----------------------------------------------\n"
      "\n",
      "-T: a program with a cycle");
}

/* --- Which entries there are -------------------------------------------- */

static void
test_unused (void)
{
  check_part ("-b", plain_symbols, plain_gmon, "idle", true,
              "what was not used has no entry");
  check_part (
      "-b -z", plain_symbols, plain_gmon,
      "                                                 <spontaneous>\n"
      "[5]      0.0    0.00    0.00                 idle [5]\n",
      false, "but with -z");
}

/* Index numbers do not change, and the rest names the entry in
   parentheses.  */
static void
test_excluded_entry (void)
{
  check_part ("-b -ework", plain_symbols, plain_gmon,
              "                0.30    1.20       3/3           work (4)\n",
              false, "-ework: work has a number in parentheses");
  check_part ("-b -ework", plain_symbols, plain_gmon, "\n[4]", true,
              "and no entry");
  check_part ("-b -fwork", plain_symbols, plain_gmon,
              "3/3           main (1)\n"
              "[4]     75.0    0.30    1.20       3         work [4]\n",
              false, "-fwork: its entry");
  check_part ("-b -fwork", plain_symbols, plain_gmon, "\n[3]     80.0", false,
              "and that of what it calls");
  check_part ("-b -fwork", plain_symbols, plain_gmon, "\n[1]", true,
              "but none of what calls it");
}

/* -E work: its time is not counted for anybody (R6.29).  print time is 10 of
   main plus helper's 160 * (2/8 + 6/8 * 0): 50 ticks.  main: 10 and 40.  */
static void
test_excluded_time (void)
{
  check_part ("-b -Ework", plain_symbols, plain_gmon,
              "for 2.00% of 0.50 seconds\n", false,
              "-Ework: 50 ticks are what counts");
  check_part ("-b -Ework", plain_symbols, plain_gmon,
              "[1]    100.0    0.10    0.40       1         main [1]\n", false,
              "main has them all");
}

/* R6.27: a cycle that nobody calls has no entry as a whole.  */
static void
test_uncalled_cycle (void)
{
  static const char symbols[] = "T 1000 main\nT 1010 a\nend 1020";
  static const char gmon[] = "hist 1000 1020 100 seconds s 1 0 0 0 2 0 0 0\n"
                             "arc 1000 1010 1\narc 1010 1000 1\n";
  check_part ("-b", symbols, gmon, "as a whole", true,
              "an uncalled cycle has no entry");
  check_part ("-b", symbols, gmon, "main <cycle 1>", false,
              "its members have");
}

/* --- Columns ------------------------------------------------------------ */

/* Numbers wider than their columns push the rest to the right (R6.44).  */
static void
test_wide_counts (void)
{
  check_part (
      "-b", "T 1000 main\nT 1010 f\nend 1020",
      "arc 1000 1010 4294967295\narc 1000 1010 4294967295\n"
      "arc 1010 1010 100000000\n",
      "                0.00    0.00 8589934590/8589934590     main [2]\n",
      false, "ten digits of calls");
  check_part ("-b", "T 1000 main\nT 1010 f\nend 1020",
              "arc 1000 1010 4294967295\narc 1000 1010 4294967295\n"
              "arc 1010 1010 100000000\n",
              "[1]      0.0    0.00    0.00 8589934590+100000000 f [1]\n",
              false, "and nine of self calls");
}

static void
test_names (void)
{
  check_part ("-b --inline-file-names", plain_symbols, plain_gmon,
              "8+3       helper (util.c:5) [3]\n", false,
              "--inline-file-names");
}

/* --- Order of parents and children (R6.46) ------------------------------ */

/* f has callers of all kinds: itself, its cycle, others that differ in time,
   in count, and only in age.  f: 100 ticks and 1000 calls from outside, so a
   call is worth a tenth of a tick.  */
static void
test_parents (void)
{
  static const char symbols[] = "T 1000 f\nT 1010 g\nT 1020 old\n"
                                "T 1030 new\nT 1040 few\nT 1050 many\n"
                                "end 1060";
  static const char gmon[]
      = "hist 1000 1060 100 seconds s 100 0 0 0  0 0 0 0  0 0 0 0  0 0 0 0  "
        "0 0 0 0  0 0 0 0\n"
        "arc 1050 1000 500\narc 1020 1000 200\narc 1030 1000 200\n"
        "arc 1040 1000 100\narc 1000 1000 9\narc 1010 1000 7\n"
        "arc 1000 1010 3\n";
  static const char *const order[]
      = { "            9             f", "            7             g",
          "  100/1000        few",       "  200/1000        old",
          "  200/1000        new",       "  500/1000        many" };
  struct corridor c;
  corridor_walk (&c, "-b", symbols, gmon);
  char *text = corridor_print (&c, print_graph);
  const char *entry = strstr (text, "children    called     name\n");
  const char *at = entry != NULL ? strstr (entry, order[0]) : NULL;
  for (size_t i = 1; i < 6; i++)
    {
      const char *next = at != NULL ? strstr (at, order[i]) : NULL;
      ok (next != NULL, "%s comes after %s", strrchr (order[i], ' ') + 1,
          strrchr (order[i - 1], ' ') + 1);
      at = next;
    }
  free (text);
  corridor_release (&c);
}

/* The other way round, but for the age of equals.  Index: the cycle 1, then
   by calls many 2, new 3 and old 4 (by name), few 5, g 6, f 7.  */
static void
test_children (void)
{
  static const char symbols[] = "T 1000 f\nT 1010 g\nT 1020 old\n"
                                "T 1030 new\nT 1040 few\nT 1050 many\n"
                                "end 1060";
  static const char gmon[]
      = "arc 1000 1040 100\narc 1000 1020 200\narc 1000 1030 200\n"
        "arc 1000 1050 500\narc 1000 1000 9\narc 1000 1010 7\n"
        "arc 1010 1000 3\n";
  check_part (
      "-b", symbols, gmon,
      "3+9       f <cycle 1> [7]\n"
      "                0.00    0.00     500/500         many [2]\n"
      "                0.00    0.00     200/200         old [4]\n"
      "                0.00    0.00     200/200         new [3]\n"
      "                0.00    0.00     100/100         few [5]\n"
      "                                   7             g <cycle 1> [6]"
      "\n"
      "                                   9             f <cycle 1> [7]"
      "\n",
      false, "children: by count, equals by age, then cycle and self");
}

/* Arcs that are left out count nowhere.  */
static void
test_excluded_arcs (void)
{
  check_part ("-b -kwork/helper", plain_symbols, plain_gmon,
              "                1.60    0.00       2/2           main [1]\n",
              false, "-k work/helper: main has all calls of helper");
  check_part ("-b -Qwork/helper", plain_symbols, plain_gmon,
              "                1.60    0.00       2/2           main [1]\n",
              false, "-Q work/helper: the same");
  check_part ("-b -qmain/work", plain_symbols, plain_gmon,
              "<spontaneous>\n"
              "[1]     80.0    1.60    0.00                 helper [1]\n",
              false, "-q main/work: nobody calls helper");
}

/* --- No data ------------------------------------------------------------ */

static void
test_no_histogram (void)
{
  check_part ("-b", plain_symbols, "arc 1000 1010 3\n",
              "granularity: each sample hit covers 0 byte(s) no time "
              "propagated\n\nindex",
              false, "without a histogram there is no time");
  check_part ("-b", plain_symbols, "arc 1000 1010 3\n",
              "                0.00    0.00       3/3           main [4]\n"
              "[1]      0.0    0.00    0.00       3         work [1]\n",
              false, "and times are 0");
  check_part ("-b --gnu-compat", plain_symbols, "arc 1000 1010 3\n", "nan",
              false, "with --gnu-compat they are no numbers (R6.48)");
}

/* --- What stands around ------------------------------------------------- */

static void
test_explanation (void)
{
  check_part ("", plain_symbols, plain_gmon,
              "\t\t     Call graph (explanation follows)\n\n\ngranularity",
              false, "without -b the title announces the explanation");
  check_part ("", plain_symbols, plain_gmon,
              "helper [3]\n"
              "-----------------------------------------------\n"
              "                0.30",
              false, "the entries are the same");
  check_part ("", plain_symbols, plain_gmon, "\n\f\n", false,
              "a line with a form feed is in the explanation");
  check_part ("-T", plain_symbols, plain_gmon, "\n\n\ncall graph profile:\n",
              false, "-T explains before the listing");
}

/* R0.4.  */
static void
test_form_feed (void)
{
  struct corridor c;
  corridor_walk (&c, "-b", plain_symbols, plain_gmon);
  char *first = corridor_print (&c, print_graph);
  char *second = corridor_print (&c, print_graph);
  ok (strncmp (second, "\f\n", 2) == 0,
      "a form feed separates it from what came before");
  is_text (second + 2, first, "and is all that changes");
  free (first);
  free (second);
  corridor_release (&c);
}

/* EXPECTED is among the lines for main's children when a call of unknown
   target is a little older than the arc number INDIRECT.  */
static void
check_indirect (const char *options, arc_id indirect, const char *expected,
                const char *what)
{
  struct corridor c;
  corridor_walk (&c, options,
                 "T 1000 main\nT 1100 a\nT 1200 b\nT 1300 c\nT 1400 d\n"
                 "end 1500",
                 "hist 1000 1500 100 seconds s 0\n"
                 "arc 1000 1100 0\n" /* arc 0, main -> a */
                 "arc 1000 1200 2\n" /* arc 1, main -> b */
                 "arc 1000 1300 0\n" /* arc 2, main -> c */
                 "arc 1000 1400 4\n" /* arc 3, main -> d */
                 "arc 1400 1000 1\n" /* arc 4: main and d are a cycle */
                 "arc 1000 1000 6\n" /* arc 5 */);
  c.measurement.graph.indirect
      = array_new (c.measurement.graph.symbol_count, sizeof (arc_id));
  for (size_t id = 0; id < c.measurement.graph.symbol_count; id++)
    c.measurement.graph.indirect[id] = ARC_NONE;
  c.measurement.graph.indirect[corridor_id (&c, "main")] = indirect;
  c.measurement.graph.indirect_name = "<indirect child>";
  char *text = corridor_print (&c, print_graph);
  if (!ok (strstr (text, expected) != NULL, "%s", what))
    {
      tap_note_text ("got", text);
      tap_note_text ("expected", expected);
    }
  free (text);
  corridor_release (&c);
}

#define LINE_B "                0.00    0.00       2/2           b [3]\n"
#define LINE_A "                0.00    0.00       0/0           a [5]\n"
#define LINE_C "                0.00    0.00       0/0           c [6]\n"
#define LINE_INDIRECT                                                         \
  "                0.00    0.00       0/0           <indirect child>\n"
#define LINE_D "                                   4             d <cycle 1>"

/* Calls of unknown targets stand among the arcs without time and count, older
   ones first (R6.46, R6.56).  */
static void
test_indirect (void)
{
  check_indirect ("-b", 0, LINE_B LINE_INDIRECT LINE_A LINE_C LINE_D,
                  "a call of unknown target is the oldest");
  check_indirect ("-b", 1, LINE_B LINE_A LINE_INDIRECT LINE_C LINE_D,
                  "or older than the last");
  check_indirect ("-b", 2, LINE_B LINE_A LINE_INDIRECT LINE_C LINE_D,
                  "or as old");
  check_indirect ("-b", 3, LINE_B LINE_A LINE_C LINE_INDIRECT LINE_D,
                  "or the youngest, but before the cycle");
  check_indirect ("-b -T", 6,
                  "                0.00        0.00       0/0           "
                  "<indirect child>\n",
                  "in the traditional style the columns are wider");
}

/* It may be the only child.  */
static void
test_only_indirect (void)
{
  struct corridor c;
  corridor_walk (&c, "-b", "T 1000 main\nT 1100 a\nend 1200",
                 "hist 1000 1200 100 seconds s 5\narc 1100 1000 1\n");
  c.measurement.graph.indirect = array_new (2, sizeof (arc_id));
  c.measurement.graph.indirect[1] = ARC_NONE;
  c.measurement.graph.indirect_name = "<indirect child>";
  char *text = corridor_print (&c, print_graph);
  ok (strstr (text, "main [2]\n" LINE_INDIRECT "---") != NULL,
      "a call of unknown target is the only child");
  free (text);
  corridor_release (&c);
}

int
main (void)
{
  test_indirect ();
  test_only_indirect ();
  test_gnu_style ();
  test_cycle ();
  test_traditional_style ();
  test_unused ();
  test_excluded_entry ();
  test_excluded_time ();
  test_uncalled_cycle ();
  test_wide_counts ();
  test_names ();
  test_parents ();
  test_children ();
  test_excluded_arcs ();
  test_no_histogram ();
  test_explanation ();
  test_form_feed ();
  return done ();
}
