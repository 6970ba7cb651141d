/* test_shown.c - what --top, --min-percent, --sort, --focus and --hide show
   (R14.1-R14.5).

   The two programs, their times and index numbers are in typed_programs.h.
   Self and total ticks, and calls:

     helper 160 160 8    work 30 150 3    main 10 200 1    _start 0 200 0
     leaf   100 100 5    b    60  60 3    a    40 140 3    main   0 200 0
     the cycle of a and b as a whole: 100 200 2  */

#include "config.h"

#include "output/shown.h"

#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "corridor.h"
#include "graph_rows.h"
#include "listing.h"
#include "output/view_flat.h"
#include "tap.h"
#include "typed_programs.h"

struct expected
{
  const char *options;
  const char *names; /* of what is shown, in its order */
  size_t left_out;
  double left_out_time;
};

/* A list of names; the first cycle is "<1>".  */
struct names_text
{
  char text[200];
  size_t length;
};

static void
add_name (struct names_text *names, const struct corridor *c, sym_id id)
{
  names->length
      += (size_t)snprintf (names->text + names->length,
                           sizeof names->text - names->length, "%s%s",
                           names->length > 0 ? " " : "",
                           id != SYM_NONE ? c->program.symtab.name[id]
                                          : "<1>");
}

/* --- Each listing --------------------------------------------------------- */

static void
flat_is (struct corridor *c, const struct expected *e)
{
  struct names_text names = { 0 };
  struct flat_view view;
  double cumulative = 0;
  flat_view_start (&view, &c->reporting.report);
  for (const struct flat_row *row; (row = flat_view_next (&view)) != NULL;)
    {
      add_name (&names, c, row->symbol);
      cumulative += row->self;
      ok (row->cumulative < cumulative + 1e-9
              && row->cumulative > cumulative - 1e-9,
          "the rows so far have %g", row->cumulative);
    }
  is_text (names.text, e->names, "%s: rows", e->options);
  is_u64 (view.left_out, e->left_out, "%s: left out", e->options);
  is_double (view.left_out_time, e->left_out_time, "their time");
  is_double (view.total, 2.0, "the total is as ever");
  flat_view_end (&view);
}

static void
graph_is (struct corridor *c, const struct expected *e)
{
  struct names_text names = { 0 };
  const struct graph_totals totals = graph_view_totals (&c->reporting.report);
  const struct graph_rows rows = graph_rows_of (c);
  for (size_t i = 0; i < rows.count; i++)
    if (rows.items[i].kind == GRAPH_PRIMARY
        || rows.items[i].kind == GRAPH_CYCLE)
      add_name (&names, c, rows.items[i].symbol);
  is_text (names.text, e->names, "%s: entries", e->options);
  is_u64 (totals.left_out, e->left_out, "%s: left out", e->options);
  is_double (totals.left_out_time, e->left_out_time, "their time");
}

typedef void check_listing (struct corridor *c, const struct expected *e);

static void
check (check_listing *check_one, const char *symbols, const char *gmon,
       const struct expected *expected, size_t count)
{
  for (size_t i = 0; i < count; i++)
    {
      struct corridor c;
      corridor_walk (&c, expected[i].options, symbols, gmon);
      check_one (&c, &expected[i]);
      corridor_release (&c);
    }
}

#define CHECK(check_one, program, rows)                                       \
  check (check_one, program##_symbols, program##_gmon, rows,                  \
         sizeof (rows) / sizeof *(rows))

static void
test_flat (void)
{
  static const struct expected rows[] = {
    /* The first of the order; no row is left out where there are fewer.  */
    { "-p --top=2", "helper work", 1, 0.1 },
    { "-p --top=3", "helper work main", 0, 0 },
    { "-p --top", "helper work main", 0, 0 },
    /* Most first; rows that are equal keep their order: work and main have 10
       ticks per call.  */
    { "-p --sort=self", "helper work main", 0, 0 },
    { "-p --sort=total", "main helper work", 0, 0 },
    { "-p --sort=calls", "helper work main", 0, 0 },
    { "-p --sort=self_per_call", "helper work main", 0, 0 },
    { "-p --sort=total_per_call", "main work helper", 0, 0 },
    { "-p -z --sort=total_per_call", "main work helper _start idle", 0, 0 },
    { "-p --sort=total --top=2", "main helper", 1, 0.3 },
    /* By texts: those that took most, and then in that order.  */
    { "-p --sort=name", "helper main work", 0, 0 },
    { "-p --sort=name --top=2", "helper work", 1, 0.1 },
    { "-p -z --sort=file", "work main helper _start idle", 0, 0 },
    { "-p -L --sort=file", "helper work main", 0, 0 },
    /* Total shares: main 100, helper 80, work 75 percent.  */
    { "-p --min-percent=75", "helper work main", 0, 0 },
    { "-p --min-percent=75.1", "helper main", 1, 0.3 },
    { "-p --min-percent=100", "main", 2, 1.9 },
    { "-p --min-percent=0", "helper work main", 0, 0 },
    /* Names and files.  */
    { "-p --focus=^w", "work", 2, 1.7 },
    { "-p --focus=^w --focus=lper", "helper work", 1, 0.1 },
    { "-p --hide=e", "work main", 1, 1.6 },
    { "-p --focus=main[.]c", "work main", 1, 1.6 },
    { "-p --focus=main[.]c --hide=^main$", "work", 2, 1.7 },
    { "-p --focus=lib/", "", 3, 2.0 },
    { "-p -L --focus=lib/", "helper", 2, 0.4 },
    { "-p --focus=main[.]c --top=1", "work", 2, 1.7 },
  };
  CHECK (flat_is, plain, rows);
}

