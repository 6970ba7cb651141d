/* test_view_graph.c - the rows of the call graph, as numbers (R6.32, R6.43 to
   R6.48).

   The two programs, the calculation and the index numbers are in
   typed_programs.h.  Times are ticks over the rate, which is 100 there.  */

#include "config.h"

#include "output/view_graph.h"

#include <math.h>

#include "corridor.h"
#include "graph_rows.h"
#include "tap.h"
#include "typed_programs.h"

/* A row with the name of its symbol, null for none; what is left out is 0.  */
struct expected
{
  enum graph_row_kind kind;
  const char *name;
  uint32_t cycle, index;
  double percent, self, children;
  uint64_t calls, total_calls, self_calls;
  bool has_no_times; /* although the KIND has some */
  uint32_t left_out;
};

static bool
kind_has_times (enum graph_row_kind kind)
{
  return kind != GRAPH_SPONTANEOUS && kind != GRAPH_END;
}

static void
is_row (const struct corridor *c, const struct graph_row *row,
        const struct expected *e, size_t number)
{
  is_u64 (row->kind, e->kind, "row %zu: kind", number);
  is_text (row->symbol != SYM_NONE ? c->program.symtab.name[row->symbol]
                                   : NULL,
           e->name, "row %zu: name", number);
  is_u64 (row->left_out, e->left_out, "row %zu: left out", number);
  is_u64 (row->cycle, e->cycle, "row %zu: cycle", number);
  is_u64 (row->index, e->index, "row %zu: index", number);
  is_u64 (row->has_times, kind_has_times (e->kind) && !e->has_no_times,
          "row %zu: whether it has times", number);
  is_double (row->percent, e->percent, "row %zu: percent", number);
  is_double (row->self, e->self, "row %zu: self", number);
  is_double (row->children, e->children, "row %zu: children", number);
  is_u64 (row->calls, e->calls, "row %zu: calls", number);
  is_u64 (row->total_calls, e->total_calls, "row %zu: of all", number);
  is_u64 (row->self_calls, e->self_calls, "row %zu: self calls", number);
}

/* The view of C has the COUNT rows EXPECTED and no more.  */
static void
has_rows (const struct corridor *c, const struct expected *expected,
          size_t count)
{
  const struct graph_rows rows = graph_rows_of (c);
  if (is_u64 (rows.count, count, "so many rows"))
    for (size_t i = 0; i < count; i++)
      is_row (c, &rows.items[i], &expected[i], i);
}

#define COUNT_OF(array) (sizeof (array) / sizeof *(array))

/* Walk the corridor; the rows are those of the array ROWS.  */
#define rows_are(options, symbols, gmon, rows)                                \
  do                                                                          \
    {                                                                         \
      struct corridor walked;                                                 \
      tap_note ("options '%s'", options);                                     \
      corridor_walk (&walked, options, symbols, gmon);                        \
      has_rows (&walked, rows, COUNT_OF (rows));                              \
      corridor_release (&walked);                                             \
    }                                                                         \
  while (0)

/* Of 200 ticks: helper 160, which it shares among callers by calls, 2/8 to
   main and 6/8 to work.  work 30 and 120 of helper's; main 10 and 150 of work
   and 40 of helper; _start 200 of main.  Calls to oneself come first among
   parents and last among children; the others by time, least important
   farthest from the entry's own line.  */
