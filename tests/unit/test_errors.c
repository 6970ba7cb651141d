/* test_errors.c - --errors: standard errors, exact arcs and bounds (R14.50 to
   R14.53), and whether errors are what they are called.  */

#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corridor.h"
#include "graph_rows.h"
#include "output/view_flat.h"
#include "output/view_graph.h"
#include "rng.h"
#include "tap.h"

/* A bin for each function.  */
static const char symbols[] = "T 1000 main\nT 1010 work\nT 1020 helper\n"
                              "T 1030 idle\nend 1040\n";
static const char arcs[] = "arc 1004 1010 3\narc 1014 1020 6\n"
                           "arc 1004 1020 2\n";

enum
{
  FUNCTIONS = 4
};

static const char *const names[FUNCTIONS]
    = { "main", "work", "helper", "idle" };

static void
walk (struct corridor *c, const unsigned *ticks)
{
  char gmon[300];
  snprintf (gmon, sizeof gmon, "hist 1000 1040 100 seconds s %u %u %u %u\n%s",
            ticks[0], ticks[1], ticks[2], ticks[3], arcs);
  corridor_walk (c, "-p -q --errors", symbols, gmon);
}

static bool
is_near (double a, double b)
{
  return fabs (a - b) <= 1e-12 * (1 + fabs (b));
}

static size_t
number_of (const struct corridor *c, sym_id id)
{
  size_t i = 0;
  while (strcmp (c->program.symtab.name[id], names[i]) != 0)
    i++;
  return i;
}

/* helper has 64 ticks in 8 calls: 0.64 s +- sqrt (64) / 100, and an eighth of
   both per call; the unit is ms, since work takes (16 + 48) / 3 * 10 ms.  Its
   total is 64 ticks, too.  idle's 9 are few.  */
static void
test_flat (void)
{
  static const struct
  {
    double self_error, self_per_call_error, total_per_call_error;
    bool few_samples;
  } expected[FUNCTIONS] = { { 0.06, 0, 0, false },
                            { 0.04, 40.0 / 3, 80.0 / 3, false },
                            { 0.08, 10, 10, false },
                            { 0.03, 0, 0, true } };
  const unsigned ticks[FUNCTIONS] = { 36, 16, 64, 9 };
  struct corridor c;
  struct flat_view view;
  walk (&c, ticks);
  flat_view_start (&view, &c.reporting.report);
  for (const struct flat_row *row; (row = flat_view_next (&view)) != NULL;)
    {
      const size_t i = number_of (&c, row->symbol);
      ok (is_near (row->self_error, expected[i].self_error)
              && is_near (row->self_per_call_error,
                          expected[i].self_per_call_error)
              && is_near (row->total_per_call_error,
                          expected[i].total_per_call_error),
          "%s: errors", names[i]);
      is_u64 (row->few_samples, expected[i].few_samples, "%s: few samples",
              names[i]);
      ok (!row->is_lower_bound, "no call was lost");
    }
  flat_view_end (&view);
  corridor_release (&c);
}

/* Check the row of an arc: of helper's 64 ticks work passes on 48 = 6/8, with
   6/8 of the error.  */
static void
check_arc (const struct graph_row *row, const char *name, bool from_helper)
{
  if (strcmp (name, "work") == 0 && from_helper)
    ok (!row->is_exact && is_near (row->self, 0.48)
            && is_near (row->self_error, 0.06) && is_near (row->most, 0.64),
        "work and helper: from 0 to 0.64");
  if (strcmp (name, "main") == 0 && !from_helper)
    ok (row->is_exact && is_near (row->self_error, 0.04)
            && is_near (row->children_error, 0.48 / sqrt (48))
            && row->most == 0,
        "main and work: exact");
}

static void
test_graph (void)
{
  const unsigned ticks[FUNCTIONS] = { 36, 16, 64, 9 };
  struct corridor c;
  walk (&c, ticks);
  const struct graph_rows rows = graph_rows_of (&c);
  unsigned checked = 0;
  const char *entry = NULL;
  for (size_t i = rows.count; i-- > 0;)
    {
      const struct graph_row *row = &rows.items[i];
      const char *name
          = row->symbol != SYM_NONE ? c.program.symtab.name[row->symbol] : "";
      if (row->kind == GRAPH_PARENT)
        {
          check_arc (row, name, strcmp (entry, "helper") == 0);
          checked++;
        }
      if (row->kind == GRAPH_PRIMARY)
        entry = name;
      if (row->kind == GRAPH_PRIMARY && strcmp (name, "idle") == 0)
        ok (row->few_samples && is_near (row->self_error, 0.03),
            "idle has 9 samples");
      if (row->kind == GRAPH_PRIMARY && strcmp (name, "work") == 0)
        ok (!row->few_samples && is_near (row->self_error, 0.04)
                && is_near (row->children_error, sqrt (48) / 100),
            "work's own line");
    }
  is_u64 (checked, 3, "there are three arcs");
  corridor_release (&c);
}

