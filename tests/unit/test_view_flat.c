/* test_view_flat.c - the rows of the flat profile, as numbers (R7.4-R7.8).

   The two programs and the calculation are in typed_programs.h.  Times are
   ticks over the rate, which is 100 there.  */

#include "config.h"

#include "output/view_flat.h"

#include <math.h>

#include "corridor.h"
#include "tap.h"
#include "typed_programs.h"

/* A row with the name of its symbol.  */
struct expected
{
  const char *name;
  double percent, cumulative, self;
  uint64_t calls;
  double self_per_call, total_per_call;
};

static void
is_row (const struct corridor *c, const struct flat_row *row,
        const struct expected *e)
{
  if (!ok (row != NULL, "there is a row for %s", e->name))
    return;
  is_text (c->program.symtab.name[row->symbol], e->name, "it is %s's",
           e->name);
  is_double (row->percent, e->percent, "%s: percent", e->name);
  is_double (row->cumulative, e->cumulative, "%s: cumulative", e->name);
  is_double (row->self, e->self, "%s: self", e->name);
  is_u64 (row->calls, e->calls, "%s: calls", e->name);
  is_double (row->self_per_call, e->self_per_call, "%s: self per call",
             e->name);
  is_double (row->total_per_call, e->total_per_call, "%s: total per call",
             e->name);
}

/* The view has the COUNT rows EXPECTED and no more, all in one buffer.  */
static void
has_rows (struct corridor *c, struct flat_view *view,
          const struct expected *expected, size_t count)
{
  const struct flat_row *first = NULL;
  is_u64 (view->count, count, "so many rows");
  for (size_t i = 0; i < count; i++)
    {
      const struct flat_row *row = flat_view_next (view);
      is_row (c, row, &expected[i]);
      first = i == 0 ? row : first;
      ok (row == first, "in the buffer of the first one");
    }
  ok (flat_view_next (view) == NULL && flat_view_next (view) == NULL,
      "none comes behind them");
  flat_view_end (view);
  flat_view_end (view);
  corridor_release (c);
}

static void
is_unit (const struct flat_view *view, char prefix, double factor)
{
  is_u64 ((uint64_t)view->unit->prefix, (uint64_t)prefix, "unit '%c'", prefix);
  is_double (view->unit->factor, factor, "and its factor");
}

/* helper has 160 of 200 ticks: 80 %, 1.6 s in 8 calls, 0.2 s each.  work: 30
   ticks and 120 of children in 3 calls.  main: 10, and 200 with all others.
   _start and idle have neither time nor calls.  The longest call is main's,
   2 s: the unit is the second.  */
static void
test_plain (void)
{
  static const struct expected rows[]
      = { { "helper", 80, 1.6, 1.6, 8, 1.6 / 8, 1.6 / 8 },
          { "work", 15, 1.9, 0.3, 3, 0.3 / 3, 1.5 / 3 },
          { "main", 5, 2.0, 0.1, 1, 0.1, 2.0 } };
  struct corridor c;
  struct flat_view view;
  corridor_walk (&c, "", plain_symbols, plain_gmon);
  flat_view_start (&view, &c.reporting.report);
  is_double (view.sample_time, 0.01, "a sample is a hundredth of a second");
  ok (view.has_time, "there is time");
  is_double (view.total, 2.0, "two seconds");
  is_double (view.sample_percent, 0.5, "200 samples: half a percent each");
  is_unit (&view, ' ', 1);
  has_rows (&c, &view, rows, 3);
}

/* The calls of a's are 2 from main and 1 from b, those of b 3 from a; b's own
   4 do not count.  a has leaf's 100 ticks as children, b none.  The longest
   call is a's: 1.4 s / 3 = 466.67 ms.  */
static void
test_cycle (void)
{
  static const struct expected rows[]
      = { { "leaf", 50, 1.0, 1.0, 5, 1000.0 / 5, 1000.0 / 5 },
          { "b", 30, 1.6, 0.6, 3, 600.0 / 3, 600.0 / 3 },
          { "a", 20, 2.0, 0.4, 3, 400.0 / 3, 1400.0 / 3 } };
  struct corridor c;
  struct flat_view view;
  corridor_walk (&c, "", cycle_symbols, cycle_gmon);
  flat_view_start (&view, &c.reporting.report);
  is_unit (&view, 'm', 1e3);
  has_rows (&c, &view, rows, 3);
}