static const struct expected plain_rows[]
    = { { GRAPH_PARENT, "_start", 0, 0, 0, 0.1, 1.9, 1, 1, 0, false, 0 },
        { GRAPH_PRIMARY, "main", 0, 1, 100, 0.1, 1.9, 1, 0, 0, false, 0 },
        { GRAPH_CHILD, "work", 0, 0, 0, 0.3, 1.2, 3, 3, 0, false, 0 },
        { GRAPH_CHILD, "helper", 0, 0, 0, 0.4, 0, 2, 8, 0, false, 0 },
        { .kind = GRAPH_END },
        { .kind = GRAPH_SPONTANEOUS },
        { GRAPH_PRIMARY, "_start", 0, 2, 100, 0, 2.0, 0, 0, 0, false, 0 },
        { GRAPH_CHILD, "main", 0, 0, 0, 0.1, 1.9, 1, 1, 0, false, 0 },
        { .kind = GRAPH_END },
        { GRAPH_PARENT, "helper", 0, 0, 0, 0, 0, 3, 0, 0, true, 0 },
        { GRAPH_PARENT, "main", 0, 0, 0, 0.4, 0, 2, 8, 0, false, 0 },
        { GRAPH_PARENT, "work", 0, 0, 0, 1.2, 0, 6, 8, 0, false, 0 },
        { GRAPH_PRIMARY, "helper", 0, 3, 80, 1.6, 0, 8, 0, 3, false, 0 },
        { GRAPH_CHILD, "helper", 0, 0, 0, 0, 0, 3, 0, 0, true, 0 },
        { .kind = GRAPH_END },
        { GRAPH_PARENT, "main", 0, 0, 0, 0.3, 1.2, 3, 3, 0, false, 0 },
        { GRAPH_PRIMARY, "work", 0, 4, 75, 0.3, 1.2, 3, 0, 0, false, 0 },
        { GRAPH_CHILD, "helper", 0, 0, 0, 1.2, 0, 6, 8, 0, false, 0 },
        { .kind = GRAPH_END } };

static void
test_plain (void)
{
  struct corridor c;
  corridor_walk (&c, "", plain_symbols, plain_gmon);
  const struct graph_totals totals = graph_view_totals (&c.reporting.report);
  ok (totals.has_time, "there is time");
  is_double (totals.total, 2.0, "two seconds");
  is_double (totals.sample_percent, 0.5, "200 samples: half a percent each");
  has_rows (&c, plain_rows, COUNT_OF (plain_rows));
  corridor_release (&c);
}

/* The cycle has 40 + 60 ticks and leaf's 100, which main gets by 2 of 2 calls;
   4 calls are within.  Arcs between its members pass on no time.  */
static void
test_cycle (void)
{
  static const struct expected rows[]
      = { { GRAPH_CYCLE, NULL, 1, 1, 100, 1.0, 1.0, 2, 0, 4, false, 0 },
          { GRAPH_MEMBER, "a", 0, 3, 70, 0.4, 1.0, 3, 0, 0, false, 0 },
          { GRAPH_MEMBER, "b", 0, 5, 30, 0.6, 0, 3, 0, 4, false, 0 },
          { .kind = GRAPH_END },
          { .kind = GRAPH_SPONTANEOUS },
          { GRAPH_PRIMARY, "main", 0, 2, 100, 0, 2.0, 0, 0, 0, false, 0 },
          { GRAPH_CHILD, "a", 0, 0, 0, 1.0, 1.0, 2, 2, 0, false, 0 },
          { .kind = GRAPH_END },
          { GRAPH_PARENT, "b", 0, 0, 0, 0, 0, 1, 0, 0, true, 0 },
          { GRAPH_PARENT, "main", 0, 0, 0, 1.0, 1.0, 2, 2, 0, false, 0 },
          { GRAPH_PRIMARY, "a", 0, 3, 70, 0.4, 1.0, 3, 0, 0, false, 0 },
          { GRAPH_CHILD, "leaf", 0, 0, 0, 1.0, 0, 5, 5, 0, false, 0 },
          { GRAPH_CHILD, "b", 0, 0, 0, 0, 0, 3, 0, 0, true, 0 },
          { .kind = GRAPH_END },
          { GRAPH_PARENT, "a", 0, 0, 0, 1.0, 0, 5, 5, 0, false, 0 },
          { GRAPH_PRIMARY, "leaf", 0, 4, 50, 1.0, 0, 5, 0, 0, false, 0 },
          { .kind = GRAPH_END },
          { GRAPH_PARENT, "b", 0, 0, 0, 0, 0, 4, 0, 0, true, 0 },
          { GRAPH_PARENT, "a", 0, 0, 0, 0, 0, 3, 0, 0, true, 0 },
          { GRAPH_PRIMARY, "b", 0, 5, 30, 0.6, 0, 3, 0, 4, false, 0 },
          { GRAPH_CHILD, "a", 0, 0, 0, 0, 0, 1, 0, 0, true, 0 },
          { GRAPH_CHILD, "b", 0, 0, 0, 0, 0, 4, 0, 0, true, 0 },
          { .kind = GRAPH_END } };
  rows_are ("", cycle_symbols, cycle_gmon, rows);
}

