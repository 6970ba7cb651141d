/* test_view_cycles.c - the rows of the listing of cycles, and how their
   options are written (R14.25-R14.29).

   The program with a cycle, and the calculation, are in typed_programs.h.  */

#include "config.h"

#include "output/view_cycles.h"

#include "corridor.h"
#include "listing.h"
#include "tap.h"
#include "typed_programs.h"

/* A row with the names of its symbols, null for none; what is left out is
   0.  */
struct expected
{
  enum cycles_row_kind kind;
  const char *name, *callee;
  double percent, self, total;
  uint64_t calls, self_calls, lost_calls;
  bool breaks, verified, minimal;
};

static const char *
name_of (const struct corridor *c, enum cycles_row_kind kind, bool is_callee,
         sym_id id)
{
  const bool is_arc = kind == CYCLES_ARC || kind == CYCLES_BREAK;
  const bool is_named = is_arc || (kind == CYCLES_MEMBER && !is_callee);
  return is_named ? c->program.symtab.name[id] : NULL;
}

static void
is_row (const struct corridor *c, const struct cycles_row *row,
        const struct expected *e, size_t number)
{
  if (!ok (row != NULL, "there is a row %zu", number))
    return;
  is_u64 (row->kind, e->kind, "row %zu: kind", number);
  is_u64 (row->cycle, 1, "row %zu: cycle", number);
  is_text (name_of (c, e->kind, false, row->symbol), e->name, "row %zu: name",
           number);
  is_text (name_of (c, e->kind, true, row->callee), e->callee,
           "row %zu: callee", number);
  is_double (row->percent, e->percent, "row %zu: percent", number);
  is_double (row->self, e->self, "row %zu: self", number);
  is_double (row->total, e->total, "row %zu: total", number);
  is_u64 (row->calls, e->calls, "row %zu: calls", number);
  is_u64 (row->self_calls, e->self_calls, "row %zu: self calls", number);
  is_u64 (row->lost_calls, e->lost_calls, "row %zu: lost calls", number);
  is_u64 (row->breaks, e->breaks, "row %zu: breaks", number);
  is_u64 (row->verified, e->verified, "row %zu: verified", number);
  is_u64 (row->minimal, e->minimal, "row %zu: minimal", number);
}

/* a has 40 + 100 ticks, b 60, of 200.  b>a has the fewest calls.  */
static void
test_rows (void)
{
  static const struct expected rows[]
      = { { .kind = CYCLES_WHOLE,
            .percent = 100,
            .self = 1,
            .total = 2,
            .calls = 2,
            .self_calls = 4,
            .lost_calls = 1,
            .verified = true,
            .minimal = true },
          { .kind = CYCLES_MEMBER,
            .name = "a",
            .percent = 70,
            .self = 0.4,
            .total = 1.4,
            .calls = 3 },
          { .kind = CYCLES_MEMBER,
            .name = "b",
            .percent = 30,
            .self = 0.6,
            .total = 0.6,
            .calls = 3,
            .self_calls = 4 },
          { .kind = CYCLES_ARC, .name = "a", .callee = "b", .calls = 3 },
          { .kind = CYCLES_ARC,
            .name = "b",
            .callee = "a",
            .calls = 1,
            .breaks = true },
          { .kind = CYCLES_BREAK,
            .name = "b",
            .callee = "a",
            .calls = 1,
            .breaks = true },
          { .kind = CYCLES_END } };
  struct corridor c;
  struct cycles_view view;
  struct diag diag = { 0 };
  corridor_walk (&c, "--cycles", cycle_symbols, cycle_gmon);
  is_u64 (cycles_view_start (&view, &c.reporting.report, &diag), STATUS_OK,
          "a view begins");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    is_row (&c, cycles_view_next (&view), &rows[i], i);
  ok (cycles_view_next (&view) == NULL, "no row comes behind them");
  cycles_view_end (&view);
  cycles_view_end (&view);
  corridor_release (&c);
}

/* main and a call each other, and nothing else calls them: the cycle has the
   time of both, though no entry in the call graph.  Without time there is no
   share of it.  Groups have no options, nor have calls in the code.  */