/* What was neither called nor sampled comes with -z, by name.  */
static void
test_unused (void)
{
  static const struct expected rows[]
      = { { "helper", 80, 1.6, 1.6, 8, 1.6 / 8, 1.6 / 8 },
          { "work", 15, 1.9, 0.3, 3, 0.3 / 3, 1.5 / 3 },
          { "main", 5, 2.0, 0.1, 1, 0.1, 2.0 },
          { "_start", 0, 2.0, 0, 0, 0, 0 },
          { "idle", 0, 2.0, 0, 0, 0, 0 } };
  struct corridor c;
  struct flat_view view;
  corridor_walk (&c, "-z", plain_symbols, plain_gmon);
  flat_view_start (&view, &c.reporting.report);
  has_rows (&c, &view, rows, 5);
}

/* R5.6, R7.7: the total loses what is left out.  With -Phelper 40 ticks stay,
   which main inherits without helper's: 0.4 s, so the unit is the millisecond.
   With -pwork only the 30 of work stay.  */
static void
test_selection (void)
{
  static const struct expected others[]
      = { { "work", 75, 0.3, 0.3, 3, 300.0 / 3, 300.0 / 3 },
          { "main", 25, 0.4, 0.1, 1, 100, 400 } };
  static const struct expected work[]
      = { { "work", 100, 0.3, 0.3, 3, 300.0 / 3, 300.0 / 3 } };
  struct corridor c;
  struct flat_view view;
  corridor_walk (&c, "-p -Phelper", plain_symbols, plain_gmon);
  flat_view_start (&view, &c.reporting.report);
  is_double (view.total, 0.4, "-P: what is left out is not in the total");
  is_double (view.sample_percent, 2.5, "40 samples: 2.5 percent each");
  has_rows (&c, &view, others, 2);

  corridor_walk (&c, "-pwork", plain_symbols, plain_gmon);
  flat_view_start (&view, &c.reporting.report);
  is_double (view.total, 0.3, "-p: nothing else is in the total");
  has_rows (&c, &view, work, 1);
}

/* --- Order (R7.6) --------------------------------------------------------- */

static void
check_order (const char *options)
{
  static const char *const names[] = { "c", "d", "a", "b", "e" };
  struct corridor c;
  struct flat_view view;
  corridor_walk (&c, options,
                 "T 1000 b\nT 1004 a\nT 1008 d\nT 100c c\nT 1010 e\nend 1014",
                 "hist 1000 1014 100 seconds s 5 5 5 9 5\n"
                 "arc 1000 1008 2\n");
  flat_view_start (&view, &c.reporting.report);
  for (size_t i = 0; i < 5; i++)
    is_text (c.program.symtab.name[flat_view_next (&view)->symbol], names[i],
             "'%s': by time, then calls, then name", options);
  flat_view_end (&view);
  corridor_release (&c);
}

/* --- Units of time (R7.5) ------------------------------------------------- */

/* The unit if the longest call takes TICKS at RATE.  Profiles cannot hold all
   of these, so the ticks are put where the analysis has them.  */
static void
check_unit (double ticks, uint32_t rate, char prefix, double factor)
{
  struct corridor c;
  struct flat_view view;
  corridor_walk (&c, "", "T 1000 f\nT 1004 g\nend 1008",
                 "hist 1000 1008 1 seconds s 1 0\narc 1004 1000 1\n");
  c.measurement.analysis.self_ticks[corridor_id (&c, "f")] = ticks;
  c.profile.rate = rate;
  tap_note ("%g ticks at %u", ticks, (unsigned)rate);
  flat_view_start (&view, &c.reporting.report);
  is_unit (&view, prefix, factor);
  flat_view_end (&view);
  corridor_release (&c);
}

static void
test_units (void)
{
  check_unit (1000, 1, 'K', 1e-3);
  check_unit (999999, 1, 'K', 1e-3);
  check_unit (1000000, 1, 'M', 1e-6);
  check_unit (1e9, 1, 'G', 1e-9);
  check_unit (1e12, 1, 'T', 1e-12);
  check_unit (999, 1, ' ', 1);
  check_unit (1, 1, ' ', 1);
  check_unit (99, 100, 'm', 1e3);
  check_unit (1, 1000000, 'u', 1e6);
  check_unit (1, 1000000000, 'n', 1e9);
  check_unit (1e-3, 1000000000, 'p', 1e12);
  check_unit (5e-6, 1000000000, 'f', 1e15);
  check_unit (2e-9, 1000000000, 'a', 1e18);
  check_unit (1e15, 1, 'T', 1e-12);
  check_unit (1e-15, 1000000000, 'a', 1e18);
  check_unit (0, 100, 'T', 1e-12);
}