/* R14.147: --top cuts members, children and parents; of the latter the first
   ones go.  Arcs that pass on no time are added up apart.  */
static void
test_cut_entries (void)
{
  static const struct expected cycle_rows[]
      = { { GRAPH_CYCLE, NULL, 1, 1, 100, 1.0, 1.0, 2, 0, 4, false, 0 },
          { GRAPH_MEMBER, "a", 0, 3, 70, 0.4, 1.0, 3, 0, 0, false, 0 },
          { GRAPH_MEMBER, NULL, 0, 0, 0, 0.6, 0, 3, 0, 4, false, 1 },
          { .kind = GRAPH_END } };
  static const struct expected helper_rows[]
      = { { GRAPH_PARENT, NULL, 0, 0, 0, 0, 0, 3, 0, 0, true, 1 },
          { GRAPH_PARENT, NULL, 0, 0, 0, 0.4, 0, 2, 8, 0, false, 1 },
          { GRAPH_PARENT, "work", 0, 0, 0, 1.2, 0, 6, 8, 0, false, 0 },
          { GRAPH_PRIMARY, "helper", 0, 3, 80, 1.6, 0, 8, 0, 3, false, 0 },
          { GRAPH_CHILD, "helper", 0, 0, 0, 0, 0, 3, 0, 0, true, 0 },
          { .kind = GRAPH_END } };
  static const struct expected main_rows[]
      = { { GRAPH_PARENT, "_start", 0, 0, 0, 0.1, 1.9, 1, 1, 0, false, 0 },
          { GRAPH_PRIMARY, "main", 0, 1, 100, 0.1, 1.9, 1, 0, 0, false, 0 },
          { GRAPH_CHILD, "work", 0, 0, 0, 0.3, 1.2, 3, 3, 0, false, 0 },
          { GRAPH_CHILD, NULL, 0, 0, 0, 0.4, 0, 2, 0, 0, false, 1 },
          { .kind = GRAPH_END } };
  rows_are ("-q --top=1", cycle_symbols, cycle_gmon, cycle_rows);
  rows_are ("-q --top=1 --focus=^helper", plain_symbols, plain_gmon,
            helper_rows);
  rows_are ("-q --top=1", plain_symbols, plain_gmon, main_rows);
}

/* R6.47: of equal times, members with more calls come first, their own
   counted; of equal calls, those found first: b has 1 + 5, c 5 + 1 and a 1.
   The numbers of entries are by calls from others and names.  */
static void
test_members (void)
{
  static const char *const names[] = { "b", "c", "a" };
  struct corridor c;
  corridor_walk (&c, "", "T 1000 b\nT 1010 c\nT 1020 a\nT 1030 m\nend 1040",
                 "arc 1030 1000 1\narc 1000 1010 5\narc 1010 1020 1\n"
                 "arc 1020 1000 0\narc 1000 1000 5\narc 1010 1010 1\n");
  const struct graph_rows rows = graph_rows_of (&c);
  is_u64 (rows.items[0].kind, GRAPH_CYCLE, "the cycle is first");
  for (size_t i = 0; i < 3; i++)
    {
      const struct graph_row *row = &rows.items[i + 1];
      is_u64 (row->kind, GRAPH_MEMBER, "then its members");
      is_text (c.program.symtab.name[row->symbol], names[i],
               "by calls, their own counted");
    }
  corridor_release (&c);
}

/* --- What has an entry (R6.32) -------------------------------------------- */