static void
test_graph (void)
{
  static const struct expected rows[] = {
    { "-q --top=2", "main _start", 2, 1.9 },
    { "-q --top", "main _start helper work", 0, 0 },
    { "-q --sort=total", "main _start helper work", 0, 0 },
    { "-q --sort=self", "helper work main _start", 0, 0 },
    { "-q --sort=calls", "helper work main _start", 0, 0 },
    { "-q --sort=self_per_call", "helper main work _start", 0, 0 },
    { "-q --sort=total_per_call", "main work helper _start", 0, 0 },
    { "-q --sort=name --top=3", "_start helper main", 1, 0.3 },
    { "-q --sort=file", "main work helper _start", 0, 0 },
    { "-q --focus=^helper$", "helper", 3, 0.4 },
    { "-q --min-percent=80", "main _start helper", 1, 0.3 },
    /* Of what -q leaves.  */
    { "-qwork --top=1", "helper", 1, 0.3 },
  };
  CHECK (graph_is, plain, rows);
}

/* A cycle has the time of its members, which counts once, and passes with any
   of them.  */
static void
test_cycle (void)
{
  static const struct expected rows[] = {
    { "-q --top=2", "<1> main", 3, 2.0 },
    { "-q --focus=^b$", "<1> b", 3, 1.4 },
    { "-q --hide=^[ab]$", "main leaf", 3, 1.0 },
    { "-q --hide=^a$", "<1> main leaf b", 1, 0.4 },
    { "-q --min-percent=50", "<1> main a leaf", 1, 0.6 },
    { "-q --sort=name", "a b leaf main <1>", 0, 0 },
    { "-q --sort=calls --top=2", "leaf a", 3, 0.6 },
  };
  CHECK (graph_is, cycle, rows);
}

#define INDEX "\f\nIndex by function name\n\n"

/* The index lists the entries of the graph, as long as it is not only
   sorted.  */
static void
test_index (void)
{
  listing_is (print_index, "-q --top=2 -w1", plain_symbols, plain_gmon,
              INDEX "   [2] _start [1] main\n", "--top");
  listing_is (print_index, "-q --sort=self -w1", plain_symbols, plain_gmon,
              INDEX "   [3] helper (util.c) [1] main [4] work\n", "--sort");
  listing_is (print_index, "-q --hide=^main$ -w1", plain_symbols, plain_gmon,
              INDEX "   [2] _start [3] helper (util.c) [4] work\n", "--hide");
  listing_is (print_index, "-q --top=3 -w1", cycle_symbols, cycle_gmon,
              INDEX "   [3] a [2] main [1] <cycle 1>\n", "with a cycle");
  listing_is (print_index, "-q --hide=^[ab]$ -w1", cycle_symbols, cycle_gmon,
              INDEX "   [4] leaf [2] main\n", "without its members");
}

/* --- Objects -------------------------------------------------------------- */

/* The object's file counts only if there are several.  */
static void
test_objects (void)
{
  static const struct expected one = { "-p --focus=app", "", 3, 2.0 },
                               two = { "-p --focus=app", "work main", 1, 1.6 };
  struct corridor c;
  corridor_walk (&c, one.options, plain_symbols, plain_gmon);
  struct symtab *symtab = &c.program.symtab;
  vec_push (&c.program.objects, (struct object){ .label = "./app" });
  flat_is (&c, &one);

  symtab->objects = array_new (2, sizeof *symtab->objects);
  vec_push (&c.program.objects, (struct object){ .label = "lib.so" });
  symtab->object_count = 2;
  symtab->objects[1].first = corridor_id (&c, "helper");
  flat_is (&c, &two);
  corridor_release (&c);
}

/* No time at all: nothing has a share.  f was never called.  */
static void
test_no_time (void)
{
  static const struct expected none = { "-q --min-percent=1", "", 1, 0 },
                               all = { "-q --min-percent=0", "g", 0, 0 };
  static const char symbols[] = "T 1000 f\nT 1004 g\nend 1008";
  static const char gmon[] = "arc 1000 1004 1\n";
  check (graph_is, symbols, gmon, &none, 1);
  check (graph_is, symbols, gmon, &all, 1);
}

int
main (void)
{
  test_flat ();
  test_graph ();
  test_cycle ();
  test_index ();
  test_objects ();
  test_no_time ();
  return done ();
}