/* Time and children of all calls count, the longest for one call: h's 12 ticks
   in 6 calls are less than g's 3 in 1, and than f's own 1 and children 15.  */
static void
test_longest_call (void)
{
  struct corridor c;
  struct flat_view view;
  corridor_walk (&c, "", "T 1000 m\nT 1004 f\nT 1008 g\nT 100c h\nend 1010",
                 "hist 1000 1010 1 seconds s 0 1 3 12\n"
                 "arc 1000 1004 1\narc 1004 1008 1\narc 1004 100c 6\n");
  c.profile.rate = 16;
  flat_view_start (&view, &c.reporting.report);
  is_unit (&view, ' ', 1);
  flat_view_end (&view);
  c.profile.rate = 17;
  flat_view_start (&view, &c.reporting.report);
  is_unit (&view, 'm', 1e3);
  flat_view_end (&view);
  corridor_release (&c);
}

/* -T has milliseconds, whatever the longest call.  */
static void
test_traditional (void)
{
  static const struct expected rows[]
      = { { "helper", 80, 1.6, 1.6, 8, 1600.0 / 8, 1600.0 / 8 },
          { "work", 15, 1.9, 0.3, 3, 300.0 / 3, 1500.0 / 3 },
          { "main", 5, 2.0, 0.1, 1, 100.0, 2000.0 } };
  struct corridor c;
  struct flat_view view;
  corridor_walk (&c, "-T", plain_symbols, plain_gmon);
  flat_view_start (&view, &c.reporting.report);
  is_unit (&view, 'm', 1e3);
  has_rows (&c, &view, rows, 3);
}

/* --- Little data ---------------------------------------------------------- */

/* Without time, percentages are of one tick.  */
static void
test_no_time (void)
{
  static const struct expected rows[] = { { "g", 0, 0, 0, 3, 0, 0 } };
  struct corridor c;
  struct flat_view view;
  corridor_walk (&c, "", "T 1000 f\nT 1004 g\nend 1008",
                 "hist 1000 1008 100 seconds s 0 0\narc 1000 1004 3\n");
  flat_view_start (&view, &c.reporting.report);
  ok (!view.has_time, "no time");
  is_double (view.total, 0, "so a total of 0");
  is_double (view.sample_percent, 0, "and no share of a sample");
  is_double (view.sample_time, 0.01, "but a sample would have its time");
  is_unit (&view, 'T', 1e-12);
  has_rows (&c, &view, rows, 1);
}

static void
test_empty (void)
{
  struct corridor c;
  struct flat_view view;
  corridor_walk (&c, "", "T 1000 f\nend 1004", "");
  flat_view_start (&view, &c.reporting.report);
  ok (!view.has_time, "an empty profile has no time");
  is_double (view.sample_time, 0, "and no rate");
  has_rows (&c, &view, NULL, 0);
}

/* Without a rate there are shares, but no times; GNU gprof divides by 0.  */
static void
test_no_rate (void)
{
  /* The last symbol has no time with --gnu-compat (R5.4).  */
  static const char symbols[] = "T 1000 f\nT 1004 g\nT 1008 last\nend 100c";
  static const char gmon[]
      = "hist 1000 1008 0 seconds s 3 1\narc 1004 1000 2\n";
  static const struct expected none[]
      = { { "f", 75, 0, 0, 2, 0, 0 }, { "g", 25, 0, 0, 0, 0, 0 } };
  static const struct expected endless[]
      = { { "f", 75, INFINITY, INFINITY, 2, INFINITY, INFINITY },
          { "g", 25, INFINITY, INFINITY, 0, 0, 0 } };
  struct corridor c;
  struct flat_view view;
  corridor_walk (&c, "", symbols, gmon);
  flat_view_start (&view, &c.reporting.report);
  ok (view.has_time, "without a rate there are samples");
  is_double (view.total, 0, "that take no time");
  is_double (view.sample_time, 0, "each");
  is_double (view.sample_percent, 25, "but are shares");
  has_rows (&c, &view, none, 2);

  corridor_walk (&c, "--gnu-compat", symbols, gmon);
  flat_view_start (&view, &c.reporting.report);
  is_double (view.sample_time, INFINITY, "with --gnu-compat they are endless");
  is_unit (&view, 'T', 1e-12);
  has_rows (&c, &view, endless, 2);
}

int
main (void)
{
  test_plain ();
  test_cycle ();
  test_unused ();
  test_selection ();
  check_order ("");
  check_order ("-p");
  test_units ();
  test_longest_call ();
  test_traditional ();
  test_no_time ();
  test_empty ();
  test_no_rate ();
  return done ();
}