/* The names of the entries in their order, cycles as "<1>".  */
static const char *
entries (struct corridor *c, char *text, size_t size)
{
  const struct graph_rows rows = graph_rows_of (c);
  size_t length = 0;
  text[0] = '\0';
  for (size_t i = 0; i < rows.count; i++)
    {
      const struct graph_row *row = &rows.items[i];
      if (row->kind == GRAPH_PRIMARY || row->kind == GRAPH_CYCLE)
        length += (size_t)snprintf (text + length, size - length, "%s%s",
                                    length > 0 ? " " : "",
                                    row->kind == GRAPH_CYCLE
                                        ? "<1>"
                                        : c->program.symtab.name[row->symbol]);
    }
  return text;
}

static void
entries_are (const char *options, const char *symbols, const char *gmon,
             const char *expected)
{
  struct corridor c;
  char text[200];
  corridor_walk (&c, options, symbols, gmon);
  is_text (entries (&c, text, sizeof text), expected, "entries with '%s'",
           options);
  corridor_release (&c);
}

static void
test_entries (void)
{
  static const char each[]
      = "T 1000 called\nT 1010 recursive\nT 1020 sampled\n"
        "T 1030 caller\nT 1040 idle\nend 1050";
  static const char one_each[]
      = "hist 1000 1050 100 seconds s  0 0 0 0  0 0 0 0  1 0 0 0  0 0 0 0"
        "  0 0 0 0\narc 1030 1000 1\narc 1010 1010 1\n";
  entries_are ("", plain_symbols, plain_gmon, "main _start helper work");
  entries_are ("-z", plain_symbols, plain_gmon,
               "main _start helper work idle");
  entries_are ("", each, one_each, "sampled called recursive");
  entries_are ("-qwork", plain_symbols, plain_gmon, "helper work");
  entries_are ("-Qwork", plain_symbols, plain_gmon, "main _start helper");
  entries_are ("-qidle", plain_symbols, plain_gmon, "");
  entries_are ("", "T 1000 f\nend 1004", "", "");
  entries_are ("-z", "T 1000 f\nend 1004", "", "f");
}

/* With -l only functions have entries, neither lines nor cycles (R12.4).  */
static void
test_by_line (void)
{
  /* An arc of no symbol: without any there are no numbers.  */
  static const char gmon[] = "hist 1000 100c 100 seconds s 1 3 2\n"
                             "arc 2000 2000 1\n";
  static const char lines[] = "T 1000 f f.c:1\nL 1004 f f.c:2\n"
                              "T 1008 g f.c:5\nend 100c";
  entries_are ("", cycle_symbols, cycle_gmon, "<1> main a leaf b");
  entries_are ("-l", cycle_symbols, cycle_gmon, "main a leaf b");
  entries_are ("", lines, gmon, "f g f");
  entries_are ("-l", lines, gmon, "g f");
}

/* R5.6, R6.25: whose time is left out counts for nothing in what is whole.
   Without helper's 160 ticks 40 stay; with -q all 200 are still whole.  */
static void
test_left_out (void)
{
  static const struct expected of_work[]
      = { { GRAPH_PARENT, "helper", 0, 0, 0, 0, 0, 3, 0, 0, true, 0 },
          { GRAPH_PARENT, "main", 0, 0, 0, 0.4, 0, 2, 8, 0, false, 0 },
          { GRAPH_PARENT, "work", 0, 0, 0, 1.2, 0, 6, 8, 0, false, 0 },
          { GRAPH_PRIMARY, "helper", 0, 3, 80, 1.6, 0, 8, 0, 3, false, 0 },
          { GRAPH_CHILD, "helper", 0, 0, 0, 0, 0, 3, 0, 0, true, 0 },
          { .kind = GRAPH_END },
          { GRAPH_PARENT, "main", 0, 0, 0, 0.3, 1.2, 3, 3, 0, false, 0 },
          { GRAPH_PRIMARY, "work", 0, 4, 75, 0.3, 1.2, 3, 0, 0, false, 0 },
          { GRAPH_CHILD, "helper", 0, 0, 0, 1.2, 0, 6, 8, 0, false, 0 },
          { .kind = GRAPH_END } };
  struct corridor c;
  corridor_walk (&c, "-Nhelper", plain_symbols, plain_gmon);
  const struct graph_totals totals = graph_view_totals (&c.reporting.report);
  const struct graph_rows rows = graph_rows_of (&c);
  is_double (totals.total, 0.4, "-N: helper's time is left out");
  is_double (totals.sample_percent, 2.5, "a sample is more of the rest");
  is_double (rows.items[0].self, 0.1, "_start gets main's own");
  is_double (rows.items[1].children, 0.3, "main work's own");
  is_double (rows.items[1].percent, 100, "which with its own is all");
  corridor_release (&c);
  rows_are ("-qwork", plain_symbols, plain_gmon, of_work);
}