/* Without a rate, or without histograms, nothing is known.  */
static void
test_unknown (void)
{
  static const char *const profiles[]
      = { "hist 1000 1040 0 seconds s 40 40 40 40\n", "arc 1004 1010 3\n" };
  for (size_t i = 0; i < 2; i++)
    {
      struct corridor c;
      corridor_walk (&c, "-p --errors", symbols, profiles[i]);
      char text[LINE_ROOM] = "";
      ok (!report_has_errors (&c.reporting.report), "errors are not known");
      *report_put_error (&c.reporting.report, text, 3, 0.5) = '\0';
      is_text (text, "  -", "a dash");
      corridor_release (&c);
    }
}

/* --- Simulation ---------------------------------------------------------- */

/* Values are compared as they are printed, with the errors as printed.  */

/* How many values were compared with the truth, and how many were within one
   and two errors.  */
struct hits
{
  unsigned all, one, two;
};

/* VALUE as the listing prints it.  */
static double
as_printed (double value)
{
  char text[PUT_FIXED_MOST + PUT_SLACK];
  *put_fixed (text, 0, 2, value) = '\0';
  return strtod (text, NULL);
}

static void
compare (struct hits *hits, double printed, double printed_error, double truth)
{
  const double distance = fabs (as_printed (printed) - truth);
  const double error = as_printed (printed_error);
  hits->all++;
  hits->one += distance <= error;
  hits->two += distance <= 2 * error;
}

enum
{
  PROFILES = 1000,
  MOMENTS = 10000, /* at which a sample may be taken */
  CHANCES = 1000   /* in so many parts */
};

/* How many of CHANCES moments each function has, so that 30, 100, 400 and 20
   samples are expected.  There are mostly none, so that their numbers vary like
   those of rare events.  */
static const unsigned weights[FUNCTIONS] = { 3, 10, 40, 2 };

static void
draw (struct rng *rng, unsigned *ticks)
{
  memset (ticks, 0, FUNCTIONS * sizeof *ticks);
  for (unsigned i = 0; i < MOMENTS; i++)
    {
      unsigned chance = rng_below (rng, CHANCES);
      for (size_t f = 0; f < FUNCTIONS; f++)
        {
          if (chance < weights[f])
            {
              ticks[f]++;
              break;
            }
          chance -= weights[f];
        }
    }
}

/* The true time of function NUMBER itself, in seconds.  */
static double
true_time (size_t number)
{
  return (double)weights[number] * MOMENTS / CHANCES / 100;
}

static void
compare_rows (struct corridor *c, struct hits *self, struct hits *total)
{
  struct flat_view view;
  flat_view_start (&view, &c->reporting.report);
  for (const struct flat_row *row; (row = flat_view_next (&view)) != NULL;)
    {
      const size_t i = number_of (c, row->symbol);
      const double factor = view.unit->factor;
      const double truth
          = i == 1 ? (true_time (1) + true_time (2) * 6 / 8) / 3 * factor
                   : true_time (2) / 8 * factor;
      compare (self, row->self, row->self_error, true_time (i));
      if (row->calls > 0)
        compare (total, row->total_per_call, row->total_per_call_error, truth);
    }
  flat_view_end (&view);
}

/* 65 % and 94 %, a little less than 68.3 % and 95.4 % of a normal
   distribution.  */
static void
check_hits (const struct hits *hits, const char *what)
{
  ok (hits->one >= 0.65 * hits->all && hits->two >= 0.94 * hits->all,
      "%s: the truth is within errors as often as they say", what);
  tap_note (
      "%s: of %u, %u (%.1f %%) within one error, %u (%.1f %%) within two",
      what, hits->all, hits->one, 100.0 * hits->one / hits->all, hits->two,
      100.0 * hits->two / hits->all);
}

static void
test_simulation (void)
{
  struct rng rng = { 1 };
  struct hits self = { 0 }, total = { 0 };
  for (unsigned i = 0; i < PROFILES; i++)
    {
      unsigned ticks[FUNCTIONS];
      struct corridor c;
      draw (&rng, ticks);
      walk (&c, ticks);
      compare_rows (&c, &self, &total);
      corridor_release (&c);
    }
  is_u64 (self.all, FUNCTIONS * PROFILES, "all rows were compared");
  check_hits (&self, "self");
  check_hits (&total, "total");
}

int
main (void)
{
  test_flat ();
  test_graph ();
  test_unknown ();
  test_simulation ();
  return done ();
}
