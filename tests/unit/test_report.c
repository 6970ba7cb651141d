/* test_report.c - listing order, index numbers, and what printers share.  */

#include "config.h"

#include "output/report.h"

#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "corridor.h"
#include "tap.h"
#include "typed_programs.h"

/* The nodes by their index numbers, cycles as "<1>".  */
static const char *
order_of (const struct corridor *c)
{
  static char text[300];
  size_t length = 0;
  text[0] = '\0';
  for (size_t i = 0; i < c->measurement.analysis.node_count; i++)
    {
      const uint32_t node = c->reporting.report.by_index[i];
      const uint32_t cycle = report_cycle_of_node (&c->reporting.report, node);
      char header[16];
      snprintf (header, sizeof header, "<%u>", (unsigned)cycle);
      length
          += (size_t)snprintf (text + length, sizeof text - length, "%s%s",
                               i > 0 ? " " : "",
                               cycle ? header : c->program.symtab.name[node]);
    }
  return text;
}

static void
check_order (const char *symbols, const char *gmon, const char *expected,
             const char *what)
{
  struct corridor c;
  corridor_walk (&c, "", symbols, gmon);
  is_text (order_of (&c), expected, "%s", what);
  bool inverse = true;
  for (uint32_t i = 0; i < c.measurement.analysis.node_count; i++)
    inverse
        = inverse
          && c.reporting.report.index[c.reporting.report.by_index[i]] == i + 1;
  ok (inverse, "numbers count up from 1 in this order");
  corridor_release (&c);
}

/* R6.31.  */
static void
test_order (void)
{
  check_order (plain_symbols, plain_gmon, "main _start helper work idle",
               "by time with children; underscores later");
  check_order (cycle_symbols, cycle_gmon, "<1> main a leaf b",
               "of equal times, cycles come first");
  check_order ("T 1000 c\nT 1010 b\nT 1020 _a\nT 1030 a\nend 1040",
               "arc 1000 1010 1\narc 1000 1030 1\narc 1000 1020 7\n",
               "a b c _a", "without time: underscore, calls, name");
}

/* Of two cycles with equal times the first one stays first; both come before
   symbols, whatever they are called.  */
static void
test_order_of_cycles (void)
{
  check_order ("T 1000 d\nT 1010 c\nT 1020 b\nT 1030 a\nend 1040",
               "arc 1000 1010 1\narc 1010 1000 1\n"
               "arc 1020 1030 1\narc 1030 1020 1\n",
               "<1> <2> a b c d", "two cycles without time");
}

static void
test_no_arcs (void)
{
  struct corridor c;
  corridor_walk (&c, "", plain_symbols, "hist 1000 1004 100 seconds s 5\n");
  bool none = true;
  for (size_t node = 0; node < c.measurement.analysis.node_count; node++)
    none = none && c.reporting.report.index[node] == 0;
  ok (none, "without arcs there are no index numbers");
  corridor_release (&c);
}

static void
test_nodes (void)
{
  struct corridor c;
  corridor_walk (&c, "", cycle_symbols, cycle_gmon);
  is_u64 (report_cycle_of_node (&c.reporting.report, 3), 0,
          "a symbol is no cycle");
  is_u64 (report_cycle_of_node (&c.reporting.report, 4), 1,
          "the node behind the symbols is cycle 1");
  corridor_release (&c);
}

static void
test_time (void)
{
  struct profile profile = { .rate = 100 };
  struct options options = { 0 };
  const struct report report = { .profile = &profile, .options = &options };
  is_double (report_time (&report, 250), 2.5, "250 ticks at 100 a second");
  profile.rate = 0;
  is_double (report_time (&report, 250), 0.0, "without a rate no time");
  options.quirks.divides_by_missing_rate = true;
  const double endless = report_time (&report, 250);
  ok (endless > 1e308, "with the quirk a division by 0");
  const double none = report_time (&report, 0);
  ok (none != none, "even of 0");
}

static void
test_granularity (void)
{
  struct profile profile = { 0 };
  const struct report report = { .profile = &profile };
  static const struct
  {
    double scale;
    long expected;
  } cases[] = {
    { 0, 0 },   { 1, 2 },         { 2, 4 },     { 1.99, 2 },
    { 0.5, 0 }, { 1000.5, 2000 }, { 0x1p62, 0 } /* twice that is no int64_t */
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      profile.scale = cases[i].scale;
      /* (long) scale * 2: cut before doubling.  */
      is_u64 (report_granularity (&report), cases[i].expected,
              "%g units are %ld bytes", cases[i].scale, cases[i].expected);
    }
}

static void
check_name (struct corridor *c, const char *symbol, const char *expected)
{
  struct capture capture;
  capture_start (&capture);
  c->reporting.report.output = &capture.output;
  report_print_name_line (&c->reporting.report, corridor_id (c, symbol));
  char *text = capture_end (&capture, NULL);
  is_text (text, expected, "how %s is named, and the end of the line", symbol);
  free (text);
}

/* R6.45.  */
static void
test_print_name (void)
{
  struct corridor c;
  corridor_walk (&c, "-eleaf", cycle_symbols, cycle_gmon);
  check_name (&c, "main", "main [2]\n");
  check_name (&c, "a", "a <cycle 1> [3]\n");
  check_name (&c, "leaf", "leaf (4)\n");
  corridor_release (&c);
  corridor_walk (&c, "", plain_symbols, "hist 1000 1004 100 seconds s 5\n");
  check_name (&c, "main", "main\n");
  corridor_release (&c);
}

static void
test_separate (void)
{
  struct capture capture;
  struct report report = { .output = &capture.output };
  capture_start (&capture);
  report_separate (&report);
  output_text (report.output, "one\n");
  report_separate (&report);
  output_text (report.output, "two\n");
  char *text = capture_end (&capture, NULL);
  is_text (text, "one\n\f\ntwo\n", "a form feed between two listings");
  free (text);
}

int
main (void)
{
  test_order ();
  test_order_of_cycles ();
  test_no_arcs ();
  test_nodes ();
  test_time ();
  test_granularity ();
  test_print_name ();
  test_separate ();
  return done ();
}