/* --- The order of arcs (R6.46) -------------------------------------------- */

/* The names of the rows of KIND in the entry of ENTRY.  */
static void
arcs_are (const char *symbols, const char *gmon, const char *entry,
          enum graph_row_kind kind, const char *expected)
{
  struct corridor c;
  char text[20] = "";
  bool is_entry = false, found = false;
  corridor_walk (&c, "", symbols, gmon);
  const struct graph_rows rows = graph_rows_of (&c);
  for (size_t i = 0; i < rows.count && !found; i++)
    {
      const struct graph_row *row = &rows.items[i];
      if (row->kind == kind)
        strcat (text, c.program.symtab.name[row->symbol]);
      if (row->kind == GRAPH_PRIMARY)
        is_entry = strcmp (c.program.symtab.name[row->symbol], entry) == 0;
      found = row->kind == GRAPH_END && is_entry;
      if (row->kind == GRAPH_END && !found)
        text[0] = '\0';
    }
  is_text (text, expected, "the order around %s", entry);
  corridor_release (&c);
}

/* f calls a with 1 tick in 1 call, b with none in 2, c with none in 1 that is
   the older one, d with none in 1, e in its cycle 1, g in it 2, itself 9.  */
static void
test_arc_order (void)
{
  static const char symbols[]
      = "T 1000 f\nT 1010 a\nT 1020 b\nT 1030 c\nT 1040 d\nT 1050 e\n"
        "T 1060 g\nend 1070";
  static const char children[]
      = "hist 1000 1020 100 seconds s 0 0 0 0 1 0 0 0\n"
        "arc 1000 1000 9\narc 1000 1050 1\narc 1000 1060 2\n"
        "arc 1000 1030 1\narc 1000 1040 1\narc 1000 1020 2\n"
        "arc 1000 1010 1\narc 1050 1000 1\narc 1060 1000 1\n";
  arcs_are (symbols, children, "f", GRAPH_CHILD, "abcdgef");
  /* The other way round: a passes nothing on to d, who is called once, b once
     later, c twice; f has ticks that go to g by 3 of 7 calls.  */
  static const char parents[]
      = "hist 1000 1010 100 seconds s 7 0 0 0\n"
        "arc 1000 1000 9\narc 1010 1000 1\narc 1020 1000 1\n"
        "arc 1030 1000 2\narc 1060 1000 3\narc 1050 1000 1\n"
        "arc 1000 1050 1\n";
  arcs_are (symbols, parents, "f", GRAPH_PARENT, "feabcg");
}

/* --- Calls of unknown targets (R6.56) ------------------------------------- */

/* f calls a with time, b without, c with count 0: these are the arcs 0, 1 and
   2.  Calls of unknown targets have count 0, so they stand behind b; YOUNGER
   is the first arc that is younger than they.  */
static void
check_indirect (arc_id younger, const char *expected)
{
  struct corridor c;
  char text[20] = "";
  size_t i = 0;
  corridor_walk (&c, "", "T 1000 f\nT 1010 a\nT 1020 b\nT 1030 c\nend 1040",
                 "hist 1000 1020 100 seconds s 1 0 0 0 1 0 0 0\n"
                 "arc 1000 1010 1\narc 1000 1020 1\narc 1000 1030 0\n"
                 "arc 1000 1000 1\n");
  arc_id indirect[] = { younger, ARC_NONE, ARC_NONE, ARC_NONE };
  c.measurement.graph.indirect = indirect;
  const struct graph_rows rows = graph_rows_of (&c);
  while (rows.items[i].kind != GRAPH_PRIMARY)
    i++;
  for (i++; rows.items[i].kind != GRAPH_END; i++)
    if (rows.items[i].kind == GRAPH_INDIRECT)
      {
        strcat (text, "?");
        is_row (&c, &rows.items[i],
                &(struct expected){ .kind = GRAPH_INDIRECT }, i);
      }
    else
      strcat (text, c.program.symtab.name[rows.items[i].symbol]);
  is_text (text, expected, "unknown targets before arc %u", (unsigned)younger);
  c.measurement.graph.indirect = NULL;
  corridor_release (&c);
}