static void
test_headless (void)
{
  static const char arcs[] = "arc 1000 1010 2\narc 1010 1000 1\n";
  static const char *const options[]
      = { "--cycles", "--cycles", "--cycles --group-by=clones",
          "--cycles -c" };
  for (int i = 0; i < 4; i++)
    {
      struct corridor c;
      char profile[200];
      snprintf (profile, sizeof profile, "%s%s",
                i == 1 ? ""
                       : "hist 1000 1040 100 seconds s 30 0 0 0  50 0 0 0  "
                         "0 0 0 0  20 0 0 0\n",
                arcs);
      corridor_walk (&c, options[i], cycle_symbols, profile);
      char *text = corridor_print (&c, print_cycles);
      ok (strstr (text, i == 1 ? "     0.0     0.00     0.00        0+3 "
                               : "    80.0     0.80     0.80        0+3 ")
              != NULL,
          "the cycle as a whole, with %s", options[i]);
      is_u64 (strstr (text, "-k a/main") != NULL, i < 2, "its option");
      free (text);
      corridor_release (&c);
    }
}

/* Append a ring of COUNT functions from START on, 16 bytes each; function I of
   them has I + 1 ticks.  */
static void
type_ring (char *symbols, char *gmon, unsigned start, unsigned count)
{
  for (unsigned i = 0; i < count; i++)
    {
      const unsigned pc = start + 16 * i,
                     next = start + 16 * ((i + 1) % count);
      sprintf (symbols + strlen (symbols), "T %x f%x\n", pc, pc);
      sprintf (gmon + strlen (gmon),
               "arc %x %x 1\nhist %x %x 100 seconds s %u\n", pc, next, pc,
               pc + 16, i + 1);
    }
}

/* Rings of FIRST and SECOND functions: each has all its members, those with
   the most time first.  */
static void
check_rings (unsigned first, unsigned second)
{
  char symbols[2000] = "", gmon[8000] = "";
  struct corridor c;
  struct cycles_view view;
  struct diag diag = { 0 };
  unsigned members[3] = { 0 };
  double before[3] = { 1e9, 1e9, 1e9 };
  bool in_order = true;
  type_ring (symbols, gmon, 0x1000, first);
  type_ring (symbols, gmon, 0x1000 + 16 * first, second);
  sprintf (symbols + strlen (symbols), "end %x",
           0x1000 + 16 * (first + second));
  corridor_walk (&c, "--cycles", symbols, gmon);
  is_u64 (cycles_view_start (&view, &c.reporting.report, &diag), STATUS_OK,
          "rings of %u and %u functions", first, second);
  for (const struct cycles_row *row; (row = cycles_view_next (&view));)
    if (row->kind == CYCLES_MEMBER)
      {
        members[row->cycle]++;
        in_order = in_order && row->self < before[row->cycle];
        before[row->cycle] = row->self;
      }
  ok (members[1] + members[2] == first + second
          && (members[1] == first || members[2] == first),
      "each has all its members");
  ok (in_order, "by their time");
  cycles_view_end (&view);
  corridor_release (&c);
}

static void
test_several (void)
{
  check_rings (2, 50);
  check_rings (50, 2);
}

/* The option for an arc between functions of these names.  */
static void
check_option (const char *from, const char *to, const char *option)
{
  struct corridor c;
  corridor_walk (&c, "--cycles", cycle_symbols, cycle_gmon);
  c.program.symtab.name[corridor_id (&c, "a")] = to;
  c.program.symtab.name[corridor_id (&c, "b")] = from;
  char *text = corridor_print (&c, print_cycles);
  const char *line = strstr (text, "\n    -k ");
  if (ok (line != NULL, "there is an option"))
    ok (strncmp (line + 5, option, strlen (option)) == 0
            && line[5 + strlen (option)] == '\n',
        "it is %s", option);
  free (text);
  corridor_release (&c);
}

/* A shell passes the word on as it is, and it means these functions.  */
static void
test_options (void)
{
  check_option ("b", "_Z1av", "-k b/_Z1av");
  check_option ("work.part.0", "a", "-k :work.part.0/a");
  check_option ("9lives", "ns::f", "-k :9lives/:ns::f");
  check_option ("it's", "a b", "-k 'it'\\''s/a b'");
  check_option ("$(id)", "`id`", "-k '$(id)/`id`'");
  check_option ("operator/", "a*b", "-k 'operator?/a*b'");
  check_option ("a*b/[c]", "a", "-k 'a\\*b?\\[c]/a'");
  check_option ("x\ny", "a", "-k 'x?y/a'");
  check_option ("-k", "a", "-k -k/a");
}

int
main (void)
{
  test_rows ();
  test_headless ();
  test_several ();
  test_options ();
  listing_is (print_cycles, "--cycles", plain_symbols, plain_gmon,
              "Cycles:\n\n no cycles\n", "a program without cycles");
  return done ();
}
