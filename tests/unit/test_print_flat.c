/* test_print_flat.c - the flat profile (R7.1-R7.9).

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
  listing_is (print_flat, options, symbols, gmon, expected, what);
}

static void
check_part (const char *options, const char *symbols, const char *gmon,
            const char *part, bool missing, const char *what)
{
  listing_has (print_flat, options, symbols, gmon, part, missing, what);
}

static void
test_gnu_style (void)
{
  /* helper: 160 of 200 ticks are 80 percent, 1.60 s in 8 calls 0.20 s each.
     work: 0.30 s in 3 calls, with its children 1.50 s.  The longest call is
     main's, 2 s: the unit is the plain second.  */
  check ("-b", plain_symbols, plain_gmon,
         "Flat profile:\n"
         "\n"
         "Each sample counts as 0.01 seconds.\n"
         "  %   cumulative   self              self     total           \n"
         " time   seconds   seconds    calls   s/call   s/call  name    \n"
         " 80.00      1.60     1.60        8     0.20     0.20  helper\n"
         " 15.00      1.90     0.30        3     0.10     0.50  work\n"
         "  5.00      2.00     0.10        1     0.10     2.00  main\n",
         "a plain program");
}

static void
test_traditional_style (void)
{
  check ("-b -T", plain_symbols, plain_gmon,
         "\n"
         "granularity: each sample hit covers 4 byte(s) for 0.50% of 2.00 "
         "seconds\n"
         "\n"
         "  %   cumulative   self              self     total           \n"
         " time   seconds   seconds    calls  ms/call  ms/call  name    \n"
         " 80.0       1.60     1.60        8   200.00   200.00  helper [3]\n"
         " 15.0       1.90     0.30        3   100.00   500.00  work [4]\n"
         "  5.0       2.00     0.10        1   100.00  2000.00  main [1]\n",
         "-T: milliseconds, index behind names");
  check_part ("-b -T", cycle_symbols, cycle_gmon, "466.67  a <cycle 1> [3]\n",
              false, "-T: members of a cycle are marked");
}

/* The calls of a cycle's member include those from within.  a: 40 ticks in
   2 + 1 calls, 133.33 ms each; with leaf's 100 it is 466.67 ms.  */
static void
test_cycle (void)
{
  check ("-b", cycle_symbols, cycle_gmon,
         "Flat profile:\n"
         "\n"
         "Each sample counts as 0.01 seconds.\n"
         "  %   cumulative   self              self     total           \n"
         " time   seconds   seconds    calls  ms/call  ms/call  name    \n"
         " 50.00      1.00     1.00        5   200.00   200.00  leaf\n"
         " 30.00      1.60     0.60        3   200.00   200.00  b\n"
         " 20.00      2.00     0.40        3   133.33   466.67  a\n",
         "a program with a cycle");
}

/* Neither called nor sampled: only with -z, by name.  */
static void
test_unused (void)
{
  check_part ("-b -z", plain_symbols, plain_gmon,
              "2.00  main\n"
              "  0.00      2.00     0.00                             _start\n"
              "  0.00      2.00     0.00                             idle\n",
              false, "-z lists what was not used");
  check_part ("-b", plain_symbols, plain_gmon, "idle", true,
              "without -z it is left out");
}

/* R7.7, R5.6: the others' time leaves the total, too.  */
static void
test_selection (void)
{
  check ("-b -pwork", plain_symbols, plain_gmon,
         "Flat profile:\n"
         "\n"
         "Each sample counts as 0.01 seconds.\n"
         "  %   cumulative   self              self     total           \n"
         " time   seconds   seconds    calls  ms/call  ms/call  name    \n"
         "100.00      0.30     0.30        3   100.00   100.00  work\n",
         "-pwork: nothing else has time");
  check_part ("-b -Phelper", plain_symbols, plain_gmon,
              " 75.00      0.30     0.30        3 ", false,
              "-Phelper: 30 of 40 ticks are work's");
}

static void
test_names (void)
{
  check_part ("-b --inline-file-names", plain_symbols, plain_gmon,
              "  helper (util.c:5)\n", false, "--inline-file-names");
  check_part ("-b --inline-file-names -L", plain_symbols, plain_gmon,
              "  helper (lib/util.c:5)\n", false, "-L shows directories");
}

/* --- Order (R7.6) ------------------------------------------------------- */

static void
test_order (void)
{
  static const char symbols[] = "T 1000 b\nT 1004 a\nT 1008 d\nT 100c c\n"
                                "T 1010 e\nend 1014";
  static const char gmon[] = "hist 1000 1014 100 seconds s 5 5 5 9 5\n"
                             "arc 1000 1008 2\n";
  struct corridor corridor;
  corridor_walk (&corridor, "-b", symbols, gmon);
  char *text = corridor_print (&corridor, print_flat);
  char order[6] = "";
  const char *line = text;
  for (size_t i = 0; i < 10; i++)
    {
      const char *end = line + strcspn (line, "\n");
      if (i >= 5)
        order[i - 5] = end[-1];
      line = end + 1;
    }
  is_text (order, "cdabe", "by time, then calls, then name");
  free (text);
  corridor_release (&corridor);
}

/* --- Units of time (R7.5) ----------------------------------------------- */