static void
test_indirect (void)
{
  check_indirect (2, "ab?cf");
  check_indirect (3, "abc?f");
  check_indirect (ARC_NONE, "abcf");
}

/* Nothing but unknown targets: their row is the only child.  */
static void
test_only_indirect (void)
{
  static const struct expected rows[]
      = { { .kind = GRAPH_SPONTANEOUS },
          { GRAPH_PRIMARY, "f", 0, 1, 100, 0.01, 0, 0, 0, 0, false, 0 },
          { .kind = GRAPH_INDIRECT },
          { .kind = GRAPH_END } };
  struct corridor c;
  corridor_walk (&c, "", "T 1000 f\nend 1004",
                 "hist 1000 1004 100 seconds s 1\narc 2000 2000 1\n");
  arc_id indirect[] = { 0 };
  c.measurement.graph.indirect = indirect;
  has_rows (&c, rows, COUNT_OF (rows));
  c.measurement.graph.indirect = NULL;
  corridor_release (&c);
}

/* --- Little data ---------------------------------------------------------- */

/* Without time, and without rate, shares are of one tick and of all.  */
static void
test_no_time (void)
{
  static const struct expected no_time[]
      = { { GRAPH_PARENT, "f", 0, 0, 0, 0, 0, 3, 3, 0, false, 0 },
          { GRAPH_PRIMARY, "g", 0, 1, 0, 0, 0, 3, 0, 0, false, 0 },
          { .kind = GRAPH_END } };
  static const struct expected no_rate[]
      = { { .kind = GRAPH_SPONTANEOUS },
          { GRAPH_PRIMARY, "f", 0, 1, 100, 0, 0, 0, 0, 0, false, 0 },
          { GRAPH_CHILD, "g", 0, 0, 0, 0, 0, 3, 3, 0, false, 0 },
          { .kind = GRAPH_END },
          { GRAPH_PARENT, "f", 0, 0, 0, 0, 0, 3, 3, 0, false, 0 },
          { GRAPH_PRIMARY, "g", 0, 2, 75, 0, 0, 3, 0, 0, false, 0 },
          { .kind = GRAPH_END } };
  static const char symbols[] = "T 1000 f\nT 1004 g\nT 1008 last\nend 100c";
  struct corridor c;
  corridor_walk (&c, "", symbols, "arc 1000 1004 3\n");
  struct graph_totals totals = graph_view_totals (&c.reporting.report);
  ok (!totals.has_time, "no time");
  is_double (totals.total, 0, "so a total of 0");
  is_double (totals.sample_percent, 0, "and no share of a sample");
  has_rows (&c, no_time, COUNT_OF (no_time));
  corridor_release (&c);
  rows_are ("", symbols, "hist 1000 1008 0 seconds s 1 3\narc 1000 1004 3\n",
            no_rate);

  corridor_walk (&c, "--gnu-compat", symbols,
                 "hist 1000 1008 0 seconds s 1 3\narc 1000 1004 3\n");
  totals = graph_view_totals (&c.reporting.report);
  is_double (graph_rows_of (&c).items[1].self, INFINITY,
             "--gnu-compat divides by no rate");
  is_double (totals.total, INFINITY, "for the total, too");
  corridor_release (&c);
}

int
main (void)
{
  test_plain ();
  test_cycle ();
  test_members ();
  test_cut_entries ();
  test_entries ();
  test_by_line ();
  test_left_out ();
  test_arc_order ();
  test_indirect ();
  test_only_indirect ();
  test_no_time ();
  return done ();
}