/* One function with one call that takes TICKS at RATE a second.  */
static void
check_unit (unsigned ticks, unsigned rate, const char *unit, const char *value)
{
  static const char symbols[] = "T 1000 f\nT 1004 g\nend 1008";
  char gmon[200], part[64];
  snprintf (gmon, sizeof gmon,
            "hist 1000 1008 %u seconds s %u 0\narc 1004 1000 1\n", rate,
            ticks);
  snprintf (part, sizeof part, "calls %8s %8s  name    \n", unit, unit);
  check_part ("-b", symbols, gmon, part, false, unit);
  snprintf (part, sizeof part, " 1 %8s %8s  f\n", value, value);
  check_part ("-b", symbols, gmon, part, false, value);
}

static void
test_units (void)
{
  check_unit (50000, 1, "Ks/call", "50.00");
  check_unit (1000, 1, "Ks/call", "1.00");
  check_unit (999, 1, " s/call", "999.00");
  check_unit (1, 1, " s/call", "1.00");
  check_unit (50, 100, "ms/call", "500.00");
  check_unit (5, 1000000, "us/call", "5.00");
  check_unit (4, 4000000000, "ns/call", "1.00");
  check_unit (0, 100, "Ts/call", "0.00");
}

/* --- No time, no calls -------------------------------------------------- */

static void
test_no_time (void)
{
  static const char symbols[] = "T 1000 f\nend 1004";
  check ("-b", symbols, "hist 1000 1004 100 seconds s 0\n",
         "Flat profile:\n"
         "\n"
         "Each sample counts as 0.01 seconds.\n"
         " no time accumulated\n"
         "\n"
         "  %   cumulative   self              self     total           \n"
         " time   seconds   seconds    calls  Ts/call  Ts/call  name    \n",
         "no time");
  check_part ("-b -T", symbols, "hist 1000 1004 100 seconds s 0\n",
              "granularity: each sample hit covers 4 byte(s) no time "
              "accumulated\n\n",
              false, "no time in -T style");
}

static void
test_no_calls (void)
{
  check_part ("-b", "T 1000 f\nend 1004", "hist 1000 1004 10 seconds s 7\n",
              "100.00      0.70     0.70                             f\n",
              false, "without arcs the columns of calls are blank");
}

/* GNU gprof divides by a rate of 0.  */
static void
test_no_rate (void)
{
  check_part ("-b", "T 1000 f\nend 1004", "hist 1000 1004 0 seconds s 7\n",
              "as 0 seconds.", false, "without a rate a tick takes no time");
  check_part ("-b", "T 1000 f\nend 1004", "hist 1000 1004 0 seconds s 7\n",
              "100.00      0.00     0.00 ", false, "nor do seven");
  check_part ("-b --gnu-compat", "T 1000 f\nend 1004",
              "hist 1000 1004 0 seconds s 7\n", "as inf seconds.", false,
              "with --gnu-compat it takes for ever");
}

/* The dimension is cut to 9 and 8 bytes in the heading, and whole in the
   line above.  */
static void
test_dimension (void)
{
  static const char gmon[] = "hist 1000 1004 100 cache-misses c 7\n";
  check_part ("-b", "T 1000 f\nend 1004", gmon, "as 0.01 cache-misses.\n",
              false, "the dimension's name");
  check_part ("-b", "T 1000 f\nend 1004", gmon,
              " time cache-mis  cache-mi    calls  Tc/call  Tc/call  name ",
              false, "in the heading");
}

/* R7.4: an abbreviation of NUL ends the heading behind the unit's letter.  */
static void
test_no_abbreviation (void)
{
  struct corridor c;
  corridor_walk (&c, "-b", cycle_symbols, cycle_gmon);
  c.profile.dimension.abbreviation = '\0';
  char *text = corridor_print (&c, print_flat);
  if (!ok (strstr (text, "seconds    calls        m        m  name    \n")
               != NULL,
           "a unit without abbreviation is its letter alone"))
    tap_note_text ("got", text);
  free (text);
  corridor_release (&c);
}

/* --- What stands around ------------------------------------------------- */

static void
test_explanation (void)
{
  struct corridor c;
  corridor_walk (&c, "-b", plain_symbols, plain_gmon);
  char *brief = corridor_print (&c, print_flat);
  corridor_release (&c);
  corridor_walk (&c, "", plain_symbols, plain_gmon);
  char *whole = corridor_print (&c, print_flat);
  corridor_release (&c);
  const size_t length = strlen (brief);
  ok (strncmp (whole, brief, length) == 0, "the explanation follows");
  ok (whole[length] == '\n', "behind an empty line");
  ok (strstr (whole + length, "\n\f\n") != NULL,
      "a line with a form feed is in it (R7.9)");
  free (brief);
  free (whole);
  check_part ("-T", plain_symbols, plain_gmon, "\n\n\nflat profile:\n", false,
              "-T explains before the listing");
}

/* R0.4.  */
static void
test_form_feed (void)
{
  struct corridor c;
  corridor_walk (&c, "-b", plain_symbols, plain_gmon);
  char *first = corridor_print (&c, print_flat);
  char *second = corridor_print (&c, print_flat);
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
  test_gnu_style ();
  test_traditional_style ();
  test_cycle ();
  test_unused ();
  test_selection ();
  test_names ();
  test_order ();
  test_units ();
  test_no_time ();
  test_no_calls ();
  test_no_rate ();
  test_dimension ();
  test_no_abbreviation ();
  test_explanation ();
  test_form_feed ();
  return done ();
}
